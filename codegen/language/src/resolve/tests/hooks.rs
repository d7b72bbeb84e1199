//! Hooks: their arguments, their covers, and their positions.

use std::collections::BTreeSet;

use super::{complaints, right};
use crate::model::nested_hooks;
use crate::model::{Demand, Edge, FamilyId, HookId, How, Input, Interval, ParamId, ParamKind, RecordId, Source};

/// A new check of the catalogue changes no schema that has a hook of its name.
#[test]
fn a_hook_has_its_name_before_the_catalogue() {
    for name in crate::catalogue::names() {
        let hook = format!("hook {name}(data: bytes) -> u64;\nstruct S {{ x: u8, sum: u64 = {name}(before(sum)) }}");
        let record = &right(&hook).records[0];
        assert!(matches!(record.checksums[0].how, How::Hook { .. }), "{name}");
    }
}

#[test]
fn inputs_are_given_in_order_or_by_name() {
    let protocol = right(
        "hook unused(data: bytes) -> u32;
        hook sum(data: bytes, sequence: u31, urgent: bool) -> u24;
        family F(sequence: u31): u8 { message M = 1 {
            bits u8 { urgent, _: .. },
            a: u24be = sum(before(a)),
            b: u32 = sum(after(b), 5, true),
            x: u8,
        } }
        struct S { x: u8, messages: [F(x); ..] }",
    );
    let names: Vec<_> = protocol.hooks.iter().map(|hook| (hook.name.as_str(), hook.bytes)).collect();
    assert_eq!(names, [("sum", 3), ("unused", 4)]);
    let sum = &protocol.hooks[0];
    assert_eq!((sum.data.as_str(), sum.params[0].kind), ("data", ParamKind::Int(Interval::new(0, (1 << 31) - 1))));
    let record = &protocol.records[0];
    let given: Vec<_> = record.checksums.iter().map(|one| (one.how.clone(), one.at)).collect();
    let hook = |range, inputs: [Input; 2]| How::Hook { hook: HookId(0), range, inputs: inputs.to_vec() };
    let urgent = record.cells.iter().position(|cell| cell.path == "urgent").expect("there is one");
    let by_name =
        hook([Edge::Start(0), Edge::Start(2)], [Input::Param(ParamId(0)), Input::Cell(crate::model::CellId(urgent))]);
    let by_place = hook([Edge::Start(9), Edge::End(0)], [Input::Literal(5), Input::Literal(1)]);
    assert_eq!(given, [(by_name, Edge::Start(2)), (by_place, Edge::Start(5)),]);
    let hooked = record.cells.iter().filter(|cell| cell.source == Source::Derived(Demand::Hook));
    assert_eq!(hooked.map(|cell| cell.is_given()).collect::<Vec<_>>(), [true, true]);
    let inside = nested_hooks(&protocol);
    let only = BTreeSet::from([HookId(0)]);
    assert_eq!((inside.record(RecordId(1)), inside.family(FamilyId(0))), (&only, &only));
}

#[test]
fn mistakes() {
    let cases = [
        "hook sum(data: bytes) -> u8;\nhook sum(data: bytes) -> u16;",
        "hook sum() -> u8;",
        "hook sum(salt: u8, data: bytes) -> u8;",
        "hook sum(data: bytes[4]) -> u8;",
        "hook sum(data: bytes, more: bytes) -> u8;",
        "hook sum(data: bytes, data: u8) -> u8;",
        "hook sum(data: bytes, salt: u8, salt: u8) -> u8;",
        "hook sum(data: bytes) -> u12;",
        "hook sum(data: bytes) -> i16;",
        "hook sum(data: bytes) -> f32;",
        "hook sum(data: bytes) -> u16be;",
        "hook sum(data: bytes) -> u8;\nstruct Sum { x: u8 }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { x: u8, c: u8 = summ(before(c), x) }",
        "hook sum(data: bytes) -> u8;\nstruct S { c: u8 = sum() }",
        "hook sum(data: bytes) -> u8;\nstruct S { x: u8, c: u8 = sum(before(c), x) }",
        "hook sum(data: bytes, a: u8, b: u8) -> u8;\nstruct S { x: u8, c: u8 = sum(before(c), x) }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { x: u8, c: u8 = sum(before(c)) }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { x: u16, c: u8 = sum(before(c), x) }",
        "hook sum(data: bytes, salt: bool) -> u8;\nstruct S { x: u16, c: u8 = sum(before(c), x) }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { x: u8, c: u8 = sum(before(c), x + 1) }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { c: u8 = sum(after(c), x), x: u8 }",
        "hook sum(data: bytes, salt: u8) -> u8;\nstruct S { f: bool, x: u8 if f, c: u8 = sum(before(c), x) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u8 = sum(before(c)) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(all) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(span(x..=c)) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, _: u16 = sum(before(x)) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, g: { c: u16 = sum(before(x)) } }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(before(c)), y: u8 if c == 2 }",
        "hook sum(data: bytes) -> u16;\nstruct S { a: u16 = sum(after(a)), b: u16 = crc_16_modbus(before(b)) }",
        "hook sum(data: bytes) -> u16;\ndelta D { bits u8 { f, _: .. }, x: u8 if f else base.x, c: u16 = sum(before(c)) }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(before(c)) }\ndelta D { bits u8 { f, _: .. }, x: u8 if f else base.x, s: S }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(before(c)) }\nstruct T { all: [S; 3] }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(before(c)) }\nstruct T { bits u8 { f, g, _: .. }, d: if f delta D { x: u8 if g else base.x, s: S } }",
        "hook sum(data: bytes) -> u16;\nstruct S { x: u8, c: u16 = sum(before(c)) }\nstruct T { bits u8 { mask: u3, _: .. }, all: [S if mask; 3] }",
    ];
    insta::assert_snapshot!(complaints(&cases));
}
