//! The Python door of the kernel: conversions only, no geometry.
use pyo3::prelude::*;

mod geometry;
mod given;
mod plan;
mod scene;

#[pymodule]
mod _kernel {
    #[pymodule_export]
    use crate::geometry::{
        ahead, bearing, convex_parts, distance_between, gap_between, nearest, wall_outlines, PyContact,
        PyPath, PyPlaced, PyShape,
    };
}
