//! The best charge of a block: one wheel about a front corner, then straight on, then the door is closed.
//!
//! Seen from the corner about which it wheels, by which corner or side of the target the charger first touches it,
//! how many models meet, and what lies in its lane change at certain angles only. All of these are roots of sums of
//! sines and cosines: between two of them nothing changes, so the best wheel is at one of them, or it is 0.
mod free;
mod lane;
mod solve;
mod target;
mod trig;
mod turn;
mod view;

use super::Block;
use crate::path::Path;
use crate::shape::{Pose, Shape, Standing};
use crate::vec::{v2, V2};
pub use solve::solve;
pub use target::Flank;

/// So much a charger may overlap what it may touch: what rounding of poses at rest can do.
pub const FORGIVEN: f64 = 0.0003;
/// And so far it stays away from what it may not touch: more than what counts as contact and rounding together.
pub const UNTOUCHED: f64 = 0.001;
/// An oval in the way counts as the polygon of so many sides around it.
const OVAL_SIDES: usize = 96;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Charge<'a> {
    /// Who charges.
    pub charger: &'a Block,
    /// From where.
    pub pose: Pose,
    /// Who is charged.
    pub target: &'a Block,
    /// Where it stands.
    pub stands: Pose,
    /// How far the charger may go straight on.
    pub limit: f64,
    /// How far it may wheel, in radians; at most a quarter of a circle.
    pub turn: f64,
    /// How much of their sides two models have to share to be in contact; 0: a corner is enough.
    pub overlap: f64,
    /// What it may touch but not enter, then what it may not touch.
    pub things: Vec<(Standing, f64)>,
}

/// What came out of it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The best approach, and others that are as good, wheel and way included.
    Contact(Vec<Approach>),
    /// There is no approach.
    None(Missed),
}

/// One approach.
#[derive(Clone, Debug)]
pub struct Approach {
    /// Degrees of the wheel: left positive.
    pub wheel: f64,
    /// Inches straight on.
    pub straight: f64,
    /// Where the two first touch.
    pub contact: V2,
    /// Which side of the target.
    pub flank: Flank,
    /// Degrees by which the door is closed, counter-clockwise positive, about the place of contact.
    pub closing: f64,
    /// The charger's models that end in contact.
    pub chargers: Vec<usize>,
    /// The target's.
    pub targets: Vec<usize>,
    /// Wheel, straight, closing: those that are not nothing.
    pub path: Path,
}

/// In which part of the approach something is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum During {
    /// The wheel.
    Wheel,
    /// The way straight on.
    Straight,
    /// Closing the door.
    Closing,
}

/// Why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Missed {
    /// Something is in the way of the best one (None: the target itself), and of every other something.
    Blocked {
        /// Which of the things.
        by: Option<usize>,
        /// When.
        during: During,
    },
    /// The shortest way straight on is longer than the limit.
    OutOfReach {
        /// How long it is.
        straight: f64,
    },
    /// No wheel of at most 90° brings the target before the front.
    Turn,
}

/// Something in the way, as the frame shows it: a polygon (its first corner again at the end) or a disc.
#[derive(Clone, Debug)]
pub struct Thing {
    ring: Vec<V2>,
    disc: Option<(V2, f64)>,
    /// How far the charger stays away from it; below 0: may enter.
    margin: f64,
    index: Option<usize>,
}

impl Thing {
    fn new(standing: &Standing, margin: f64, index: usize, own: impl Fn(V2) -> V2) -> Thing {
        if let Some((centre, radius)) = standing.disc() {
            let disc = Some((own(centre), radius));
            return Thing { ring: Vec::new(), disc, margin, index: Some(index) };
        }
        let mut ring: Vec<V2> = standing.outline.iter().map(|&p| own(p)).collect();
        ring.push(ring[0]);
        Thing { ring, disc: None, margin, index: Some(index) }
    }

    fn seen(&self, own: impl Fn(V2) -> V2) -> Thing {
        let ring = self.ring.iter().map(|&p| own(p)).collect();
        Thing { ring, disc: self.disc.map(|(c, r)| (own(c), r)), ..*self }
    }
}

/// Something that stands, ovals as polygons around them.
pub fn standing(shape: &Shape, pose: Pose) -> Standing {
    let found = Standing::new(shape, pose);
    if found.disc().is_some() || !found.outline.is_empty() {
        return found;
    }
    let (mut points, middle) = (Vec::with_capacity(OVAL_SIDES), pose.at);
    let out = 1.0 / crate::num::sin_cos(crate::num::PI / OVAL_SIDES as f64).1;
    let drawn = shape.drawn(Pose { at: v2(0.0, 0.0), facing: pose.facing }, 1e-4);
    let step = (drawn.len() / OVAL_SIDES).max(1);
    points.extend(drawn.iter().step_by(step).map(|&p| p * (out * out)));
    Shape::polygon(&points).map_or(found, |hull| Standing::new(&hull, Pose { at: middle, facing: 0.0 }))
}
