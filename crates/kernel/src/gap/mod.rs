//! The gap between two shapes, and where they are nearest.
//!
//! For convex pieces the gap is the greatest separation along any direction: `max over n of
//! (lowest point of b along n) - (highest point of a along n)`. Apart, that is their distance; overlapping,
//! minus the least way by which one can be moved clear of the other.
mod ovals;
mod polygons;

use crate::shape::{oval_support, Piece, Standing};
use crate::vec::{nearest_on_segment, v2, V2};
pub use ovals::point_and_oval;
use ovals::{oval_and_polygon, ovals};
use polygons::polygons;

/// A point may lie outside a side by rounding and yet be nearest to another, to whose inside it lies by rounding.
const ROUNDING: f64 = 1e-9;

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
        inside &= height <= 0.0;
        if height > -ROUNDING {
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
    if !from_a_corner(distance, best_in) {
        return (best_in, in_normal, in_foot);
    }
    (distance, (foot - p).unit(), foot)
}

/// Is a distance measured from corner to corner, not from the line of a side? Where the two hardly differ the side's
/// line is taken: the way between two points that nearly coincide has no direction to be trusted.
fn from_a_corner(distance: f64, from_side: f64) -> bool {
    distance > 1e-8 && from_side < distance * (1.0 - 1e-10)
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

/// The gap of two pieces that overlap, however deep: every direction in which the separation peaks is looked at.
/// The separation turns smoothly but at the given axes (those of ovals, the normals of sides).
fn deepest(a: Piece<'_>, b: Piece<'_>, axes: [&[V2]; 2]) -> Closest {
    let along = |n: V2| {
        let (on_a, on_b) = (support(a, n), support(b, -n));
        let way = on_b - on_a;
        (Closest { gap: n.dot(way), normal: n, on_a, on_b }, n.perp().dot(way))
    };
    // a turn by a 24th of the circle
    let step = v2(0.965_925_826_289_068_3, 0.258_819_045_102_520_74);
    let mut directions: Vec<V2> = Vec::with_capacity(24 + 2 * (axes[0].len() + axes[1].len()));
    let mut n = v2(1.0, 0.0);
    for _ in 0..24 {
        directions.push(n);
        n = n.turned(step).unit();
    }
    directions.extend(axes.iter().flat_map(|list| list.iter()).flat_map(|&u| [u, -u]));
    let angle = |n: &V2| if n.y >= 0.0 { 1.0 - n.x } else { 3.0 + n.x };
    directions.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    let looked: Vec<(Closest, f64)> = directions.iter().map(|&n| along(n)).collect();
    let mut best = looked[0].0;
    for k in 0..looked.len() {
        let (here, next) = (&looked[k], &looked[(k + 1) % looked.len()]);
        if here.0.gap > best.gap {
            best = here.0;
        }
        if here.1 > 0.0 && next.1 <= 0.0 {
            let (mut low, mut high) = (here.0.normal, next.0.normal);
            for _ in 0..60 {
                let n = (low + high).unit();
                let (found, slope) = along(n);
                if found.gap > best.gap {
                    best = found;
                }
                if slope > 0.0 {
                    low = n;
                } else {
                    high = n;
                }
                if low.cross(high) < 1e-15 {
                    break;
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Pose, Shape};

    fn standing(shape: &Shape, x: f64, y: f64, facing: f64) -> Standing {
        Standing::new(shape, Pose { at: v2(x, y), facing })
    }

    #[test]
    fn gaps_known_by_hand() {
        let disc = Shape::disc(1.0).unwrap();
        let square = Shape::rectangle(2.0, 2.0).unwrap();
        let oval = Shape::oval(4.0, 2.0).unwrap();
        let gap = |a: &Standing, b: &Standing| between(a, b).gap;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(gap(&standing(&disc, 0.0, 0.0, 0.0), &standing(&square, 4.0, 5.0, 0.0)), 4.0));
        assert!(near(gap(&standing(&square, 0.0, 0.0, 0.0), &standing(&square, 5.0, 6.0, 0.0)), 5.0));
        assert!(near(gap(&standing(&oval, 0.0, 0.0, 90.0), &standing(&square, 0.0, 4.0, 0.0)), 1.0));
        assert!(near(gap(&standing(&oval, 0.0, 0.0, 0.0), &standing(&oval, 5.0, 0.0, 90.0)), 2.0));
        assert!(near(gap(&standing(&oval, 0.0, 0.0, 0.0), &standing(&disc, 0.0, 1.5, 0.0)), -0.5));
        assert!(near(gap(&standing(&oval, 0.0, 0.0, 0.0), &standing(&square, 0.0, 0.0, 0.0)), -2.0));
    }

    #[test]
    fn a_corner_in_line_with_a_distant_side_is_no_distance_away() {
        // (0.3, 0.1) and (0.1, 0.3) are in line with a side that ends at (0.2, 0.2), but for rounding
        let points =
            [v2(0.1, 0.3), v2(-0.5, -0.5), v2(0.3, 0.1 - 1e-17), v2(0.25, 0.15 + 1e-17), v2(0.15, 0.25)];
        for &p in &points {
            for x in [-1e-16, -1e-17, 0.0, 1e-17, 1e-16] {
                for y in [-1e-16, -1e-17, 0.0, 1e-17, 1e-16] {
                    let at = p + v2(x, y);
                    assert!(point_and_polygon(at, &points).0.abs() < 1e-15);
                    let needle = [at, at + v2(1e-3, 1.0), at + v2(0.0, 1.0)];
                    assert!(polygons(&points, &needle).gap < 1e-15);
                }
            }
        }
    }

    #[test]
    fn a_point_on_an_axis_of_an_oval_finds_the_nearest_of_two_equal_feet() {
        let (gap, foot, _) = point_and_oval(v2(0.5, 0.0), 2.0, 1.0);
        // the foot is at a² x/(a² - b²)
        assert!((foot.x - 2.0 / 3.0).abs() < 1e-12);
        assert!((gap + (foot - v2(0.5, 0.0)).norm()).abs() < 1e-12);
        assert_eq!(point_and_oval(v2(3.0, 0.0), 2.0, 1.0).0, 1.0);
        assert_eq!(point_and_oval(v2(0.0, 0.0), 2.0, 1.0).0, -1.0);
        assert!(point_and_oval(v2(1.0, 1e-200), 2.0, 1.0).0.is_finite());
    }
}
