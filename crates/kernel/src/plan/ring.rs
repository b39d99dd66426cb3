//! The circles a shortest way bends round, and which parts of them are free.
//!
//! Directions are ordered by their *turn*: a number from 0 to 4 that grows counter-clockwise, one a quarter; true
//! angles are only needed for lengths.
use super::body::{in_cone, Body, Corner};
use crate::num::{atan2, TAU};
use crate::vec::{v2, V2};

/// Turns closer than this are the same direction.
pub(crate) const SAME: f64 = 1e-9;

/// The turn of a vector, in [0, 4).
pub(crate) fn turn_of(v: V2) -> f64 {
    let size = v.x.abs() + v.y.abs();
    match (v.x >= 0.0, v.y >= 0.0) {
        (true, true) => v.y / size,
        (false, true) => 1.0 - v.x / size,
        (false, false) => 2.0 - v.y / size,
        (true, false) => {
            let turn = 3.0 + v.x / size;
            if turn < 4.0 {
                turn
            } else {
                0.0
            }
        }
    }
}

/// The unit vector with this turn.
pub(crate) fn direction(turn: f64) -> V2 {
    let turn = wrapped(turn);
    let (quarter, f) = (turn.floor(), turn - turn.floor());
    let v = match quarter as u8 {
        0 => v2(1.0 - f, f),
        1 => v2(-f, 1.0 - f),
        2 => v2(f - 1.0, -f),
        _ => v2(f, f - 1.0),
    };
    v.unit()
}

/// A turn, or a difference of turns, brought into [0, 4).
pub(crate) fn wrapped(turn: f64) -> f64 {
    let w = turn - 4.0 * (turn * 0.25).floor();
    if w < 4.0 {
        w
    } else {
        0.0
    }
}

/// The angle in [0, 2π) from one unit vector counter-clockwise to another.
pub(crate) fn angle(from: V2, to: V2) -> f64 {
    let a = atan2(from.cross(to), from.dot(to));
    if a < 0.0 {
        a + TAU
    } else {
        a
    }
}

/// A part of a circle that is free to go along: from `start` counter-clockwise, and what an inch costs on it.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) start: f64,
    pub(crate) len: f64,
    /// All of the circle: there is no end, `start` is only where counting begins.
    pub(crate) whole: bool,
    /// Costs by place from `start`; the first begins at 0.
    pub(crate) costs: Vec<(f64, f64)>,
}

impl Stretch {
    /// How far a direction is from the beginning as one walks (`ccw` or not); `None` outside.
    pub(crate) fn place(&self, turn: f64, ccw: bool) -> Option<f64> {
        let at = wrapped(turn - self.start);
        if self.whole {
            return Some(if ccw { at } else { wrapped(-at) });
        }
        let at = if at > 4.0 - SAME { 0.0 } else { at };
        if at > self.len + SAME {
            return None;
        }
        let at = at.min(self.len);
        Some(if ccw { at } else { self.len - at })
    }

    /// What walking from `from` to `to` costs per unit of radius.
    pub(crate) fn walk(&self, from: V2, to: V2, ccw: bool) -> f64 {
        let (a, b) = if ccw { (from, to) } else { (to, from) };
        if self.costs.len() == 1 {
            return angle(a, b) * self.costs[0].1;
        }
        let (ta, tb) = (wrapped(turn_of(a) - self.start), wrapped(turn_of(b) - self.start));
        if tb >= ta {
            self.stretch_cost(a, b, ta, tb)
        } else {
            let begin = direction(self.start);
            self.stretch_cost(a, begin, ta, 4.0) + self.stretch_cost(begin, b, 0.0, tb)
        }
    }

    fn stretch_cost(&self, a: V2, b: V2, ta: f64, tb: f64) -> f64 {
        let mut sum = 0.0;
        for (i, &(at, factor)) in self.costs.iter().enumerate() {
            let end = self.costs.get(i + 1).map_or(4.0, |n| n.0);
            let (low, high) = (at.max(ta), end.min(tb));
            if low < high {
                let from = if low == ta { a } else { direction(self.start + low) };
                let to = if high == tb { b } else { direction(self.start + high) };
                sum += angle(from, to) * factor;
            }
        }
        sum
    }
}

/// A circle (or, with no radius, a corner) that ways bend round.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    pub(crate) c: V2,
    pub(crate) r: f64,
    /// The normals at which its own body leaves it uncovered; `None` all round.
    pub(crate) cone: Option<(V2, V2)>,
    /// The rings that this one runs into without an edge between, where its cone begins and where it ends.
    pub(crate) joined: [Option<u32>; 2],
}

impl Ring {
    pub(crate) fn of(corner: &Corner, whole: bool) -> Ring {
        Ring {
            c: corner.c,
            r: corner.r,
            cone: (!whole).then_some((corner.from, corner.to)),
            joined: [None; 2],
        }
    }

    pub(crate) fn at(&self, n: V2) -> V2 {
        self.c + n * self.r
    }

    /// May a way touch it here, as far as its own body goes?
    pub(crate) fn shows(&self, n: V2) -> bool {
        self.cone.map_or(true, |(from, to)| in_cone(from, to, n, SAME))
    }
}

/// The rings of some bodies, each circle once.
pub(crate) fn rings_of<'a>(bodies: impl Iterator<Item = &'a Body>) -> Vec<Ring> {
    let mut found: Vec<Ring> = Vec::new();
    for body in bodies {
        let (first, count) = (found.len() as u32, body.corners.len() as u32);
        for (k, corner) in body.corners.iter().enumerate() {
            let mut ring = Ring::of(corner, body.is_disc());
            let k = k as u32;
            let before = (k + count - 1) % count;
            if count > 1 && corner.r > 0.0 {
                ring.joined = [
                    body.edge(before as usize).is_none().then_some(first + before),
                    body.edge(k as usize).is_none().then_some(first + (k + 1) % count),
                ];
            }
            found.push(ring);
        }
    }
    let same_as = repeated(&found);
    let mut place: Vec<u32> = Vec::with_capacity(found.len());
    let mut kept = 0;
    for (k, same) in same_as.iter().enumerate() {
        if *same == k {
            place.push(kept);
            kept += 1;
        } else {
            place.push(place[*same]);
        }
    }
    for ring in &mut found {
        ring.joined = ring.joined.map(|j| j.map(|k| place[k as usize]));
    }
    let mut k = 0;
    found.retain(|_| {
        k += 1;
        same_as[k - 1] == k - 1
    });
    found
}

/// For each ring the first that is the same circle.
fn repeated(rings: &[Ring]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rings.len()).collect();
    order.sort_by(|&a, &b| rings[a].c.x.total_cmp(&rings[b].c.x).then(a.cmp(&b)));
    let mut same: Vec<usize> = (0..rings.len()).collect();
    for (n, &i) in order.iter().enumerate() {
        for &j in &order[n + 1..] {
            let (a, b) = (&rings[i], &rings[j]);
            if b.c.x - a.c.x > 1e-9 {
                break;
            }
            // corners without a radius stay: where two touch, each has directions of its own
            if a.r > 0.0 && (a.r - b.r).abs() <= 1e-9 && (a.c - b.c).norm() <= 1e-9 {
                let (first, again) = (i.min(j), i.max(j));
                same[again] = same[again].min(same[first]);
            }
        }
    }
    same
}
