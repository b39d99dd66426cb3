//! Convex footprints, and where a line passes them.
use super::lines::Line;
use super::{middle_of, TOUCH};
use crate::gap::{closest, support};
use crate::num::{sin_cos, TAU};
use crate::shape::Piece;
use crate::vec::{v2, V2};

/// What a footprint is.
#[derive(Clone, Debug)]
pub enum Form {
    /// A circle.
    Disc {
        /// Its centre.
        centre: V2,
        /// Its radius.
        radius: f64,
    },
    /// An ellipse.
    Oval {
        /// Its centre.
        centre: V2,
        /// Along its first half-axis.
        axis: V2,
        /// Half its size along the axis.
        a: f64,
        /// Half its size across it.
        b: f64,
    },
    /// A convex polygon, counter-clockwise.
    Polygon(Vec<V2>),
}

/// A convex footprint that keeps its own corners.
#[derive(Clone, Debug)]
pub struct Foot {
    /// What it is.
    pub form: Form,
}

impl Foot {
    /// A footprint as it stands.
    pub fn of(piece: Piece<'_>) -> Foot {
        let form = match piece {
            Piece::Disc { centre, radius } => Form::Disc { centre, radius },
            Piece::Oval { centre, axis, a, b } => Form::Oval { centre, axis, a, b },
            Piece::Polygon(points) => Form::Polygon(points.to_vec()),
        };
        Foot { form }
    }

    /// A footprint larger by `by` all around; blunt corners stand a tenth of `by` further out, sharper ones more.
    pub fn grown(piece: Piece<'_>, by: f64) -> Foot {
        let form = match piece {
            Piece::Disc { centre, radius } => Form::Disc { centre, radius: radius + by },
            Piece::Oval { centre, axis, a, b } => Form::Oval { centre, axis, a: a + by, b: b + by },
            Piece::Polygon(points) => Form::Polygon(grown_corners(points, by)),
        };
        Foot { form }
    }

    /// The same for measuring.
    pub fn piece(&self) -> Piece<'_> {
        match &self.form {
            Form::Disc { centre, radius } => Piece::Disc { centre: *centre, radius: *radius },
            Form::Oval { centre, axis, a, b } => Piece::Oval { centre: *centre, axis: *axis, a: *a, b: *b },
            Form::Polygon(points) => Piece::Polygon(points),
        }
    }

    /// A point well inside.
    pub fn middle(&self) -> V2 {
        middle_of(self.piece())
    }

    /// The point furthest along a direction.
    pub fn furthest(&self, along: V2) -> V2 {
        support(self.piece(), along)
    }

    /// How far it reaches along a unit direction.
    pub fn reach(&self, n: V2) -> f64 {
        match &self.form {
            Form::Disc { centre, radius } => n.dot(*centre) + radius,
            Form::Oval { centre, axis, a, b } => {
                let m = n.turned_back(*axis);
                n.dot(*centre) + crate::shape::oval_support(*a, *b, m.x, m.y)
            }
            Form::Polygon(points) => points.iter().fold(f64::NEG_INFINITY, |h: f64, p| h.max(n.dot(*p))),
        }
    }

    /// Is a point inside, by more than rounding?
    pub fn holds(&self, p: V2) -> bool {
        closest(Piece::Disc { centre: p, radius: 0.0 }, self.piece()).gap < TOUCH
    }

    /// From where to where a line passes it, touching included.
    pub fn passed(&self, line: &Line) -> Option<(f64, f64)> {
        self.section(line, -TOUCH)
    }

    /// From where to where a line is inside it, touching left out.
    pub fn crossed(&self, line: &Line) -> Option<(f64, f64)> {
        self.section(line, TOUCH)
    }

    /// From where to where a line is in it, if it enters by more than `depth`.
    fn section(&self, line: &Line, depth: f64) -> Option<(f64, f64)> {
        match &self.form {
            Form::Disc { centre, radius } => {
                let away = line.side(*centre).abs();
                if away >= radius - depth {
                    return None;
                }
                let half = (radius * radius - away * away).max(0.0).sqrt();
                let middle = line.place(*centre);
                Some((middle - half, middle + half))
            }
            Form::Oval { centre, axis, a, b } => {
                // the normal's reach and where its foot lies along the line
                let (n, t) = (line.along.perp().turned_back(*axis), line.along.turned_back(*axis));
                let reach2 = a * a * n.x * n.x + b * b * n.y * n.y;
                let away = line.side(*centre);
                if away.abs() >= reach2.sqrt() - depth {
                    return None;
                }
                let shift = -away * (a * a * n.x * t.x + b * b * n.y * t.y) / reach2;
                let half = a * b * (reach2 - away * away).max(0.0).sqrt() / reach2;
                let middle = line.place(*centre) + shift;
                Some((middle - half, middle + half))
            }
            Form::Polygon(points) => {
                let (mut left, mut right) = (f64::NEG_INFINITY, f64::INFINITY);
                let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
                let mut meet = |s: f64| {
                    from = if s < from { s } else { from };
                    to = if s > to { s } else { to };
                };
                let last = points[points.len() - 1];
                let (mut h0, mut s0) = (line.side(last), line.place(last));
                for &p in points {
                    let (h1, s1) = (line.side(p), line.place(p));
                    left = if h1 > left { h1 } else { left };
                    right = if h1 < right { h1 } else { right };
                    if h1.abs() <= TOUCH {
                        meet(s1);
                    }
                    if (h0 < 0.0) != (h1 < 0.0) {
                        meet(s0 - h0 * (s1 - s0) / (h1 - h0));
                    }
                    h0 = h1;
                    s0 = s1;
                }
                (left > depth && right < -depth && from <= to).then_some((from, to))
            }
        }
    }

    /// Points all around it and its middle.
    pub fn around(&self) -> Vec<V2> {
        let mut points = vec![self.middle()];
        match &self.form {
            Form::Polygon(corners) => {
                for k in 0..corners.len() {
                    let next = corners[(k + 1) % corners.len()];
                    points.push(corners[k]);
                    points.push((corners[k] + next) * 0.5);
                }
            }
            _ => {
                for k in 0..12 {
                    let (sin, cos) = sin_cos(TAU * k as f64 / 12.0);
                    points.push(self.furthest(v2(cos, sin)));
                }
            }
        }
        points
    }

    /// The directions in which its sides look; of round things, some.
    pub fn normals(&self) -> Vec<V2> {
        match &self.form {
            Form::Polygon(points) => (0..points.len())
                .map(|k| -(points[(k + 1) % points.len()] - points[k]).unit().perp())
                .collect(),
            _ => (0..6)
                .map(|k| {
                    let (sin, cos) = sin_cos(TAU * k as f64 / 12.0);
                    v2(cos, sin)
                })
                .collect(),
        }
    }
}

/// The corners of a convex polygon moved out by `by`, sharp ones cut off.
fn grown_corners(points: &[V2], by: f64) -> Vec<V2> {
    let n = points.len();
    let outward = |k: usize| -(points[(k + 1) % n] - points[k % n]).unit().perp();
    let mut grown = Vec::with_capacity(2 * n);
    for (k, &corner) in points.iter().enumerate() {
        let (before, after) = (outward(k + n - 1), outward(k));
        let between = |p: V2, q: V2| corner + (p + q) * (by / (1.0 + p.dot(q)));
        if before.dot(after) > 0.9 {
            grown.push(between(before, after));
        } else {
            let middle = (before + after).unit();
            grown.push(between(before, middle));
            grown.push(between(middle, after));
        }
    }
    grown
}
