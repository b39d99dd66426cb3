//! The circles a shortest way bends round, and which parts of them are free.
//!
//! Directions are ordered by their *turn*: a number from 0 to 4 that grows counter-clockwise, one a quarter; true
//! angles are only needed for lengths.
use super::body::{in_cone, Body, Corner, TOUCH};
use crate::num::{atan2, TAU};
use crate::vec::{v2, Bounds, V2};

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

/// What rings are cut by: solid bodies, the edge of the table, and ground.
pub(crate) struct Around<'a> {
    pub(crate) solid: &'a [Body],
    pub(crate) floor: Bounds,
    pub(crate) ground: &'a [(Body, f64)],
}

impl Around<'_> {
    /// May the centre be here?
    pub(crate) fn free(&self, p: V2) -> bool {
        self.on_floor(p) && self.solid.iter().all(|b| b.distance(p) >= -TOUCH)
    }

    pub(crate) fn on_floor(&self, p: V2) -> bool {
        p.x >= self.floor.low.x - TOUCH
            && p.x <= self.floor.high.x + TOUCH
            && p.y >= self.floor.low.y - TOUCH
            && p.y <= self.floor.high.y + TOUCH
    }

    /// What an inch costs here.
    pub(crate) fn factor(&self, p: V2) -> f64 {
        let lying = self.ground.iter().filter(|(b, _)| b.distance(p) < -TOUCH).map(|g| g.1);
        lying.fold(None, |m: Option<f64>, f| Some(m.map_or(f, |m| m.max(f)))).unwrap_or(1.0)
    }

    /// The free stretches of a ring.
    pub(crate) fn stretches(&self, ring: &Ring) -> Vec<Stretch> {
        if ring.r <= 0.0 {
            return self.corner_stretch(ring);
        }
        let near = |b: &&Body| (b.mid - ring.c).norm() < b.rad + ring.r;
        let solid: Vec<&Body> = self.solid.iter().filter(near).collect();
        let ground: Vec<&(Body, f64)> = self.ground.iter().filter(|g| near(&&g.0)).collect();
        let mut cuts: Vec<V2> = Vec::new();
        solid.iter().for_each(|b| b.circle_cuts(ring.c, ring.r, &mut cuts));
        ground.iter().for_each(|g| g.0.circle_cuts(ring.c, ring.r, &mut cuts));
        self.floor_cuts(ring, &mut cuts);
        if let Some((from, to)) = ring.cone {
            cuts.push(from);
            cuts.push(to);
        }
        let mut turns: Vec<f64> = cuts.iter().map(|&v| turn_of(v)).collect();
        turns.sort_by(f64::total_cmp);
        turns.dedup_by(|a, b| *a - *b < 1e-12);
        // the first free place to begin at: a cut if there is one
        let begin = turns.first().copied().unwrap_or(0.0);
        let mut ends: Vec<f64> = turns.iter().skip(1).map(|t| t - begin).collect();
        ends.push(4.0);
        let mut parts: Vec<Stretch> = Vec::new();
        let mut low = 0.0;
        for high in ends {
            let n = direction(begin + 0.5 * (low + high));
            let p = ring.at(n);
            if ring.shows(n) && self.on_floor(p) && solid.iter().all(|b| b.distance(p) >= -TOUCH) {
                let lying = ground.iter().filter(|g| g.0.distance(p) < -TOUCH).map(|g| g.1);
                let factor =
                    lying.fold(None, |m: Option<f64>, f| Some(m.map_or(f, |m| m.max(f)))).unwrap_or(1.0);
                append(&mut parts, begin + low, high - low, factor);
            }
            low = high;
        }
        join_ends(&mut parts);
        parts.retain(|s| s.len > 1e-10);
        parts
    }

    fn corner_stretch(&self, ring: &Ring) -> Vec<Stretch> {
        if !self.free(ring.c) {
            return Vec::new();
        }
        let (start, len) = match ring.cone {
            Some((from, to)) => (turn_of(from), wrapped(turn_of(to) - turn_of(from))),
            None => (0.0, 4.0),
        };
        vec![Stretch { start, len, whole: ring.cone.is_none(), costs: vec![(0.0, 1.0)] }]
    }

    fn floor_cuts(&self, ring: &Ring, cuts: &mut Vec<V2>) {
        let (low, high) = (self.floor.low - ring.c, self.floor.high - ring.c);
        for (off, n) in
            [(low.x, v2(1.0, 0.0)), (high.x, v2(1.0, 0.0)), (low.y, v2(0.0, 1.0)), (high.y, v2(0.0, 1.0))]
        {
            if off.abs() < ring.r {
                let half = (ring.r * ring.r - off * off).sqrt();
                cuts.push((n * off + n.perp() * half).unit());
                cuts.push((n * off - n.perp() * half).unit());
            }
        }
    }
}

fn append(parts: &mut Vec<Stretch>, start: f64, len: f64, factor: f64) {
    if let Some(last) = parts.last_mut() {
        if (last.start + last.len - start).abs() < 1e-12 {
            let at = start - last.start;
            if last.costs.last().map(|c| c.1) != Some(factor) {
                last.costs.push((at, factor));
            }
            last.len = at + len;
            return;
        }
    }
    parts.push(Stretch { start, len, whole: false, costs: vec![(0.0, factor)] });
}

/// A part that goes on over the place where counting began, made one.
fn join_ends(parts: &mut Vec<Stretch>) {
    let closes = match (parts.first(), parts.last()) {
        (Some(f), Some(l)) => (l.start + l.len - f.start - 4.0).abs() < 1e-12,
        _ => false,
    };
    if !closes {
        return;
    }
    if parts.len() == 1 {
        parts[0].whole = true;
        parts[0].len = 4.0;
        return;
    }
    let first = parts.remove(0);
    if let Some(last) = parts.last_mut() {
        let at = last.len;
        for (i, &(place, factor)) in first.costs.iter().enumerate() {
            if i > 0 || last.costs.last().map(|c| c.1) != Some(factor) {
                last.costs.push((at + place, factor));
            }
        }
        last.len += first.len;
    }
}
