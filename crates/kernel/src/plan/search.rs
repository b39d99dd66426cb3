//! Cheapest ways first, over tangents between rings: an A* whose graph is made as it goes.
//!
//! A *root* is where a way may bend: the start, a stop on the border of some ground, or a stretch of a ring entered
//! at a tangent and walked one way round. Popped in order of cost, a root offers every tangent that leaves it further
//! along; whether the straight way is clear is only looked at when its turn comes.
use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::body::TOUCH;
use super::goal::Goals;
use super::meet::Segment;
use super::ring::{turn_of, Stretch, SAME};
use super::tangent::{ahead, normal, signed, tangent};
use super::world::World;
use crate::vec::V2;

/// Ends whose costs differ by less are equally cheap.
pub(crate) const EQUAL: f64 = 1e-6;
/// No table needs more; a way that does is given up.
const MOST_ROOTS: usize = 400_000;
const MOST_WAITING: usize = 20_000_000;

/// What a root, or the end of a straight way, is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spot {
    Start,
    Stop(u32),
    /// A ring entered at normal `n`, walked counter-clockwise or not.
    Ring {
        ring: u32,
        ccw: bool,
        n: V2,
    },
    Goal,
}

/// A settled root, or a goal reached.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) spot: Spot,
    pub(crate) at: V2,
    pub(crate) d: f64,
    pub(crate) parent: u32,
    /// The normal at which the way left the parent, where that is a ring.
    pub(crate) leave: V2,
    /// Of a ring: which stretch, how far into it the way enters, how far on it is the cheapest.
    pub(crate) stretch: u32,
    pub(crate) place: f64,
    pub(crate) room: f64,
}

#[derive(Clone, Copy)]
struct Candidate {
    f: f64,
    d: f64,
    count: u64,
    parent: u32,
    leave: V2,
    spot: Spot,
    at: V2,
    exact: bool,
}

impl PartialEq for Candidate {
    fn eq(&self, o: &Candidate) -> bool {
        self.cmp(o) == Ordering::Equal
    }
}
impl Eq for Candidate {}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, o: &Candidate) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Candidate {
    // the heap gives its greatest first: the cheapest, then the oldest
    fn cmp(&self, o: &Candidate) -> Ordering {
        o.f.total_cmp(&self.f).then(o.count.cmp(&self.count))
    }
}

pub(crate) struct Search<'a> {
    pub(crate) world: &'a World,
    goals: &'a Goals<'a>,
    limit: f64,
    /// How much dearer than the cheapest an end may be.
    slack: f64,
    pub(crate) roots: Vec<Root>,
    /// Goals reached, cheapest first, as roots of their own.
    pub(crate) ends: Vec<Root>,
    waiting: BinaryHeap<Candidate>,
    count: u64,
    stretches: Vec<Option<Vec<Stretch>>>,
    /// Roots on each ring, for each way round.
    on_ring: Vec<Vec<u32>>,
    stopped: Vec<bool>,
}

impl<'a> Search<'a> {
    /// Everything that can be reached from `start` for at most `limit`, until the goals are.
    pub(crate) fn run(
        world: &'a World,
        start: V2,
        goals: &'a Goals<'a>,
        limit: f64,
        slack: f64,
    ) -> Search<'a> {
        let mut search = Search {
            world,
            goals,
            limit: limit + TOUCH,
            slack,
            roots: Vec::new(),
            ends: Vec::new(),
            waiting: BinaryHeap::new(),
            count: 0,
            stretches: vec![None; world.rings.len()],
            on_ring: vec![Vec::new(); 2 * world.rings.len()],
            stopped: vec![false; world.stops.len()],
        };
        let nowhere = V2::default();
        search.settle(Root {
            spot: Spot::Start,
            at: start,
            d: 0.0,
            parent: 0,
            leave: nowhere,
            stretch: 0,
            place: 0.0,
            room: 0.0,
        });
        search.go();
        search
    }

    fn go(&mut self) {
        while let Some(next) = self.waiting.pop() {
            let enough = self.ends.first().map_or(f64::INFINITY, |e| e.d + self.slack);
            if next.f > enough || self.roots.len() > MOST_ROOTS || self.waiting.len() > MOST_WAITING {
                break;
            }
            self.arrive(next);
        }
    }

    /// The place a candidate's straight way begins.
    fn begins(&self, c: &Candidate) -> V2 {
        let parent = &self.roots[c.parent as usize];
        match parent.spot {
            Spot::Ring { ring, .. } => self.world.rings[ring as usize].at(c.leave),
            _ => parent.at,
        }
    }

    fn arrive(&mut self, c: Candidate) {
        let mut place = None;
        match c.spot {
            Spot::Stop(k) if self.stopped[k as usize] => return,
            Spot::Ring { ring, ccw, n } => match self.admitted(ring as usize, ccw, n, c.d) {
                None => return,
                found => place = found,
            },
            Spot::Goal if !(self.goals.accept)(c.at) => return,
            _ => {}
        }
        let way = Segment::new(self.begins(&c), c.at);
        if !c.exact {
            if !self.world.clear(&way) {
                return;
            }
            let more = self.world.cost(&way) - way.len * self.world.least;
            if more > 1e-12 {
                let dearer = Candidate { f: c.f + more, d: c.d + more, exact: true, ..c };
                if dearer.f <= self.limit {
                    self.waiting.push(dearer);
                }
                return;
            }
        }
        let (stretch, place, room) = place.unwrap_or((0, 0.0, 0.0));
        let root =
            Root { spot: c.spot, at: c.at, d: c.d, parent: c.parent, leave: c.leave, stretch, place, room };
        match c.spot {
            Spot::Goal => {
                if self.ends.iter().all(|e| (e.at - c.at).norm() > EQUAL) {
                    self.ends.push(root);
                }
            }
            Spot::Stop(k) => {
                self.stopped[k as usize] = true;
                self.settle(root);
            }
            _ => self.settle(root),
        }
    }

    pub(crate) fn stretches(&self, ring: usize) -> &[Stretch] {
        self.stretches[ring].as_deref().unwrap_or(&[])
    }

    /// Where a way that enters a ring here comes in, if nothing cheaper has passed: stretch, place, and how far on it
    /// stays the cheapest.
    fn admitted(&mut self, ring: usize, ccw: bool, n: V2, d: f64) -> Option<(u32, f64, f64)> {
        if self.stretches[ring].is_none() {
            self.stretches[ring] = Some(self.world.around().stretches(&self.world.rings[ring]));
        }
        let turn = turn_of(n);
        let (k, stretch, place) = self
            .stretches(ring)
            .iter()
            .enumerate()
            .find_map(|(k, s)| s.place(turn, ccw).map(|at| (k as u32, s, at)))?;
        let r = self.world.rings[ring].r;
        let mut room = if stretch.whole { 4.0 } else { stretch.len - place };
        for &other in &self.on_ring[2 * ring + usize::from(ccw)] {
            let other = &self.roots[other as usize];
            let entered = match other.spot {
                Spot::Ring { n, .. } if other.stretch == k => n,
                _ => continue,
            };
            if let Some(past) = ahead(stretch, other.place, place) {
                let walked = if past <= SAME { 0.0 } else { r * stretch.walk(entered, n, ccw) };
                if other.d + walked <= d + 1e-12 {
                    return None;
                }
            }
            if let Some(on) = ahead(stretch, place, other.place) {
                room = room.min(on);
            }
        }
        Some((k, place, room))
    }

    fn settle(&mut self, root: Root) {
        let index = self.roots.len() as u32;
        if let Spot::Ring { ring, ccw, .. } = root.spot {
            self.on_ring[2 * ring as usize + usize::from(ccw)].push(index);
        }
        self.roots.push(root);
        self.expand(index);
    }

    fn offer(&mut self, parent: u32, leave: V2, d: f64, spot: Spot, at: V2) {
        let f = d + self.goals.ahead(at) * self.world.least;
        if f <= self.limit {
            self.count += 1;
            let exact = false;
            self.waiting.push(Candidate { f, d, count: self.count, parent, leave, spot, at, exact });
        }
    }

    fn expand(&mut self, index: u32) {
        match self.roots[index as usize].spot {
            Spot::Ring { ring, ccw, n } => self.expand_ring(index, ring as usize, ccw, n),
            _ => self.expand_point(index),
        }
    }

    fn expand_point(&mut self, index: u32) {
        let (p, d) = (self.roots[index as usize].at, self.roots[index as usize].d);
        let world = self.world;
        let none = V2::default();
        for (k, ring) in world.rings.iter().enumerate() {
            for ccw in [false, true] {
                if let Some((along, len)) = tangent(p, 0.0, ring.c, signed(ring.r, ccw)) {
                    let n = normal(along, ccw);
                    if ring.shows(n) {
                        let spot = Spot::Ring { ring: k as u32, ccw, n };
                        self.offer(index, none, d + len * world.least, spot, ring.at(n));
                    }
                }
            }
        }
        for (k, &stop) in world.stops.iter().enumerate() {
            if !self.stopped[k] {
                self.offer(index, none, d + (stop - p).norm() * world.least, Spot::Stop(k as u32), stop);
            }
        }
        let goals = self.goals;
        goals.ends_from_point(p, &mut |end, len| {
            self.offer(index, none, d + len * world.least, Spot::Goal, end)
        });
    }

    fn expand_ring(&mut self, index: u32, from: usize, ccw: bool, entered: V2) {
        let world = self.world;
        let ring = &world.rings[from];
        let root = self.roots[index as usize].clone();
        let stretch = self.stretches(from)[root.stretch as usize].clone();
        let radius = signed(ring.r, ccw);
        // the cost up to leaving at this normal, if the walk gets there
        let leaving = |n: V2| {
            if !ring.shows(n) {
                return None;
            }
            let on = ahead(&stretch, root.place, stretch.place(turn_of(n), ccw)?)?;
            (on <= root.room + SAME).then(|| {
                let walked =
                    if on <= SAME || ring.r <= 0.0 { 0.0 } else { ring.r * stretch.walk(entered, n, ccw) };
                root.d + walked
            })
        };
        if let (Some(next), Some((begin, end))) = (ring.joined[usize::from(ccw)], ring.cone) {
            let leave = if ccw { end } else { begin };
            if let Some(d) = leaving(leave) {
                self.offer(index, leave, d, Spot::Ring { ring: next, ccw, n: leave }, ring.at(leave));
            }
        }
        for (k, other) in world.rings.iter().enumerate() {
            if k == from {
                continue;
            }
            for other_ccw in [false, true] {
                if let Some((along, len)) = tangent(ring.c, radius, other.c, signed(other.r, other_ccw)) {
                    let n = normal(along, other_ccw);
                    if other.shows(n) {
                        let leave = normal(along, ccw);
                        if let Some(d) = leaving(leave) {
                            let spot = Spot::Ring { ring: k as u32, ccw: other_ccw, n };
                            self.offer(index, leave, d + len * world.least, spot, other.at(n));
                        }
                    }
                }
            }
        }
        for (k, &stop) in world.stops.iter().enumerate() {
            if !self.stopped[k] {
                if let Some((along, len)) = tangent(ring.c, radius, stop, 0.0) {
                    let leave = normal(along, ccw);
                    if let Some(d) = leaving(leave) {
                        self.offer(index, leave, d + len * world.least, Spot::Stop(k as u32), stop);
                    }
                }
            }
        }
        let goals = self.goals;
        goals.ends_from_ring(ring, ccw, &mut |leave, end, len| {
            if let Some(d) = leaving(leave) {
                self.offer(index, leave, d + len * world.least, Spot::Goal, end);
            }
        });
    }
}
