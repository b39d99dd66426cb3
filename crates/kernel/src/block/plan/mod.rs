//! Manoeuvres of a block: the cheapest way ahead and in wheels to a pose or a place, past what it keeps away from.
//!
//! In a wheel the middle of the front goes round the pivot on an arc of half the front, so its way is one of straight
//! lines and such arcs; an inch ahead costs an inch, a wheel its angle times a measured radius. Ways of three parts
//! that end exactly at the goal are worked out in closed form. A search over small steps finds ways past obstacles and
//! tries those from every place it comes to; what it finds is then tightened step by step.
mod field;
mod refine;
mod search;
mod shots;

use super::hull::{straight_blocked, wheel_blocked};
use super::{Block, Step};
use crate::num::{sin_cos, within_turn, PI, RADIAN, TAU};
use crate::path::Path;
use crate::scene::Scene;
use crate::shape::{checked_length, Pose, Refused, Standing};
use crate::vec::{v2, Bounds, V2};
pub use field::{Field, SQUARE};

/// Rounding of poses at rest may have brought it so much nearer than its clearance.
const FORGIVEN: f64 = 0.0003;
/// How thick the walls around the table are, in which a block would have to end that leaves it.
const RIM: f64 = 60.0;

/// A place and a direction; angles in radians.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    at: V2,
    angle: f64,
}

impl Spot {
    fn of(pose: Pose) -> Spot {
        Spot { at: pose.at, angle: pose.facing * RADIAN }
    }

    fn pose(&self) -> Pose {
        Pose { at: self.at, facing: self.angle / RADIAN }
    }

    fn axis(&self) -> V2 {
        let (sin, cos) = sin_cos(self.angle);
        v2(cos, sin)
    }
}

/// Where to.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    at: V2,
    /// None: any facing will do.
    angle: Option<f64>,
}

impl Goal {
    /// A pose, or a place when it has no facing.
    pub fn new(at: V2, facing: Option<f64>) -> Goal {
        Goal { at, angle: facing.map(|f| f * RADIAN) }
    }
}

/// Straight on by inches, or round by radians: left positive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    Ahead(f64),
    Wheel(f64),
}

/// A sequence of manoeuvres.
#[derive(Clone, Debug)]
pub struct Route {
    /// Steps ahead and wheels.
    pub steps: Vec<Step>,
    /// What they cost.
    pub cost: f64,
    /// What the whole way to the goal costs; None when none was found and this is only the nearest place.
    pub whole: Option<f64>,
    /// The way of the middle of the front.
    pub path: Path,
}

/// A block and everything it has to keep away from.
#[derive(Clone, Debug)]
pub struct Plan {
    block: Block,
    /// Half the front: the radius of the arc on which its middle wheels.
    half: f64,
    /// What a radian costs.
    radius: f64,
    /// No point of the block is further from the middle of its front.
    diagonal: f64,
    bounds: Bounds,
    /// What lies beyond the table, then what stands on it by its clearance.
    scenes: Vec<(Scene, f64)>,
}

impl Plan {
    /// The plan of a block on a table of these bounds; each thing has its own clearance.
    pub fn new(
        block: Block,
        bounds: Bounds,
        things: &[(Standing, f64)],
        radius: f64,
    ) -> Result<Plan, Refused> {
        let half = 0.5 * block.width();
        let radius = checked_length(radius, "a radius")?;
        let (a, b) = (bounds.low, bounds.high);
        let slab = |x0: f64, y0: f64, x1: f64, y1: f64| vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        let rim = [
            slab(a.x - RIM, a.y - RIM, a.x, b.y + RIM),
            slab(b.x, a.y - RIM, b.x + RIM, b.y + RIM),
            slab(a.x - RIM, a.y - RIM, b.x + RIM, a.y),
            slab(a.x - RIM, b.y, b.x + RIM, b.y + RIM),
        ];
        let mut scenes = vec![(Scene::new(&rim, &[])?, 0.0)];
        let mut known: Vec<f64> = things.iter().map(|thing| thing.1).collect();
        known.sort_by(f64::total_cmp);
        known.dedup();
        for clearance in known {
            let (mut polygons, mut circles) = (Vec::new(), Vec::new());
            for (standing, _) in things.iter().filter(|thing| thing.1 == clearance) {
                match standing.disc() {
                    Some((centre, r)) => circles.push((centre.x, centre.y, r)),
                    None => polygons.push(standing.outline.iter().map(|p| (p.x, p.y)).collect()),
                }
            }
            scenes.push((Scene::new(&polygons, &circles)?, (clearance - FORGIVEN).max(0.0)));
        }
        let diagonal = v2(half, block.depth()).norm();
        Ok(Plan { block, half, radius, diagonal, bounds, scenes })
    }

    fn free(&self, spot: &Spot, step: Move) -> bool {
        let pose = spot.pose();
        let reach = match step {
            Move::Ahead(d) => self.diagonal + d,
            Move::Wheel(_) => 2.0 * self.diagonal,
        };
        let (low, high) = (self.bounds.low, self.bounds.high);
        let amid = spot.at.x - low.x > reach
            && high.x - spot.at.x > reach
            && spot.at.y - low.y > reach
            && high.y - spot.at.y > reach;
        !self.scenes.iter().skip(usize::from(amid)).any(|(scene, clearance)| match step {
            Move::Ahead(d) => straight_blocked(scene, &self.block, pose, v2(d, 0.0), *clearance),
            Move::Wheel(a) => wheel_blocked(scene, &self.block, pose, a / RADIAN, *clearance),
        })
    }

    fn after(&self, spot: &Spot, step: Move) -> Spot {
        match step {
            Move::Ahead(d) => Spot { at: spot.at + spot.axis() * d, angle: spot.angle },
            Move::Wheel(a) => {
                let arm = spot.axis().perp() * if a < 0.0 { -self.half } else { self.half };
                let (sin, cos) = sin_cos(a);
                Spot { at: spot.at + arm - arm.turned(v2(cos, sin)), angle: spot.angle + a }
            }
        }
    }

    fn cost(&self, step: Move) -> f64 {
        match step {
            Move::Ahead(d) => d,
            Move::Wheel(a) => a.abs() * self.radius,
        }
    }

    /// No way from here costs less: the way of the middle of the front is no shorter than the straight line, and
    /// somewhere on it the block faces along that line or beyond.
    fn at_least(&self, spot: &Spot, goal: &Goal) -> f64 {
        let way = goal.at - spot.at;
        let far = way.norm();
        let dear = self.radius - self.half;
        if dear < 0.0 {
            return far.min(far * self.radius / self.half);
        }
        let turn = if far > 1e-6 {
            let line = crate::num::atan2(way.y, way.x);
            apart(spot.angle, line) + goal.angle.map_or(0.0, |angle| apart(line, angle))
        } else {
            goal.angle.map_or(0.0, |angle| apart(spot.angle, angle))
        };
        far + dear * turn
    }

    /// The cheapest way found; where it costs more than the limit, as much of it as the limit allows; where there is
    /// none, the way to the place from which least would be missing. None where the block cannot even stand.
    pub fn route(&self, start: Pose, goal: Goal, limit: f64) -> Result<Option<Route>, Refused> {
        let spot = Spot::of(start);
        if !self.free(&spot, Move::Ahead(0.0)) {
            return Ok(None);
        }
        let (found, nearest) = search::search(self, spot, goal, limit);
        let whole = found.as_ref().map(|moves| moves.iter().map(|&m| self.cost(m)).sum());
        let moves = self.cut(&found.unwrap_or(nearest), limit);
        let cost = moves.iter().map(|&m| self.cost(m)).sum();
        let steps: Vec<Step> = moves
            .iter()
            .map(|m| match *m {
                Move::Ahead(d) => Step::Ahead(d),
                Move::Wheel(a) => Step::Wheel(a / RADIAN),
            })
            .collect();
        let path = self.block.path(start, &steps)?;
        Ok(Some(Route { steps, cost, whole, path }))
    }

    /// The part of a way that costs no more than the limit.
    fn cut(&self, moves: &[Move], limit: f64) -> Vec<Move> {
        let mut left = limit;
        let mut found = Vec::with_capacity(moves.len());
        for &step in moves {
            let cost = self.cost(step);
            if cost <= left + 1e-9 {
                found.push(step);
                left -= cost;
                continue;
            }
            if left > 1e-6 {
                found.push(match step {
                    Move::Ahead(_) => Move::Ahead(left),
                    Move::Wheel(a) => Move::Wheel(a * (left / cost)),
                });
            }
            break;
        }
        found
    }
}

/// The angle between two directions, from 0 to π.
fn apart(a: f64, b: f64) -> f64 {
    let turn = within_turn(a - b);
    if turn > PI {
        TAU - turn
    } else {
        turn
    }
}
