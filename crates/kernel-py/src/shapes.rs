//! Shapes and paths, as Python sees them.
use crate::given::{distance, limit, path, point, pose, pose_tuple, refused, tuple, wrong};
use crate::given::{LegTuple, PointTuple, PoseTuple};
use movetray_kernel::path::Path;
use movetray_kernel::shape::Shape;
use movetray_kernel::travel::{shift, travel, way};
use movetray_kernel::vec::Bounds;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

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
        Shape::polygon(&crate::given::points(&points)?).map(PyShape).map_err(refused)
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
    fn ways(&self, points: Vec<PointTuple>) -> PyResult<Vec<f64>> {
        points.iter().map(|&p| Ok(way(&self.0, point(p)?))).collect()
    }
    fn shifts(&self, points: Vec<PointTuple>) -> PyResult<Vec<f64>> {
        points.iter().map(|&p| Ok(shift(&self.0, point(p)?))).collect()
    }
}
