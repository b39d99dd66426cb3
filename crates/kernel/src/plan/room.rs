//! From shapes on the table to the bodies that a base's centre may not enter.
use super::body::{Body, Corner};
use crate::convex;
use crate::num::{sin_cos, PI};
use crate::shape::{Part, Pose, Shape};
use crate::vec::{v2, V2};

/// How much larger than an oval the arcs that stand for it may be, in inches.
const OVAL_ERROR: f64 = 1e-4;

/// Convex pieces of a shape at a pose.
pub(crate) fn standing(shape: &Shape, pose: Pose) -> Vec<Body> {
    let axis = pose.axis();
    match &shape.parts()[0] {
        Part::Disc(r) => vec![Body::disc(pose.at, *r)],
        Part::Oval(a, b) => vec![oval(*a, *b).turned(axis).moved(pose.at)],
        Part::Polygon(_) => {
            let outline: Vec<V2> = shape.corners().iter().map(|p| pose.at + p.turned(axis)).collect();
            convex::parts(&outline).iter().filter_map(|p| Body::polygon(p)).collect()
        }
    }
}

/// The same, each piece grown across inner sides so that no way slips between two of them.
fn lapped(shape: &Shape, pose: Pose) -> Vec<Body> {
    let axis = pose.axis();
    let placed = |part: &Part| match part {
        Part::Polygon(points) => {
            let points: Vec<V2> = points.iter().map(|p| pose.at + p.turned(axis)).collect();
            Body::polygon(&points)
        }
        _ => None,
    };
    let bodies: Vec<Body> = shape.parts().iter().filter_map(placed).collect();
    if bodies.is_empty() {
        standing(shape, pose)
    } else {
        bodies
    }
}

/// A base of kept facing, turned round its centre: what its centre may not enter is an obstacle plus this.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    opposite: Vec<Body>,
}

impl Footprint {
    pub(crate) fn of(shape: &Shape, facing: f64) -> Footprint {
        let here = standing(shape, Pose { at: v2(0.0, 0.0), facing });
        Footprint { opposite: here.iter().map(Body::opposite).collect() }
    }

    /// A base that is only its centre.
    pub(crate) fn centre() -> Footprint {
        Footprint { opposite: vec![Body::disc(v2(0.0, 0.0), 0.0)] }
    }

    /// Where the centre may not be because of one shape, kept `clearance` away from it.
    pub(crate) fn around(&self, shape: &Shape, pose: Pose, clearance: f64) -> Vec<Body> {
        let wide = self.opposite.iter().any(|b| b.rad > 0.0);
        let pieces = if wide { standing(shape, pose) } else { lapped(shape, pose) };
        let keep = Body::disc(v2(0.0, 0.0), clearance);
        let mut bodies = Vec::with_capacity(pieces.len() * self.opposite.len());
        for piece in &pieces {
            for part in &self.opposite {
                let body = piece.plus(part);
                bodies.push(if clearance > 0.0 { body.plus(&keep) } else { body });
            }
        }
        bodies
    }

    /// How far the base reaches from its centre in a direction.
    pub(crate) fn reach(&self, u: V2) -> f64 {
        self.opposite.iter().map(|b| b.support(-u)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// An ellipse about the origin as pairs of arcs that run into one another, nowhere inside it.
fn oval(a: f64, b: f64) -> Body {
    let mut steps = 2;
    loop {
        let (corners, out) = quarter(a, b, steps);
        if out <= OVAL_ERROR * 0.5 || steps >= 32 {
            let mut all = Vec::with_capacity(4 * corners.len());
            // the other quarters are the first, mirrored and turned
            let mirrored: Vec<Corner> = corners.iter().rev().map(flipped).collect();
            all.extend_from_slice(&corners);
            all.extend_from_slice(&mirrored);
            let half: Vec<Corner> =
                all.iter().map(|k| Corner { c: -k.c, r: k.r, from: -k.from, to: -k.to }).collect();
            all.extend(half);
            return Body::new(all.iter().map(|k| Corner { r: k.r + out, ..*k }).collect());
        }
        steps *= 2;
    }
}

/// Mirrored in the y axis.
fn flipped(k: &Corner) -> Corner {
    let flip = |v: V2| v2(-v.x, v.y);
    Corner { c: flip(k.c), r: k.r, from: flip(k.to), to: flip(k.from) }
}

/// The first quarter of an ellipse in `2 * steps` arcs, and how far the ellipse comes out of them.
fn quarter(a: f64, b: f64, steps: u32) -> (Vec<Corner>, f64) {
    let at = |t: f64| {
        let (sin, cos) = sin_cos(t);
        (v2(a * cos, b * sin), v2(b * cos, a * sin).unit())
    };
    let ends = |k: u32| match k {
        0 => (v2(a, 0.0), v2(1.0, 0.0)),
        k if k == steps => (v2(0.0, b), v2(0.0, 1.0)),
        k => at(0.5 * PI * f64::from(k) / f64::from(steps)),
    };
    let mut corners = Vec::with_capacity(2 * steps as usize);
    let mut out: f64 = 0.0;
    for k in 0..steps {
        let ((p0, u0), (p1, u1)) = (ends(k), ends(k + 1));
        let mid = (u0 + u1).unit();
        let (v, w, chord) = (mid - u0, mid - u1, p1 - p0);
        let (r0, r1) = (chord.cross(w) / v.cross(w), chord.cross(v) / v.cross(w));
        let (c0, c1) = (p0 - u0 * r0, p1 - u1 * r1);
        corners.push(Corner { c: c0, r: r0, from: u0, to: mid });
        corners.push(Corner { c: c1, r: r1, from: mid, to: u1 });
        for i in 1..8 {
            let t = 0.5 * PI * (f64::from(k) + f64::from(i) / 8.0) / f64::from(steps);
            let (p, u) = at(t);
            let (c, r) = if mid.cross(u) <= 0.0 { (c0, r0) } else { (c1, r1) };
            out = out.max((p - c).norm() - r);
        }
    }
    (corners, out.max(0.0) * 1.25)
}
