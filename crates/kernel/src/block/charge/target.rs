//! The block that is charged, seen from the corner about which the charger wheels: its sides and who stands along them.
use crate::block::hull::Frame;
use crate::block::{Block, Rank};
use crate::shape::Pose;
use crate::vec::V2;

/// Which side of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    /// Where it faces.
    Front,
    /// To its left.
    Left,
    /// To its right.
    Right,
    /// Behind.
    Rear,
}

/// One side of a convex piece; walked along, the piece is to the left.
#[derive(Clone, Debug)]
pub struct Side {
    /// Where it begins.
    pub from: V2,
    /// Unit vector along it.
    pub along: V2,
    /// Its length.
    pub length: f64,
    /// What one base takes of it.
    pub base: f64,
    /// Which side of the block it is.
    pub flank: Flank,
    /// The models along it, in order; none where the block goes on behind it.
    pub models: Vec<usize>,
}

impl Side {
    /// Where it ends.
    pub fn to(&self) -> V2 {
        self.from + self.along * self.length
    }

    /// The direction of somebody who stands flat against it.
    pub fn inward(&self) -> V2 {
        self.along.perp()
    }

    /// How far the side's line lies along `inward`.
    pub fn line(&self) -> f64 {
        self.inward().dot(self.from)
    }
}

/// One corner of a piece and the sides that end and begin there.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// Where it is.
    pub at: V2,
    /// The side that ends there.
    pub before: usize,
    /// The side that begins there.
    pub after: usize,
}

/// Four sides and corners a piece.
#[derive(Clone, Debug)]
pub struct Target {
    /// The sides of the full ranks, then those of the last one if it is not full.
    pub sides: Vec<Side>,
    /// The corners; the one of a number is where the side of that number begins.
    pub corners: Vec<Corner>,
}

impl Target {
    /// The block at its pose, as the frame shows it.
    pub fn new(block: &Block, pose: Pose, frame: &Frame) -> Target {
        let mut target = Target { sides: Vec::with_capacity(8), corners: Vec::with_capacity(8) };
        let (whole, last) = block.rectangles();
        let full = block.models / block.files;
        let (files, axis) = (block.files, pose.axis());
        let model = |rank: usize, file: usize| rank * files + file;
        let place = |p: V2| frame.own(pose.at + p.turned(axis));
        let (bw, bd) = (block.base_width, block.base_depth);
        let right = (0..full).rev().map(|r| model(r, files - 1)).collect();
        let front = (0..files).rev().map(|f| model(0, f)).collect();
        let left = (0..full).map(|r| model(r, 0)).collect();
        let rear = (0..files).map(|f| model(full - 1, f)).collect();
        target.add(whole, [right, front, left, rear], (bw, bd), frame.left, place);
        if let Some(last) = last {
            let abreast = block.abreast(full);
            let rear = (0..abreast).map(|f| model(full, f)).collect();
            let lists = [vec![model(full, abreast - 1)], Vec::new(), vec![model(full, 0)], rear];
            target.add(last, lists, (bw, bd), frame.left, place);
        }
        target
    }

    fn add(
        &mut self,
        rank: Rank,
        models: [Vec<usize>; 4],
        (bw, bd): (f64, f64),
        as_it_is: bool,
        place: impl Fn(V2) -> V2,
    ) {
        let first = self.sides.len();
        let corners = rank.corners().map(place);
        let flanks = [(Flank::Right, bd), (Flank::Front, bw), (Flank::Left, bd), (Flank::Rear, bw)];
        let sides = models.into_iter().zip(flanks).enumerate().map(|(k, (models, (flank, base)))| {
            let (from, to) = (corners[k], corners[(k + 1) % 4]);
            let (from, to, models) =
                if as_it_is { (from, to, models) } else { (to, from, models.into_iter().rev().collect()) };
            let length = (to - from).norm();
            Side { from, along: (to - from).unit(), length, base, flank, models }
        });
        if as_it_is {
            self.sides.extend(sides);
        } else {
            // in the mirror the same piece is walked the other way round
            let mut sides: Vec<Side> = sides.collect();
            sides.reverse();
            self.sides.append(&mut sides);
        }
        for k in 0..4 {
            let at = self.sides[first + k].from;
            self.corners.push(Corner { at, before: first + (k + 3) % 4, after: first + k });
        }
    }

    /// How many convex pieces there are.
    pub fn pieces(&self) -> usize {
        self.sides.len() / 4
    }

    /// The outline of a piece, its first corner again at the end.
    pub fn ring(&self, piece: usize) -> Vec<V2> {
        (0..5).map(|k| self.corners[4 * piece + k % 4].at).collect()
    }
}
