//! What is in the way of a wheel, of the lane after it and of closing the door; and the approach when nothing is.
use super::lane::{axes, blocked, meets, straight, Touch};
use super::turn::{turn_limit, SLACK};
use super::view::{Closed, Stretch, View, MOST, SAME_ANGLE};
use super::{Approach, During, Missed, Thing};
use crate::block::hull::Body;
use crate::num::RADIAN;
use crate::path::Path;
use crate::shape::{axis, Pose, Refused};
use crate::vec::{v2, V2};

/// Where the door cannot be closed, so many other angles of the same stretch are tried.
const TRIES: usize = 16;

impl View<'_> {
    /// The rectangles of the charger, from the pivot: low and high corner.
    fn bodies(&self) -> impl Iterator<Item = (V2, V2)> {
        let (whole, last) = self.asked.charger.rectangles();
        let half = 0.5 * self.width;
        let body = move |rank: crate::block::Rank| (v2(rank.x.0, rank.y.0 - half), v2(0.0, rank.y.1 - half));
        core::iter::once(body(whole)).chain(last.map(body))
    }

    /// Take in what may be in the way, and how far the wheel can go.
    pub fn look_around(&mut self) {
        let reach = self.forms.iter().fold(0.0, |most: f64, form| {
            let way = |angle| straight(form.touch, &self.target, self.width, axes(angle));
            most.max(way(form.low)).max(way(form.high))
        });
        let reach = reach.min(self.asked.limit).max(0.0) + self.width;
        let diagonal = v2(self.depth, self.width).norm();
        let far = reach.max(diagonal) + 1.0;
        let frame = &self.frame;
        for (index, (standing, margin)) in self.asked.things.iter().enumerate() {
            let middle = (standing.bounds.low + standing.bounds.high) * 0.5;
            let size = (standing.bounds.high - middle).norm();
            if (middle - frame.pivot).norm() < far + size {
                self.things.push(Thing::new(standing, *margin, index, |p| frame.own(p)));
            }
        }
        let rings: Vec<Thing> = (0..self.target.pieces())
            .map(|piece| Thing { ring: self.target.ring(piece), disc: None, margin: -1e-6, index: None })
            .collect();
        let mut events = Vec::new();
        for thing in self.things.iter().chain(&rings) {
            for (low, high) in self.bodies() {
                if let Some(limit) = turn_limit(low, high, thing, MOST, &mut events) {
                    if limit < self.limit {
                        self.limit = limit;
                        self.stops = thing.index;
                    }
                }
            }
        }
        for form in &mut self.forms {
            form.lanes = vec![None; self.things.len()];
        }
    }

    /// The least angle of a stretch at which nothing is in the way.
    pub fn least_free(&mut self, stretch: &Stretch) -> Result<f64, Missed> {
        let high = stretch.high.min(self.limit);
        if stretch.low > high + SAME_ANGLE {
            return Err(Missed::Blocked { by: self.stops, during: During::Wheel });
        }
        let first = self.free_lane(stretch, stretch.low, high)?;
        let shut = match self.shut(stretch, first) {
            None => return Ok(first),
            Some(by) => Missed::Blocked { by, during: During::Closing },
        };
        let mut before = first;
        for k in 1..=TRIES {
            let angle = first + (high - first) * k as f64 / TRIES as f64;
            if angle <= before || self.free_lane(stretch, angle, high) != Ok(angle) {
                continue;
            }
            if self.shut(stretch, angle).is_none() {
                let (mut bad, mut good) = (before, angle);
                for _ in 0..40 {
                    let middle = 0.5 * (bad + good);
                    let free = self.free_lane(stretch, middle, high) == Ok(middle);
                    if free && self.shut(stretch, middle).is_none() {
                        good = middle;
                    } else {
                        bad = middle;
                    }
                }
                return Ok(good);
            }
            before = angle;
        }
        Err(shut)
    }

    /// The least angle from `angle` on at which the lane is free.
    fn free_lane(&mut self, stretch: &Stretch, mut angle: f64, high: f64) -> Result<f64, Missed> {
        let size = (self.width, self.depth);
        let form = &mut self.forms[stretch.form];
        let range = (form.low, form.high);
        let mut settled = 0;
        let mut k = 0;
        while settled < self.things.len() {
            let thing = &self.things[k];
            let touch = form.touch;
            let target = &self.target;
            let lanes = form.lanes[k].get_or_insert_with(|| blocked(thing, touch, target, size, range));
            let near = |a: f64, b: f64| (a - b).abs() <= SAME_ANGLE;
            let inside = lanes.iter().find(|(from, to)| angle > from - SAME_ANGLE && angle < to + SAME_ANGLE);
            if let Some(&(from, to)) = inside {
                // at the ends it is only touched, unless the range of this form ends there
                let edge = near(angle, from) || near(angle, to);
                let axes = axes(angle);
                if !edge || meets(thing, size, straight(touch, target, size.0, axes), axes) {
                    if near(angle, to) || to > high + SAME_ANGLE {
                        return Err(Missed::Blocked { by: thing.index, during: During::Straight });
                    }
                    angle = to;
                    settled = 0;
                    continue;
                }
            }
            settled += 1;
            k = (k + 1) % self.things.len();
        }
        Ok(angle)
    }

    fn closed(&self, stretch: &Stretch, angle: f64) -> (f64, Closed, V2) {
        let axes = axes(angle);
        let way = straight(stretch.touch, &self.target, self.width, axes).max(0.0);
        let (u, n) = axes;
        let contact = match stretch.touch {
            Touch::Corner(k) => self.target.corners[k].at,
            Touch::Near(_) => u * way,
            Touch::Far(_) => u * way - n * self.width,
        };
        let mut found = Closed { side: stretch.side, from: 0.0, turn: 0.0 };
        self.closings(stretch.touch, axes, way, |closed| {
            if closed.side == stretch.side {
                found = closed;
            }
        });
        (way, found, contact)
    }

    /// Who keeps the door from being closed.
    fn shut(&self, stretch: &Stretch, angle: f64) -> Option<Option<usize>> {
        let (way, closed, contact) = self.closed(stretch, angle);
        let (u, n) = axes(angle);
        let along = -n.dot(contact);
        let mirrored = closed.turn < 0.0;
        let own = |p: V2| {
            let q = (p - contact).turned_back(u);
            v2(q.x, if mirrored { -q.y } else { q.y })
        };
        let reach = v2(self.depth, along.max(self.width - along)).norm() + 1.0;
        let mut events = Vec::new();
        if closed.turn.abs() > 1e-9 {
            for thing in &self.things {
                if thing.distance(contact) > reach {
                    continue;
                }
                let seen = thing.seen(own);
                for (low, high) in self.bodies() {
                    let (low, high) = (low + v2(0.0, along), high + v2(0.0, along));
                    let (low, high) =
                        if mirrored { (v2(low.x, -high.y), v2(high.x, -low.y)) } else { (low, high) };
                    if turn_limit(low, high, &seen, closed.turn.abs(), &mut events).is_some() {
                        return Some(thing.index);
                    }
                }
            }
        }
        // a last rank that is not full sticks out of its block
        if self.target.pieces() > 1 {
            let facing = axis(closed.turn / RADIAN);
            let front = contact + (u * way - contact).turned(facing);
            for (low, high) in self.bodies() {
                let less = v2(10.0 * SLACK, 10.0 * SLACK);
                let body = Body::bare(low + less, high - less);
                for piece in 0..self.target.pieces() {
                    let thing = Thing { ring: self.target.ring(piece), disc: None, margin: 0.0, index: None };
                    if thing.meets(&body, front, u.turned(facing)) {
                        return Some(None);
                    }
                }
            }
        }
        None
    }

    /// Everything about an approach, on the table.
    pub fn approach(&self, stretch: &Stretch, angle: f64, way: f64) -> Result<Approach, Refused> {
        let (_, closed, contact) = self.closed(stretch, angle);
        let degrees = |turn: f64| if self.frame.left { turn / RADIAN } else { 0.0 - turn / RADIAN };
        let (wheel, closing) = (degrees(angle), degrees(closed.turn));
        let contact = self.frame.table(contact);
        let mut path = Path::new(self.asked.pose);
        let turn_about = |path: &mut Path, degrees: f64, centre: V2| {
            let from = path.end().at;
            path.push(centre + (from - centre).turned(axis(degrees)), degrees, Some(centre))
        };
        if wheel != 0.0 {
            turn_about(&mut path, wheel, self.frame.pivot)?;
        }
        if way > 0.0 {
            let end: Pose = path.end();
            path.push(end.at + end.axis() * way, 0.0, None)?;
        }
        if closing != 0.0 {
            turn_about(&mut path, closing, contact)?;
        }
        let side = &self.target.sides[closed.side];
        let files = self.asked.charger.files;
        let (own, others) = self.pairs(closed.side, closed.from);
        let mut chargers: Vec<usize> = own.map(|k| if self.frame.left { k } else { files - 1 - k }).collect();
        let mut targets: Vec<usize> = others.map(|j| side.models[j]).collect();
        chargers.sort_unstable();
        targets.sort_unstable();
        Ok(Approach { wheel, straight: way, contact, flank: side.flank, closing, chargers, targets, path })
    }
}
