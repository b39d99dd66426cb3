//! From shapes on the table to the bodies that a base's centre may not enter.
use super::body::{Body, Corner};
use crate::convex;
use crate::num::{atan2, sin_cos, PI};
use crate::shape::{Part, Pose, Shape};
use crate::vec::{v2, V2};

/// How much larger than an oval the arcs that stand for it may be, in inches: where a way only has to go past it...
pub(crate) const PASSING: f64 = 0.002;
/// ... and where it has to end in contact with it.
pub(crate) const TOUCHING: f64 = 0.0002;
/// Of an oval's quarter, when nothing else will do.
const MOST_STEPS: u32 = 48;

/// Convex pieces of a shape at a pose, an oval larger than it is by at most `error`.
pub(crate) fn standing(shape: &Shape, pose: Pose, error: f64) -> Vec<Body> {
    let axis = pose.axis();
    match &shape.parts()[0] {
        Part::Disc(r) => vec![Body::disc(pose.at, *r)],
        Part::Oval(a, b) => vec![oval(*a, *b, error).turned(axis).moved(pose.at)],
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
        standing(shape, pose, PASSING)
    } else {
        bodies
    }
}

/// A base of kept facing, turned round its centre: what its centre may not enter is an obstacle plus this.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    /// For going past.
    rough: Vec<Body>,
    /// For ending in contact.
    close: Vec<Body>,
}

impl Footprint {
    pub(crate) fn of(shape: &Shape, facing: f64) -> Footprint {
        let opposite = |error: f64| -> Vec<Body> {
            standing(shape, Pose { at: v2(0.0, 0.0), facing }, error).iter().map(Body::opposite).collect()
        };
        Footprint { rough: opposite(PASSING), close: opposite(TOUCHING) }
    }

    /// A base that is only its centre.
    pub(crate) fn centre() -> Footprint {
        let point = vec![Body::disc(v2(0.0, 0.0), 0.0)];
        Footprint { rough: point.clone(), close: point }
    }

    /// Where the centre may not be because of one shape.
    pub(crate) fn around(&self, shape: &Shape, pose: Pose) -> Vec<Body> {
        let wide = self.rough.iter().any(|b| b.rad > 0.0);
        let pieces = if wide { standing(shape, pose, PASSING) } else { lapped(shape, pose) };
        pieces.iter().flat_map(|piece| self.rough.iter().map(move |part| piece.plus(part))).collect()
    }

    /// The same kept `clearance` away from it, as close as contact needs.
    pub(crate) fn close_around(&self, shape: &Shape, pose: Pose, clearance: f64) -> Vec<Body> {
        let pieces = standing(shape, pose, TOUCHING);
        let bodies = pieces.iter().flat_map(|piece| self.close.iter().map(move |part| piece.plus(part)));
        if clearance > 0.0 {
            let keep = Body::disc(v2(0.0, 0.0), clearance);
            bodies.map(|body| body.plus(&keep)).collect()
        } else {
            bodies.collect()
        }
    }

    /// How far the base reaches from its centre in a direction.
    pub(crate) fn reach(&self, u: V2) -> f64 {
        self.close.iter().map(|b| b.support(-u)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// An ellipse about the origin as pairs of arcs that run into one another, nowhere inside it and by at most `error`
/// outside.
fn oval(a: f64, b: f64, error: f64) -> Body {
    let mut steps = 1;
    loop {
        let (corners, inside, outside) = quarter(a, b, steps);
        if inside + outside > error && steps < MOST_STEPS {
            steps += 1;
            continue;
        }
        // the other quarters are the first, mirrored and turned
        let mirrored: Vec<Corner> = corners.iter().rev().map(flipped).collect();
        let half: Vec<Corner> = corners.into_iter().chain(mirrored).collect();
        let other = half.iter().map(|k| Corner { c: -k.c, r: k.r, from: -k.from, to: -k.to });
        let all = half.iter().copied().chain(other);
        let body = Body::new(all.map(|k| Corner { r: k.r + inside, ..k }).collect());
        return body.with_slack(inside + outside);
    }
}

/// Mirrored in the y axis.
fn flipped(k: &Corner) -> Corner {
    let flip = |v: V2| v2(-v.x, v.y);
    Corner { c: flip(k.c), r: k.r, from: flip(k.to), to: flip(k.from) }
}

/// The first quarter of an ellipse in `2 * steps` arcs, and how far these run inside it and outside.
fn quarter(a: f64, b: f64, steps: u32) -> (Vec<Corner>, f64, f64) {
    let at = |t: f64| {
        let (sin, cos) = sin_cos(t);
        (v2(a * cos, b * sin), v2(b * cos, a * sin).unit())
    };
    // between even steps of the parameter and even turns of the normal: both make the error larger at one end
    let even = |share: f64| {
        let t = 0.5 * PI * share;
        let (sin, cos) = sin_cos(t);
        0.5 * (t + atan2(b * sin, a * cos))
    };
    let ends = |k: u32| match k {
        0 => (v2(a, 0.0), v2(1.0, 0.0)),
        k if k == steps => (v2(0.0, b), v2(0.0, 1.0)),
        k => at(even(f64::from(k) / f64::from(steps))),
    };
    let mut corners = Vec::with_capacity(2 * steps as usize);
    let (mut inside, mut outside) = (0.0, 0.0);
    for k in 0..steps {
        let ((p0, u0), (p1, u1)) = (ends(k), ends(k + 1));
        let mid = (u0 + u1).unit();
        let (v, w, chord) = (mid - u0, mid - u1, p1 - p0);
        let (r0, r1) = ((chord.cross(w) / v.cross(w)).max(0.0), (chord.cross(v) / v.cross(w)).max(0.0));
        let (c0, c1) = (p0 - u0 * r0, p1 - u1 * r1);
        corners.push(Corner { c: c0, r: r0, from: u0, to: mid });
        corners.push(Corner { c: c1, r: r1, from: mid, to: u1 });
        for i in 1..12 {
            let (p, u) = at(even((f64::from(k) + f64::from(i) / 12.0) / f64::from(steps)));
            let (c, r) = if mid.cross(u) <= 0.0 { (c0, r0) } else { (c1, r1) };
            let off = (p - c).norm() - r;
            inside = f64::max(inside, off);
            outside = f64::max(outside, -off);
        }
    }
    // the worst lies between two of those looked at
    (corners, inside * 1.1, outside * 1.1)
}
