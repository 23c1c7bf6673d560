//! A small builder over naga's IR, shared by everything in this crate that makes modules.
//!
//! A [`Builder`] makes one module with one entry point. [`Value`]s are typed handles of expressions; every
//! expression is emitted where it is made, so a load can never slip behind a later store.
//!
//! | module | what |
//! |---|---|
//! | [`value`] | literals, lanes, operators, conversions |
//! | [`cube`] | cube maps as six faces |
//! | [`fold`] | arithmetic on literals |
//! | [`memo`] | what need not be made twice |
//! | [`math`] | the arithmetic rules of legacy shaders: zero products, saturation, bounded functions |
//! | [`resource`] | uniform blocks, textures, samplers |
//! | [`stage`] | entry point arguments and results, varyings |
//! | [`attribute`] | vertex attributes as floats |
//! | [`discard`] | the alpha test |
//! | [`border`] | addressing that samplers do not have |
//! | [`fetch`] | reads of textures by the keys of their samplers |
//! | [`end`] | fog, sRGB, clip planes |

mod attribute;
mod border;
mod cube;
mod discard;
mod end;
mod fetch;
mod fold;
pub(crate) mod math;
mod memo;
pub(crate) mod point;
pub(crate) mod resource;
pub(crate) mod stage;
pub(crate) mod value;

use naga::{
    Block, Expression, Function, Handle, LocalVariable, Module, Scalar, ScalarKind, Span, Statement, Type,
    TypeInner, VectorSize,
};
use rustc_hash::FxHashMap;

pub(crate) use value::{Component, Kind, Value};

use crate::dxso::Options;
use memo::{Memo, Memos};

/// A handle of any expression: a value, a pointer, an image or a sampler.
pub(crate) type Expr = Handle<Expression>;

/// A block under construction.
#[derive(Default)]
struct Scope {
    block: Block,
    /// How many memos there were when it was opened: later ones are of it, and of blocks within.
    memos: usize,
}

/// Builds one module with one entry point.
#[derive(Default)]
pub(crate) struct Builder {
    /// The module so far; the entry point is added at the end.
    pub(crate) module: Module,
    function: Function,
    result: Vec<stage::Output>,
    /// The open blocks around the current place, innermost last, and the body below them.
    scopes: Vec<Scope>,
    /// The first expression that no emit statement covers yet.
    pending: Option<usize>,
    /// Literals, by bits and kind. They need no emission and so are valid in every block: one of each is enough.
    literals: FxHashMap<u64, Expr>,
    memos: Memos,
    options: Options,
    draw: Option<resource::Draw>,
    fixed: Option<resource::Draw>,
    /// Scalars and vectors, by kind and lanes.
    types: [Option<Handle<Type>>; 16],
    /// Zeros, by kind.
    zeros: [Option<Expr>; 4],
    /// Whether clip distances are among the results.
    clips: bool,
}

impl Builder {
    /// An empty module, ready for the entry point's body.
    pub(crate) fn new() -> Self {
        // Room for what most shaders have: tables that grow are filled anew each time.
        let literals = FxHashMap::with_capacity_and_hasher(28, rustc_hash::FxBuildHasher);
        let mut new = Self { scopes: vec![Scope::default()], literals, ..Self::default() };
        new.function.named_expressions.reserve(28);
        new
    }

    /// As [`Builder::new`], with options.
    pub(crate) fn with(options: Options) -> Self {
        Self { options, ..Self::new() }
    }

    /// The type of `lanes` (1–4) lanes of `kind`.
    pub(crate) fn ty(&mut self, kind: Kind, lanes: u8) -> Handle<Type> {
        let slot = kind as usize * 4 + usize::from(lanes & 3);
        if let Some(known) = self.types[slot] {
            return known;
        }
        let scalar = kind.scalar();
        let inner = match vector_size(lanes) {
            None => TypeInner::Scalar(scalar),
            Some(size) => TypeInner::Vector { size, scalar },
        };
        let made = self.add_type(None, inner);
        self.types[slot] = Some(made);
        made
    }

    /// A type by its parts; equal types share one handle.
    pub(crate) fn add_type(&mut self, name: Option<&str>, inner: TypeInner) -> Handle<Type> {
        self.module.types.insert(Type { name: name.map(str::to_owned), inner }, Span::UNDEFINED)
    }

    /// Adds an expression and sees to its emission at this place.
    pub(crate) fn push(&mut self, expression: Expression) -> Expr {
        if is_emitted(&expression) {
            self.pending.get_or_insert(self.function.expressions.len());
        } else {
            self.flush();
        }
        self.function.expressions.append(expression, Span::UNDEFINED)
    }

    pub(crate) fn expression(&self, handle: Expr) -> &Expression {
        &self.function.expressions[handle]
    }

    /// Covers the expressions made since the last statement by an emit statement.
    fn flush(&mut self) {
        if let Some(start) = self.pending.take() {
            let range = self.function.expressions.range_from(start);
            self.scope().block.push(Statement::Emit(range), Span::UNDEFINED);
        }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the body is never closed")
    }

    /// The expression that follows from `source` by `memo`: one in scope, or a new one.
    fn remember(&mut self, source: Expr, memo: Memo, make: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if let Some(known) = self.memos.find(source, memo) {
            return known;
        }
        let handle = make(self);
        self.memos.insert(source, memo, handle);
        handle
    }

    /// Adds a statement at this place.
    pub(crate) fn statement(&mut self, statement: Statement) {
        self.flush();
        self.scope().block.push(statement, Span::UNDEFINED);
    }

    /// Opens a block: statements go into it until [`Builder::close`].
    pub(crate) fn open(&mut self) {
        self.flush();
        self.scopes.push(Scope { block: Block::new(), memos: self.memos.len() });
    }

    /// Closes the block that the last [`Builder::open`] opened, for use in a statement.
    pub(crate) fn close(&mut self) -> Block {
        self.flush();
        let Scope { block, memos } = self.scopes.pop().expect("close follows open");
        self.memos.truncate(memos);
        block
    }

    /// `if condition { accept } else { reject }`
    pub(crate) fn branch(&mut self, condition: Value, accept: Block, reject: Block) {
        self.statement(Statement::If { condition: condition.handle, accept, reject });
    }

    /// `loop { body continuing { continuing } }`
    pub(crate) fn repeat(&mut self, body: Block, continuing: Block) {
        self.statement(Statement::Loop { body, continuing, break_if: None });
    }

    /// A new local variable, zero at first; the pointer to it.
    pub(crate) fn local(&mut self, name: &str, ty: Handle<Type>) -> Expr {
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: None };
        let local = self.function.local_variables.append(variable, Span::UNDEFINED);
        self.push(Expression::LocalVariable(local))
    }

    /// A new local array of `count` float vectors, zero at first; the pointer to it.
    ///
    /// The zeros are spelled out: not every HLSL compiler takes a cast of zero to an array.
    pub(crate) fn local_rows(&mut self, name: &str, count: u16) -> Expr {
        let ty = self.rows(Kind::Float, count);
        let (zero, row) = (self.zero(Kind::Float), self.ty(Kind::Float, 4));
        let row = self.push(Expression::Compose { ty: row, components: vec![zero.handle; 4] });
        let init = self.push(Expression::Compose { ty, components: vec![row; usize::from(count)] });
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: Some(init) };
        let local = self.function.local_variables.append(variable, Span::UNDEFINED);
        self.push(Expression::LocalVariable(local))
    }

    /// The pointer to member, element or lane `index` of what `pointer` points to.
    pub(crate) fn member(&mut self, pointer: Expr, index: u32) -> Expr {
        for block in [&mut self.draw, &mut self.fixed].into_iter().flatten() {
            if block.pointer == pointer {
                block.members = block.members.max(index as usize + 1);
            }
        }
        self.push(Expression::AccessIndex { base: pointer, index })
    }

    /// The pointer to the element at a computed index, which the caller has bounded.
    pub(crate) fn element(&mut self, pointer: Expr, index: Value) -> Expr {
        self.push(Expression::Access { base: pointer, index: index.handle })
    }

    /// Loads `lanes` lanes of `kind`.
    pub(crate) fn load(&mut self, pointer: Expr, kind: Kind, lanes: u8) -> Value {
        let handle = self.push(Expression::Load { pointer });
        Value { handle, kind, lanes }
    }

    pub(crate) fn store(&mut self, pointer: Expr, value: Value) {
        self.statement(Statement::Store { pointer, value: value.handle });
    }

    /// Gives a value a readable name in printed code, unless it has one or needs none.
    ///
    /// Named values are printed as statements of their own, which also bounds the depth of printed expressions.
    pub(crate) fn name(&mut self, value: Value, name: impl FnOnce() -> String) {
        if is_emitted(self.expression(value.handle)) {
            self.function.named_expressions.entry(value.handle).or_insert_with(name);
        }
    }
}

fn is_emitted(expression: &Expression) -> bool {
    !matches!(
        expression,
        Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
    )
}

/// The vector size of `lanes` lanes; `None` for a scalar.
pub(crate) fn vector_size(lanes: u8) -> Option<VectorSize> {
    match lanes {
        2 => Some(VectorSize::Bi),
        3 => Some(VectorSize::Tri),
        4 => Some(VectorSize::Quad),
        _ => None,
    }
}

impl Kind {
    pub(crate) const fn scalar(self) -> Scalar {
        let kind = match self {
            Self::Float => ScalarKind::Float,
            Self::Sint => ScalarKind::Sint,
            Self::Uint => ScalarKind::Uint,
            Self::Bool => return Scalar::BOOL,
        };
        Scalar { kind, width: 4 }
    }
}
