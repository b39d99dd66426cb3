//! Simple polygons taken apart into convex pieces.
use crate::shape::{checked_length, Refused, SMALLEST};
use crate::vec::{v2, V2};
use std::collections::BTreeMap;

/// Twice the signed area of a triangle; positive counter-clockwise.
fn turn(a: V2, b: V2, c: V2) -> f64 {
    (b - a).cross(c - a)
}

/// Signed area of a polygon; positive counter-clockwise.
pub fn area(points: &[V2]) -> f64 {
    let origin = points.first().copied().unwrap_or_default();
    let mut twice = 0.0;
    for i in 0..points.len() {
        let next = points[(i + 1) % points.len()];
        twice += (points[i] - origin).cross(next - origin);
    }
    0.5 * twice
}

/// Do the closed segments ab and cd share a point?
fn segments_meet(a: V2, b: V2, c: V2, d: V2) -> bool {
    let (s1, s2) = (turn(a, b, c), turn(a, b, d));
    let (s3, s4) = (turn(c, d, a), turn(c, d, b));
    if ((s1 > 0.0 && s2 < 0.0) || (s1 < 0.0 && s2 > 0.0))
        && ((s3 > 0.0 && s4 < 0.0) || (s3 < 0.0 && s4 > 0.0))
    {
        return true;
    }
    let within = |p: V2, q: V2, r: V2| {
        r.x >= p.x.min(q.x) && r.x <= p.x.max(q.x) && r.y >= p.y.min(q.y) && r.y <= p.y.max(q.y)
    };
    (s1 == 0.0 && within(a, b, c))
        || (s2 == 0.0 && within(a, b, d))
        || (s3 == 0.0 && within(c, d, a))
        || (s4 == 0.0 && within(c, d, b))
}

/// Does the closed outline neither cross nor touch itself?
pub fn is_simple(points: &[V2]) -> bool {
    let n = points.len();
    for i in 0..n {
        let (a, b) = (points[i], points[(i + 1) % n]);
        // a spike that turns straight back onto itself
        let c = points[(i + 2) % n];
        if turn(a, b, c) == 0.0 && (b - a).dot(c - b) < 0.0 {
            return false;
        }
        for j in i + 2..n {
            if (j + 1) % n != i && segments_meet(a, b, points[j], points[(j + 1) % n]) {
                return false;
            }
        }
    }
    true
}

/// The convex hull, counter-clockwise from its lowest (then leftmost) point, no three points in a line.
pub fn hull(points: &[V2]) -> Vec<V2> {
    let mut sorted: Vec<V2> = points.to_vec();
    sorted.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut chain: Vec<V2> = Vec::with_capacity(sorted.len() + 1);
    let mut half = |line: &mut dyn Iterator<Item = V2>| {
        let bottom = chain.len();
        for p in line {
            while chain.len() >= bottom + 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
    };
    half(&mut sorted.iter().copied());
    half(&mut sorted.iter().rev().copied());
    chain
}

/// A convex polygon cut down to what lies left of the line from `a` to `b`.
fn clipped(polygon: &[V2], a: V2, b: V2) -> Vec<V2> {
    let normal = (b - a).unit().perp();
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for i in 0..polygon.len() {
        let (p, q) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let (hp, hq) = (normal.dot(p - a), normal.dot(q - a));
        if hp >= -1e-12 {
            kept.push(p);
        }
        if (hp > 1e-12 && hq < -1e-12) || (hp < -1e-12 && hq > 1e-12) {
            kept.push(p + (q - p) * (hp / (hp - hq)));
        }
    }
    kept
}

/// Three corners, as places in the list of points.
type Triangle = Vec<usize>;

/// Triangles between the corners of a simple counter-clockwise polygon.
fn triangles(points: &[V2]) -> Vec<Triangle> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut found = Vec::with_capacity(points.len().saturating_sub(2));
    while left.len() > 3 {
        let n = left.len();
        let corner = |k: usize| (left[(k + n - 1) % n], left[k], left[(k + 1) % n]);
        let is_ear = |k: usize| {
            let (a, b, c) = corner(k);
            let (pa, pb, pc) = (points[a], points[b], points[c]);
            turn(pa, pb, pc) > 0.0
                && left.iter().all(|&v| {
                    v == a || v == b || v == c || {
                        let p = points[v];
                        turn(pa, pb, p) < 0.0 || turn(pb, pc, p) < 0.0 || turn(pc, pa, p) < 0.0
                    }
                })
        };
        // of the ears the fattest: slivers make poor pieces
        let fatness = |k: usize| {
            let (a, b, c) = corner(k);
            let (u, v, w) = (points[b] - points[a], points[c] - points[b], points[a] - points[c]);
            u.cross(v) / u.norm2().max(v.norm2()).max(w.norm2())
        };
        let mut best: Option<(usize, f64)> = None;
        let mut straightest = (0, f64::INFINITY);
        for k in 0..n {
            let fat = fatness(k);
            if best.map_or(true, |(_, f)| fat > f) && is_ear(k) {
                best = Some((k, fat));
            }
            if fat.abs() < straightest.1 {
                straightest = (k, fat.abs());
            }
        }
        // without an ear what is left is flat: drop its straightest corner
        let (k, keep) = best.map_or((straightest.0, false), |(k, _)| (k, true));
        if keep {
            let (a, b, c) = corner(k);
            found.push(vec![a, b, c]);
        }
        left.remove(k);
    }
    if turn(points[left[0]], points[left[1]], points[left[2]]) > 0.0 {
        found.push(left);
    }
    found
}

/// Where in `part` the side from `a` to `b` begins.
fn side(part: &[usize], a: usize, b: usize) -> Option<usize> {
    (0..part.len()).find(|&k| part[k] == a && part[(k + 1) % part.len()] == b)
}

/// Two parts sharing the side a-b as one, if that is convex.
fn merged(points: &[V2], one: &[usize], two: &[usize], a: usize, b: usize) -> Option<Vec<usize>> {
    let (i, j) = (side(one, a, b)?, side(two, b, a)?);
    let mut joined = Vec::with_capacity(one.len() + two.len() - 2);
    joined.extend((0..one.len() - 1).map(|k| one[(i + 1 + k) % one.len()]));
    joined.extend((0..two.len() - 1).map(|k| two[(j + 1 + k) % two.len()]));
    let n = joined.len();
    let at = |k: usize| points[joined[k % n]];
    (0..n).all(|k| turn(at(k), at(k + 1), at(k + 2)) >= 0.0).then_some(joined)
}

/// Convex parts of a simple counter-clockwise polygon that meet only along their sides.
fn partition(points: &[V2]) -> Vec<Vec<usize>> {
    let n = points.len();
    if (0..n).all(|k| turn(points[k], points[(k + 1) % n], points[(k + 2) % n]) >= 0.0) {
        return vec![(0..n).collect()];
    }
    let mut parts = triangles(points);
    let mut owners: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (owner, part) in parts.iter().enumerate() {
        owners.extend(sides_of(part).map(|side| (side, owner)));
    }
    // each inner side that can be spared is taken away
    let inner: Vec<(usize, usize)> =
        owners.keys().copied().filter(|&(a, b)| a < b && owners.contains_key(&(b, a))).collect();
    for (a, b) in inner {
        let (one, two) = (owners[&(a, b)], owners[&(b, a)]);
        if let Some(joined) = merged(points, &parts[one], &parts[two], a, b) {
            owners.extend(sides_of(&parts[two]).map(|side| (side, one)));
            parts[one] = joined;
            parts[two].clear();
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The sides of a part, from corner to corner.
fn sides_of(part: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..part.len()).map(move |k| (part[k], part[(k + 1) % part.len()]))
}

/// Convex pieces that together are the polygon and meet only along their sides.
pub fn parts(points: &[V2]) -> Vec<Vec<V2>> {
    partition(points).iter().map(|part| part.iter().map(|&k| points[k]).collect()).collect()
}

/// Convex pieces that together are the polygon, each grown across the inner sides as far as it stays convex.
///
/// How deep something has entered a piece is then how deep it has entered the polygon: it cannot slip out
/// through a side that is not there.
pub fn cover(points: &[V2]) -> Vec<Vec<V2>> {
    let parts = partition(points);
    if parts.len() < 2 {
        return vec![hull(points)];
    }
    let corners: Vec<Vec<V2>> = parts.iter().map(|part| part.iter().map(|&k| points[k]).collect()).collect();
    let mut grown: Vec<Vec<V2>> = (0..parts.len()).map(|k| grown_part(points, &parts, &corners, k)).collect();
    let mut k = 0;
    while k < grown.len() {
        let inside = (0..grown.len()).any(|m| m != k && holds(&grown[m], &grown[k]));
        if inside {
            grown.remove(k);
        } else {
            k += 1;
        }
    }
    grown
}

fn holds(outer: &[V2], inner: &[V2]) -> bool {
    let n = outer.len();
    (0..n).all(|k| {
        let (a, b) = (outer[k], outer[(k + 1) % n]);
        let normal = (b - a).unit().perp();
        inner.iter().all(|&p| normal.dot(p - a) >= -1e-12)
    })
}

fn grown_part(points: &[V2], parts: &[Vec<usize>], corners: &[Vec<V2>], first: usize) -> Vec<V2> {
    let mut body = hull(&corners[first]);
    let mut seen = vec![false; parts.len()];
    seen[first] = true;
    let mut waiting = vec![first];
    while let Some(from) = waiting.pop() {
        for s in 0..parts[from].len() {
            let (a, b) = (parts[from][s], parts[from][(s + 1) % parts[from].len()]);
            let neighbour = (0..parts.len()).find(|&m| !seen[m] && side(&parts[m], b, a).is_some());
            if let Some(m) = neighbour {
                if let Some(larger) = grown_across(&body, points[a], points[b], &corners[m]) {
                    body = larger;
                    seen[m] = true;
                    waiting.push(m);
                }
            }
        }
    }
    body
}

/// `body` together with what of `neighbour`, across the side a-b, keeps it convex.
fn grown_across(body: &[V2], a: V2, b: V2, neighbour: &[V2]) -> Option<Vec<V2>> {
    let normal = (b - a).unit().perp();
    let on_side = |p: V2| normal.dot(p - a).abs() <= 1e-12;
    let mut rest = neighbour.to_vec();
    let mut shared = false;
    for k in 0..body.len() {
        let (p, q) = (body[k], body[(k + 1) % body.len()]);
        if on_side(p) && on_side(q) {
            shared = true;
        } else {
            rest = clipped(&rest, p, q);
        }
    }
    if !shared || rest.len() < 3 {
        return None;
    }
    let together: Vec<V2> = body.iter().chain(rest.iter()).copied().collect();
    let joined = hull(&together);
    let (whole, sum) = (area(&joined), area(body) + area(&rest));
    ((whole - sum).abs() <= 1e-11 * (1.0 + whole)).then_some(joined)
}

/// Convex pieces of a wall of this thickness along a line: square ends, mitred joints, one piece a segment.
///
/// A joint so sharp that its mitre would be longer than a segment beside it gets square ends instead.
pub fn wall_outlines(line: &[V2], thickness: f64, closed: bool) -> Result<Vec<Vec<V2>>, Refused> {
    let half = 0.5 * checked_length(thickness, "a wall's thickness")?;
    let mut line: Vec<V2> = line.to_vec();
    line.dedup_by(|a, b| (*a - *b).norm() < SMALLEST);
    while closed && line.len() > 1 && (line[0] - line[line.len() - 1]).norm() < SMALLEST {
        line.pop();
    }
    let n = line.len();
    if n < 2 {
        return Err(Refused("a wall needs at least two different points".to_string()));
    }
    let closed = closed && n > 2;
    let segments = if closed { n } else { n - 1 };
    let point = |k: usize| line[k % n];
    let way = |k: usize| point(k % segments + 1) - point(k % segments);
    // what to add at the joint before segment k to get to the left edge, for the segment on either side
    let joint = |k: usize, segment: usize| {
        let square = way(segment).unit().perp() * half;
        if !closed && (k == 0 || k == segments) {
            return square;
        }
        let (before, after) = (way(k + segments - 1), way(k));
        let sum = before.unit().perp() + after.unit().perp();
        let size2 = sum.norm2();
        let mitre = sum * (thickness / size2.max(1e-12));
        let overrun = (mitre.norm2() - half * half).max(0.0).sqrt();
        if size2 > 1e-9 && overrun <= before.norm().min(after.norm()) {
            mitre
        } else {
            square
        }
    };
    let piece = |k: usize| {
        let (from, to) = (joint(k, k), joint(k + 1, k));
        vec![point(k) - from, point(k + 1) - to, point(k + 1) + to, point(k) + from]
    };
    Ok((0..segments).map(piece).collect())
}

/// A rectangle along the axes about the origin, counter-clockwise.
pub fn rectangle(half_x: f64, half_y: f64) -> Vec<V2> {
    vec![v2(-half_x, -half_y), v2(half_x, -half_y), v2(half_x, half_y), v2(-half_x, half_y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ell() -> Vec<V2> {
        vec![v2(0.0, 0.0), v2(4.0, 0.0), v2(4.0, 1.0), v2(1.0, 1.0), v2(1.0, 4.0), v2(0.0, 4.0)]
    }

    #[test]
    fn the_parts_of_an_ell_add_up_and_its_cover_overlaps_in_the_corner() {
        let whole = area(&ell());
        assert_eq!(whole, 7.0);
        let parts = parts(&ell());
        assert_eq!(parts.len(), 2);
        assert!((parts.iter().map(|p| area(p)).sum::<f64>() - whole).abs() < 1e-12);
        // grown across the inner side each arm is a whole rectangle
        let mut areas: Vec<f64> = cover(&ell()).iter().map(|p| area(p)).collect();
        areas.sort_by(f64::total_cmp);
        assert!((areas[0] - 4.0).abs() < 1e-12 && (areas[1] - 4.0).abs() < 1e-12, "{:?}", areas);
    }

    #[test]
    fn outlines_that_cross_or_touch_themselves_are_told() {
        assert!(is_simple(&ell()));
        assert!(!is_simple(&[v2(0.0, 0.0), v2(2.0, 2.0), v2(2.0, 0.0), v2(0.0, 2.0)]));
        assert!(!is_simple(&[v2(0.0, 0.0), v2(4.0, 0.0), v2(4.0, 4.0), v2(2.0, 0.0), v2(0.0, 4.0)]));
        assert!(!is_simple(&[v2(0.0, 0.0), v2(3.0, 0.0), v2(1.0, 0.0), v2(1.0, 2.0)]));
    }

    #[test]
    fn the_hull_begins_lowest_and_leaves_out_points_in_line() {
        let found =
            hull(&[v2(2.0, 2.0), v2(0.0, 0.0), v2(1.0, 0.0), v2(2.0, 0.0), v2(1.0, 1.0), v2(0.0, 2.0)]);
        assert_eq!(found, vec![v2(0.0, 0.0), v2(2.0, 0.0), v2(2.0, 2.0), v2(0.0, 2.0)]);
    }
}
