//! Straight ways and circles against bodies: does a way keep out, where is it inside, where does a circle cross.
use super::body::{in_cone, Body, TOUCH};
use crate::vec::V2;

/// A straight way with what every test needs of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) p: V2,
    pub(crate) q: V2,
    pub(crate) along: V2,
    pub(crate) len: f64,
}

impl Segment {
    pub(crate) fn new(p: V2, q: V2) -> Segment {
        let len = (q - p).norm();
        Segment { p, q, along: (q - p).unit(), len }
    }
}

impl Body {
    /// Does the way keep out of the body, `depth` forgiven?
    ///
    /// It does where some direction separates the two, and only these can: across the way, the edges' normals,
    /// and from a rounded corner to an end of the way.
    pub(crate) fn clear(&self, s: &Segment, depth: f64) -> bool {
        let to_mid = self.mid - s.p;
        let (ahead, aside) = (s.along.dot(to_mid), s.along.cross(to_mid));
        let far = self.rad - depth;
        if aside >= far || aside <= -far || ahead <= -far || ahead >= s.len + far {
            return true;
        }
        if self.is_disc() {
            let past = if ahead < 0.0 { -ahead } else { (ahead - s.len).max(0.0) };
            return far <= 0.0 || aside * aside + past * past >= far * far;
        }
        let across = s.along.perp();
        let level = across.dot(s.p);
        if self.support(across) - level <= depth || self.support(-across) + level <= depth {
            return true;
        }
        for k in &self.corners {
            let (v, w) = (s.p - k.c, s.q - k.c);
            if k.to.dot(v).min(k.to.dot(w)) >= k.r - depth {
                return true;
            }
            if k.r > 0.0 {
                for (x, y) in [(v, w), (w, v)] {
                    let n2 = x.norm2();
                    let least = (k.r - depth).max(0.0);
                    if n2 > 0.0 && n2 >= least * least && in_cone(k.from, k.to, x, 0.0) {
                        let u = x * (1.0 / n2.sqrt());
                        if u.dot(y) >= k.r - depth {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// From where to where along the way, in inches from its start, it is inside.
    pub(crate) fn chord(&self, s: &Segment) -> Option<(f64, f64)> {
        if s.len <= 1e-15 || self.clear(s, TOUCH) {
            return None;
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut meets = |at: f64| {
            low = low.min(at);
            high = high.max(at);
        };
        for (i, k) in self.corners.iter().enumerate() {
            let to_c = k.c - s.p;
            let (ahead, aside) = (s.along.dot(to_c), s.along.cross(to_c));
            let half2 = k.r * k.r - aside * aside;
            if k.r > 0.0 && half2 >= 0.0 {
                let half = half2.sqrt();
                for at in [ahead - half, ahead + half] {
                    let v = s.p + s.along * at - k.c;
                    if self.is_disc() || in_cone(k.from, k.to, v, 1e-9 * k.r) {
                        meets(at);
                    }
                }
            }
            if let Some((a, b, n)) = self.edge(i) {
                let slope = n.dot(s.along);
                if slope.abs() > 1e-14 {
                    let at = n.dot(a - s.p) / slope;
                    let x = s.p + s.along * at;
                    let d = b - a;
                    let on = (x - a).dot(d) / d.norm();
                    if on >= -1e-9 && on <= d.norm() + 1e-9 {
                        meets(at);
                    }
                }
            }
        }
        let (low, high) = (low.max(0.0), high.min(s.len));
        (low < high).then_some((low, high))
    }

    /// Directions from `c` at which the circle of radius `r` may cross the boundary (and some at which it does not).
    pub(crate) fn circle_cuts(&self, c: V2, r: f64, cuts: &mut Vec<V2>) {
        const NEAR: f64 = 1e-6;
        if (self.mid - c).norm() > self.rad + r + NEAR {
            return;
        }
        for (i, k) in self.corners.iter().enumerate() {
            let w = k.c - c;
            let d = w.norm();
            if d <= 1e-9 {
                if (k.r - r).abs() <= NEAR && !self.is_disc() {
                    cuts.push(k.from);
                    cuts.push(k.to);
                }
            } else if k.r > 0.0 {
                let u = w * (1.0 / d);
                if (d - k.r - r).abs() <= NEAR || (d - (k.r - r).abs()).abs() <= NEAR {
                    cuts.push(u);
                    cuts.push(-u);
                }
                let a = (r * r - k.r * k.r + d * d) / (2.0 * d);
                let half2 = r * r - a * a;
                if half2 > 0.0 {
                    let half = half2.sqrt();
                    for side in [half, -half] {
                        let v = u * a + u.perp() * side;
                        if self.is_disc() || in_cone(k.from, k.to, v - w, 1e-9) {
                            cuts.push(v.unit());
                        }
                    }
                }
            }
            if let Some((a, b, n)) = self.edge(i) {
                let off = n.dot(a - c);
                let e = (b - a).unit();
                let (lo, hi) = (e.dot(a - c) - 1e-9, e.dot(b - c) + 1e-9);
                if (off.abs() - r).abs() <= NEAR {
                    cuts.push(if off >= 0.0 { n } else { -n });
                }
                if off.abs() < r {
                    let half = (r * r - off * off).sqrt();
                    for side in [half, -half] {
                        if side >= lo && side <= hi {
                            cuts.push((n * off + e * side).unit());
                        }
                    }
                }
            }
        }
    }
}
