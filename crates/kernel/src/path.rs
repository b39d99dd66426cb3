//! Ways of a base: straight legs and arcs, with a turn spread evenly over each.
use crate::num::{atan2, sin_cos, PI, TAU};
use crate::shape::{axis, checked, checked_point, Pose, Refused};
use crate::vec::{v2, Bounds, V2};

/// The two ends of an arc may be unequally far from its centre by this much; the centre is then mended.
const ROUND_ENOUGH: f64 = 0.01;
/// An arc whose ends and centre are this nearly in one line goes counter-clockwise.
const HALF_TURN: f64 = 2e-6;

/// The round part of a leg.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// What it goes around.
    pub centre: V2,
    /// From the centre to the start of the leg.
    pub arm: V2,
    /// Radians, counter-clockwise when positive.
    pub sweep: f64,
}

/// One leg: from a pose to another, straight or along an arc.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// Where it begins.
    pub from: Pose,
    /// Where its centre ends.
    pub to: V2,
    /// Degrees of turning over the leg, counter-clockwise when positive.
    pub turn: f64,
    /// The centre as it was given; none when straight.
    pub around: Option<V2>,
    /// The arc, if it is one with any length.
    pub arc: Option<Arc>,
    /// Inches of the centre's way.
    pub length: f64,
}

/// How a base stands and moves at one moment of a leg; the leg lasts one unit of time.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Place of the centre.
    pub at: V2,
    /// Velocity of the centre.
    pub velocity: V2,
    /// Unit vector along the facing.
    pub axis: V2,
}

impl Leg {
    /// A leg on which nothing moves.
    pub fn still(pose: Pose) -> Leg {
        Leg { from: pose, to: pose.at, turn: 0.0, around: None, arc: None, length: 0.0 }
    }

    /// A leg from a pose; refused when the numbers make no leg.
    pub fn new(from: Pose, to: V2, turn: f64, around: Option<V2>) -> Result<Leg, Refused> {
        let to = checked_point(to.x, to.y)?;
        let turn = checked(turn, "a turn")?;
        let straight = Leg { from, to, turn, around, arc: None, length: (to - from.at).norm() };
        let given = match around {
            None => return Ok(straight),
            Some(c) => checked_point(c.x, c.y)?,
        };
        let chord = to - from.at;
        let (near, far) = ((from.at - given).norm(), (to - given).norm());
        if (near - far).abs() > ROUND_ENOUGH {
            return Err(Refused(format!(
                "an arc begins {:.4} from its centre and ends {:.4} from it, which makes no arc",
                near, far
            )));
        }
        if chord.norm() <= 1e-12 {
            return Ok(straight);
        }
        let along = chord.unit();
        let middle = from.at + chord * 0.5;
        let centre = given - along * (given - middle).dot(along);
        let (arm, end) = (from.at - centre, to - centre);
        let radius = arm.norm();
        if radius < 1e-9 {
            return Err(Refused("an arc goes around its own start".to_string()));
        }
        let across = arm.cross(end);
        let mut sweep = atan2(across, arm.dot(end));
        if arm.dot(end) < 0.0 && across.abs() <= HALF_TURN * radius && sweep < 0.0 {
            sweep += TAU;
        }
        let arc = Arc { centre, arm, sweep };
        Ok(Leg { arc: Some(arc), length: radius * sweep.abs(), ..straight })
    }

    /// Radians of turning over the leg.
    pub fn spin(&self) -> f64 {
        self.turn * (PI / 180.0)
    }

    /// Facing in degrees at time `t`.
    pub fn facing(&self, t: f64) -> f64 {
        self.from.facing + self.turn * t
    }

    /// Place of the centre at time `t`.
    pub fn place(&self, t: f64) -> V2 {
        if t <= 0.0 {
            return self.from.at;
        }
        if t >= 1.0 {
            return self.to;
        }
        match self.arc {
            None => self.from.at + (self.to - self.from.at) * t,
            Some(arc) => {
                let (sin, cos) = sin_cos(arc.sweep * t);
                arc.centre + arc.arm.turned(v2(cos, sin))
            }
        }
    }

    /// Pose at time `t`.
    pub fn pose(&self, t: f64) -> Pose {
        Pose { at: self.place(t), facing: self.facing(t) }
    }

    /// Place, velocity and facing at time `t`.
    pub fn moment(&self, t: f64) -> Moment {
        let at = self.place(t);
        let velocity = match self.arc {
            None => self.to - self.from.at,
            Some(arc) => (at - arc.centre).perp() * arc.sweep,
        };
        Moment { at, velocity, axis: axis(self.facing(t)) }
    }

    /// Greatest acceleration of the centre over the leg.
    pub fn bend(&self) -> f64 {
        self.arc.map_or(0.0, |arc| self.length * arc.sweep.abs())
    }

    /// The box that just holds the centre's way.
    pub fn bounds(&self) -> Bounds {
        let ends = Bounds::of(&[self.from.at, self.to]);
        let arc = match self.arc {
            None => return ends,
            Some(arc) => arc,
        };
        let radius = arc.arm.norm();
        let from = atan2(arc.arm.y, arc.arm.x);
        let mut bounds = ends;
        for (quarter, out) in [v2(1.0, 0.0), v2(0.0, 1.0), v2(-1.0, 0.0), v2(0.0, -1.0)].iter().enumerate() {
            if arc.passes(from, 0.5 * PI * quarter as f64).is_some() {
                bounds = bounds.with(arc.centre + *out * radius);
            }
        }
        bounds
    }
}

impl Arc {
    /// When (0 to 1) the arc that begins at the angle `from` passes the angle `to`, if it does.
    pub fn passes(&self, from: f64, to: f64) -> Option<f64> {
        let ahead = if self.sweep >= 0.0 { to - from } else { from - to };
        let ahead = crate::num::within_turn(ahead);
        let size = self.sweep.abs();
        if ahead <= size {
            Some(ahead / size)
        } else if ahead >= TAU - 1e-9 {
            Some(0.0) // rounding put the start itself just behind
        } else {
            None
        }
    }
}

/// Legs one after another on one level, from a starting pose.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where it begins.
    pub start: Pose,
    /// The legs in order.
    pub legs: Vec<Leg>,
}

impl Path {
    /// A path that has no leg yet.
    pub fn new(start: Pose) -> Path {
        Path { start, legs: Vec::new() }
    }

    /// Go on to a place, turning by `turn` degrees, around a centre if there is one.
    pub fn push(&mut self, to: V2, turn: f64, around: Option<V2>) -> Result<(), Refused> {
        let leg = Leg::new(self.end(), to, turn, around)?;
        checked(leg.facing(1.0), "a facing")?;
        self.legs.push(leg);
        Ok(())
    }

    /// The pose at the end.
    pub fn end(&self) -> Pose {
        self.legs.last().map_or(self.start, |leg| leg.pose(1.0))
    }

    /// Inches of the centre's whole way.
    pub fn length(&self) -> f64 {
        self.legs.iter().map(|leg| leg.length).sum()
    }

    /// Leg and time after this many inches of the centre's way; the end when the way is shorter.
    pub fn along(&self, distance: f64) -> (usize, f64) {
        let mut left = distance.max(0.0);
        for (k, leg) in self.legs.iter().enumerate() {
            if left <= leg.length {
                let t = if leg.length > 0.0 { left / leg.length } else { 0.0 };
                return (k, t);
            }
            left -= leg.length;
        }
        match self.legs.len() {
            0 => (0, 0.0),
            n => (n - 1, 1.0),
        }
    }

    /// The part up to time `t` of a leg.
    pub fn cut(&self, leg: usize, t: f64) -> Path {
        let mut legs: Vec<Leg> = self.legs.iter().take(leg + 1).copied().collect();
        if legs.len() == leg + 1 {
            let last = &mut legs[leg];
            let whole = *last;
            last.to = whole.place(t);
            last.turn = whole.turn * t;
            last.length = whole.length * t;
            last.arc = whole.arc.map(|arc| Arc { sweep: arc.sweep * t, ..arc });
        }
        Path { start: self.start, legs }
    }

    /// The box that just holds the centre's whole way.
    pub fn bounds(&self) -> Bounds {
        self.legs.iter().fold(Bounds::of(&[self.start.at]), |b, leg| b.joined(leg.bounds()))
    }
}
