//! The low-level door: a disc swept past polygons and circles in float inches.
//!
//! Everything lies in flat arrays. Which polygons a move may meet is looked up, not searched: a coarse grid keeps, for
//! each of its columns and rows, the set of those that begin or end before it.
use crate::placed::Placed;
use crate::shape::{checked_length, checked_point, Pose, Refused, Shape};
use crate::vec::{nearest_on_segment, v2, Bounds, V2};

/// A base that comes this much nearer than its radius still only touches.
pub const TOLERANCE: f64 = 1e-9;
/// Columns and rows of the grid; a cell's number fits a byte.
const CELLS: usize = 256;

/// What a swept disc meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneContact {
    /// From 0 to 1 along the move.
    pub t: f64,
    /// Where the disc's centre is then.
    pub centre: V2,
    /// The place where it touches.
    pub point: V2,
    /// Is it a circle (else a polygon)?
    pub circle: bool,
    /// Which one, in the order given.
    pub index: usize,
}

/// Where on the grid up to 64 polygons begin and end: a bit for each of them.
#[derive(Clone, Debug)]
struct Extents {
    /// In each column those that begin in it or before it, and those that end in it or after it.
    begun_x: [u64; CELLS],
    ending_x: [u64; CELLS],
    /// The same for each row.
    begun_y: [u64; CELLS],
    ending_y: [u64; CELLS],
}

impl Extents {
    const TOGETHER: usize = 64;

    fn of(boxes: &[Bounds], grid: &Grid) -> Extents {
        let none = [0; CELLS];
        let mut extents = Extents { begun_x: none, ending_x: none, begun_y: none, ending_y: none };
        for (k, one) in boxes.iter().enumerate() {
            let (low_x, low_y, high_x, high_y) = grid.cells(one.low, one.high);
            for cell in 0..CELLS {
                let bit = |there: bool| u64::from(there) << k;
                extents.begun_x[cell] |= bit(usize::from(low_x) <= cell);
                extents.begun_y[cell] |= bit(usize::from(low_y) <= cell);
                extents.ending_x[cell] |= bit(usize::from(high_x) >= cell);
                extents.ending_y[cell] |= bit(usize::from(high_y) >= cell);
            }
        }
        extents
    }

    /// A bit for each polygon whose box may meet the one with these cells.
    #[inline(always)]
    fn near(&self, (low_x, low_y, high_x, high_y): Cells) -> u64 {
        self.begun_x[usize::from(high_x)]
            & self.ending_x[usize::from(low_x)]
            & self.begun_y[usize::from(high_y)]
            & self.ending_y[usize::from(low_y)]
    }
}

/// The cells of a box: low x and y, high x and y.
type Cells = (u8, u8, u8, u8);

/// A grid over all polygons; what lies off it counts as in its outermost cells. A greater coordinate never has a
/// smaller cell, so no rounding hides a polygon.
#[derive(Clone, Copy, Debug, Default)]
struct Grid {
    low: V2,
    steps: V2,
}

impl Grid {
    fn over(whole: Bounds) -> Grid {
        let steps = |size: f64| CELLS as f64 / size.max(1.0);
        let size = whole.high - whole.low;
        Grid { low: whole.low, steps: v2(steps(size.x), steps(size.y)) }
    }

    #[inline(always)]
    fn cells(&self, low: V2, high: V2) -> Cells {
        let x = |v: f64| ((v - self.low.x) * self.steps.x) as u8;
        let y = |v: f64| ((v - self.low.y) * self.steps.y) as u8;
        (x(low.x), y(low.y), x(high.x), y(high.y))
    }
}

/// Polygons and circles that stand still.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Where the polygons begin and end on the grid, many together.
    extents: Vec<Extents>,
    grid: Grid,
    /// Where each polygon's corners begin; one more at the end.
    starts: Vec<u32>,
    /// Corners; each polygon's first is repeated after its last.
    corners: Vec<V2>,
    circles: Vec<(V2, f64)>,
}

impl Scene {
    /// A scene; refused when a number is not finite or out of all bounds.
    pub fn new(polygons: &[Vec<(f64, f64)>], circles: &[(f64, f64, f64)]) -> Result<Scene, Refused> {
        let mut scene = Scene { starts: vec![0], ..Scene::default() };
        let mut boxes = Vec::with_capacity(polygons.len());
        for (k, polygon) in polygons.iter().enumerate() {
            if polygon.len() < 3 {
                return Err(Refused(format!("polygon {} has {} corners, fewer than 3", k, polygon.len())));
            }
            let from = scene.corners.len();
            for &(x, y) in polygon {
                scene.corners.push(checked_point(x, y)?);
            }
            boxes.push(Bounds::of(&scene.corners[from..]));
            scene.corners.push(scene.corners[from]);
            if scene.corners.len() > u32::MAX as usize {
                return Err(Refused("a scene has too many corners".to_string()));
            }
            scene.starts.push(scene.corners.len() as u32);
        }
        if !scene.corners.is_empty() {
            scene.grid = Grid::over(Bounds::of(&scene.corners));
        }
        scene.extents =
            boxes.chunks(Extents::TOGETHER).map(|together| Extents::of(together, &scene.grid)).collect();
        for &(x, y, radius) in circles {
            scene.circles.push((checked_point(x, y)?, checked_length(radius, "a circle's radius")?));
        }
        Ok(scene)
    }

    /// Call `meet` with every polygon whose box the swept disc may touch, until it says to stop.
    #[inline(always)]
    fn each_near(&self, radius: f64, from: V2, way: V2, meet: impl FnMut(usize) -> bool) -> bool {
        let to = from + way;
        let least = |p: f64, q: f64| if p < q { p } else { q };
        let most = |p: f64, q: f64| if p > q { p } else { q };
        let low = v2(least(from.x, to.x) - radius, least(from.y, to.y) - radius);
        let high = v2(most(from.x, to.x) + radius, most(from.y, to.y) + radius);
        self.each_in(low, high, meet)
    }

    /// The same for a box.
    #[inline(always)]
    fn each_in(&self, low: V2, high: V2, mut meet: impl FnMut(usize) -> bool) -> bool {
        let mover = self.grid.cells(low, high);
        for (group, extents) in self.extents.iter().enumerate() {
            let mut near = extents.near(mover);
            while near != 0 {
                if meet(group * Extents::TOGETHER + near.trailing_zeros() as usize) {
                    return true;
                }
                near &= near - 1;
            }
        }
        false
    }

    /// Does any polygon that may reach into the box - its corners, the first again at the end - meet what is asked for?
    #[inline(always)]
    pub fn any_near(&self, low: V2, high: V2, mut meet: impl FnMut(&[V2]) -> bool) -> bool {
        self.each_in(low, high, |k| meet(self.polygon(k)))
    }

    /// The circles: centre and radius.
    pub fn circles(&self) -> &[(V2, f64)] {
        &self.circles
    }

    /// Everything in it as shapes where they stand, polygons first; refused where one is no simple polygon.
    pub fn placed(&self) -> Result<Placed, Refused> {
        let origin = Pose { at: v2(0.0, 0.0), facing: 0.0 };
        let mut shapes = Vec::with_capacity(self.starts.len() - 1 + self.circles.len());
        for k in 0..self.starts.len() - 1 {
            shapes.push((Shape::polygon(self.polygon(k))?, origin));
        }
        for &(centre, radius) in &self.circles {
            shapes.push((Shape::disc(radius)?, Pose { at: centre, facing: 0.0 }));
        }
        Ok(Placed::new(shapes.into_iter()))
    }

    fn polygon(&self, k: usize) -> &[V2] {
        &self.corners[self.starts[k] as usize..self.starts[k + 1] as usize]
    }

    /// Does the disc, swept straight from one place to another, enter anything?
    pub fn blocks(&self, radius: f64, from: V2, to: V2) -> bool {
        let zone = (radius - TOLERANCE).max(0.0);
        let way = to - from;
        self.each_near(radius, from, way, |k| strip_meets(self.polygon(k), from, way, zone))
            || self.circles.iter().any(|&(centre, other)| {
                let reach = zone + other;
                (nearest_on_segment(centre, from, to).0 - centre).norm2() < reach * reach
            })
    }

    /// What the disc meets first on its way.
    pub fn swept(&self, radius: f64, from: V2, to: V2) -> Option<SceneContact> {
        let zone = (radius - TOLERANCE).max(0.0);
        let way = to - from;
        let mut first: Option<(f64, usize, Option<usize>)> = None;
        self.each_near(radius, from, way, |k| {
            if let Some((t, side)) = first_touch(self.polygon(k), from, way, zone) {
                if first.map_or(true, |f| t < f.0) {
                    first = Some((t, k, side));
                }
            }
            false
        });
        let mut found = first.map(|(t, index, side)| {
            let centre = from + way * t;
            let point = self.touched(index, side, centre);
            SceneContact { t, centre, point, circle: false, index }
        });
        for (index, &(middle, other)) in self.circles.iter().enumerate() {
            let reach = zone + other;
            if (nearest_on_segment(middle, from, to).0 - middle).norm2() < reach * reach {
                let t = into_circle(from - middle, way, reach).unwrap_or(0.0);
                if found.map_or(true, |f| t < f.t) {
                    let centre = from + way * t;
                    let point = middle + (centre - middle).unit() * other;
                    found = Some(SceneContact { t, centre, point, circle: true, index });
                }
            }
        }
        found
    }

    /// The place of a polygon that is nearest to the disc's centre: on the side it touches, where that is known.
    fn touched(&self, index: usize, side: Option<usize>, centre: V2) -> V2 {
        let corners = self.polygon(index);
        if let Some(side) = side {
            return nearest_on_segment(centre, corners[side], corners[side + 1]).0;
        }
        let mut best = (f64::INFINITY, centre);
        for side in corners.windows(2) {
            let foot = nearest_on_segment(centre, side[0], side[1]).0;
            let away = (foot - centre).norm2();
            if away < best.0 {
                best = (away, foot);
            }
        }
        best.1
    }
}

/// The direction of a way, and its length.
#[inline]
fn direction(way: V2) -> (V2, f64) {
    let length = way.norm();
    (if length > 0.0 { way * (1.0 / length) } else { v2(1.0, 0.0) }, length)
}

/// Does a polygon come within `zone` of this way from `from`, or hold it? Out of line: few polygons are near.
#[inline(never)]
fn strip_meets(corners: &[V2], from: V2, way: V2, zone: f64) -> bool {
    let (along, length) = direction(way);
    let zone2 = zone * zone;
    let place = |p: V2| (along.dot(p - from), along.cross(p - from));
    let mut holds_start = false;
    let (mut s0, mut h0) = place(corners[0]);
    for &corner in &corners[1..] {
        let (s1, h1) = place(corner);
        let (sa, ha) = (s0, h0);
        s0 = s1;
        h0 = h1;
        // most sides lie wholly on one side of the strip
        if (ha >= zone && h1 >= zone) || (ha <= -zone && h1 <= -zone) {
            continue;
        }
        // the corner against the segment
        let beyond = if s1 < 0.0 {
            s1
        } else if s1 > length {
            s1 - length
        } else {
            0.0
        };
        if beyond * beyond + h1 * h1 < zone2 {
            return true;
        }
        if (ha > 0.0) != (h1 > 0.0) {
            let s = sa - ha * (s1 - sa) / (h1 - ha);
            if s > 0.0 {
                if s < length {
                    return true;
                }
                holds_start = !holds_start;
            }
        }
        // the ends of the segment against the inside of the side
        let (ds, dh) = (s1 - sa, h1 - ha);
        let size2 = ds * ds + dh * dh;
        for end in [0.0, length] {
            let (es, eh) = (end - sa, -ha);
            let part = es * ds + eh * dh;
            let across = es * dh - eh * ds;
            if part > 0.0 && part < size2 && across * across < zone2 * size2 {
                return true;
            }
        }
    }
    holds_start
}

/// When a disc on its way first touches a polygon, and which side it touches; 0 and no side where it overlaps the
/// polygon from the start.
#[inline(never)]
fn first_touch(corners: &[V2], from: V2, way: V2, zone: f64) -> Option<(f64, Option<usize>)> {
    let (along, length) = direction(way);
    let zone2 = zone * zone;
    let place = |p: V2| (along.dot(p - from), along.cross(p - from));
    let (mut first, mut touched) = (length, None);
    let mut holds_start = false;
    let (mut s0, mut h0) = place(corners[0]);
    for (side, &corner) in corners[1..].iter().enumerate() {
        let (s1, h1) = place(corner);
        let (sa, ha) = (s0, h0);
        s0 = s1;
        h0 = h1;
        // most sides lie wholly on one side of the strip
        if (ha >= zone && h1 >= zone) || (ha <= -zone && h1 <= -zone) {
            continue;
        }
        let (ds, dh) = (s1 - sa, h1 - ha);
        if (ha > 0.0) != (h1 > 0.0) && sa - ha * ds / dh > 0.0 {
            holds_start = !holds_start;
        }
        // the corner, a circle about which is entered
        let within = zone2 - h1 * h1;
        if within > 0.0 {
            let entered = s1 - within.sqrt();
            if entered >= 0.0 {
                if entered < first {
                    first = entered;
                    touched = Some(side);
                }
            } else if s1 * s1 < within {
                return Some((0.0, None));
            }
        }
        // the inside of the side, a line beside which is reached
        let size2 = ds * ds + dh * dh;
        let (away, nearing) =
            if ds * ha < dh * sa { (dh * sa - ds * ha, dh) } else { (ds * ha - dh * sa, -dh) };
        let left = away - zone * size2.sqrt();
        let on_side = |s: f64| {
            let part = (s - sa) * ds - ha * dh;
            part >= 0.0 && part <= size2
        };
        if left < 0.0 {
            if on_side(0.0) {
                return Some((0.0, None));
            }
        } else if left < first * nearing && on_side(left / nearing) {
            first = left / nearing;
            touched = Some(side);
        }
    }
    if holds_start {
        return Some((0.0, None));
    }
    touched.map(|_| (first / length, touched))
}

/// When a point on its way enters a circle about the origin; 0 when it is inside and goes on inwards.
fn into_circle(from: V2, way: V2, radius: f64) -> Option<f64> {
    let outside = from.norm2() - radius * radius;
    if outside < 0.0 {
        return Some(0.0);
    }
    let nearing = -from.dot(way);
    let root2 = nearing * nearing - way.norm2() * outside;
    if nearing <= 0.0 || root2 < 0.0 {
        return None;
    }
    let t = outside / (nearing + root2.sqrt());
    (t <= 1.0).then_some(t)
}
