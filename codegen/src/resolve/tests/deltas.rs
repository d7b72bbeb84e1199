//! States that travel as differences: what may be inherited, and what a difference is taken from.

use super::{complaints, right};
use crate::model::{Absent, Base, FieldId, Presence, Source, Wire};

#[test]
fn a_delta_is_the_record_that_travels() {
    let protocol = right(
        "delta Step { bits u8 { a, b, _: .. }, x: u8 if a else base.x, y: u8 if b else base.x, size: { n: u8 } }
        struct Move { first: Step from zero, second: Step from first, patch: Step }",
    );
    let [step, moves] = protocol.records.as_slice() else { panic!("{:?}", protocol.records) };
    assert_eq!((step.name.as_str(), step.whole_name()), ("StepDelta", "Step"));
    let inherited: Vec<_> = step.fields.iter().map(|field| field.inherits()).collect();
    assert_eq!(inherited, [None, Some(FieldId(1)), Some(FieldId(1)), None, None]);
    let absent = Absent::Base(FieldId(1));
    assert!(matches!(step.fields[2].presence, Presence::When { checked: false, absent: found, .. } if found == absent));
    assert!(step.cells.iter().take(2).all(|cell| matches!(cell.source, Source::Derived(_))));
    // What stands in it is called after the state.
    assert!(matches!(&step.fields[3].wire, Wire::Group { name, .. } if name == "StepSize"));
    let from: Vec<_> = moves.fields.iter().map(|field| field.state().map(|(_, base)| base)).collect();
    assert_eq!(from, [Some(Base::Zero), Some(Base::Field(FieldId(0))), None]);
}

#[test]
fn what_is_inherited() {
    let delta = |field: &str| {
        format!(
            "struct P {{ x: u8 }}\ndelta D {{ bits u8 {{ a, b, n: u2, _: .. }}, z: u16 if a else base.z, {field} }}"
        )
    };
    let cases = [
        "delta D { x: u8 }".to_owned(),
        "struct S { bits u8 { f, _: .. }, x: u8 if f else base.x }".to_owned(),
        "struct S { xs: [delta { x: u8 }; 3] }".to_owned(),
        delta("x: u8 else base.x"),
        delta("x: u8 if b else base.y"),
        delta("x: u8 if b else base.y, y: u8"),
        delta("x: u8 if b else base.a"),
        delta("x: u8 if b else base.z"),
        delta("y: u16 if n > 1, x: u16 if b else base.y"),
        delta("x: u16 if n > 1 else base.x"),
        delta("g: if b { x: u8, h: { t: utf8[u8] } } else base.g"),
        delta("bits u8 { c, _: .. }, g: if b { x: u8 if c } else base.g"),
        delta("t: utf8[u8] if b else base.t"),
        delta("t: [u8; u8] if b else base.t"),
        delta("t: P if b else base.t.x"),
        "struct P { bits u8 { a, _: .. }, x: f32 if a }\ndelta D { bits u8 { a, _: .. }, p: P if a else base.p }".to_owned(),
        "struct P { s: match u8 { 0 => A {}, 1 => B { x: u8 } } }\ndelta D { bits u8 { a, _: .. }, p: P if a else base.p }"
            .to_owned(),
        "struct P { t: utf8[u8] }\ndelta D { bits u8 { a, _: .. }, p: P if a else base.p }".to_owned(),
        "delta D(known: bool) { x: u8 if known else base.x }".to_owned(),
        "delta D(known: u2) { x: match known { 0 => none, 1 => u8, _ => u16 } else base.x }".to_owned(),
        "delta D { a: u8, x: u8 where 1..=3 else base.a }".to_owned(),
    ];
    insta::assert_snapshot!(complaints(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn what_a_difference_is_taken_from() {
    let with = |rest: &str| {
        format!(
            "delta D {{ bits u8 {{ a, _: .. }}, x: u8 if a else base.x }}\ndelta E {{ bits u8 {{ a, _: .. }}, x: u8 if a else base.x }}\n{rest}"
        )
    };
    let cases = [
        with("struct S { x: u8 from zero }"),
        with("struct S { one: D from two }"),
        with("struct S { one: D from two, two: D from zero }"),
        with("struct S { first: D from zero, second: D from frist }"),
        with("struct S { one: D, two: D from one }"),
        with("struct S { one: E from zero, two: D from one }"),
        with("struct S { n: u8, two: D from n }"),
        with("struct S { bits u8 { f, _: .. }, one: D from zero if f, two: D from one }"),
        with("struct S { g: { one: D from zero }, two: D from g.one }"),
        with("struct S { one: D from zero, g: { two: D from one } }"),
        with("struct S { one: D from 1 + 2 }"),
        with("struct S { _: D from zero }"),
        with("type T = D from zero;\nstruct S { one: T }"),
        with("delta F { bits u8 { a, _: .. }, x: u8 if a else base.x, d: D from base.d }"),
        with("struct DDelta { x: u8 }"),
        with("struct S { one: D from zero, one_delta: u8 }"),
    ];
    insta::assert_snapshot!(complaints(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}
