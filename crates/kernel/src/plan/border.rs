//! The outline of a body by the length along it, and places to bend on the borders of ground.
use super::body::{Body, Corner};
use super::ring::angle;
use crate::num::{sin_cos, TAU};
use crate::vec::{v2, V2};

#[derive(Clone, Copy, Debug)]
enum Piece {
    Arc(Corner),
    Edge(V2, V2),
}

/// A closed outline, counter-clockwise.
#[derive(Clone, Debug)]
pub(crate) struct Border {
    /// Where each piece begins, its length and what it is.
    pieces: Vec<(f64, f64, Piece)>,
    pub(crate) len: f64,
}

impl Border {
    pub(crate) fn of(body: &Body) -> Border {
        let mut border = Border { pieces: Vec::new(), len: 0.0 };
        for (k, corner) in body.corners.iter().enumerate() {
            let sweep = if body.is_disc() { TAU } else { angle(corner.from, corner.to) };
            border.add(corner.r * sweep, Piece::Arc(*corner));
            if let Some((a, b, _)) = body.edge(k) {
                border.add((b - a).norm(), Piece::Edge(a, b));
            }
        }
        border
    }

    fn add(&mut self, len: f64, piece: Piece) {
        if len > 1e-12 {
            self.pieces.push((self.len, len, piece));
            self.len += len;
        }
    }

    /// The place this far along, counted round and round.
    pub(crate) fn at(&self, s: f64) -> V2 {
        if self.pieces.is_empty() {
            return V2::default();
        }
        let s = s - self.len * (s / self.len).floor();
        let k = self.pieces.partition_point(|p| p.0 <= s).max(1) - 1;
        let (start, len, piece) = self.pieces[k];
        on_piece(piece, len, (s - start).min(len))
    }

    /// How far along the outline the place nearest to `p` is.
    pub(crate) fn nearest(&self, p: V2) -> f64 {
        let mut best = (f64::INFINITY, 0.0);
        for &(start, len, piece) in &self.pieces {
            let on = match piece {
                Piece::Edge(a, b) => ((p - a).dot(b - a) / len).max(0.0).min(len),
                Piece::Arc(k) => {
                    let a = angle(k.from, (p - k.c).unit()) * k.r;
                    // behind the beginning is nearer than past the end when it is the smaller turn
                    if a <= len {
                        a
                    } else if a - len < (TAU * k.r - len) * 0.5 {
                        len
                    } else {
                        0.0
                    }
                }
            };
            let off = (on_piece(piece, len, on) - p).norm2();
            if off < best.0 {
                best = (off, start + on);
            }
        }
        best.1
    }

    /// Places at most `apart` from one another, runs of them along one smooth piece each.
    pub(crate) fn runs(&self, apart: f64) -> Vec<Vec<f64>> {
        let mut runs = Vec::with_capacity(self.pieces.len());
        for &(start, len, _) in &self.pieces {
            let steps = (len / apart).ceil().clamp(1.0, 10_000.0) as usize;
            runs.push((0..=steps).map(|k| start + len * k as f64 / steps as f64).collect());
        }
        runs
    }
}

fn on_piece(piece: Piece, len: f64, on: f64) -> V2 {
    match piece {
        Piece::Edge(a, b) => a + (b - a) * (on / len),
        Piece::Arc(k) => {
            let (sin, cos) = sin_cos(on / k.r);
            k.c + k.from.turned(v2(cos, sin)) * k.r
        }
    }
}
