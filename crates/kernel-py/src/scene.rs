//! The low-level door, as Python sees it.
