//! The least gap between a base that moves and something that stands, and when it is first reached.
use crate::gap::{closest, point_and_outline, Closest};
use crate::num::atan2;
use crate::path::{Leg, Path};
use crate::region::part_radius;
use crate::shape::{Part, Piece, Shape, Standing};
use crate::sweep::{safe_step, When};
use crate::vec::{nearest_on_segment, V2};

/// Two gaps this near to each other count as the same: the earlier moment stands.
const SAME: f64 = 1e-9;
/// After this many steps on one leg the search for something smaller gets coarser,
const PATIENCE: usize = 500;
/// but never coarser than this.
const COARSE: f64 = 2e-4;
/// No leg takes more.
const MOST_STEPS: usize = 200_000;

/// The least gap over a whole path.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    /// The gap.
    pub gap: f64,
    /// The first moment at which it is reached.
    pub when: When,
}

impl Least {
    fn take(&mut self, gap: f64, leg: usize, t: f64) {
        let when = When { leg, t };
        if gap < self.gap - SAME || (gap < self.gap + SAME && when.before(&self.when)) {
            *self = Least { gap: gap.min(self.gap), when };
        }
    }
}

/// The least gap between the moving shape and the standing one, if it is at most `within`.
pub fn least(shape: &Shape, path: &Path, target: &Standing, within: f64) -> Option<Least> {
    let beyond = When { leg: usize::MAX, t: 1.0 };
    let mut best = Least { gap: within + SAME, when: beyond };
    let still = Leg::still(path.start);
    let legs: &[Leg] = if path.legs.is_empty() { core::slice::from_ref(&still) } else { &path.legs };
    for (k, leg) in legs.iter().enumerate() {
        match shape.disc_radius().and_then(|radius| disc_leg(leg, radius, target)) {
            Some((gap, t)) => best.take(gap, k, t),
            None => leg_by_steps(shape, leg, k, target, &mut best),
        }
    }
    (best.when != beyond && best.gap <= within).then_some(best)
}

/// In closed form: a disc against a disc, or going straight and not entering a polygon.
fn disc_leg(leg: &Leg, radius: f64, target: &Standing) -> Option<(f64, f64)> {
    if let Some((centre, other)) = target.disc() {
        let distance = |t: f64| (leg.place(t) - centre).norm();
        let middle = match leg.arc {
            None => nearest_on_segment(centre, leg.from.at, leg.to).1,
            Some(arc) => {
                let toward = centre - arc.centre;
                let begin = atan2(arc.arm.y, arc.arm.x);
                arc.passes(begin, atan2(toward.y, toward.x)).unwrap_or(0.0)
            }
        };
        let (gap, t) = earliest_least(&[0.0, middle, 1.0], distance);
        return Some((gap - radius - other, t));
    }
    if target.outline.is_empty() || leg.arc.is_some() {
        return None;
    }
    let (from, way) = (leg.from.at, leg.to - leg.from.at);
    if point_and_outline(from, &target.outline).0 <= 0.0 {
        return None;
    }
    let mut best = (f64::INFINITY, 0.0);
    let mut a = target.outline[target.outline.len() - 1];
    for &b in &target.outline {
        let (side_a, side_b) = (way.cross(a - from), way.cross(b - from));
        if side_a * side_b <= 0.0 {
            let side = b - a;
            let (side_from, side_to) = (side.cross(from - a), side.cross(leg.to - a));
            if side_from * side_to <= 0.0 {
                return None; // it crosses: how deep it goes is for the steps to find
            }
        }
        let distance = |t: f64| {
            let p = if t >= 1.0 { leg.to } else { from + way * t };
            (nearest_on_segment(p, a, b).0 - p).norm()
        };
        let beside = |p: V2| nearest_on_segment(p, from, leg.to).1;
        let found = earliest_least(&[0.0, beside(a), beside(b), 1.0], distance);
        if found.0 < best.0 - SAME || (found.0 < best.0 + SAME && found.1 < best.1) {
            best = (found.0.min(best.0), found.1);
        }
        a = b;
    }
    Some((best.0 - radius, best.1))
}

fn earliest_least(times: &[f64], value: impl Fn(f64) -> f64) -> (f64, f64) {
    let mut best = (f64::INFINITY, 0.0);
    for &t in times {
        let here = value(t);
        if here < best.0 - SAME || (here < best.0 + SAME && t < best.1) {
            best = (here.min(best.0), t);
        }
    }
    best
}

/// By steps that cannot pass over anything smaller than the best so far.
fn leg_by_steps(shape: &Shape, leg: &Leg, k: usize, target: &Standing, best: &mut Least) {
    let way = leg.bounds();
    let mut corners = Vec::new();
    for part in shape.parts() {
        for other in &target.parts {
            if !way.grown(part_radius(part) + best.gap.max(0.0) + SAME).meets(other.bounds) {
                continue;
            }
            steps_of_part(part, leg, k, other.piece(), best, &mut corners);
        }
    }
}

fn steps_of_part(
    part: &Part,
    leg: &Leg,
    k: usize,
    target: Piece<'_>,
    best: &mut Least,
    corners: &mut Vec<V2>,
) {
    let mut t = 0.0;
    let mut below = 0.5 * SAME;
    for step in 1..MOST_STEPS {
        let moment = leg.moment(t);
        let mut near = closest(part.standing(moment.at, moment.axis, corners), target);
        if near.gap < best.gap - SAME {
            best.take(near.gap, k, t);
            let (gap, at) = downhill(part, leg, target, corners, t);
            best.take(gap, k, at);
            near = closest(part.standing(moment.at, moment.axis, corners), target);
        } else if near.gap < best.gap + SAME {
            best.take(near.gap, k, t);
        }
        if step % PATIENCE == 0 {
            below = (below * 4.0).min(COARSE);
        }
        // how deep something has gone in that is well inside need not be known as finely
        let margin = if best.gap < -10.0 * COARSE { COARSE } else { below };
        let go = safe_step(part, leg, &moment, corners, target, &near, best.gap.min(near.gap) - margin);
        if t >= 1.0 || go >= 1.0 {
            return;
        }
        t = (t + go.max(1e-12)).min(1.0);
    }
}

/// From a moment on, along the way the gap shrinks, to where it stops shrinking.
fn downhill(part: &Part, leg: &Leg, target: Piece<'_>, corners: &mut Vec<V2>, from: f64) -> (f64, f64) {
    let mut at = |t: f64| {
        let moment = leg.moment(t);
        let near = closest(part.standing(moment.at, moment.axis, corners), target);
        (near.gap, growth(leg, &near, t))
    };
    let flat = -1e-10 * (1.0 + leg.length);
    let (gap, slope) = at(from);
    if slope >= flat || from >= 1.0 {
        return (gap, from);
    }
    let (mut low, mut step) = (from, 1e-3);
    let mut high = loop {
        let t = (low + step).min(1.0);
        let (gap, slope) = at(t);
        if slope >= flat {
            break t;
        }
        low = t;
        if t >= 1.0 {
            return (gap, 1.0);
        }
        step *= 2.0;
    };
    for _ in 0..60 {
        let t = 0.5 * (low + high);
        if t <= low || t >= high {
            break;
        }
        if at(t).1 >= flat {
            high = t;
        } else {
            low = t;
        }
    }
    (at(high).0, high)
}

/// How fast the gap grows at a moment, as far as its direction stays.
fn growth(leg: &Leg, near: &Closest, t: f64) -> f64 {
    let moment = leg.moment(t);
    -near.normal.dot(moment.velocity + (near.on_a - moment.at).perp() * leg.spin())
}
