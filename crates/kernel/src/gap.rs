//! The gap between two shapes, and where they are nearest.
//!
//! For convex pieces the gap is the greatest separation along any direction: `max over n of
//! (lowest point of b along n) - (highest point of a along n)`. Apart, that is their distance; overlapping,
//! minus the least way by which one can be moved clear of the other.
use crate::shape::{oval_support, Piece, Standing};
use crate::vec::{nearest_on_segment, v2, V2};

/// How two pieces stand to each other.
#[derive(Clone, Copy, Debug)]
pub struct Closest {
    /// Apart positive, in contact 0, overlapping minus the depth.
    pub gap: f64,
    /// The direction from the first to the second along which the gap is measured.
    pub normal: V2,
    /// The point of the first that is nearest to the second (or deepest in it).
    pub on_a: V2,
    /// The point of the second.
    pub on_b: V2,
}

impl Closest {
    fn swapped(self) -> Closest {
        Closest { gap: self.gap, normal: -self.normal, on_a: self.on_b, on_b: self.on_a }
    }
}

/// The gap between two convex pieces.
pub fn closest(a: Piece<'_>, b: Piece<'_>) -> Closest {
    use Piece::{Disc, Oval, Polygon};
    match (a, b) {
        (Disc { centre: ca, radius: ra }, Disc { centre: cb, radius: rb }) => {
            let normal = (cb - ca).unit();
            let gap = (cb - ca).norm() - (ra + rb);
            Closest { gap, normal, on_a: ca + normal * ra, on_b: cb - normal * rb }
        }
        (Disc { centre, radius }, other) => from_point(centre, other, radius),
        (other, Disc { centre, radius }) => from_point(centre, other, radius).swapped(),
        (Polygon(pa), Polygon(pb)) => polygons(pa, pb),
        (Oval { .. }, Polygon(points)) => oval_and_polygon(a, points),
        (Polygon(points), Oval { .. }) => oval_and_polygon(b, points).swapped(),
        (Oval { .. }, Oval { .. }) => ovals(a, b),
    }
}

/// A disc of this radius (0: a point) against a piece that is no disc.
fn from_point(centre: V2, other: Piece<'_>, radius: f64) -> Closest {
    let (gap, normal, on_b) = match other {
        Piece::Disc { centre: c, radius: r } => {
            let normal = (c - centre).unit();
            ((c - centre).norm() - r, normal, c - normal * r)
        }
        Piece::Oval { centre: c, axis, a, b } => {
            let (gap, foot, outward) = point_and_oval((centre - c).turned_back(axis), a, b);
            (gap, -outward.turned(axis), c + foot.turned(axis))
        }
        Piece::Polygon(points) => point_and_polygon(centre, points),
    };
    Closest { gap: gap - radius, normal, on_a: centre + normal * radius, on_b }
}

/// Signed distance of a point from a convex polygon, the direction to it, the nearest point of its outline.
fn point_and_polygon(p: V2, points: &[V2]) -> (f64, V2, V2) {
    let mut inside = true;
    let mut best_out = f64::INFINITY;
    let mut foot = points[0];
    let mut best_in = f64::NEG_INFINITY;
    let (mut in_normal, mut in_foot) = (v2(1.0, 0.0), points[0]);
    for k in 0..points.len() {
        let (a, b) = (points[k], points[if k + 1 == points.len() { 0 } else { k + 1 }]);
        let outward = -(b - a).unit().perp();
        let height = outward.dot(p - a);
        if height > best_in {
            best_in = height;
            in_normal = -outward;
            in_foot = p - outward * height;
        }
        if height > 0.0 {
            inside = false;
            let (q, _) = nearest_on_segment(p, a, b);
            let d2 = (p - q).norm2();
            if d2 < best_out {
                best_out = d2;
                foot = q;
            }
        }
    }
    if inside {
        return (best_in, in_normal, in_foot);
    }
    let distance = best_out.sqrt();
    // against the middle of a side the height is the more exact measure
    if distance <= best_in || (p - foot).norm2() == 0.0 {
        return (best_in, in_normal, in_foot);
    }
    (distance, (foot - p).unit(), foot)
}

/// Signed distance of a point (in the oval's own frame), the nearest point of its outline, the outward normal there.
pub fn point_and_oval(p: V2, a: f64, b: f64) -> (f64, V2, V2) {
    if a < b {
        let (gap, foot, outward) = point_and_oval(v2(p.y, p.x), b, a);
        return (gap, v2(foot.y, foot.x), v2(outward.y, outward.x));
    }
    let (x, y) = (p.x.abs(), p.y.abs());
    let sign = |v: V2| v2(if p.x < 0.0 { -v.x } else { v.x }, if p.y < 0.0 { -v.y } else { v.y });
    let finish = |gap: f64, foot: V2| {
        let outward = v2(foot.x / (a * a), foot.y / (b * b)).unit();
        (gap, sign(foot), sign(outward))
    };
    let flat = (a * a - b * b) / a;
    if y <= 1e-300 {
        if x < flat {
            let foot_x = a * (x / flat).min(1.0);
            let ratio = foot_x / a;
            let foot = v2(foot_x, b * ((1.0 - ratio) * (1.0 + ratio)).sqrt());
            return finish(-(foot - v2(x, 0.0)).norm(), foot);
        }
        return finish(x - a, v2(a, 0.0));
    }
    // the foot is (r x/(u + r - 1), y/u) where u solves f(u) = 0, f falling and convex from u = y/b on
    let r = (a / b) * (a / b);
    let (zx, zy) = (x / a, y / b);
    let mut u = zy;
    for _ in 0..200 {
        let (wx, wy) = (r * zx / (u + (r - 1.0)), zy / u);
        let f = (wx * wx + wy * wy) - 1.0;
        let slope = -2.0 * (wx * wx / (u + (r - 1.0)) + wy * wy / u);
        let next = u - f / slope;
        // Newton from the left climbs; when it stops climbing it has arrived
        if next.is_nan() || next <= u {
            break;
        }
        u = next;
    }
    let s = u - 1.0;
    let (tx, ty) = (x / (u + (r - 1.0)), y / u);
    let foot = v2(r * tx, ty);
    finish(s * (tx * tx + ty * ty).sqrt(), foot)
}

/// The gap between two convex polygons: the origin against the polygon of all differences.
fn polygons(pa: &[V2], pb: &[V2]) -> Closest {
    let (na, nb) = (pa.len(), pb.len());
    // the difference polygon b - a begins where b is lowest and a is highest
    let lower = |p: V2, q: V2| p.y < q.y || (p.y == q.y && p.x < q.x);
    let (mut i0, mut j0) = (0, 0);
    for i in 1..na {
        if lower(pa[i0], pa[i]) {
            i0 = i;
        }
    }
    for j in 1..nb {
        if lower(pb[j], pb[j0]) {
            j0 = j;
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut best_in = f64::NEG_INFINITY;
    let mut best_out = f64::INFINITY;
    let mut inner = (v2(1.0, 0.0), 0usize, 0usize, true);
    let mut outer = (0usize, 0usize, true, 0.0f64);
    while i < na || j < nb {
        let (ia, jb) = ((i0 + i) % na, (j0 + j) % nb);
        let (a, b) = (pa[ia], pb[jb]);
        let corner = b - a;
        let edge_a = a - pa[(ia + 1) % na];
        let edge_b = pb[(jb + 1) % nb] - b;
        let from_b = if i == na {
            true
        } else if j == nb {
            false
        } else {
            edge_b.cross(edge_a) >= 0.0
        };
        let edge = if from_b { edge_b } else { edge_a };
        // the outward normal of the difference polygon, turned about: from a to b
        let length2 = edge.norm2();
        if length2 > 0.0 {
            let length = length2.sqrt();
            let normal = v2(-edge.y / length, edge.x / length);
            let s = normal.dot(corner);
            if s > best_in {
                best_in = s;
                inner = (normal, ia, jb, from_b);
            }
            // a side in a line with the nearest one may lie beyond it by rounding alone
            if s > -1e-9 {
                let t = (-corner.dot(edge) / length2).clamp(0.0, 1.0);
                let d2 = (corner + edge * t).norm2();
                if d2 < best_out {
                    best_out = d2;
                    outer = (ia, jb, from_b, t);
                }
            }
        }
        if from_b {
            j += 1;
        } else {
            i += 1;
        }
    }
    let feet = |ia: usize, jb: usize, from_b: bool, t: f64| {
        if from_b {
            (pa[ia], pb[jb] + (pb[(jb + 1) % nb] - pb[jb]) * t)
        } else {
            (pa[ia] + (pa[(ia + 1) % na] - pa[ia]) * t, pb[jb])
        }
    };
    let distance = best_out.sqrt();
    let (normal, ia, jb, from_b) = inner;
    if best_in > 0.0 {
        // beside parallel sides the first of them need not be where the feet are
        let (ia, jb, from_b, t) = outer;
        let (on_a, on_b) = feet(ia, jb, from_b, t);
        if distance > best_in {
            return Closest { gap: distance, normal: (on_b - on_a).unit(), on_a, on_b };
        }
        return Closest { gap: best_in, normal, on_a, on_b };
    }
    let (from, to) = if from_b { (pb[jb], pb[(jb + 1) % nb]) } else { (pa[ia], pa[(ia + 1) % na]) };
    let against = if from_b { pa[ia] } else { pb[jb] };
    let t = ((against - from).dot(to - from) / (to - from).norm2()).clamp(0.0, 1.0);
    let (on_a, on_b) = feet(ia, jb, from_b, t);
    Closest { gap: best_in, normal, on_a, on_b }
}

/// The gap between an oval and a convex polygon.
fn oval_and_polygon(oval: Piece<'_>, points: &[V2]) -> Closest {
    let (centre, axis, a, b) = match oval {
        Piece::Oval { centre, axis, a, b } => (centre, axis, a, b),
        _ => return closest(oval, Piece::Polygon(points)),
    };
    let count = points.len();
    let local = |p: V2| (p - centre).turned_back(axis);
    let mut best = f64::NEG_INFINITY;
    let mut best_side = 0;
    let mut nearest2 = f64::INFINITY;
    for k in 0..count {
        let (p, q) = (points[k], points[if k + 1 == count { 0 } else { k + 1 }]);
        let inward = (q - p).unit().perp();
        let n = inward.turned_back(axis);
        let s = inward.dot(p - centre) - oval_support(a, b, n.x, n.y);
        if s > best {
            best = s;
            best_side = k;
        }
        nearest2 = nearest2.min((p - centre).norm2());
    }
    let (p, q) = (points[best_side], points[(best_side + 1) % count]);
    let normal = (q - p).unit().perp();
    let on_a = support(oval, normal);
    let along = (on_a - p).dot(q - p) / (q - p).norm2();
    let on_b = p + (q - p) * along.clamp(0.0, 1.0);
    let against_side = Closest { gap: best, normal, on_a, on_b };
    let sharpest = a.min(b) * a.min(b) / a.max(b);
    if (0.0..=1.0).contains(&along) && best > -0.5 * sharpest {
        return against_side;
    }
    let mut found = against_side;
    let mut by_corner = false;
    let mut least = (f64::INFINITY, on_a, on_b);
    let reach = nearest2.sqrt() - a.min(b) + a.max(b);
    for k in 0..count {
        let v = points[k];
        if (v - centre).norm2() > reach * reach * (1.0 + 1e-12) {
            continue;
        }
        let (gap, foot, outward) = point_and_oval(local(v), a, b);
        if gap < least.0 {
            least = (gap, centre + foot.turned(axis), v);
        }
        if gap <= found.gap {
            continue;
        }
        // a corner counts if the polygon lies beyond it along this normal
        let normal = outward.turned(axis);
        let after = points[if k + 1 == count { 0 } else { k + 1 }] - v;
        let before = points[if k == 0 { count - 1 } else { k - 1 }] - v;
        if normal.dot(after) >= -1e-12 * after.norm() && normal.dot(before) >= -1e-12 * before.norm() {
            found = Closest { gap, normal, on_a: centre + foot.turned(axis), on_b: v };
            by_corner = true;
        }
    }
    if !by_corner && found.gap > 0.0 && !(0.0..=1.0).contains(&along) {
        // a side that goes on in the next one, or a corner that is by a rounding no farther than its side
        let (distance, _, foot) = point_and_polygon(on_a, points);
        found = if distance <= least.0 {
            Closest { on_b: foot, ..found }
        } else {
            Closest { on_a: least.1, on_b: least.2, ..found }
        };
    }
    found
}

/// The point of a convex piece that lies furthest along a direction.
pub fn support(piece: Piece<'_>, along: V2) -> V2 {
    match piece {
        Piece::Disc { centre, radius } => centre + along.unit() * radius,
        Piece::Oval { centre, axis, a, b } => {
            let n = along.turned_back(axis);
            let h = oval_support(a, b, n.x, n.y);
            if h > 0.0 {
                centre + v2(a * a * n.x / h, b * b * n.y / h).turned(axis)
            } else {
                centre
            }
        }
        Piece::Polygon(points) => {
            let mut best = points[0];
            for &p in points {
                if along.dot(p) > along.dot(best) {
                    best = p;
                }
            }
            best
        }
    }
}

/// Separation of two ovals along a unit direction, and how it changes as the direction turns.
struct Between {
    offset: V2,
    ovals: [(V2, f64, f64); 2],
}

impl Between {
    /// Separation, its first and second change with the angle of `n`.
    fn along(&self, n: V2) -> (f64, f64, f64) {
        let mut s = n.dot(self.offset);
        let mut slope = n.perp().dot(self.offset);
        let mut curve = 0.0;
        for &(axis, a, b) in &self.ovals {
            let m = n.turned_back(axis);
            let h = oval_support(a, b, m.x, m.y);
            s -= h;
            slope -= (b * b - a * a) * m.x * m.y / h;
            curve -= a * a * b * b / (h * h * h);
        }
        (s, slope, curve - s)
    }

    /// The greatest separation between two directions less than a half-turn apart, the slope
    /// positive at the first (clockwise) and not at the second.
    fn peak(&self, mut low: V2, mut high: V2) -> (f64, V2) {
        let mut n = (low + high).unit();
        for _ in 0..80 {
            let (s, slope, curve) = self.along(n);
            if slope > 0.0 {
                low = n;
            } else {
                high = n;
            }
            let step = if curve < 0.0 { -slope / curve } else { f64::INFINITY };
            if step.abs() < 1e-15 || slope == 0.0 {
                return (s, n);
            }
            let newton = (n + n.perp() * step).unit();
            let next = if step.abs() < 0.5 && low.cross(newton) > 0.0 && newton.cross(high) > 0.0 {
                newton
            } else {
                (low + high).unit()
            };
            if next == n || low.cross(high) < 1e-16 {
                break;
            }
            n = next;
        }
        (self.along(n).0, n)
    }
}

/// The gap between two ovals.
fn ovals(first: Piece<'_>, second: Piece<'_>) -> Closest {
    let (ca, ua, aa, ab, cb, ub, ba, bb) = match (first, second) {
        (
            Piece::Oval { centre: ca, axis: ua, a: aa, b: ab },
            Piece::Oval { centre: cb, axis: ub, a: ba, b: bb },
        ) => (ca, ua, aa, ab, cb, ub, ba, bb),
        _ => return closest(first, second),
    };
    let between = Between { offset: cb - ca, ovals: [(ua, aa, ab), (ub, ba, bb)] };
    let finish = |(gap, normal): (f64, V2)| Closest {
        gap,
        normal,
        on_a: support(first, normal),
        on_b: support(second, -normal),
    };
    // apart, the separation has one peak where it is positive: climb to it from the line of centres
    let step = v2(0.965_925_826_289_068_3, 0.258_819_045_102_520_74);
    let back = v2(step.x, -step.y);
    let start = between.offset.unit();
    let mut here = start;
    let (_, slope, _) = between.along(here);
    let mut climbed = None;
    for _ in 0..12 {
        let next = here.turned(if slope > 0.0 { step } else { back });
        let (_, beyond, _) = between.along(next);
        if (beyond > 0.0) != (slope > 0.0) {
            climbed = Some(if slope > 0.0 { between.peak(here, next) } else { between.peak(next, here) });
            break;
        }
        here = next;
    }
    if let Some(found) = climbed {
        if found.0 > 0.0 {
            return finish(found);
        }
    }
    // overlapping there may be several peaks: look all around, the axes included
    let mut best = climbed.unwrap_or((between.along(start).0, start));
    let mut directions: Vec<V2> = Vec::with_capacity(32);
    let mut n = start;
    for _ in 0..24 {
        directions.push(n);
        n = n.turned(step);
    }
    for u in [ua, ub] {
        directions.extend([u, u.perp(), -u, -u.perp()]);
    }
    let key = |n: &V2| {
        let m = n.turned_back(start);
        if m.y >= 0.0 {
            1.0 - m.x
        } else {
            3.0 + m.x
        }
    };
    directions.sort_by(|p, q| key(p).total_cmp(&key(q)));
    for k in 0..directions.len() {
        let (low, high) = (directions[k], directions[(k + 1) % directions.len()]);
        if between.along(low).1 > 0.0 && between.along(high).1 <= 0.0 {
            let found = between.peak(low, high);
            if found.0 > best.0 {
                best = found;
            }
        }
    }
    finish(best)
}

/// Distance of a point from a closed outline, negative inside, and the nearest point of the outline.
pub fn point_and_outline(p: V2, outline: &[V2]) -> (f64, V2) {
    let mut inside = false;
    let mut best = f64::INFINITY;
    let mut foot = outline[0];
    let mut before = outline[outline.len() - 1];
    for &corner in outline {
        let (q, _) = nearest_on_segment(p, before, corner);
        let d2 = (p - q).norm2();
        if d2 < best {
            best = d2;
            foot = q;
        }
        if (before.y > p.y) != (corner.y > p.y) {
            let side = (corner - before).cross(p - before);
            if (side > 0.0) == (corner.y > before.y) {
                inside = !inside;
            }
        }
        before = corner;
    }
    let distance = best.sqrt();
    (if inside { -distance } else { distance }, foot)
}

/// The gap between two shapes that stand.
pub fn between(a: &Standing, b: &Standing) -> Closest {
    if let Some((centre, radius)) = a.disc() {
        if b.parts.len() > 1 {
            return disc_and_outline(centre, radius, &b.outline);
        }
    } else if let Some((centre, radius)) = b.disc() {
        if a.parts.len() > 1 {
            return disc_and_outline(centre, radius, &a.outline).swapped();
        }
    }
    let mut best: Option<Closest> = None;
    for pa in &a.parts {
        for pb in &b.parts {
            let found = closest(pa.piece(), pb.piece());
            if best.map_or(true, |c| found.gap < c.gap) {
                best = Some(found);
            }
        }
    }
    best.unwrap_or(Closest { gap: f64::INFINITY, normal: v2(1.0, 0.0), on_a: a.pose.at, on_b: b.pose.at })
}

/// The gap between a disc and a simple polygon, convex or not.
pub fn disc_and_outline(centre: V2, radius: f64, outline: &[V2]) -> Closest {
    let (distance, foot) = point_and_outline(centre, outline);
    let toward = if distance < 0.0 { centre - foot } else { foot - centre };
    let normal = toward.unit();
    Closest { gap: distance - radius, normal, on_a: centre + normal * radius, on_b: foot }
}
