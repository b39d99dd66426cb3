//! Lines of the plan that touch two footprints.
use super::foot::{Foot, Form};
use crate::vec::{v2, V2};

/// A line of the plan with a direction.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// A point on it.
    pub origin: V2,
    /// Its direction, of length 1.
    pub along: V2,
}

impl Line {
    /// The line from one point through another, if they are two.
    pub fn through(p: V2, q: V2) -> Option<Line> {
        let way = q - p;
        (way.norm2() > 1e-18).then(|| Line { origin: p, along: way.unit() })
    }

    /// The line on which `normal` (of length 1) measures `offset`; `normal` lies to its right.
    fn beside(normal: V2, offset: f64) -> Line {
        Line { origin: normal * offset, along: normal.perp() }
    }

    /// The same line the other way.
    pub fn turned_round(&self) -> Line {
        Line { origin: self.origin, along: -self.along }
    }

    /// How far a point lies to the left.
    pub fn side(&self, p: V2) -> f64 {
        self.along.cross(p - self.origin)
    }

    /// How far along a point lies.
    pub fn place(&self, p: V2) -> f64 {
        self.along.dot(p - self.origin)
    }
}

/// Every line that touches both footprints without entering either.
pub fn touching_both(f: &Foot, g: &Foot, found: &mut Vec<Line>) {
    match (&f.form, &g.form) {
        (Form::Oval { .. }, _) | (_, Form::Oval { .. }) => by_search(f, g, found),
        (Form::Disc { centre, radius }, Form::Disc { centre: c, radius: r }) => {
            circles(*centre, *radius, *c, *r, found);
        }
        (Form::Disc { centre, radius }, Form::Polygon(points))
        | (Form::Polygon(points), Form::Disc { centre, radius }) => {
            for k in 0..points.len() {
                let before = found.len();
                circles(points[k], 0.0, *centre, *radius, found);
                // a corner has two tangents to a circle; found twice over, once for each side it may lie on
                found.truncate((before + 2).min(found.len()));
                keep_tangent(points, k, before, found);
            }
        }
        (Form::Polygon(points), Form::Polygon(others)) => {
            for k in 0..points.len() {
                for m in 0..others.len() {
                    if let Some(line) = Line::through(points[k], others[m]) {
                        if touches(points, k, &line) && touches(others, m, &line) {
                            found.push(line);
                        }
                    }
                }
            }
        }
    }
}

/// Does the line through corner `k` leave both neighbours on one side?
fn touches(points: &[V2], k: usize, line: &Line) -> bool {
    let n = points.len();
    let before = line.side(points[if k == 0 { n - 1 } else { k - 1 }]);
    let after = line.side(points[if k + 1 == n { 0 } else { k + 1 }]);
    before * after >= 0.0
}

fn keep_tangent(points: &[V2], k: usize, from: usize, found: &mut Vec<Line>) {
    let mut kept = from;
    for place in from..found.len() {
        if touches(points, k, &found[place]) {
            found[kept] = found[place];
            kept += 1;
        }
    }
    found.truncate(kept);
}

/// The lines that touch two circles: those that leave both on one side, and those that pass between.
fn circles(c1: V2, r1: f64, c2: V2, r2: f64, found: &mut Vec<Line>) {
    let d = c2 - c1;
    let size2 = d.norm2();
    for other in [r2, -r2] {
        let k = r1 - other;
        let rest = size2 - k * k;
        if rest <= 0.0 || size2 <= 0.0 {
            continue;
        }
        let root = rest.sqrt();
        for across in [root, -root] {
            let normal = (d * k + d.perp() * across) * (1.0 / size2);
            found.push(Line::beside(normal, normal.dot(c1) + r1));
        }
    }
}

/// Ovals: where the reach of both along a turning direction agrees.
fn by_search(f: &Foot, g: &Foot, found: &mut Vec<Line>) {
    const STEPS: usize = 32;
    // a turn by 1/32 of the circle
    let step = v2(0.980_785_280_403_230_4, 0.195_090_322_016_128_26);
    for outer in [true, false] {
        let differ = |n: V2| if outer { f.reach(n) - g.reach(n) } else { f.reach(n) + g.reach(-n) };
        let mut n = v2(1.0, 0.0);
        let mut here = differ(n);
        for _ in 0..STEPS {
            let next = n.turned(step).unit();
            let there = differ(next);
            if (here > 0.0) != (there > 0.0) {
                let (mut low, mut high) = (n, next);
                let mut at_low = here;
                for _ in 0..50 {
                    let middle = (low + high).unit();
                    let value = differ(middle);
                    if (value > 0.0) == (at_low > 0.0) {
                        low = middle;
                        at_low = value;
                    } else {
                        high = middle;
                    }
                    if value == 0.0 || low.cross(high) < 1e-15 {
                        break;
                    }
                }
                let normal = (low + high).unit();
                let offset = if outer {
                    f.reach(normal).max(g.reach(normal))
                } else {
                    0.5 * (f.reach(normal) - g.reach(-normal))
                };
                found.push(Line::beside(normal, offset));
            }
            n = next;
            here = there;
        }
    }
}
