//! Everywhere a block can get to for a price.
use super::search::{all_free, cell, Open, STEP, TURN};
use super::shots::shots;
use super::{Goal, Move, Plan, Spot};
use crate::shape::Pose;
use crate::vec::{v2, V2};
use std::collections::{BTreeSet, BinaryHeap, HashMap};

/// The side of a square of the area that is counted.
pub const SQUARE: f64 = 0.25;
/// No more poses than this are looked at.
const MOST: usize = 60_000;
/// Poses this near to a place are tried as the last but one on the way there.
const NEAR: f64 = 1.5;

/// A corner of squares, counted in squares.
type Corner = (i64, i64);

/// Poses that a block can take, each with what it costs.
#[derive(Clone, Debug)]
pub struct Field {
    /// Poses and costs, cheapest first.
    pub poses: Vec<(Pose, f64)>,
    budget: f64,
}

impl Field {
    /// Where a block gets to by steps ahead and wheels that cost no more than the budget together.
    pub fn new(plan: &Plan, start: Pose, budget: f64) -> Field {
        let mut field = Field { poses: Vec::new(), budget };
        let start = Spot::of(start);
        if !plan.free(&start, Move::Ahead(0.0)) {
            return field;
        }
        let mut spots = vec![start];
        let mut known: HashMap<(i32, i32, i32), f64> = HashMap::new();
        let mut open = BinaryHeap::new();
        open.push(Open(0.0, 0));
        while let Some(Open(spent, index)) = open.pop() {
            let spot = spots[index];
            let stale = known.get(&cell(&spot)).map_or(false, |&other| other < spent - 1e-9);
            if stale || field.poses.len() >= MOST {
                continue;
            }
            field.poses.push((spot.pose(), spent));
            for step in [Move::Ahead(STEP), Move::Wheel(TURN), Move::Wheel(-TURN)] {
                let spent = spent + plan.cost(step);
                let next = plan.after(&spot, step);
                let here = cell(&next);
                if spent > budget + 1e-9
                    || known.get(&here).map_or(false, |&other| other <= spent + 1e-9)
                    || !plan.free(&spot, step)
                {
                    continue;
                }
                known.insert(here, spent);
                spots.push(next);
                open.push(Open(spent, spots.len() - 1));
            }
        }
        field
    }

    /// The middles of all squares, [`SQUARE`] wide, that the middle of the front can get to with any facing.
    pub fn places(&self, plan: &Plan) -> Vec<V2> {
        let start = match self.poses.first() {
            Some((pose, _)) => Spot::of(*pose),
            None => return Vec::new(),
        };
        let number = |v: f64| (v / NEAR).floor() as i32;
        let mut near: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
        for (k, (pose, _)) in self.poses.iter().enumerate() {
            near.entry((number(pose.at.x), number(pose.at.y))).or_default().push(k);
        }
        let most = (self.budget / SQUARE).ceil() as i32;
        let origin = v2((start.at.x / SQUARE).floor(), (start.at.y / SQUARE).floor());
        let mut found = Vec::new();
        for i in -most..=most {
            for j in -most..=most {
                let place = v2(origin.x + f64::from(i) + 0.5, origin.y + f64::from(j) + 0.5) * SQUARE;
                let goal = Goal { at: place, angle: None };
                if plan.at_least(&start, &goal) > self.budget {
                    continue;
                }
                let around = (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b)));
                let poses = around
                    .filter_map(|(a, b)| near.get(&(number(place.x) + a, number(place.y) + b)))
                    .flat_map(|list| list.iter().copied());
                if core::iter::once(0).chain(poses).any(|k| self.leads(plan, k, &goal)) {
                    found.push(place);
                }
            }
        }
        found
    }

    /// Rings around the squares of these middles, holes the other way round.
    pub fn outline(places: &[V2]) -> Vec<Vec<V2>> {
        let corner = |p: V2, x: f64, y: f64| {
            let number = |v: f64| (v / SQUARE).round() as i64;
            (number(p.x + x * SQUARE), number(p.y + y * SQUARE))
        };
        // each side of a square, walked with the square to the left, unless its neighbour walks it the other way
        let mut sides: BTreeSet<(Corner, Corner)> = BTreeSet::new();
        for &p in places {
            let c = [corner(p, -0.5, -0.5), corner(p, 0.5, -0.5), corner(p, 0.5, 0.5), corner(p, -0.5, 0.5)];
            for k in 0..4 {
                let (a, b) = (c[k], c[(k + 1) % 4]);
                if !sides.remove(&(b, a)) {
                    sides.insert((a, b));
                }
            }
        }
        let mut rings = Vec::new();
        while let Some(&(first, second)) = sides.iter().next() {
            let mut ring = vec![first];
            let (mut from, mut to) = (first, second);
            sides.remove(&(from, to));
            while to != first {
                let ahead = (to.0 - from.0, to.1 - from.1);
                // where two squares meet at a corner only, the ring keeps to its own
                let turns = [(-ahead.1, ahead.0), ahead, (ahead.1, -ahead.0)];
                let next = turns.iter().map(|t| (to.0 + t.0, to.1 + t.1)).find(|&n| sides.contains(&(to, n)));
                let next = match next {
                    Some(next) => next,
                    None => break,
                };
                if (next.0 - to.0, next.1 - to.1) != ahead {
                    ring.push(to);
                }
                sides.remove(&(to, next));
                from = to;
                to = next;
            }
            rings.push(ring.iter().map(|&(x, y)| v2(x as f64, y as f64) * SQUARE).collect());
        }
        rings
    }

    fn leads(&self, plan: &Plan, k: usize, goal: &Goal) -> bool {
        let (pose, spent) = self.poses[k];
        let spot = Spot::of(pose);
        if spent + plan.at_least(&spot, goal) > self.budget {
            return false;
        }
        let mut led = false;
        shots(&spot, goal, plan.half, |shot| {
            let cost = spent + shot.moves().iter().map(|&m| plan.cost(m)).sum::<f64>();
            led = led || cost <= self.budget + 1e-9 && all_free(plan, spot, shot.moves());
        });
        led
    }
}
