//! Who goes where, so that nobody goes further than needed: assignment by the greatest cost.
//!
//! No assignment beats the greatest of all least costs of a row or a column. With costs up to there as many rows as
//! possible are matched; each row left over is then brought in along the way whose dearest step is cheapest, which
//! keeps the matching the best one of its rows.
use crate::shape::{axis, Refused};
use crate::vec::{v2, V2};

/// No assignment has more rows.
pub const MOST_ROWS: usize = 2000;
const NOBODY: usize = usize::MAX;

/// The places of models that go to other places so that the longest way is as short as possible; and that way.
pub fn bottleneck(from: &[V2], to: &[V2]) -> Result<(Vec<usize>, f64), Refused> {
    let n = fitting(from.len(), to.len())?;
    let mut costs = Vec::with_capacity(n * n);
    for &a in from {
        costs.extend(to.iter().map(|&b| (b - a).norm2()));
    }
    let (found, greatest) = assign(&costs, n);
    Ok((found, greatest.sqrt()))
}

/// The same where of each rectangular base, turned from one facing to another, the corner counts that goes furthest.
pub fn bottleneck_of_corners(
    from: &[V2],
    to: &[V2],
    facings: (f64, f64),
    width: f64,
    depth: f64,
) -> Result<(Vec<usize>, f64), Refused> {
    let n = fitting(from.len(), to.len())?;
    let (before, after) = (axis(facings.0), axis(facings.1));
    let shift = |p: V2| p.turned(after) - p.turned(before);
    let (x, y) = (0.5 * depth, 0.5 * width);
    let shifts = [shift(v2(x, y)), shift(v2(x, -y))];
    let mut costs = Vec::with_capacity(n * n);
    for &a in from {
        costs.extend(to.iter().map(|&b| {
            let way = b - a;
            // the other two corners are shifted the opposite way
            shifts.iter().map(|&s| way.norm2() + s.norm2() + 2.0 * way.dot(s).abs()).fold(0.0, f64::max)
        }));
    }
    let (found, greatest) = assign(&costs, n);
    Ok((found, greatest.sqrt()))
}

fn fitting(n: usize, m: usize) -> Result<usize, Refused> {
    if n != m {
        return Err(Refused(format!("{} models and {} places: as many are wanted", n, m)));
    }
    if n > MOST_ROWS {
        return Err(Refused(format!("{} models are more than {}", n, MOST_ROWS)));
    }
    Ok(n)
}

/// For each row of a square of costs its column, so that the greatest cost taken is least; and that cost.
pub fn assign(costs: &[f64], n: usize) -> (Vec<usize>, f64) {
    if n == 0 {
        return (Vec::new(), 0.0);
    }
    let mut least = vec![f64::INFINITY; n];
    let mut limit = f64::NEG_INFINITY;
    for row in costs.chunks_exact(n) {
        let mut lowest = f64::INFINITY;
        for (&cost, column) in row.iter().zip(least.iter_mut()) {
            lowest = lowest.min(cost);
            *column = column.min(cost);
        }
        limit = limit.max(lowest);
    }
    limit = least.iter().fold(limit, |l, &c| l.max(c));
    let mut matching = Matching::new(costs, n, limit);
    for row in 0..n {
        matching.take_free(row);
    }
    for row in 0..n {
        if matching.column_of[row] == NOBODY && !matching.bring_in(row) {
            matching.bring_in_cheapest(row);
        }
    }
    (matching.column_of, matching.limit)
}

struct Matching<'a> {
    costs: &'a [f64],
    n: usize,
    words: usize,
    limit: f64,
    /// For each row a bit for each column within the limit.
    within: Vec<u64>,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    /// A bit for each column that nobody has.
    free: Vec<u64>,
    seen: Vec<u64>,
    came_from: Vec<usize>,
    queue: Vec<usize>,
    labels: Vec<f64>,
}

impl<'a> Matching<'a> {
    fn new(costs: &'a [f64], n: usize, limit: f64) -> Matching<'a> {
        let words = (n + 63) / 64;
        let mut free = vec![!0u64; words];
        if n % 64 != 0 {
            free[words - 1] = (1u64 << (n % 64)) - 1;
        }
        let mut matching = Matching {
            costs,
            n,
            words,
            limit,
            within: vec![0; n * words],
            column_of: vec![NOBODY; n],
            row_of: vec![NOBODY; n],
            free,
            seen: vec![0; words],
            came_from: vec![NOBODY; n],
            queue: Vec::with_capacity(n),
            labels: Vec::new(),
        };
        matching.look_within();
        matching
    }

    fn look_within(&mut self) {
        for (row, bits) in self.costs.chunks_exact(self.n).zip(self.within.chunks_exact_mut(self.words)) {
            for (some, word) in row.chunks(64).zip(bits.iter_mut()) {
                *word = some.iter().enumerate().fold(0, |w, (k, &c)| w | u64::from(c <= self.limit) << k);
            }
        }
    }

    fn row(&self, row: usize) -> core::ops::Range<usize> {
        row * self.words..(row + 1) * self.words
    }

    fn take_free(&mut self, row: usize) {
        let bits = &self.within[self.row(row)];
        let found = bits.iter().zip(&self.free).position(|(w, f)| w & f != 0);
        if let Some(word) = found {
            let column = word * 64 + (bits[word] & self.free[word]).trailing_zeros() as usize;
            self.join(row, column);
        }
    }

    fn join(&mut self, row: usize, column: usize) {
        self.column_of[row] = column;
        self.row_of[column] = row;
        self.free[column / 64] &= !(1 << (column % 64));
    }

    /// Everybody along the way moves on by one place.
    fn shift(&mut self, mut column: usize) {
        loop {
            let row = self.came_from[column];
            let before = self.column_of[row];
            self.join(row, column);
            if before == NOBODY {
                return;
            }
            column = before;
        }
    }

    /// Finds the row a column within the limit, others making room.
    fn bring_in(&mut self, row: usize) -> bool {
        self.seen.iter_mut().for_each(|w| *w = 0);
        self.queue.clear();
        self.queue.push(row);
        let mut next = 0;
        while next < self.queue.len() {
            let from = self.queue[next];
            next += 1;
            for word in 0..self.words {
                let mut open = self.within[from * self.words + word] & !self.seen[word];
                self.seen[word] |= open;
                while open != 0 {
                    let column = word * 64 + open.trailing_zeros() as usize;
                    open &= open - 1;
                    self.came_from[column] = from;
                    if self.row_of[column] == NOBODY {
                        self.shift(column);
                        return true;
                    }
                    self.queue.push(self.row_of[column]);
                }
            }
        }
        false
    }

    /// Brings the row in by the way whose dearest step is cheapest; the limit rises to that.
    fn bring_in_cheapest(&mut self, row: usize) {
        let n = self.n;
        self.labels.clear();
        self.labels.resize(n, f64::INFINITY);
        let mut open: Vec<usize> = (0..n).collect();
        let (mut from, mut reached) = (row, self.limit);
        loop {
            let costs = &self.costs[from * n..(from + 1) * n];
            let (mut best, mut place) = (f64::INFINITY, 0);
            for (k, &column) in open.iter().enumerate() {
                let label = costs[column].max(reached);
                if label < self.labels[column] {
                    self.labels[column] = label;
                    self.came_from[column] = from;
                }
                if self.labels[column] < best {
                    best = self.labels[column];
                    place = k;
                }
            }
            if open.is_empty() || best == f64::INFINITY {
                return; // costs that are no numbers: nobody can be brought in
            }
            let column = open.swap_remove(place);
            reached = best;
            if self.row_of[column] == NOBODY {
                self.limit = reached;
                self.shift(column);
                self.look_within();
                return;
            }
            from = self.row_of[column];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(costs: &[f64], n: usize, row: usize, taken: u32) -> f64 {
        if row == n {
            return 0.0;
        }
        (0..n)
            .filter(|c| taken & 1 << c == 0)
            .map(|c| costs[row * n + c].max(best(costs, n, row + 1, taken | 1 << c)))
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn no_way_of_going_has_a_shorter_longest_way() {
        let mut seed = 5u64;
        let mut number = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for round in 0..1500 {
            let n = 1 + round % 7;
            let most = [3, 10, 1000][round % 3];
            let costs: Vec<f64> = (0..n * n).map(|_| number(most) as f64).collect();
            let (found, greatest) = assign(&costs, n);
            let mut columns = found.clone();
            columns.sort_unstable();
            assert_eq!(columns, (0..n).collect::<Vec<_>>());
            let taken = found.iter().enumerate().map(|(r, c)| costs[r * n + c]).fold(0.0, f64::max);
            assert_eq!(taken, best(&costs, n, 0, 0));
            assert_eq!(greatest, taken);
        }
    }

    #[test]
    fn seventy_models_that_only_shift_stay_in_order() {
        let from: Vec<V2> = (0..70).map(|k| v2(k as f64, 0.0)).collect();
        let to: Vec<V2> = from.iter().map(|p| v2(p.x, 1.5)).collect();
        let (found, far) = bottleneck(&from, &to).unwrap();
        assert_eq!((found, far), ((0..70).collect(), 1.5));
        assert!(bottleneck(&from, &to[1..]).is_err());
    }
}
