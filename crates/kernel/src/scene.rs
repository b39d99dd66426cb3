//! The low-level door: a disc swept past polygons and circles in float inches.
//!
//! Everything lies in flat arrays, and the boxes are simply gone through one by one: at the size of a table
//! that beats every tree.
use crate::shape::{checked_length, checked_point, Refused};
use crate::vec::{nearest_on_segment, v2, Bounds, V2};

/// A base that comes this much nearer than its radius still only touches.
pub const TOLERANCE: f64 = 1e-9;
/// Boxes are gone through this many at a time.
const LANES: usize = 32;
const SIGN: u32 = 1 << 31;

/// What a swept disc meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneContact {
    /// From 0 to 1 along the move.
    pub t: f64,
    /// Where the disc's centre is then.
    pub centre: V2,
    /// The place where it touches.
    pub point: V2,
    /// Is it a circle (else a polygon)?
    pub circle: bool,
    /// Which one, in the order given.
    pub index: usize,
}

/// Four boxes along the axes: their middles and half their sizes, in single precision.
#[derive(Clone, Copy, Debug)]
struct Boxes {
    x: [f32; LANES],
    y: [f32; LANES],
    half_x: [f32; LANES],
    half_y: [f32; LANES],
}

impl Boxes {
    /// For each box the bits of how far it is from a box of these half sizes, the sign bit standing where they may
    /// meet. Returns whether any does.
    #[inline(always)]
    fn apart(&self, x: f32, y: f32, half_x: f32, half_y: f32, apart: &mut [u32; LANES]) -> bool {
        let larger = |p: f32, q: f32| if p > q { p } else { q };
        let mut any = 0;
        for (lane, bits) in apart.iter_mut().enumerate() {
            let beside = (self.x[lane] - x).abs() - (self.half_x[lane] + half_x);
            let above = (self.y[lane] - y).abs() - (self.half_y[lane] + half_y);
            *bits = larger(beside, above).to_bits();
            any |= *bits;
        }
        any & SIGN != 0
    }
}

/// Polygons and circles that stand still.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Boxes of the polygons, rounded outwards, four together.
    boxes: Vec<Boxes>,
    /// Where each polygon's corners begin; one more at the end.
    starts: Vec<u32>,
    /// Corners; each polygon's first is repeated after its last.
    corners: Vec<V2>,
    circles: Vec<(V2, f64)>,
    /// The largest coordinate of a polygon.
    size: f64,
}

impl Scene {
    /// A scene; refused when a number is not finite or out of all bounds.
    pub fn new(polygons: &[Vec<(f64, f64)>], circles: &[(f64, f64, f64)]) -> Result<Scene, Refused> {
        let mut scene = Scene { starts: vec![0], ..Scene::default() };
        let empty =
            Boxes { x: [f32::MAX; LANES], y: [0.0; LANES], half_x: [0.0; LANES], half_y: [0.0; LANES] };
        for (k, polygon) in polygons.iter().enumerate() {
            if polygon.len() < 3 {
                return Err(Refused(format!("polygon {} has {} corners, fewer than 3", k, polygon.len())));
            }
            let from = scene.corners.len();
            for &(x, y) in polygon {
                scene.corners.push(checked_point(x, y)?);
            }
            let bounds = Bounds::of(&scene.corners[from..]);
            scene.corners.push(scene.corners[from]);
            if scene.corners.len() > u32::MAX as usize {
                return Err(Refused("a scene has too many corners".to_string()));
            }
            scene.starts.push(scene.corners.len() as u32);
            if k % LANES == 0 {
                scene.boxes.push(empty);
            }
            if let Some(last) = scene.boxes.last_mut() {
                let (middle, half) = ((bounds.low + bounds.high) * 0.5, (bounds.high - bounds.low) * 0.5);
                last.x[k % LANES] = middle.x as f32;
                last.y[k % LANES] = middle.y as f32;
                last.half_x[k % LANES] = half.x as f32;
                last.half_y[k % LANES] = half.y as f32;
                for size in [bounds.low.x, bounds.low.y, bounds.high.x, bounds.high.y] {
                    scene.size = scene.size.max(size.abs());
                }
            }
        }
        for &(x, y, radius) in circles {
            scene.circles.push((checked_point(x, y)?, checked_length(radius, "a circle's radius")?));
        }
        Ok(scene)
    }

    /// Call `meet` with every polygon whose box the swept disc may touch, until it says to stop.
    #[inline(always)]
    fn each_near(&self, radius: f64, from: V2, way: V2, mut meet: impl FnMut(usize) -> bool) -> bool {
        let middle = from + way * 0.5;
        // more than all the rounding in single precision
        let room = radius + 2e-6 * (self.size + middle.x.abs() + middle.y.abs() + radius);
        let half = v2(0.5 * way.x.abs() + room, 0.5 * way.y.abs() + room);
        for (group, boxes) in self.boxes.iter().enumerate() {
            let mut apart = [0; LANES];
            if boxes.apart(middle.x as f32, middle.y as f32, half.x as f32, half.y as f32, &mut apart) {
                for (part, eight) in apart.chunks_exact(8).enumerate() {
                    if eight.iter().fold(0, |any, bits| any | bits) & SIGN == 0 {
                        continue;
                    }
                    for (lane, bits) in eight.iter().enumerate() {
                        if bits & SIGN != 0 && meet(group * LANES + part * 8 + lane) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn polygon(&self, k: usize) -> &[V2] {
        &self.corners[self.starts[k] as usize..self.starts[k + 1] as usize]
    }

    /// Does the disc, swept straight from one place to another, enter anything?
    pub fn blocks(&self, radius: f64, from: V2, to: V2) -> bool {
        let zone = (radius - TOLERANCE).max(0.0);
        let way = to - from;
        let length = way.norm();
        let along = if length > 0.0 { way * (1.0 / length) } else { v2(1.0, 0.0) };
        self.each_near(radius, from, way, |k| strip_meets(self.polygon(k), from, along, length, zone))
            || self.circles.iter().any(|&(centre, other)| {
                let reach = zone + other;
                (nearest_on_segment(centre, from, to).0 - centre).norm2() < reach * reach
            })
    }

    /// What the disc meets first on its way.
    pub fn swept(&self, radius: f64, from: V2, to: V2) -> Option<SceneContact> {
        let zone = (radius - TOLERANCE).max(0.0);
        let way = to - from;
        let length = way.norm();
        let along = if length > 0.0 { way * (1.0 / length) } else { v2(1.0, 0.0) };
        let mut first: Option<SceneContact> = None;
        let mut take = |t: f64, circle: bool, index: usize| {
            if first.map_or(true, |f| t < f.t) {
                let centre = if t >= 1.0 { to } else { from + way * t };
                first = Some(SceneContact { t, centre, point: centre, circle, index });
            }
        };
        self.each_near(radius, from, way, |k| {
            let polygon = self.polygon(k);
            if strip_meets(polygon, from, along, length, zone) {
                let far = first_touch(polygon, from, along, length, zone);
                take(if far < length { far / length } else { 1.0 }, false, k);
            }
            false
        });
        for (k, &(centre, other)) in self.circles.iter().enumerate() {
            let reach = zone + other;
            if (nearest_on_segment(centre, from, to).0 - centre).norm2() < reach * reach {
                take(into_circle(from - centre, way, reach).unwrap_or(0.0), true, k);
            }
        }
        first.map(|found| SceneContact { point: self.touched(&found), ..found })
    }

    fn touched(&self, found: &SceneContact) -> V2 {
        if found.circle {
            let (centre, radius) = self.circles[found.index];
            return centre + (found.centre - centre).unit() * radius;
        }
        let mut best = (f64::INFINITY, found.centre);
        for side in self.polygon(found.index).windows(2) {
            let foot = nearest_on_segment(found.centre, side[0], side[1]).0;
            let away = (foot - found.centre).norm2();
            if away < best.0 {
                best = (away, foot);
            }
        }
        best.1
    }
}

/// Does a polygon come within `zone` of the segment of this length from `from`, or hold it?
#[inline]
fn strip_meets(corners: &[V2], from: V2, along: V2, length: f64, zone: f64) -> bool {
    let zone2 = zone * zone;
    let place = |p: V2| (along.dot(p - from), along.cross(p - from));
    let mut holds_start = false;
    let (mut s0, mut h0) = place(corners[0]);
    for &corner in &corners[1..] {
        let (s1, h1) = place(corner);
        let (sa, ha) = (s0, h0);
        s0 = s1;
        h0 = h1;
        // most sides lie wholly on one side of the strip
        if (ha >= zone && h1 >= zone) || (ha <= -zone && h1 <= -zone) {
            continue;
        }
        // the corner against the segment
        let beyond = if s1 < 0.0 {
            s1
        } else if s1 > length {
            s1 - length
        } else {
            0.0
        };
        if beyond * beyond + h1 * h1 < zone2 {
            return true;
        }
        if (ha > 0.0) != (h1 > 0.0) {
            let s = sa - ha * (s1 - sa) / (h1 - ha);
            if s > 0.0 {
                if s < length {
                    return true;
                }
                holds_start = !holds_start;
            }
        }
        // the ends of the segment against the inside of the side
        let (ds, dh) = (s1 - sa, h1 - ha);
        let size2 = ds * ds + dh * dh;
        for end in [0.0, length] {
            let (es, eh) = (end - sa, -ha);
            let part = es * ds + eh * dh;
            let across = es * dh - eh * ds;
            if part > 0.0 && part < size2 && across * across < zone2 * size2 {
                return true;
            }
        }
    }
    holds_start
}

/// How far a disc on its way comes before it touches a polygon that it is known to meet.
fn first_touch(corners: &[V2], from: V2, along: V2, length: f64, zone: f64) -> f64 {
    let zone2 = zone * zone;
    let place = |p: V2| (along.dot(p - from), along.cross(p - from));
    let mut first = length;
    let mut holds_start = false;
    let (mut s0, mut h0) = place(corners[0]);
    for &corner in &corners[1..] {
        let (s1, h1) = place(corner);
        let (sa, ha) = (s0, h0);
        s0 = s1;
        h0 = h1;
        if (ha >= zone && h1 >= zone) || (ha <= -zone && h1 <= -zone) {
            continue;
        }
        let (ds, dh) = (s1 - sa, h1 - ha);
        if (ha > 0.0) != (h1 > 0.0) && sa - ha * ds / dh > 0.0 {
            holds_start = !holds_start;
        }
        // the corner, a circle about which is entered
        let within = zone2 - h1 * h1;
        if within > 0.0 {
            let entered = s1 - within.sqrt();
            if entered >= 0.0 {
                first = first.min(entered);
            } else if s1 * s1 < within {
                return 0.0;
            }
        }
        // the inside of the side, a line beside which is reached
        let size2 = ds * ds + dh * dh;
        let (away, nearing) =
            if ds * ha < dh * sa { (dh * sa - ds * ha, dh) } else { (ds * ha - dh * sa, -dh) };
        let left = away - zone * size2.sqrt();
        let on_side = |s: f64| {
            let part = (s - sa) * ds - ha * dh;
            part >= 0.0 && part <= size2
        };
        if left < 0.0 {
            if on_side(0.0) {
                return 0.0;
            }
        } else if left < first * nearing && on_side(left / nearing) {
            first = left / nearing;
        }
    }
    if holds_start {
        0.0
    } else {
        first
    }
}

/// When a point on its way enters a circle about the origin; 0 when it is inside and goes on inwards.
fn into_circle(from: V2, way: V2, radius: f64) -> Option<f64> {
    let outside = from.norm2() - radius * radius;
    if outside < 0.0 {
        return Some(0.0);
    }
    let nearing = -from.dot(way);
    let root2 = nearing * nearing - way.norm2() * outside;
    if nearing <= 0.0 || root2 < 0.0 {
        return None;
    }
    let t = outside / (nearing + root2.sqrt());
    (t <= 1.0).then_some(t)
}
