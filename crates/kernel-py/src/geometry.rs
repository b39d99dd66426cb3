//! Measures between shapes and points, as Python sees them.
use crate::given::{distance, number, point, points, pose, refused, tuple, PointTuple, PoseTuple};
use crate::shapes::{PyPath, PyShape};
use movetray_kernel::convex;
use movetray_kernel::gap;
use movetray_kernel::num::{atan2, turn_within_circle, RADIAN};
use movetray_kernel::region;
use movetray_kernel::shape::{axis, Shape, Standing};
use movetray_kernel::sight::{self, Prism};
use movetray_kernel::spans::Span;
use pyo3::prelude::*;

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
