//! What a base may run into, as Python sees it.
use crate::given::{distance, limit, pose, pose_tuple, skipped, tuple, PointTuple, PoseTuple};
use crate::shapes::{PyPath, PyShape};
use movetray_kernel::gap;
use movetray_kernel::placed::{Contact, Placed};
use movetray_kernel::shape::{Pose, Standing};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

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
    fn pairs(&self, within: f64) -> PyResult<Vec<(usize, usize, f64)>> {
        Ok(self.0.pairs(limit(within, "a limit")?))
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
