//! Everywhere a base can get for a budget.
use std::collections::HashMap;

use super::body::{Body, TOUCH};
use super::contour::{Chord, Tracer};
use super::field::Field;
use crate::vec::{v2, V2};

/// A place this deep in an obstacle may be there by the judge's tolerance; deeper it is not looked at.
const DEEPEST: f64 = 0.05;

/// Everywhere a base's centre can get and end for a budget.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Reached is what is in any of these.
    parts: Vec<Part>,
    area: f64,
    chords: Vec<Chord>,
}

/// Everywhere that one plan gets to.
#[derive(Clone, Debug)]
struct Part {
    field: Field,
    no_end: Vec<Body>,
    budget: f64,
}

impl Reach {
    /// Nowhere.
    pub(crate) fn nowhere() -> Reach {
        Reach { parts: Vec::new(), area: 0.0, chords: Vec::new() }
    }

    pub(crate) fn new(field: Field, no_end: Vec<Body>, start: V2, budget: f64, margin: f64) -> Reach {
        let leaf = (budget / 40.0).clamp(0.02, 0.25);
        let mut tracer =
            Tracer { field: &field, no_end: &no_end, budget, margin, leaf, area: 0.0, chords: Vec::new() };
        let across = 2.0 * (budget / field.world.least + leaf);
        let mut size = leaf;
        while size < across {
            size *= 2.0;
        }
        // no line of blocks through the start or along round numbers
        let shift = v2(0.137 * leaf, 0.071 * leaf);
        tracer.trace(start - v2(0.5 * size, 0.5 * size) + shift, size);
        let (area, chords) = (tracer.area, tracer.chords);
        Reach { parts: vec![Part { field, no_end, budget }], area, chords }
    }

    /// Everywhere that one of two leads to.
    pub fn joined(&self, other: &Reach) -> Reach {
        if self.chords.is_empty() {
            return other.clone();
        }
        if other.chords.is_empty() {
            return self.clone();
        }
        // of an edge that both share, on the same side, the first keeps its own
        let mine = self.chords.iter().flat_map(|c| beyond(c, &|_, right| !other.contains(right, 0.0)));
        let hers = |left: V2, right: V2| !self.contains(right, 0.0) && !self.contains(left, 0.0);
        let theirs = other.chords.iter().flat_map(|c| beyond(c, &hers));
        let chords: Vec<Chord> = mine.chain(theirs).collect();
        let mid = self.chords[0][0];
        let area = chords.iter().map(|c| area_beside(c, mid)).sum();
        Reach { parts: self.parts.iter().chain(&other.parts).cloned().collect(), area, chords }
    }

    /// Square inches of places for the centre.
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Can the centre get to within `tolerance` of this place and end there?
    pub fn contains(&self, p: V2, tolerance: f64) -> bool {
        self.parts.iter().any(|part| part.contains(p, tolerance.max(0.0)))
    }

    /// Rings for drawing, to be filled even-odd; no place of the outline is further than about `chord` from them.
    pub fn outline(&self, chord: f64) -> Vec<Vec<V2>> {
        joined(&self.chords).iter().map(|ring| thinned(ring, chord)).filter(|ring| ring.len() >= 3).collect()
    }
}

impl Part {
    fn contains(&self, p: V2, tolerance: f64) -> bool {
        let field = &self.field;
        if self.no_end.iter().any(|b| b.distance(p) < -tolerance - TOUCH) {
            return false;
        }
        let free = match moved_out(field, p, tolerance + TOUCH) {
            Some(free) => free,
            None => return false,
        };
        field.cost(free, &field.sight(), self.budget + tolerance + TOUCH).is_finite()
    }
}

/// How far beside an outline it is asked what lies there: more than outlines are off by.
const BESIDE: f64 = 0.004;

/// The parts of a piece of outline of which `kept` is true, given the places just left and right of it.
fn beyond(chord: &Chord, kept: &dyn Fn(V2, V2) -> bool) -> Vec<Chord> {
    let along = |t: f64| {
        let [a, m, b] = *chord;
        let control = m * 2.0 - (a + b) * 0.5;
        a * ((1.0 - t) * (1.0 - t)) + control * (2.0 * t * (1.0 - t)) + b * (t * t)
    };
    let ahead = (chord[2] - chord[0]).unit();
    let is_in = |t: f64| kept(along(t) + ahead.perp() * BESIDE, along(t) - ahead.perp() * BESIDE);
    let mut found = Vec::new();
    let mut piece = |from: f64, to: f64| found.push([along(from), along(0.5 * (from + to)), along(to)]);
    let (mut from, mut before) = (0.0, is_in(0.01));
    for (low, high) in [(0.01, 0.5), (0.5, 0.99)] {
        let after = is_in(high);
        if after != before {
            let (mut low, mut high) = (low, high);
            for _ in 0..20 {
                let t = 0.5 * (low + high);
                if is_in(t) == before {
                    low = t;
                } else {
                    high = t;
                }
            }
            if before {
                piece(from, high);
            }
            from = high;
            before = after;
        }
    }
    if before {
        piece(from, 1.0);
    }
    found
}

/// The area between a piece of outline and a place, counted against the clock.
fn area_beside(chord: &Chord, mid: V2) -> f64 {
    let [a, m, b] = *chord;
    0.5 * (a - mid).cross(b - mid) + 2.0 / 3.0 * (m - (a + b) * 0.5).cross(b - a)
}

/// The place itself or, where it is in something by at most `depth`, the way out of it.
fn moved_out(field: &Field, p: V2, depth: f64) -> Option<V2> {
    let depth = depth.min(DEEPEST);
    let floor = field.world.floor.grown(depth);
    if p.x < floor.low.x || p.x > floor.high.x || p.y < floor.low.y || p.y > floor.high.y {
        return None;
    }
    let floor = field.world.floor;
    let held = |q: V2| v2(q.x.max(floor.low.x).min(floor.high.x), q.y.max(floor.low.y).min(floor.high.y));
    let mut q = held(p);
    for _ in 0..8 {
        let mut moved = false;
        for body in &field.world.solid {
            let off = body.distance(q);
            if off < -TOUCH {
                if off < -depth {
                    return None;
                }
                q = held(q - body.outward(q) * (off - 0.5 * TOUCH));
                moved = true;
            }
        }
        if !moved {
            return Some(q);
        }
    }
    None
}

/// Pieces of outline put end to end.
fn joined(chords: &[Chord]) -> Vec<Vec<V2>> {
    let next = followers(chords);
    let mut used = vec![false; chords.len()];
    let mut rings = Vec::new();
    for first in 0..chords.len() {
        let mut ring = Vec::new();
        let mut at = first;
        while !used[at] {
            used[at] = true;
            ring.push(chords[at][0]);
            ring.push(chords[at][1]);
            at = next[at];
        }
        if !ring.is_empty() {
            rings.push(ring);
        }
    }
    rings
}

/// Which chord goes on where each ends: the one that begins there or, where a feature finer than a block was lost
/// between two, the nearest left over.
fn followers(chords: &[Chord]) -> Vec<usize> {
    const CELL: f64 = 1e-3;
    let key = |p: V2| ((p.x / CELL).floor() as i64, (p.y / CELL).floor() as i64);
    let mut starts: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    for (k, chord) in chords.iter().enumerate() {
        starts.entry(key(chord[0])).or_default().push(k);
    }
    let far = |k: usize, n: usize| (chords[n][0] - chords[k][2]).norm();
    let mut taken = vec![false; chords.len()];
    let mut next: Vec<Option<usize>> = vec![None; chords.len()];
    for (k, chord) in chords.iter().enumerate() {
        let (x, y) = key(chord[2]);
        let around = (x - 1..=x + 1).flat_map(|i| (y - 1..=y + 1).map(move |j| (i, j)));
        let here = around.filter_map(|c| starts.get(&c)).flatten().copied();
        let free = here.filter(|&n| !taken[n] && far(k, n) < 1e-5);
        next[k] = free.min_by(|&a, &b| far(k, a).total_cmp(&far(k, b)).then(a.cmp(&b)));
        if let Some(n) = next[k] {
            taken[n] = true;
        }
    }
    let loose: Vec<usize> = (0..chords.len()).filter(|&k| next[k].is_none()).collect();
    let ends: Vec<usize> = (0..chords.len()).filter(|&k| !taken[k]).collect();
    let mut pairs: Vec<(f64, usize, usize)> = loose
        .iter()
        .flat_map(|&k| ends.iter().map(move |&n| (k, n)))
        .map(|(k, n)| (far(k, n), k, n))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (_, k, n) in pairs {
        if next[k].is_none() && !taken[n] {
            next[k] = Some(n);
            taken[n] = true;
        }
    }
    next.iter().enumerate().map(|(k, n)| n.unwrap_or(k)).collect()
}

/// A ring with the points left out that lie within `chord` of the line through those kept.
fn thinned(ring: &[V2], chord: f64) -> Vec<V2> {
    let n = ring.len();
    if n < 4 {
        return ring.to_vec();
    }
    let far = (0..n)
        .max_by(|&a, &b| (ring[a] - ring[0]).norm2().total_cmp(&(ring[b] - ring[0]).norm2()))
        .unwrap_or(0);
    let mut keep = vec![false; n + 1];
    keep[0] = true;
    keep[far] = true;
    let mut waiting = vec![(0, far), (far, n)];
    while let Some((a, b)) = waiting.pop() {
        let (p, q) = (ring[a], ring[b % n]);
        let along = (q - p).unit();
        let furthest =
            (a + 1..b).map(|k| (along.cross(ring[k] - p).abs(), k)).max_by(|x, y| x.0.total_cmp(&y.0));
        if let Some((off, k)) = furthest {
            if off > chord {
                keep[k] = true;
                waiting.push((a, k));
                waiting.push((k, b));
            }
        }
    }
    (0..n).filter(|&k| keep[k]).map(|k| ring[k]).collect()
}
