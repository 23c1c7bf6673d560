//! Code words as a tree of scopes, where they are one.
//!
//! The machine closes scopes by comparing addresses after each instruction, so that scopes which end at one place, jumps
//! out of scopes and the like do what no tree says. Such programs are refused here, and the interpreter runs them.

use crate::ShaderError;

use super::interp::compile::{Operation, Program, Test};

/// How many nodes a tree may have, calls counting with all that they run.
const NODES: u32 = 8192;
/// How many scopes of a kind may be open: those of the machine.
const DEPTHS: [usize; 3] = [8, 4, 3];

/// A step of a program.
#[derive(Debug)]
pub(super) enum Node {
    /// The instruction at this word.
    Compute(u32),
    If {
        test: Test,
        accept: Body,
        reject: Body,
    },
    Loop {
        uniform: u8,
        body: Body,
    },
    Call {
        test: Test,
        body: Body,
    },
    /// Leaves the loop whose body this directly is in.
    Break(Test),
    /// Goes on at a later segment of the same body; behind the last one is the end.
    Jump {
        test: Test,
        segment: u32,
    },
    End,
}

/// Nodes in segments. Without jumps there is one segment.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) segments: Vec<Vec<Node>>,
}

impl Body {
    /// Whether an END is somewhere within.
    pub(super) fn ends(&self) -> bool {
        self.segments.iter().flatten().any(|node| match node {
            Node::End => true,
            Node::If { accept, reject, .. } => accept.ends() || reject.ends(),
            Node::Loop { body, .. } | Node::Call { body, .. } => body.ends(),
            _ => false,
        })
    }

    /// How deep loops are nested within.
    pub(super) fn loops(&self) -> u32 {
        let nodes = self.segments.iter().flatten();
        let depths = nodes.map(|node| match node {
            Node::If { accept, reject, .. } => accept.loops().max(reject.loops()),
            Node::Loop { body, .. } => 1 + body.loops(),
            Node::Call { body, .. } => body.loops(),
            _ => 0,
        });
        depths.max().unwrap_or(0)
    }

    /// Calls `each` with the word of every instruction that computes.
    pub(super) fn visit(&self, each: &mut impl FnMut(&Node)) {
        for node in self.segments.iter().flatten() {
            each(node);
            match node {
                Node::If { accept, reject, .. } => {
                    accept.visit(each);
                    reject.visit(each);
                }
                Node::Loop { body, .. } | Node::Call { body, .. } => body.visit(each),
                _ => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Branch,
    Loop,
    Call,
}

/// A scope of the machine: it closes after the word before `end`.
#[derive(Clone, Copy)]
struct Scope {
    kind: Kind,
    end: u32,
}

/// Words of one level.
#[derive(Clone, Copy)]
struct Range {
    start: u32,
    /// `u32::MAX` for the main level.
    end: u32,
    /// The innermost scope, if it closes at this range's end.
    scope: Option<Kind>,
}

struct Shaper<'a> {
    operations: &'a [Operation],
    scopes: Vec<Scope>,
    left: u32,
}

/// The tree of a program from `entry` on.
///
/// # Errors
/// [`ShaderError::Unsupported`] where the program is no tree, [`ShaderError::Malformed`] where it is none at all.
pub(super) fn shape(program: &Program, entry: u32) -> Result<Body, ShaderError> {
    let mut shaper = Shaper { operations: &program.operations, scopes: Vec::new(), left: NODES };
    shaper.body(Range { start: entry, end: u32::MAX, scope: None })
}

fn refuse<T>(offset: u32, what: &str) -> Result<T, ShaderError> {
    Err(ShaderError::Unsupported { offset, what: what.to_owned() })
}

/// A node with the words that it takes, and where it jumps to.
struct Item {
    at: u32,
    node: Node,
    target: Option<u32>,
}

impl Shaper<'_> {
    fn body(&mut self, range: Range) -> Result<Body, ShaderError> {
        let items = self.items(range)?;
        segments(items, range)
    }

    fn items(&mut self, range: Range) -> Result<Vec<Item>, ShaderError> {
        let mut items = Vec::new();
        let mut pc = range.start;
        // The furthest place that a jump has led to.
        let mut reached = 0;
        while pc < range.end {
            self.left = match self.left.checked_sub(1) {
                Some(left) => left,
                None => return refuse(pc, "a program of so many instructions"),
            };
            let Some(operation) = self.operations.get(pc as usize) else {
                return refuse(pc, "code without an END");
            };
            let (node, next) = self.node(&operation.clone(), pc, range)?;
            let target = match *operation {
                Operation::Jump { target, .. } if next == pc + 1 => Some(target),
                _ => None,
            };
            reached = reached.max(target.unwrap_or(0));
            let ends = matches!(node, Some(Node::End));
            if let Some(node) = node {
                items.push(Item { at: pc, node, target });
            } else {
                // A place that can be jumped to.
                items.push(Item { at: pc, node: Node::Compute(u32::MAX), target: None });
            }
            pc = next;
            if ends && reached < pc {
                break;
            }
        }
        Ok(items)
    }

    /// The node at `pc`, if it is more than a NOP, and where the level goes on behind it.
    fn node(
        &mut self,
        operation: &Operation,
        pc: u32,
        range: Range,
    ) -> Result<(Option<Node>, u32), ShaderError> {
        let next = pc + 1;
        let closes = range.scope.filter(|_| next == range.end);
        let node = match *operation {
            Operation::Compute(_) => Node::Compute(pc),
            Operation::Nop => return Ok((None, next)),
            Operation::End => Node::End,
            Operation::Break(test) => match range.scope {
                Some(Kind::Loop) => Node::Break(test),
                _ => return refuse(pc, "BREAK that is not directly in a loop"),
            },
            Operation::Jump { test, target } => {
                if closes.is_some() {
                    return refuse(pc, "a jump that ends a scope");
                }
                let inside = target < range.end || (target == range.end && range.scope.is_none());
                if target <= pc || !inside {
                    return refuse(pc, "a jump backwards or out of its scope");
                }
                Node::Jump { test, segment: 0 }
            }
            Operation::If { test, target, count } => return self.branch(test, target, count, pc, range),
            Operation::Loop { uniform, last } => return self.repeat(uniform, last, pc, range),
            Operation::Call { test, target, count } => {
                if closes.is_some_and(|kind| kind != Kind::Call) {
                    return refuse(pc, "a call that ends a scope");
                }
                self.call(test, target, count, pc)?
            }
            Operation::Emit | Operation::SetEmit { .. } => {
                return refuse(pc, "a vertex shader that emits vertices");
            }
            Operation::Refused(error) => {
                return refuse(pc, &error.to_string());
            }
        };
        Ok((Some(node), next))
    }

    /// Whether a scope may end at `after` within a range: not where the range's own scope does.
    fn check_end(pc: u32, after: u32, range: Range) -> Result<(), ShaderError> {
        let fits = if range.scope.is_some() { after < range.end } else { after <= range.end };
        if fits { Ok(()) } else { refuse(pc, "a scope that ends where another does, or beyond it") }
    }

    fn scoped(&mut self, kind: Kind, start: u32, end: u32) -> Result<Body, ShaderError> {
        let open = self.scopes.iter().filter(|scope| scope.kind == kind).count();
        if open >= DEPTHS[kind as usize] {
            return refuse(start, "scopes nested so deeply");
        }
        self.scopes.push(Scope { kind, end });
        let body = self.body(Range { start, end, scope: Some(kind) });
        self.scopes.pop();
        body
    }

    fn branch(
        &mut self,
        test: Test,
        target: u32,
        count: u32,
        pc: u32,
        range: Range,
    ) -> Result<(Option<Node>, u32), ShaderError> {
        let after = target + count;
        if target <= pc {
            return refuse(pc, "a branch backwards");
        }
        Self::check_end(pc, after, range)?;
        let accept = self.scoped(Kind::Branch, pc + 1, target)?;
        let reject = self.body(Range { start: target, end: after, scope: None })?;
        Ok((Some(Node::If { test, accept, reject }), after))
    }

    fn repeat(
        &mut self,
        uniform: u8,
        last: u32,
        pc: u32,
        range: Range,
    ) -> Result<(Option<Node>, u32), ShaderError> {
        if last <= pc {
            return refuse(pc, "a loop without a body");
        }
        Self::check_end(pc, last + 1, range)?;
        let body = self.scoped(Kind::Loop, pc + 1, last + 1)?;
        Ok((Some(Node::Loop { uniform, body }), last + 1))
    }

    fn call(&mut self, test: Test, target: u32, count: u32, pc: u32) -> Result<Node, ShaderError> {
        let end = target + count;
        let crosses = |scope: &Scope| target < scope.end && scope.end <= end;
        if count == 0 || end == pc + 1 || self.scopes.iter().any(crosses) {
            return refuse(pc, "a call into open scopes");
        }
        let body = self.scoped(Kind::Call, target, end)?;
        Ok(Node::Call { test, body })
    }
}

/// Cuts items where jumps leave and arrive.
fn segments(items: Vec<Item>, range: Range) -> Result<Body, ShaderError> {
    let mut cuts: Vec<u32> = items.iter().filter_map(|item| item.target).collect();
    for &cut in &cuts {
        if cut != range.end && !items.iter().any(|item| item.at == cut) {
            return refuse(cut, "a jump into a scope");
        }
    }
    let leave = items.windows(2).filter(|pair| pair[0].target.is_some()).map(|pair| pair[1].at);
    cuts.extend(leave.collect::<Vec<_>>());
    cuts.sort_unstable();
    cuts.dedup();
    let segment_of = |at: u32| cuts.partition_point(|&cut| cut <= at);
    let count = items.last().map_or(1, |item| segment_of(item.at) + 1);
    let mut body = Body { segments: (0..count).map(|_| Vec::new()).collect() };
    for Item { at, node, target } in items {
        let node = match (node, target) {
            (Node::Jump { test, .. }, Some(target)) => {
                Node::Jump { test, segment: segment_of(target).min(count) as u32 }
            }
            (Node::Compute(u32::MAX), _) => continue,
            (node, _) => node,
        };
        body.segments[segment_of(at)].push(node);
    }
    Ok(body)
}
