//! A way over ground made as cheap as it gets without going another way round: its bends slid along the borders.
use super::border::Border;
use super::meet::Segment;
use super::ring::{turn_of, wrapped, Stretch, SAME};
use super::route::{chain, Legs, Route};
use super::search::{Root, Search, Spot};
use super::stops::Stops;
use super::tangent::{normal, tangent};
use super::world::World;
use crate::vec::V2;

/// What a way is strung over.
#[derive(Clone, Copy, Debug)]
enum Bead {
    Fixed(V2),
    /// On a border, this far along it.
    Slide(usize, f64),
    Ring(usize, bool),
}

/// Where an end may slide: a rim and what of it one may end on.
pub(crate) struct Shore<'a> {
    pub(crate) rims: Vec<Border>,
    pub(crate) accept: &'a dyn Fn(V2) -> bool,
}

struct String<'a> {
    world: &'a World,
    search: &'a Search<'a>,
    borders: Vec<Border>,
    /// Borders from this one on are shores.
    shores: usize,
    shore: &'a Shore<'a>,
    beads: Vec<Bead>,
}

/// The way that ends in `end`, slid to where it is cheapest.
pub(crate) fn refined(search: &Search<'_>, stops: &Stops, shore: &Shore<'_>, end: &Root) -> Route {
    let world = search.world;
    let chain = chain(&search.roots, end);
    let mut borders = stops.borders.clone();
    let shores = borders.len();
    borders.extend(shore.rims.iter().cloned());
    let mut string = String { world, search, borders, shores, shore, beads: Vec::new() };
    for root in chain {
        string.beads.push(match root.spot {
            Spot::Stop(k) => {
                let (border, s) = stops.on[k as usize];
                Bead::Slide(border, s)
            }
            Spot::Ring { ring, ccw, .. } => Bead::Ring(ring as usize, ccw),
            Spot::Start => Bead::Fixed(root.at),
            Spot::Goal => string.landing(root.at),
        });
    }
    string.cross();
    string.slide();
    string.drop_needless();
    string.route()
}

impl String<'_> {
    /// An end on a shore slides.
    fn landing(&self, p: V2) -> Bead {
        for (k, border) in self.borders.iter().enumerate().skip(self.shores) {
            let s = border.nearest(p);
            if (border.at(s) - p).norm() < 1e-9 {
                return Bead::Slide(k, s);
            }
        }
        Bead::Fixed(p)
    }

    fn point(&self, bead: Bead) -> Option<V2> {
        match bead {
            Bead::Fixed(p) => Some(p),
            Bead::Slide(border, s) => Some(self.borders[border].at(s)),
            Bead::Ring(..) => None,
        }
    }

    /// The straight way between two beads.
    fn between(&self, a: Bead, b: Bead) -> Option<Segment> {
        let circle = |bead: Bead| match bead {
            Bead::Ring(k, ccw) => {
                let ring = &self.world.rings[k];
                (ring.c, if ccw { ring.r } else { -ring.r })
            }
            other => (self.point(other).unwrap_or_default(), 0.0),
        };
        let ((c1, r1), (c2, r2)) = (circle(a), circle(b));
        if r1 == 0.0 && r2 == 0.0 {
            return Some(Segment::new(c1, c2));
        }
        let (along, len) = tangent(c1, r1, c2, r2)?;
        let from = match a {
            Bead::Ring(_, ccw) => c1 + normal(along, ccw) * r1.abs(),
            _ => c1,
        };
        Some(Segment::new(from, from + along * len))
    }

    /// What the straight way between two beads costs, and the ring's arc that ends (or begins) it, infinite if blocked.
    fn way(&self, i: usize) -> f64 {
        self.straight_cost(self.beads[i], self.beads[i + 1])
    }

    fn straight_cost(&self, a: Bead, b: Bead) -> f64 {
        match self.between(a, b) {
            Some(s) if self.world.clear(&s) => self.world.cost(&s),
            _ => f64::INFINITY,
        }
    }

    /// Where bead `i`, a ring, is entered and left.
    fn arc(&self, i: usize) -> Option<(V2, V2)> {
        if let Bead::Ring(_, ccw) = self.beads[i] {
            let (before, after) = (
                self.between(self.beads[i - 1], self.beads[i])?,
                self.between(self.beads[i], self.beads[i + 1])?,
            );
            return Some((self.normal_of(&before, i, ccw), self.normal_of(&after, i, ccw)));
        }
        None
    }

    fn normal_of(&self, s: &Segment, i: usize, ccw: bool) -> V2 {
        // a way without length has no direction; its place on the ring has
        if let Bead::Ring(k, _) = self.beads[i] {
            let ring = &self.world.rings[k];
            if s.len < 1e-9 && ring.r > 0.0 {
                return (s.p - ring.c).unit();
            }
        }
        normal(s.along, ccw)
    }

    /// What the walk round bead `i` costs; nothing unless it is a ring.
    fn round(&self, i: usize) -> f64 {
        let (k, ccw) = match self.beads[i] {
            Bead::Ring(k, ccw) => (k, ccw),
            _ => return 0.0,
        };
        let (n, m) = match self.arc(i) {
            Some(pair) => pair,
            None => return f64::INFINITY,
        };
        let (from, to) = (turn_of(n), turn_of(m));
        let walk = |s: &Stretch| {
            let (a, b) = (s.place(from, ccw)?, s.place(to, ccw)?);
            let on = if s.whole { wrapped(b - a) } else { b - a };
            if on.abs() <= SAME || on >= 4.0 - SAME {
                return Some(0.0);
            }
            (on > 0.0).then(|| self.world.rings[k].r * s.walk(n, m, ccw))
        };
        self.search.stretches(k).iter().find_map(walk).unwrap_or(f64::INFINITY)
    }

    /// Everything that changes with bead `i`.
    fn local(&self, i: usize) -> f64 {
        if self.point(self.beads[i]).map_or(false, |p| !self.world.around().on_floor(p)) {
            return f64::INFINITY;
        }
        let mut sum = self.way(i - 1) + self.round(i - 1);
        if i + 1 < self.beads.len() {
            sum += self.way(i) + self.round(i + 1);
        } else if let Bead::Slide(border, s) = self.beads[i] {
            if border >= self.shores && !(self.shore.accept)(self.borders[border].at(s)) {
                return f64::INFINITY;
            }
        }
        sum
    }

    fn cost(&self) -> f64 {
        let straight: f64 = (0..self.beads.len() - 1).map(|i| self.way(i)).sum();
        let round: f64 = (1..self.beads.len() - 1).map(|i| self.round(i)).sum();
        straight + round
    }

    /// A bead wherever a straight way crosses a border.
    fn cross(&mut self) {
        let mut i = 0;
        while i + 1 < self.beads.len() {
            if let Some(s) = self.between(self.beads[i], self.beads[i + 1]) {
                let mut cuts: Vec<(f64, usize)> = Vec::new();
                for (k, (body, _)) in self.world.ground.iter().enumerate() {
                    if let Some((low, high)) = body.chord(&s) {
                        cuts.extend(
                            [low, high]
                                .iter()
                                .filter(|&&at| at > 1e-6 && at < s.len - 1e-6)
                                .map(|&at| (at, k)),
                        );
                    }
                }
                cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
                for &(at, border) in &cuts {
                    let place = self.borders[border].nearest(s.p + s.along * at);
                    self.beads.insert(i + 1, Bead::Slide(border, place));
                    i += 1;
                }
            }
            i += 1;
        }
    }

    /// Slide every bead in turn until nothing gets cheaper.
    fn slide(&mut self) {
        let mut widths: Vec<f64> = vec![0.25; self.beads.len()];
        for _ in 0..60 {
            let mut gained = 0.0;
            for (i, width) in widths.iter_mut().enumerate().skip(1) {
                if let Bead::Slide(border, s) = self.beads[i] {
                    let before = self.local(i);
                    let w = width.min(0.5 * self.borders[border].len);
                    let (best, cost) = least(s - w, s + w, |x| {
                        self.beads[i] = Bead::Slide(border, x);
                        self.local(i)
                    });
                    let moved = if cost < before { best } else { s };
                    self.beads[i] = Bead::Slide(border, moved);
                    *width = (4.0 * (moved - s).abs()).clamp(1e-4, 1.0);
                    gained += (before - cost).max(0.0);
                }
            }
            // NaN where a way was blocked: then try again
            if gained < 1e-11 {
                break;
            }
        }
    }

    /// Leave out beads at which the way does not bend.
    fn drop_needless(&mut self) {
        let mut i = 1;
        while i + 1 < self.beads.len() {
            if let Bead::Slide(..) = self.beads[i] {
                let with = self.way(i - 1) + self.round(i - 1) + self.way(i) + self.round(i + 1);
                let bead = self.beads.remove(i);
                let without = self.way(i - 1) + self.round(i - 1) + self.round(i);
                if without > with + 1e-11 {
                    self.beads.insert(i, bead);
                } else {
                    continue;
                }
            }
            i += 1;
        }
    }

    fn route(&self) -> Route {
        let cost = self.cost();
        let begin = self.point(self.beads[0]).unwrap_or_default();
        let mut legs = Legs::from(begin);
        for i in 0..self.beads.len() - 1 {
            if let (Bead::Ring(k, ccw), Some((n, m))) = (self.beads[i], self.arc(i)) {
                let ring = &self.world.rings[k];
                legs.round(ring.c, ring.r, n, m, ccw);
            }
            if let Some(s) = self.between(self.beads[i], self.beads[i + 1]) {
                legs.straight(s.q);
            }
        }
        legs.finish(cost)
    }
}

/// The place between two where a function with one valley is least, and its value.
fn least(mut low: f64, mut high: f64, mut f: impl FnMut(f64) -> f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut x, mut y) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut fx, mut fy) = (f(x), f(y));
    for _ in 0..26 {
        if fx <= fy {
            high = y;
            y = x;
            fy = fx;
            x = high - GOLDEN * (high - low);
            fx = f(x);
        } else {
            low = x;
            x = y;
            fx = fy;
            y = low + GOLDEN * (high - low);
            fy = f(y);
        }
    }
    if fx <= fy {
        (x, fx)
    } else {
        (y, fy)
    }
}
