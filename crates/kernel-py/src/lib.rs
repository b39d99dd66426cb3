//! The Python door of the kernel: conversions only, no geometry.
use pyo3::prelude::*;

mod batch;
mod block;
mod charge;
mod geometry;
mod given;
mod manoeuvre;
mod placed;
mod plan;
mod scene;
mod shapes;

#[pymodule]
mod _kernel {
    #[pymodule_export]
    use crate::block::{bottleneck, bottleneck_of_corners, PyBlock};
    #[pymodule_export]
    use crate::charge::{best_charge, PyCharge, PyNoCharge};
    #[pymodule_export]
    use crate::geometry::{
        ahead, bearing, contains, convex_parts, covers, distance_between, edge_distance, gap_between,
        nearest, sees, spans, wall_outlines,
    };
    #[pymodule_export]
    use crate::manoeuvre::{PyBlockPlan, PyBlockReach, PyBlockRoute};
    #[pymodule_export]
    use crate::placed::{PyContact, PyPlaced};
    #[pymodule_export]
    use crate::plan::{PyPlan, PyReach, PyRoute};
    #[pymodule_export]
    use crate::scene::{PyScene, PySceneContact};
    #[pymodule_export]
    use crate::shapes::{PyPath, PyShape};
}
