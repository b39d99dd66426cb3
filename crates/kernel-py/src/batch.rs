//! Many moves at once: a buffer of float64 in, a numpy array out.
use crate::block::PyBlock;
use crate::given::{distance, refused, wrong};
use crate::scene::PyScene;
use movetray_kernel::block::hull::{straight_blocked, wheel_blocked};
use movetray_kernel::block::{Block, Step};
use movetray_kernel::path::Path;
use movetray_kernel::placed::Placed;
use movetray_kernel::shape::{Pose, Refused, LARGEST};
use movetray_kernel::vec::v2;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// The rows of a buffer that has so many columns, all of them numbers in bounds.
pub fn rows(py: Python<'_>, given: &Bound<'_, PyAny>, columns: usize, what: &str) -> PyResult<Vec<f64>> {
    let expected = || PyTypeError::new_err(format!("wanted is a buffer of float64, n rows of {what}"));
    let buffer: PyBuffer<f64> = PyBuffer::get(given).map_err(|_| expected())?;
    if buffer.dimensions() != 2 || buffer.shape()[1] != columns {
        return Err(wrong(&format!("wanted are n rows of {what}")));
    }
    let rows = buffer.to_vec(py)?;
    drop(buffer);
    let sound = |v: &f64| v.abs() <= LARGEST;
    // all are looked at, without a branch; which one is bad is only asked when one is
    if !rows.iter().fold(true, |all, v| all & sound(v)) {
        let bad = rows.iter().position(|v| !sound(v)).unwrap_or(0);
        return Err(wrong(&format!("move {} has a coordinate that is no number in bounds", bad / columns)));
    }
    Ok(rows)
}

/// Yes and no as a numpy array.
pub fn flags<'py>(py: Python<'py>, found: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, found), "bool"))
}

fn floats<'py>(py: Python<'py>, found: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = found.iter().flat_map(|v| v.to_ne_bytes()).collect();
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, &bytes), "float64"))
}

const STRAIGHT: &str = "x, y, facing, forward, left";
const WHEEL: &str = "x, y, facing, degrees";

/// Moves in rows, told apart by their length.
pub struct Moves {
    rows: Vec<f64>,
    columns: usize,
}

impl Moves {
    /// Straight ones.
    pub fn straight(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Moves> {
        let rows = rows(py, given, 5, STRAIGHT)?;
        if let Some(bad) = rows.chunks_exact(5).position(|m| m[3] != 0.0 && m[4] != 0.0) {
            return Err(wrong(&format!("move {bad} goes ahead and aside at once: that makes two moves")));
        }
        Ok(Moves { rows, columns: 5 })
    }

    /// Wheels.
    pub fn wheels(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Moves> {
        let rows = rows(py, given, 4, WHEEL)?;
        if let Some(bad) = rows.chunks_exact(4).position(|m| m[3].abs() > 360.0) {
            return Err(wrong(&format!("wheel {bad} is more than a whole turn")));
        }
        Ok(Moves { rows, columns: 4 })
    }

    fn each(&self) -> core::slice::ChunksExact<'_, f64> {
        self.rows.chunks_exact(self.columns)
    }

    fn blocked(&self, scene: &PyScene, block: &Block, clearance: f64) -> Vec<u8> {
        let one = |m: &[f64]| {
            let pose = Pose { at: v2(m[0], m[1]), facing: m[2] };
            u8::from(match m.len() {
                5 => straight_blocked(&scene.0, block, pose, v2(m[3], m[4]), clearance),
                _ => wheel_blocked(&scene.0, block, pose, m[3], clearance),
            })
        };
        self.each().map(one).collect()
    }

    /// What `measure` says of each move's path.
    fn measured(&self, block: &Block, measure: impl Fn(&Path, f64) -> f64) -> Result<Vec<f64>, Refused> {
        let one = |m: &[f64]| {
            let pose = Pose { at: v2(m[0], m[1]), facing: m[2] };
            let (step, size) = match m.len() {
                5 if m[4] != 0.0 => (Step::Aside(m[4]), m[4]),
                5 => (Step::Ahead(m[3]), m[3]),
                _ => (Step::Wheel(m[3]), m[3]),
            };
            Ok(measure(&block.path(pose, &[step])?, size.abs()))
        };
        self.each().map(one).collect()
    }

    /// Inches or degrees up to the first contact, NaN where there is none.
    fn first(&self, placed: &Placed, block: &Block, clearance: f64) -> Result<Vec<f64>, Refused> {
        self.measured(block, |path, size| {
            let found = placed.first(&block.shape, path, clearance - 1e-9, &[]);
            let legs = path.legs.len() as f64;
            found.map_or(f64::NAN, |c| (c.when.leg as f64 + c.when.t) / legs * size)
        })
    }

    /// The least gap on the way, infinity where it is more than `within`.
    fn gaps(&self, placed: &Placed, block: &Block, within: f64) -> Result<Vec<f64>, Refused> {
        self.measured(block, |path, _| {
            let found = placed.clearances(&block.shape, path, within, &[]);
            found.iter().fold(f64::INFINITY, |least, c| least.min(c.gap))
        })
    }
}

/// Which of these straight moves are blocked.
pub fn block_many<'py>(
    py: Python<'py>,
    scene: &PyScene,
    block: &PyBlock,
    moves: &Moves,
    clearance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let clearance = distance(clearance, "a clearance")?;
    flags(py, &py.detach(|| moves.blocked(scene, &block.0, clearance)))
}

/// How far each goes before its first contact.
pub fn first_many<'py>(
    py: Python<'py>,
    scene: &PyScene,
    block: &PyBlock,
    moves: &Moves,
    clearance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let clearance = distance(clearance, "a clearance")?;
    let placed = scene.0.placed().map_err(refused)?;
    floats(py, &py.detach(|| moves.first(&placed, &block.0, clearance)).map_err(refused)?)
}

/// How near each comes to anything.
pub fn gap_many<'py>(
    py: Python<'py>,
    scene: &PyScene,
    block: &PyBlock,
    moves: &Moves,
    within: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let within = distance(within, "a distance")?;
    let placed = scene.0.placed().map_err(refused)?;
    floats(py, &py.detach(|| moves.gaps(&placed, &block.0, within)).map_err(refused)?)
}
