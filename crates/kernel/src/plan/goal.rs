//! Where ways may end: at points, or square onto the rim of a body.
//!
//! Along a rim the cheapest end either meets it at a right angle or lies where the part one may end on ends; the
//! latter are given as points.
use super::body::{in_cone, Body, Corner, TOUCH};
use super::ring::Ring;
use super::tangent::{normal, tangent};
use crate::vec::V2;

/// A straight piece of a rim: its ends and the outward normal.
type Edge = (V2, V2, V2);

/// The outline of a body that a way may end on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rim {
    /// Arcs, and whether each is a whole circle.
    pub(crate) arcs: Vec<(Corner, bool)>,
    pub(crate) edges: Vec<Edge>,
}

impl Rim {
    pub(crate) fn of(body: &Body) -> Rim {
        let arcs = body.corners.iter().map(|&k| (k, body.is_disc())).collect();
        Rim { arcs, edges: (0..body.corners.len()).filter_map(|k| body.edge(k)).collect() }
    }
}

/// A lower bound on the way still to go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Near {
    Anywhere,
    /// Nothing ends further from the point than this.
    Disc(V2, f64),
}

pub(crate) struct Goals<'a> {
    pub(crate) points: Vec<V2>,
    pub(crate) rims: Vec<Rim>,
    pub(crate) near: Near,
    /// May a way end here?
    pub(crate) accept: &'a dyn Fn(V2) -> bool,
}

impl Goals<'_> {
    /// No goal: the search goes everywhere.
    pub(crate) fn none() -> Goals<'static> {
        Goals { points: Vec::new(), rims: Vec::new(), near: Near::Anywhere, accept: &|_| false }
    }

    pub(crate) fn ahead(&self, p: V2) -> f64 {
        match self.near {
            Near::Anywhere => 0.0,
            Near::Disc(mid, rad) => ((p - mid).norm() - rad).max(0.0),
        }
    }

    /// Every end worth looking at straight from a point, with the length of the way.
    pub(crate) fn ends_from_point(&self, p: V2, offer: &mut dyn FnMut(V2, f64)) {
        for &goal in &self.points {
            offer(goal, (goal - p).norm());
        }
        for rim in &self.rims {
            for (arc, whole) in &rim.arcs {
                let v = p - arc.c;
                let far = v.norm();
                if far > 1e-12 && (*whole || in_cone(arc.from, arc.to, v, TOUCH)) {
                    offer(arc.c + v * (arc.r / far), (far - arc.r).abs());
                }
            }
            for &(a, b, n) in &rim.edges {
                let off = n.dot(p - a);
                let foot = p - n * off;
                if on_edge(foot, a, b) {
                    offer(foot, off.abs());
                }
            }
        }
    }

    /// The same from a ring walked one way round: the normal to leave at, the end, the length of the straight way.
    pub(crate) fn ends_from_ring(&self, ring: &Ring, ccw: bool, offer: &mut dyn FnMut(V2, V2, f64)) {
        let radius = if ccw { ring.r } else { -ring.r };
        for &goal in &self.points {
            if let Some((along, len)) = tangent(ring.c, radius, goal, 0.0) {
                offer(normal(along, ccw), goal, len);
            }
        }
        for rim in &self.rims {
            for (arc, whole) in &rim.arcs {
                // toward the centre from outside, straight away from it inside
                let toward = tangent(ring.c, radius, arc.c, 0.0);
                let away = tangent(arc.c, 0.0, ring.c, radius);
                for (found, sign) in [(toward, 1.0), (away, -1.0)] {
                    if let Some((along, len)) = found {
                        let left = (len - arc.r) * sign;
                        let out = along * -sign;
                        if left >= -TOUCH && (*whole || in_cone(arc.from, arc.to, out, TOUCH)) {
                            offer(normal(along, ccw), arc.c + out * arc.r, left.max(0.0));
                        }
                    }
                }
            }
            for &(a, b, n) in &rim.edges {
                for along in [-n, n] {
                    let leave = normal(along, ccw);
                    let from = ring.at(leave);
                    let left = (a - from).dot(along);
                    let foot = from + along * left;
                    if left >= -TOUCH && on_edge(foot, a, b) {
                        offer(leave, foot, left.max(0.0));
                    }
                }
            }
        }
    }
}

fn on_edge(foot: V2, a: V2, b: V2) -> bool {
    let d = b - a;
    let at = (foot - a).dot(d);
    at >= -TOUCH && at <= d.norm2() + TOUCH
}

/// Where the outlines of two bodies meet; where they pass by less than `near`, the place between them.
pub(crate) fn meetings(one: &Body, two: &Body, near: f64) -> Vec<V2> {
    let mut found = Vec::new();
    if (one.mid - two.mid).norm() > one.rad + two.rad + near {
        return found;
    }
    let (a, b) = (Rim::of(one), Rim::of(two));
    for &(k, whole) in &a.arcs {
        for &(l, other_whole) in &b.arcs {
            let fits = |p: V2| {
                (whole || in_cone(k.from, k.to, p - k.c, near))
                    && (other_whole || in_cone(l.from, l.to, p - l.c, near))
            };
            found.extend(
                circle_meets_circle(k.c, k.r, l.c, l.r, near).into_iter().flatten().filter(|&p| fits(p)),
            );
        }
        for edge in &b.edges {
            edge_meets_arc(edge, &k, whole, near, &mut found);
        }
    }
    for edge in &a.edges {
        for (l, whole) in &b.arcs {
            edge_meets_arc(edge, l, *whole, near, &mut found);
        }
        for other in &b.edges {
            found.extend(edge_meets_edge(edge, other));
        }
    }
    found
}

pub(crate) fn edge_meets_arc(edge: &Edge, k: &Corner, whole: bool, near: f64, found: &mut Vec<V2>) {
    let &(a, b, n) = edge;
    let off = n.dot(a - k.c);
    let half2 = k.r * k.r - off * off;
    let mut keep = |p: V2| {
        if on_edge(p, a, b) && (whole || in_cone(k.from, k.to, p - k.c, near.max(TOUCH))) {
            found.push(p);
        }
    };
    if half2 > 0.0 {
        let along = n.perp() * half2.sqrt();
        keep(k.c + n * off + along);
        keep(k.c + n * off - along);
    } else if off.abs() - k.r <= near {
        keep(k.c + n * (0.5 * (off + if off < 0.0 { -k.r } else { k.r })));
    }
}

fn circle_meets_circle(c1: V2, r1: f64, c2: V2, r2: f64, near: f64) -> [Option<V2>; 2] {
    let w = c2 - c1;
    let d = w.norm();
    if d <= 1e-12 {
        return [None, None];
    }
    let u = w * (1.0 / d);
    let a = (r1 * r1 - r2 * r2 + d * d) / (2.0 * d);
    let half2 = r1 * r1 - a * a;
    if half2 > 0.0 {
        let side = u.perp() * half2.sqrt();
        return [Some(c1 + u * a + side), Some(c1 + u * a - side)];
    }
    if (d - r1 - r2).abs() <= near {
        return [Some(c1 + u * (0.5 * (r1 + d - r2))), None];
    }
    if (d - (r1 - r2).abs()).abs() <= near {
        let out = if r1 >= r2 { u } else { -u };
        let (far1, far2) = (r1, r2 + if r1 >= r2 { d } else { -d });
        return [Some(c1 + out * (0.5 * (far1 + far2))), None];
    }
    [None, None]
}

pub(crate) fn edge_meets_edge(one: &Edge, two: &Edge) -> Option<V2> {
    let (d, e) = (one.1 - one.0, two.1 - two.0);
    let turn = d.cross(e);
    if turn.abs() <= 1e-12 * d.norm() * e.norm() {
        return None;
    }
    let p = one.0 + d * ((two.0 - one.0).cross(e) / turn);
    (on_edge(p, one.0, one.1) && on_edge(p, two.0, two.1)).then_some(p)
}
