//! Tangents between circles walked one way round.
use super::ring::{wrapped, Stretch, SAME};
use crate::vec::V2;

/// The direction and length of the tangent from one signed circle to another (positive: walked counter-clockwise).
pub(crate) fn tangent(c1: V2, r1: f64, c2: V2, r2: f64) -> Option<(V2, f64)> {
    let w = c2 - c1;
    let (d2, step) = (w.norm2(), r2 - r1);
    let l2 = d2 - step * step;
    if d2 < 1e-18 || l2 < -1e-10 {
        return None;
    }
    if l2 <= 0.0 {
        return Some(((w.perp() * -step).unit(), 0.0));
    }
    let l = l2.sqrt();
    Some(((w * l - w.perp() * step) * (1.0 / d2), l))
}

/// The outward normal of a ring walked this way in this direction.
pub(crate) fn normal(along: V2, ccw: bool) -> V2 {
    let left = along.perp();
    if ccw {
        -left
    } else {
        left
    }
}

/// The radius with the sign of the way round.
pub(crate) fn signed(r: f64, ccw: bool) -> f64 {
    if ccw {
        r
    } else {
        -r
    }
}

/// How far on along the walk `to` is from `from`, both places of one stretch; `None` if it lies behind.
pub(crate) fn ahead(stretch: &Stretch, from: f64, to: f64) -> Option<f64> {
    if stretch.whole {
        let on = wrapped(to - from);
        return Some(if on > 4.0 - SAME { 0.0 } else { on });
    }
    let on = to - from;
    (on >= -SAME).then(|| on.max(0.0))
}
