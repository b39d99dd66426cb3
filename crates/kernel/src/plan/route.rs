//! A way as it is handed out: straight legs and arcs.
use super::meet::Segment;
use super::ring::{angle, Ring, SAME};
use super::search::{Root, Spot};
use super::world::World;
use crate::num::{sin_cos, TAU};
use crate::vec::{v2, V2};

/// One leg of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where it ends.
    pub to: V2,
    /// The centre of the arc; none when straight.
    pub around: Option<V2>,
}

/// A way for the centre of a base.
#[derive(Clone, Debug)]
pub struct Route {
    /// Its legs; none when it ends where it begins.
    pub legs: Vec<Step>,
    /// Inches.
    pub length: f64,
    /// Inches, those on ground counted by its factor.
    pub cost: f64,
    /// Where it ends.
    pub end: V2,
}

/// Legs being put together.
pub(crate) struct Legs {
    from: V2,
    /// The direction of the last leg, if it was straight.
    heading: Option<V2>,
    pub(crate) legs: Vec<Step>,
    pub(crate) length: f64,
}

impl Legs {
    pub(crate) fn from(from: V2) -> Legs {
        Legs { from, heading: None, legs: Vec::new(), length: 0.0 }
    }

    pub(crate) fn straight(&mut self, to: V2) {
        let len = (to - self.from).norm();
        if len <= 1e-12 {
            return;
        }
        self.length += len;
        let heading = (to - self.from).unit();
        let goes_on = self.heading.map_or(false, |h| h.cross(heading).abs() < 1e-12 && h.dot(heading) > 0.0);
        match self.legs.last_mut() {
            Some(last) if goes_on => last.to = to,
            _ => self.legs.push(Step { to, around: None }),
        }
        self.heading = Some(heading);
        self.from = to;
    }

    /// Round `c` from one normal to another, in legs of at most a third of a turn.
    pub(crate) fn round(&mut self, c: V2, r: f64, from: V2, to: V2, ccw: bool) {
        let sweep = if ccw { angle(from, to) } else { angle(to, from) };
        if sweep <= SAME || sweep >= TAU - SAME || r <= 0.0 {
            return;
        }
        if sweep > TAU / 3.0 {
            let (sin, cos) = sin_cos(0.5 * sweep);
            let half = from.turned(v2(cos, if ccw { sin } else { -sin }));
            self.round(c, r, from, half, ccw);
            self.round(c, r, half, to, ccw);
            return;
        }
        self.length += r * sweep;
        self.from = c + to * r;
        self.heading = None;
        self.legs.push(Step { to: self.from, around: Some(c) });
    }

    /// The route, which costs `cost`.
    pub(crate) fn finish(self, cost: f64) -> Route {
        Route { legs: self.legs, length: self.length, cost, end: self.from }
    }
}

/// The roots on the way to this one, the start first.
pub(crate) fn chain<'a>(roots: &'a [Root], end: &'a Root) -> Vec<&'a Root> {
    let mut chain = vec![end];
    while chain[chain.len() - 1].spot != Spot::Start {
        chain.push(&roots[chain[chain.len() - 1].parent as usize]);
    }
    chain.reverse();
    chain
}

/// The route that ends in this root, with the cost found for it.
pub(crate) fn trace(world: &World, roots: &[Root], end: &Root) -> Route {
    let chain = chain(roots, end);
    let mut legs = Legs::from(chain[0].at);
    for pair in chain.windows(2) {
        if let Spot::Ring { ring, ccw, n } = pair[0].spot {
            let ring = &world.rings[ring as usize];
            legs.round(ring.c, ring.r, n, pair[1].leave, ccw);
        }
        legs.straight(pair[1].at);
    }
    legs.finish(end.d)
}

/// What a route costs over ground.
pub(crate) fn cost_over(world: &World, start: V2, route: &Route) -> f64 {
    let mut from = start;
    let mut sum = 0.0;
    for leg in &route.legs {
        sum += match leg.around {
            None => world.cost(&Segment::new(from, leg.to)),
            Some(c) => {
                let (v, w) = (from - c, leg.to - c);
                let ring = Ring { c, r: v.norm(), cone: None, joined: [None; 2] };
                // legs are short of half a turn
                let ccw = v.cross(w) > 0.0;
                let walks = world.paid_only().stretches(&ring);
                walks.first().map_or(0.0, |s| ring.r * s.walk(v.unit(), w.unit(), ccw))
            }
        };
        from = leg.to;
    }
    sum
}
