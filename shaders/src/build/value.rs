//! Typed values: literals, lanes, operators and conversions.

use naga::{BinaryOperator, Expression, Literal, MathFunction, ScalarKind, SwizzleComponent, UnaryOperator};

use super::{Builder, Expr, Memo, vector_size};

/// The scalar kinds that legacy shaders need; all but booleans are 32 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Float,
    Sint,
    Uint,
    Bool,
}

/// An expression that yields a scalar (one lane) or a vector (2–4 lanes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) handle: Expr,
    pub(crate) kind: Kind,
    pub(crate) lanes: u8,
}

/// One lane of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) value: Value,
    pub(crate) lane: u8,
}

impl Value {
    /// Its lane `lane`.
    pub(crate) const fn at(self, lane: u8) -> Component {
        Component { value: self, lane }
    }
}

const SWIZZLES: [SwizzleComponent; 4] =
    [SwizzleComponent::X, SwizzleComponent::Y, SwizzleComponent::Z, SwizzleComponent::W];

impl Builder {
    /// A float literal, which must be finite.
    pub(crate) fn float(&mut self, value: f32) -> Value {
        // Its shortest decimals, which is how WGSL is printed, are a little more than the largest number, and browsers
        // refuse them.
        if value.abs() == f32::MAX {
            let bits = self.uint(value.to_bits());
            let handle = self.remember(bits.handle, Memo::Float, |b| b.bitcast(bits, Kind::Float).handle);
            return Value { handle, kind: Kind::Float, lanes: 1 };
        }
        self.literal(Kind::Float, value.to_bits(), Literal::F32(value))
    }

    pub(crate) fn sint(&mut self, value: i32) -> Value {
        self.literal(Kind::Sint, value.cast_unsigned(), Literal::I32(value))
    }

    pub(crate) fn uint(&mut self, value: u32) -> Value {
        self.literal(Kind::Uint, value, Literal::U32(value))
    }

    pub(crate) fn boolean(&mut self, value: bool) -> Value {
        self.literal(Kind::Bool, u32::from(value), Literal::Bool(value))
    }

    /// Zero (or false) of `kind`.
    pub(crate) fn zero(&mut self, kind: Kind) -> Value {
        match kind {
            Kind::Float => self.float(0.0),
            Kind::Sint => self.sint(0),
            Kind::Uint => self.uint(0),
            Kind::Bool => self.boolean(false),
        }
    }

    fn literal(&mut self, kind: Kind, bits: u32, literal: Literal) -> Value {
        if bits == 0
            && let Some(handle) = self.zeros[kind as usize]
        {
            return Value { handle, kind, lanes: 1 };
        }
        let key = u64::from(bits) | (kind as u64) << 32;
        let handle = match self.literals.get(&key) {
            Some(known) => *known,
            None => {
                let made = self.push(Expression::Literal(literal));
                self.literals.insert(key, made);
                made
            }
        };
        if bits == 0 {
            self.zeros[kind as usize] = Some(handle);
        }
        Value { handle, kind, lanes: 1 }
    }

    /// A vector of one scalar in every lane; vectors of that size pass through.
    pub(crate) fn splat(&mut self, value: Value, lanes: u8) -> Value {
        match vector_size(lanes) {
            Some(size) if value.lanes == 1 => {
                let handle = self.remember(value.handle, Memo::Splat(lanes), |b| {
                    b.push(Expression::Splat { size, value: value.handle })
                });
                Value { handle, lanes, ..value }
            }
            _ => value,
        }
    }

    /// A float vector of literals.
    pub(crate) fn floats(&mut self, lanes: &[f32]) -> Value {
        self.compose_each(lanes, |b, lane| b.float(lane))
    }

    /// A vector of what `make` makes of each of up to four elements, of which there is at least one.
    pub(super) fn compose_each<T: Copy>(
        &mut self,
        from: &[T],
        make: impl Fn(&mut Self, T) -> Value,
    ) -> Value {
        let mut scalars = [make(self, from[0]); 4];
        for (scalar, &element) in scalars.iter_mut().zip(from).skip(1) {
            *scalar = make(self, element);
        }
        self.compose(&scalars[..from.len().min(4)])
    }

    /// A vector of scalars (or the scalar itself, if it is one).
    pub(crate) fn compose(&mut self, scalars: &[Value]) -> Value {
        let [first, rest @ ..] = scalars else { unreachable!("a vector has lanes") };
        let lanes = u8::try_from(scalars.len()).expect("at most four lanes");
        if rest.iter().all(|scalar| scalar.handle == first.handle) {
            return self.splat(*first, lanes);
        }
        let ty = self.ty(first.kind, lanes);
        let memo = std::array::from_fn(|lane| rest.get(lane).map(|scalar| scalar.handle));
        let handle = self.remember(first.handle, Memo::Vector(memo), |b| {
            let components = scalars.iter().map(|scalar| scalar.handle).collect();
            b.push(Expression::Compose { ty, components })
        });
        Value { handle, lanes, kind: first.kind }
    }

    /// One lane of a value, as a scalar.
    pub(crate) fn lane(&mut self, value: Value, lane: u8) -> Value {
        if value.lanes == 1 {
            return value;
        }
        let handle = match self.expression(value.handle) {
            Expression::Compose { components, .. } if components.len() == usize::from(value.lanes) => {
                components[usize::from(lane)]
            }
            Expression::Splat { value, .. } => *value,
            _ => {
                let memo = Memo::Lanes([lane, u8::MAX, u8::MAX, u8::MAX]);
                self.remember(value.handle, memo, |b| {
                    b.push(Expression::AccessIndex { base: value.handle, index: lane.into() })
                })
            }
        };
        Value { handle, lanes: 1, ..value }
    }

    /// Gathers lanes of any values of one kind into one value, in the shortest form.
    pub(crate) fn gather(&mut self, components: &[Component]) -> Value {
        let first = components[0];
        let one_value = components.iter().all(|component| component.value == first.value);
        let lanes = u8::try_from(components.len()).expect("at most four lanes");
        if one_value && first.value.lanes > 1 && lanes > 1 {
            return self.swizzle_components(first.value, components);
        }
        let mut parts = [first.value; 4];
        let mut count = 0;
        let mut rest = components;
        while let [next, ..] = rest {
            let run = rest.iter().take_while(|component| component.value == next.value).count();
            if run > 1 && next.value.lanes > 1 {
                parts[count] = self.swizzle_components(next.value, &rest[..run]);
                rest = &rest[run..];
            } else {
                parts[count] = self.lane(next.value, next.lane);
                rest = &rest[1..];
            }
            count += 1;
        }
        let parts = &parts[..count];
        if count == components.len() { self.compose(parts) } else { self.join(parts, lanes) }
    }

    /// The lanes of `value` that up to four components name.
    fn swizzle_components(&mut self, value: Value, components: &[Component]) -> Value {
        let mut pattern = [0; 4];
        for (lane, component) in pattern.iter_mut().zip(components) {
            *lane = component.lane;
        }
        self.swizzle(value, &pattern[..components.len()])
    }

    /// A vector of scalars and shorter vectors, with `lanes` lanes together.
    fn join(&mut self, parts: &[Value], lanes: u8) -> Value {
        let kind = parts[0].kind;
        let ty = self.ty(kind, lanes);
        let memo = std::array::from_fn(|part| parts.get(part + 1).map(|part| part.handle));
        let handle = self.remember(parts[0].handle, Memo::Vector(memo), |b| {
            let components = parts.iter().map(|part| part.handle).collect();
            b.push(Expression::Compose { ty, components })
        });
        Value { handle, lanes, kind }
    }

    /// The lanes of a vector that `pattern` (1–4 entries) names.
    pub(crate) fn swizzle(&mut self, value: Value, pattern: &[u8]) -> Value {
        let lanes = u8::try_from(pattern.len()).expect("at most four lanes");
        let identity = lanes == value.lanes && (0..lanes).eq(pattern.iter().copied());
        if identity {
            return value;
        }
        let folds = match self.expression(value.handle) {
            Expression::Compose { components, .. } => components.len() == usize::from(value.lanes),
            Expression::Splat { .. } => true,
            _ => false,
        };
        let size = match vector_size(lanes) {
            Some(size) if value.lanes > 1 && !folds => size,
            _ => {
                return self.compose_each(pattern, |b, lane| b.lane(value, lane));
            }
        };
        let mut full = [SwizzleComponent::X; 4];
        let mut key = [u8::MAX; 4];
        for ((slot, key), &lane) in full.iter_mut().zip(&mut key).zip(pattern) {
            *slot = SWIZZLES[usize::from(lane & 3)];
            *key = lane;
        }
        let handle = self.remember(value.handle, Memo::Lanes(key), |b| {
            b.push(Expression::Swizzle { size, vector: value.handle, pattern: full })
        });
        Value { handle, lanes, ..value }
    }

    /// A binary operation by lanes; a scalar operand is widened to the other's size.
    pub(crate) fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Value {
        let [left, right] = match self.fold_binary(op, left, right) {
            Ok(known) => return known,
            Err(operands) => operands,
        };
        let lanes = left.lanes.max(right.lanes);
        // Vectors can be multiplied by scalars as they are.
        let scales = op == BinaryOperator::Multiply && left.kind == Kind::Float;
        let (left, right) =
            if scales { (left, right) } else { (self.splat(left, lanes), self.splat(right, lanes)) };
        let handle = self.push(Expression::Binary { op, left: left.handle, right: right.handle });
        let kind = match op {
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => Kind::Bool,
            _ => left.kind,
        };
        Value { handle, kind, lanes }
    }

    pub(crate) fn add(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Add, left, right)
    }

    pub(crate) fn sub(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Subtract, left, right)
    }

    /// The product by the rules of today's hardware; guest products are [`Builder::legacy_mul`].
    pub(crate) fn mul(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Multiply, left, right)
    }

    pub(crate) fn div(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOperator::Divide, left, right)
    }

    /// Negates a number.
    pub(crate) fn negate(&mut self, value: Value) -> Value {
        if let Some(lanes) = self.known_floats(value) {
            return self.floats(&lanes.map(|lane| -lane));
        }
        let handle = self.push(Expression::Unary { op: UnaryOperator::Negate, expr: value.handle });
        Value { handle, ..value }
    }

    /// Negates booleans.
    pub(crate) fn not(&mut self, value: Value) -> Value {
        let handle = self.push(Expression::Unary { op: UnaryOperator::LogicalNot, expr: value.handle });
        Value { handle, ..value }
    }

    /// `condition ? accept : reject` by lanes; scalars are widened to the widest operand.
    pub(crate) fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        let lanes = condition.lanes.max(accept.lanes).max(reject.lanes);
        let condition = self.splat(condition, lanes);
        let (accept, reject) = (self.splat(accept, lanes), self.splat(reject, lanes));
        let handle = self.push(Expression::Select {
            condition: condition.handle,
            accept: accept.handle,
            reject: reject.handle,
        });
        Value { handle, kind: accept.kind, lanes }
    }

    /// A built-in function of one operand, by lanes.
    pub(crate) fn math(&mut self, fun: MathFunction, arg: Value) -> Value {
        let arg = match self.fold_math(fun, arg) {
            Ok(known) => return known,
            Err(arg) => arg,
        };
        let handle = self.push(Expression::Math { fun, arg: arg.handle, arg1: None, arg2: None, arg3: None });
        Value { handle, ..arg }
    }

    /// A built-in function of two operands, by lanes.
    pub(crate) fn math2(&mut self, fun: MathFunction, arg: Value, arg1: Value) -> Value {
        let lanes = arg.lanes.max(arg1.lanes);
        let (arg, arg1) = (self.splat(arg, lanes), self.splat(arg1, lanes));
        let arg1 = Some(arg1.handle);
        let handle = self.push(Expression::Math { fun, arg: arg.handle, arg1, arg2: None, arg3: None });
        Value { handle, ..arg }
    }

    /// Converts numbers (or booleans, as 0 and 1) to `kind`; values of that kind pass through.
    pub(crate) fn convert(&mut self, value: Value, kind: Kind) -> Value {
        if value.kind == kind {
            return value;
        }
        if let (Kind::Sint, Some(known)) = (kind, self.fold_to_sint(value)) {
            return known;
        }
        let scalar = kind.scalar();
        self.cast(value, kind, scalar.kind, Some(scalar.width))
    }

    /// The same bits as another kind of 32-bit number.
    pub(crate) fn bitcast(&mut self, value: Value, kind: Kind) -> Value {
        self.cast(value, kind, kind.scalar().kind, None)
    }

    fn cast(&mut self, value: Value, kind: Kind, scalar: ScalarKind, convert: Option<u8>) -> Value {
        let handle = self.push(Expression::As { expr: value.handle, kind: scalar, convert });
        Value { handle, kind, ..value }
    }
}
