//! Families, their members, their codes.

use super::{complaints, right};
use crate::model::{Demand, FieldId, Input, ParamId, Source};

#[test]
fn members_and_codes() {
    insta::assert_snapshot!(complaints(&[
        "family F: u8 { message A = 1; message B = 1; }",
        "family F: u8 { message A = 1; message A = 2; }",
        "family F: u8 { message A = 256; }",
        "family F: u8 { message A = x; }",
        "family F: u8 { message A = 1.5; }",
        "family F: u8 { Nope }",
        "message Ping = 1;\nfamily F: u8 { Pin }",
        "struct S { x: u8 }\nfamily F: u8 { S }",
        "message A = 1;\nfamily F: u8 { A }\nfamily G: u16 { A }",
        "message A = 300;\nfamily F: u8 { A }",
        "family G: u16 { message A = 1; }\nfamily F: u8 { G }",
        "family G: u8 { message A = 1; }\nfamily F: u8 { G, message B = 1; }",
        "family G: u8 { message A = 1; }\nfamily F: u8 { G(3) }",
        "enum E: u8 { A = 1 }\nfamily F: E { message A = 1; }",
        "family F: u8 { }",
        "family F: latin1[u8] { message A = 1; }",
        "family F: u8 { message A = 1; message Unknown = 2; .. }",
        "const K = 3;\nfamily F: u8 { K }",
    ]));
}

#[test]
fn members_by_an_earlier_number() {
    insta::assert_snapshot!(complaints(&[
        "family F { message A = 1; }\nstruct S { x: F }",
        "family F { message A = 1; }\nstruct S { x: [F; ..] }",
        "family F { message A = 1; }\nstruct S { x: F by k }",
        "family F { message A = 1; }\nstruct S { x: F by k, k: u8 }",
        "family F { message A = 1; }\nstruct S { k: latin1[u8], x: F by k }",
        "family F { message A = 1; }\nstruct S(k: u8) { x: F by k }",
        "family F { message A = 1; }\nstruct S { k: u8, x: [{ x: F by k }; u8] }",
        "family F { message A = 1; }\nstruct S { k: u8 = 1, x: F by k }",
        "family F { message A = 300; }\nstruct S { k: u8, x: F by k }",
        "enum K: u8 { One = 1 }\nfamily F { message A = 1; message B = 2; }\nstruct S { k: K, x: F by k }",
        "family F { message A = 1; .. }\nstruct S { k: u8, x: F by k, y: u8 }",
        "family F: u8 { message A = 1; }\nstruct S { k: u8, x: F by k }",
        "struct T { x: u8 }\nstruct S { k: u8, x: T by k }",
        "message A = 1;\nfamily F { A }\nfamily G: u8 { A }",
        "family F: u8 { message A = 1; }\nfamily G { F }",
    ]));
}

#[test]
fn a_code_is_all_that_the_numbers_by_which_it_is_chosen_can_be() {
    let protocol = right(
        "family F { message A = 1; message B = 2; }
        struct S { bits u8 { k: u3, _: u5 }, x: F by k }
        struct T { k: i16 where 0..=9, x: F by k }",
    );
    assert_eq!(protocol.families[0].codes, crate::model::Interval::new(-0x8000, 0x7FFF));
    let sources: Vec<_> = protocol.records.iter().flat_map(|record| &record.cells).map(|cell| &cell.source).collect();
    let by = |field| Source::Derived(Demand::Arm { field: FieldId(field), column: 0 });
    assert_eq!(sources, [&by(1), &Source::Reserved(0), &by(1)]);
}

#[test]
fn parameters_of_families() {
    insta::assert_snapshot!(complaints(&[
        "message A(n: u8) = 1 { x: bytes[n] }\nmessage B(n: u16) = 2 { x: bytes[n] }\nfamily F: u8 { A, B }",
        "family F(n: u8): u8 { message A = 1 { x: bytes[n] } }\nstruct S { f: F }",
        "family F(n: u8): u8 { message A = 1 { n: u16 } }",
        "message A(n: u8) = 1 { x: bytes[n] }\nfamily F: u8 { A(300) }",
        "message A(n: u8) = 1 { x: bytes[n] }\nfamily F: u8 { A(k) }",
    ]));
}

#[test]
fn a_member_takes_what_it_uses() {
    let protocol = right(
        "message Shared(n: u8) = 7 { x: bytes[n] }
        family Inner: u8 { message Deep(n: u8) = 9 { x: bytes[n] } }
        family F(a: bool, b: u8): u8 {
            Shared, Inner,
            message One = 1 { x: u8 if a }
            message Two = 2 { y: bytes[b] }
            message None = 3;
        }",
    );
    let family = protocol.families.iter().find(|family| family.name == "F").unwrap();
    let params: Vec<_> = family.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(params, ["a", "b", "n"]);
    let args: Vec<_> = family.members.iter().map(|member| (member.name.as_str(), member.args.clone())).collect();
    let param = |id| vec![Input::Param(ParamId(id))];
    let expected =
        [("Shared", param(2)), ("Deep", param(2)), ("One", param(0)), ("Two", param(1)), ("None", Vec::new())];
    assert_eq!(args, expected);
}

#[test]
fn a_family_in_a_family_gives_its_members_what_it_gave_them() {
    let protocol = right(
        "message Shared(n: u8, flies: bool) = 7 { x: bytes[n], y: u8 if flies }
        family Inner(k: u8): u8 { Shared(k, true) }
        family F(flies: bool): u8 { Inner, message One = 1 { x: u8 if flies } }",
    );
    let family = protocol.families.iter().find(|family| family.name == "F").unwrap();
    let params: Vec<_> = family.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(params, ["flies", "k"]);
    let shared = family.members.iter().find(|member| member.name == "Shared").unwrap();
    assert_eq!(shared.args, [Input::Param(ParamId(1)), Input::Literal(1)]);
}

#[test]
fn own_messages_live_in_the_module() {
    let protocol = right(
        "message Shared = 7 { list: [{ x: u8 }; u8] }
        struct Part { list: [{ x: u8 }; u8] }
        family F: u8 { Shared, message Own = 1 { list: [{ p: Part }; u8] } }
        family G: u8 { message Own = 1 { x: u8 } }",
    );
    let modules: Vec<_> = protocol
        .records
        .iter()
        .map(|record| {
            let module = record.module.and_then(|id| protocol.families.get(id.0)).map(|family| family.name.as_str());
            (record.name.as_str(), module)
        })
        .collect();
    let expected = [
        ("SharedList", None),
        ("Shared", None),
        ("PartList", None),
        ("Part", None),
        ("OwnList", Some("F")),
        ("Own", Some("F")),
        ("Own", Some("G")),
    ];
    assert_eq!(modules, expected);
}
