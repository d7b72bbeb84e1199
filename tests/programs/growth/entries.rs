//! The table of dimensions has a row for each entry of the syntax tree: there is none of which a schema could have many
//! and nobody knows what they take.

use std::collections::BTreeMap;

use wireform_build::ast::{
    AlternativeKind, BinaryOp, BitOrder, Body, ByteBase, Clauses, EndWord, Entry, ExampleKind, Expr, ExprKind, Extent,
    ExtentKind, File, Item, Literal, LiteralKind, Member, NumberKind, OptionKind, Options, Param, PartWidth, Parts,
    Pattern, RuleCheck, StructKind, Target, UnaryOp, UntilEnd, ValueKind, ValueType, VarintShape, Wire, WireInt,
    WireKind,
};
use wireform_build::model::Encoding;
use wireform_build::tree;

use crate::rows;

/// How often each entry stands in a text.
type Counts = BTreeMap<&'static str, usize>;

/// Names the entries of an enum of the tree. A new entry does not compile until it is named, and is then missed in the rows.
macro_rules! entries {
    ($($kind:ident { $($entry:ident)* })*) => {
        const ALL: &[&str] = &[$($(concat!(stringify!($kind), "::", stringify!($entry)),)*)*];
        trait Named { fn name(&self) -> &'static str; }
        $(impl Named for $kind {
            fn name(&self) -> &'static str {
                match self { $(Self::$entry { .. } => concat!(stringify!($kind), "::", stringify!($entry)),)* }
            }
        })*
    };
}

entries! {
    Item { Use Const Type Varint Quantity Packed Enum Bits Struct Message Family Session Hook Error }
    Member { Message Named }
    StructKind { Struct Delta }
    Entry { Field Bits Within Example Error }
    ExampleKind { Example Accepts Refuses }
    ByteBase { Hex Dec }
    WireKind { Int Bool Named If Group Bits Match List Bytes Align Error }
    NumberKind { Unsigned Signed Float }
    ExtentKind { Rest Until Count }
    Encoding { Utf8 Ascii Latin1 }
    EndWord { Until Through Before }
    UntilEnd { Field Pattern Expr }
    Target { None Variant Body Wire }
    RuleCheck { Expr Range }
    ValueKind { Named Bool Truthy Notation Text Error }
    VarintShape { Forms Expr }
    OptionKind { Wrap Clamp Refuse Round Trunc Floor Lossy }
    PartWidth { Wire Rest }
    BitOrder { LowFirst HighFirst }
    AlternativeKind { Any Range Literal Name Text Tuple Error }
    LiteralKind { Int Float Char }
    ExprKind { Int Float Char Text Path Call Tuple List Fields Named Unary Binary Compare In Range If Match Error }
    UnaryOp { Not Negate }
    BinaryOp { Or And Add Subtract Multiply Divide Remainder }
}

#[test]
fn each_entry_of_the_syntax_tree_has_a_row() {
    let mut missing: Vec<&str> = ALL.to_vec();
    for row in rows::all() {
        let counts = |pieces| Counted::of(&tree(&row.text(pieces)).0);
        let (few, many) = (counts(8), counts(16));
        missing.retain(|entry| many.get(entry).unwrap_or(&0) < &(few.get(entry).unwrap_or(&0) + 8));
    }
    assert!(missing.is_empty(), "no row of the table has many of {missing:?}");
}

#[test]
fn names_of_rows_differ() {
    let mut names: Vec<String> = rows::all().map(|row| row.name()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert!(names.len() == count && count > 140, "{} of {count}", names.len());
}

/// Walks over a tree and counts.
#[derive(Default)]
struct Counted(Counts);

impl Counted {
    fn of(file: &File) -> Counts {
        let mut counted = Self::default();
        file.items.iter().for_each(|item| counted.item(item));
        counted.0
    }

    fn note(&mut self, entry: &dyn Named) {
        *self.0.entry(entry.name()).or_default() += 1;
    }

    fn item(&mut self, item: &Item) {
        self.note(item);
        item.head().guard.into_iter().for_each(|guard| self.expr(guard));
        match item {
            Item::Const(item) => self.expr(&item.value),
            Item::Type(item) => {
                self.wire(&item.wire);
                self.clauses(&item.clauses);
            }
            Item::Varint(item) => {
                self.note(&item.shape);
                self.int(&item.number);
                match &item.shape {
                    VarintShape::Expr(expr) => self.expr(expr),
                    VarintShape::Forms(forms) => forms.iter().for_each(|form| self.pattern(&form.pattern)),
                }
            }
            Item::Quantity(item) => {
                self.wire(&item.wire);
                self.expr(&item.value);
                self.options(&item.options);
            }
            Item::Packed(item) => item.digits.iter().for_each(|digit| {
                self.pattern(&digit.range);
                self.options(&digit.options);
            }),
            Item::Enum(item) => item.codes.iter().for_each(|code| self.pattern(&code.codes)),
            Item::Bits(item) => self.parts(&item.parts),
            Item::Struct(item) => {
                self.note(&item.kind);
                self.params(&item.params);
                self.body(&item.body);
            }
            Item::Message(item) => {
                self.expr(&item.code);
                self.body(&item.body);
            }
            Item::Family(item) => item.members.iter().for_each(|member| {
                self.note(member);
                if let Member::Message(message) = member {
                    self.body(&message.body);
                }
            }),
            Item::Hook(item) => self.params(&item.params),
            Item::Use(_) | Item::Session(_) | Item::Error(_) => {}
        }
    }

    fn params(&mut self, params: &[Param]) {
        params.iter().for_each(|param| self.wire(&param.wire));
    }

    fn options(&mut self, options: &Options) {
        options.range.iter().for_each(|range| self.pattern(range));
        options.words.iter().for_each(|word| self.note(&word.kind));
    }

    fn parts(&mut self, parts: &Parts) {
        parts.order.iter().for_each(|(order, _)| self.note(order));
        for part in &parts.list {
            part.width.iter().for_each(|width| self.note(width));
            part.value.iter().for_each(|value| self.value(value));
            part.computed.iter().chain(&part.fill).for_each(|expr| self.expr(expr));
        }
    }

    fn body(&mut self, body: &Body) {
        for entry in &body.entries {
            self.note(entry);
            match entry {
                Entry::Field(field) => {
                    self.wire(&field.wire);
                    self.clauses(&field.clauses);
                }
                Entry::Bits(bits) => self.parts(&bits.parts),
                Entry::Within(within) => {
                    self.extent(&within.extent);
                    self.body(&within.body);
                }
                Entry::Example(example) => {
                    self.note(&example.kind);
                    self.note(&example.base);
                    example.params.iter().for_each(|(_, value)| self.expr(value));
                    example.values.iter().for_each(|(_, value)| self.expr(value));
                }
                Entry::Error { .. } => {}
            }
        }
    }

    fn clauses(&mut self, clauses: &Clauses) {
        let Clauses { from, by: _, value, computed, fill, presence, absent, rule } = clauses;
        value.iter().for_each(|value| self.value(value));
        [from, computed, fill, presence, absent].into_iter().flatten().for_each(|expr| self.expr(expr));
        if let Some(rule) = rule {
            self.note(&rule.check);
            if let RuleCheck::Expr(expr) = &rule.check {
                self.expr(expr);
            }
        }
    }

    fn value(&mut self, value: &ValueType) {
        self.note(&value.kind);
    }

    fn int(&mut self, int: &WireInt) {
        self.note(&int.kind);
    }

    fn wire(&mut self, wire: &Wire) {
        self.note(&wire.kind);
        match &wire.kind {
            WireKind::Int(int) => self.int(int),
            WireKind::Named { args, .. } => args.iter().for_each(|arg| self.expr(arg)),
            WireKind::If { test, group } => {
                self.expr(test);
                self.body(&group.body);
            }
            WireKind::Group(group) => {
                self.note(&group.kind);
                self.body(&group.body);
            }
            WireKind::Bits { parts, .. } => self.parts(parts),
            WireKind::Match { tag, arms } => {
                self.expr(tag);
                for arm in arms {
                    self.pattern(&arm.pattern);
                    self.note(&arm.target);
                    match &arm.target {
                        Target::Variant { wire, .. } | Target::Wire(wire) => self.wire(wire),
                        Target::Body { body, .. } => self.body(body),
                        Target::None(_) => {}
                    }
                }
            }
            WireKind::List { item, extent, .. } => {
                self.wire(item);
                self.extent(extent);
            }
            WireKind::Bytes { encoding, extent } => {
                encoding.iter().for_each(|encoding| self.note(encoding));
                extent.iter().for_each(|extent| self.extent(extent));
            }
            WireKind::Align(expr) => self.expr(expr),
            WireKind::Bool | WireKind::Error => {}
        }
    }

    fn extent(&mut self, extent: &Extent) {
        self.note(&extent.kind);
        match &extent.kind {
            ExtentKind::Until { word, end, .. } => {
                self.note(word);
                self.note(end);
                match end {
                    UntilEnd::Field { pattern, .. } | UntilEnd::Pattern(pattern) => self.pattern(pattern),
                    UntilEnd::Expr(expr) => self.expr(expr),
                }
            }
            ExtentKind::Count { count, .. } => self.expr(count),
            ExtentKind::Rest => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        for one in &pattern.alternatives {
            self.note(&one.kind);
            match &one.kind {
                AlternativeKind::Range { low, high, .. } => low.iter().chain(high).for_each(|one| self.literal(one)),
                AlternativeKind::Literal(literal) => self.literal(literal),
                AlternativeKind::Tuple(patterns) => patterns.iter().for_each(|one| self.pattern(one)),
                AlternativeKind::Any | AlternativeKind::Name(_) | AlternativeKind::Text(_) | AlternativeKind::Error => {
                }
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        self.note(&literal.kind);
    }

    fn expr(&mut self, expr: &Expr) {
        for one in expr.all() {
            self.note(&one.kind);
            match &one.kind {
                ExprKind::Unary { op, .. } => self.note(op),
                ExprKind::Binary { op, .. } => self.note(op),
                ExprKind::In { pattern, .. } => self.pattern(pattern),
                ExprKind::Match { arms, .. } => arms.iter().for_each(|(pattern, _)| self.pattern(pattern)),
                _ => {}
            }
        }
    }
}
