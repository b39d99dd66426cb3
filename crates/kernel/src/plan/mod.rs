//! Where a base can go on one level, its facing kept: cheapest ways, ways into contact, and reach.
//!
//! Because the base does not turn, its centre moves among the Minkowski sums of the obstacles with the base: unions of
//! convex bodies bounded by arcs and edges, so lengths are exact. Ground that costs more (or less) than its length is
//! taken into the same search by places on its borders, which are then slid to where the way is cheapest.
mod around;
mod body;
mod border;
mod contour;
mod field;
mod free;
mod goal;
mod ground;
mod meet;
mod reach;
mod refine;
mod ring;
mod room;
mod route;
mod search;
mod solve;
mod stops;
mod tangent;
mod world;

use crate::shape::{checked, checked_point, Pose, Refused, Shape};
use crate::vec::{v2, Bounds, V2};
use body::{Body, TOUCH};
use goal::{edge_meets_arc, edge_meets_edge, meetings, Goals, Near, Rim};
pub use reach::Reach;
use room::Footprint;
pub use route::{Route, Step};
use solve::{cheapest, Ask};

/// Poses are snapped to hundredths of a millimetre, so where a way begins or ends it may be in something by this much.
const SNAPPED: f64 = 0.0008;
/// How far a place in contact with several targets may be from touching each of them.
const IN_CONTACT: f64 = 0.0005;

/// No budget may be larger.
const MOST_BUDGET: f64 = 1000.0;

/// Ground that costs `factor` for an inch.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its outline.
    pub region: Shape,
    /// Where it lies.
    pub pose: Pose,
    /// What an inch costs, above 0.
    pub factor: f64,
}

/// Where one base, its facing kept, can go on one level. Immutable.
#[derive(Clone, Debug)]
pub struct Plan {
    footprint: Footprint,
    floor: Bounds,
    solid: Vec<Body>,
    no_end: Vec<Body>,
    ground: Vec<(Body, f64)>,
    least: f64,
}

impl Plan {
    /// A base among what it may not pass (`solid`), may cross but not end in (`no_end`) and pays for (`ground`: by the
    /// place of its centre, or of any part of it). It stays on `bounds` whole.
    pub fn new(
        shape: &Shape,
        facing: f64,
        bounds: Bounds,
        solid: &[(&Shape, Pose)],
        no_end: &[(&Shape, Pose)],
        ground: &[Ground],
        by_centre: bool,
    ) -> Result<Plan, Refused> {
        checked(facing, "a facing")?;
        for v in [bounds.low.x, bounds.low.y, bounds.high.x, bounds.high.y] {
            checked(v, "a bound")?;
        }
        for g in ground {
            if !(g.factor >= 1e-3 && g.factor <= 1e3) {
                return Err(Refused(format!("a factor is {}, not between 0.001 and 1000", g.factor)));
            }
        }
        let footprint = Footprint::of(shape, facing);
        let payer = if by_centre { Footprint::centre() } else { footprint.clone() };
        let around = |list: &[(&Shape, Pose)]| -> Vec<Body> {
            list.iter().flat_map(|(s, p)| footprint.around(s, *p)).collect()
        };
        let (x, y) = (v2(1.0, 0.0), v2(0.0, 1.0));
        let floor = Bounds {
            low: bounds.low + v2(footprint.reach(-x), footprint.reach(-y)),
            high: bounds.high - v2(footprint.reach(x), footprint.reach(y)),
        };
        let paid: Vec<(Body, f64)> = ground
            .iter()
            .filter(|g| g.factor != 1.0 || ground.len() > 1)
            .flat_map(|g| payer.around(&g.region, g.pose).into_iter().map(move |b| (b, g.factor)))
            .collect();
        let least = paid.iter().fold(1.0, |m: f64, g| m.min(g.1));
        Ok(Plan { floor, solid: around(solid), no_end: around(no_end), ground: paid, least, footprint })
    }

    /// The same base, whose centre alone keeps out of `barred`.
    pub fn barring(mut self, barred: &[(&Shape, Pose)]) -> Plan {
        let centre = Footprint::centre();
        self.solid.extend(barred.iter().flat_map(|(s, p)| centre.around(s, *p)));
        self
    }

    /// The floor, as far out as a snapped place is.
    fn floor_with(&self, ends: &[V2]) -> Bounds {
        let on = |p: &&V2| Bounds::EMPTY.with(**p).meets(self.floor.grown(SNAPPED));
        ends.iter().filter(on).fold(self.floor, |f, &p| f.with(p))
    }

    /// The cheapest way to a place; none within `limit`.
    pub fn to_point(&self, start: V2, goal: V2, limit: f64) -> Result<Option<Route>, Refused> {
        checked_point(start.x, start.y)?;
        checked_point(goal.x, goal.y)?;
        let ends = [start, goal];
        let ask = Ask {
            solid: &fitted_all(&self.solid, &ends),
            ground: &self.ground,
            least: self.least,
            floor: self.floor_with(&ends),
            foci: &ends,
            wide: 0.0,
            goals: &Goals {
                points: vec![goal],
                rims: Vec::new(),
                near: Near::Disc(goal, 0.0),
                accept: &|_| true,
            },
            shore: &[],
            limit: checked_limit(limit)?,
        };
        Ok(cheapest(&ask).into_iter().next())
    }

    /// Ways into contact (at `clearance`) with every target at once: cheapest first, equally cheap ends all listed, by
    /// x, then y. Targets are obstacles too.
    pub fn to_contact(
        &self,
        start: V2,
        targets: &[(&Shape, Pose)],
        limit: f64,
        clearance: f64,
    ) -> Result<Vec<Route>, Refused> {
        checked_point(start.x, start.y)?;
        let limit = checked_limit(limit)?;
        if !(0.0..=1e4).contains(&clearance) {
            return Err(Refused(format!("a clearance is {}, not between 0 and 10000", clearance)));
        }
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        let around = |keep: f64| targets.iter().map(move |(s, p)| self.footprint.close_around(s, *p, keep));
        let mut bodies: Vec<Body> = around(0.0).flatten().collect();
        let mut rims: Vec<Vec<Body>> = around(clearance).collect();
        if clearance == 0.0 {
            // where the start is a hair inside, contact is where it stands
            rims.iter_mut().for_each(|target| *target = fitted_all(target, &[start]));
        }
        let near = if rims.len() == 1 { TOUCH } else { IN_CONTACT };
        let floor = self.floor_with(&[start]);
        let mut solid = fitted_all(&self.solid, &[start]);
        let mut points = vec![start];
        rim_points(&rims, &solid, &self.no_end, &floor, near, &mut points);
        if rims.len() > 2 {
            // a place that touches all of them may be a hair inside one
            let tight: Vec<V2> = points.iter().copied().filter(|&p| touches(&rims, p, near)).collect();
            bodies = fitted_all(&bodies, &tight);
        }
        solid.append(&mut fitted_all(&bodies, &[start]));
        let mid = rims[0].iter().fold(v2(0.0, 0.0), |s, b| s + b.mid) * (1.0 / rims[0].len() as f64);
        let wide = rims[0].iter().map(|b| (b.mid - mid).norm() + b.rad).fold(0.0, f64::max);
        let accept = |p: V2| {
            touches(&rims, p, near) && on(&floor, p) && self.no_end.iter().all(|b| b.distance(p) >= -TOUCH)
        };
        let shapes = rims[0].iter().map(Rim::of).collect();
        let ask = Ask {
            solid: &solid,
            ground: &self.ground,
            least: self.least,
            floor,
            foci: &[start, mid],
            wide,
            goals: &Goals { points, rims: shapes, near: Near::Disc(mid, wide), accept: &accept },
            shore: if rims.len() == 1 { &rims[0] } else { &[] },
            limit,
        };
        Ok(cheapest(&ask))
    }

    /// The cheapest way until any part of the base reaches the edge of the table.
    pub fn to_edge(&self, start: V2, limit: f64) -> Result<Option<Route>, Refused> {
        checked_point(start.x, start.y)?;
        let limit = checked_limit(limit)?;
        let floor = self.floor_with(&[start]);
        let corners = [floor.low, v2(floor.high.x, floor.low.y), floor.high, v2(floor.low.x, floor.high.y)];
        let rim = match Body::polygon(&corners) {
            Some(rim) => rim,
            None => return Ok(None),
        };
        let solid = fitted_all(&self.solid, &[start]);
        let accept = |p: V2| rim.distance(p) >= -TOUCH && self.no_end.iter().all(|b| b.distance(p) >= -TOUCH);
        let mut points = vec![start];
        for other in solid.iter().chain(&self.no_end) {
            points.extend(meetings(&rim, other, 0.0));
        }
        let ask = Ask {
            solid: &solid,
            ground: &self.ground,
            least: self.least,
            floor,
            foci: &[start],
            wide: 0.0,
            goals: &Goals { points, rims: vec![Rim::of(&rim)], near: Near::Anywhere, accept: &accept },
            shore: core::slice::from_ref(&rim),
            limit,
        };
        Ok(cheapest(&ask).into_iter().next())
    }

    /// Everywhere the base can get and end for at most `budget`.
    pub fn reach(&self, start: V2, budget: f64) -> Result<Reach, Refused> {
        checked_point(start.x, start.y)?;
        if budget.is_nan() || budget > MOST_BUDGET {
            return Err(Refused(format!("a budget is {}, not a number up to {}", budget, MOST_BUDGET)));
        }
        let solid = fitted_all(&self.solid, &[start]);
        Ok(solve::reach(
            &solid,
            &self.no_end,
            &self.ground,
            self.least,
            self.floor_with(&[start]),
            start,
            budget,
        ))
    }
}

fn on(floor: &Bounds, p: V2) -> bool {
    Bounds::EMPTY.with(p).meets(floor.grown(TOUCH))
}

/// Is a place in contact with every target?
fn touches(rims: &[Vec<Body>], p: V2, near: f64) -> bool {
    let gap = |target: &Vec<Body>| target.iter().map(|b| b.distance(p)).fold(f64::INFINITY, f64::min);
    rims.iter().all(|target| gap(target).abs() <= near)
}

/// Bodies drawn in where a snapped place is a hair inside them.
fn fitted_all(bodies: &[Body], ends: &[V2]) -> Vec<Body> {
    let fitted = |b: &Body| {
        let deep = ends
            .iter()
            .map(|&p| -b.distance(p))
            .filter(|&deep| deep <= SNAPPED + b.slack)
            .fold(0.0, f64::max);
        if deep > 0.0 {
            b.shrunk(deep)
        } else {
            b.clone()
        }
    };
    bodies.iter().map(fitted).collect()
}

/// Places on the rims where the part that a way may end on can begin.
fn rim_points(
    rims: &[Vec<Body>],
    solid: &[Body],
    no_end: &[Body],
    floor: &Bounds,
    near: f64,
    points: &mut Vec<V2>,
) {
    let all: Vec<&Body> = rims.iter().flatten().collect();
    for (k, rim) in all.iter().enumerate() {
        for other in &all[k + 1..] {
            points.extend(meetings(rim, other, near));
        }
    }
    if rims.len() > 1 {
        return;
    }
    let sides = sides(floor.low, floor.high);
    for rim in all {
        for other in solid.iter().chain(no_end) {
            points.extend(meetings(rim, other, 0.0));
        }
        let shape = Rim::of(rim);
        for side in &sides {
            for (arc, whole) in &shape.arcs {
                edge_meets_arc(side, arc, *whole, 0.0, points);
            }
            points.extend(shape.edges.iter().filter_map(|e| edge_meets_edge(side, e)));
        }
    }
}

/// The sides of a box with their outward normals.
fn sides(low: V2, high: V2) -> [(V2, V2, V2); 4] {
    let (lh, hl) = (v2(low.x, high.y), v2(high.x, low.y));
    [(low, hl, v2(0.0, -1.0)), (hl, high, v2(1.0, 0.0)), (high, lh, v2(0.0, 1.0)), (lh, low, v2(-1.0, 0.0))]
}

fn checked_limit(limit: f64) -> Result<f64, Refused> {
    if limit.is_nan() {
        return Err(Refused("a limit is not a number".to_string()));
    }
    Ok(limit)
}

#[cfg(test)]
mod tests;
