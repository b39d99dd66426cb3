//! The low-level door, as Python sees it.
use crate::batch::{self, flags, rows, Moves};
use crate::block::PyBlock;
use crate::given::{distance, point, refused, PointTuple};
use movetray_kernel::scene::{Scene, SceneContact};
use movetray_kernel::vec::v2;
use pyo3::prelude::*;

/// Polygons and circles in float inches.
#[pyclass(frozen, name = "Scene", module = "movetray._kernel")]
pub struct PyScene(pub Scene);

/// What a swept disc meets first.
#[pyclass(frozen, name = "SceneContact", module = "movetray._kernel")]
pub struct PySceneContact {
    found: SceneContact,
    distance: f64,
}

#[pymethods]
impl PyScene {
    #[new]
    #[pyo3(signature = (polygons = Vec::new(), circles = Vec::new()))]
    fn new(polygons: Vec<Vec<PointTuple>>, circles: Vec<(f64, f64, f64)>) -> PyResult<Self> {
        Scene::new(&polygons, &circles).map(PyScene).map_err(refused)
    }

    fn swept(&self, radius: f64, start: PointTuple, end: PointTuple) -> PyResult<Option<PySceneContact>> {
        let radius = distance(radius, "a radius")?;
        let (from, to) = (point(start)?, point(end)?);
        let found = self.0.swept(radius, from, to);
        Ok(found.map(|found| PySceneContact { found, distance: (to - from).norm() * found.t }))
    }

    fn swept_many<'py>(
        &self,
        py: Python<'py>,
        radius: f64,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let radius = distance(radius, "a radius")?;
        let rows = rows(py, moves, 4, "x0, y0, x1, y1")?;
        let scene = &self.0;
        let blocked: Vec<u8> = py.detach(|| {
            rows.chunks_exact(4)
                .map(|m| u8::from(scene.blocks(radius, v2(m[0], m[1]), v2(m[2], m[3]))))
                .collect()
        });
        flags(py, &blocked)
    }

    #[pyo3(signature = (block, moves, clearance = 0.0))]
    fn block_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        moves: &Bound<'py, PyAny>,
        clearance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::block_many(py, self, block, &Moves::straight(py, moves)?, clearance)
    }

    #[pyo3(signature = (block, wheels, clearance = 0.0))]
    fn wheel_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        wheels: &Bound<'py, PyAny>,
        clearance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::block_many(py, self, block, &Moves::wheels(py, wheels)?, clearance)
    }

    #[pyo3(signature = (block, moves, clearance = 0.0))]
    fn block_first_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        moves: &Bound<'py, PyAny>,
        clearance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::first_many(py, self, block, &Moves::straight(py, moves)?, clearance)
    }

    #[pyo3(signature = (block, wheels, clearance = 0.0))]
    fn wheel_first_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        wheels: &Bound<'py, PyAny>,
        clearance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::first_many(py, self, block, &Moves::wheels(py, wheels)?, clearance)
    }

    fn block_gap_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        moves: &Bound<'py, PyAny>,
        within: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::gap_many(py, self, block, &Moves::straight(py, moves)?, within)
    }

    fn wheel_gap_many<'py>(
        &self,
        py: Python<'py>,
        block: &PyBlock,
        wheels: &Bound<'py, PyAny>,
        within: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::gap_many(py, self, block, &Moves::wheels(py, wheels)?, within)
    }
}

#[pymethods]
impl PySceneContact {
    #[getter]
    fn distance(&self) -> f64 {
        self.distance
    }
    #[getter]
    fn t(&self) -> f64 {
        self.found.t
    }
    #[getter]
    fn centre(&self) -> PointTuple {
        (self.found.centre.x, self.found.centre.y)
    }
    #[getter]
    fn point(&self) -> PointTuple {
        (self.found.point.x, self.found.point.y)
    }
    #[getter]
    fn kind(&self) -> &'static str {
        if self.found.circle {
            "circle"
        } else {
            "polygon"
        }
    }
    #[getter]
    fn index(&self) -> usize {
        self.found.index
    }
    fn __repr__(&self) -> String {
        let point = self.found.point;
        let (kind, index) = (self.kind(), self.found.index);
        format!(
            "<SceneContact with {kind} {index} after {:.4}, at ({:.4}, {:.4})>",
            self.distance, point.x, point.y
        )
    }
}
