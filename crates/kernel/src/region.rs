//! Points and bases in regions.
use crate::gap::{closest, point_and_outline, point_and_oval};
use crate::num::{sin_cos, TAU};
use crate::shape::{oval_support, Part, Piece, Standing};
use crate::vec::{v2, V2};

/// Distance of a point from the outline of a region, negative inside.
pub fn edge_distance(region: &Standing, point: V2) -> f64 {
    match region.parts[0].piece() {
        Piece::Disc { centre, radius } => (point - centre).norm() - radius,
        Piece::Oval { centre, axis, a, b } => point_and_oval((point - centre).turned_back(axis), a, b).0,
        Piece::Polygon(_) => point_and_outline(point, &region.outline).0,
    }
}

/// Is the whole shape in the region, but for a rim of at most `tolerance`?
pub fn covers(region: &Standing, shape: &Standing, tolerance: f64) -> bool {
    match region.parts[0].piece() {
        Piece::Disc { centre, radius } => shape.parts.iter().all(|part| {
            let furthest = match part.piece() {
                Piece::Disc { centre: c, radius: r } => (c - centre).norm() + r,
                Piece::Oval { .. } => least_slack(Piece::Disc { centre, radius: 0.0 }, part.piece()).abs(),
                Piece::Polygon(points) => points.iter().fold(0.0, |f: f64, p| f.max((*p - centre).norm())),
            };
            furthest <= radius + tolerance
        }),
        Piece::Oval { .. } => shape.parts.iter().all(|part| match part.piece() {
            Piece::Polygon(points) => points.iter().all(|p| edge_distance(region, *p) <= tolerance),
            round => least_slack(region.parts[0].piece(), round) >= -tolerance,
        }),
        Piece::Polygon(_) => {
            if let Some((centre, radius)) = shape.disc() {
                return edge_distance(region, centre) <= tolerance - radius;
            }
            shape.parts.iter().all(|part| {
                let piece = part.piece();
                edge_distance(region, middle(piece)) <= tolerance
                    && sides(&region.outline)
                        .all(|side| closest(Piece::Polygon(&side), piece).gap >= -tolerance)
            })
        }
    }
}

fn sides(outline: &[V2]) -> impl Iterator<Item = [V2; 2]> + '_ {
    (0..outline.len()).map(move |k| [outline[k], outline[(k + 1) % outline.len()]])
}

/// A point well inside a convex piece.
pub fn middle(piece: Piece<'_>) -> V2 {
    match piece {
        Piece::Disc { centre, .. } | Piece::Oval { centre, .. } => centre,
        Piece::Polygon(points) => {
            points.iter().fold(v2(0.0, 0.0), |sum, p| sum + *p) * (1.0 / points.len() as f64)
        }
    }
}

/// How far a round piece stays inside another in the direction in which it comes nearest to leaving it.
fn least_slack(outer: Piece<'_>, inner: Piece<'_>) -> f64 {
    let slack = |n: V2| reach(outer, n) - reach(inner, n);
    let step = TAU / 64.0;
    let at = |angle: f64| {
        let (sin, cos) = sin_cos(angle);
        slack(v2(cos, sin))
    };
    let mut least = f64::INFINITY;
    for k in 0..64 {
        let (before, here, after) =
            (at(step * (k as f64 - 1.0)), at(step * k as f64), at(step * (k as f64 + 1.0)));
        least = least.min(here);
        if here <= before && here <= after {
            least = least.min(lowest(&at, step * (k as f64 - 1.0), step * (k as f64 + 1.0)));
        }
    }
    least
}

/// How far a round piece reaches along a unit direction, from the table's origin.
fn reach(piece: Piece<'_>, n: V2) -> f64 {
    match piece {
        Piece::Disc { centre, radius } => n.dot(centre) + radius,
        Piece::Oval { centre, axis, a, b } => {
            let m = n.turned_back(axis);
            n.dot(centre) + oval_support(a, b, m.x, m.y)
        }
        Piece::Polygon(points) => points.iter().fold(f64::NEG_INFINITY, |h: f64, p| h.max(n.dot(*p))),
    }
}

/// The lowest value of a function with one valley between two places.
fn lowest(f: &impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut p, mut q) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut fp, mut fq) = (f(p), f(q));
    for _ in 0..48 {
        if fp <= fq {
            high = q;
            q = p;
            fq = fp;
            p = high - GOLDEN * (high - low);
            fp = f(p);
        } else {
            low = p;
            p = q;
            fp = fq;
            q = low + GOLDEN * (high - low);
            fq = f(q);
        }
    }
    fp.min(fq)
}

/// Greatest distance of a convex part's points from its own origin.
pub fn part_radius(part: &Part) -> f64 {
    match part {
        Part::Disc(r) => *r,
        Part::Oval(a, b) => a.max(*b),
        Part::Polygon(points) => points.iter().fold(0.0, |r: f64, p| r.max(p.norm())),
    }
}
