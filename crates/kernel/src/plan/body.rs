//! Convex bodies bounded by arcs and the straight edges between them: what a base's centre may not enter.
//!
//! Everything a base of kept facing runs into becomes a union of such bodies, and they are closed under Minkowski
//! sums (centres and radii add), so discs, rounded polygons and ovals need no special case.
use crate::vec::{v2, Bounds, V2};

/// How deep a way may enter a body before it counts: rounding, not a rule.
pub(crate) const TOUCH: f64 = 1e-9;

/// One arc of a body: the circle's centre and radius, and the outward normals where it begins and ends, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub(crate) c: V2,
    pub(crate) r: f64,
    pub(crate) from: V2,
    pub(crate) to: V2,
}

/// Is the direction `v` (any length) within the turn from `from` counter-clockwise to `to`, at most half a turn?
pub(crate) fn in_cone(from: V2, to: V2, v: V2, slack: f64) -> bool {
    from.cross(v) >= -slack && v.cross(to) >= -slack && v.dot(from + to) >= -slack
}

/// A convex body; a single corner is a whole disc.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) corners: Vec<Corner>,
    /// A circle that holds the body.
    pub(crate) mid: V2,
    pub(crate) rad: f64,
    /// How much larger than what it stands for it may be.
    pub(crate) slack: f64,
    /// The radius that all corners share, if they do.
    even: Option<f64>,
}

impl Body {
    /// From arcs in counter-clockwise order, each beginning with the normal at which the one before ends.
    pub(crate) fn new(corners: Vec<Corner>) -> Body {
        let corners = merged(corners);
        let first = corners[0];
        let even = corners.iter().all(|k| k.r == first.r).then_some(first.r);
        let (mid, rad) = if corners.len() == 1 {
            (first.c, first.r)
        } else {
            let points = || corners.iter().flat_map(|k| [k.c + k.from * k.r, k.c + k.to * k.r]);
            let hold = points().fold(Bounds::EMPTY, Bounds::with);
            let mid = (hold.low + hold.high) * 0.5;
            // an arc stays within the hull of its circle, and its circle about its centre
            let reach = match even {
                Some(r) => corners.iter().map(|k| (k.c - mid).norm() + r).fold(0.0, f64::max),
                None => corners.iter().map(|k| arc_reach(k, mid)).fold(0.0, f64::max),
            };
            (mid, reach)
        };
        Body { corners, mid, rad, slack: 0.0, even }
    }

    pub(crate) fn with_slack(self, slack: f64) -> Body {
        Body { slack, ..self }
    }

    /// A disc.
    pub(crate) fn disc(c: V2, r: f64) -> Body {
        let x = v2(1.0, 0.0);
        Body::new(vec![Corner { c, r, from: x, to: x }])
    }

    /// A convex polygon, counter-clockwise; points that repeat or lie in a line are left out.
    pub(crate) fn polygon(points: &[V2]) -> Option<Body> {
        let mut kept: Vec<V2> = Vec::with_capacity(points.len());
        for &p in points {
            if kept.last().map_or(true, |&l: &V2| (p - l).norm() > 1e-12) {
                kept.push(p);
            }
        }
        while kept.len() > 1 && (kept[0] - kept[kept.len() - 1]).norm() <= 1e-12 {
            kept.pop();
        }
        let mut k = 0;
        while kept.len() >= 3 && k < kept.len() {
            let n = kept.len();
            let (a, b, c) = (kept[(k + n - 1) % n], kept[k], kept[(k + 1) % n]);
            if (b - a).unit().cross((c - b).unit()) <= 1e-12 {
                kept.remove(k);
                k = k.saturating_sub(1);
            } else {
                k += 1;
            }
        }
        if kept.len() < 3 {
            return None;
        }
        let n = kept.len();
        let outward = |k: usize| -(kept[(k + 1) % n] - kept[k % n]).unit().perp();
        let corner = |k: usize| Corner { c: kept[k], r: 0.0, from: outward(k + n - 1), to: outward(k) };
        Some(Body::new((0..n).map(corner).collect()))
    }

    pub(crate) fn is_disc(&self) -> bool {
        self.corners.len() == 1
    }

    /// The corner after this one.
    pub(crate) fn next(&self, k: usize) -> &Corner {
        &self.corners[if k + 1 < self.corners.len() { k + 1 } else { 0 }]
    }

    /// The edge after corner `k`: its ends and its outward normal; `None` where it has no length.
    pub(crate) fn edge(&self, k: usize) -> Option<(V2, V2, V2)> {
        if self.is_disc() {
            return None;
        }
        let (c, d) = (&self.corners[k], self.next(k));
        let (a, b) = (c.c + c.to * c.r, d.c + d.from * d.r);
        ((b - a).norm2() > 1e-20).then_some((a, b, c.to))
    }

    /// The same body elsewhere.
    pub(crate) fn moved(&self, by: V2) -> Body {
        let mut body = self.clone();
        body.corners.iter_mut().for_each(|k| k.c = k.c + by);
        body.mid = body.mid + by;
        body
    }

    /// Mirrored in the origin.
    pub(crate) fn opposite(&self) -> Body {
        let flip = |k: &Corner| Corner { c: -k.c, r: k.r, from: -k.from, to: -k.to };
        Body::new(self.corners.iter().map(flip).collect()).with_slack(self.slack)
    }

    /// Turned about the origin, +x to `axis`.
    pub(crate) fn turned(&self, axis: V2) -> Body {
        let turn = |k: &Corner| Corner {
            c: k.c.turned(axis),
            r: k.r,
            from: k.from.turned(axis),
            to: k.to.turned(axis),
        };
        Body::new(self.corners.iter().map(turn).collect()).with_slack(self.slack)
    }

    /// The Minkowski sum.
    pub(crate) fn plus(&self, o: &Body) -> Body {
        let slack = self.slack + o.slack;
        if o.is_disc() || self.is_disc() {
            let (disc, other) = if o.is_disc() { (o, self) } else { (self, o) };
            let d = &disc.corners[0];
            let grown = |k: &Corner| Corner { c: k.c + d.c, r: k.r + d.r, ..*k };
            return Body::new(other.corners.iter().map(grown).collect()).with_slack(slack);
        }
        let (a, b) = (&self.corners, &o.corners);
        let mut dir = a[0].from;
        let starts = |k: &&Corner| in_cone(k.from, k.to, dir, 1e-12) && dir.cross(k.to) > 1e-12;
        let mut j = b.iter().position(|k| starts(&k)).unwrap_or(0);
        let (mut i, mut left_a, mut left_b) = (0, a.len(), b.len() + 1);
        let mut sum = Vec::with_capacity(a.len() + b.len());
        while left_a > 0 && left_b > 0 {
            let (k, l) = (&a[i % a.len()], &b[j % b.len()]);
            let ahead = k.to.cross(l.to);
            let both = ahead.abs() <= 1e-12 && k.to.dot(l.to) > 0.0;
            let a_first = both || ahead > 0.0;
            let to = if a_first { k.to } else { l.to };
            if (dir - to).norm2() > 1e-24 || k.r + l.r == 0.0 {
                sum.push(Corner { c: k.c + l.c, r: k.r + l.r, from: dir, to });
            }
            dir = to;
            if a_first {
                i += 1;
                left_a -= 1;
            }
            if both || !a_first {
                j += 1;
                left_b -= 1;
            }
        }
        Body::new(sum).with_slack(slack)
    }

    /// How far the body reaches in a direction (a unit vector).
    pub(crate) fn support(&self, u: V2) -> f64 {
        if let Some(r) = self.even {
            return self.corners.iter().map(|k| k.c.dot(u)).fold(f64::NEG_INFINITY, f64::max) + r;
        }
        let mut best = f64::NEG_INFINITY;
        for k in &self.corners {
            let c = k.c.dot(u);
            let here = if in_cone(k.from, k.to, u, 0.0) {
                c + k.r
            } else {
                c + k.r * k.from.dot(u).max(k.to.dot(u))
            };
            best = best.max(here);
        }
        best
    }

    /// Signed distance of a point: negative inside, then minus the way out.
    pub(crate) fn distance(&self, p: V2) -> f64 {
        if self.is_disc() {
            return (p - self.mid).norm() - self.rad;
        }
        let mut best = f64::NEG_INFINITY;
        for k in &self.corners {
            let v = p - k.c;
            best = best.max(k.to.dot(v) - k.r);
            if in_cone(k.from, k.to, v, 0.0) {
                best = best.max(v.norm() - k.r);
            }
        }
        best
    }

    /// The direction out of the body that is shortest from `p`, or the one away from it.
    pub(crate) fn outward(&self, p: V2) -> V2 {
        if self.is_disc() {
            return (p - self.mid).unit();
        }
        let mut best = (f64::NEG_INFINITY, v2(1.0, 0.0));
        for k in &self.corners {
            let v = p - k.c;
            if k.to.dot(v) - k.r > best.0 {
                best = (k.to.dot(v) - k.r, k.to);
            }
            if in_cone(k.from, k.to, v, 0.0) && v.norm() - k.r > best.0 {
                best = (v.norm() - k.r, v.unit());
            }
        }
        best.1
    }

    /// The body drawn in by `by`, which is tiny beside it.
    pub(crate) fn shrunk(&self, by: f64) -> Body {
        if self.corners.iter().all(|k| k.r >= by) {
            return Body::new(self.corners.iter().map(|k| Corner { r: k.r - by, ..*k }).collect());
        }
        let mut points: Vec<V2> =
            self.corners.iter().flat_map(|k| [k.c + k.from * k.r, k.c + k.to * k.r]).collect();
        for k in &self.corners {
            let level = k.to.dot(k.c) + k.r - by;
            points = cut_away(&points, k.to, level);
        }
        Body::polygon(&points).unwrap_or_else(|| Body::disc(self.mid, 0.0))
    }
}

/// Arcs of one circle that follow one another as one.
fn merged(mut corners: Vec<Corner>) -> Vec<Corner> {
    let goes_on = |k: &Corner, l: &Corner| {
        (k.c - l.c).norm2() <= 1e-24 && (k.r - l.r).abs() <= 1e-12 && k.from.cross(l.to) > 0.0
    };
    let mut k = 0;
    while corners.len() > 1 && k < corners.len() {
        let next = (k + 1) % corners.len();
        if goes_on(&corners[k], &corners[next]) {
            corners[k].to = corners[next].to;
            corners.remove(next);
            k = k.saturating_sub(1);
        } else {
            k += 1;
        }
    }
    corners
}

/// The part of a convex polygon with `n · x <= level`.
fn cut_away(points: &[V2], n: V2, level: f64) -> Vec<V2> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for i in 0..points.len() {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        let (hp, hq) = (n.dot(p) - level, n.dot(q) - level);
        if hp <= 0.0 {
            kept.push(p);
        }
        if (hp < 0.0 && hq > 0.0) || (hp > 0.0 && hq < 0.0) {
            kept.push(p + (q - p) * (hp / (hp - hq)));
        }
    }
    kept
}

/// The furthest that a point of the arc is from `m`.
fn arc_reach(k: &Corner, m: V2) -> f64 {
    let away = k.c - m;
    let ends = (away + k.from * k.r).norm().max((away + k.to * k.r).norm());
    if in_cone(k.from, k.to, away, 0.0) {
        ends.max(away.norm() + k.r)
    } else {
        ends
    }
}
