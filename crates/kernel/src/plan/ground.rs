//! What a way costs over ground where an inch counts more (or less) than one.
use super::body::Body;
use super::meet::Segment;

/// The cost of a straight way: where several regions lie the dearest counts, outside them an inch is an inch.
pub(crate) fn cost(ground: &[(Body, f64)], s: &Segment) -> f64 {
    let mut spans: Vec<(f64, f64, f64)> = Vec::new();
    for (body, factor) in ground {
        if let Some((low, high)) = body.chord(s) {
            spans.push((low, high, *factor));
        }
    }
    match spans.as_slice() {
        [] => s.len,
        [(low, high, factor)] => s.len + (high - low) * (factor - 1.0),
        _ => dearest(&spans, s.len),
    }
}

fn dearest(spans: &[(f64, f64, f64)], len: f64) -> f64 {
    let mut ends: Vec<f64> = spans.iter().flat_map(|s| [s.0, s.1]).collect();
    ends.push(0.0);
    ends.push(len);
    ends.sort_by(f64::total_cmp);
    let mut sum = 0.0;
    for pair in ends.windows(2) {
        let mid = 0.5 * (pair[0] + pair[1]);
        let lying = spans.iter().filter(|s| s.0 < mid && mid < s.1).map(|s| s.2);
        let factor = lying.fold(None, |m: Option<f64>, f| Some(m.map_or(f, |m| m.max(f)))).unwrap_or(1.0);
        sum += (pair[1] - pair[0]) * factor;
    }
    sum
}
