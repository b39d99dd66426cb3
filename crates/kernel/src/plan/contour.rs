//! The region that can be reached, traced: blocks that lie wholly in or out are settled whole, by how fast costs can
//! change; those its outline runs through are halved until the outline in them is one smooth piece.
use super::body::Body;
use super::field::{room_at, Field, Sight};
use crate::vec::{v2, Bounds, V2};

/// Smallest blocks are this part of the ordinary ones on the outline.
const FINEST: f64 = 1.0 / 16.0;
/// An outline that leaves its chord by more than this part of it is looked at more closely.
const BENT: f64 = 0.06;

/// A piece of outline through one block, what is reached on its left: ends and the place between them.
pub(crate) type Chord = [V2; 3];

pub(crate) struct Tracer<'a> {
    pub(crate) field: &'a Field,
    /// Where one may not end.
    pub(crate) no_end: &'a [Body],
    pub(crate) budget: f64,
    /// Costs above the budget by up to this are right, beyond it they may be larger than they should be.
    pub(crate) margin: f64,
    /// Blocks with outline in them are this large at most.
    pub(crate) leaf: f64,
    pub(crate) area: f64,
    pub(crate) chords: Vec<Chord>,
}

/// What matters in one block.
struct Local {
    sight: Sight,
    solid: Vec<u32>,
    no_end: Vec<u32>,
    /// Everything free in it is near enough.
    sure: bool,
}

impl Tracer<'_> {
    /// Trace everything within a square.
    pub(crate) fn trace(&mut self, low: V2, size: f64) {
        let solid = (0..self.field.world.solid.len() as u32).collect();
        let no_end = (0..self.no_end.len() as u32).collect();
        let local = Local { sight: self.field.sight(), solid, no_end, sure: false };
        self.block(low, size, &local);
    }

    fn floor(&self) -> Bounds {
        self.field.world.floor
    }

    /// Above 0 where the base may not be or costs are over the budget, falling off inward.
    fn level(&self, p: V2, local: &Local) -> f64 {
        let barred = self.barred(p, local);
        if barred > 0.0 || local.sure {
            return barred;
        }
        let cost = self.field.cost(p, &local.sight, self.budget + self.margin);
        self.over(barred, cost)
    }

    /// Above 0 where the base may not be.
    fn barred(&self, p: V2, local: &Local) -> f64 {
        let floor = self.floor();
        let off = (floor.low.x - p.x).max(p.x - floor.high.x).max(floor.low.y - p.y).max(p.y - floor.high.y);
        let solid = -room_at(&self.field.world.solid, &local.solid, p);
        off.max(solid).max(-room_at(self.no_end, &local.no_end, p))
    }

    fn over(&self, barred: f64, cost: f64) -> f64 {
        barred.max((cost - self.budget).min(1.0))
    }

    fn block(&mut self, low: V2, size: f64, from: &Local) {
        let m = low + v2(0.5 * size, 0.5 * size);
        let rho = size * core::f64::consts::FRAC_1_SQRT_2;
        let floor = self.floor();
        let inner = |by: f64| {
            m.x - floor.low.x >= by
                && floor.high.x - m.x >= by
                && m.y - floor.low.y >= by
                && floor.high.y - m.y >= by
        };
        let half = 0.5 * size;
        if !inner(-half) {
            return;
        }
        let mut local = Local { sight: Sight::default(), solid: Vec::new(), no_end: Vec::new(), sure: false };
        for (which, bodies, kept) in [
            (&from.solid, &self.field.world.solid[..], &mut local.solid),
            (&from.no_end, self.no_end, &mut local.no_end),
        ] {
            for &k in which {
                let body = &bodies[k as usize];
                if (body.mid - m).norm() >= body.rad + rho {
                    continue;
                }
                let off = body.distance(m);
                if off <= -rho {
                    return;
                }
                if off < rho {
                    kept.push(k);
                }
            }
        }
        let factor = self.dearest(m, rho);
        let most = self.budget + self.margin;
        local.sight = self.field.narrowed(&from.sight, m, rho, most, None);
        if local.sight.sources.is_empty() {
            return;
        }
        if local.solid.is_empty() {
            let cost = self.field.cost(m, &local.sight, most);
            if inner(0.0) && cost.min(most) - factor * rho > self.budget {
                return;
            }
            if inner(half) && local.no_end.is_empty() && cost + factor * rho <= self.budget {
                self.area += size * size;
                return;
            }
            if inner(half) && cost.is_finite() {
                local.sight = self.field.narrowed(&local.sight, m, rho, most, Some((cost, factor)));
            }
        }
        if size > self.leaf {
            self.quarter(low, size, &local);
        } else {
            self.leaf(low, size, local, factor);
        }
    }

    fn quarter(&mut self, low: V2, size: f64, local: &Local) {
        let half = 0.5 * size;
        for (dx, dy) in [(0.0, 0.0), (half, 0.0), (0.0, half), (half, half)] {
            self.block(low + v2(dx, dy), half, local);
        }
    }

    /// What an inch costs at most within `rho` of a place.
    fn dearest(&self, m: V2, rho: f64) -> f64 {
        let lying = self.field.world.ground.iter().filter(|g| (g.0.mid - m).norm() < g.0.rad + rho);
        lying.filter(|g| g.0.distance(m) < rho).fold(1.0, |f: f64, g| f.max(g.1))
    }

    fn leaf(&mut self, low: V2, size: f64, mut local: Local, factor: f64) {
        let corners = [low, low + v2(size, 0.0), low + v2(size, size), low + v2(0.0, size)];
        let barred = corners.map(|p| self.barred(p, &local));
        let most = self.budget + self.margin;
        let free = [0, 1, 2, 3].map(|k| barred[k] <= 0.0);
        let cost = |k: usize| if free[k] { self.field.cost(corners[k], &local.sight, most) } else { 0.0 };
        let costs = [0, 1, 2, 3].map(cost);
        // where every free corner is near enough by far, only obstacles matter
        let worst = costs.iter().copied().fold(0.0, f64::max);
        local.sure = free.contains(&true) && worst + 2.0 * factor * size <= self.budget;
        let sure = local.sure;
        let level = |k: usize| if free[k] && !sure { self.over(barred[k], costs[k]) } else { barred[k] };
        let levels = [0, 1, 2, 3].map(level);
        let inside = levels.map(|l| l <= 0.0);
        let count = inside.iter().filter(|&&i| i).count();
        let small = size <= self.leaf * FINEST * 1.001;
        let saddle = count == 2 && inside[0] == inside[2];
        if !small && (saddle || !self.plain(&corners, &inside, &local)) {
            self.quarter(low, size, &local);
            return;
        }
        match count {
            0 => {}
            4 => self.area += size * size,
            2 if saddle => self.area += 0.5 * size * size,
            _ => {
                if !self.cut(&corners, &levels, &local, small) {
                    self.quarter(low, size, &local);
                }
            }
        }
    }

    /// Is the middle of every side on whose ends a block agrees like them, and its own middle where all corners agree?
    fn plain(&self, corners: &[V2; 4], inside: &[bool; 4], local: &Local) -> bool {
        let like = |p: V2, is_in: bool| (self.level(p, local) <= 0.0) == is_in;
        let sides = (0..4).all(|k| {
            let next = (k + 1) % 4;
            inside[k] != inside[next] || like((corners[k] + corners[next]) * 0.5, inside[k])
        });
        let agree = inside.iter().all(|&i| i == inside[0]);
        sides && (!agree || like((corners[0] + corners[2]) * 0.5, inside[0]))
    }

    /// One piece of outline through a block: `false` if it is not smooth enough to be taken as one.
    fn cut(&mut self, corners: &[V2; 4], levels: &[f64; 4], local: &Local, small: bool) -> bool {
        let mut shape: Vec<V2> = Vec::with_capacity(5);
        let (mut out, mut back) = (None, None);
        for k in 0..4 {
            let next = (k + 1) % 4;
            let (here, there) = (levels[k] <= 0.0, levels[next] <= 0.0);
            if here {
                shape.push(corners[k]);
            }
            if here != there {
                let p = if here {
                    self.edge_of(corners[k], levels[k], corners[next], levels[next], local)
                } else {
                    self.edge_of(corners[next], levels[next], corners[k], levels[k], local)
                };
                shape.push(p);
                if here {
                    out = Some(p);
                } else {
                    back = Some(p);
                }
            }
        }
        let (a, b) = match (out, back) {
            (Some(a), Some(b)) => (a, b),
            _ => return true,
        };
        let chord = b - a;
        let long = chord.norm();
        let mid = (a + b) * 0.5;
        let mut bulge = 0.0;
        if long > 1e-9 {
            match self.bulge(mid, -chord.unit().perp(), 2.0 * BENT * long, local) {
                Some(by) if by.abs() <= BENT * long || small => bulge = by,
                None if small => {}
                _ => return false,
            }
        }
        self.area += crate::convex::area(&shape) + 2.0 / 3.0 * bulge * long;
        if long > 1e-9 {
            self.chords.push([a, mid - chord.unit().perp() * bulge, b]);
        }
        true
    }

    /// How far outward of the middle of a chord the outline is, if within `reach`.
    fn bulge(&self, mid: V2, out: V2, reach: f64, local: &Local) -> Option<f64> {
        let here = self.level(mid, local);
        let far = mid + out * if here <= 0.0 { reach } else { -reach };
        let there = self.level(far, local);
        if (here <= 0.0) == (there <= 0.0) {
            return None;
        }
        let p = if here <= 0.0 {
            self.edge_of(mid, here, far, there, local)
        } else {
            self.edge_of(far, there, mid, here, local)
        };
        Some((p - mid).dot(out))
    }

    /// Where between a place inside and one outside the outline runs.
    fn edge_of(&self, mut inside: V2, mut low: f64, mut outside: V2, mut high: f64, local: &Local) -> V2 {
        for step in 0..60 {
            let gap = (outside - inside).norm();
            if gap < 1e-7 {
                break;
            }
            // false position, every third time the middle
            let share = if step % 3 == 2 || high - low <= 0.0 {
                0.5
            } else {
                (-low / (high - low)).clamp(0.02, 0.98)
            };
            let p = inside + (outside - inside) * share;
            let level = self.level(p, local);
            if level.abs() < 1e-9 {
                return p;
            }
            if level <= 0.0 {
                inside = p;
                low = level;
            } else {
                outside = p;
                high = level;
            }
        }
        (inside + outside) * 0.5
    }
}
