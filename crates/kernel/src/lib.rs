//! Exact geometry of bases that move on a table.
//!
//! Standard library only, no platform mathematics beyond the square root: native and
//! browser builds agree to the last bit. Lengths are inches, angles degrees, and angles grow
//! counter-clockwise.
