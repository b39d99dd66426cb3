//! Lines of sight between volumes past prisms.
//!
//! A volume is a footprint times a height. Everything that stands between is made larger by half the smallest opening
//! that counts, so that narrower openings close; then a line is free if it enters nothing. Which lines of the plan
//! are tried: every line that touches two of the things in question - among them are the last free lines of any
//! opening - and, where something can be looked over or under, a dense family from one base to the other besides.
//! For each line of the plan the heights are settled exactly.

mod foot;
mod heights;
mod lines;

use crate::gap;
use crate::shape::{Piece, Pose, Shape, Standing};
use crate::vec::V2;
use foot::Foot;
use heights::{Block, Heights};
use lines::Line;

/// An opening narrower than this does not count.
pub const OPENING: f64 = 0.01;
/// A line may enter something this deep by rounding.
const TOUCH: f64 = 1e-9;

/// A footprint where it stands, from a bottom to a top in inches.
#[derive(Clone, Copy, Debug)]
pub struct Prism<'a> {
    shape: &'a Shape,
    pose: Pose,
    low: f64,
    high: f64,
}

impl<'a> Prism<'a> {
    /// A footprint from one height to another.
    pub fn new(shape: &'a Shape, pose: Pose, low: f64, high: f64) -> Prism<'a> {
        Prism { shape, pose, low: low.min(high), high: low.max(high) }
    }

    fn standing(&self) -> Standing {
        Standing::new(self.shape, self.pose)
    }
}

/// One convex thing in the way.
struct Obstacle {
    foot: Foot,
    low: f64,
    high: f64,
    /// Too high and too low for every line in question.
    full: bool,
}

/// Does some straight line lead from a point of `a` to a point of `b` past everything between?
pub fn sees(a: &Prism<'_>, b: &Prism<'_>, between: &[Prism<'_>]) -> bool {
    let (foot_a, foot_b) = (a.standing(), b.standing());
    if a.low <= b.high && b.low <= a.high && gap::between(&foot_a, &foot_b).gap <= OPENING {
        return true;
    }
    let mut work = Heights::default();
    foot_a.parts.iter().any(|pa| {
        foot_b.parts.iter().any(|pb| {
            let ends = Ends { a: Foot::of(pa.piece()), b: Foot::of(pb.piece()), a_high: a, b_high: b };
            ends.see_each_other(between, &mut work)
        })
    })
}

/// The two convex bodies at the ends of the lines.
struct Ends<'a> {
    a: Foot,
    b: Foot,
    a_high: &'a Prism<'a>,
    b_high: &'a Prism<'a>,
}

impl Ends<'_> {
    fn see_each_other(&self, between: &[Prism<'_>], work: &mut Heights) -> bool {
        let obstacles = self.obstacles(between);
        if obstacles.is_empty() {
            return true;
        }
        let overlap = gap::closest(self.a.piece(), self.b.piece()).gap < 0.0;
        let direct = Line::through(self.a.middle(), self.b.middle());
        if overlap {
            return self.one_above_the_other(&obstacles, work);
        }
        if direct.map_or(false, |line| self.free(&line, &obstacles, work)) {
            return true;
        }
        let mut tangents = Vec::with_capacity(8);
        lines::touching_both(&self.a, &self.b, &mut tangents);
        if self.shut_off_by_one(&tangents, &obstacles) {
            return false;
        }
        if tangents.iter().any(|line| self.free(line, &obstacles, work)) {
            return true;
        }
        if obstacles.iter().any(|o| !o.full || !self.stands_clear(o)) && self.over_or_under(&obstacles, work)
        {
            return true;
        }
        self.past_corners(&obstacles, work)
    }

    /// What can be in the way of any line at all, in convex pieces.
    fn obstacles(&self, between: &[Prism<'_>]) -> Vec<Obstacle> {
        let low = self.a_high.low.min(self.b_high.low);
        let high = self.a_high.high.max(self.b_high.high);
        // very flat volumes would drown in the margin
        let flattest = (self.a_high.high - self.a_high.low).min(self.b_high.high - self.b_high.low);
        let margin = (0.5 * OPENING).min(0.25 * flattest);
        let along = (self.b.middle() - self.a.middle()).unit();
        let room = |n: V2| (self.a.reach(n).max(self.b.reach(n)), -self.a.reach(-n).max(self.b.reach(-n)));
        let (front, back) = room(along);
        let (left, right) = room(along.perp());
        let mut found = Vec::new();
        for prism in between {
            let (bottom, top) = (prism.low - margin, prism.high + margin);
            if top <= low || bottom >= high {
                continue;
            }
            let reach = prism.shape.radius() + OPENING;
            let (ahead, aside) = (along.dot(prism.pose.at), along.perp().dot(prism.pose.at));
            if ahead - reach > front || ahead + reach < back || aside - reach > left || aside + reach < right
            {
                continue;
            }
            for part in &prism.standing().parts {
                let foot = Foot::grown(part.piece(), 0.5 * OPENING);
                let apart = foot.reach(-along) < -front
                    || foot.reach(along) < back
                    || foot.reach(-along.perp()) < -left
                    || foot.reach(along.perp()) < right;
                if !apart {
                    let full = bottom <= low && top >= high;
                    found.push(Obstacle { foot, low: bottom, high: top, full });
                }
            }
        }
        found
    }

    /// A single thing of full height that lies across both outer edges of the view hides all of it.
    fn shut_off_by_one(&self, tangents: &[Line], obstacles: &[Obstacle]) -> bool {
        let mut outer =
            tangents.iter().filter(|line| line.side(self.a.middle()) * line.side(self.b.middle()) > 0.0);
        let outer: Vec<Line> = outer.by_ref().filter_map(|line| self.directed(line)).collect();
        outer.len() >= 2
            && obstacles.iter().filter(|o| o.full && self.stands_clear(o)).any(|o| {
                outer.iter().all(|line| match (self.spans(line), o.foot.crossed(line)) {
                    (Some((a, b)), Some((from, to))) => from > a.1 && to < b.0,
                    _ => false,
                })
            })
    }

    /// Does an obstacle leave both ends whole, but for the margin?
    fn stands_clear(&self, obstacle: &Obstacle) -> bool {
        [&self.a, &self.b]
            .iter()
            .all(|end| gap::closest(end.piece(), obstacle.foot.piece()).gap > -1.5 * OPENING)
    }

    /// The line in the direction from the first end to the second, if it passes both.
    fn directed(&self, line: &Line) -> Option<Line> {
        let (a, b) = (self.a.passed(line)?, self.b.passed(line)?);
        Some(if a.0 + a.1 <= b.0 + b.1 { *line } else { line.turned_round() })
    }

    /// Where a line passes the two ends, the first before the second.
    fn spans(&self, line: &Line) -> Option<((f64, f64), (f64, f64))> {
        let (a, b) = (self.a.passed(line)?, self.b.passed(line)?);
        (a.0 + a.1 <= b.0 + b.1).then_some((a, b))
    }

    /// Is there a free line above this line of the plan?
    fn free(&self, line: &Line, obstacles: &[Obstacle], work: &mut Heights) -> bool {
        self.directed(line).map_or(false, |line| {
            self.spans(&line).map_or(false, |(a, b)| self.free_between(&line, a, b, obstacles, work))
        })
    }

    fn free_between(
        &self,
        line: &Line,
        a: (f64, f64),
        b: (f64, f64),
        obstacles: &[Obstacle],
        work: &mut Heights,
    ) -> bool {
        work.blocks.clear();
        for o in obstacles {
            if let Some((from, to)) = o.foot.crossed(line) {
                if from < b.1 && to > a.0 {
                    if o.full && from < b.0 && to > a.1 {
                        return false;
                    }
                    work.blocks.push(Block { from, to, low: o.low, high: o.high });
                }
            }
        }
        work.free(a, (self.a_high.low, self.a_high.high), b, (self.b_high.low, self.b_high.high))
    }

    /// Lines over or under something: from points all around one base to points all around the other, for each side
    /// of an obstacle the lines that begin and end furthest from it or nearest to it, and from points all around either
    /// base past either flank of an obstacle.
    fn over_or_under(&self, obstacles: &[Obstacle], work: &mut Heights) -> bool {
        let (from, to) = (self.a.around(), self.b.around());
        let mut free = |p: V2, q: V2| Line::through(p, q).map_or(false, |l| self.free(&l, obstacles, work));
        if from.iter().any(|&p| to.iter().any(|&q| free(p, q))) {
            return true;
        }
        obstacles.iter().filter(|o| !o.full).any(|o| {
            o.foot.normals().iter().any(|&n| {
                [n, -n].iter().any(|&m| {
                    let p = self.a.furthest(m);
                    free(p, self.b.furthest(m)) || free(p, self.b.furthest(-m))
                })
            })
        }) || {
            let mut found = Vec::new();
            from.iter().chain(to.iter()).any(|&p| {
                let pin = Foot::of(Piece::Disc { centre: p, radius: 0.0 });
                obstacles.iter().any(|o| {
                    found.clear();
                    lines::touching_both(&pin, &o.foot, &mut found);
                    found.iter().any(|line| self.free(line, obstacles, work))
                })
            })
        }
    }

    /// Lines that touch two obstacles, or one and an end.
    fn past_corners(&self, obstacles: &[Obstacle], work: &mut Heights) -> bool {
        let feet: Vec<&Foot> =
            [&self.a, &self.b].into_iter().chain(obstacles.iter().map(|o| &o.foot)).collect();
        let mut found = Vec::new();
        for i in 0..feet.len() {
            for j in (i + 1).max(2)..feet.len() {
                found.clear();
                lines::touching_both(feet[i], feet[j], &mut found);
                if found.iter().any(|line| self.free(line, obstacles, work)) {
                    return true;
                }
            }
        }
        false
    }

    /// The footprints overlap: lines from points of one to points of the other, straight up or down among them.
    fn one_above_the_other(&self, obstacles: &[Obstacle], work: &mut Heights) -> bool {
        let (from, to) = (self.a.around(), self.b.around());
        let lowest_top = self.a_high.high.min(self.b_high.high);
        let highest_bottom = self.a_high.low.max(self.b_high.low);
        let upright = |p: V2| {
            self.a.holds(p)
                && self.b.holds(p)
                && obstacles
                    .iter()
                    .all(|o| o.high <= lowest_top || o.low >= highest_bottom || !o.foot.holds(p))
        };
        if from.iter().chain(to.iter()).any(|&p| upright(p)) {
            return true;
        }
        from.iter().any(|&p| {
            to.iter().any(|&q| {
                let end = (q - p).norm();
                Line::through(p, q).map_or(false, |line| {
                    let at = line.place(p);
                    self.free_between(&line, (at, at), (at + end, at + end), obstacles, work)
                })
            })
        })
    }
}

fn middle_of(piece: Piece<'_>) -> V2 {
    crate::region::middle(piece)
}
