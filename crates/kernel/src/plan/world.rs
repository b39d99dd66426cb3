//! All that a question is asked about.
use super::around::Around;
use super::body::{Body, TOUCH};
use super::ground;
use super::meet::Segment;
use super::ring::Ring;
use crate::vec::{v2, Bounds, V2};

/// All that a question is asked about.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) solid: Vec<Body>,
    pub(crate) floor: Bounds,
    pub(crate) ground: Vec<(Body, f64)>,
    pub(crate) rings: Vec<Ring>,
    /// Places on borders of ground where a way may bend.
    pub(crate) stops: Vec<V2>,
    /// No inch costs less.
    pub(crate) least: f64,
}

impl World {
    pub(crate) fn around(&self) -> Around<'_> {
        Around { solid: &self.solid, floor: self.floor, ground: &self.ground }
    }

    /// Can the centre go straight?
    pub(crate) fn clear(&self, s: &Segment) -> bool {
        self.solid.iter().all(|b| b.clear(s, TOUCH))
    }

    /// Open ground everywhere, at its price.
    pub(crate) fn paid_only(&self) -> Around<'_> {
        let everywhere = Bounds { low: v2(-1e9, -1e9), high: v2(1e9, 1e9) };
        Around { solid: &[], floor: everywhere, ground: &self.ground }
    }

    pub(crate) fn cost(&self, s: &Segment) -> f64 {
        if self.ground.is_empty() {
            s.len
        } else {
            ground::cost(&self.ground, s)
        }
    }
}
