//! Exact geometry of bases that move on a table.
//!
//! Standard library only, no platform mathematics beyond the square root: native and
//! browser builds agree to the last bit. Lengths are inches, angles degrees, and angles grow
//! counter-clockwise.

pub mod assign;
pub mod block;
pub mod clearance;
pub mod convex;
pub mod gap;
pub mod num;
pub mod path;
pub mod placed;
pub mod plan;
pub mod region;
pub mod scene;
pub mod shape;
pub mod sight;
pub mod spans;
pub mod sweep;
pub mod travel;
pub mod vec;
