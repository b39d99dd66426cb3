use super::*;

const R25: f64 = 12.5 / 25.4;

fn disc(x: f64, y: f64, r: f64) -> (Shape, Pose) {
    (Shape::disc(r).unwrap(), Pose::new(x, y, 0.0).unwrap())
}
fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> (Shape, Pose) {
    let corners = [v2(x0, y0), v2(x1, y0), v2(x1, y1), v2(x0, y1)];
    (Shape::polygon(&corners).unwrap(), Pose::new(0.0, 0.0, 0.0).unwrap())
}
fn refs(list: &[(Shape, Pose)]) -> Vec<(&Shape, Pose)> {
    list.iter().map(|(s, p)| (s, *p)).collect()
}
fn table() -> Bounds {
    Bounds { low: v2(0.0, 0.0), high: v2(48.0, 48.0) }
}
fn plan(r: f64, solid: &[(Shape, Pose)]) -> Plan {
    Plan::new(&Shape::disc(r).unwrap(), 0.0, table(), &refs(solid), &[], &[], false).unwrap()
}
fn near(got: f64, want: f64, by: f64) {
    assert!((got - want).abs() <= by, "{} is not {}", got, want);
}

#[test]
fn charges() {
    let p = plan(R25, &[rect(13.875, 2.0, 14.125, 9.7), rect(13.875, 10.3, 14.125, 14.0)]);
    let t = std::time::Instant::now();
    let r = p.to_contact(v2(10.0, 10.0), &refs(&[disc(18.0, 10.0, R25)]), f64::INFINITY, 0.0).unwrap();
    println!("{:?} {:?}", t.elapsed(), r);
    assert_eq!(r.len(), 1);
    near(r[0].length, 11.2362, 5e-5);
    near(r[0].end.x, 17.3803, 5e-5);
    near(r[0].end.y, 10.7647, 5e-5);
    let p = plan(R25, &[rect(11.875, 2.0, 12.125, 11.2)]);
    let r = p.to_contact(v2(10.0, 10.0), &refs(&[disc(14.4, 10.0, R25)]), f64::INFINITY, 0.0).unwrap();
    near(r[0].length, 4.6848, 5e-5);
    near(r[0].end.x, 13.6334, 5e-5);
    near(r[0].end.y, 10.6173, 5e-5);
    let p = plan(R25, &[]);
    let r = p
        .to_contact(v2(10.0, 10.0), &refs(&[disc(16.0, 10.6, R25), disc(16.0, 9.4, R25)]), f64::INFINITY, 0.0)
        .unwrap();
    println!("{:?}", r);
    near(r[0].length, 5.2198, 5e-5);
    near(r[0].end.y, 10.0, 1e-9);
}

#[test]
fn ways() {
    let p = plan(R25, &[rect(12.0, 4.0, 15.0, 12.0)]);
    let r = p.to_point(v2(10.0, 10.0), v2(17.0, 10.0), f64::INFINITY).unwrap().unwrap();
    near(r.length, 9.5157, 5e-5);
    let p = plan(16.0 / 25.4, &[disc(12.8, 11.5, 1.0 + 16.0 / 25.4)]);
    let r = p.to_point(v2(10.0, 10.0), v2(15.5, 10.0), f64::INFINITY).unwrap().unwrap();
    near(r.length, 5.7239, 5e-5);
    let p = plan(R25, &[rect(11.5, 9.5, 13.0, 14.0)]);
    let r = p.to_point(v2(10.0, 10.0), v2(14.8, 10.0), f64::INFINITY).unwrap().unwrap();
    near(r.length, 5.383, 5e-4);
    assert!(p.to_point(v2(10.0, 10.0), v2(14.8, 10.0), 5.38).unwrap().is_none());
}

#[test]
fn slow() {
    let (region, pose) = rect(13.0, 0.0, 14.0, 48.0);
    let ground = [Ground { region, pose, factor: 2.0 }];
    let base = Shape::disc(R25).unwrap();
    let p = Plan::new(&base, 0.0, table(), &[], &[], &ground, false).unwrap();
    let r = p.to_point(v2(10.0, 24.0), v2(17.0, 24.0), f64::INFINITY).unwrap().unwrap();
    println!("{:?}", r);
    near(r.length, 7.0, 1e-9);
    near(r.cost, 8.9843, 5e-5);
    let t = std::time::Instant::now();
    let r = p.to_point(v2(10.0, 24.0), v2(17.0, 30.0), f64::INFINITY).unwrap().unwrap();
    println!("{:?} {:?}", t.elapsed(), r);
    // by hand: minimise over the slope in the strip
    let w = 1.0 + 2.0 * R25;
    let cost = |y: f64| ((7.0 - w).powi(2) + (6.0 - y).powi(2)).sqrt() + 2.0 * (w * w + y * y).sqrt();
    let best = (0..60000).map(|k| cost(k as f64 * 1e-4)).fold(f64::INFINITY, f64::min);
    near(r.cost, best, 1e-7);
}

const PI: f64 = core::f64::consts::PI;

#[test]
fn areas() {
    let time = |p: &Plan, at: V2, budget: f64, want: f64| {
        let t = std::time::Instant::now();
        let r = p.reach(at, budget).unwrap();
        println!(
            "{:?} {} {} rel {:.2e}, rings {:?}",
            t.elapsed(),
            r.area(),
            want,
            r.area() / want - 1.0,
            r.outline(0.02).iter().map(|r| r.len()).collect::<Vec<_>>()
        );
        near(r.area() / want, 1.0, 1e-4);
        r
    };
    let open = plan(R25, &[]);
    time(&open, v2(24.0, 24.0), 4.0, 16.0 * PI);
    time(&open, v2(24.0, 24.0), 0.5, 0.25 * PI);
    time(&open, v2(2.0, 2.0), 4.0, 26.6109);
    let r = 16.0 / 25.4;
    time(&plan(r, &[disc(27.0, 20.0, 1.0 + r)]), v2(20.0, 20.0), 6.0, 109.8556);
    let (region, pose) = rect(5.0, 5.0, 15.0, 15.0);
    let ground = [Ground { region, pose, factor: 4.0 }];
    let p = Plan::new(&Shape::disc(R25).unwrap(), 0.0, table(), &[], &[], &ground, false).unwrap();
    time(&p, v2(10.0, 10.0), 4.0, PI);
}

#[test]
fn sums_reach_as_far_as_both_parts() {
    let square = Body::polygon(&[v2(-1.0, -0.5), v2(1.0, -0.5), v2(1.0, 0.5), v2(-1.0, 0.5)]).unwrap();
    let kite = Body::polygon(&[v2(0.0, -1.0), v2(0.7, 0.1), v2(0.0, 0.5), v2(-0.9, 0.0)]).unwrap();
    let egg =
        room::standing(&Shape::oval(3.0, 1.0).unwrap(), Pose::new(0.3, 0.0, 30.0).unwrap(), 1e-4).remove(0);
    for (a, b) in [(&square, &kite), (&square, &square), (&kite, &egg), (&egg, &square), (&egg, &egg)] {
        let sum = a.plus(b);
        for k in 0..720 {
            let u = ring::direction(k as f64 / 180.0);
            near(sum.support(u), a.support(u) + b.support(u), 1e-12);
        }
    }
}

#[test]
fn arcs_hold_an_oval_and_little_more() {
    for (a, b) in [(1.0, 0.6), (0.4, 1.5), (3.4, 2.1), (5.0, 0.2), (1.0, 0.999)] {
        let shape = Shape::oval(2.0 * a, 2.0 * b).unwrap();
        let body = room::standing(&shape, Pose::new(0.0, 0.0, 0.0).unwrap(), 1e-3).remove(0);
        assert!(body.slack <= 1e-3);
        for k in 0..4000 {
            let u = ring::direction(k as f64 / 1000.0);
            let oval = (a * a * u.x * u.x + b * b * u.y * u.y).sqrt();
            let over = body.support(u) - oval;
            assert!(over >= -1e-9 && over <= body.slack + 1e-9, "{} {}: {} of {}", a, b, over, body.slack);
        }
    }
}
