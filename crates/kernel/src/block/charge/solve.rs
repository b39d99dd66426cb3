//! The best of all that can change the best wheel.
use super::lane::{axes, straight};
use super::view::{Stretch, View, SAME, SAME_ANGLE};
use super::{Approach, Charge, Missed, Outcome};
use crate::shape::Refused;

/// A charge of more files is none that anybody plays.
const MOST_ABREAST: usize = 200;

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
