//! Everything as seen from one front corner: first contacts, and how many models meet.
use super::lane::{axes, first_of_piece, straight, Touch, Way};
use super::target::Target;
use super::{Charge, Thing};
use crate::block::hull::Frame;
use crate::num::{atan2, PI};
use crate::vec::V2;

/// Lengths and shares of sides as near as this are the same.
pub const SAME: f64 = 1e-7;
/// Two angles as near as this are the same.
pub const SAME_ANGLE: f64 = 1e-11;
/// No wheel is more.
pub const MOST: f64 = 0.5 * PI;
/// No way straight on is longer: beside a side it would have no end.
const FURTHEST: f64 = 1e5;

/// Angles from `low` to `high` between which nothing changes.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub count: usize,
    pub low: f64,
    pub high: f64,
    pub view: usize,
    /// Which form of first contact.
    pub form: usize,
    pub touch: Touch,
    /// Against which side the door is closed.
    pub side: usize,
}

/// A range of angles over which the first contact is of one kind, and, for each thing, where it is in the way.
pub struct Form {
    pub low: f64,
    pub high: f64,
    pub touch: Touch,
    pub lanes: Vec<Option<Vec<(f64, f64)>>>,
}

/// How the charger stands when the door is closed: the side reaches along its front from `from`.
pub struct Closed {
    pub side: usize,
    pub from: f64,
    pub turn: f64,
}

/// Everything as seen from one front corner.
pub struct View<'a> {
    pub asked: &'a Charge<'a>,
    pub frame: Frame,
    pub width: f64,
    pub depth: f64,
    pub target: Target,
    pub things: Vec<Thing>,
    pub forms: Vec<Form>,
    pub nearest: core::cell::Cell<f64>,
    /// The greatest wheel, and who stops it.
    pub limit: f64,
    pub stops: Option<usize>,
}

impl<'a> View<'a> {
    pub fn new(asked: &'a Charge<'a>, left: bool) -> View<'a> {
        let (width, depth) = (asked.charger.width(), asked.charger.depth());
        let along = asked.pose.axis();
        let pivot = asked.pose.at + along.perp() * if left { 0.5 * width } else { -0.5 * width };
        let frame = Frame { pivot, along, left };
        let target = Target::new(asked.target, asked.stands, &frame);
        let nearest = core::cell::Cell::new(f64::INFINITY);
        let mut view = View {
            asked,
            frame,
            width,
            depth,
            target,
            things: Vec::new(),
            forms: Vec::new(),
            nearest,
            limit: asked.turn.min(MOST),
            stops: None,
        };
        view.find_forms();
        view
    }

    /// When a point lies so far to the left of the charger's left edge, ahead of it.
    fn abreast(&self, point: V2, left: f64) -> Option<f64> {
        let far2 = point.norm2() - left * left;
        (far2 >= 0.0).then(|| atan2(point.y, point.x) - atan2(left, far2.sqrt()))
    }

    fn find_forms(&mut self) {
        let mut changes = vec![0.0, MOST];
        let mut add = |angle: Option<f64>| changes.extend(angle.filter(|&a| a > 0.0 && a < MOST));
        for (corner, side) in self.target.corners.iter().zip(&self.target.sides) {
            add(self.abreast(corner.at, 0.0));
            add(self.abreast(corner.at, -self.width));
            let inward = side.inward();
            add(Some(atan2(inward.y, inward.x)));
        }
        changes.sort_by(f64::total_cmp);
        let mut forms: Vec<Form> = Vec::new();
        let mut crossings = Vec::new();
        for pair in changes.windows(2).filter(|pair| pair[1] - pair[0] > SAME_ANGLE) {
            let middle = axes(0.5 * (pair[0] + pair[1]));
            crossings.clear();
            if self.target.pieces() > 1 {
                let first = first_of_piece(&self.target, 0, self.width, middle);
                let second = first_of_piece(&self.target, 1, self.width, middle);
                if let (Some((_, a)), Some((_, b))) = (first, second) {
                    let way = |touch| Way::new(touch, &self.target, self.width);
                    way(a).less(&way(b)).roots(pair[0], pair[1], &mut crossings);
                }
            }
            let mut low = pair[0];
            crossings.push(pair[1]);
            for &high in crossings.iter().filter(|&&high| high - pair[0] > SAME_ANGLE) {
                if let Some(touch) = self.first_touch(axes(0.5 * (low + high))) {
                    match forms.last_mut() {
                        Some(last) if last.touch == touch && low - last.high < SAME_ANGLE => last.high = high,
                        _ => forms.push(Form { low, high, touch, lanes: Vec::new() }),
                    }
                }
                low = high;
            }
        }
        self.forms = forms;
    }

    fn first_touch(&self, axes: (V2, V2)) -> Option<Touch> {
        let pieces =
            (0..self.target.pieces()).filter_map(|k| first_of_piece(&self.target, k, self.width, axes));
        pieces
            .fold(
                None,
                |best: Option<(f64, Touch)>, found| {
                    if best.map_or(true, |b| found.0 < b.0 - SAME) {
                        Some(found)
                    } else {
                        best
                    }
                },
            )
            .map(|found| found.1)
    }

    /// The angles at which the number of models in contact may change while the first contact is of one kind.
    fn changes(&self, form: &Form, changes: &mut Vec<f64>) {
        let (low, high) = (form.low, form.high);
        let (files, base) = (self.asked.charger.files, self.asked.charger.base_width);
        changes.clear();
        let mut add = |angle: Option<f64>| changes.extend(angle.filter(|&a| a > low && a < high));
        let overlap = self.asked.overlap;
        let slips: &[f64] = if overlap > 0.0 { &[-1.0, 1.0] } else { &[0.0] };
        match form.touch {
            Touch::Corner(k) => {
                let corner = self.target.corners[k];
                let (before, after) = (&self.target.sides[corner.before], &self.target.sides[corner.after]);
                let out = before.inward() + after.inward();
                add(Some(atan2(out.y, out.x)));
                for (side, sign) in [(before, 1.0), (after, -1.0)] {
                    for own in 0..=files {
                        for other in 0..=side.models.len() {
                            let at = own as f64 * base + sign * other as f64 * side.base;
                            for slip in slips {
                                let at = at + slip * overlap;
                                if at >= -SAME && at <= self.width + SAME {
                                    add(self.abreast(corner.at, -at));
                                }
                            }
                        }
                    }
                }
            }
            Touch::Near(k) | Touch::Far(k) => {
                let side = &self.target.sides[k];
                let (edge, sign) = match form.touch {
                    Touch::Near(_) => (0.0, -1.0),
                    _ => (self.width, 1.0),
                };
                for own in 0..=files {
                    for other in 0..=side.models.len() {
                        let at = other as f64 * side.base + sign * own as f64 * base;
                        for slip in slips {
                            let at = at + slip * overlap;
                            if at >= -SAME && at <= side.length + SAME {
                                add(self.abreast(side.from + side.along * at, -edge));
                            }
                        }
                    }
                }
            }
        }
        let way = Way::new(form.touch, &self.target, self.width);
        if self.asked.limit < 1e6 {
            way.is(self.asked.limit).roots(low, high, changes);
        }
        way.is(0.0).roots(low, high, changes);
        changes.push(low);
        changes.push(high);
        changes.sort_by(f64::total_cmp);
        changes.dedup_by(|a, b| *a - *b < SAME_ANGLE);
    }

    /// Stretches of angles that bring the charger into contact within the limit.
    pub fn stretches(&self, view: usize, found: &mut Vec<Stretch>) {
        let mut changes = Vec::new();
        for (k, form) in self.forms.iter().enumerate() {
            self.changes(form, &mut changes);
            let mut at = |low: f64, high: f64| {
                if low > self.asked.turn + SAME_ANGLE {
                    return;
                }
                let axes = axes(0.5 * (low + high));
                let way = straight(form.touch, &self.target, self.width, axes);
                if !(-SAME..FURTHEST).contains(&way) {
                    return;
                }
                if way > self.asked.limit + SAME {
                    self.nearest.set(self.nearest.get().min(way));
                    return;
                }
                self.closings(form.touch, axes, way, |closed| {
                    let count = self.count(closed.side, closed.from);
                    if count > 0 {
                        let (touch, side) = (form.touch, closed.side);
                        found.push(Stretch { count, low, high, view, form: k, touch, side });
                    }
                });
            };
            for pair in changes.windows(2) {
                at(pair[0], pair[0]);
                at(pair[0], pair[1]);
            }
            at(form.high, form.high);
        }
    }

    /// The ways of closing the door: about a corner of the target against the side that asks for the smaller turn,
    /// against either where both ask for the same.
    pub fn closings(&self, touch: Touch, (u, n): (V2, V2), way: f64, mut take: impl FnMut(Closed)) {
        let turn = |side: usize| {
            let inward = self.target.sides[side].inward();
            atan2(u.cross(inward), u.dot(inward))
        };
        match touch {
            Touch::Corner(k) => {
                let corner = self.target.corners[k];
                let at = -n.dot(corner.at);
                let turns = [turn(corner.before), turn(corner.after)];
                for (side, own, other) in [(corner.before, 0, 1), (corner.after, 1, 0)] {
                    let one = &self.target.sides[side];
                    if turns[own].abs() <= turns[other].abs() + 1e-9 && !one.models.is_empty() {
                        let from = if own == 0 { at - one.length } else { at };
                        take(Closed { side, from, turn: turns[own] });
                    }
                }
            }
            Touch::Near(k) | Touch::Far(k) => {
                let side = &self.target.sides[k];
                let edge = if let Touch::Near(_) = touch { 0.0 } else { self.width };
                let at = (u * way - n * edge - side.from).dot(side.along);
                if !side.models.is_empty() {
                    take(Closed { side: k, from: edge - at, turn: turn(k) });
                }
            }
        }
    }

    fn in_contact(&self, low: f64, high: f64, other_low: f64, other_high: f64) -> bool {
        high.min(other_high) - low.max(other_low) >= self.asked.overlap - SAME
    }

    /// Places along the front, from the pivot, and along the side, whose models are in contact.
    pub fn pairs(
        &self,
        side: usize,
        from: f64,
    ) -> (impl Iterator<Item = usize> + '_, impl Iterator<Item = usize> + '_) {
        let (base, side) = (self.asked.charger.base_width, &self.target.sides[side]);
        let to = from + side.length;
        let own = move |k: &usize| self.in_contact(*k as f64 * base, (*k + 1) as f64 * base, from, to);
        let other = move |j: &usize| {
            let low = from + *j as f64 * side.base;
            self.in_contact(0.0, self.width, low, low + side.base)
        };
        ((0..self.asked.charger.files).filter(own), (0..side.models.len()).filter(other))
    }

    fn count(&self, side: usize, from: f64) -> usize {
        let (own, others) = self.pairs(side, from);
        let (own, others) = (own.count(), others.count());
        if own > 0 && others > 0 {
            own + others
        } else {
            0
        }
    }
}
