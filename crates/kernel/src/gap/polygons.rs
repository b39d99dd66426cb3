//! Two convex polygons.
use super::{from_a_corner, Closest, ROUNDING};
use crate::vec::{v2, V2};

/// The gap between two convex polygons: the origin against the polygon of all differences.
pub fn polygons(pa: &[V2], pb: &[V2]) -> Closest {
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
            if s > -ROUNDING {
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
        if from_a_corner(distance, best_in) {
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
