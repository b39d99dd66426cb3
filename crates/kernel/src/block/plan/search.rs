//! Small steps from the start, cheapest first, and from each a look whether the goal is three moves away.
use super::refine::{shortened, tighten};
use super::shots::shots;
use super::{Goal, Move, Plan, Spot};
use crate::num::{PI, TAU};
use std::collections::{BinaryHeap, HashMap};

/// Inches and radians of one step.
pub const STEP: f64 = 0.5;
/// One wheel: 5°.
pub const TURN: f64 = PI / 36.0;
/// Places looked at before the search gives up.
const MOST: usize = 2500;
/// Who is not this much cheaper than the best way is not worth it.
const WORTH: f64 = 0.002;
/// Without a limit the search goes this many times as far as the least that the goal can cost, and a little more.
const FAR: f64 = 4.0;

#[derive(Clone, Copy)]
struct Node {
    spot: Spot,
    spent: f64,
    parent: usize,
    step: Option<Move>,
}

/// First in the heap is what promises the cheapest way.
#[derive(PartialEq)]
pub struct Open(pub f64, pub usize);

impl Eq for Open {}
impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Open {
    fn cmp(&self, other: &Open) -> core::cmp::Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

/// The cell of a spot: two spots of one cell count as one.
pub fn cell(spot: &Spot) -> (i32, i32, i32) {
    let at = |v: f64| (v / STEP).floor() as i32;
    let angle = crate::num::within_turn(spot.angle + 0.5 * TURN);
    (at(spot.at.x), at(spot.at.y), (angle / TURN) as i32 % (TAU / TURN + 0.5) as i32)
}

/// A way to the goal if there is one, and the way to the place from which least would be missing.
pub fn search(plan: &Plan, start: Spot, goal: Goal, limit: f64) -> (Option<Vec<Move>>, Vec<Move>) {
    let least = plan.at_least(&start, &goal);
    let most = (FAR * least + 4.0 * plan.radius + 4.0).min(FAR * limit);
    let mut best: Option<(f64, Vec<Move>)> = tighten(plan, start, goal, &[]);
    let good = |best: &Option<(f64, Vec<Move>)>| best.as_ref().map_or(most, |b| b.0 * (1.0 - WORTH));
    let mut nodes = vec![Node { spot: start, spent: 0.0, parent: 0, step: None }];
    let mut known: HashMap<(i32, i32, i32), f64> = HashMap::new();
    let mut open = BinaryHeap::new();
    open.push(Open(least, 0));
    let mut nearest = (least, 0);
    let mut looked = 0;
    let mut improved = false;
    while let Some(Open(promise, index)) = open.pop() {
        if promise >= good(&best) || looked >= MOST {
            break;
        }
        let node = nodes[index];
        if known.get(&cell(&node.spot)).map_or(false, |&spent| spent < node.spent - 1e-9) {
            continue;
        }
        looked += 1;
        if node.spent <= limit + 1e-9 {
            let missing = plan.at_least(&node.spot, &goal);
            if missing < nearest.0 - 1e-9 {
                nearest = (missing, index);
            }
        }
        let mut target = good(&best);
        shots(&node.spot, &goal, plan.half, |shot| {
            if goes_on(node.step, shot.moves()) {
                return; // the place before has tried it
            }
            let cost = node.spent + shot.moves().iter().map(|&m| plan.cost(m)).sum::<f64>();
            if cost < target && all_free(plan, node.spot, shot.moves()) {
                target = cost;
                let mut moves = way_to(&nodes, index);
                moves.extend(shot.moves());
                best = Some((cost, merged(&moves)));
                improved = true;
            }
        });
        for step in [Move::Ahead(STEP), Move::Wheel(TURN), Move::Wheel(-TURN)] {
            let spent = node.spent + plan.cost(step);
            let spot = plan.after(&node.spot, step);
            let promise = spent + plan.at_least(&spot, &goal);
            let here = cell(&spot);
            if promise >= target
                || known.get(&here).map_or(false, |&other| other <= spent + 1e-9)
                || !plan.free(&node.spot, step)
            {
                continue;
            }
            known.insert(here, spent);
            nodes.push(Node { spot, spent, parent: index, step: Some(step) });
            open.push(Open(promise, nodes.len() - 1));
        }
    }
    if improved {
        if let Some((_, moves)) = &best {
            best = tighten(plan, start, goal, &shortened(plan, start, goal, moves)).or(best);
        }
    }
    (best.map(|b| b.1), merged(&way_to(&nodes, nearest.1)))
}

/// Do moves begin with more of the last one?
fn goes_on(last: Option<Move>, moves: &[Move]) -> bool {
    match (last, moves.first()) {
        (Some(Move::Ahead(_)), Some(Move::Ahead(_))) => true,
        (Some(Move::Wheel(a)), Some(Move::Wheel(b))) => (a > 0.0) == (*b > 0.0),
        _ => false,
    }
}

/// Can a sequence of moves be done?
pub fn all_free(plan: &Plan, mut spot: Spot, moves: &[Move]) -> bool {
    for &step in moves {
        if !plan.free(&spot, step) {
            return false;
        }
        spot = plan.after(&spot, step);
    }
    true
}

fn way_to(nodes: &[Node], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(step) = nodes[index].step {
        moves.push(step);
        index = nodes[index].parent;
    }
    moves.reverse();
    moves
}

/// Moves of one kind in a row are one move.
pub fn merged(moves: &[Move]) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    for &step in moves {
        match (found.last_mut(), step) {
            (Some(Move::Ahead(d)), Move::Ahead(e)) => *d += e,
            (Some(Move::Wheel(a)), Move::Wheel(b)) if (*a > 0.0) == (b > 0.0) => *a += b,
            _ => found.push(step),
        }
    }
    found
}
