//! All that can change the best wheel, and the best of what is left.
use super::lane::{axes, blocked, first_of_piece, meets, straight, Touch, Way};
use super::target::Target;
use super::turn::{turn_limit, SLACK};
use super::{Approach, Charge, During, Missed, Outcome, Thing};
use crate::block::hull::{Body, Frame};
use crate::num::{atan2, PI, RADIAN};
use crate::path::Path;
use crate::shape::{axis, Pose, Refused};
use crate::vec::{v2, V2};

/// Lengths and shares of sides as near as this are the same.
const SAME: f64 = 1e-7;
/// Two angles as near as this are the same.
const SAME_ANGLE: f64 = 1e-11;
const MOST: f64 = 0.5 * PI;
/// A charge of more files is none that anybody plays.
const MOST_ABREAST: usize = 200;
/// No way straight on is longer: beside a side it would have no end.
const FURTHEST: f64 = 1e5;
/// Where the door cannot be closed, so many other angles of the same stretch are tried.
const TRIES: usize = 16;

/// The approach that brings the most models into contact; of those the one with the least wheel, then the shortest.
pub fn solve(asked: &Charge<'_>) -> Result<Outcome, Refused> {
    for block in [asked.charger, asked.target] {
        if block.files.max(block.ranks()) > MOST_ABREAST {
            return Err(Refused(format!("a block in a charge has at most {} files and ranks", MOST_ABREAST)));
        }
    }
    let mut views = [View::new(asked, true), View::new(asked, false)];
    let mut stretches: Vec<Stretch> = Vec::with_capacity(256);
    for (k, view) in views.iter().enumerate() {
        view.stretches(k, &mut stretches);
    }
    if stretches.is_empty() {
        let nearest = views.iter().fold(f64::INFINITY, |least: f64, view| least.min(view.nearest.get()));
        let missed =
            if nearest.is_finite() { Missed::OutOfReach { straight: nearest } } else { Missed::Turn };
        return Ok(Outcome::None(missed));
    }
    stretches.sort_by(|a, b| b.count.cmp(&a.count).then(a.low.total_cmp(&b.low)).then(a.view.cmp(&b.view)));
    for view in &mut views {
        view.look_around();
    }
    let mut best: Vec<(&Stretch, f64, f64)> = Vec::new();
    let mut missed = None;
    for stretch in &stretches {
        if let Some((b, angle, _)) = best.first() {
            if stretch.count < b.count || stretch.low > angle + SAME_ANGLE {
                break;
            }
        }
        let view = &mut views[stretch.view];
        match view.least_free(stretch) {
            Ok(angle) => {
                let way = straight(stretch.touch, &view.target, view.width, axes(angle)).max(0.0);
                let (least, shortest) = best.first().map_or((angle, way), |&(_, a, w)| (a, w));
                if angle < least - SAME_ANGLE || (angle < least + SAME_ANGLE && way < shortest - SAME) {
                    best.clear();
                }
                if best.is_empty() || (angle < least + SAME_ANGLE && way < shortest + SAME) {
                    best.push((stretch, angle, way));
                }
            }
            Err(why) => missed = missed.or(Some(why)),
        }
    }
    let mut found: Vec<Approach> = Vec::with_capacity(best.len());
    for (stretch, angle, way) in best {
        let approach = views[stretch.view].approach(stretch, angle, way)?;
        let end = approach.path.end().at;
        if found.iter().all(|other| (other.path.end().at - end).norm() > 1e-6) {
            found.push(approach);
        }
    }
    Ok(match missed {
        _ if !found.is_empty() => Outcome::Contact(found),
        Some(missed) => Outcome::None(missed),
        None => Outcome::None(Missed::Turn),
    })
}

/// Angles from `low` to `high` between which nothing changes.
#[derive(Clone, Debug)]
struct Stretch {
    count: usize,
    low: f64,
    high: f64,
    view: usize,
    /// Which form of first contact.
    form: usize,
    touch: Touch,
    /// Against which side the door is closed.
    side: usize,
}

/// A range of angles over which the first contact is of one kind, and, for each thing, where it is in the way.
struct Form {
    low: f64,
    high: f64,
    touch: Touch,
    lanes: Vec<Option<Vec<(f64, f64)>>>,
}

/// How the charger stands when the door is closed: the side reaches along its front from `from`.
struct Closed {
    side: usize,
    from: f64,
    turn: f64,
}

/// Everything as seen from one front corner.
struct View<'a> {
    asked: &'a Charge<'a>,
    frame: Frame,
    width: f64,
    depth: f64,
    target: Target,
    things: Vec<Thing>,
    forms: Vec<Form>,
    nearest: core::cell::Cell<f64>,
    /// The greatest wheel, and who stops it.
    limit: f64,
    stops: Option<usize>,
}

impl<'a> View<'a> {
    fn new(asked: &'a Charge<'a>, left: bool) -> View<'a> {
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
    fn stretches(&self, view: usize, found: &mut Vec<Stretch>) {
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
    fn closings(&self, touch: Touch, (u, n): (V2, V2), way: f64, mut take: impl FnMut(Closed)) {
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
    fn pairs(
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

    /// The rectangles of the charger, from the pivot: low and high corner.
    fn bodies(&self) -> impl Iterator<Item = (V2, V2)> {
        let (whole, last) = self.asked.charger.rectangles();
        let half = 0.5 * self.width;
        let body = move |rank: crate::block::Rank| (v2(rank.x.0, rank.y.0 - half), v2(0.0, rank.y.1 - half));
        core::iter::once(body(whole)).chain(last.map(body))
    }

    /// Take in what may be in the way, and how far the wheel can go.
    fn look_around(&mut self) {
        let reach = self.forms.iter().fold(0.0, |most: f64, form| {
            let way = |angle| straight(form.touch, &self.target, self.width, axes(angle));
            most.max(way(form.low)).max(way(form.high))
        });
        let reach = reach.min(self.asked.limit).max(0.0) + self.width;
        let diagonal = v2(self.depth, self.width).norm();
        let far = reach.max(diagonal) + 1.0;
        let frame = &self.frame;
        for (index, (standing, margin)) in self.asked.things.iter().enumerate() {
            let middle = (standing.bounds.low + standing.bounds.high) * 0.5;
            let size = (standing.bounds.high - middle).norm();
            if (middle - frame.pivot).norm() < far + size {
                self.things.push(Thing::new(standing, *margin, index, |p| frame.own(p)));
            }
        }
        let rings: Vec<Thing> = (0..self.target.pieces())
            .map(|piece| Thing { ring: self.target.ring(piece), disc: None, margin: -1e-6, index: None })
            .collect();
        let mut events = Vec::new();
        for thing in self.things.iter().chain(&rings) {
            for (low, high) in self.bodies() {
                if let Some(limit) = turn_limit(low, high, thing, MOST, &mut events) {
                    if limit < self.limit {
                        self.limit = limit;
                        self.stops = thing.index;
                    }
                }
            }
        }
        for form in &mut self.forms {
            form.lanes = vec![None; self.things.len()];
        }
    }

    /// The least angle of a stretch at which nothing is in the way.
    fn least_free(&mut self, stretch: &Stretch) -> Result<f64, Missed> {
        let high = stretch.high.min(self.limit);
        if stretch.low > high + SAME_ANGLE {
            return Err(Missed::Blocked { by: self.stops, during: During::Wheel });
        }
        let first = self.free_lane(stretch, stretch.low, high)?;
        let shut = match self.shut(stretch, first) {
            None => return Ok(first),
            Some(by) => Missed::Blocked { by, during: During::Closing },
        };
        let mut before = first;
        for k in 1..=TRIES {
            let angle = first + (high - first) * k as f64 / TRIES as f64;
            if angle <= before || self.free_lane(stretch, angle, high) != Ok(angle) {
                continue;
            }
            if self.shut(stretch, angle).is_none() {
                let (mut bad, mut good) = (before, angle);
                for _ in 0..40 {
                    let middle = 0.5 * (bad + good);
                    let free = self.free_lane(stretch, middle, high) == Ok(middle);
                    if free && self.shut(stretch, middle).is_none() {
                        good = middle;
                    } else {
                        bad = middle;
                    }
                }
                return Ok(good);
            }
            before = angle;
        }
        Err(shut)
    }

    /// The least angle from `angle` on at which the lane is free.
    fn free_lane(&mut self, stretch: &Stretch, mut angle: f64, high: f64) -> Result<f64, Missed> {
        let size = (self.width, self.depth);
        let form = &mut self.forms[stretch.form];
        let range = (form.low, form.high);
        let mut settled = 0;
        let mut k = 0;
        while settled < self.things.len() {
            let thing = &self.things[k];
            let touch = form.touch;
            let target = &self.target;
            let lanes = form.lanes[k].get_or_insert_with(|| blocked(thing, touch, target, size, range));
            let near = |a: f64, b: f64| (a - b).abs() <= SAME_ANGLE;
            let inside = lanes.iter().find(|(from, to)| angle > from - SAME_ANGLE && angle < to + SAME_ANGLE);
            if let Some(&(from, to)) = inside {
                // at the ends it is only touched, unless the range of this form ends there
                let edge = near(angle, from) || near(angle, to);
                let axes = axes(angle);
                if !edge || meets(thing, size, straight(touch, target, size.0, axes), axes) {
                    if near(angle, to) || to > high + SAME_ANGLE {
                        return Err(Missed::Blocked { by: thing.index, during: During::Straight });
                    }
                    angle = to;
                    settled = 0;
                    continue;
                }
            }
            settled += 1;
            k = (k + 1) % self.things.len();
        }
        Ok(angle)
    }

    fn closed(&self, stretch: &Stretch, angle: f64) -> (f64, Closed, V2) {
        let axes = axes(angle);
        let way = straight(stretch.touch, &self.target, self.width, axes).max(0.0);
        let (u, n) = axes;
        let contact = match stretch.touch {
            Touch::Corner(k) => self.target.corners[k].at,
            Touch::Near(_) => u * way,
            Touch::Far(_) => u * way - n * self.width,
        };
        let mut found = Closed { side: stretch.side, from: 0.0, turn: 0.0 };
        self.closings(stretch.touch, axes, way, |closed| {
            if closed.side == stretch.side {
                found = closed;
            }
        });
        (way, found, contact)
    }

    /// Who keeps the door from being closed.
    fn shut(&self, stretch: &Stretch, angle: f64) -> Option<Option<usize>> {
        let (way, closed, contact) = self.closed(stretch, angle);
        let (u, n) = axes(angle);
        let along = -n.dot(contact);
        let mirrored = closed.turn < 0.0;
        let own = |p: V2| {
            let q = (p - contact).turned_back(u);
            v2(q.x, if mirrored { -q.y } else { q.y })
        };
        let reach = v2(self.depth, along.max(self.width - along)).norm() + 1.0;
        let mut events = Vec::new();
        if closed.turn.abs() > 1e-9 {
            for thing in &self.things {
                if thing.distance(contact) > reach {
                    continue;
                }
                let seen = thing.seen(own);
                for (low, high) in self.bodies() {
                    let (low, high) = (low + v2(0.0, along), high + v2(0.0, along));
                    let (low, high) =
                        if mirrored { (v2(low.x, -high.y), v2(high.x, -low.y)) } else { (low, high) };
                    if turn_limit(low, high, &seen, closed.turn.abs(), &mut events).is_some() {
                        return Some(thing.index);
                    }
                }
            }
        }
        // a last rank that is not full sticks out of its block
        if self.target.pieces() > 1 {
            let facing = axis(closed.turn / RADIAN);
            let front = contact + (u * way - contact).turned(facing);
            for (low, high) in self.bodies() {
                let less = v2(10.0 * SLACK, 10.0 * SLACK);
                let body = Body::bare(low + less, high - less);
                for piece in 0..self.target.pieces() {
                    let thing = Thing { ring: self.target.ring(piece), disc: None, margin: 0.0, index: None };
                    if thing.meets(&body, front, u.turned(facing)) {
                        return Some(None);
                    }
                }
            }
        }
        None
    }

    /// Everything about an approach, on the table.
    fn approach(&self, stretch: &Stretch, angle: f64, way: f64) -> Result<Approach, Refused> {
        let (_, closed, contact) = self.closed(stretch, angle);
        let degrees = |turn: f64| if self.frame.left { turn / RADIAN } else { 0.0 - turn / RADIAN };
        let (wheel, closing) = (degrees(angle), degrees(closed.turn));
        let contact = self.frame.table(contact);
        let mut path = Path::new(self.asked.pose);
        let turn_about = |path: &mut Path, degrees: f64, centre: V2| {
            let from = path.end().at;
            path.push(centre + (from - centre).turned(axis(degrees)), degrees, Some(centre))
        };
        if wheel != 0.0 {
            turn_about(&mut path, wheel, self.frame.pivot)?;
        }
        if way > 0.0 {
            let end: Pose = path.end();
            path.push(end.at + end.axis() * way, 0.0, None)?;
        }
        if closing != 0.0 {
            turn_about(&mut path, closing, contact)?;
        }
        let side = &self.target.sides[closed.side];
        let files = self.asked.charger.files;
        let (own, others) = self.pairs(closed.side, closed.from);
        let mut chargers: Vec<usize> = own.map(|k| if self.frame.left { k } else { files - 1 - k }).collect();
        let mut targets: Vec<usize> = others.map(|j| side.models[j]).collect();
        chargers.sort_unstable();
        targets.sort_unstable();
        Ok(Approach { wheel, straight: way, contact, flank: side.flank, closing, chargers, targets, path })
    }
}
