//! Rules, repairs, and the offsets of errors.

use super::*;
use crate::model::SessionValues;

#[test]
fn rules_are_checked_directly_after_their_numbers() {
    let one = schema("struct S { a: u8 where 1..=7, b: u8 where it >= a, c: f32 where 0.0..=1.0 }");
    round(&one, "S", "01 02 0000803f", r#"{"a":1,"b":2,"c":1.0}"#);
    assert_eq!(rejected(&one, "S", "00 02 0000803f"), "a@0: rule");
    assert_eq!(rejected(&one, "S", "02 01 00000040"), "b@1: rule");
    assert_eq!(rejected(&one, "S", "01 01 00000040"), "c@2: rule");
    assert_eq!(rejected(&one, "S", "01 01 0000c07f"), "c@2: rule");
    // Before missing bytes.
    assert_eq!(rejected(&one, "S", "00"), "a@0: rule");
    assert_eq!(rejected(&one, "S", "02 01"), "b@1: rule");
    let value = Value::Record(vec![("a".to_owned(), Value::Int(8))]);
    let error = write_as(&one, "S", &value).unwrap_err();
    assert_eq!(error.to_string(), "S.a: breaks the rule `1..=7`: found 8");
}

#[test]
fn rules_of_groups_and_arms_come_first() {
    let one = schema(
        "struct S {
            a: u8 where it <= e,
            g: { b: u8 where it <= c, c: u8 },
            m: match u8 { 0 => Zero { d: u8 where it < c_limit, c_limit: u8 }, 1 => One {} },
            e: u8,
        }",
    );
    assert_eq!(rejected(&one, "S", "0a 02 01"), "g.b@1: rule");
    assert_eq!(rejected(&one, "S", "0a 01 02 00 05 05"), "m.d@4: rule");
    assert_eq!(rejected(&one, "S", "0a 01 02 00 04 05"), "e@6: truncated");
    assert_eq!(rejected(&one, "S", "0a 01 02 00 04 05 09"), "a@0: rule");
}

#[test]
fn only_readers_repair() {
    let one =
        schema("type World = f32 where -100.0 < it < 100.0 else 0.0; struct S { x: World, n: u8 where 1..=7 else 1 }");
    accepted(&one, "S", "0000c842 09", r#"{"x":0.0,"n":1}"#, "00000000 01");
    accepted(&one, "S", "0000c07f 07", r#"{"x":0.0,"n":7}"#, "00000000 07");
    let value = Value::Record(vec![("n".to_owned(), Value::Int(9))]);
    assert_eq!(write_as(&one, "S", &value).unwrap_err().kind, WriteErrorKind::Rule("1..=7".to_owned()));
}

#[test]
fn rules_of_absent_fields_do_not_apply() {
    let one = schema("struct S { bits u8 { has, _: u7 }, a: u8 if has where 1..=7, g: { b: u8 where it < 5 } }");
    round(&one, "S", "00 01", r#"{"a":null,"g":{"b":1}}"#);
    assert_eq!(rejected(&one, "S", "00 05"), "g.b@1: rule");
    assert_eq!(rejected(&one, "S", "01 09 01"), "a@1: rule");
}

#[test]
fn the_whole_must_be_read() {
    let one = schema("struct S { a: u8, b: u32 }");
    let error = |packet: &str| read_as(&one, "S", &hex(packet)).unwrap_err().to_string();
    assert_eq!(error("01 00000000 ff"), "S.rest at byte 5: bytes left over: found 1");
    assert_eq!(error("01 0000"), "S.b at byte 1: 2 more bytes needed, but the packet ends here");
    let s = target(&one, "S").unwrap();
    let packet = hex("01 00000000 ff");
    assert_eq!(read(&one, s, &packet, &[]).unwrap().rest, [0xFF]);
    assert_eq!(read(&one, s, &packet[..3], &[]).unwrap_err().kind, ReadErrorKind::Truncated { needed: 2 });
}

#[test]
fn a_count_beyond_the_packet_takes_no_memory() {
    let one =
        schema("struct S { n: u64, list: [u8; n] } struct T { data: bytes[u64] } struct U { n: i64, list: [u8; n] }");
    assert_eq!(rejected(&one, "S", "ffffffffffffff7f 00"), "list@9: truncated");
    assert_eq!(rejected(&one, "T", "ffffffffffffffff 00"), "data@0: truncated");
    assert_eq!(rejected(&one, "U", "ffffffffffffffff 00"), "list@8: count");
}

#[test]
fn steps_explain_a_packet() {
    let game = compile(game::GAME);
    let packet = dec(game::POS);
    let (steps, result) = trace(&game, target(&game, "Pos").unwrap(), &packet, &[], &SessionValues::default());
    assert!(result.is_ok());
    let step = |path: &str| {
        let step = steps.iter().find(|step| step.path == path).unwrap();
        (step.depth, step.offset, step.len, step.raw)
    };
    assert_eq!(step("code"), (1, 0, 1, Some(4)));
    assert_eq!(step("state"), (1, 2, 1, Some(17)));
    assert_eq!(step("state.move").3, Some(1));
    assert_eq!(step("bits"), (1, 3, 1, Some(16)));
    assert_eq!(step("fall.speed"), (2, 16, 1, Some(35)));
    assert_eq!(steps[0].doc.as_deref(), Some("Where one client's player is."));
    // Every byte is in one step.
    let covered: usize = steps.iter().map(|step| step.len).sum();
    assert_eq!(covered, packet.len());
    let (steps, result) = trace(&game, target(&game, "Pos").unwrap(), &packet[..9], &[], &SessionValues::default());
    assert!(result.is_err());
    // The last step is the field at which reading stopped.
    let last = steps.last().unwrap();
    assert_eq!((last.path.as_str(), last.kind, last.len), ("z", StepKind::Rejected, 0));
}

#[test]
fn steps_cover_lists_and_streams() {
    let game = compile(game::GAME);
    let packet = dec(game::WELCOME);
    let (steps, _) = trace(&game, target(&game, "[ToClient]").unwrap(), &packet, &[], &SessionValues::default());
    let covered: usize = steps.iter().map(|step| step.len).sum();
    assert_eq!(covered, packet.len());
    let mut next = 0;
    for step in steps.iter().filter(|step| step.len > 0) {
        assert_eq!(step.offset, next, "{}", step.path);
        next += step.len;
    }
    assert!(steps.iter().any(|step| step.path.ends_with("players[0].player.health")));
}

#[test]
fn a_rule_applies_to_an_omitted_list() {
    let one = schema("struct S { all: [u8; 2] where ascending(it), last: u8 }");
    for given in [vec![], vec![("all".to_owned(), Value::Null)]] {
        let error = write_as(&one, "S", &Value::Record(given)).unwrap_err();
        assert_eq!(error.to_string(), "S.all: breaks the rule `ascending(it)`");
    }
}
