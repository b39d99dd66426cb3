//! When a base that moves first comes too near to something.
//!
//! Discs against discs and polygons are solved in closed form. Everything else advances along the leg by steps
//! that are proven free: a direction along which the two stand apart bounds their gap from below, and how fast
//! that separation can shrink is known to the second order. No step can jump over a thin wall or a graze.
use crate::gap::{closest, point_and_outline, support, Closest};
use crate::num::{acos, atan2};
use crate::path::{Arc, Leg, Moment, Path};
use crate::region::part_radius;
use crate::shape::{oval_support, Part, Piece, Shape, Standing, StandingPart};
use crate::vec::{v2, Bounds, V2};

/// A gap that comes this near to the threshold has reached it.
const REACHED: f64 = 1e-9;
/// Rounding may put a start this far beyond the threshold that it stands on.
const ROUNDING: f64 = 1e-12;
/// More steps than any motion on a table takes; then the place reached counts as the contact.
const MOST_STEPS: usize = 20_000;

/// A moment of a path: which leg, and how far along it from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct When {
    /// The leg.
    pub leg: usize,
    /// From 0 to 1.
    pub t: f64,
}

impl When {
    /// Is this moment before the other?
    pub fn before(&self, other: &When) -> bool {
        self.leg < other.leg || (self.leg == other.leg && self.t < other.t)
    }
}

/// The first moment at which the moving shape comes nearer to the standing one than `threshold`
/// (below 0: enters it deeper than that).
pub fn first_below(shape: &Shape, path: &Path, target: &Standing, threshold: f64) -> Option<When> {
    if let Some(radius) = shape.disc_radius() {
        if let Some((centre, other)) = target.disc() {
            let zone = radius + other + threshold;
            if zone > 0.0 {
                return disc_path(
                    path,
                    |p| (p - centre).norm() < zone,
                    |leg| leg_into_circle(leg, centre, zone),
                );
            }
        } else if !target.outline.is_empty() {
            let zone = radius + threshold;
            if zone > 0.0 {
                return disc_path(
                    path,
                    |p| point_and_outline(p, &target.outline).0 < zone,
                    |leg| leg_into_outline(leg, &target.outline, zone),
                );
            }
        }
    }
    let mut corners = Vec::new();
    let still = Leg::still(path.start);
    let legs: &[Leg] = if path.legs.is_empty() { core::slice::from_ref(&still) } else { &path.legs };
    for (k, leg) in legs.iter().enumerate() {
        let way = leg.bounds();
        let mut first: Option<f64> = None;
        for part in shape.parts() {
            for other in &target.parts {
                if !may_meet(part, &way, other, threshold) {
                    continue;
                }
                let until = first.unwrap_or(1.0);
                if let Some(t) = leg_of_part(part, leg, other.piece(), threshold, until, &mut corners) {
                    first = Some(t);
                }
            }
        }
        if let Some(t) = first {
            return Some(When { leg: k, t });
        }
    }
    None
}

fn may_meet(part: &Part, way: &Bounds, other: &StandingPart, threshold: f64) -> bool {
    way.grown(part_radius(part) + threshold.max(0.0) + 2.0 * REACHED).meets(other.bounds)
}

/// A disc's way: is the start inside the zone already, and when does each leg enter it?
fn disc_path(path: &Path, inside: impl Fn(V2) -> bool, enters: impl Fn(&Leg) -> Option<f64>) -> Option<When> {
    if inside(path.start.at) {
        return Some(When { leg: 0, t: 0.0 });
    }
    path.legs.iter().enumerate().find_map(|(leg, l)| enters(l).map(|t| When { leg, t }))
}

/// When a leg's centre enters the circle; it does not begin inside.
fn leg_into_circle(leg: &Leg, centre: V2, radius: f64) -> Option<f64> {
    match leg.arc {
        None => line_into_circle(leg.from.at - centre, leg.to - leg.from.at, radius),
        Some(arc) => arc_into_circle(&arc, centre, radius),
    }
}

fn line_into_circle(from: V2, way: V2, radius: f64) -> Option<f64> {
    let nearing = -from.dot(way);
    if nearing <= 0.0 {
        return None;
    }
    let outside = from.norm2() - radius * radius;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let root2 = nearing * nearing - way.norm2() * outside;
    if root2 < 0.0 {
        return None;
    }
    let t = outside / (nearing + root2.sqrt());
    (t <= 1.0).then_some(t)
}

fn arc_into_circle(arc: &Arc, centre: V2, radius: f64) -> Option<f64> {
    let toward = centre - arc.centre;
    let (away, own) = (toward.norm(), arc.arm.norm());
    if away <= 1e-12 {
        return None; // it stays at one distance
    }
    let cos = (own * own + away * away - radius * radius) / (2.0 * own * away);
    if cos > 1.0 {
        return None;
    }
    let half = acos(cos);
    let middle = atan2(toward.y, toward.x);
    let enters = if arc.sweep >= 0.0 { middle - half } else { middle + half };
    arc.passes(atan2(arc.arm.y, arc.arm.x), enters)
}

/// When a leg's centre comes within `zone` of an outline; it does not begin there.
fn leg_into_outline(leg: &Leg, outline: &[V2], zone: f64) -> Option<f64> {
    let near = leg.bounds().grown(zone);
    let mut first: Option<f64> = None;
    let mut a = outline[outline.len() - 1];
    for &b in outline {
        if near.meets(Bounds::of(&[a, b])) {
            let side = leg_into_side(leg, a, b, zone);
            for t in [side, leg_into_circle(leg, a, zone), leg_into_circle(leg, b, zone)].iter().flatten() {
                if first.map_or(true, |f| *t < f) {
                    first = Some(*t);
                }
            }
        }
        a = b;
    }
    first
}

fn leg_into_side(leg: &Leg, a: V2, b: V2, zone: f64) -> Option<f64> {
    let along = (b - a).unit();
    let outward = -along.perp();
    let t = match leg.arc {
        None => {
            let outside = outward.dot(leg.from.at - a) - zone;
            let nearing = -outward.dot(leg.to - leg.from.at);
            if nearing <= 0.0 || outside < -ROUNDING || outside > nearing {
                return None;
            }
            outside.max(0.0) / nearing
        }
        Some(arc) => {
            let own = arc.arm.norm();
            let cos = (zone - outward.dot(arc.centre - a)) / own;
            if !(-1.0..=1.0).contains(&cos) {
                return None;
            }
            let middle = atan2(outward.y, outward.x);
            let half = acos(cos);
            let enters = if arc.sweep >= 0.0 { middle + half } else { middle - half };
            arc.passes(atan2(arc.arm.y, arc.arm.x), enters)?
        }
    };
    let foot = along.dot(leg.place(t) - a);
    (foot >= 0.0 && foot <= (b - a).norm()).then_some(t)
}

/// When a leg of one convex part first brings it to the threshold, before `until`.
fn leg_of_part(
    part: &Part,
    leg: &Leg,
    target: Piece<'_>,
    threshold: f64,
    until: f64,
    corners: &mut Vec<V2>,
) -> Option<f64> {
    let mut t = 0.0;
    for _ in 0..MOST_STEPS {
        let moment = leg.moment(t);
        let near = closest(part.standing(moment.at, moment.axis, corners), target);
        if near.gap - threshold <= REACHED {
            return Some(t);
        }
        t += safe_step(part, leg, &moment, corners, target, &near, threshold);
        if t >= until {
            return None;
        }
    }
    Some(t)
}

/// How long the gap surely stays above the threshold, from a moment at which it is.
pub fn safe_step(
    part: &Part,
    leg: &Leg,
    moment: &Moment,
    corners: &[V2],
    target: Piece<'_>,
    near: &Closest,
    threshold: f64,
) -> f64 {
    let n = near.normal;
    let (spin, bend) = (leg.spin(), leg.bend());
    let drift = n.dot(moment.velocity);
    // the direction kept on the table: each point of the mover against the lowest point of the target
    let lowest = n.dot(support(target, -n)) - threshold;
    let kept = match part {
        Part::Disc(r) => crossing(lowest - n.dot(moment.at) - r, drift, bend),
        Part::Oval(a, b) => {
            let m = n.turned_back(moment.axis);
            let (h, slope, curve) = oval_turn(*a, *b, m);
            crossing(lowest - n.dot(moment.at) - h, drift - spin * slope, bend + spin * spin * curve)
        }
        Part::Polygon(_) => {
            let mut least = f64::INFINITY;
            for &p in corners {
                let arm = p - moment.at;
                let rate = drift + spin * n.dot(arm.perp());
                let pull = if spin == 0.0 { bend } else { bend + spin * spin * arm.norm() };
                least = least.min(crossing(lowest - n.dot(p), rate, pull));
            }
            least
        }
    };
    if spin == 0.0 || kept >= 1.0 {
        return kept;
    }
    // the direction turning with the mover: each point of the target against the mover's highest point
    let highest = threshold
        + match part {
            Part::Disc(r) => n.dot(moment.at) + r,
            Part::Oval(a, b) => {
                let m = n.turned_back(moment.axis);
                n.dot(moment.at) + oval_support(*a, *b, m.x, m.y)
            }
            Part::Polygon(_) => corners.iter().fold(f64::NEG_INFINITY, |h: f64, p| h.max(n.dot(*p))),
        };
    let speed = leg.length;
    let pull = |arm: V2| spin * spin * (arm.norm() + speed) + 2.0 * spin.abs() * speed + bend;
    let rate = |arm: V2| drift + spin * n.dot(arm.perp());
    let turned = match target {
        Piece::Disc { centre, radius } => {
            let arm = centre - moment.at;
            crossing(n.dot(centre) - radius - highest, rate(arm), pull(arm))
        }
        Piece::Oval { centre, axis, a, b } => {
            let arm = centre - moment.at;
            let (h, slope, curve) = oval_turn(a, b, n.turned_back(axis));
            crossing(n.dot(centre) - h - highest, rate(arm) + spin * slope, pull(arm) + spin * spin * curve)
        }
        Piece::Polygon(points) => points.iter().fold(f64::INFINITY, |least: f64, &p| {
            let arm = p - moment.at;
            least.min(crossing(n.dot(p) - highest, rate(arm), pull(arm)))
        }),
    };
    kept.max(turned)
}

/// Half the width of an oval along `m`, its change as `m` turns, and a bound of its second change.
fn oval_turn(a: f64, b: f64, m: V2) -> (f64, f64, f64) {
    let h = oval_support(a, b, m.x, m.y);
    let (long, short) = (a.max(b), a.min(b));
    (h, (b * b - a * a) * m.x * m.y / h, long * long / short - short)
}

/// When a margin that shrinks at `rate`, itself growing by at most `pull`, can be used up at the earliest.
fn crossing(margin: f64, rate: f64, pull: f64) -> f64 {
    let margin = margin.max(0.0);
    if pull <= 0.0 {
        return if rate <= 0.0 { f64::INFINITY } else { margin / rate };
    }
    let root = (rate * rate + 2.0 * pull * margin).sqrt();
    if rate >= 0.0 {
        let both = rate + root;
        if both > 0.0 {
            2.0 * margin / both
        } else {
            f64::INFINITY
        }
    } else {
        (root - rate) / pull
    }
}

/// The box that just holds everything a shape sweeps along a path, if it may turn.
pub fn swept_bounds(shape: &Shape, path: &Path) -> Bounds {
    let reach = shape.radius();
    let way = path.bounds();
    Bounds { low: way.low - v2(reach, reach), high: way.high + v2(reach, reach) }
}
