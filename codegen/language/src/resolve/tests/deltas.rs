//! Delta encoding: inheritance from a base, and the choice of the base.

use super::{complaints, right};
use crate::model::{Absent, Base, DeltaScope, FieldId, InBase, Presence, RecordId, Source, Wire};

#[test]
fn a_delta_is_the_record_that_travels() {
    let protocol = right(
        "delta Step { bits u8 { a, b, _: .. }, x: u8 if a else base.x, y: u8 if b else base.x, size: { n: u8 } }
        struct Move { first: Step from zero, second: Step from first, patch: Step }",
    );
    let [step, moves] = protocol.records.as_slice() else { panic!("{:?}", protocol.records) };
    assert_eq!((step.name.as_str(), step.whole_name()), ("StepDelta", "Step"));
    let inherited: Vec<_> = step.fields.iter().map(|field| field.inherits()).collect();
    let x = InBase::from(FieldId(1));
    assert_eq!(inherited, [None, Some(&x), Some(&x), None, None]);
    let absent = Absent::Base(x);
    assert!(
        matches!(&step.fields[2].presence, Presence::When { checked: false, absent: found, .. } if *found == absent)
    );
    assert!(step.cells.iter().take(2).all(|cell| matches!(cell.source, Source::Derived(_))));
    // Nested types are named after the state.
    assert!(matches!(&step.fields[3].wire, Wire::Group { name, .. } if name == "StepSize"));
    let from: Vec<_> = moves.fields.iter().map(|field| field.state().map(|(_, base)| base.clone())).collect();
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
fn a_delta_as_a_group_is_two_types() {
    let protocol = right(
        "struct P { x: u8, y: u16 }
        struct U { bits u8 { gone, a, b, c, _: .. }, state: if !gone delta E {
            p: { x: u8 if a else base.p.x, y: u16 } as P,
            q: { r: { z: u8 if b else base.q.r.z } },
            old: P if c else base.p,
        } }",
    );
    let record = &protocol.records[1];
    let named = |name: &str| {
        let at = record.fields.iter().position(|field| field.name.as_deref() == Some(name)).unwrap();
        (FieldId(at), &record.fields[at])
    };
    let group = |name: &str| match &named(name).1.wire {
        Wire::Group { name, delta: Some(delta), .. } => (name.clone(), delta.name.clone(), delta.scope),
        other => panic!("{other:?}"),
    };
    assert_eq!(group("state"), ("EDelta".to_owned(), "E".to_owned(), DeltaScope::Whole));
    assert_eq!(group("p"), ("EpDelta".to_owned(), "P".to_owned(), DeltaScope::Like(RecordId(0))));
    assert_eq!(group("q"), ("EqDelta".to_owned(), "EQ".to_owned(), DeltaScope::Part));
    assert_eq!(named("old").1.inherits(), Some(&InBase::from(named("p").0)));
    assert_eq!(record.path_in_state(named("z").0), ["q", "r", "z"]);
    assert!(record.delta.is_none());
    assert!(record.cells.iter().take(4).all(|cell| matches!(cell.source, Source::Derived(_))));
}

#[test]
fn parts_that_are_inherited() {
    let delta = |field: &str| {
        format!(
            "struct P {{ x: u8, y: u16 }}\ndelta D {{ bits u8 {{ a, b, c, _: .. }}, z: u16 if a else base.z, {field} }}"
        )
    };
    let cases = [
        "struct S { bits u8 { f, _: .. }, g: if f delta G { x: u8 } }".to_owned(),
        "struct S { g: { x: u8 } as u8 }".to_owned(),
        "struct P { x: u8 }\nstruct S { g: { x: u8 } as P }".to_owned(),
        delta("g: { x: u8 } as P"),
        delta("g: delta G { x: u8 if b else base.x }"),
        delta("g: { x: u8 if b else base.x }"),
        delta("g: { x: u8 if b else base.g }"),
        delta("g: { x: u8 if b else base.g.y }"),
        delta("g: { x: u8 if b else base.z.x }"),
        delta("g: if b { x: u8 if c else base.g.x }"),
        delta("g: if b { x: u8 }, h: { x: u8 if c else base.g.x }"),
        delta("m: match u8 { 0 => A { x: u8 if b else base.m.x }, _ => B {} }"),
        delta("g: { x: u8 if b else base.g.x } else base.g"),
        delta("g: { x: u8 if b else base.g.x } as P"),
        delta("g: { x: u8 if b else base.g.x, y: u8 } as P"),
        delta("g: { x: u8 if b else base.g.x, y: u16 if c } as P"),
        delta("g: { x: u8 if b else base.g.x, y: u16, z: u8 } as P"),
        delta("g: { x: u8 if b else base.g.x, y: u16, bits u8 { l: bool, _: .. } } as P"),
        delta("g: { x: u8 if b else base.g.x, y: u16 }, p: P if c else base.g"),
        "struct P(n: u8) { x: u8 where it < n }\ndelta D { bits u8 { a, _: .. }, g: { x: u8 if a else base.g.x } as P }".to_owned(),
        "struct EDelta { x: u8 }\nstruct S { bits u8 { a, _: .. }, g: delta E { x: u8 if a else base.x } }".to_owned(),
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
        with("struct DDelta { x: u8 }"),
        with("struct S { one: D from zero, one_delta: u8 }"),
    ];
    insta::assert_snapshot!(complaints(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn a_state_inside_of_a_state() {
    let protocol = right(
        "struct P { x: u8, q: { y: u16 } }
        delta L { bits u8 { a, _: .. }, left: u8 if a else base.left }
        delta B { bits u8 { b, c, d, _: .. }, p: P, legs: L from base.legs, arms: L from base.arms if b else base.arms,
            g: { tail: L from base.g.tail }, y: u16 if c else base.p.q.y, left: u8 if d else base.legs.left }
        struct S { first: B from zero, second: B from first }",
    );
    let body = &protocol.records[2];
    let named = |name: &str| {
        let at = body.fields.iter().position(|field| field.name.as_deref() == Some(name)).unwrap();
        (FieldId(at), &body.fields[at])
    };
    for name in ["legs", "arms", "tail"] {
        let (id, field) = named(name);
        assert_eq!(field.state_inside(), Some((RecordId(1), &InBase::from(id))), "{name}");
        // In the encoded record it is a delta.
        assert_eq!(field.state(), None, "{name}");
    }
    assert_eq!(named("arms").1.inherits(), Some(&InBase::from(named("arms").0)));
    let group = named("g").1.part_of_state().unwrap();
    assert_eq!((group.name.as_str(), group.scope), ("BG", DeltaScope::Part));
    let names = |name: &str| named(name).1.inherits().unwrap().names(&protocol, body).join(".");
    assert_eq!((names("y").as_str(), names("left").as_str()), ("p.q.y", "legs.left"));
}

#[test]
fn states_that_are_in_no_base() {
    let delta = |field: &str| {
        format!(
            "struct P {{ bits u8 {{ f, g: bool, _: .. }}, n: u8, o: u8 if f, k: u8 = 1, l: [u8; 2], t: ascii[n] }}\ndelta L {{ bits u8 {{ a, _: .. }}, left: u8 if a else base.left }}\ndelta M {{ bits u8 {{ a, _: .. }}, left: u8 if a else base.left }}\ndelta B {{ bits u8 {{ b, c: bool, d, _: .. }}, p: P, z: u8 if b else base.z, {field} }}"
        )
    };
    let cases = [
        "delta L { bits u8 { a, _: .. }, left: u8 if a else base.left }\nstruct S { legs: L from base.legs }"
            .to_owned(),
        delta("legs: L from base.z"),
        delta("legs: L from base.lags"),
        delta("legs: L from base.arms, arms: L from base.arms"),
        delta("arms: M from base.arms, legs: L from base.arms"),
        delta("arms: L from zero if c, legs: L from base.arms"),
        delta("legs: L from base.legs if c"),
        delta("arms: L, legs: L from base.arms"),
        delta("arms: L from base.arms, legs: L from arms"),
        delta("legs: L from base.p"),
        delta("legs: P from base.p"),
        delta("x: u8 if d else base.p.m"),
        delta("x: u8 if d else base.p.g"),
        delta("x: u8 if d else base.p.o"),
        delta("x: u8 if d else base.p.n"),
        delta("x: u8 if d else base.p.k"),
        delta("x: u8 if d else base.p.l"),
        delta("x: u8 if d else base.p.l.x"),
        delta("legs: L, x: u8 if d else base.legs.left"),
        delta("legs: L from base.legs, x: u16 if d else base.legs.left"),
        delta("legs: L from base.legs, x: u8 if d else base.legs.lift"),
        delta("q: P if c, x: u8 if d else base.q.l"),
        delta("k: u8 = 1, x: u8 if d else base.k"),
        delta("k: u8 = 1 if d else base.k"),
        delta("n: u8, l: [u8; n], x: u8 if d else base.n"),
        delta("m: bits u8 { g, _: .. }, arms: L, old: L from zero if m.g else base.arms"),
    ];
    insta::assert_snapshot!(complaints(&cases.iter().map(String::as_str).collect::<Vec<_>>()));
}
