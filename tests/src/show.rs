//! What the plain values of generated code hold, said as the interpreter says it.
//!
//! Code is generated to be called, not to be looked into; so each type is told here which fields it has. A field that
//! is forgotten does not compile.

use wireform::{Array, Element, Error, List, Messages, Text, TextUnit};
use wireform_build::interpret::{Float, ReadError, Value};

use crate::generated::refusal;

/// A plain value as the interpreter would have it.
pub trait Show {
    fn show(&self) -> Value;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Show for $number {
            fn show(&self) -> Value {
                Value::Int(i128::from(*self))
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 u64 i8 i16 i32 i64);

impl Show for bool {
    fn show(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Show for f32 {
    fn show(&self) -> Value {
        Value::Float(Float::F32(*self))
    }
}

impl Show for &[u8] {
    fn show(&self) -> Value {
        Value::Bytes(self.to_vec())
    }
}

impl Show for &str {
    fn show(&self) -> Value {
        Value::Text((*self).to_owned())
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self) -> Value {
        self.as_ref().map_or(Value::Null, Show::show)
    }
}

impl<T: Show, const N: usize> Show for [T; N] {
    fn show(&self) -> Value {
        Value::List(self.iter().map(Show::show).collect())
    }
}

impl<'a, T: Show + Element<'a, P> + Default, const N: usize, P: Copy> Show for Array<'a, T, N, P> {
    fn show(&self) -> Value {
        Value::List(self.iter().map(|element| element.show()).collect())
    }
}

impl<const N: usize> Show for &[u8; N] {
    fn show(&self) -> Value {
        Value::Bytes(self.to_vec())
    }
}

impl<'a, T: Show + Element<'a, P>, P: Copy> Show for List<'a, T, P> {
    fn show(&self) -> Value {
        Value::List(self.iter().map(|element| element.show()).collect())
    }
}

impl<'a, T: Show + Element<'a, P>, P: Copy> Show for Messages<'a, T, P> {
    fn show(&self) -> Value {
        Value::List(self.iter().map(|message| message.map_or_else(late_error, |message| message.show())).collect())
    }
}

impl<U: TextUnit> Show for Text<'_, U> {
    fn show(&self) -> Value {
        Value::Text(self.to_string())
    }
}

/// `records!(Point { x, y, z });`
macro_rules! records {
    ($($($part:ident)::+ $([$life:lifetime])? { $($field:ident),* $(,)? })*) => {$(
        impl $(<$life>)? $crate::show::Show for $($part)::+ $(<$life>)? {
            fn show(&self) -> ::wireform_build::interpret::Value {
                let Self { $($field),* } = self;
                ::wireform_build::interpret::Value::Record(vec![
                    $((stringify!($field).to_owned(), $crate::show::Show::show($field))),*
                ])
            }
        }

        impl $(<$life>)? $crate::random::Random for $($part)::+ $(<$life>)? {
            #[allow(unused_variables)]
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                Self { $($field: $crate::random::Random::random(rng)),* }
            }
        }
    )*};
}

/// `families!(v260::Positions { Pos, Teleport, JumpPad });`
macro_rules! families {
    ($($($family:ident)::+ $([$life:lifetime])? { $($member:ident),* $(,)? } $(| $unknown:ident)?)*) => {$(
        impl $(<$life>)? $crate::show::Show for $($family)::+ $(<$life>)? {
            fn show(&self) -> ::wireform_build::interpret::Value {
                let (name, fields) = match self {
                    $(Self::$member(message) => (stringify!($member), $crate::show::Show::show(message)),)*
                    $(Self::$unknown { code, body } => {
                        let (code, body) = (i128::from(*code), body.to_vec());
                        return ::wireform_build::interpret::Value::Unknown { code, body };
                    })?
                };
                $crate::show::message(name, fields)
            }
        }

        impl $(<$life>)? $crate::random::Random for $($family)::+ $(<$life>)? {
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                let makers = [$(|rng: &mut $crate::rng::Rng| Self::$member($crate::random::Random::random(rng))),*];
                rng.pick(&makers)(rng)
            }
        }
    )*};
}

/// `shapes!(edit::EditVarValue['a] { Number, Float, Text });`, for shapes that hold one thing each.
macro_rules! shapes {
    ($($($shape:ident)::+ $([$life:lifetime])? { $($arm:ident),* $(,)? })*) => {$(
        impl $(<$life>)? $crate::show::Show for $($shape)::+ $(<$life>)? {
            fn show(&self) -> ::wireform_build::interpret::Value {
                let (name, value) = match self {
                    $(Self::$arm(value) => (stringify!($arm), $crate::show::Show::show(value)),)*
                };
                ::wireform_build::interpret::Value::Arm {
                    name: name.to_owned(),
                    fields: vec![("value".to_owned(), value)],
                }
            }
        }

        impl $(<$life>)? $crate::random::Random for $($shape)::+ $(<$life>)? {
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                let makers = [$(|rng: &mut $crate::rng::Rng| Self::$arm($crate::random::Random::random(rng))),*];
                rng.pick(&makers)(rng)
            }
        }
    )*};
}

/// `enums!(Gun, ArmourType);`
macro_rules! enums {
    ($($name:ident),* $(,)?) => {$(
        impl $crate::show::Show for $name {
            fn show(&self) -> ::wireform_build::interpret::Value {
                $crate::show::named(i128::from(self.code()), &self.to_string())
            }
        }

        impl $crate::random::Random for $name {
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                Self::from_code($crate::random::code(rng))
            }
        }
    )*};
}

/// `quantities!(Cubes: F64(f64) in Some("cubes"));`
macro_rules! quantities {
    ($($($name:ident)::+: $amount:ident($number:ty) in $unit:expr),* $(,)?) => {$(
        impl $crate::show::Show for $($name)::+ {
            fn show(&self) -> ::wireform_build::interpret::Value {
                ::wireform_build::interpret::Value::Quantity {
                    raw: i128::from(self.raw()),
                    value: ::wireform_build::quantity::Amount::$amount(<$number>::from(self.get())),
                    unit: $unit.map(str::to_owned),
                }
            }
        }

        impl $crate::random::Random for $($name)::+ {
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                Self::from_raw($crate::random::Random::random(rng))
            }
        }
    )*};
}

/// `layouts!(Actions { primary, others });`
macro_rules! layouts {
    ($($($name:ident)::+ { $($part:ident),* $(,)? })*) => {$(
        impl $crate::show::Show for $($name)::+ {
            fn show(&self) -> ::wireform_build::interpret::Value {
                ::wireform_build::interpret::Value::Bits {
                    raw: i128::from(self.raw()),
                    parts: vec![$((stringify!($part).trim_start_matches("r#").to_owned(), $crate::show::Show::show(&self.$part()))),*],
                }
            }
        }

        impl $crate::random::Random for $($name)::+ {
            fn random(rng: &mut $crate::rng::Rng) -> Self {
                Self::from_raw($crate::random::Random::random(rng))
            }
        }
    )*};
}

pub(crate) use {enums, families, layouts, quantities, records, shapes};

/// What is refused in a stream inside of a value, where the message would be.
fn late_error(error: Error) -> Value {
    let error = refusal(error);
    let offset = Value::Int(i128::try_from(error.offset).unwrap_or(i128::MAX));
    let kind = Value::Text(format!("{:?}", error.kind));
    let fields = [("path", Value::Text(error.path)), ("offset", offset), ("kind", kind)];
    Value::Arm {
        name: "refused".to_owned(),
        fields: fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// What generated code refuses when somebody walks a stream inside of a message, and the interpreter at once.
#[derive(Debug)]
pub struct Late {
    path: String,
    offset: i128,
    kind: String,
}

impl Late {
    /// Whether the interpreter says the same. (A stream does not know in which field it stands.)
    pub fn is(&self, error: &ReadError) -> bool {
        let offset = i128::try_from(error.offset);
        error.path.ends_with(&self.path) && offset == Ok(self.offset) && format!("{:?}", error.kind) == self.kind
    }
}

/// The first that is refused late in a value.
pub fn late(value: &Value) -> Option<Late> {
    match value {
        Value::Arm { name, fields } if name == "refused" => match fields.as_slice() {
            [(_, Value::Text(path)), (_, Value::Int(offset)), (_, Value::Text(kind))] => {
                Some(Late { path: path.clone(), offset: *offset, kind: kind.clone() })
            }
            _ => None,
        },
        Value::List(list) => list.iter().find_map(late),
        Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. } => {
            fields.iter().find_map(|(_, value)| late(value))
        }
        _ => None,
    }
}

/// A message, as a member of its family.
pub fn message(name: &str, fields: Value) -> Value {
    match fields {
        Value::Record(fields) => Value::Message { name: name.to_owned(), fields },
        other => other,
    }
}

/// A code and what `Display` makes of it.
pub fn named(code: i128, name: &str) -> Value {
    let known = !name.starts_with("Other(");
    Value::Enum { raw: code, name: known.then(|| name.to_owned()) }
}

/// A value to be compared: without what a plain value of generated code does not keep (of several codes with one name,
/// which it was; what stood in reserved bits), and with floats as their bits.
pub fn plain(value: Value) -> Value {
    let fields = |fields: Vec<(String, Value)>| fields.into_iter().map(|(name, value)| (name, plain(value))).collect();
    match value {
        Value::Enum { name: Some(name), .. } => Value::Enum { raw: 0, name: Some(name) },
        Value::Notation { raw, .. } => Value::Int(raw),
        Value::Float(Float::F32(float)) => Value::Int(float.to_bits().into()),
        Value::List(list) => Value::List(list.into_iter().map(plain).collect()),
        Value::Bits { parts, .. } => Value::Bits { raw: 0, parts: fields(parts) },
        Value::Record(record) => Value::Record(fields(record)),
        Value::Message { name, fields: inner } => Value::Message { name, fields: fields(inner) },
        Value::Arm { name, fields: inner } => Value::Arm { name, fields: fields(inner) },
        other => other,
    }
}
