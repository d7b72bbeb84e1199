//! The state of a resolution: what is declared, what is bound so far, and where complaints go.

use std::collections::HashMap;

use crate::ast;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{BitsId, ByteOrder, EnumId, FamilyId, Interval, PackedId, Protocol, QuantityId, RecordId, VarintId};
use crate::model::{Carrier, Ratio, Value};
use crate::source::Sources;

/// Binds names and collects the model. The methods stand in the submodules, by subject.
pub(crate) struct Resolver<'a> {
    pub(super) sources: &'a Sources,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Complaints when this resolution began: the model is given only if none was added.
    /// The protocol's byte order.
    pub(super) order: ByteOrder,
    /// Every declaration by name, after its guard was folded.
    pub(super) items: HashMap<&'a str, Declared<'a>>,
    /// What the declarations became, once they were bound.
    pub(super) bound: HashMap<&'a str, Bound>,
    pub(super) constants: HashMap<&'a str, Constant>,
    pub(super) protocol: Protocol,
}

/// A declaration.
#[derive(Debug, Clone, Copy)]
pub(super) enum Declared<'a> {
    Const(&'a ast::Const),
    Type(&'a ast::Type),
    Varint(&'a ast::Varint),
    Quantity(&'a ast::Quantity),
    Packed(&'a ast::Packed),
    Enum(&'a ast::Enum),
    Bits(&'a ast::Bits),
    Struct(&'a ast::Struct),
    Message(&'a ast::Message),
    Family(&'a ast::Family),
}

/// What a declaration became in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Varint(VarintId),
    Enum(EnumId),
    Bits(BitsId),
    Quantity(QuantityId),
    Packed(PackedId),
    Record(RecordId),
    Family(FamilyId),
}

/// The value of a static expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Int(i128),
    Ratio(Ratio),
    Bool(bool),
    Text(String),
}

/// A wire that holds one integer: what it stands on, what it can hold, what that means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScalarType {
    pub(super) carrier: Carrier,
    pub(super) interval: Interval,
    pub(super) value: Value,
}

impl Resolver<'_> {
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
