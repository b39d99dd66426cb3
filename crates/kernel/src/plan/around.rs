//! Where the centre may be, what an inch costs there, and which parts of a ring that leaves.
use super::body::{Body, TOUCH};
use super::ring::{direction, turn_of, wrapped, Ring, Stretch};
use crate::vec::{v2, Bounds, V2};

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
