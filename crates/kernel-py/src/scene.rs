//! The low-level door, as Python sees it.
use crate::given::{distance, point, refused, wrong, PointTuple};
use movetray_kernel::scene::{Scene, SceneContact};
use movetray_kernel::shape::LARGEST;
use movetray_kernel::vec::v2;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// Polygons and circles in float inches.
#[pyclass(frozen, name = "Scene", module = "movetray._kernel")]
pub struct PyScene(Scene);

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
        let expected =
            || PyTypeError::new_err("moves are wanted as a buffer of float64, n rows of x0, y0, x1, y1");
        let buffer: PyBuffer<f64> = PyBuffer::get(moves).map_err(|_| expected())?;
        if buffer.dimensions() != 2 || buffer.shape()[1] != 4 {
            return Err(wrong("moves are wanted as n rows of x0, y0, x1, y1"));
        }
        let rows = buffer.to_vec(py)?;
        drop(buffer);
        let sound = |v: &f64| v.abs() <= LARGEST;
        // all are looked at, without a branch; which one is bad is only asked when one is
        if !rows.iter().fold(true, |all, v| all & sound(v)) {
            let bad = rows.iter().position(|v| !sound(v)).unwrap_or(0);
            return Err(wrong(&format!("move {} has a coordinate that is no number in bounds", bad / 4)));
        }
        let scene = &self.0;
        let blocked: Vec<u8> = py.detach(|| {
            rows.chunks_exact(4)
                .map(|m| u8::from(scene.blocks(radius, v2(m[0], m[1]), v2(m[2], m[3]))))
                .collect()
        });
        let bytes = PyByteArray::new(py, &blocked);
        py.import("numpy")?.call_method1("frombuffer", (bytes, "bool"))
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
