//! How far a rectangle can turn about a point before it enters something.
//!
//! Where anything begins or ends, a corner of one is on a side of the other: corners of the rectangle on circles about
//! the centre against sides that stand, corners that stand on circles the other way against the rectangle's sides.
use super::Thing;
use crate::block::hull::Body;
use crate::num::{atan2, within_turn, TAU};
use crate::vec::{nearest_on_segment, v2, V2};

/// What is less deep than this is no overlap, so that a touch worked out in two ways is one.
pub const SLACK: f64 = 1e-7;

/// The greatest angle, counter-clockwise and up to `most`, by which the rectangle (about the centre of the turn) turns
/// without entering the thing; None where all of it is free.
pub fn turn_limit(low: V2, high: V2, thing: &Thing, most: f64, events: &mut Vec<f64>) -> Option<f64> {
    let grow = v2(thing.margin, thing.margin);
    let (low, high) = (low - grow, high + grow);
    let corners = [low, v2(high.x, low.y), high, v2(low.x, high.y)];
    let reach2 = corners.iter().fold(0.0, |r: f64, c| r.max(c.norm2()));
    if thing.distance(v2(0.0, 0.0)) >= reach2.sqrt() {
        return None;
    }
    events.clear();
    let mut add = |from: V2, to: V2| {
        let angle = within_turn(atan2(from.cross(to), from.dot(to)));
        if angle < most {
            events.push(angle);
        } else if angle > TAU - 1e-9 {
            events.push(0.0);
        }
    };
    match thing.disc {
        Some((centre, radius)) => turn_events_of_disc(&corners, centre, radius, &mut add),
        None => turn_events(&corners, &thing.ring, reach2, &mut add),
    }
    events.push(0.0);
    events.push(most);
    events.sort_by(f64::total_cmp);
    let body = Body::bare(low + v2(SLACK, SLACK), high - v2(SLACK, SLACK));
    for pair in events.windows(2) {
        if pair[1] - pair[0] < 1e-12 {
            continue;
        }
        let (sin, cos) = crate::num::sin_cos(0.5 * (pair[0] + pair[1]));
        if thing.meets(&body, v2(0.0, 0.0), v2(cos, sin)) {
            return Some(pair[0]);
        }
    }
    None
}

fn turn_events(corners: &[V2; 4], ring: &[V2], reach2: f64, add: &mut impl FnMut(V2, V2)) {
    for side in ring.windows(2) {
        let (a, b) = (side[0], side[1]);
        let off = a.cross(b);
        let length2 = (b - a).norm2();
        if off * off < reach2 * length2 {
            for &corner in corners {
                circle_and_side(corner.norm2(), a, b, |p| add(corner, p));
            }
        }
        let far2 = b.norm2();
        if far2 < reach2 {
            for k in 0..4 {
                circle_and_side(far2, corners[k], corners[(k + 1) % 4], |p| add(p, b));
            }
        }
    }
}

/// A disc is entered where its middle comes within its radius of a corner or a side.
fn turn_events_of_disc(corners: &[V2; 4], centre: V2, radius: f64, add: &mut impl FnMut(V2, V2)) {
    let far2 = centre.norm2();
    for k in 0..4 {
        let (a, b) = (corners[k], corners[(k + 1) % 4]);
        let out = -(b - a).unit().perp() * radius;
        circle_and_side(far2, a + out, b + out, |p| add(p, centre));
        // the middle on its circle against the circle about the corner
        let (near2, near) = (a.norm2(), a.norm());
        if near > 0.0 {
            let along = (far2 + near2 - radius * radius) / (2.0 * near);
            let beside2 = far2 - along * along;
            if beside2 >= 0.0 {
                let (way, beside) = (a * (1.0 / near), beside2.sqrt());
                add(way * along + way.perp() * beside, centre);
                add(way * along - way.perp() * beside, centre);
            }
        }
    }
}

/// Where a side meets a circle about the origin.
fn circle_and_side(radius2: f64, a: V2, b: V2, mut at: impl FnMut(V2)) {
    let way = b - a;
    let length2 = way.norm2();
    if length2 <= 0.0 {
        return;
    }
    let off = a.cross(b);
    let left2 = radius2 - off * off / length2;
    if left2 < -1e-12 {
        return;
    }
    let middle = -a.dot(way) / length2;
    let half = (left2.max(0.0) / length2).sqrt();
    let ends = 1e-9;
    for t in [middle - half, middle + half] {
        if t >= -ends && t <= 1.0 + ends {
            at(a + way * t);
        }
    }
}

impl Thing {
    /// How far a point is from it; 0 inside is not asked for: a point inside is near some side as well.
    pub fn distance(&self, p: V2) -> f64 {
        if let Some((centre, radius)) = self.disc {
            return (centre - p).norm() - radius;
        }
        let mut best = f64::INFINITY;
        for side in self.ring.windows(2) {
            best = best.min((nearest_on_segment(p, side[0], side[1]).0 - p).norm2());
        }
        if best > 0.0 && self.holds(p) {
            return 0.0;
        }
        best.sqrt()
    }

    fn holds(&self, p: V2) -> bool {
        self.ring.windows(2).fold(false, |inside, side| {
            let (a, b) = (side[0], side[1]);
            let over = (a.y > p.y) != (b.y > p.y) && a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y) > p.x;
            inside != over
        })
    }

    /// Does the body, its frame at a place and turned by an axis, overlap it?
    pub fn meets(&self, body: &Body, at: V2, axis: V2) -> bool {
        match self.disc {
            Some((centre, radius)) => body.distance((centre - at).turned_back(axis)) < radius,
            None => body.meets_ring(&self.ring, |p| (p - at).turned_back(axis)),
        }
    }
}
