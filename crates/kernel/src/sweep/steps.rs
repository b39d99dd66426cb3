//! Convex parts by steps that are proven free.
use super::corners::corner_past_corner;
use super::REACHED;
use crate::gap::{closest, support, Closest};
use crate::path::{Leg, Moment};
use crate::shape::{oval_support, Part, Piece};
use crate::vec::V2;

/// More steps than any motion on a table takes; then the place reached counts as the contact.
const MOST_STEPS: usize = 20_000;

/// When a leg of one convex part first brings it below the threshold, before `until`.
pub fn leg_of_part(
    part: &Part,
    leg: &Leg,
    target: Piece<'_>,
    threshold: f64,
    until: f64,
    corners: &mut Vec<V2>,
) -> Option<f64> {
    if let (Part::Polygon(own), Piece::Polygon(others), true) = (part, target, threshold < 0.0) {
        // corner passing corner: along the way they may overlap further than at any moment they have entered
        let touch = advance(part, leg, target, 0.0, 0.0, until, corners)?;
        let deep = advance(part, leg, target, threshold, touch, until, corners);
        return corner_past_corner(own, others, leg, -threshold, touch, deep.unwrap_or(until)).or(deep);
    }
    advance(part, leg, target, threshold, 0.0, until, corners)
}

/// The first time from `from` on, before `until`, at which the gap is down to the threshold.
fn advance(
    part: &Part,
    leg: &Leg,
    target: Piece<'_>,
    threshold: f64,
    from: f64,
    until: f64,
    corners: &mut Vec<V2>,
) -> Option<f64> {
    let mut t = from;
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
    if margin <= 0.0 {
        return 0.0;
    }
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
