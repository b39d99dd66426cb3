//! From a question to routes: exact where nothing is paid for, then over ground with stops on its borders.
use super::body::{Body, TOUCH};
use super::border::Border;
use super::field::Field;
use super::goal::Goals;
use super::reach::Reach;
use super::refine::{refined, Shore};
use super::ring::rings_of;
use super::route::{cost_over, trace, Route};
use super::search::{Search, EQUAL};
use super::stops::{border_within, place_stops, Stops};
use super::world::World;
use crate::vec::{Bounds, V2};

/// Ends this much dearer than the cheapest are slid too, before the cheapest are chosen.
const WORTH_SLIDING: f64 = 0.02;
/// How many stops there are in all, the first time and the second.
const STOPS: [f64; 2] = [100.0, 220.0];

/// A question for the cheapest ways from `foci[0]`.
pub(crate) struct Ask<'a> {
    pub(crate) solid: &'a [Body],
    pub(crate) ground: &'a [(Body, f64)],
    pub(crate) least: f64,
    pub(crate) floor: Bounds,
    /// No place of a way of length l is further from these in sum than l + `wide`.
    pub(crate) foci: &'a [V2],
    pub(crate) wide: f64,
    pub(crate) goals: &'a Goals<'a>,
    /// Outlines that an end may slide along.
    pub(crate) shore: &'a [Body],
    pub(crate) limit: f64,
}

impl Ask<'_> {
    fn reaches(&self, b: &Body, far: f64) -> bool {
        let away: f64 = self.foci.iter().map(|&f| ((b.mid - f).norm() - b.rad).max(0.0)).sum();
        away <= far / self.least + self.wide + EQUAL
    }

    /// What ways no dearer than `far` can meet.
    fn world(&self, far: f64) -> World {
        let solid: Vec<Body> = self.solid.iter().filter(|b| self.reaches(b, far)).cloned().collect();
        let rings = rings_of(solid.iter());
        World { solid, floor: self.floor, ground: Vec::new(), rings, stops: Vec::new(), least: 1.0 }
    }

    fn ground(&self, far: f64) -> Vec<(Body, f64)> {
        self.ground.iter().filter(|g| self.reaches(&g.0, far)).cloned().collect()
    }
}

/// The cheapest ways, all within [`EQUAL`] of the best, by the x of their ends, then the y.
pub(crate) fn cheapest(ask: &Ask<'_>) -> Vec<Route> {
    let start = ask.foci[0];
    let mut world = ask.world(ask.limit);
    let somewhere = !ask.goals.rims.is_empty() || ask.goals.points.iter().any(|&p| world.around().free(p));
    if !somewhere || !world.around().free(start) {
        return Vec::new();
    }
    let search = Search::run(&world, start, ask.goals, ask.limit / ask.least, EQUAL);
    let mut found: Vec<Route> = search.ends.iter().map(|end| trace(&world, &search.roots, end)).collect();
    let shortest = search.ends.first().map_or(f64::INFINITY, |e| e.d);
    drop(search);
    world.ground = ask.ground(ask.limit);
    if !world.ground.is_empty() {
        found.iter_mut().for_each(|route| route.cost = cost_over(&world, start, route));
        let cheap = least_cost(&found);
        if ask.least < 1.0 || cheap > shortest + EQUAL {
            over_ground(ask, cheap.min(ask.limit), &mut found);
        }
    }
    let most = (least_cost(&found) + EQUAL).min(ask.limit + TOUCH);
    found.retain(|r| r.cost <= most);
    let placed = |r: &Route| ((r.end.x / EQUAL).round() as i64, r.end.y);
    found.sort_by(|a, b| {
        let (a, b) = (placed(a), placed(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    found
}

fn least_cost(routes: &[Route]) -> f64 {
    routes.iter().map(|r| r.cost).fold(f64::INFINITY, f64::min)
}

/// Cheaper ways than those found, none dearer than `most`: stops first everywhere, then denser where the best way found
/// leaves room for a better one.
fn over_ground(ask: &Ask<'_>, mut most: f64, found: &mut Vec<Route>) {
    for many in STOPS {
        let mut world = ask.world(most);
        world.ground = ask.ground(most);
        world.least = ask.least;
        world.rings = rings_of(world.solid.iter().chain(world.ground.iter().map(|g| &g.0)));
        let room = most / ask.least + ask.wide + EQUAL;
        let within = |p: V2| ask.foci.iter().map(|&f| (p - f).norm()).sum::<f64>() <= room;
        let border: f64 = world.ground.iter().map(|g| border_within(&g.0, &within)).sum();
        let stops = place_stops(&mut world, (border / many).max(0.02), &within);
        let search = Search::run(&world, ask.foci[0], ask.goals, most + WORTH_SLIDING, WORTH_SLIDING);
        let shore = Shore { rims: ask.shore.iter().map(Border::of).collect(), accept: ask.goals.accept };
        for end in &search.ends {
            let route = refined(&search, &stops, &shore, end);
            most = most.min(route.cost);
            match found.iter_mut().find(|r| (r.end - route.end).norm() <= 1e-4) {
                Some(known) if known.cost <= route.cost => {}
                Some(known) => *known = route,
                None => found.push(route),
            }
        }
    }
}

/// Costs are right up to this much over the budget of a reach.
const MARGIN: f64 = 0.5;
/// How many stops a reach has at most, and how close they are at least.
const REACH_STOPS: f64 = 300.0;

/// Everywhere that can be reached from `start`.
pub(crate) fn reach(
    solid: &[Body],
    no_end: &[Body],
    ground: &[(Body, f64)],
    least: f64,
    floor: Bounds,
    start: V2,
    budget: f64,
) -> Reach {
    let goals = Goals::none();
    let far = budget + MARGIN;
    let foci = [start];
    let ask =
        Ask { solid, ground, least, floor, foci: &foci, wide: 0.0, goals: &goals, shore: &[], limit: far };
    let mut world = ask.world(far);
    if budget < 0.0 || !world.around().free(start) {
        return Reach::nowhere();
    }
    let mut stops = Stops::default();
    world.ground = ask.ground(far);
    if !world.ground.is_empty() {
        world.least = least;
        world.rings = rings_of(world.solid.iter().chain(world.ground.iter().map(|g| &g.0)));
        let within = |p: V2| (p - start).norm() * least <= far;
        let border: f64 = world.ground.iter().map(|g| border_within(&g.0, &within)).sum();
        stops = place_stops(&mut world, (border / REACH_STOPS).clamp(0.03, 0.25), &within);
    }
    let search = Search::run(&world, start, &goals, far, 0.0);
    let near = |b: &&Body| (b.mid - start).norm() - b.rad <= budget / least;
    let barred = no_end.iter().filter(near).cloned().collect();
    Reach::new(Field::of(&search, &stops), barred, start, budget, MARGIN)
}
