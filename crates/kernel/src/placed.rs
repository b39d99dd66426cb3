//! Shapes standing on one level: what a base may run into.
use crate::clearance::least;
use crate::gap::{self, Closest};
use crate::path::Path;
use crate::shape::{Pose, Shape, Standing};
use crate::sweep::{first_below, swept_bounds, When};
use crate::vec::V2;

/// One meeting of the mover with a standing shape.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Which standing shape.
    pub index: usize,
    /// When.
    pub when: When,
    /// Where the mover is then.
    pub pose: Pose,
    /// The place on the table where the two are nearest, on the standing shape.
    pub at: V2,
    /// The gap at that moment.
    pub gap: f64,
}

/// Shapes standing on one level. Made once, cheap to ask.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    items: Vec<Standing>,
}

impl Placed {
    /// Put the shapes on the table.
    pub fn new(items: impl Iterator<Item = (Shape, Pose)>) -> Placed {
        Placed { items: items.map(|(shape, pose)| Standing::new(&shape, pose)).collect() }
    }

    /// The shapes, in order.
    pub fn items(&self) -> &[Standing] {
        &self.items
    }

    /// Index and closeness of every shape whose gap to this one is at most `within`, in order.
    pub fn near(&self, shape: &Shape, pose: Pose, within: f64, skip: &[usize]) -> Vec<(usize, Closest)> {
        let own = Standing::new(shape, pose);
        let room = own.bounds.grown(within.max(0.0));
        let mut found = Vec::new();
        for (k, item) in self.items.iter().enumerate() {
            if room.meets(item.bounds) && !skip.contains(&k) {
                let near = gap::between(&own, item);
                if near.gap <= within {
                    found.push((k, near));
                }
            }
        }
        found
    }

    /// Every two shapes whose gap is at most `within`, the earlier index first, in order.
    pub fn pairs(&self, within: f64) -> Vec<(usize, usize, f64)> {
        let mut found = Vec::new();
        for (k, one) in self.items.iter().enumerate() {
            let room = one.bounds.grown(within.max(0.0));
            for (j, other) in self.items.iter().enumerate().skip(k + 1) {
                if room.meets(other.bounds) {
                    let gap = gap::between(one, other).gap;
                    if gap <= within {
                        found.push((k, j, gap));
                    }
                }
            }
        }
        found
    }

    /// For every shape that the moving base comes nearer to than `threshold`: the first such moment.
    pub fn blocking(&self, shape: &Shape, path: &Path, threshold: f64, skip: &[usize]) -> Vec<Contact> {
        let room = swept_bounds(shape, path).grown(threshold.max(0.0));
        let mut found = Vec::new();
        for (k, item) in self.items.iter().enumerate() {
            if room.meets(item.bounds) && !skip.contains(&k) {
                if let Some(when) = first_below(shape, path, item, threshold) {
                    found.push(contact(k, item, shape, path, when));
                }
            }
        }
        found
    }

    /// The least gap over the whole path, for every shape for which it is at most `within`.
    pub fn clearances(&self, shape: &Shape, path: &Path, within: f64, skip: &[usize]) -> Vec<Contact> {
        let room = swept_bounds(shape, path).grown(within.max(0.0));
        let mut found = Vec::new();
        for (k, item) in self.items.iter().enumerate() {
            if room.meets(item.bounds) && !skip.contains(&k) {
                if let Some(least) = least(shape, path, item, within) {
                    found.push(Contact { gap: least.gap, ..contact(k, item, shape, path, least.when) });
                }
            }
        }
        found
    }

    /// The first moment at which the moving base comes nearer to any shape than `threshold`.
    pub fn first(&self, shape: &Shape, path: &Path, threshold: f64, skip: &[usize]) -> Option<Contact> {
        let room = swept_bounds(shape, path).grown(threshold.max(0.0));
        let mut first: Option<(usize, When)> = None;
        for (k, item) in self.items.iter().enumerate() {
            if room.meets(item.bounds) && !skip.contains(&k) {
                if let Some(when) = first_below(shape, path, item, threshold) {
                    if first.map_or(true, |(_, f)| when.before(&f)) {
                        first = Some((k, when));
                    }
                }
            }
        }
        first.map(|(k, when)| contact(k, &self.items[k], shape, path, when))
    }
}

fn contact(index: usize, item: &Standing, shape: &Shape, path: &Path, when: When) -> Contact {
    let pose = path.legs.get(when.leg).map_or(path.start, |leg| leg.pose(when.t));
    let near = gap::between(&Standing::new(shape, pose), item);
    Contact { index, when, pose, at: near.on_b, gap: near.gap }
}
