//! Places on the borders of ground where a way may bend.
use super::around::Around;
use super::body::Body;
use super::border::Border;
use super::world::World;
use crate::vec::V2;

/// How far beside a border the two sides of it are looked at.
const BESIDE: f64 = 1e-6;

/// The stops of a world: where each lies, and which are next to one another on a smooth piece of border.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stops {
    /// The borders of the world's ground, in its order.
    pub(crate) borders: Vec<Border>,
    /// Of each stop: its border and the length along it.
    pub(crate) on: Vec<(usize, f64)>,
    /// Of each stop: the stops before and after it, evenly spaced with it on one smooth piece.
    pub(crate) beside: Vec<Option<(u32, u32)>>,
}

/// Put stops on the borders, at most `apart` from one another, where `within` holds.
pub(crate) fn place_stops(world: &mut World, apart: f64, within: &dyn Fn(V2) -> bool) -> Stops {
    let mut stops =
        Stops { borders: world.ground.iter().map(|g| Border::of(&g.0)).collect(), ..Stops::default() };
    let mut places: Vec<V2> = Vec::new();
    for (k, border) in stops.borders.iter().enumerate() {
        let mut last: Option<(V2, u32)> = None;
        let mut first: Option<(V2, u32)> = None;
        for run in border.runs(apart) {
            let mut ids: Vec<Option<u32>> = Vec::with_capacity(run.len());
            for s in run {
                let p = border.at(s);
                let known = [last, first].iter().flatten().find(|(q, _)| (*q - p).norm() < 1e-9).map(|f| f.1);
                let id = known.or_else(|| {
                    (within(p) && is_border(&world.around(), border, s)).then(|| {
                        places.push(p);
                        stops.on.push((k, s));
                        stops.beside.push(None);
                        places.len() as u32 - 1
                    })
                });
                if let Some(id) = id {
                    last = Some((p, id));
                    first = first.or(last);
                }
                ids.push(id);
            }
            for trio in ids.windows(3) {
                if let [Some(a), Some(b), Some(c)] = *trio {
                    stops.beside[b as usize] = Some((a, c));
                }
            }
        }
    }
    world.stops = places;
    stops
}

/// Does the cost of an inch change here, where the centre may be?
fn is_border(around: &Around<'_>, border: &Border, s: f64) -> bool {
    let p = border.at(s);
    let out = (border.at(s - BESIDE) - border.at(s + BESIDE)).unit().perp();
    around.free(p) && around.factor(p + out * BESIDE) != around.factor(p - out * BESIDE)
}

/// About how much of a body's border lies where `within` holds.
pub(crate) fn border_within(body: &Body, within: &dyn Fn(V2) -> bool) -> f64 {
    let border = Border::of(body);
    let steps = (border.len * 4.0).ceil().clamp(8.0, 4000.0);
    let step = border.len / steps;
    (0..steps as u32).filter(|&k| within(border.at(step * f64::from(k)))).count() as f64 * step
}
