//! Ways made cheaper by changing their first moves a little, the last three following from them.
use super::search::{all_free, merged, STEP, TURN};
use super::shots::shots;
use super::{Goal, Move, Plan, Spot};

/// The least change that is tried, as a part of the first.
const FINEST: f64 = 1.0 / 2048.0;
/// So many changes are tried at most from one beginning.
const MOST: usize = 400;
/// A way is cut at so many places to see whether three moves lead past some of them.
const PLACES: usize = 40;
/// So often at most.
const ROUNDS: usize = 3;
/// A way has at most so many moves before its last three; longer ones keep their beginning.
const LONGEST: usize = 8;

/// The kinds of moves with which a way may begin before its last three.
const BEGINNINGS: [&[Move]; 7] = [
    &[],
    &[Move::Ahead(0.0)],
    &[Move::Wheel(1e-12)],
    &[Move::Wheel(-1e-12)],
    &[Move::Ahead(0.0), Move::Wheel(1e-12)],
    &[Move::Ahead(0.0), Move::Wheel(-1e-12)],
    &[Move::Ahead(0.0), Move::Wheel(1e-12), Move::Ahead(0.0)],
];

/// The cheapest way found near a given one, or near those that need no search; and what it costs.
pub fn tighten(plan: &Plan, start: Spot, goal: Goal, given: &[Move]) -> Option<(f64, Vec<Move>)> {
    let mut best: Option<(f64, Vec<Move>)> = None;
    let least = plan.at_least(&start, &goal);
    let mut near = |beginning: &[Move]| {
        if let Some(found) = descend(plan, start, goal, beginning) {
            if best.as_ref().map_or(true, |b| found.0 < b.0) {
                best = Some(found);
            }
        }
        best.as_ref().map_or(false, |b| b.0 <= least * (1.0 + 1e-6) + 1e-9)
    };
    if given.is_empty() {
        for beginning in BEGINNINGS {
            if near(beginning) {
                break;
            }
        }
        return best;
    }
    // the last moves are found anew; how many of them are, is tried
    for kept in (given.len().saturating_sub(4)..=given.len().saturating_sub(1)).rev() {
        near(&given[..kept]);
    }
    best
}

/// A way past the same places, of fewer moves where three lead from one of them to a later one for less.
pub fn shortened(plan: &Plan, start: Spot, goal: Goal, moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    for _ in 0..ROUNDS {
        let before: f64 = moves.iter().map(|&m| plan.cost(m)).sum();
        moves = shortened_once(plan, start, goal, &moves);
        let after: f64 = moves.iter().map(|&m| plan.cost(m)).sum();
        if after > before * (1.0 - 1e-4) {
            break;
        }
    }
    moves
}

fn shortened_once(plan: &Plan, start: Spot, goal: Goal, moves: &[Move]) -> Vec<Move> {
    let total: f64 = moves.iter().map(|&m| plan.cost(m)).sum();
    let piece = (total / PLACES as f64).max(0.1);
    // places along the way, and what leads from each to the next
    let (mut spots, mut links): (Vec<Spot>, Vec<Vec<Move>>) = (vec![start], Vec::new());
    for &step in moves {
        let parts = (plan.cost(step) / piece).ceil().max(1.0);
        let part = match step {
            Move::Ahead(d) => Move::Ahead(d / parts),
            Move::Wheel(a) => Move::Wheel(a / parts),
        };
        for _ in 0..parts as usize {
            spots.push(plan.after(&spots[spots.len() - 1], part));
            links.push(vec![part]);
        }
    }
    let count = spots.len();
    let mut reached: Vec<(f64, usize, Vec<Move>)> = vec![(f64::INFINITY, 0, Vec::new()); count];
    reached[0].0 = 0.0;
    for k in 1..count {
        let there = if k + 1 == count { goal } else { Goal { at: spots[k].at, angle: Some(spots[k].angle) } };
        let link: f64 = links[k - 1].iter().map(|&m| plan.cost(m)).sum();
        let mut best = (reached[k - 1].0 + link, k - 1, links[k - 1].clone());
        for from in 0..k {
            let spent = reached[from].0;
            if spent + plan.at_least(&spots[from], &there) >= best.0 - 1e-9 {
                continue;
            }
            shots(&spots[from], &there, plan.half, |shot| {
                let cost = spent + shot.moves().iter().map(|&m| plan.cost(m)).sum::<f64>();
                if cost < best.0 - 1e-9 && all_free(plan, spots[from], shot.moves()) {
                    best = (cost, from, shot.moves().to_vec());
                }
            });
        }
        reached[k] = best;
    }
    let mut parts = Vec::new();
    let mut k = count - 1;
    while k > 0 {
        parts.push(k);
        k = reached[k].1;
    }
    let found: Vec<Move> = parts.iter().rev().flat_map(|&k| reached[k].2.iter().copied()).collect();
    merged(&found)
}

/// The cheapest way with these moves first, then at most three more.
fn whole(plan: &Plan, start: Spot, goal: Goal, first: &[Move], below: f64) -> Option<(f64, Vec<Move>)> {
    let mut spot = start;
    let mut spent = 0.0;
    for &step in first {
        spent += plan.cost(step);
        spot = plan.after(&spot, step);
    }
    if spent + plan.at_least(&spot, &goal) >= below || !all_free(plan, start, first) {
        return None;
    }
    let mut best: Option<(f64, Vec<Move>)> = None;
    let mut limit = below;
    shots(&spot, &goal, plan.half, |shot| {
        let cost = spent + shot.moves().iter().map(|&m| plan.cost(m)).sum::<f64>();
        if cost < limit && all_free(plan, spot, shot.moves()) {
            limit = cost;
            let mut moves = first.to_vec();
            moves.extend(shot.moves());
            best = Some((cost, moves));
        }
    });
    best
}

/// Every move is made longer and shorter, by less and less.
fn descend(plan: &Plan, start: Spot, goal: Goal, beginning: &[Move]) -> Option<(f64, Vec<Move>)> {
    let mut first = beginning.to_vec();
    let found = whole(plan, start, goal, &first, f64::INFINITY);
    let mut best = found.unwrap_or((f64::INFINITY, Vec::new()));
    let changed = first.len().min(LONGEST);
    let (mut size, mut tried) = (2.0, 0);
    while size >= FINEST && tried < MOST && changed > 0 {
        let mut better = false;
        for k in 0..changed {
            for sign in [1.0, -1.0] {
                let before = first[k];
                first[k] = match before {
                    Move::Ahead(d) => Move::Ahead((d + sign * size * STEP).max(0.0)),
                    Move::Wheel(a) if a > 0.0 => Move::Wheel((a + sign * size * TURN).max(1e-12)),
                    Move::Wheel(a) => Move::Wheel((a - sign * size * TURN).min(-1e-12)),
                };
                tried += 1;
                if first[k] != before {
                    if let Some(found) = whole(plan, start, goal, &first, best.0 - 1e-9) {
                        best = found;
                        better = true;
                        continue;
                    }
                }
                first[k] = before;
            }
        }
        if !better {
            size *= 0.5;
        }
    }
    if best.0 == f64::INFINITY {
        return None;
    }
    let kept: Vec<Move> = best
        .1
        .iter()
        .copied()
        .filter(|step| match step {
            Move::Ahead(d) => *d > 1e-9,
            Move::Wheel(a) => a.abs() > 1e-9,
        })
        .collect();
    Some((best.0, merged(&kept)))
}
