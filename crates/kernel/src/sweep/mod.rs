//! When a base that moves first comes too near to something.
//!
//! Discs against discs and polygons are solved in closed form. Everything else advances along the leg by steps
//! that are proven free: a direction along which the two stand apart bounds their gap from below, and how fast
//! that separation can shrink is known to the second order. No step can jump over a thin wall or a graze.
mod corners;
mod discs;
mod steps;

use crate::gap::point_and_outline;
use crate::path::{Leg, Path};
use crate::region::part_radius;
use crate::shape::{Part, Shape, Standing, StandingPart};
use crate::vec::{v2, Bounds};
use discs::{disc_path, leg_into_circle, leg_into_outline};
use steps::leg_of_part;
pub use steps::safe_step;

/// A gap that comes this near to the threshold has reached it.
const REACHED: f64 = 1e-9;
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

/// The box that just holds everything a shape sweeps along a path, if it may turn.
pub fn swept_bounds(shape: &Shape, path: &Path) -> Bounds {
    let reach = shape.radius();
    let way = path.bounds();
    Bounds { low: way.low - v2(reach, reach), high: way.high + v2(reach, reach) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Pose;
    use crate::vec::V2;

    /// Numbers that look random and are the same every time.
    struct Numbers(u64);

    impl Numbers {
        fn between(&mut self, low: f64, high: f64) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
        }
        fn place(&mut self, far: f64) -> V2 {
            v2(self.between(-far, far), self.between(-far, far))
        }
    }

    fn arc_between(from: V2, to: V2, aside: f64) -> V2 {
        (from + to) * 0.5 + (to - from).perp() * aside
    }

    #[test]
    fn closed_forms_and_steps_find_the_same_first_contact() {
        let mut numbers = Numbers(7);
        let mut met = 0;
        for k in 0..4000 {
            let radius = numbers.between(0.2, 1.5);
            let from = numbers.place(5.0);
            let to = numbers.place(5.0);
            let around = (k % 2 == 0).then(|| arc_between(from, to, numbers.between(-2.0, 2.0)));
            let mut path = Path::new(Pose { at: from, facing: 0.0 });
            path.push(to, 0.0, around).unwrap();
            let other = match k % 3 {
                0 => Shape::disc(numbers.between(0.2, 2.0)).unwrap(),
                1 => Shape::rectangle(numbers.between(0.2, 4.0), numbers.between(0.2, 4.0)).unwrap(),
                _ => Shape::polygon(&[v2(2.0, 0.0), v2(-1.0, 1.5), v2(-0.5, 0.0), v2(-1.0, -1.5)]).unwrap(),
            };
            let stands = Pose { at: numbers.place(2.0), facing: numbers.between(0.0, 360.0) };
            let target = Standing::new(&other, stands);
            let threshold = [0.0, -0.0006, 0.5][k % 3];
            let disc = Shape::disc(radius).unwrap();
            let closed = first_below(&disc, &path, &target, threshold).map(|w| w.t);
            let mut corners = Vec::new();
            let stepped = target
                .parts
                .iter()
                .filter_map(|part| {
                    leg_of_part(&disc.parts()[0], &path.legs[0], part.piece(), threshold, 1.0, &mut corners)
                })
                .fold(None, |first: Option<f64>, t| Some(first.map_or(t, |f| f.min(t))));
            match (closed, stepped) {
                (Some(a), Some(b)) => {
                    met += 1;
                    assert!((a - b).abs() * path.length() < 1e-4, "{} {} {}", k, a, b);
                }
                (None, None) => {}
                // a touch within the last billionth is seen by one of them only
                (a, b) => {
                    let least = crate::clearance::least(&disc, &path, &target, 50.0).unwrap();
                    assert!((least.gap - threshold).abs() < 2e-9, "{} {:?} {:?} {:?}", k, a, b, least);
                }
            }
        }
        assert!(met > 1500);
    }

    #[test]
    fn a_slide_in_contact_is_free_and_takes_few_steps() {
        let wall =
            Standing::new(&Shape::rectangle(0.25, 20.0).unwrap(), Pose { at: v2(0.125, 0.0), facing: 0.0 });
        let base = Shape::oval(2.0, 1.0).unwrap();
        let mut path = Path::new(Pose { at: v2(-1.0, -5.0), facing: 0.0 });
        path.push(v2(-1.0, 5.0), 0.0, None).unwrap();
        assert_eq!(first_below(&base, &path, &wall, -0.0006), None);
        let mut inward = Path::new(path.start);
        inward.push(v2(-0.9, 5.0), 0.0, None).unwrap();
        let when = first_below(&base, &inward, &wall, -0.0006).unwrap();
        assert!((when.t - 0.006).abs() < 1e-9);
    }
}
