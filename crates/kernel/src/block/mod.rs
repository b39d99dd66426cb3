//! Ranked blocks: models in files and ranks that move as one body.
//!
//! A block's origin is the middle of its front edge and it faces +x. All ranks but the last are full, the last is
//! centred, so the footprint is one rectangle or two.
pub mod charge;
pub mod hull;
pub mod plan;

use crate::path::Path;
use crate::shape::{axis, checked, checked_length, Pose, Refused, Shape};
use crate::vec::{v2, V2};

/// No block has more models.
pub const MOST_MODELS: usize = 10_000;
/// A turn of more degrees than this is taken as several legs.
const QUARTER: f64 = 90.0;

/// A rectangle along the axes of its block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Behind and ahead: x from, x to.
    pub x: (f64, f64),
    /// Right and left: y from, y to.
    pub y: (f64, f64),
}

impl Rank {
    /// The corners, counter-clockwise from the rear right one.
    pub fn corners(&self) -> [V2; 4] {
        let ((x0, x1), (y0, y1)) = (self.x, self.y);
        [v2(x0, y0), v2(x1, y0), v2(x1, y1), v2(x0, y1)]
    }
}

/// One step of a block; inches, or degrees from 0 up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Ahead; backwards when negative.
    Ahead(f64),
    /// To its left; to its right when negative.
    Aside(f64),
    /// Counter-clockwise about its left front corner; clockwise about the right one when negative.
    Wheel(f64),
    /// Counter-clockwise about its own middle; clockwise when negative.
    Pivot(f64),
}

/// Models in files and ranks.
#[derive(Clone, Debug)]
pub struct Block {
    /// How many models there are.
    pub models: usize,
    /// How many stand in a full rank.
    pub files: usize,
    /// One base, across the facing.
    pub base_width: f64,
    /// One base, along the facing.
    pub base_depth: f64,
    /// The footprint about the middle of the front edge.
    pub shape: Shape,
    rectangles: (Rank, Option<Rank>),
}

impl Block {
    /// A block; refused without models, files or a base of a size.
    pub fn new(models: usize, files: usize, base_width: f64, base_depth: f64) -> Result<Block, Refused> {
        let refuse = |why: String| Err(Refused(why));
        if !(1..=MOST_MODELS).contains(&models) {
            return refuse(format!("a block has {} models, not from 1 to {}", models, MOST_MODELS));
        }
        if files < 1 {
            return refuse("a block has at least one file".to_string());
        }
        let base_width = checked_length(base_width, "a base's width")?;
        let base_depth = checked_length(base_depth, "a base's depth")?;
        let files = files.min(models);
        let outline = outline(models, files, base_width, base_depth);
        let rectangles = rectangles(models, files, base_width, base_depth);
        Ok(Block { models, files, base_width, base_depth, shape: Shape::polygon(&outline)?, rectangles })
    }

    /// How many ranks there are, the last included.
    pub fn ranks(&self) -> usize {
        (self.models + self.files - 1) / self.files
    }

    /// How many models stand in this rank, the front one being 0.
    pub fn abreast(&self, rank: usize) -> usize {
        self.files.min(self.models - rank * self.files)
    }

    /// Inches across the front.
    pub fn width(&self) -> f64 {
        self.files as f64 * self.base_width
    }

    /// Inches from the front edge to the rearmost.
    pub fn depth(&self) -> f64 {
        self.ranks() as f64 * self.base_depth
    }

    /// The full ranks, and the last one where it is not full.
    pub fn rectangles(&self) -> (Rank, Option<Rank>) {
        self.rectangles
    }

    /// The middle of each model: the front rank first, each from its left.
    pub fn places(&self) -> Vec<V2> {
        let place = |model: usize| {
            let (rank, file) = (model / self.files, model % self.files);
            let middle = (self.abreast(rank) - 1) as f64 / 2.0;
            v2(-(rank as f64 + 0.5) * self.base_depth, (middle - file as f64) * self.base_width)
        };
        (0..self.models).map(place).collect()
    }

    /// The way of the middle of the front edge: one leg a step, of turns beyond 90° several equal ones.
    pub fn path(&self, start: Pose, steps: &[Step]) -> Result<Path, Refused> {
        let mut path = Path::new(start);
        for &step in steps {
            let (amount, pivot) = match step {
                Step::Ahead(d) => (d, None),
                Step::Aside(d) => (d, None),
                Step::Wheel(a) => (a, Some(v2(0.0, if a < 0.0 { -0.5 } else { 0.5 } * self.width()))),
                Step::Pivot(a) => (a, Some(v2(-0.5 * self.depth(), 0.0))),
            };
            checked(amount, "a step")?;
            let pivot = match pivot {
                None => {
                    let end = path.end();
                    let way = if let Step::Ahead(_) = step { end.axis() } else { end.axis().perp() };
                    path.push(end.at + way * amount, 0.0, None)?;
                    continue;
                }
                Some(pivot) => pivot,
            };
            if amount.abs() > 3600.0 {
                return Err(Refused(format!("a turn of {} degrees is more than ten whole ones", amount)));
            }
            let pieces = (amount.abs() / QUARTER).ceil().max(1.0);
            for _ in 0..pieces as usize {
                let from = path.end();
                let centre = from.at + pivot.turned(from.axis());
                let to = centre + (from.at - centre).turned(axis(amount / pieces));
                path.push(to, amount / pieces, Some(centre))?;
            }
        }
        Ok(path)
    }
}

fn rectangles(models: usize, files: usize, width: f64, depth: f64) -> (Rank, Option<Rank>) {
    let full = models / files;
    let half = 0.5 * files as f64 * width;
    let rear = -(full as f64) * depth;
    let whole = Rank { x: (rear, 0.0), y: (-half, half) };
    let left = models % files;
    let half = 0.5 * left as f64 * width;
    (whole, (left > 0).then_some(Rank { x: (rear - depth, rear), y: (-half, half) }))
}

fn outline(models: usize, files: usize, width: f64, depth: f64) -> Vec<V2> {
    let (whole, last) = rectangles(models, files, width, depth);
    let [a, b, c, d] = whole.corners();
    let mut points = vec![a, b, c, d];
    if let Some(last) = last {
        let [e, f, g, h] = last.corners();
        points.extend([g, h, e, f]);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::sin_cos_degrees;

    #[test]
    fn an_incomplete_last_rank_stands_in_the_middle() {
        let block = Block::new(7, 3, 1.0, 2.0).unwrap();
        assert_eq!((block.ranks(), block.width(), block.depth()), (3, 3.0, 6.0));
        assert_eq!(block.places()[6], v2(-5.0, 0.0));
        assert_eq!(block.shape.area(), 14.0);
        assert_eq!(Block::new(2, 5, 1.0, 1.0).unwrap().width(), 2.0);
    }

    #[test]
    fn a_wheel_there_and_back_carries_the_front_forward_and_to_the_left() {
        let block = Block::new(20, 5, 0.8, 0.8).unwrap();
        let start = Pose { at: v2(3.0, 1.0), facing: 20.0 };
        for degrees in [10.0, 45.0, 90.0, 130.0] {
            let end = block.path(start, &[Step::Wheel(degrees), Step::Wheel(-degrees)]).unwrap().end();
            let (sin, cos) = sin_cos_degrees(degrees);
            let way = (end.at - start.at).turned_back(start.axis());
            assert!((way - v2(4.0 * sin, 4.0 * (1.0 - cos))).norm() < 1e-12, "{} {:?}", degrees, way);
            assert!((end.facing - start.facing).abs() < 1e-12);
        }
    }
}
