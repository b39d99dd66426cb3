//! Bases and pieces of terrain about their own origin, and the same standing on the table.
use crate::convex;
use crate::num::{sin_cos, sin_cos_degrees, TAU};
use crate::vec::{v2, Bounds, V2};
use core::fmt;

/// What the kernel refuses to work with, in one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// No coordinate or length may exceed this many inches.
pub const LARGEST: f64 = 1e4;
/// No length that has to be positive may be below this many inches.
pub const SMALLEST: f64 = 1e-4;
/// No polygon may have more corners.
pub const MOST_CORNERS: usize = 1024;

fn refuse<T>(why: String) -> Result<T, Refused> {
    Err(Refused(why))
}

/// A coordinate that the kernel can work with.
pub fn checked(value: f64, what: &str) -> Result<f64, Refused> {
    if value.is_finite() && value.abs() <= LARGEST {
        Ok(value)
    } else {
        refuse(format!("{} is {}, not a number between -10000 and 10000", what, value))
    }
}

/// A length that has to be positive.
pub fn checked_length(value: f64, what: &str) -> Result<f64, Refused> {
    if (SMALLEST..=LARGEST).contains(&value) {
        Ok(value)
    } else {
        refuse(format!("{} is {}, not a length between 0.0001 and 10000", what, value))
    }
}

/// A point that the kernel can work with.
pub fn checked_point(x: f64, y: f64) -> Result<V2, Refused> {
    Ok(v2(checked(x, "a coordinate")?, checked(y, "a coordinate")?))
}

/// Where something stands and which way it faces, in inches and degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The place of the shape's origin.
    pub at: V2,
    /// Degrees counter-clockwise from +x.
    pub facing: f64,
}

impl Pose {
    /// A pose, refused when it is not finite or out of all bounds.
    pub fn new(x: f64, y: f64, facing: f64) -> Result<Pose, Refused> {
        Ok(Pose { at: checked_point(x, y)?, facing: checked(facing, "a facing")? })
    }

    /// The unit vector along the facing.
    pub fn axis(&self) -> V2 {
        axis(self.facing)
    }
}

/// The unit vector at this many degrees from +x.
pub fn axis(degrees: f64) -> V2 {
    let (sin, cos) = sin_cos_degrees(degrees);
    v2(cos, sin)
}

/// One convex piece of a shape about the shape's origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A circle about the origin.
    Disc(f64),
    /// An ellipse about the origin: half its depth along +x, half its width along +y.
    Oval(f64, f64),
    /// A convex polygon, counter-clockwise, no three corners in a line.
    Polygon(Vec<V2>),
}

/// A base or a piece of terrain about its own origin, facing +x.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    parts: Vec<Part>,
    outline: Vec<V2>,
    radius: f64,
    area: f64,
}

impl Shape {
    /// A circle.
    pub fn disc(radius: f64) -> Result<Shape, Refused> {
        let radius = checked_length(radius, "a radius")?;
        let area = 0.5 * TAU * radius * radius;
        Ok(Shape { parts: vec![Part::Disc(radius)], outline: Vec::new(), radius, area })
    }

    /// An ellipse, `depth` along the facing and `width` across it; equally long it is a disc.
    pub fn oval(depth: f64, width: f64) -> Result<Shape, Refused> {
        let a = checked_length(depth, "a depth")? / 2.0;
        let b = checked_length(width, "a width")? / 2.0;
        if a == b {
            return Shape::disc(a);
        }
        let area = 0.5 * TAU * a * b;
        Ok(Shape { parts: vec![Part::Oval(a, b)], outline: Vec::new(), radius: a.max(b), area })
    }

    /// A rectangle, `depth` along the facing and `width` across it.
    pub fn rectangle(depth: f64, width: f64) -> Result<Shape, Refused> {
        let depth = checked_length(depth, "a depth")?;
        let width = checked_length(width, "a width")?;
        Shape::polygon(&convex::rectangle(depth / 2.0, width / 2.0))
    }

    /// A simple polygon, either way round, convex or not.
    pub fn polygon(points: &[V2]) -> Result<Shape, Refused> {
        if points.len() > MOST_CORNERS {
            return refuse(format!("a polygon has {} corners, more than {}", points.len(), MOST_CORNERS));
        }
        let mut outline: Vec<V2> = Vec::with_capacity(points.len());
        for p in points {
            let p = checked_point(p.x, p.y)?;
            if outline.last() != Some(&p) {
                outline.push(p);
            }
        }
        while outline.len() > 1 && outline.first() == outline.last() {
            outline.pop();
        }
        if outline.len() < 3 {
            return refuse("a polygon needs at least three different corners".to_string());
        }
        if !convex::is_simple(&outline) {
            return refuse("a polygon's outline crosses or touches itself".to_string());
        }
        let mut area = convex::area(&outline);
        if area < 0.0 {
            outline.reverse();
            area = -area;
        }
        let reach = outline.iter().fold(0.0, |r: f64, p| r.max(p.norm()));
        let parts: Vec<Part> =
            convex::cover(&outline).into_iter().filter(|p| p.len() >= 3).map(Part::Polygon).collect();
        if parts.is_empty() || area <= SMALLEST * SMALLEST {
            return refuse("a polygon has no area".to_string());
        }
        Ok(Shape { parts, outline, radius: reach, area })
    }

    /// disc, oval or polygon.
    pub fn kind(&self) -> &'static str {
        match self.parts[0] {
            Part::Disc(_) => "disc",
            Part::Oval(..) => "oval",
            Part::Polygon(_) => "polygon",
        }
    }

    /// The convex pieces that together are the shape; they may overlap.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The corners, counter-clockwise; none for discs and ovals.
    pub fn corners(&self) -> &[V2] {
        &self.outline
    }

    /// The radius, if it is a disc.
    pub fn disc_radius(&self) -> Option<f64> {
        match self.parts[0] {
            Part::Disc(radius) => Some(radius),
            _ => None,
        }
    }

    /// Radius of the circle about the origin that just holds the shape.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Square inches.
    pub fn area(&self) -> f64 {
        self.area
    }

    /// The box along the axes that just holds the shape at a pose.
    pub fn bounds(&self, pose: Pose) -> Bounds {
        let axis = pose.axis();
        match self.parts[0] {
            Part::Disc(r) => Bounds::EMPTY.with(pose.at).grown(r),
            Part::Oval(a, b) => {
                let half = v2(oval_support(a, b, axis.x, axis.y), oval_support(a, b, axis.y, axis.x));
                Bounds { low: pose.at - half, high: pose.at + half }
            }
            Part::Polygon(_) => {
                self.outline.iter().fold(Bounds::EMPTY, |b, &p| b.with(pose.at + p.turned(axis)))
            }
        }
    }

    /// Corners for drawing: no curve leaves its chord by more than `chord` inches.
    pub fn drawn(&self, pose: Pose, chord: f64) -> Vec<V2> {
        let axis = pose.axis();
        let (a, b) = match self.parts[0] {
            Part::Disc(r) => (r, r),
            Part::Oval(a, b) => (a, b),
            Part::Polygon(_) => return self.outline.iter().map(|p| pose.at + p.turned(axis)).collect(),
        };
        let steps = arc_steps(a.max(b), TAU, chord).max(8);
        (0..steps)
            .map(|k| {
                let (sin, cos) = sin_cos(TAU * k as f64 / steps as f64);
                pose.at + v2(a * cos, b * sin).turned(axis)
            })
            .collect()
    }
}

/// Into how many chords an arc is cut so that none leaves it by more than `chord`.
pub fn arc_steps(radius: f64, angle: f64, chord: f64) -> usize {
    // 1 - cos x <= x²/2, so half a step of sqrt(2 chord/radius) is short enough
    let step = 2.0 * (2.0 * chord.max(1e-6) / radius.max(1e-9)).sqrt();
    ((angle.abs() / step) as usize + 1).min(20_000)
}

/// Half the width of an ellipse in the direction whose parts along its two axes are `c` and `s`.
pub fn oval_support(a: f64, b: f64, c: f64, s: f64) -> f64 {
    (a * a * c * c + b * b * s * s).sqrt()
}

/// One convex piece standing on the table.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
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
        /// Unit vector along the first half-axis.
        axis: V2,
        /// Half its size along `axis`.
        a: f64,
        /// Half its size across `axis`.
        b: f64,
    },
    /// A convex polygon, counter-clockwise.
    Polygon(&'a [V2]),
}

impl Part {
    /// This piece at a place, turned by `axis`; `corners` is room for a polygon's points.
    pub fn standing<'a>(&self, at: V2, axis: V2, corners: &'a mut Vec<V2>) -> Piece<'a> {
        match self {
            Part::Disc(radius) => Piece::Disc { centre: at, radius: *radius },
            Part::Oval(a, b) => Piece::Oval { centre: at, axis, a: *a, b: *b },
            Part::Polygon(points) => {
                corners.clear();
                corners.extend(points.iter().map(|p| at + p.turned(axis)));
                Piece::Polygon(corners)
            }
        }
    }
}

/// A convex piece that stands and keeps its own corners.
#[derive(Clone, Debug)]
pub struct StandingPart {
    part: Part,
    at: V2,
    axis: V2,
    corners: Vec<V2>,
    /// The box that just holds it.
    pub bounds: Bounds,
}

impl StandingPart {
    /// The piece.
    pub fn piece(&self) -> Piece<'_> {
        match self.part {
            Part::Disc(radius) => Piece::Disc { centre: self.at, radius },
            Part::Oval(a, b) => Piece::Oval { centre: self.at, axis: self.axis, a, b },
            Part::Polygon(_) => Piece::Polygon(&self.corners),
        }
    }
}

/// A shape at a pose, its points worked out.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Where it stands.
    pub pose: Pose,
    /// The unit vector along its facing.
    pub axis: V2,
    /// The box that just holds it.
    pub bounds: Bounds,
    /// Its corners on the table, counter-clockwise; none for discs and ovals.
    pub outline: Vec<V2>,
    /// Its convex pieces.
    pub parts: Vec<StandingPart>,
}

impl Standing {
    /// Put a shape on the table.
    pub fn new(shape: &Shape, pose: Pose) -> Standing {
        let axis = pose.axis();
        let parts = shape
            .parts()
            .iter()
            .map(|part| {
                let corners: Vec<V2> = match part {
                    Part::Polygon(points) => points.iter().map(|p| pose.at + p.turned(axis)).collect(),
                    _ => Vec::new(),
                };
                let bounds = if corners.is_empty() { shape.bounds(pose) } else { Bounds::of(&corners) };
                StandingPart { part: part.clone(), at: pose.at, axis, corners, bounds }
            })
            .collect();
        Standing {
            pose,
            axis,
            bounds: shape.bounds(pose),
            outline: shape.outline.iter().map(|p| pose.at + p.turned(axis)).collect(),
            parts,
        }
    }

    /// Centre and radius, if it is a disc.
    pub fn disc(&self) -> Option<(V2, f64)> {
        match self.parts[0].part {
            Part::Disc(radius) => Some((self.pose.at, radius)),
            _ => None,
        }
    }
}
