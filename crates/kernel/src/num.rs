//! Trigonometry written from + - * / and the square root, in one fixed order of evaluation.
//!
//! The platform's sine, cosine and arctangent differ in the last bit between systems; these do not.
//! Errors stay within about one unit in the last place for arguments a table can produce.

/// π to double precision.
pub const PI: f64 = core::f64::consts::PI;
/// 2π to double precision.
pub const TAU: f64 = core::f64::consts::TAU;
/// What π is more than [`PI`].
const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;
/// Radians in one degree.
pub const RADIAN: f64 = PI / 180.0;

// π/2 in three parts; the first two have 33 bits, so that a count times either is exact.
const HALF_PI_1: f64 = 1.570_796_326_734_125_6;
const HALF_PI_2: f64 = 6.077_100_506_303_966e-11;
const HALF_PI_3: f64 = 2.022_266_248_795_950_6e-21;
const PER_HALF_PI: f64 = core::f64::consts::FRAC_2_PI;

/// Sine of an angle within ±π/4 of 0.
fn sin_near_zero(x: f64) -> f64 {
    let z = x * x;
    let tail = 2.811_457_254_345_520_6e-15 * z - 7.647_163_731_819_816e-13;
    let tail = tail * z + 1.605_904_383_682_161_3e-10;
    let tail = tail * z - 2.505_210_838_544_172e-8;
    let tail = tail * z + 2.755_731_922_398_589_3e-6;
    let tail = tail * z - 1.984_126_984_126_984e-4;
    let tail = tail * z + 8.333_333_333_333_333e-3;
    let tail = tail * z - 0.166_666_666_666_666_66;
    x + x * (z * tail)
}

/// Cosine of an angle within ±π/4 of 0.
fn cos_near_zero(x: f64) -> f64 {
    let z = x * x;
    let tail = 4.779_477_332_387_385e-14 * z - 1.147_074_559_772_972_5e-11;
    let tail = tail * z + 2.087_675_698_786_81e-9;
    let tail = tail * z - 2.755_731_922_398_589e-7;
    let tail = tail * z + 2.480_158_730_158_73e-5;
    let tail = tail * z - 1.388_888_888_888_889e-3;
    let tail = tail * z + 4.166_666_666_666_666_4e-2;
    let half = 0.5 * z;
    let head = 1.0 - half;
    // what the subtraction rounded away is added back with the tail
    head + (((1.0 - head) - half) + z * z * tail)
}

/// Turned on by so many quarters; without branches, which for angles at random would be guessed wrongly half the time.
#[inline(always)]
fn turned(quarters: i64, sin: f64, cos: f64) -> (f64, f64) {
    let (s, c) = if quarters & 1 == 0 { (sin, cos) } else { (cos, sin) };
    (if quarters & 2 == 0 { s } else { -s }, if (quarters + 1) & 2 == 0 { c } else { -c })
}

/// Sine and cosine of an angle in radians, up to about ±100 000.
pub fn sin_cos(x: f64) -> (f64, f64) {
    let quarters = (x * PER_HALF_PI + 0.5).floor();
    let rest = ((x - quarters * HALF_PI_1) - quarters * HALF_PI_2) - quarters * HALF_PI_3;
    turned(quarters as i64, sin_near_zero(rest), cos_near_zero(rest))
}

/// Sine and cosine of an angle in degrees; exact at whole quarter turns.
pub fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0 + 0.5).floor();
    let rest = (degrees - quarters * 90.0) * RADIAN;
    turned(quarters as i64, sin_near_zero(rest), cos_near_zero(rest))
}

/// The same direction in [0, 360).
pub fn turn_within_circle(degrees: f64) -> f64 {
    let within = degrees - 360.0 * (degrees / 360.0).floor();
    if (0.0..360.0).contains(&within) {
        within
    } else {
        0.0
    }
}

/// Arctangent of y/x for 0 <= y <= x, x > 0.
fn atan_octant(y: f64, x: f64) -> f64 {
    let ratio = y / x;
    // a guess good to 0.005, then the exact angle left over, which is small
    let guess = ratio / (1.0 + 0.280_872 * ratio * ratio);
    let (sin, cos) = (sin_near_zero(guess), cos_near_zero(guess));
    let left = (ratio * cos - sin) / (cos + ratio * sin);
    let z = left * left;
    let tail = -0.142_857_142_857_142_85 * z + 0.2;
    let tail = tail * z - 0.333_333_333_333_333_3;
    guess + (left + left * (z * tail))
}

/// The angle of the vector (x, y) in (-π, π]; 0 for the null vector.
pub fn atan2(y: f64, x: f64) -> f64 {
    let (ax, ay) = (x.abs(), y.abs());
    if ax == 0.0 && ay == 0.0 {
        return 0.0;
    }
    let first = if ay <= ax { atan_octant(ay, ax) } else { (PI / 2.0 - atan_octant(ax, ay)) + PI_LOW / 2.0 };
    let upper = if x < 0.0 { (PI - first) + PI_LOW } else { first };
    if y < 0.0 {
        -upper
    } else {
        upper
    }
}

/// The angle in [0, π] whose cosine is `c`; values beyond ±1 count as ±1.
pub fn acos(c: f64) -> f64 {
    let c = c.clamp(-1.0, 1.0);
    atan2(((1.0 - c) * (1.0 + c)).sqrt(), c)
}

/// An angle in radians brought into [0, 2π).
pub fn within_turn(angle: f64) -> f64 {
    let within = angle - TAU * (angle / TAU).floor();
    if (0.0..TAU).contains(&within) {
        within
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ulps(a: f64, b: f64) -> f64 {
        let size = a.abs().max(b.abs());
        if size == 0.0 {
            return 0.0;
        }
        let next = f64::from_bits(size.to_bits() + 1);
        (a - b).abs() / (next - size)
    }

    #[test]
    fn sine_and_cosine_are_within_two_units_of_the_platform() {
        for i in -40_000..40_000 {
            let x = i as f64 * 0.000_731_3;
            let (sin, cos) = sin_cos(x);
            assert!(ulps(sin, x.sin()) <= 2.0, "sin {}", x);
            assert!(ulps(cos, x.cos()) <= 2.0, "cos {}", x);
        }
    }

    #[test]
    fn arctangent_is_within_two_units_of_the_platform() {
        for i in 0..60_000 {
            let a = i as f64 * 0.000_104_8;
            let r = 0.001 + (i % 97) as f64;
            let (y, x) = (r * a.sin(), r * a.cos());
            assert!(ulps(atan2(y, x), y.atan2(x)) <= 2.0, "{} {}", y, x);
        }
        for e in -300..10 {
            let y = 10f64.powi(e);
            assert!(ulps(atan2(y, 1.0), y.atan2(1.0)) <= 2.0);
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        for (degrees, want) in
            [(0.0, (0.0, 1.0)), (90.0, (1.0, 0.0)), (-90.0, (-1.0, 0.0)), (540.0, (0.0, -1.0))]
        {
            let got = sin_cos_degrees(degrees);
            assert_eq!((got.0 + 0.0, got.1 + 0.0), want);
        }
        assert_eq!(turn_within_circle(-0.0), 0.0);
        assert_eq!(turn_within_circle(370.0), 10.0);
        assert_eq!(turn_within_circle(-1e-300), 0.0);
    }
}
