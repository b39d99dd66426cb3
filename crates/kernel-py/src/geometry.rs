//! Shapes, paths and what they run into, as Python sees them.
use crate::given::{distance, limit, number, path, point, points, pose, refused, skipped, wrong};
use crate::given::{LegTuple, PointTuple, PoseTuple};
use movetray_kernel::convex;
use movetray_kernel::gap;
use movetray_kernel::num::{atan2, turn_within_circle, RADIAN};
use movetray_kernel::path::Path;
use movetray_kernel::placed::{Contact, Placed};
use movetray_kernel::region;
use movetray_kernel::shape::{axis, Pose, Shape, Standing};
use movetray_kernel::sight::{self, Prism};
use movetray_kernel::spans::Span;
use movetray_kernel::travel::travel;
use movetray_kernel::vec::{Bounds, V2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

fn tuple(p: V2) -> PointTuple {
    (p.x, p.y)
}

fn pose_tuple(p: Pose) -> PoseTuple {
    (p.at.x, p.at.y, turn_within_circle(p.facing))
}

fn bounds_tuple(b: Bounds) -> (f64, f64, f64, f64) {
    (b.low.x, b.low.y, b.high.x, b.high.y)
}

/// A base or a piece of terrain about its own origin, facing +x.
#[pyclass(frozen, name = "Shape", module = "movetray._kernel")]
pub struct PyShape(pub Shape);

#[pymethods]
impl PyShape {
    #[staticmethod]
    fn disc(radius: f64) -> PyResult<Self> {
        Shape::disc(radius).map(PyShape).map_err(refused)
    }
    #[staticmethod]
    fn oval(depth: f64, width: f64) -> PyResult<Self> {
        Shape::oval(depth, width).map(PyShape).map_err(refused)
    }
    #[staticmethod]
    fn rectangle(depth: f64, width: f64) -> PyResult<Self> {
        Shape::rectangle(depth, width).map(PyShape).map_err(refused)
    }
    #[staticmethod]
    fn polygon(points: Vec<PointTuple>) -> PyResult<Self> {
        Shape::polygon(&self::points(&points)?).map(PyShape).map_err(refused)
    }
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }
    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }
    #[getter]
    fn area(&self) -> f64 {
        self.0.area()
    }
    fn bounds(&self, pose: PoseTuple) -> PyResult<(f64, f64, f64, f64)> {
        Ok(bounds_tuple(self.0.bounds(self::pose(pose)?)))
    }
    #[pyo3(signature = (pose, chord = 0.01))]
    fn outline(&self, pose: PoseTuple, chord: f64) -> PyResult<Vec<PointTuple>> {
        let chord = distance(chord, "a chord's sagitta")?;
        Ok(self.0.drawn(self::pose(pose)?, chord).into_iter().map(tuple).collect())
    }
    fn __repr__(&self) -> String {
        format!("<Shape {} of radius {}>", self.0.kind(), self.0.radius())
    }
}

/// Legs one after another on one level, from a starting pose.
#[pyclass(frozen, name = "Path", module = "movetray._kernel")]
pub struct PyPath(pub Path);

impl PyPath {
    fn checked(&self, leg: usize, t: f64) -> PyResult<()> {
        if !(0.0..=1.0).contains(&t) {
            return Err(wrong(&format!("the time along a leg is {t}, not from 0 to 1")));
        }
        if leg >= self.0.legs.len().max(1) {
            return Err(PyIndexError::new_err(format!("the path has no leg {leg}")));
        }
        Ok(())
    }
}

#[pymethods]
impl PyPath {
    #[new]
    fn new(start: PoseTuple, legs: Vec<LegTuple>) -> PyResult<Self> {
        path(start, &legs).map(PyPath)
    }
    #[getter]
    fn start(&self) -> PoseTuple {
        let start = self.0.start;
        (start.at.x, start.at.y, start.facing)
    }
    #[getter]
    fn end(&self) -> PoseTuple {
        pose_tuple(self.0.end())
    }
    #[getter]
    fn legs(&self) -> Vec<LegTuple> {
        let leg = |l: &movetray_kernel::path::Leg| {
            (l.to.x, l.to.y, l.turn, l.around.map(|c| c.x), l.around.map(|c| c.y))
        };
        self.0.legs.iter().map(leg).collect()
    }
    #[getter]
    fn lengths(&self) -> Vec<f64> {
        self.0.legs.iter().map(|leg| leg.length).collect()
    }
    #[getter]
    fn length(&self) -> f64 {
        self.0.length()
    }
    fn pose(&self, leg: usize, t: f64) -> PyResult<PoseTuple> {
        self.checked(leg, t)?;
        Ok(pose_tuple(self.0.legs.get(leg).map_or(self.0.start, |l| l.pose(t))))
    }
    fn along(&self, distance: f64) -> PyResult<(usize, f64)> {
        Ok(self.0.along(limit(distance, "a distance")?))
    }
    fn cut(&self, leg: usize, t: f64) -> PyResult<Self> {
        self.checked(leg, t)?;
        Ok(PyPath(self.0.cut(leg, t)))
    }
    fn travel(&self, shape: &PyShape) -> f64 {
        travel(&self.0, &shape.0)
    }
}

/// One meeting of a mover with a standing shape.
#[pyclass(frozen, name = "Contact", module = "movetray._kernel")]
pub struct PyContact(Contact);

#[pymethods]
impl PyContact {
    #[getter]
    fn index(&self) -> usize {
        self.0.index
    }
    #[getter]
    fn leg(&self) -> usize {
        self.0.when.leg
    }
    #[getter]
    fn t(&self) -> f64 {
        self.0.when.t
    }
    #[getter]
    fn pose(&self) -> PoseTuple {
        pose_tuple(self.0.pose)
    }
    #[getter]
    fn at(&self) -> PointTuple {
        tuple(self.0.at)
    }
    #[getter]
    fn gap(&self) -> f64 {
        self.0.gap
    }
    fn __repr__(&self) -> String {
        let c = &self.0;
        format!(
            "<Contact with {} on leg {} at {:.4}, place ({:.4}, {:.4})>",
            c.index, c.when.leg, c.when.t, c.at.x, c.at.y
        )
    }
}

/// Shapes standing on one level: what a base may run into.
#[pyclass(frozen, name = "Placed", module = "movetray._kernel")]
pub struct PyPlaced(pub Placed);

fn threshold(tolerance: f64, clearance: f64) -> PyResult<f64> {
    Ok(distance(clearance, "a clearance")? - distance(tolerance, "a tolerance")?)
}

#[pymethods]
impl PyPlaced {
    #[new]
    fn new(items: Vec<(PyRef<'_, PyShape>, PoseTuple)>) -> PyResult<Self> {
        let poses: Vec<Pose> = items.iter().map(|(_, p)| pose(*p)).collect::<PyResult<_>>()?;
        let shapes = items.iter().map(|(shape, _)| shape.0.clone());
        Ok(PyPlaced(Placed::new(shapes.zip(poses))))
    }
    fn __len__(&self) -> usize {
        self.0.items().len()
    }
    fn gap(&self, index: usize, shape: &PyShape, pose: PoseTuple) -> PyResult<f64> {
        let item = self.0.items().get(index);
        let item = item.ok_or_else(|| PyIndexError::new_err(format!("there is no shape {index}")))?;
        Ok(gap::between(&Standing::new(&shape.0, self::pose(pose)?), item).gap)
    }
    #[pyo3(signature = (shape, pose, within, skip = Vec::new()))]
    fn near(
        &self,
        shape: &PyShape,
        pose: PoseTuple,
        within: f64,
        skip: Vec<i64>,
    ) -> PyResult<Vec<(usize, f64)>> {
        let within = limit(within, "a limit")?;
        let found = self.0.near(&shape.0, self::pose(pose)?, within, &skipped(&skip));
        Ok(found.into_iter().map(|(k, near)| (k, near.gap)).collect())
    }
    #[pyo3(signature = (shape, path, tolerance, clearance = 0.0, skip = Vec::new()))]
    fn blocking(
        &self,
        shape: &PyShape,
        path: &PyPath,
        tolerance: f64,
        clearance: f64,
        skip: Vec<i64>,
    ) -> PyResult<Vec<PyContact>> {
        let limit = threshold(tolerance, clearance)?;
        let found = self.0.blocking(&shape.0, &path.0, limit, &skipped(&skip));
        Ok(found.into_iter().map(PyContact).collect())
    }
    #[pyo3(signature = (shape, path, tolerance, clearance = 0.0, skip = Vec::new()))]
    fn first(
        &self,
        shape: &PyShape,
        path: &PyPath,
        tolerance: f64,
        clearance: f64,
        skip: Vec<i64>,
    ) -> PyResult<Option<PyContact>> {
        let limit = threshold(tolerance, clearance)?;
        Ok(self.0.first(&shape.0, &path.0, limit, &skipped(&skip)).map(PyContact))
    }
    #[pyo3(signature = (shape, path, within, skip = Vec::new()))]
    fn clearances(
        &self,
        shape: &PyShape,
        path: &PyPath,
        within: f64,
        skip: Vec<i64>,
    ) -> PyResult<Vec<PyContact>> {
        let within = limit(within, "a limit")?;
        let found = self.0.clearances(&shape.0, &path.0, within, &skipped(&skip));
        Ok(found.into_iter().map(PyContact).collect())
    }
}

fn standing(shape: &PyShape, pose: PoseTuple) -> PyResult<Standing> {
    Ok(Standing::new(&shape.0, self::pose(pose)?))
}

/// The gap between two shapes.
#[pyfunction]
#[pyo3(name = "gap")]
pub fn gap_between(a: &PyShape, a_pose: PoseTuple, b: &PyShape, b_pose: PoseTuple) -> PyResult<f64> {
    Ok(gap::between(&standing(a, a_pose)?, &standing(b, b_pose)?).gap)
}

/// The points of two shapes that are nearest to each other.
#[pyfunction]
pub fn nearest(
    a: &PyShape,
    a_pose: PoseTuple,
    b: &PyShape,
    b_pose: PoseTuple,
) -> PyResult<(PointTuple, PointTuple)> {
    let near = gap::between(&standing(a, a_pose)?, &standing(b, b_pose)?);
    Ok((tuple(near.on_a), tuple(near.on_b)))
}

/// Is a point in a region, its edge and a rim of `tolerance` included?
#[pyfunction]
pub fn contains(
    region: &PyShape,
    region_pose: PoseTuple,
    point: PointTuple,
    tolerance: f64,
) -> PyResult<bool> {
    Ok(edge_distance(region, region_pose, point)? <= number(tolerance, "a tolerance")?)
}

/// Is the whole shape in a region, a rim of `tolerance` included?
#[pyfunction]
pub fn covers(
    region: &PyShape,
    region_pose: PoseTuple,
    shape: &PyShape,
    pose: PoseTuple,
    tolerance: f64,
) -> PyResult<bool> {
    let tolerance = number(tolerance, "a tolerance")?;
    Ok(region::covers(&standing(region, region_pose)?, &standing(shape, pose)?, tolerance))
}

/// Distance of a point from the outline of a region, negative inside.
#[pyfunction]
pub fn edge_distance(region: &PyShape, region_pose: PoseTuple, point: PointTuple) -> PyResult<f64> {
    Ok(region::edge_distance(&standing(region, region_pose)?, self::point(point)?))
}

/// While which parts of a path the base (None: its centre) is in a region by more than `tolerance`.
#[pyfunction]
pub fn spans(
    shape: Option<&PyShape>,
    path: &PyPath,
    region: &PyShape,
    region_pose: PoseTuple,
    tolerance: f64,
) -> PyResult<Vec<Span>> {
    let tolerance = distance(tolerance, "a tolerance")?;
    let region = standing(region, region_pose)?;
    Ok(movetray_kernel::spans::spans(shape.map(|s| &s.0), &path.0, &region, tolerance))
}

/// Convex pieces of a wall along a line.
#[pyfunction]
#[pyo3(signature = (line, thickness, closed = false))]
pub fn wall_outlines(line: Vec<PointTuple>, thickness: f64, closed: bool) -> PyResult<Vec<Vec<PointTuple>>> {
    let line = points(&line)?;
    let pieces = convex::wall_outlines(&line, thickness, closed).map_err(refused)?;
    Ok(pieces.into_iter().map(|piece| piece.into_iter().map(tuple).collect()).collect())
}

/// Convex pieces that together are a polygon.
#[pyfunction]
pub fn convex_parts(polygon: Vec<PointTuple>) -> PyResult<Vec<Vec<PointTuple>>> {
    let shape = Shape::polygon(&points(&polygon)?).map_err(refused)?;
    let parts = convex::parts(shape.corners());
    Ok(parts.into_iter().map(|piece| piece.into_iter().map(tuple).collect()).collect())
}

/// Inches between two points.
#[pyfunction]
#[pyo3(name = "distance")]
pub fn distance_between(a: PointTuple, b: PointTuple) -> PyResult<f64> {
    Ok((point(b)? - point(a)?).norm())
}

/// Degrees in [0, 360) from one point to another.
#[pyfunction]
pub fn bearing(a: PointTuple, b: PointTuple) -> PyResult<f64> {
    let way = point(b)? - point(a)?;
    Ok(turn_within_circle(atan2(way.y, way.x) / RADIAN))
}

/// The point some way along a facing, and to the left of it.
#[pyfunction]
#[pyo3(signature = (pose, distance, sideways = 0.0))]
pub fn ahead(pose: PoseTuple, distance: f64, sideways: f64) -> PyResult<PointTuple> {
    let pose = self::pose(pose)?;
    let forward = axis(pose.facing);
    let distance = number(distance, "a distance")?;
    let sideways = number(sideways, "a distance")?;
    Ok(tuple(pose.at + forward * distance + forward.perp() * sideways))
}

/// A shape, its pose, bottom and top.
type PrismTuple<'py> = (PyRef<'py, PyShape>, PoseTuple, f64, f64);

fn prism<'a>(given: &'a PrismTuple<'_>) -> PyResult<Prism<'a>> {
    let (low, high) = (number(given.2, "a height")?, number(given.3, "a height")?);
    Ok(Prism::new(&given.0 .0, pose(given.1)?, low, high))
}

/// Does some straight line lead from a point of one volume to a point of another past everything between?
#[pyfunction]
pub fn sees(a: PrismTuple<'_>, b: PrismTuple<'_>, between: Vec<PrismTuple<'_>>) -> PyResult<bool> {
    let between: Vec<Prism<'_>> = between.iter().map(prism).collect::<PyResult<_>>()?;
    Ok(sight::sees(&prism(&a)?, &prism(&b)?, &between))
}
