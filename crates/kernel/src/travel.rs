//! How far the part of a base that travels furthest goes.
//!
//! The way of a point that turns while its base goes straight or round is an elliptic integral, which is worked
//! out to rounding. The way is a convex function of the point, so the furthest lies on the convex hull:
//! at a corner, or on an oval where tangents and chords close in on it.
use crate::num::{atan2, sin_cos, PI, TAU};
use crate::path::{Leg, Path};
use crate::shape::{axis, Part, Pose, Shape};
use crate::vec::{v2, V2};

/// How nearly the furthest point of an oval is found, in inches of its way.
const CLOSE_ENOUGH: f64 = 2e-5;

/// The way of the point of the outline that travels furthest; of a disc, the centre's way.
pub fn travel(path: &Path, shape: &Shape) -> f64 {
    if shape.disc_radius().is_some() || path.legs.iter().all(|leg| leg.turn == 0.0) {
        return path.length();
    }
    let way = |point: V2| way(path, point);
    match shape.parts()[0] {
        Part::Oval(a, b) => furthest_of_oval(a, b, &way),
        _ => shape.corners().iter().fold(0.0, |most: f64, &p| most.max(way(p))),
    }
}

/// The way of one point of the base, given about the base's origin, over the whole path.
pub fn way(path: &Path, point: V2) -> f64 {
    path.legs.iter().map(|leg| way_of_point(leg, point)).sum()
}

/// How far one point of the base, given about the base's origin, is in the end from where it was: in a straight line.
pub fn shift(path: &Path, point: V2) -> f64 {
    let place = |pose: Pose| pose.at + point.turned(pose.axis());
    (place(path.end()) - place(path.start)).norm()
}

/// The greatest value of a convex function on an oval.
fn furthest_of_oval(a: f64, b: f64, way: &impl Fn(V2) -> f64) -> f64 {
    let point = |angle: f64, out: f64| {
        let (sin, cos) = sin_cos(angle);
        v2(a * cos * out, b * sin * out)
    };
    // an arc lies in the triangle of its chord and the tangents at its ends
    let tip = |from: f64, size: f64| way(point(from + 0.5 * size, 1.0 / sin_cos(0.5 * size).1));
    let mut best = 0.0f64;
    let mut arcs: Vec<(f64, f64, f64)> = Vec::with_capacity(64);
    let first = TAU / 16.0;
    for k in 0..16 {
        let from = first * k as f64;
        best = best.max(way(point(from, 1.0)));
        arcs.push((from, first, tip(from, first)));
    }
    let mut spent = 0;
    while let Some((from, size, most)) = arcs.pop() {
        spent += 1;
        if most <= best + CLOSE_ENOUGH || spent > 20_000 {
            continue;
        }
        let half = 0.5 * size;
        best = best.max(way(point(from + half, 1.0)));
        for start in [from, from + half] {
            let most = tip(start, half);
            if most > best + CLOSE_ENOUGH {
                arcs.push((start, half, most));
            }
        }
    }
    best
}

/// The length of the way of a point of the base, given about the base's origin, over one leg.
pub fn way_of_point(leg: &Leg, point: V2) -> f64 {
    let (spin, arm) = (leg.spin(), point.norm());
    if spin == 0.0 || arm == 0.0 {
        return leg.length;
    }
    let turning = spin.abs() * arm;
    if leg.length == 0.0 {
        return turning;
    }
    // its velocity is the sum of two vectors of constant length; `begin` is the angle between them at the start
    let own = point.turned(axis(leg.from.facing)).perp() * spin;
    let (going, bend) = match leg.arc {
        None => (leg.to - leg.from.at, 0.0),
        Some(arc) => (arc.arm.perp() * arc.sweep, arc.sweep),
    };
    let begin = atan2(going.cross(own), going.dot(own));
    let change = spin - bend;
    let (sum, product) = (leg.length + turning, leg.length * turning);
    if change.abs() < 1e-6 {
        let cos = sin_cos(begin + 0.5 * change).1;
        return (sum * sum - 2.0 * product * (1.0 - cos)).max(0.0).sqrt();
    }
    let m = (4.0 * product / (sum * sum)).min(1.0);
    let (from, to) = (0.5 * begin, 0.5 * (begin + change));
    (2.0 * sum * (elliptic(to, m) - elliptic(from, m)) / change).abs()
}

/// The incomplete elliptic integral of the second kind, of `phi` with parameter `m` from 0 to 1.
fn elliptic(phi: f64, m: f64) -> f64 {
    let turns = (phi / PI + 0.5).floor();
    let (sin, cos) = sin_cos(phi - turns * PI);
    let part = elliptic_from_sine(sin, cos * cos, m);
    if turns == 0.0 {
        part
    } else {
        part + 2.0 * turns * elliptic_from_sine(1.0, 0.0, m)
    }
}

fn elliptic_from_sine(sin: f64, cos2: f64, m: f64) -> f64 {
    if 1.0 - m < 1e-13 {
        return sin;
    }
    let y = (1.0 - m) + m * cos2;
    sin * carlson_f(cos2, y) - m / 3.0 * (sin * sin * sin) * carlson_d(cos2, y)
}

/// Carlson's symmetric integral of the first kind of (x, y, 1), by duplication.
fn carlson_f(x: f64, y: f64) -> f64 {
    let (mut x, mut y, mut z) = (x, y, 1.0f64);
    for _ in 0..60 {
        let mean = (x + y + z) / 3.0;
        let (dx, dy, dz) = (1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean);
        if dx.abs().max(dy.abs()).max(dz.abs()) < 2e-3 {
            let e2 = dx * dy - dz * dz;
            let e3 = dx * dy * dz;
            return (1.0 + (e2 / 24.0 - 0.1 - 3.0 * e3 / 44.0) * e2 + e3 / 14.0) / mean.sqrt();
        }
        let (rx, ry, rz) = (x.sqrt(), y.sqrt(), z.sqrt());
        let lambda = rx * (ry + rz) + ry * rz;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    1.0 / ((x + y + z) / 3.0).sqrt()
}

/// Carlson's symmetric integral of the second kind of (x, y; 1), by duplication.
fn carlson_d(x: f64, y: f64) -> f64 {
    let (mut x, mut y, mut z) = (x, y, 1.0f64);
    let (mut sum, mut quarter) = (0.0, 1.0);
    for _ in 0..60 {
        let mean = 0.2 * (x + y + 3.0 * z);
        let (dx, dy, dz) = (1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean);
        if dx.abs().max(dy.abs()).max(dz.abs()) < 1e-3 {
            let ea = dx * dy;
            let eb = dz * dz;
            let ec = ea - eb;
            let ed = ea - 6.0 * eb;
            let ee = ed + ec + ec;
            let first = ed * (-3.0 / 14.0 + 9.0 / 88.0 * ed - 4.5 / 26.0 * dz * ee);
            let second = dz * (ee / 6.0 + dz * (-9.0 / 22.0 * ec + dz * (3.0 / 26.0) * ea));
            return 3.0 * sum + quarter * (1.0 + first + second) / (mean * mean.sqrt());
        }
        let (rx, ry, rz) = (x.sqrt(), y.sqrt(), z.sqrt());
        let lambda = rx * (ry + rz) + ry * rz;
        sum += quarter / (rz * (z + lambda));
        quarter *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    3.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simpson's rule on the speed, as fine as it takes.
    fn slow(leg: &Leg, point: V2) -> f64 {
        let speed = |t: f64| {
            let m = leg.moment(t);
            (m.velocity + point.turned(m.axis).perp() * leg.spin()).norm()
        };
        let n = 20_000;
        let h = 1.0 / n as f64;
        (0..n)
            .map(|k| k as f64 * h)
            .map(|t| h / 6.0 * (speed(t) + 4.0 * speed(t + 0.5 * h) + speed(t + h)))
            .sum()
    }

    #[test]
    fn the_way_of_a_point_agrees_with_a_sum_over_small_steps() {
        let start = Pose { at: v2(1.0, 2.0), facing: 37.0 };
        let cases = [
            (v2(5.0, 3.0), 250.0, None),
            (v2(1.0, 2.0), -180.0, None),
            (v2(3.0, 2.0), 30.0, Some(v2(2.0, 2.0))),
            (v2(2.0, 3.0), -90.0, Some(v2(2.0, 2.0))),
            (v2(1.5, 2.0), 720.0, None),
            (v2(9.0, 2.0), 0.001, None),
        ];
        for (to, turn, around) in cases {
            let leg = Leg::new(start, to, turn, around).unwrap();
            for point in [v2(1.0, 0.5), v2(-0.3, 0.0), v2(0.0, 2.0), v2(2.0, -1.0)] {
                let (fast, slow) = (way_of_point(&leg, point), slow(&leg, point));
                assert!((fast - slow).abs() < 1e-6, "{:?} {} {} {}", to, turn, fast, slow);
            }
        }
    }

    #[test]
    fn a_wheel_about_a_corner_moves_the_far_corner_its_arc() {
        // a base of 4 x 2 wheels by 90 degrees about its own corner (2, 1)
        let start = Pose { at: v2(0.0, 0.0), facing: 0.0 };
        let mut path = Path::new(start);
        path.push(v2(3.0, -1.0), 90.0, Some(v2(2.0, 1.0))).unwrap();
        let block = Shape::rectangle(4.0, 2.0).unwrap();
        assert!((travel(&path, &block) - 0.5 * PI * 20f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn an_oval_on_the_spot_moves_its_tip_half_a_circle() {
        let start = Pose { at: v2(0.0, 0.0), facing: 0.0 };
        let mut path = Path::new(start);
        path.push(v2(0.0, 0.0), 180.0, None).unwrap();
        let oval = Shape::oval(3.0, 2.0).unwrap();
        assert!((travel(&path, &oval) - PI * 1.5).abs() <= 2e-5);
    }
}
