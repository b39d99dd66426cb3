//! The Python door of the kernel: conversions only, no geometry.
use pyo3::prelude::*;

#[pymodule]
mod _kernel {}
