//! Manoeuvres of a block, as Python sees them.
use crate::block::PyBlock;
use crate::given::{distance, limit, point, pose, pose_tuple, refused, tuple, wrong, PointTuple, PoseTuple};
use crate::shapes::{PyPath, PyShape};
use movetray_kernel::block::charge::standing;
use movetray_kernel::block::plan::{Field, Goal, Plan, Route, SQUARE};
use movetray_kernel::block::Step;
use movetray_kernel::vec::Bounds;
use pyo3::prelude::*;
use std::sync::Arc;

/// No budget of a reach is larger.
const MOST: f64 = 100.0;

/// A block and everything it keeps away from.
#[pyclass(frozen, name = "BlockPlan", module = "movetray._kernel")]
pub struct PyBlockPlan(Arc<Plan>);

/// A sequence of manoeuvres.
#[pyclass(frozen, name = "BlockRoute", module = "movetray._kernel")]
pub struct PyBlockRoute(Route);

/// Everywhere a block can get to for a price.
#[pyclass(frozen, name = "BlockReach", module = "movetray._kernel")]
pub struct PyBlockReach {
    plan: Arc<Plan>,
    start: PoseTuple,
    budget: f64,
    field: Field,
}

type Thing<'py> = (PyRef<'py, PyShape>, PoseTuple, f64);

#[pymethods]
impl PyBlockPlan {
    #[new]
    fn new(
        block: &PyBlock,
        bounds: (f64, f64, f64, f64),
        things: Vec<Thing<'_>>,
        radius: f64,
    ) -> PyResult<Self> {
        let bounds = Bounds { low: point((bounds.0, bounds.1))?, high: point((bounds.2, bounds.3))? };
        let one = |(shape, at, clearance): &Thing<'_>| {
            Ok((standing(&shape.0, pose(*at)?), distance(*clearance, "a clearance")?))
        };
        let things = things.iter().map(one).collect::<PyResult<Vec<_>>>()?;
        let plan = Plan::new(block.0.clone(), bounds, &things, radius).map_err(refused)?;
        Ok(PyBlockPlan(Arc::new(plan)))
    }

    #[pyo3(signature = (start, goal, limit = f64::INFINITY))]
    fn to_pose(&self, start: PoseTuple, goal: PoseTuple, limit: f64) -> PyResult<Option<PyBlockRoute>> {
        let goal = pose(goal)?;
        self.route(start, Goal::new(goal.at, Some(goal.facing)), limit)
    }

    #[pyo3(signature = (start, goal, limit = f64::INFINITY))]
    fn to_point(&self, start: PoseTuple, goal: PointTuple, limit: f64) -> PyResult<Option<PyBlockRoute>> {
        self.route(start, Goal::new(point(goal)?, None), limit)
    }

    fn reach(&self, start: PoseTuple, budget: f64) -> PyResult<PyBlockReach> {
        let budget = distance(budget, "a budget")?;
        if budget > MOST {
            return Err(wrong(&format!("a budget is {budget}, more than {MOST}")));
        }
        let field = Field::new(&self.0, pose(start)?, budget);
        Ok(PyBlockReach { plan: self.0.clone(), start, budget, field })
    }
}

impl PyBlockPlan {
    fn route(&self, start: PoseTuple, goal: Goal, most: f64) -> PyResult<Option<PyBlockRoute>> {
        let most = limit(most, "a limit")?;
        Ok(self.0.route(pose(start)?, goal, most).map_err(refused)?.map(PyBlockRoute))
    }
}

#[pymethods]
impl PyBlockRoute {
    #[getter]
    fn steps(&self) -> Vec<(&'static str, f64)> {
        let step = |step: &Step| match *step {
            Step::Ahead(d) => ("forward", d),
            Step::Aside(d) => ("left", d),
            Step::Pivot(a) => ("pivot", a),
            Step::Wheel(a) if a < 0.0 => ("wheel-right", -a),
            Step::Wheel(a) => ("wheel-left", a),
        };
        self.0.steps.iter().map(step).collect()
    }
    #[getter]
    fn cost(&self) -> f64 {
        self.0.cost
    }
    #[getter]
    fn whole(&self) -> Option<f64> {
        self.0.whole
    }
    #[getter]
    fn arrives(&self) -> bool {
        self.0.whole.is_some_and(|whole| whole <= self.0.cost + 1e-9)
    }
    #[getter]
    fn end(&self) -> PoseTuple {
        pose_tuple(self.0.path.end())
    }
    #[getter]
    fn path(&self) -> PyPath {
        PyPath(self.0.path.clone())
    }
    fn __repr__(&self) -> String {
        let arrives = if self.arrives() { "arrives" } else { "does not arrive" };
        format!("<BlockRoute of {} steps, {:.4}, {arrives}>", self.0.steps.len(), self.0.cost)
    }
}

#[pymethods]
impl PyBlockReach {
    #[getter]
    fn area(&self) -> f64 {
        self.field.places(&self.plan).len() as f64 * SQUARE * SQUARE
    }
    #[pyo3(signature = (point, tolerance = 0.0006))]
    fn contains(&self, point: PointTuple, tolerance: f64) -> PyResult<bool> {
        let most = self.budget + distance(tolerance, "a tolerance")?;
        let goal = Goal::new(self::point(point)?, None);
        let found = self.plan.route(pose(self.start)?, goal, most).map_err(refused)?;
        Ok(found.and_then(|route| route.whole).is_some_and(|whole| whole <= most + 1e-9))
    }
    fn places(&self) -> Vec<PointTuple> {
        self.field.places(&self.plan).into_iter().map(tuple).collect()
    }
    fn outline(&self) -> Vec<Vec<PointTuple>> {
        let rings = Field::outline(&self.field.places(&self.plan));
        rings.into_iter().map(|ring| ring.into_iter().map(tuple).collect()).collect()
    }
    fn poses(&self) -> Vec<(PoseTuple, f64)> {
        self.field.poses.iter().map(|&(pose, cost)| (pose_tuple(pose), cost)).collect()
    }
}
