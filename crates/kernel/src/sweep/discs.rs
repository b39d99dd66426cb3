//! Discs against circles and polygons, in closed form.
use super::When;
use crate::num::{acos, atan2};
use crate::path::{Arc, Leg, Path};
use crate::vec::{Bounds, V2};

/// Rounding may put a start this far beyond the threshold that it stands on.
const ROUNDING: f64 = 1e-12;

/// A disc's way: is the start inside the zone already, and when does each leg enter it?
pub fn disc_path(
    path: &Path,
    inside: impl Fn(V2) -> bool,
    enters: impl Fn(&Leg) -> Option<f64>,
) -> Option<When> {
    if inside(path.start.at) {
        return Some(When { leg: 0, t: 0.0 });
    }
    path.legs.iter().enumerate().find_map(|(leg, l)| enters(l).map(|t| When { leg, t }))
}

/// When a leg's centre enters the circle; it does not begin inside.
pub fn leg_into_circle(leg: &Leg, centre: V2, radius: f64) -> Option<f64> {
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
pub fn leg_into_outline(leg: &Leg, outline: &[V2], zone: f64) -> Option<f64> {
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
