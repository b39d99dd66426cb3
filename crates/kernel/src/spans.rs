//! When a base, or its centre, is in a region.
use crate::gap::closest;
use crate::num::{acos, atan2};
use crate::path::{Leg, Path};
use crate::region::{edge_distance, part_radius};
use crate::shape::{Part, Piece, Shape, Standing};
use crate::sweep::safe_step;
use crate::vec::V2;

/// How finely the ends of a span are found where there is no closed form, in inches.
const FINE: f64 = 1e-7;
/// Depths this near to the tolerance count as not in the region.
const REACHED: f64 = 1e-9;

/// Part of a leg: which, from when, until when.
pub type Span = (usize, f64, f64);

/// The parts of a path during which the shape (none: its centre) is in the region by more than `tolerance`.
pub fn spans(shape: Option<&Shape>, path: &Path, region: &Standing, tolerance: f64) -> Vec<Span> {
    let round = match shape {
        None => Some(0.0),
        Some(shape) => shape.disc_radius(),
    };
    let oval = matches!(region.parts[0].piece(), Piece::Oval { .. });
    let mut found = Vec::new();
    for (k, leg) in path.legs.iter().enumerate() {
        let inside = match (round, shape) {
            (Some(radius), _) if !oval => spans_of_centre(leg, region, radius - tolerance),
            (_, Some(shape)) => spans_of_shape(shape, leg, region, tolerance),
            (_, None) => spans_of_part(&Part::Disc(0.0), leg, region, tolerance),
        };
        found.extend(inside.into_iter().map(|(from, to)| (k, from, to)));
    }
    found
}

/// When the centre is nearer to the region than `level` (below 0: deeper in it), in closed form.
fn spans_of_centre(leg: &Leg, region: &Standing, level: f64) -> Vec<(f64, f64)> {
    if !leg.bounds().grown(level.max(0.0)).meets(region.bounds) {
        return Vec::new();
    }
    let mut times = vec![0.0, 1.0];
    match region.disc() {
        Some((centre, radius)) => circle_times(leg, centre, radius + level, &mut times),
        None => {
            let outline = &region.outline;
            let near = leg.bounds().grown(level.abs() + REACHED);
            let mut a = outline[outline.len() - 1];
            for &b in outline {
                if near.meets(crate::vec::Bounds::of(&[a, b])) {
                    side_times(leg, a, b, level, &mut times);
                    circle_times(leg, b, level.abs(), &mut times);
                }
                a = b;
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for pair in times.windows(2) {
        if pair[1] - pair[0] <= 1e-13 {
            continue;
        }
        if edge_distance(region, leg.place(0.5 * (pair[0] + pair[1]))) < level - REACHED {
            match found.last_mut() {
                Some(last) if pair[0] - last.1 <= 1e-13 => last.1 = pair[1],
                _ => found.push((pair[0], pair[1])),
            }
        }
    }
    found
}

/// When the centre crosses the line beside a side.
fn side_times(leg: &Leg, a: V2, b: V2, level: f64, times: &mut Vec<f64>) {
    let outward = -(b - a).unit().perp();
    match leg.arc {
        None => {
            let rise = outward.dot(leg.to - leg.from.at);
            if rise != 0.0 {
                times.push((level - outward.dot(leg.from.at - a)) / rise);
            }
        }
        Some(arc) => {
            let cos = (level - outward.dot(arc.centre - a)) / arc.arm.norm();
            if (-1.0..=1.0).contains(&cos) {
                let (begin, half) = (atan2(arc.arm.y, arc.arm.x), acos(cos));
                let middle = atan2(outward.y, outward.x);
                times.extend(arc.passes(begin, middle + half));
                times.extend(arc.passes(begin, middle - half));
            }
        }
    }
    times.retain(|t| (0.0..=1.0).contains(t));
}

/// When the centre crosses a circle.
fn circle_times(leg: &Leg, centre: V2, radius: f64, times: &mut Vec<f64>) {
    if radius <= 0.0 {
        return;
    }
    match leg.arc {
        None => {
            let (from, way) = (leg.from.at - centre, leg.to - leg.from.at);
            let (square, half) = (way.norm2(), from.dot(way));
            let root2 = half * half - square * (from.norm2() - radius * radius);
            if root2 > 0.0 && square > 0.0 {
                times.push((-half - root2.sqrt()) / square);
                times.push((-half + root2.sqrt()) / square);
            }
        }
        Some(arc) => {
            let toward = centre - arc.centre;
            let (away, own) = (toward.norm(), arc.arm.norm());
            let cos = (own * own + away * away - radius * radius) / (2.0 * own * away);
            if (-1.0..=1.0).contains(&cos) {
                let (begin, half) = (atan2(arc.arm.y, arc.arm.x), acos(cos));
                let middle = atan2(toward.y, toward.x);
                times.extend(arc.passes(begin, middle + half));
                times.extend(arc.passes(begin, middle - half));
            }
        }
    }
    times.retain(|t| (0.0..=1.0).contains(t));
}

/// When any part of a shape is in the region.
fn spans_of_shape(shape: &Shape, leg: &Leg, region: &Standing, tolerance: f64) -> Vec<(f64, f64)> {
    let mut all: Vec<(f64, f64)> =
        shape.parts().iter().flat_map(|part| spans_of_part(part, leg, region, tolerance)).collect();
    all.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (from, to) in all {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

fn spans_of_part(part: &Part, leg: &Leg, region: &Standing, tolerance: f64) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    let way = leg.bounds().grown(part_radius(part));
    for other in region.parts.iter().filter(|other| way.meets(other.bounds)) {
        overlaps(part, leg, other.piece(), -tolerance - REACHED, &mut all);
    }
    all.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (from, to) in all {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// When the gap of two convex pieces is below `level`, by steps that are proven to stay on one side of it.
fn overlaps(part: &Part, leg: &Leg, target: Piece<'_>, level: f64, found: &mut Vec<(f64, f64)>) {
    let fastest = leg.length + leg.spin().abs() * part_radius(part);
    let mut smallest = FINE / fastest.max(FINE);
    let mut corners = Vec::new();
    let mut entered: Option<f64> = None;
    let mut t = 0.0;
    for step in 1.. {
        let moment = leg.moment(t);
        let near = closest(part.standing(moment.at, moment.axis, &mut corners), target);
        let inside = near.gap < level;
        match entered {
            None if inside => entered = Some(t),
            Some(from) if !inside => {
                if t > from {
                    found.push((from, t));
                }
                entered = None;
            }
            _ => {}
        }
        if t >= 1.0 {
            break;
        }
        let go = if inside {
            (level - near.gap) / fastest.max(1e-300)
        } else {
            safe_step(part, leg, &moment, &corners, target, &near, level)
        };
        if step % 1_000 == 0 {
            smallest *= 4.0;
        }
        t = (t + go.max(smallest)).min(1.0);
    }
    if let Some(from) = entered {
        if from < 1.0 {
            found.push((from, 1.0));
        }
    }
}
