//! Sums of sines and cosines of whole multiples of an angle, and where they are 0.
use crate::num::sin_cos;
use crate::vec::V2;

/// Highest multiple.
const DEGREE: usize = 4;
/// Two roots nearer than this are one; a sum that hardly lifts off 0 has its root there.
const CLOSE: f64 = 1e-10;

/// `sum of cos[k] cos(kθ) + sin[k] sin(kθ)`.
#[derive(Clone, Copy, Debug)]
pub struct Trig {
    cos: [f64; DEGREE + 1],
    sin: [f64; DEGREE + 1],
    degree: usize,
}

impl Trig {
    /// A constant.
    pub fn constant(value: f64) -> Trig {
        let mut found = Trig { cos: [0.0; DEGREE + 1], sin: [0.0; DEGREE + 1], degree: 0 };
        found.cos[0] = value;
        found
    }

    /// How far `p` lies ahead, along the direction at θ.
    pub fn ahead(p: V2) -> Trig {
        let mut found = Trig::constant(0.0);
        found.cos[1] = p.x;
        found.sin[1] = p.y;
        found.degree = 1;
        found
    }

    /// How far `p` lies to the left of the direction at θ.
    pub fn left(p: V2) -> Trig {
        let mut found = Trig::constant(0.0);
        found.cos[1] = p.y;
        found.sin[1] = -p.x;
        found.degree = 1;
        found
    }

    /// The sum of two.
    pub fn plus(self, other: Trig) -> Trig {
        let mut found = self;
        for k in 0..=other.degree {
            found.cos[k] += other.cos[k];
            found.sin[k] += other.sin[k];
        }
        found.degree = self.degree.max(other.degree);
        found
    }

    /// So many times this.
    pub fn times(self, factor: f64) -> Trig {
        let mut found = self;
        for k in 0..=self.degree {
            found.cos[k] *= factor;
            found.sin[k] *= factor;
        }
        found
    }

    /// The product of two, their degrees together at most 4.
    pub fn by(self, other: Trig) -> Trig {
        let mut found = Trig::constant(0.0);
        found.degree = (self.degree + other.degree).min(DEGREE);
        for i in 0..=self.degree {
            for j in 0..=other.degree {
                let (a, b, c, d) = (self.cos[i], self.sin[i], other.cos[j], other.sin[j]);
                let (sum, low, high) = (i + j, i.min(j), i.max(j));
                let apart = high - low;
                if sum <= DEGREE {
                    found.cos[sum] += 0.5 * (a * c - b * d);
                    found.sin[sum] += 0.5 * (a * d + b * c);
                }
                found.cos[apart] += 0.5 * (a * c + b * d);
                // sin i cos j and cos i sin j: the sine of the difference, whose sign depends on which is higher
                let crossed = if i >= j { b * c - a * d } else { a * d - b * c };
                found.sin[apart] += 0.5 * crossed;
            }
        }
        found
    }

    /// Value and slope at an angle.
    fn at(&self, angle: f64) -> (f64, f64) {
        let (s, c) = sin_cos(angle);
        let (mut sk, mut ck) = (0.0, 1.0);
        let (mut value, mut slope) = (0.0, 0.0);
        for k in 0..=self.degree {
            value += self.cos[k] * ck + self.sin[k] * sk;
            slope += k as f64 * (self.sin[k] * ck - self.cos[k] * sk);
            let next = ck * c - sk * s;
            sk = sk * c + ck * s;
            ck = next;
        }
        (value, slope)
    }

    /// All roots from `low` to `high`, in order; those where it only touches 0 too.
    pub fn roots(&self, low: f64, high: f64, found: &mut Vec<f64>) {
        let mut bend = 0.0;
        for k in 1..=self.degree {
            bend += (k * k) as f64 * (self.cos[k].abs() + self.sin[k].abs());
        }
        if bend <= 1e-13 {
            return; // a constant; if it is 0, nothing changes at any angle
        }
        let known = found.len();
        self.isolate(low, high, bend, known, found);
    }

    fn isolate(&self, low: f64, high: f64, bend: f64, known: usize, found: &mut Vec<f64>) {
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
        let (value, slope) = self.at(middle);
        // rounding of the value, so that a touch is not missed
        let noise = 1e-14 * bend;
        if value.abs() > slope.abs() * half + 0.5 * bend * half * half + noise {
            return;
        }
        if half < CLOSE {
            if found[known..].last().map_or(true, |&last| middle - last > 4.0 * CLOSE) {
                found.push(middle);
            }
            return;
        }
        if slope.abs() > bend * half {
            if let Some(root) = self.only_root(low, high, noise) {
                if found[known..].last().map_or(true, |&last| root - last > CLOSE) {
                    found.push(root);
                }
            }
            return;
        }
        self.isolate(low, middle, bend, known, found);
        self.isolate(middle, high, bend, known, found);
    }

    /// The root of a stretch over which it only rises or only falls.
    fn only_root(&self, mut low: f64, mut high: f64, noise: f64) -> Option<f64> {
        let (first, _) = self.at(low);
        let (last, _) = self.at(high);
        if first.abs() <= noise {
            return Some(low);
        }
        if last.abs() <= noise {
            return Some(high);
        }
        if (first > 0.0) == (last > 0.0) {
            return None;
        }
        let rising = last > 0.0;
        let mut at = low + (high - low) * first / (first - last);
        for _ in 0..60 {
            let (value, slope) = self.at(at);
            if (value > 0.0) == rising {
                high = at;
            } else {
                low = at;
            }
            let newton = at - value / slope;
            if (newton - at).abs() < 1e-15 {
                return Some(at);
            }
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            at = next;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::PI;
    use crate::vec::v2;

    #[test]
    fn products_are_products_and_roots_are_all_found() {
        let mut seed = 3u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 * 4.0 - 2.0
        };
        let mut total = 0;
        for _ in 0..2000 {
            let f = Trig::ahead(v2(number(), number())).plus(Trig::constant(number()));
            let g = Trig::left(v2(number(), number())).plus(Trig::constant(number()));
            let h = f.by(g).by(Trig::ahead(v2(number(), number()))).plus(Trig::constant(0.1 * number()));
            let third = f.by(g);
            for angle in [0.3, 1.1, 1.5] {
                assert!((third.at(angle).0 - f.at(angle).0 * g.at(angle).0).abs() < 1e-12);
            }
            let mut found = Vec::new();
            h.roots(0.0, 0.5 * PI, &mut found);
            let sampled = (0..2000).filter(|k| {
                let at = |k: usize| h.at(0.5 * PI * k as f64 / 2000.0).0;
                (at(*k) > 0.0) != (at(k + 1) > 0.0)
            });
            assert!(found.len() >= sampled.count());
            // others found before are no matter
            let mut more = vec![2.0];
            h.roots(0.0, 0.5 * PI, &mut more);
            assert_eq!(more[1..], found);
            assert!(found.iter().all(|&r| h.at(r).0.abs() < 1e-8));
            total += found.len();
        }
        assert!(total > 1000);
    }
}
