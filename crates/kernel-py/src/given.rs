//! What Python hands in, turned into what the kernel takes, and back.
use movetray_kernel::num::turn_within_circle;
use movetray_kernel::path::Path;
use movetray_kernel::shape::{checked, checked_point, Pose, Refused};
use movetray_kernel::vec::V2;
use pyo3::exceptions::PyValueError;
use pyo3::PyErr;

/// A point as a tuple.
pub type PointTuple = (f64, f64);
/// A pose as a tuple: x, y, facing.
pub type PoseTuple = (f64, f64, f64);
/// A leg as a tuple: end, signed turn, centre.
pub type LegTuple = (f64, f64, f64, Option<f64>, Option<f64>);

/// The kernel's refusal as Python's ValueError.
pub fn refused(why: Refused) -> PyErr {
    PyValueError::new_err(why.0)
}

/// A ValueError of the binding itself.
pub fn wrong(why: &str) -> PyErr {
    PyValueError::new_err(why.to_string())
}

pub fn point(p: PointTuple) -> Result<V2, PyErr> {
    checked_point(p.0, p.1).map_err(refused)
}

pub fn points(list: &[PointTuple]) -> Result<Vec<V2>, PyErr> {
    list.iter().map(|&p| point(p)).collect()
}

pub fn pose(p: PoseTuple) -> Result<Pose, PyErr> {
    Pose::new(p.0, p.1, p.2).map_err(refused)
}

pub fn number(value: f64, what: &str) -> Result<f64, PyErr> {
    checked(value, what).map_err(refused)
}

/// A length that may be 0 but not negative.
pub fn distance(value: f64, what: &str) -> Result<f64, PyErr> {
    if value < 0.0 {
        return Err(wrong(&format!("{what} is {value}, less than 0")));
    }
    number(value, what)
}

/// A limit: any number, infinity included.
pub fn limit(value: f64, what: &str) -> Result<f64, PyErr> {
    if value.is_nan() {
        return Err(wrong(&format!("{what} is not a number")));
    }
    Ok(value.clamp(-1e9, 1e9))
}

pub fn path(start: PoseTuple, legs: &[LegTuple]) -> Result<Path, PyErr> {
    let mut path = Path::new(pose(start)?);
    for &(x, y, turn, cx, cy) in legs {
        let around = match (cx, cy) {
            (Some(cx), Some(cy)) => Some(point((cx, cy))?),
            (None, None) => None,
            _ => return Err(wrong("the centre of an arc needs both coordinates or none")),
        };
        path.push(point((x, y))?, turn, around).map_err(refused)?;
    }
    Ok(path)
}

/// Places in a list to leave out.
pub fn skipped(list: &[i64]) -> Vec<usize> {
    list.iter().filter_map(|&k| usize::try_from(k).ok()).collect()
}

/// A point for Python.
pub fn tuple(p: V2) -> PointTuple {
    (p.x, p.y)
}

/// A pose for Python, its facing from 0 to 360.
pub fn pose_tuple(p: Pose) -> PoseTuple {
    (p.at.x, p.at.y, turn_within_circle(p.facing))
}
