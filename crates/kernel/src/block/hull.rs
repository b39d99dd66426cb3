//! Blocks swept past the polygons and circles of a scene: yes or no, for many moves at once.
//!
//! Straight along or across the facing a rectangle sweeps a rectangle. In a wheel it sweeps what lies, at each distance
//! from the pivot, between its rear side at the start and its leading side at the end: four sides and one arc.
use super::{Block, Rank};
use crate::num::sin_cos_degrees;
use crate::scene::{Scene, TOLERANCE};
use crate::shape::Pose;
use crate::vec::{nearest_on_segment, v2, V2};

/// Does the block, going straight ahead or aside, come nearer than `clearance` to anything?
pub fn straight_blocked(scene: &Scene, block: &Block, pose: Pose, way: V2, clearance: f64) -> bool {
    let along = pose.axis();
    let (whole, last) = block.rectangles();
    swept_straight(scene, whole, pose.at, along, way, clearance)
        || last.map_or(false, |last| swept_straight(scene, last, pose.at, along, way, clearance))
}

fn swept_straight(scene: &Scene, rank: Rank, at: V2, along: V2, way: V2, clearance: f64) -> bool {
    let longer = |(a, b): (f64, f64), by: f64| (a + by.min(0.0), b + by.max(0.0));
    let rank = Rank { x: longer(rank.x, way.x), y: longer(rank.y, way.y) };
    let body = Body::new(rank, clearance);
    let middle = at + ((body.low + body.high) * 0.5).turned(along);
    let half = (body.high - body.low) * 0.5;
    let (x, y) = (along.x.abs(), along.y.abs());
    let half = v2(half.x * x + half.y * y + clearance, half.x * y + half.y * x + clearance);
    scene
        .any_near(middle - half, middle + half, |ring| body.meets_ring(ring, |p| (p - at).turned_back(along)))
        || scene
            .circles()
            .iter()
            .any(|&(centre, radius)| body.meets_disc((centre - at).turned_back(along), radius))
}

/// A rectangle that keeps some clearance, and what meets it in its own frame.
pub struct Body {
    low: V2,
    high: V2,
    zone: f64,
}

impl Body {
    /// Without clearance the rectangle is smaller by the tolerance, so that a touch is none.
    fn new(rank: Rank, clearance: f64) -> Body {
        let (low, high) = (v2(rank.x.0, rank.y.0), v2(rank.x.1, rank.y.1));
        let zone = clearance - TOLERANCE;
        let less = v2((-zone).max(0.0), (-zone).max(0.0));
        Body { low: low + less, high: high - less, zone: zone.max(0.0) }
    }

    /// A rectangle as it is: what touches it does not meet it.
    pub fn bare(low: V2, high: V2) -> Body {
        Body { low, high, zone: 0.0 }
    }

    #[inline(always)]
    fn beyond(&self, p: V2) -> u8 {
        let bit = |out: bool, k: u8| u8::from(out) << k;
        bit(p.x <= self.low.x - self.zone, 0)
            | bit(p.x >= self.high.x + self.zone, 1)
            | bit(p.y <= self.low.y - self.zone, 2)
            | bit(p.y >= self.high.y + self.zone, 3)
    }

    /// Does a polygon, its first corner repeated at the end, come into the rectangle? `own` takes its corners into the frame.
    pub fn meets_ring(&self, ring: &[V2], own: impl Fn(V2) -> V2) -> bool {
        let middle = (self.low + self.high) * 0.5;
        let mut holds = false;
        let mut a = own(ring[0]);
        let mut beyond_a = self.beyond(a);
        for &corner in &ring[1..] {
            let b = own(corner);
            let beyond_b = self.beyond(b);
            if (a.y > middle.y) != (b.y > middle.y)
                && a.x + (middle.y - a.y) * (b.x - a.x) / (b.y - a.y) > middle.x
            {
                holds = !holds;
            }
            if beyond_a & beyond_b == 0 && self.meets_side(a, b, beyond_a == 0 || beyond_b == 0) {
                return true;
            }
            a = b;
            beyond_a = beyond_b;
        }
        holds
    }

    /// A side of which not both ends lie beyond the same side of the rectangle.
    fn meets_side(&self, a: V2, b: V2, inside: bool) -> bool {
        if self.zone == 0.0 {
            return inside || self.crossed(a, b);
        }
        self.crosses(a, b) || self.distance_to_side(a, b) < self.zone
    }

    /// Given that the extents overlap: does the line through both pass between the corners?
    #[inline(always)]
    fn crossed(&self, a: V2, b: V2) -> bool {
        let (way, middle) = (b - a, (self.low + self.high) * 0.5);
        let half = self.high - middle;
        way.cross(middle - a).abs() < half.x * way.y.abs() + half.y * way.x.abs()
    }

    /// Does a side pass through the rectangle itself, or begin in it?
    fn crosses(&self, a: V2, b: V2) -> bool {
        a.x.min(b.x) < self.high.x
            && a.x.max(b.x) > self.low.x
            && a.y.min(b.y) < self.high.y
            && a.y.max(b.y) > self.low.y
            && self.crossed(a, b)
    }

    fn distance_to_side(&self, a: V2, b: V2) -> f64 {
        let corners = [self.low, v2(self.high.x, self.low.y), self.high, v2(self.low.x, self.high.y)];
        let from_corner = |p: &V2| (nearest_on_segment(*p, a, b).0 - *p).norm();
        let of_ends = self.distance(a).min(self.distance(b));
        corners.iter().map(from_corner).fold(of_ends, f64::min)
    }

    /// Of a point from the rectangle; 0 inside.
    pub fn distance(&self, p: V2) -> f64 {
        let out = |p: f64, low: f64, high: f64| (low - p).max(p - high).max(0.0);
        v2(out(p.x, self.low.x, self.high.x), out(p.y, self.low.y, self.high.y)).norm()
    }

    fn meets_disc(&self, centre: V2, radius: f64) -> bool {
        self.distance(centre) < radius + self.zone - if self.zone == 0.0 { TOLERANCE } else { 0.0 }
    }
}

/// Does the block, wheeling by so many degrees, come nearer than `clearance` to anything?
pub fn wheel_blocked(scene: &Scene, block: &Block, pose: Pose, degrees: f64, clearance: f64) -> bool {
    let pieces = if degrees.abs() <= 90.0 { 1.0 } else { (degrees.abs() / 90.0).ceil() };
    let part = degrees.abs() / pieces;
    let turn = sin_cos_degrees(part);
    let (whole, last) = block.rectangles();
    let half = 0.5 * block.width();
    let left = degrees >= 0.0;
    let mut along = pose.axis();
    let pivot = pose.at + along.perp() * if left { half } else { -half };
    for _ in 0..pieces as usize {
        let frame = Frame { pivot, along, left };
        let swept = |rank: Rank| {
            let sector = Sector::new(rank, half, turn, clearance);
            let (low, high) = sector.bounds(&frame, clearance);
            scene.any_near(low, high, |ring| sector.meets_ring(ring, &frame))
                || scene.circles().iter().any(|&(centre, r)| sector.meets_disc(frame.own(centre), r))
        };
        if swept(whole) || last.map_or(false, swept) {
            return true;
        }
        along = along.turned(v2(turn.1, if left { turn.0 } else { -turn.0 }));
    }
    false
}

/// The pivot is the origin, the block faces +x and lies to the right of it; a right wheel is seen in the mirror.
pub struct Frame {
    /// The front corner about which the block wheels.
    pub pivot: V2,
    /// Its facing.
    pub along: V2,
    /// Is it the left corner?
    pub left: bool,
}

impl Frame {
    /// A point of the table in the frame.
    #[inline(always)]
    pub fn own(&self, p: V2) -> V2 {
        let q = (p - self.pivot).turned_back(self.along);
        v2(q.x, if self.left { q.y } else { -q.y })
    }

    /// A point of the frame on the table.
    pub fn table(&self, p: V2) -> V2 {
        self.pivot + v2(p.x, if self.left { p.y } else { -p.y }).turned(self.along)
    }
}

/// What a rectangle behind and to the right of the pivot sweeps when it turns by at most a quarter.
struct Sector {
    /// Rear right corner.
    low: V2,
    /// Front left corner, near the pivot.
    high: V2,
    turn: V2,
    /// The distance of the rear right corner, the furthest, and its square.
    outer: f64,
    outer2: f64,
    /// A box in the frame that holds all of it.
    box_low: V2,
    box_high: V2,
    zone: f64,
}

impl Sector {
    fn new(rank: Rank, half: f64, (sin, cos): (f64, f64), clearance: f64) -> Sector {
        let zone = clearance - TOLERANCE;
        let less = (-zone).max(0.0);
        // what the full ranks cover is covered twice: a last rank goes on to the front
        let low = v2(rank.x.0 + less, rank.y.0 - half + less);
        let high = v2(-less, rank.y.1 - half - less);
        let outer2 = low.norm2();
        let (zone, outer) = (zone.max(0.0), outer2.sqrt());
        let turn = v2(cos, sin);
        // all corners begin to the rear right and turn to the front right
        let end = low.turned(turn);
        let lowest = if end.x >= 0.0 {
            -outer
        } else if end.y < low.y {
            end.y
        } else {
            low.y
        };
        let (box_low, box_high) = (v2(low.x, lowest), v2(-low.y * sin, 0.0));
        Sector { low, high, turn, outer, outer2, box_low, box_high, zone }
    }

    /// A box on the table, clearance included, that holds all of it.
    #[inline(always)]
    fn bounds(&self, frame: &Frame, clearance: f64) -> (V2, V2) {
        let middle = frame.table((self.box_low + self.box_high) * 0.5);
        let half = (self.box_high - self.box_low) * 0.5;
        let (x, y) = (frame.along.x.abs(), frame.along.y.abs());
        let half = v2(half.x * x + half.y * y + clearance, half.x * y + half.y * x + clearance);
        (middle - half, middle + half)
    }

    /// Is a point passed over?
    #[inline(always)]
    fn holds(&self, p: V2) -> bool {
        let far2 = p.norm2();
        if far2 >= self.outer2 || far2 <= self.high.norm2() {
            return false;
        }
        let (low, high) = (self.low, self.high);
        let beside = |from: f64| (far2 - from * from).max(0.0).sqrt();
        let front = beside(high.x);
        let leading = if -front >= low.y { v2(high.x, -front) } else { v2(-beside(low.y), low.y) };
        let left = beside(high.y);
        let trailing = if -left >= low.x { v2(-left, high.y) } else { v2(low.x, -beside(low.x)) };
        trailing.cross(p) > 0.0 && leading.turned(self.turn).cross(p) < 0.0
    }

    fn meets_ring(&self, ring: &[V2], frame: &Frame) -> bool {
        let middle = (self.low + self.high) * 0.5;
        let bounds = Body { low: self.box_low, high: self.box_high, zone: self.zone };
        let mut around = false;
        let mut a = frame.own(ring[0]);
        let mut beyond_a = bounds.beyond(a);
        for &corner in &ring[1..] {
            let b = frame.own(corner);
            let beyond_b = bounds.beyond(b);
            if (a.y > middle.y) != (b.y > middle.y)
                && a.x + (middle.y - a.y) * (b.x - a.x) / (b.y - a.y) > middle.x
            {
                around = !around;
            }
            // most sides lie wholly beside it
            if beyond_a & beyond_b == 0 && ((beyond_b == 0 && self.holds(b)) || self.meets_side(a, b)) {
                return true;
            }
            a = b;
            beyond_a = beyond_b;
        }
        around
    }

    fn meets_side(&self, a: V2, b: V2) -> bool {
        let start = Body { low: self.low, high: self.high, zone: 0.0 };
        if start.crosses(a, b) {
            return true;
        }
        // most sides lie beyond the furthest corner
        let off = a.cross(b);
        let reach2 = (self.outer + self.zone) * (self.outer + self.zone);
        if off * off >= reach2 * (b - a).norm2() {
            return false;
        }
        let (c, d) = (a.turned_back(self.turn), b.turned_back(self.turn));
        if start.crosses(c, d) {
            return true;
        }
        if self.zone == 0.0 {
            let within = a.norm2() <= self.outer2 && b.norm2() <= self.outer2;
            return !within && self.gap_to_arc(a, b) < 0.0;
        }
        self.gap_to_arc(a, b) < self.zone
            || start.distance_to_side(a, b) < self.zone
            || start.distance_to_side(c, d) < self.zone
    }

    /// Is a direction between those of the furthest corner at the start and at the end?
    fn on_arc(&self, p: V2) -> bool {
        self.low.cross(p) >= 0.0 && self.low.turned(self.turn).cross(p) <= 0.0
    }

    /// How near a side comes to the arc of the furthest corner; negative where it crosses it. Not the arc's ends.
    fn gap_to_arc(&self, a: V2, b: V2) -> f64 {
        let radius = self.outer;
        let (foot, _) = nearest_on_segment(v2(0.0, 0.0), a, b);
        let away = foot.norm();
        if away >= radius {
            return if self.on_arc(foot) { away - radius } else { f64::INFINITY };
        }
        let way = (b - a).unit();
        let half = (self.outer2 - way.cross(a) * way.cross(a)).max(0.0).sqrt();
        let middle = a - way * way.dot(a);
        let within = |p: V2| way.dot(p - a) > 0.0 && way.dot(p - b) < 0.0;
        for p in [middle + way * half, middle - way * half] {
            if within(p) && self.on_arc(p) {
                return -1.0;
            }
        }
        let end = |p: V2| if self.on_arc(p) { (p.norm() - radius).abs() } else { f64::INFINITY };
        end(a).min(end(b))
    }

    fn meets_disc(&self, centre: V2, radius: f64) -> bool {
        let start = Body { low: self.low, high: self.high, zone: 0.0 };
        let mut away = start.distance(centre).min(start.distance(centre.turned_back(self.turn)));
        if self.on_arc(centre) {
            away = away.min((centre.norm() - self.outer).abs());
        }
        self.holds(centre) || away < radius + self.zone - if self.zone == 0.0 { TOLERANCE } else { 0.0 }
    }
}
