//! The heights of a line whose plan is settled: can it pass every block above or below?
use crate::vec::{v2, V2};

/// A line may enter something this deep by rounding.
const TOUCH: f64 = 1e-9;
/// More ways past the blocks than any table offers.
const MOST_TRIES: usize = 4_000;

/// What a line meets: from where to where along it, from which height to which.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Where it begins along the line.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its bottom.
    pub low: f64,
    /// Its top.
    pub high: f64,
}

/// Room to work in, and the blocks that the line meets.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    /// What the line meets.
    pub blocks: Vec<Block>,
    /// The blocks as far as they count for one way of leaving and entering.
    trimmed: Vec<Block>,
    /// Polygons of possible lines, one after another.
    corners: Vec<V2>,
    tries: usize,
}

/// Through which side a line leaves the first volume or enters the second.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Front,
    Top,
    Bottom,
}

/// A line is given by its heights (x, y) at two places; this is its height at a third, as a sum of both.
#[derive(Clone, Copy, Debug)]
struct Scale {
    from: f64,
    to: f64,
}

impl Scale {
    fn at(&self, s: f64) -> V2 {
        let part = (s - self.from) / (self.to - self.from);
        v2(1.0 - part, part)
    }
}

impl Heights {
    /// Does some line leave the volume over `a` (heights `za`) and enter the one over `b` past all blocks?
    pub fn free(&mut self, a: (f64, f64), za: (f64, f64), b: (f64, f64), zb: (f64, f64)) -> bool {
        if self.blocks.is_empty() {
            return true;
        }
        // leaving through the top or entering through the bottom rises, the other two fall
        let steep = b.0 - a.1 > 1e-6;
        let (over, under) = (steep && zb.1 > za.1, steep && zb.0 < za.0);
        let (onto, into) = (steep && za.1 > zb.1, steep && za.0 < zb.0);
        let ways = [
            (true, Side::Front, Side::Front),
            (over, Side::Top, Side::Front),
            (into, Side::Front, Side::Bottom),
            (over && into, Side::Top, Side::Bottom),
            (under, Side::Bottom, Side::Front),
            (onto, Side::Front, Side::Top),
            (under && onto, Side::Bottom, Side::Top),
        ];
        ways.iter().any(|&(possible, leave, enter)| possible && self.way(a, za, b, zb, leave, enter))
    }

    fn way(
        &mut self,
        a: (f64, f64),
        za: (f64, f64),
        b: (f64, f64),
        zb: (f64, f64),
        leave: Side,
        enter: Side,
    ) -> bool {
        let scale = Scale { from: a.1, to: b.0.max(a.1 + 1e-9) };
        let (first, last) =
            (if leave == Side::Front { a.1 } else { a.0 }, if enter == Side::Front { b.0 } else { b.1 });
        self.trimmed.clear();
        for block in &self.blocks {
            // beyond the volumes the whole block counts; over or under them what is past the side taken
            let mut piece = |from: f64, to: f64, low: f64, high: f64| {
                let (from, to) = (block.from.max(from), block.to.min(to));
                let (low, high) = (block.low.max(low), block.high.min(high));
                if from <= to && low < high && block.from < last && block.to > first {
                    self.trimmed.push(Block { from, to, low, high });
                }
            };
            let all = f64::INFINITY;
            match leave {
                Side::Top => piece(a.0, a.1, za.1, all),
                Side::Bottom => piece(a.0, a.1, -all, za.0),
                Side::Front => {}
            }
            piece(a.1, b.0, -all, all);
            match enter {
                Side::Top => piece(b.0, b.1, zb.1, all),
                Side::Bottom => piece(b.0, b.1, -all, zb.0),
                Side::Front => {}
            }
        }
        let low = za.0.min(zb.0) - 1.0;
        let high = za.1.max(zb.1) + 1.0;
        let room = 1e4 + (high - low);
        self.corners.clear();
        self.corners.extend([v2(-room, -room), v2(room, -room), v2(room, room), v2(-room, room)]);
        let mut start = 0;
        let mut keep = |this: &mut Heights, sum: V2, most: f64| {
            let end = this.corners.len();
            this.cut(start, end, sum, most);
            start = end;
            this.corners.len() > end
        };
        let (at_a0, at_a1, at_b0, at_b1) = (scale.at(a.0), v2(1.0, 0.0), v2(0.0, 1.0), scale.at(b.1));
        let fits = match leave {
            Side::Front => keep(self, at_a1, za.1) && keep(self, -at_a1, -za.0),
            Side::Top => keep(self, at_a0, za.1) && keep(self, -at_a1, -za.1),
            Side::Bottom => keep(self, -at_a0, -za.0) && keep(self, at_a1, za.0),
        } && match enter {
            Side::Front => keep(self, at_b0, zb.1) && keep(self, -at_b0, -zb.0),
            Side::Bottom => keep(self, at_b0, zb.0) && keep(self, -at_b1, -zb.0),
            Side::Top => keep(self, -at_b0, -zb.1) && keep(self, at_b1, zb.1),
        };
        self.tries = 0;
        fits && self.past(0, start, scale)
    }

    /// Is there a line in the polygon that begins at `start` which passes the blocks from `k` on?
    fn past(&mut self, k: usize, start: usize, scale: Scale) -> bool {
        self.tries += 1;
        if k == self.trimmed.len() {
            return true;
        }
        if self.tries > MOST_TRIES {
            return false;
        }
        let block = self.trimmed[k];
        let (near, far) = (scale.at(block.from), scale.at(block.to));
        let end = self.corners.len();
        for (sign, most) in [(-1.0, -block.high), (1.0, block.low)] {
            self.cut(start, end, near * sign, most);
            let half = self.corners.len();
            if half > end {
                self.cut(end, half, far * sign, most);
                if self.corners.len() > half && self.past(k + 1, half, scale) {
                    return true;
                }
            }
            self.corners.truncate(end);
        }
        false
    }

    /// Cut the polygon between two places down to where the sum is at most `most`, and put what is left behind it.
    fn cut(&mut self, start: usize, end: usize, sum: V2, most: f64) {
        for k in start..end {
            let (p, q) = (self.corners[k], self.corners[if k + 1 == end { start } else { k + 1 }]);
            let (hp, hq) = (sum.dot(p) - most, sum.dot(q) - most);
            if hp <= TOUCH {
                self.corners.push(p);
            }
            if (hp < -TOUCH && hq > TOUCH) || (hp > TOUCH && hq < -TOUCH) {
                self.corners.push(p + (q - p) * (hp / (hp - hq)));
            }
        }
    }
}
