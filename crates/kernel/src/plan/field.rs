//! What it costs to get to any place: the least over the roots of a finished search that see it.
use super::body::{Body, TOUCH};
use super::meet::Segment;
use super::ring::{turn_of, Stretch, SAME};
use super::search::{Root, Search, Spot};
use super::stops::Stops;
use super::tangent::{ahead, normal, tangent};
use super::world::World;
use crate::vec::V2;

/// A root to look out from.
#[derive(Clone, Debug)]
struct Source {
    /// The place, or the ring's centre.
    at: V2,
    d: f64,
    walk: Option<Walk>,
    /// Sources beside it on a border, evenly spaced.
    beside: Option<(u32, u32)>,
    /// One bit for each of the first 64 pieces of ground that a place without a radius lies in.
    within: u64,
}

/// A stretch of a ring, from where it is entered to where something cheaper comes in.
#[derive(Clone, Debug)]
struct Walk {
    r: f64,
    ccw: bool,
    entered: V2,
    stretch: Stretch,
    place: f64,
    room: f64,
}

/// The cost of getting anywhere from one start.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) world: World,
    sources: Vec<Source>,
}

/// What of a field matters to a part of the table: sources that may be the best there, solid bodies that may hide them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// Sources with the least that getting anywhere in that part from them costs, in its order.
    pub(crate) sources: Vec<(f64, u32)>,
    pub(crate) hiding: Vec<u32>,
}

/// Ground that all of a part of the table lies in, this deep at least.
#[derive(Clone, Copy)]
struct Paving {
    bit: u64,
    price: f64,
    depth: f64,
}

impl Field {
    pub(crate) fn of(search: &Search<'_>, stops: &Stops) -> Field {
        let world = search.world.clone();
        let mut sources: Vec<Source> = Vec::with_capacity(search.roots.len());
        let mut stop_source: Vec<Option<u32>> = vec![None; world.stops.len()];
        let costs = settled_costs(search, stops);
        for (root, &d) in search.roots.iter().zip(&costs) {
            let mut source = Source { at: root.at, d, walk: None, beside: None, within: 0 };
            match root.spot {
                Spot::Ring { ring, ccw, n } => {
                    let circle = &world.rings[ring as usize];
                    if circle.r > 0.0 {
                        source.at = circle.c;
                        let stretch = search.stretches(ring as usize)[root.stretch as usize].clone();
                        let (place, room) = (root.place, root.room);
                        source.walk = Some(Walk { r: circle.r, ccw, entered: n, stretch, place, room });
                    } else if sources.iter().any(|s| s.walk.is_none() && s.at == root.at && s.d <= d) {
                        continue;
                    }
                }
                Spot::Stop(k) => stop_source[k as usize] = Some(sources.len() as u32),
                _ => {}
            }
            if source.walk.is_none() {
                source.within = lying_in(&world, source.at);
            }
            sources.push(source);
        }
        for (k, beside) in stops.beside.iter().enumerate() {
            if let (Some(here), Some((a, b))) = (stop_source[k], *beside) {
                if let (Some(a), Some(b)) = (stop_source[a as usize], stop_source[b as usize]) {
                    sources[here as usize].beside = Some((a, b));
                }
            }
        }
        Field { world, sources }
    }

    /// Everything.
    pub(crate) fn sight(&self) -> Sight {
        Sight {
            sources: (0..self.sources.len() as u32).map(|k| (self.sources[k as usize].d, k)).collect(),
            hiding: (0..self.world.solid.len() as u32).collect(),
        }
    }

    /// Where a straight way from a source to `p` begins and what it costs up to there.
    fn from(&self, source: &Source, p: V2) -> Option<(f64, V2)> {
        let walk = match &source.walk {
            None => return Some((source.d, source.at)),
            Some(walk) => walk,
        };
        let radius = if walk.ccw { walk.r } else { -walk.r };
        let (along, _) = tangent(source.at, radius, p, 0.0)?;
        let n = normal(along, walk.ccw);
        let on = ahead(&walk.stretch, walk.place, walk.stretch.place(turn_of(n), walk.ccw)?)?;
        if on > walk.room + SAME {
            return None;
        }
        let walked = if on <= SAME { 0.0 } else { walk.r * walk.stretch.walk(walk.entered, n, walk.ccw) };
        Some((source.d + walked, source.at + n * walk.r))
    }

    fn total(&self, source: &Source, p: V2, hiding: &[u32]) -> Option<f64> {
        let (d, from) = self.from(source, p)?;
        let way = Segment::new(from, p);
        let clear = hiding.iter().all(|&k| self.world.solid[k as usize].clear(&way, TOUCH));
        clear.then(|| d + self.world.cost(&way))
    }

    /// The least cost of getting to `p`; infinite if none of these sources sees it. `most`: dearer does not matter.
    pub(crate) fn cost(&self, p: V2, sight: &Sight, most: f64) -> f64 {
        let paving = self.paving(p, 0.0);
        let mut hopes: Vec<(f64, u32, f64, V2)> = Vec::with_capacity(sight.sources.len());
        let mut best = most;
        for &(bound, k) in &sight.sources {
            if bound >= best {
                break;
            }
            let source = &self.sources[k as usize];
            if let Some((d, from)) = self.from(source, p) {
                let rate = match paving {
                    Some(p) if source.within & p.bit != 0 => p.price,
                    _ => self.world.least,
                };
                hopes.push((d + (p - from).norm() * rate, k, d, from));
            }
        }
        hopes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut from_stop: Option<u32> = None;
        let mut found = false;
        for (hope, k, d, from) in hopes {
            if hope >= best {
                break;
            }
            let way = Segment::new(from, p);
            let cost = d + self.world.cost(&way);
            if cost < best && sight.hiding.iter().all(|&b| self.world.solid[b as usize].clear(&way, TOUCH)) {
                best = cost;
                found = true;
                from_stop = self.sources[k as usize].beside.map(|_| k);
            }
        }
        if !found {
            return f64::INFINITY;
        }
        match from_stop {
            Some(k) => self.between_stops(k, p, best, &sight.hiding),
            None => best,
        }
    }

    /// The least of the parabola through the costs by a stop and by those beside it.
    fn between_stops(&self, k: u32, p: V2, cost: f64, hiding: &[u32]) -> f64 {
        let sides = self.sources[k as usize].beside.and_then(|(a, b)| {
            let a = self.total(&self.sources[a as usize], p, hiding)?;
            Some((a, self.total(&self.sources[b as usize], p, hiding)?))
        });
        sides.map_or(cost, |(a, b)| valley(a, cost, b))
    }

    /// The dearest ground that holds everything within `rho` of `m`.
    fn paving(&self, m: V2, rho: f64) -> Option<Paving> {
        let mut best: Option<Paving> = None;
        for (k, (body, price)) in self.world.ground.iter().enumerate() {
            if best.map_or(true, |b| b.price < *price) && (body.mid - m).norm() + rho <= body.rad {
                let depth = -body.distance(m) - rho;
                if depth > TOUCH {
                    best = Some(Paving { bit: bit(k), price: *price, depth });
                }
            }
        }
        best
    }

    /// No place within `rho` of `m` is cheaper to get to from this source.
    fn bound(&self, source: &Source, m: V2, rho: f64, paving: Option<Paving>) -> f64 {
        let r = source.walk.as_ref().map_or(0.0, |w| w.r);
        let len = ((m - source.at).norm() - r - rho).max(0.0);
        let least = self.world.least;
        source.d
            + match paving {
                None => len * least,
                // the body is convex: what begins in it stays in it
                Some(p) if source.within & p.bit != 0 => len * p.price,
                Some(p) => (len - p.depth).max(0.0) * least + len.min(p.depth) * p.price,
            }
    }

    /// What of `sight` matters within `rho` of `m` for costs up to `most`. `known`: the cost at `m` where nothing solid
    /// is that near, and what an inch costs there at most.
    pub(crate) fn narrowed(
        &self,
        sight: &Sight,
        m: V2,
        rho: f64,
        most: f64,
        known: Option<(f64, f64)>,
    ) -> Sight {
        let bar = known.map_or(most, |(cost, factor)| most.min(cost + factor * rho));
        let paving = self.paving(m, rho);
        let mut narrow = Sight::default();
        for &(_, k) in &sight.sources {
            let source = &self.sources[k as usize];
            let bound = self.bound(source, m, rho, paving);
            let seen = |walk: &Walk| walk.may_see(source.at, m, rho, (m - source.at).norm());
            if bound <= bar && source.walk.as_ref().map_or(true, seen) {
                narrow.sources.push((bound, k));
            }
        }
        narrow.sources.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &b in &sight.hiding {
            let body = &self.world.solid[b as usize];
            let hides = narrow.sources.iter().any(|&(_, k)| {
                let source = &self.sources[k as usize];
                let r = source.walk.as_ref().map_or(0.0, |w| w.r);
                let wide = body.rad + rho.max(r);
                let way = Segment::new(source.at, m);
                let to_mid = body.mid - way.p;
                let (on, aside) = (way.along.dot(to_mid), way.along.cross(to_mid));
                aside.abs() < wide && on > -wide && on < way.len + wide
            });
            if hides {
                narrow.hiding.push(b);
            }
        }
        narrow
    }
}

/// The bit for a piece of ground.
fn bit(k: usize) -> u64 {
    if k < 64 {
        1 << k
    } else {
        0
    }
}

/// The bits of the ground that a place is in or on the border of.
fn lying_in(world: &World, p: V2) -> u64 {
    let ground = world.ground.iter().enumerate();
    ground.filter(|(_, g)| g.0.distance(p) <= TOUCH).fold(0, |bits, (k, _)| bits | bit(k))
}

impl Walk {
    /// Could a way that leaves this stretch come within `rho` of `m`?
    fn may_see(&self, c: V2, m: V2, rho: f64, away: f64) -> bool {
        let near = away - rho;
        if near <= self.r {
            return true;
        }
        let shortest = (near * near - self.r * self.r).sqrt();
        let swing = rho / shortest;
        if swing > 0.5 {
            return true;
        }
        let radius = if self.ccw { self.r } else { -self.r };
        let n = match tangent(c, radius, m, 0.0) {
            Some((along, _)) => normal(along, self.ccw),
            None => return true,
        };
        // turns change no faster than angles, and the stretch may begin or end within the swing
        let at = super::ring::wrapped(turn_of(n) - self.stretch.start);
        let (low, high) = if self.ccw {
            (self.place, self.place + self.room)
        } else {
            let from_start =
                if self.stretch.whole { 4.0 - self.place } else { self.stretch.len - self.place };
            (from_start - self.room, from_start)
        };
        [at - 4.0, at, at + 4.0].iter().any(|&t| t >= low - swing - 1e-6 && t <= high + swing + 1e-6)
    }
}

/// The least of the parabola through three evenly spaced values, the middle one if it is no valley.
fn valley(a: f64, b: f64, c: f64) -> f64 {
    let bend = a - 2.0 * b + c;
    if b > a || b > c || bend <= 1e-15 {
        return b;
    }
    b - (c - a) * (c - a) / (8.0 * bend)
}

/// The costs of the roots, those reached by way of a stop as if it could lie anywhere between the stops beside it.
fn settled_costs(search: &Search<'_>, stops: &Stops) -> Vec<f64> {
    let mut costs: Vec<f64> = search.roots.iter().map(|r| r.d).collect();
    if stops.on.is_empty() {
        return costs;
    }
    let mut root_of: Vec<Option<usize>> = vec![None; stops.on.len()];
    for (i, root) in search.roots.iter().enumerate() {
        if let Spot::Stop(k) = root.spot {
            root_of[k as usize] = Some(i);
        }
    }
    for i in 1..search.roots.len() {
        let root: &Root = &search.roots[i];
        let parent = root.parent as usize;
        costs[i] += costs[parent] - search.roots[parent].d;
        let beside = match (root.spot, search.roots[parent].spot) {
            (Spot::Stop(_), Spot::Stop(k)) => stops.beside[k as usize],
            _ => None,
        };
        let by = |stop: u32| {
            let from = root_of[stop as usize]?;
            let way = Segment::new(search.roots[from].at, root.at);
            search.world.clear(&way).then(|| costs[from] + search.world.cost(&way))
        };
        if let Some((a, b)) = beside {
            if let (Some(a), Some(b)) = (by(a), by(b)) {
                costs[i] = costs[i].min(valley(a, costs[i], b));
            }
        }
    }
    costs
}

/// Is a place outside all of these bodies, and by how much (negative inside, then how deep)?
pub(crate) fn room_at(bodies: &[Body], which: &[u32], p: V2) -> f64 {
    which.iter().map(|&k| bodies[k as usize].distance(p)).fold(f64::INFINITY, f64::min)
}
