//! Routes and reach, as Python sees them.
use crate::given::{distance, limit, number, point, pose, refused};
use crate::given::{LegTuple, PointTuple, PoseTuple};
use crate::shapes::PyShape;
use movetray_kernel::plan::{Ground, Plan, Reach, Route};
use movetray_kernel::shape::{Pose, Shape};
use movetray_kernel::vec::{v2, Bounds, V2};
use pyo3::prelude::*;

/// Shapes with their poses, as Python hands them in.
type Items<'py> = Vec<(PyRef<'py, PyShape>, PoseTuple)>;

fn standing<'a>(items: &'a Items<'_>) -> PyResult<Vec<(&'a Shape, Pose)>> {
    items.iter().map(|(shape, p)| Ok((&shape.0, pose(*p)?))).collect()
}

fn tuple(p: V2) -> PointTuple {
    (p.x, p.y)
}

/// A way for the centre of a base.
#[pyclass(frozen, name = "Route", module = "movetray._kernel")]
pub struct PyRoute(Route);

#[pymethods]
impl PyRoute {
    #[getter]
    fn legs(&self) -> Vec<LegTuple> {
        let legs = self.0.legs.iter();
        legs.map(|l| (l.to.x, l.to.y, 0.0, l.around.map(|c| c.x), l.around.map(|c| c.y))).collect()
    }
    #[getter]
    fn length(&self) -> f64 {
        self.0.length
    }
    #[getter]
    fn cost(&self) -> f64 {
        self.0.cost
    }
    #[getter]
    fn end(&self) -> PointTuple {
        tuple(self.0.end)
    }
    fn __repr__(&self) -> String {
        format!("<Route of {} legs, {} inches, to {:?}>", self.0.legs.len(), self.0.length, tuple(self.0.end))
    }
}

/// Where one base, its facing kept, can go on one level.
#[pyclass(frozen, name = "Plan", module = "movetray._kernel")]
pub struct PyPlan(Plan);

#[pymethods]
impl PyPlan {
    #[new]
    #[pyo3(signature = (shape, facing, bounds, solid, no_end = Vec::new(), ground = Vec::new(), by_centre = false, barred = Vec::new()))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        shape: &PyShape,
        facing: f64,
        bounds: (f64, f64, f64, f64),
        solid: Items<'_>,
        no_end: Items<'_>,
        ground: Vec<(PyRef<'_, PyShape>, PoseTuple, f64)>,
        by_centre: bool,
        barred: Items<'_>,
    ) -> PyResult<Self> {
        let bounds = Bounds { low: v2(bounds.0, bounds.1), high: v2(bounds.2, bounds.3) };
        let paid = |(region, p, factor): &(PyRef<'_, PyShape>, PoseTuple, f64)| {
            Ok(Ground { region: region.0.clone(), pose: pose(*p)?, factor: *factor })
        };
        let ground = ground.iter().map(paid).collect::<PyResult<Vec<_>>>()?;
        let barred = standing(&barred)?;
        Plan::new(&shape.0, facing, bounds, &standing(&solid)?, &standing(&no_end)?, &ground, by_centre)
            .map(|plan| plan.barring(&barred))
            .map(PyPlan)
            .map_err(refused)
    }

    #[pyo3(signature = (start, goal, limit = f64::INFINITY))]
    fn to_point(&self, start: PointTuple, goal: PointTuple, limit: f64) -> PyResult<Option<PyRoute>> {
        let limit = self::limit(limit, "a limit")?;
        let found = self.0.to_point(point(start)?, point(goal)?, limit).map_err(refused)?;
        Ok(found.map(PyRoute))
    }

    #[pyo3(signature = (start, targets, limit = f64::INFINITY, clearance = 0.0))]
    fn to_contact(
        &self,
        start: PointTuple,
        targets: Items<'_>,
        limit: f64,
        clearance: f64,
    ) -> PyResult<Vec<PyRoute>> {
        let limit = self::limit(limit, "a limit")?;
        let clearance = distance(clearance, "a clearance")?;
        let targets = standing(&targets)?;
        let found = self.0.to_contact(point(start)?, &targets, limit, clearance).map_err(refused)?;
        Ok(found.into_iter().map(PyRoute).collect())
    }

    #[pyo3(signature = (start, limit = f64::INFINITY))]
    fn to_edge(&self, start: PointTuple, limit: f64) -> PyResult<Option<PyRoute>> {
        let limit = self::limit(limit, "a limit")?;
        Ok(self.0.to_edge(point(start)?, limit).map_err(refused)?.map(PyRoute))
    }

    fn reach(&self, start: PointTuple, budget: f64) -> PyResult<PyReach> {
        self.0.reach(point(start)?, number(budget, "a budget")?).map(PyReach).map_err(refused)
    }

    fn free_near(&self, point: PointTuple) -> PyResult<Vec<PointTuple>> {
        let found = self.0.free_near(self::point(point)?).map_err(refused)?;
        Ok(found.into_iter().map(|p| (p.x, p.y)).collect())
    }
}

/// Everywhere a base's centre can get and end for a budget.
#[pyclass(frozen, name = "Reach", module = "movetray._kernel")]
pub struct PyReach(Reach);

#[pymethods]
impl PyReach {
    #[getter]
    fn area(&self) -> f64 {
        self.0.area()
    }

    #[pyo3(signature = (point, tolerance = 0.0006))]
    fn contains(&self, point: PointTuple, tolerance: f64) -> PyResult<bool> {
        Ok(self.0.contains(self::point(point)?, distance(tolerance, "a tolerance")?))
    }

    fn joined(&self, other: &PyReach) -> PyReach {
        PyReach(self.0.joined(&other.0))
    }

    #[pyo3(signature = (chord = 0.02))]
    fn outline(&self, chord: f64) -> PyResult<Vec<Vec<PointTuple>>> {
        let rings = self.0.outline(distance(chord, "a chord's sagitta")?);
        Ok(rings.into_iter().map(|ring| ring.into_iter().map(tuple).collect()).collect())
    }
}
