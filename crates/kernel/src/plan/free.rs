//! Places where a base is free, near one where it may not be.
use super::body::{in_cone, Body, TOUCH};
use super::goal::{edge_meets_arc, edge_meets_edge, meetings, Rim};
use super::ring::turn_of;
use super::{on, sides, Plan};
use crate::shape::{checked_point, Refused};
use crate::vec::{v2, V2};

/// Places whose distances differ by less are equally near.
const EQUAL: f64 = 1e-6;

impl Plan {
    /// Places where the base may stand, each the nearest of its neighbourhood, nearest to `point` first; equally near
    /// ones counter-clockwise from +x. `point` itself comes first where it is free.
    pub fn free_near(&self, point: V2) -> Result<Vec<V2>, Refused> {
        checked_point(point.x, point.y)?;
        let bodies: Vec<&Body> = self.solid.iter().chain(&self.no_end).collect();
        let mut places = vec![point, held(point, self.floor.low, self.floor.high)];
        let borders = sides(self.floor.low, self.floor.high);
        for (k, body) in bodies.iter().enumerate() {
            feet(body, point, &mut places);
            for other in &bodies[k + 1..] {
                places.extend(meetings(body, other, 0.0));
            }
            let rim = Rim::of(body);
            for border in &borders {
                for (arc, whole) in &rim.arcs {
                    edge_meets_arc(border, arc, *whole, 0.0, &mut places);
                }
                places.extend(rim.edges.iter().filter_map(|edge| edge_meets_edge(border, edge)));
            }
        }
        for (a, b, _) in &borders {
            places.push(foot(*a, *b, point));
        }
        let mut free: Vec<(f64, f64, V2)> = places
            .into_iter()
            .filter(|&p| on(&self.floor, p) && bodies.iter().all(|b| b.distance(p) >= -TOUCH))
            .map(|p| ((p - point).norm(), turn_of(p - point), p))
            .collect();
        free.sort_by(|a, b| a.0.total_cmp(&b.0));
        // equally near places stand together: in each such group the turn decides
        let mut from = 0;
        while from < free.len() {
            let to = from + free[from..].iter().take_while(|f| f.0 - free[from].0 <= EQUAL).count();
            free[from..to].sort_by(|a, b| a.1.total_cmp(&b.1));
            from = to;
        }
        free.dedup_by(|a, b| (a.2 - b.2).norm() <= EQUAL);
        Ok(free.into_iter().map(|f| f.2).collect())
    }
}

/// The place of a box nearest to a point.
fn held(p: V2, low: V2, high: V2) -> V2 {
    v2(low.x.max(p.x.min(high.x)), low.y.max(p.y.min(high.y)))
}

/// The place of a stretch nearest to a point.
fn foot(a: V2, b: V2, p: V2) -> V2 {
    let along = b - a;
    let long = along.norm2();
    if long <= 0.0 {
        return a;
    }
    a + along * (0.0_f64).max(((p - a).dot(along) / long).min(1.0))
}

/// The places of a body's border that are nearest to a point among those beside them.
fn feet(body: &Body, p: V2, places: &mut Vec<V2>) {
    for (k, corner) in body.corners.iter().enumerate() {
        if let Some((a, b, _)) = body.edge(k) {
            places.push(foot(a, b, p));
        }
        let out = p - corner.c;
        if out.norm() <= 1e-12 {
            places.push(corner.c + corner.from * corner.r);
        } else if body.is_disc() || in_cone(corner.from, corner.to, out, 0.0) {
            places.push(corner.c + out.unit() * corner.r);
        }
    }
}
