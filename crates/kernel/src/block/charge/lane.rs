//! What the charger's front meets first after a wheel, and for which wheels something lies in the lane before that.
use super::target::Target;
use super::trig::Trig;
use super::turn::SLACK;
use super::Thing;
use crate::block::hull::Body;
use crate::num::sin_cos;
use crate::vec::{v2, V2};

/// How the charger first touches the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A corner of the target meets the front.
    Corner(usize),
    /// The front corner at the pivot meets a side.
    Near(usize),
    /// The other front corner meets a side.
    Far(usize),
}

/// The straight way after a wheel as a fraction of two sums of sines and cosines.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The numerator.
    pub over: Trig,
    /// The denominator.
    pub under: Trig,
}

impl Way {
    /// The way into this touch of a front of this width.
    pub fn new(touch: Touch, target: &Target, width: f64) -> Way {
        match touch {
            Touch::Corner(k) => Way { over: Trig::ahead(target.corners[k].at), under: Trig::constant(1.0) },
            Touch::Near(k) => {
                let side = &target.sides[k];
                Way { over: Trig::constant(side.line()), under: Trig::ahead(side.inward()) }
            }
            Touch::Far(k) => {
                let side = &target.sides[k];
                let over = Trig::constant(side.line()).plus(Trig::left(side.inward()).times(width));
                Way { over, under: Trig::ahead(side.inward()) }
            }
        }
    }

    /// What is 0 where this way is as long as the other.
    pub fn less(&self, other: &Way) -> Trig {
        self.over.by(other.under).plus(other.over.by(self.under).times(-1.0))
    }

    /// What is 0 where this way has a length.
    pub fn is(&self, length: f64) -> Trig {
        self.over.plus(self.under.times(-length))
    }
}

/// The unit vectors along and to the left of a direction.
pub fn axes(angle: f64) -> (V2, V2) {
    let (sin, cos) = sin_cos(angle);
    (v2(cos, sin), v2(-sin, cos))
}

/// The straight way into contact in a direction.
pub fn straight(touch: Touch, target: &Target, width: f64, (u, n): (V2, V2)) -> f64 {
    match touch {
        Touch::Corner(k) => target.corners[k].at.dot(u),
        Touch::Near(k) => target.sides[k].line() / target.sides[k].inward().dot(u),
        Touch::Far(k) => {
            let side = &target.sides[k];
            (side.line() + width * side.inward().dot(n)) / side.inward().dot(u)
        }
    }
}

/// What a front of this width, going straight on in a direction, meets first of one piece.
pub fn first_of_piece(target: &Target, piece: usize, width: f64, axes: (V2, V2)) -> Option<(f64, Touch)> {
    let (u, n) = axes;
    let mut best: Option<(f64, Touch)> = None;
    let mut take = |way: f64, touch: Touch| {
        if best.map_or(true, |b| way < b.0) {
            best = Some((way, touch));
        }
    };
    for k in 4 * piece..4 * piece + 4 {
        let corner = target.corners[k].at;
        let y = n.dot(corner);
        if y <= 0.0 && y >= -width {
            take(u.dot(corner), Touch::Corner(k));
        }
        let side = &target.sides[k];
        if side.inward().dot(u) <= 0.0 {
            continue;
        }
        let end = n.dot(side.to());
        if y > 0.0 && end < 0.0 {
            take(straight(Touch::Near(k), target, width, axes), Touch::Near(k));
        }
        if y > -width && end < -width {
            take(straight(Touch::Far(k), target, width, axes), Touch::Far(k));
        }
    }
    best
}

/// Stretches of angles, in order, for which the thing is in the way of a charger that goes straight on into a touch.
pub fn blocked(
    thing: &Thing,
    touch: Touch,
    target: &Target,
    (width, depth): (f64, f64),
    (low, high): (f64, f64),
) -> Vec<(f64, f64)> {
    let way = Way::new(touch, target, width);
    let mut events = Vec::new();
    let mut at = |sum: Trig| sum.roots(low, high, &mut events);
    let m = thing.margin;
    let (over, under) = (way.over, way.under);
    let front = over.plus(under.times(m));
    let sides = [m, -(width + m)];
    if let Some((centre, r)) = thing.disc {
        at(Trig::left(centre).plus(Trig::constant(-sides[0] - r)));
        at(Trig::left(centre).plus(Trig::constant(-sides[1] + r)));
        at(Trig::ahead(centre).plus(Trig::constant(-r)).by(under).plus(front.times(-1.0)));
        let square = under.by(under);
        for y in sides {
            let about = square.times(centre.norm2() + y * y - r * r);
            let along = Trig::ahead(centre).by(front).by(under).times(-2.0);
            let aside = Trig::left(centre).by(square).times(-2.0 * y);
            at(about.plus(along).plus(aside).plus(front.by(front)));
        }
    }
    for side in thing.ring.windows(2) {
        let (a, b) = (side[0], side[1]);
        for y in sides {
            at(Trig::left(b).plus(Trig::constant(-y)));
        }
        at(Trig::ahead(b).by(under).plus(front.times(-1.0)));
        let normal = (b - a).perp();
        let line = normal.dot(a);
        for y in sides {
            let rest = Trig::left(normal).times(y).plus(Trig::constant(-line));
            at(Trig::ahead(normal).by(front).plus(rest.by(under)));
        }
    }
    events.push(low);
    events.push(high);
    events.sort_by(f64::total_cmp);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for pair in events.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if to - from < 1e-12 {
            continue;
        }
        let axes = axes(0.5 * (from + to));
        let way = straight(touch, target, width, axes);
        if meets(thing, (width, depth), way, axes) {
            match found.last_mut() {
                Some(last) if from - last.1 < 1e-12 => last.1 = to,
                _ => found.push((from, to)),
            }
        }
    }
    found
}

/// Is the thing in the way of a charger that goes straight on so far?
pub fn meets(thing: &Thing, (width, depth): (f64, f64), way: f64, (u, _): (V2, V2)) -> bool {
    let m = thing.margin - SLACK;
    let body = Body::bare(v2(-depth - m, -width - m), v2(way.max(0.0) + m, m));
    thing.meets(&body, v2(0.0, 0.0), u)
}
