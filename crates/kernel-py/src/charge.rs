//! The best charge of a block, as Python sees it.
use crate::block::PyBlock;
use crate::given::{distance, limit, pose, pose_tuple, refused, tuple, PointTuple, PoseTuple};
use crate::shapes::{PyPath, PyShape};
use movetray_kernel::block::charge::{self, Approach, During, Flank, Missed, Outcome, FORGIVEN, UNTOUCHED};
use movetray_kernel::num::RADIAN;
use movetray_kernel::shape::Standing;
use pyo3::prelude::*;
use std::sync::Arc;

/// The approach that brings the most models into contact.
#[pyclass(frozen, name = "Charge", module = "movetray._kernel")]
pub struct PyCharge {
    approaches: Arc<Vec<Approach>>,
    which: usize,
}

impl PyCharge {
    fn it(&self) -> &Approach {
        &self.approaches[self.which]
    }
}

#[pymethods]
impl PyCharge {
    #[getter]
    fn wheel(&self) -> f64 {
        self.it().wheel
    }
    #[getter]
    fn pivot(&self) -> Option<&'static str> {
        match self.it().wheel {
            w if w > 0.0 => Some("left"),
            w if w < 0.0 => Some("right"),
            _ => None,
        }
    }
    #[getter]
    fn straight(&self) -> f64 {
        self.it().straight
    }
    #[getter]
    fn contact(&self) -> PointTuple {
        tuple(self.it().contact)
    }
    #[getter]
    fn flank(&self) -> &'static str {
        match self.it().flank {
            Flank::Front => "front",
            Flank::Left => "left",
            Flank::Right => "right",
            Flank::Rear => "rear",
        }
    }
    #[getter]
    fn closing(&self) -> f64 {
        self.it().closing
    }
    #[getter]
    fn chargers(&self) -> Vec<usize> {
        self.it().chargers.clone()
    }
    #[getter]
    fn targets(&self) -> Vec<usize> {
        self.it().targets.clone()
    }
    #[getter]
    fn count(&self) -> usize {
        self.it().chargers.len() + self.it().targets.len()
    }
    #[getter]
    fn end(&self) -> PoseTuple {
        pose_tuple(self.it().path.end())
    }
    #[getter]
    fn equals(&self) -> Vec<PyCharge> {
        let others = (0..self.approaches.len()).filter(|&k| k != self.which);
        others.map(|which| PyCharge { approaches: self.approaches.clone(), which }).collect()
    }
    #[getter]
    fn path(&self) -> PyPath {
        PyPath(self.it().path.clone())
    }
    fn __repr__(&self) -> String {
        let a = self.it();
        let (own, others) = (a.chargers.len(), a.targets.len());
        format!("<Charge: wheel {:.2}, straight {:.4}, {own} on {others}>", a.wheel, a.straight)
    }
}

/// Why there is no approach.
#[pyclass(frozen, name = "NoCharge", module = "movetray._kernel")]
pub struct PyNoCharge {
    missed: Missed,
    solids: usize,
}

#[pymethods]
impl PyNoCharge {
    #[getter]
    fn reason(&self) -> &'static str {
        match self.missed {
            Missed::Blocked { .. } => "blocked",
            Missed::OutOfReach { .. } => "out-of-reach",
            Missed::Turn => "turn",
        }
    }
    #[getter]
    fn by(&self) -> Option<(&'static str, usize)> {
        match self.missed {
            Missed::Blocked { by: Some(k), .. } if k < self.solids => Some(("solid", k)),
            Missed::Blocked { by: Some(k), .. } => Some(("untouched", k - self.solids)),
            _ => None,
        }
    }
    #[getter]
    fn during(&self) -> Option<&'static str> {
        match self.missed {
            Missed::Blocked { during: During::Wheel, .. } => Some("wheel"),
            Missed::Blocked { during: During::Straight, .. } => Some("straight"),
            Missed::Blocked { during: During::Closing, .. } => Some("closing"),
            _ => None,
        }
    }
    #[getter]
    fn straight(&self) -> Option<f64> {
        match self.missed {
            Missed::OutOfReach { straight } => Some(straight),
            _ => None,
        }
    }
    fn __repr__(&self) -> String {
        format!("<NoCharge: {}>", self.reason())
    }
}

/// Either of the two.
#[derive(IntoPyObject)]
pub enum Answer {
    /// An approach.
    Found(PyCharge),
    /// None.
    Missed(PyNoCharge),
}

type Things<'py> = Vec<(PyRef<'py, PyShape>, PoseTuple)>;

fn standing(things: &Things<'_>, margin: f64) -> PyResult<Vec<(Standing, f64)>> {
    let one =
        |(shape, at): &(PyRef<'_, PyShape>, PoseTuple)| Ok((charge::standing(&shape.0, pose(*at)?), margin));
    things.iter().map(one).collect()
}

/// The one wheel and the way straight on that bring the most models into contact once the door is closed.
#[pyfunction]
#[pyo3(signature = (charger, charger_pose, target, target_pose, limit, solid = Vec::new(), untouched = Vec::new(), overlap = 0.0, turn = 90.0))]
#[allow(clippy::too_many_arguments)]
pub fn best_charge(
    charger: &PyBlock,
    charger_pose: PoseTuple,
    target: &PyBlock,
    target_pose: PoseTuple,
    limit: f64,
    solid: Things<'_>,
    untouched: Things<'_>,
    overlap: f64,
    turn: f64,
) -> PyResult<Answer> {
    let mut things = standing(&solid, -FORGIVEN)?;
    let solids = things.len();
    things.extend(standing(&untouched, UNTOUCHED)?);
    let asked = charge::Charge {
        charger: &charger.0,
        pose: pose(charger_pose)?,
        target: &target.0,
        stands: pose(target_pose)?,
        limit: self::limit(limit, "a limit")?,
        turn: distance(turn, "a turn")? * RADIAN,
        overlap: distance(overlap, "an overlap")?,
        things,
    };
    Ok(match charge::solve(&asked).map_err(refused)? {
        Outcome::Contact(found) => Answer::Found(PyCharge { approaches: Arc::new(found), which: 0 }),
        Outcome::None(missed) => Answer::Missed(PyNoCharge { missed, solids }),
    })
}
