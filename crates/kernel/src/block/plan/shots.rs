//! Ways of at most three parts that end exactly at a goal.
use super::{Goal, Move, Spot};
use crate::num::{atan2, sin_cos, within_turn, PI, TAU};
use crate::vec::{v2, V2};

/// At most three moves, none of them nothing.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    moves: [Move; 3],
    count: usize,
}

impl Shot {
    fn new(moves: &[Move]) -> Shot {
        let mut shot = Shot { moves: [Move::Ahead(0.0); 3], count: 0 };
        for &step in moves {
            let size = match step {
                Move::Ahead(d) => d,
                Move::Wheel(a) => a.abs(),
            };
            if size > 1e-9 {
                shot.moves[shot.count] = step;
                shot.count += 1;
            }
        }
        shot
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}

/// An angle from 0 up to a whole turn; what rounding makes a whole turn is none.
fn turn(angle: f64) -> f64 {
    let found = within_turn(angle);
    if found > TAU - 1e-9 {
        0.0
    } else {
        found
    }
}

fn direction(v: V2) -> f64 {
    atan2(v.y, v.x)
}

/// Every way of at most three parts from a spot to a goal.
pub fn shots(from: &Spot, goal: &Goal, half: f64, mut take: impl FnMut(Shot)) {
    match goal.angle {
        Some(angle) => to_pose(from, &Spot { at: goal.at, angle }, half, &mut take),
        None => to_place(from, goal.at, half, &mut take),
    }
}

fn to_pose(from: &Spot, to: &Spot, half: f64, take: &mut impl FnMut(Shot)) {
    let (u, v) = (from.axis(), to.axis());
    let centre = |spot: &Spot, axis: V2, left: f64| spot.at + axis.perp() * (half * left);
    for left in [1.0, -1.0] {
        let wheel = |from: f64, to: f64| Move::Wheel(left * turn(left * (to - from)));
        let back = |from: f64, to: f64| Move::Wheel(-left * turn(left * (from - to)));
        // wheel, straight, wheel the same way
        let way = centre(to, v, left) - centre(from, u, left);
        let far = way.norm();
        if far > 1e-9 {
            let along = direction(way);
            take(Shot::new(&[wheel(from.angle, along), Move::Ahead(far), wheel(along, to.angle)]));
        } else {
            take(Shot::new(&[wheel(from.angle, to.angle)]));
        }
        // wheel, straight, wheel back
        let way = centre(to, v, -left) - centre(from, u, left);
        let rest = way.norm2() - 4.0 * half * half;
        if rest >= 0.0 {
            let rest = rest.sqrt();
            let along = direction(way) + left * atan2(2.0 * half, rest);
            take(Shot::new(&[wheel(from.angle, along), Move::Ahead(rest), back(along, to.angle)]));
        }
        // straight, wheel, straight
        let angle = turn(left * (to.angle - from.angle));
        let (sin, cos) = sin_cos(angle);
        let arc = v2(half * sin, left * half * (1.0 - cos)).turned(u);
        let way = to.at - from.at - arc;
        let across = u.cross(v);
        if across.abs() > 1e-9 {
            let (first, last) = (way.cross(v) / across, u.cross(way) / across);
            if first >= -1e-9 && last >= -1e-9 {
                let wheel = Move::Wheel(left * angle);
                take(Shot::new(&[Move::Ahead(first.max(0.0)), wheel, Move::Ahead(last.max(0.0))]));
            }
        } else if u.cross(way).abs() < 1e-9 && u.dot(way) >= -1e-9 && u.dot(v) > 0.0 {
            take(Shot::new(&[Move::Wheel(left * angle), Move::Ahead(u.dot(way).max(0.0))]));
        }
    }
}

fn to_place(from: &Spot, to: V2, half: f64, take: &mut impl FnMut(Shot)) {
    let u = from.axis();
    for left in [1.0, -1.0] {
        let centre = from.at + u.perp() * (half * left);
        let way = to - centre;
        // wheel, straight
        let rest = way.norm2() - half * half;
        if rest >= 0.0 {
            let rest = rest.sqrt();
            let along = direction(way) + left * atan2(half, rest);
            take(Shot::new(&[Move::Wheel(left * turn(left * (along - from.angle))), Move::Ahead(rest)]));
        }
        // straight, wheel
        let (ahead, aside) = (u.dot(way), u.cross(way));
        let half_chord = half * half - aside * aside;
        if half_chord >= 0.0 {
            for first in [ahead - half_chord.sqrt(), ahead + half_chord.sqrt()] {
                if first >= 0.0 {
                    let arm = to - (centre + u * first);
                    let angle = turn(left * (direction(arm) - (from.angle - left * 0.5 * PI)));
                    take(Shot::new(&[Move::Ahead(first), Move::Wheel(left * angle)]));
                }
            }
        }
    }
}
