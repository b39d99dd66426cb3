//! Ovals against points, polygons and each other.
use super::{closest, deepest, point_and_polygon, support, Closest};
use crate::shape::{oval_support, Piece};
use crate::vec::{nearest_on_segment, v2, V2};

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

/// The gap between an oval and a convex polygon.
pub fn oval_and_polygon(oval: Piece<'_>, points: &[V2]) -> Closest {
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
    if found.gap < -0.25 * sharpest {
        let normals: Vec<V2> =
            (0..count).map(|k| (points[(k + 1) % count] - points[k]).unit().perp()).collect();
        let found = deepest(oval, Piece::Polygon(points), [&[axis, axis.perp()], &normals]);
        // square to a side the nearest point lies somewhere on it, not at one of its ends
        let side = (0..count).find(|&k| normals[k].dot(found.normal) > 1.0 - 1e-12);
        return side.map_or(found, |k| Closest {
            on_b: nearest_on_segment(found.on_a, points[k], points[(k + 1) % count]).0,
            ..found
        });
    }
    found
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
pub fn ovals(first: Piece<'_>, second: Piece<'_>) -> Closest {
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
    deepest(first, second, [&[ua, ua.perp(), ub, ub.perp()][..], &[]])
}
