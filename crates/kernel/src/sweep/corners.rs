//! Corner past corner.
//!
//! Two corners that pass each other overlapping by a little have at no moment entered as deep as their ways overlap:
//! each could always slip out along the other's side. What counts is how far the whole way would have to lie
//! aside to be free, and that is the distance of the corners at the moment they are level.
use crate::path::Leg;
use crate::vec::V2;

/// Corners farther apart than this many times the depth are left alone: sides then have entered as well.
const NEAR: f64 = 16.0;

/// The first moment between two at which a corner of the mover is level with one of the standing polygon and the
/// two overlap there by more than `depth`.
pub fn corner_past_corner(
    own: &[V2],
    others: &[V2],
    leg: &Leg,
    depth: f64,
    from: f64,
    until: f64,
) -> Option<f64> {
    let mut first: Option<f64> = None;
    for (i, &corner) in own.iter().enumerate() {
        let fastest = leg.length + leg.spin().abs() * corner.norm();
        if fastest <= 0.0 {
            continue;
        }
        for (j, &other) in others.iter().enumerate() {
            let pair = Pair { corner, other, leg };
            let mut t = from;
            while let Some(level) = pair.next_level(t, first.unwrap_or(until), NEAR * depth, fastest) {
                let (way, _) = pair.apart(level);
                if way.norm() > depth && overlap(own, i, others, j, leg, level, way) {
                    first = Some(level);
                    break;
                }
                t = level + 0.25 * NEAR * depth / fastest;
            }
        }
    }
    first
}

/// Does each corner point into the other: is the way from the mover's corner to the other one along which they overlap?
fn overlap(own: &[V2], i: usize, others: &[V2], j: usize, leg: &Leg, t: f64, way: V2) -> bool {
    let axis = leg.moment(t).axis;
    let (n, m) = (own.len(), others.len());
    let own_sides = [own[(i + 1) % n] - own[i], own[(i + n - 1) % n] - own[i]];
    let other_sides = [others[(j + 1) % m] - others[j], others[(j + m - 1) % m] - others[j]];
    own_sides.iter().all(|side| side.turned(axis).dot(way) >= 0.0)
        && other_sides.iter().all(|side| side.dot(way) <= 0.0)
}

/// A corner of the mover, about its origin, and one that stands.
struct Pair<'a> {
    corner: V2,
    other: V2,
    leg: &'a Leg,
}

impl Pair<'_> {
    /// The way from the mover's corner to the other, and how fast its square grows.
    fn apart(&self, t: f64) -> (V2, f64) {
        let moment = self.leg.moment(t);
        let arm = self.corner.turned(moment.axis);
        let way = self.other - (moment.at + arm);
        (way, -way.dot(moment.velocity + arm.perp() * self.leg.spin()))
    }

    /// The next moment at which the corners, within `near` of each other, stop nearing.
    fn next_level(&self, from: f64, until: f64, near: f64, fastest: f64) -> Option<f64> {
        let step = 0.125 * near / fastest;
        let mut t = from;
        let mut nearing: Option<f64> = None;
        while t < until {
            let (way, growth) = self.apart(t);
            let distance = way.norm();
            if distance > near {
                nearing = None;
                t += (distance - near) / fastest + 0.1 * step;
                continue;
            }
            if growth < 0.0 {
                nearing = Some(t);
            } else if let Some(before) = nearing {
                return Some(self.level(before, t));
            }
            t += step;
        }
        None
    }

    fn level(&self, mut before: f64, mut after: f64) -> f64 {
        for _ in 0..40 {
            let t = 0.5 * (before + after);
            if self.apart(t).1 < 0.0 {
                before = t;
            } else {
                after = t;
            }
        }
        0.5 * (before + after)
    }
}
