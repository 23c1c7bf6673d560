//! The frame of a shader from model 2 on, and of vertex model 1: declarations, first values, outputs.

use super::{Range, Writer};
use crate::dxso::opcode::{self, Opcode};
use crate::dxso::program::RegisterFile;

impl Writer {
    /// A whole shader.
    pub(super) fn shader(&mut self) {
        self.definitions();
        self.declarations();
        self.first_values();
        let returns = self.version.major == 3 && self.dice.once_in(8);
        if returns {
            self.outputs();
            self.may_return = true;
        }
        if opcode::shape(Opcode::Call, self.version).is_some() && self.dice.once_in(3) {
            self.labels = 2;
        }
        for _ in 0..4 + self.dice.below(10) {
            self.statement();
        }
        self.may_return = false;
        self.outputs();
        self.subroutines();
    }

    fn definitions(&mut self) {
        for number in 0..self.dice.below(4) {
            self.define(number * 2, 8);
        }
        // What `texldp` divides by.
        self.line("def c20, 1, 0.5, 2, -4");
        if opcode::shape(Opcode::SinCos, self.version).is_some() && self.version.major == 2 {
            self.line("def c18, -1.5500992e-6, -2.1701389e-5, 0.0026041667, 0.00026041668");
            self.line("def c19, -0.020833334, -0.125, 1, 0.5");
        }
        if self.has(RegisterFile::ConstInt) && opcode::shape(Opcode::DefI, self.version).is_some() {
            for number in 0..3 {
                let [count, start, step] = [self.dice.below(4), self.dice.below(3), self.dice.below(4)];
                self.line(&format!("defi i{number}, {count}, {start}, {}, 0", [1, 1, -1, 2][step]));
            }
            let truth = self.dice.once_in(2);
            self.line(&format!("defb b0, {truth}"));
        }
    }

    fn declarations(&mut self) {
        let lines: &[&str] = match (self.vertex(), self.model()) {
            (true, (3, _)) => &[
                "dcl_position v0",
                "dcl_texcoord v1",
                "dcl_texcoord1 v2",
                "dcl_blendindices v3",
                "dcl_2d s0",
                "dcl_cube s1",
                "dcl_volume s2",
                "dcl_position o0",
                "dcl_texcoord o1",
                "dcl_texcoord1 o2.xy",
                "dcl_texcoord2 o2.zw",
                "dcl_color o3",
                "dcl_fog o4.x",
                "dcl_psize o5",
                "dcl_tangent3 o6.xyz",
            ],
            (true, _) => &["dcl_position v0", "dcl_texcoord v1", "dcl_normal v2", "dcl_blendweight v3"],
            (false, (3, _)) => &[
                "dcl_texcoord v0",
                "dcl_texcoord1 v1",
                "dcl_texcoord2 v2",
                "dcl_color_centroid v3",
                "dcl_tangent v4.xy",
                "dcl_binormal1 v4.zw",
                "dcl vPos.xy",
                "dcl vFace",
                "dcl_2d s0",
                "dcl_cube s1",
                "dcl_volume s2",
            ],
            _ => &[
                "dcl t0",
                "dcl t1",
                "dcl t2",
                "dcl v0",
                "dcl v1",
                "dcl_2d s0",
                "dcl_cube s1",
                "dcl_volume s2",
            ],
        };
        lines.iter().for_each(|line| self.line(line));
        self.inputs = match (self.vertex(), self.version.major) {
            (true, _) => ["v1", "v2", "v3"].map(|name| (name, Range::INPUT)).to_vec(),
            (false, 3) => {
                let vectors = ["v0", "v1", "v2", "v3", "v4"].map(|name| (name, Range::INPUT));
                vectors.into_iter().chain([("vFace", Range::TRUTH)]).collect()
            }
            _ => {
                let vectors = ["t0", "t1", "t2"].map(|name| (name, Range::INPUT));
                vectors.into_iter().chain(["v0", "v1"].map(|name| (name, Range::COLOR))).collect()
            }
        };
    }

    /// Everything that may be read gets a value.
    fn first_values(&mut self) {
        for number in 0..5 {
            self.begin();
            let (source, range) = if self.dice.once_in(3) { self.constant(1) } else { self.input() };
            self.line(&format!("mov r{number}, {source}"));
            self.temporaries.push(range);
        }
        if !self.vertex() && self.version.major == 3 && self.dice.once_in(2) {
            self.line("mov r4.xy, vPos");
            self.temporaries[4] = Range { size: 8, digits: 4 };
        }
        if self.vertex() && self.dice.once_in(2) {
            self.address();
        }
        if self.predicates() {
            self.set_predicate();
        }
    }

    fn outputs(&mut self) {
        match (self.vertex(), self.version.major) {
            (true, 3) => {
                self.line("mov o0, v0");
                for register in ["o1", "o2", "o3"] {
                    self.output(register, "");
                }
                self.output("o4", ".x");
                self.output("o5", "");
                self.output("o6", ".xyz");
            }
            (true, _) => {
                self.line("mov oPos, v0");
                for register in ["oD0", "oD1", "oT0", "oT1", "oT2"] {
                    self.output(register, "");
                }
                let mask = self.dice.pick(&[".x", ".xy", ".xyz"]);
                self.output("oT7", mask);
                // Scalars, which each have a lane of a temporary.
                self.line("mov oFog, r0.x");
                self.line("mov oPts, r1.x");
            }
            (false, 3) => {
                for register in ["oC0", "oC1", "oC2", "oC3"] {
                    self.output(register, "");
                }
                self.depth_output();
            }
            _ => {
                for number in 0..4 {
                    self.line(&format!("mov oC{number}, r{number}"));
                }
                self.depth_output();
            }
        }
    }

    fn depth_output(&mut self) {
        if self.dice.once_in(3) {
            self.line("mov_sat r0.w, r1.y");
            self.line("mov oDepth, r0.w");
        }
    }
}
