//! Where a base can go: routes and reach.
