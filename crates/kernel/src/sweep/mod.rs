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
