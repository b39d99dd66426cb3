//! Ranked blocks, as Python sees them.
use crate::given::{number, points, pose, refused, tuple, wrong, PointTuple, PoseTuple};
use crate::shapes::{PyPath, PyShape};
use movetray_kernel::assign;
use movetray_kernel::block::{Block, Step};
use pyo3::prelude::*;

/// Models in files and ranks.
#[pyclass(frozen, name = "Block", module = "movetray._kernel")]
pub struct PyBlock(pub Block);

/// One step: its kind, and inches or degrees.
type StepTuple = (String, f64);

fn step((kind, amount): &StepTuple) -> PyResult<Step> {
    let amount = number(*amount, "a step")?;
    match kind.as_str() {
        "forward" => Ok(Step::Ahead(amount)),
        "back" => Ok(Step::Ahead(-amount)),
        "left" => Ok(Step::Aside(amount)),
        "right" => Ok(Step::Aside(-amount)),
        "pivot" => Ok(Step::Pivot(amount)),
        "wheel-left" | "wheel-right" if amount < 0.0 => Err(wrong("a wheel is never backwards")),
        "wheel-left" => Ok(Step::Wheel(amount)),
        "wheel-right" => Ok(Step::Wheel(-amount)),
        _ => Err(wrong(&format!("a block knows no step {kind:?}"))),
    }
}

#[pymethods]
impl PyBlock {
    #[new]
    fn new(models: usize, files: usize, base_width: f64, base_depth: f64) -> PyResult<Self> {
        Block::new(models, files, base_width, base_depth).map(PyBlock).map_err(refused)
    }
    #[getter]
    fn models(&self) -> usize {
        self.0.models
    }
    #[getter]
    fn files(&self) -> usize {
        self.0.files
    }
    #[getter]
    fn ranks(&self) -> usize {
        self.0.ranks()
    }
    #[getter]
    fn width(&self) -> f64 {
        self.0.width()
    }
    #[getter]
    fn depth(&self) -> f64 {
        self.0.depth()
    }
    #[getter]
    fn shape(&self) -> PyShape {
        PyShape(self.0.shape.clone())
    }
    #[getter]
    fn places(&self) -> Vec<PointTuple> {
        self.0.places().into_iter().map(tuple).collect()
    }
    fn path(&self, pose: PoseTuple, steps: Vec<StepTuple>) -> PyResult<PyPath> {
        let steps: Vec<Step> = steps.iter().map(step).collect::<PyResult<_>>()?;
        self.0.path(self::pose(pose)?, &steps).map(PyPath).map_err(refused)
    }
    fn __repr__(&self) -> String {
        let block = &self.0;
        format!(
            "<Block of {} in {} files, {:.4} x {:.4}>",
            block.models,
            block.files,
            block.width(),
            block.depth()
        )
    }
}

/// Who goes where so that the longest way is shortest, and how long it is.
#[pyfunction]
pub fn bottleneck(starts: Vec<PointTuple>, ends: Vec<PointTuple>) -> PyResult<(Vec<usize>, f64)> {
    assign::bottleneck(&points(&starts)?, &points(&ends)?).map_err(refused)
}

/// The same by the corner of each base that goes furthest.
#[pyfunction]
pub fn bottleneck_of_corners(
    starts: Vec<PointTuple>,
    ends: Vec<PointTuple>,
    facings: (f64, f64),
    width: f64,
    depth: f64,
) -> PyResult<(Vec<usize>, f64)> {
    let facings = (number(facings.0, "a facing")?, number(facings.1, "a facing")?);
    let (width, depth) = (number(width, "a width")?, number(depth, "a depth")?);
    assign::bottleneck_of_corners(&points(&starts)?, &points(&ends)?, facings, width, depth).map_err(refused)
}
