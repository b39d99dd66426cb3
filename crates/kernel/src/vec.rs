//! Points and vectors of the plane, and boxes along the axes.
use core::ops::{Add, Mul, Neg, Sub};

/// A point or a vector, in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V2 {
    /// To the right.
    pub x: f64,
    /// Up the page.
    pub y: f64,
}

/// Shorthand for a point.
pub const fn v2(x: f64, y: f64) -> V2 {
    V2 { x, y }
}

impl V2 {
    /// Scalar product.
    pub fn dot(self, o: V2) -> f64 {
        self.x * o.x + self.y * o.y
    }
    /// Positive when `o` lies counter-clockwise of this vector.
    pub fn cross(self, o: V2) -> f64 {
        self.x * o.y - self.y * o.x
    }
    /// Turned a quarter counter-clockwise.
    pub fn perp(self) -> V2 {
        v2(-self.y, self.x)
    }
    /// Square of the length.
    pub fn norm2(self) -> f64 {
        self.dot(self)
    }
    /// Length.
    pub fn norm(self) -> f64 {
        self.norm2().sqrt()
    }
    /// Of length 1; +x when the vector is null.
    pub fn unit(self) -> V2 {
        let n = self.norm();
        if n > 0.0 {
            v2(self.x / n, self.y / n)
        } else {
            v2(1.0, 0.0)
        }
    }
    /// Turned so that +x goes to `axis` (a unit vector).
    pub fn turned(self, axis: V2) -> V2 {
        v2(self.x * axis.x - self.y * axis.y, self.x * axis.y + self.y * axis.x)
    }
    /// Turned back: `axis` goes to +x.
    pub fn turned_back(self, axis: V2) -> V2 {
        v2(self.x * axis.x + self.y * axis.y, self.y * axis.x - self.x * axis.y)
    }
}

impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        v2(self.x + o.x, self.y + o.y)
    }
}
impl Sub for V2 {
    type Output = V2;
    fn sub(self, o: V2) -> V2 {
        v2(self.x - o.x, self.y - o.y)
    }
}
impl Neg for V2 {
    type Output = V2;
    fn neg(self) -> V2 {
        v2(-self.x, -self.y)
    }
}
impl Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, k: f64) -> V2 {
        v2(self.x * k, self.y * k)
    }
}

/// The nearest point to `p` on the segment from `a` to `b`, and how far along it lies (0 to 1).
pub fn nearest_on_segment(p: V2, a: V2, b: V2) -> (V2, f64) {
    let d = b - a;
    let length2 = d.norm2();
    if length2 <= 0.0 {
        return (a, 0.0);
    }
    let t = (p - a).dot(d) / length2;
    if t <= 0.0 {
        (a, 0.0)
    } else if t >= 1.0 {
        (b, 1.0)
    } else {
        (a + d * t, t)
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower left corner.
    pub low: V2,
    /// Upper right corner.
    pub high: V2,
}

impl Bounds {
    /// Holds nothing; grows with [`Bounds::with`].
    pub const EMPTY: Bounds =
        Bounds { low: v2(f64::INFINITY, f64::INFINITY), high: v2(f64::NEG_INFINITY, f64::NEG_INFINITY) };
    /// The smallest box that also holds `p`.
    pub fn with(self, p: V2) -> Bounds {
        Bounds {
            low: v2(self.low.x.min(p.x), self.low.y.min(p.y)),
            high: v2(self.high.x.max(p.x), self.high.y.max(p.y)),
        }
    }
    /// The smallest box that holds all of these points.
    pub fn of(points: &[V2]) -> Bounds {
        points.iter().fold(Bounds::EMPTY, |b, &p| b.with(p))
    }
    /// Larger by `by` on every side.
    pub fn grown(self, by: f64) -> Bounds {
        Bounds { low: self.low - v2(by, by), high: self.high + v2(by, by) }
    }
    /// Do the two boxes share a point?
    pub fn meets(self, o: Bounds) -> bool {
        self.low.x <= o.high.x && o.low.x <= self.high.x && self.low.y <= o.high.y && o.low.y <= self.high.y
    }
    /// The smallest box that holds both.
    pub fn joined(self, o: Bounds) -> Bounds {
        Bounds {
            low: v2(self.low.x.min(o.low.x), self.low.y.min(o.low.y)),
            high: v2(self.high.x.max(o.high.x), self.high.y.max(o.high.y)),
        }
    }
}
