//! The table of dimensions has a row for each entry of the syntax tree: there is none of which a schema could have many
//! and nobody knows what they take.

use std::collections::BTreeMap;

use wireform_build::ast::{
    AlternativeKind, BinaryOp, BitOrder, ByteBase, EndWord, Entry, ExampleKind, ExprKind, ExtentKind, File, Item,
    LiteralKind, Member, NumberKind, OptionKind, PartWidth, RuleCheck, StructKind, Target, UnaryOp, UntilEnd,
    ValueKind, VarintShape, WireKind,
};
use wireform_build::model::Encoding;
use wireform_build::tree;
use wireform_build::walk::Node;

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
    Entry { Field Bits Joined Within Example Error }
    ExampleKind { Example Accepts Refuses }
    ByteBase { Hex Dec }
    WireKind { Int Bool Named If Group Bits Match List Bytes Nested Align Error }
    NumberKind { Unsigned Signed Float }
    ExtentKind { Rest Until Count }
    Encoding { Utf8 Ascii Latin1 Utf16 }
    EndWord { Until Through Before }
    UntilEnd { Field Pattern Expr }
    Target { None Variant Body Wire }
    RuleCheck { Expr Range }
    ValueKind { Named Bool Truthy Notation Text Error }
    VarintShape { Forms Groups Expr }
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
        let counts = |pieces| counts(&tree(&row.text(pieces)).0);
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

/// How often each entry is in a tree.
fn counts(tree: &File) -> Counts {
    let mut counts = Counts::default();
    let mut note = |entry: &dyn Named| *counts.entry(entry.name()).or_default() += 1;
    Node::File(tree).walk(&mut |node| match node {
        Node::Item(item) => {
            note(item);
            match item {
                Item::Varint(item) => {
                    note(&item.shape);
                    note(&item.number.kind);
                }
                Item::Quantity(item) => item.options.words.iter().for_each(|word| note(&word.kind)),
                Item::Struct(item) => note(&item.kind),
                _ => {}
            }
        }
        Node::Digit(digit) => digit.options.words.iter().for_each(|word| note(&word.kind)),
        Node::Member(member) => note(member),
        Node::Entry(entry) => {
            note(entry);
            if let Entry::Example(example) = entry {
                note(&example.kind);
                note(&example.base);
            }
        }
        Node::Parts(parts) => parts.order.iter().for_each(|(order, _)| note(order)),
        Node::Part(part) => part.width.iter().for_each(|width| note(width)),
        Node::Meaning(meaning, _) => note(&meaning.kind),
        Node::Check(check) => note(check),
        Node::Wire(wire) | Node::Carrier(wire) => {
            note(&wire.kind);
            match &wire.kind {
                WireKind::Int(int) => note(&int.kind),
                WireKind::Group(group) => note(&group.kind),
                WireKind::Bytes { encoding, .. } => encoding.iter().for_each(|(encoding, _)| note(encoding)),
                _ => {}
            }
        }
        Node::Arm(arm) => note(&arm.target),
        Node::Extent(extent) => {
            note(&extent.kind);
            if let ExtentKind::Until { word, end, .. } = &extent.kind {
                note(word);
                note(end);
            }
        }
        Node::Alternative(one) => {
            note(&one.kind);
            match &one.kind {
                AlternativeKind::Range { low, high, .. } => low.iter().chain(high).for_each(|one| note(&one.kind)),
                AlternativeKind::Literal(literal) => note(&literal.kind),
                _ => {}
            }
        }
        Node::Expr(expr) => {
            note(&expr.kind);
            match &expr.kind {
                ExprKind::Unary { op, .. } => note(op),
                ExprKind::Binary { op, .. } => note(op),
                _ => {}
            }
        }
        _ => {}
    });
    counts
}
