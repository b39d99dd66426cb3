//! Routes and reach, as Python sees them.
