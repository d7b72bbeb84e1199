//! Values from JSON, and as JSON.

use super::*;

/// Sauerbraten's packets as its documents list them, and a schema of these.
const GAME: &str = include_str!("../../../../codegen/language/src/interpret/tests/game.wire");
const POS: &str = "4 1 17 16 11 39 102 35 207 27 134 112 90 132 151 126 35";
const WELCOME: &str = "2 22 114 101 105 115 115 101 110 0 5 0 33 87 58 1 3 1 -1 61 0 103 111 111 100 0 -1 17 0 0 100
    100 100 1 2 20 20 10 10 20 0 37 1 0 12 1 0 3 100 100 100 1 2 16 4 3 8 15 0 -1 3 1 67 111 111 107 105 101 0 101 118
    105 108 0 1";

fn made(protocol: &Protocol, name: &str, json: &str) -> Result<String, String> {
    let found = target(protocol, name).unwrap();
    let value = from_json(protocol, found, &parse(json)).map_err(|error| error.to_string())?;
    let bytes = write(protocol, found, &value, &[]).map_err(|error| error.to_string())?;
    Ok(to_hex(&bytes))
}

/// An object with those of these fields that it lacks.
fn filled(object: &str, fields: &str) -> String {
    let (Json::Object(mut all), Json::Object(given)) = (parse(fields), parse(object)) else { panic!("no objects") };
    all.extend(given);
    text(&Json::Object(all))
}

/// The text of a value.
fn shown(protocol: &Protocol, name: &str, value: &Value) -> String {
    text(&to_json(protocol, target(protocol, name).unwrap(), value))
}

#[test]
fn a_state_is_given_whole_and_travels_as_what_differs() {
    let protocol = compile(
        "protocol p { byte_order: little }
        struct Point { x: f32, n: u8 }
        delta Step { m: bits u8 { a, p, _: .. }, a: i8 if m.a else base.a, p: Point if m.p else base.p, millis: u8 }
        struct Main { one: Step from zero, two: Step from one }",
    );
    let main = |text: &str| made(&protocol, "Main", text);
    // A field that travels where it differs may be left out; another must be there.
    assert_eq!(main(r#"{"one": {"millis": 0}, "two": {"millis": 0}}"#).unwrap(), "00000000");
    assert_eq!(main(r#"{"one": {"a": 0}}"#).unwrap_err(), "Main.one: left out, but without a default: `millis`");
    let one = r#""one": {"a": -1, "p": {"x": -0.0, "n": 0}, "millis": 3}"#;
    let two = format!(r#"{{{one}, "two": {{"a": -1, "p": {{"n": 0, "x": 0.0}}, "millis": 0}}}}"#);
    assert_eq!(main(&two).unwrap(), "03ff0000008000030200000000".to_owned() + "0000");
    assert_eq!(
        main(r#"{"one": {"a": 300, "millis": 0}, "two": {"millis": 0}}"#).unwrap_err(),
        "Main.one.a: out of range for its place on the wire: expected -128 to 127, found 300"
    );
    assert_eq!(main(r#"{"one": {"m": 3}}"#).unwrap_err(), "Main.one.m: derived: leave it out");
    let (target, bytes) = (target(&protocol, "Main").unwrap(), [1, 255, 3, 0, 4]);
    let value = read_as(&protocol, "Main", &bytes).unwrap();
    assert_eq!(value.field("two").and_then(|two| two.field("a")), Some(&Value::Int(-1)));
    assert_eq!(write(&protocol, target, &value, &[]).unwrap(), bytes);
}

#[test]
fn a_tag_is_where_its_shape_stores_it() {
    let protocol =
        compile("protocol p { byte_order: little } struct Main { n: u8, x: match n { 0 => A {}, _ => B { y: u8 } } }");
    let main = |text: &str| made(&protocol, "Main", text);
    assert_eq!(main(r#"{"x": {"B": {"n": 3, "y": 0}}}"#).unwrap(), "0300");
    let inside = r#"Main.n: not known here; `n` is in `x`: {"x":{"B":{"n":3}}}"#;
    assert_eq!(main(r#"{"n": 3, "x": {"B": {"y": 1}}}"#).unwrap_err(), inside);
    assert_eq!(main(r#"{"n": 3}"#).unwrap_err(), inside);
    assert_eq!(main(r#"{"n": 0, "x": {"A": {}}}"#).unwrap_err(), "Main.n: derived: leave it out");
    // As is a field of a shape.
    assert_eq!(main(r#"{"y": 1}"#).unwrap_err(), r#"Main.y: not known here; `y` is in `x`: {"x":{"B":{"y":1}}}"#);
}

#[test]
fn what_was_read_is_written_from_its_json() {
    let game = compile(GAME);
    for (name, packet) in [("Pos", POS), ("[ToClient]", WELCOME)] {
        let packet = from_dec(packet).unwrap();
        let value = read_as(&game, name, &packet).unwrap();
        let json = parse(&shown(&game, name, &value));
        let again = from_json(&game, target(&game, name).unwrap(), &json).unwrap();
        assert_eq!(write_as(&game, name, &again).unwrap(), packet);
    }
}

#[test]
fn short_forms() {
    let game = compile(GAME);
    let short = r#"{"cn":1,"in_clip":false,"state":{"physics":"Falling","move":"Forward"},"x":{"value":624.6875},"y":{"value":566.375},
        "z":{"raw":7119},"look":{"yaw":6,"pitch":-10},"roll":{"value":0},"speed":{"raw":132},"heading":{"raw":32407},
        "fall":{"speed":{"raw":35}}}"#;
    let named = format!(r#"{{"Pos":{short}}}"#);
    let expected = to_hex(&from_dec(POS).unwrap());
    assert_eq!(made(&game, "Pos", short), Ok(expected.clone()));
    assert_eq!(made(&game, "[Positions]", &format!("[{named}]")), Ok(expected.clone()));
    assert_eq!(made(&game, "Positions", &named), Ok(expected));
    assert_eq!(made(&game, "JumpPad", r#"{"cn":0,"jump_pad":0}"#), Ok("1d0000".to_owned()));
}

#[test]
fn what_is_left_out_is_absent_or_worth_what_the_schema_says() {
    let protocol = schema(
        "struct S { bits u8 { there: bool, _: .. }, scale: u8 if there else 7, near: f32 if there else -0.0 where it < 1 }
        struct M { bits u8 { flag: bool, has_name, _: .. }, index: u16, name: utf8[u8] if has_name, all: [S; ..] }
        struct One { value: u8 }
        struct Shapes { x: match u8 { 0 => A { a: u8, b: u8 if a == 1 }, 1..=3 => B: u8 }, one: One }",
    );
    assert_eq!(made(&protocol, "S", r#"{"there":true}"#), Ok("010700000080".to_owned()));
    assert_eq!(made(&protocol, "S", r#"{"there":true,"scale":0,"near":0}"#), Ok("010000000000".to_owned()));
    assert_eq!(made(&protocol, "S", r#"{"there":false}"#), Ok("00".to_owned()));
    assert_eq!(made(&protocol, "M", r#"{"flag":false,"index":0,"all":[]}"#), Ok("000000".to_owned()));
    assert_eq!(made(&protocol, "Shapes", r#"{"x":{"A":{"a":0}},"one":{"value":2}}"#), Ok("000002".to_owned()));
    // A shape is stored by its first code.
    assert_eq!(made(&protocol, "Shapes", r#"{"x":{"B":{"value":9}},"one":{"value":2}}"#), Ok("010902".to_owned()));
    for (name, json, place, missing) in [
        ("S", "{}", "S", "`there`"),
        ("M", "{}", "M", "`flag`, `index`, `all`"),
        ("M", r#"{"flag":true,"index":0,"all":[{}]}"#, "M.all[0]", "`there`"),
        ("Shapes", r#"{"x":{"A":{}},"one":{}}"#, "Shapes.x", "`a`"),
        ("Shapes", r#"{"x":{"B":{"code":2}},"one":{}}"#, "Shapes.x", "`value`"),
        ("Shapes", r#"{"one":{}}"#, "Shapes.one", "`value`"),
        ("Shapes", r#"{"one":{"value":1}}"#, "Shapes", "`x`"),
    ] {
        let told = format!("{place}: left out, but without a default: {missing}");
        assert_eq!(made(&protocol, name, json), Err(told), "{json}");
    }
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    let game = compile(GAME);
    for (text, told) in [
        (
            r#"{"cm":1}"#,
            "Pos.cm: not known here; did you mean `cn`? There are also x, y, z, look, roll, fall, state and 3 more",
        ),
        (r#"{"cn":"one"}"#, "Pos.cn: needs a whole number, this is text"),
        (
            r#"{"state":{"move":"Forwards"}}"#,
            "Pos.state.move.Forwards: not known here; did you mean `Forward`? There are also Backward, None",
        ),
        (r#"{"look":{"pitch":"up"}}"#, "Pos.look.pitch: needs a whole number, this is text"),
        (r#"{"fall":{"sped":1}}"#, "Pos.fall.sped: not known here; did you mean `speed`? There is also heading"),
        (r#"{"x":2}"#, r#"Pos.x: needs an object, this is a bare number: expected {"raw":2} or {"value":2}"#),
        (r#"{"x":2.5}"#, r#"Pos.x: needs an object, this is a bare number: expected {"value":2.5}"#),
        (r#"{"x":"2"}"#, "Pos.x: needs an object with `raw` or `value`, this is text"),
        (r#"{"x":{}}"#, "Pos.x: needs `raw` or `value`, this is missing"),
        (
            r#"{"state":12}"#,
            r#"Pos.state: needs an object, this is a bare number: expected {"raw":12} or {"physics":..}"#,
        ),
        (r#"{"look":7}"#, r#"Pos.look: needs an object, this is a bare number: expected {"raw":7} or {"yaw":..}"#),
        (r#"{"look":[7]}"#, r#"Pos.look: needs an object of parts, this is an array: expected {"yaw":..,"pitch":..}"#),
        (r#"{"wide_x":true}"#, "Pos.wide_x: derived: leave it out"),
        (r#"{"cn":1.0}"#, "Pos.cn: needs a whole number, this is a float: expected 1, found 1.0"),
        (r#"{"cn":1.5}"#, "Pos.cn: needs a whole number, this is a float"),
        (r#"{"cn":null}"#, "Pos.cn: needs a whole number, this is null: expected a value"),
        (r#"{"move":"None"}"#, r#"Pos.move: not known here; `move` is in `state`: {"state":{"move":"None"}}"#),
        (r#"{"Pos":{"cn":1}}"#, r#"Pos.Pos: not known here; give its fields without it: {"cn":1}"#),
        (
            "[]",
            r#"Pos: needs an object, this is an array: expected {"cn":..,"state":..,"in_clip":..,"x":..,"y":..,"z":..,..}"#,
        ),
    ] {
        assert_eq!(made(&game, "Pos", text), Err(told.to_owned()), "{text}");
    }
    let zeros = r#"{"cn":0,"state":{"raw":0},"in_clip":false,"x":{"raw":0},"y":{"raw":0},"z":{"raw":0},"look":{"raw":0},
        "roll":{"raw":0},"speed":{"raw":0},"heading":{"raw":0}}"#;
    for (text, told) in [
        (
            r#"{"cn":536870912}"#,
            "cn: out of range for its place on the wire: expected -268435456 to 268435455, found 536870912",
        ),
        (
            r#"{"x":{"value":9000000.5}}"#,
            "x: out of range for its place on the wire: expected raw -8388608 to 8388607, found 144000008",
        ),
    ] {
        assert_eq!(made(&game, "Pos", &filled(text, zeros)), Err(format!("Pos.{told}")));
    }
    let one = r#"needs one message, as {"Name":{..}}, this is"#;
    for (text, told) in [
        (r#"[{"Poss":{}}]"#, "Positions[0].Poss: not known here; did you mean `Pos`? There are also Teleport, JumpPad"),
        (
            r#"[{"message":"Pos","cn":1}]"#,
            &format!(r#"Positions[0]: {one} an object of several keys: expected {{"Pos":{{..}}}}"#),
        ),
        (r#"["Pos"]"#, &format!(r#"Positions[0]: {one} text: expected {{"Pos":{{}}}}"#)),
        (
            r#"[{"Pos":null}]"#,
            r#"Positions[0](Pos): needs an object, this is null: expected {"cn":..,"state":..,"in_clip":..,"x":..,"y":..,"z":..,..}"#,
        ),
        ("[{}]", &format!("Positions[0]: {one} an empty object")),
        (r#"[{"Pos":{},"Pos2":{}}]"#, &format!("Positions[0]: {one} an object of several keys")),
    ] {
        assert_eq!(made(&game, "[Positions]", text), Err(told.to_owned()), "{text}");
    }
}

#[test]
fn a_finite_number_stays_one() {
    let protocol = schema("quantity Half: u8 as f32 = raw / 2 in halves; struct S { near: f32, far: f64, half: Half }");
    let made = |text: &str| made(&protocol, "S", &filled(text, r#"{"near":0,"far":0,"half":{"raw":0}}"#));
    assert_eq!(made(r#"{"near":3.4e38,"far":1e39}"#), Ok("9ec97f7f1d4a9cf48782074800".to_owned()));
    for text in [r#"{"near":1e39}"#, r#"{"near":-3.5e38}"#, r#"{"half":{"value":1e39}}"#] {
        let name = if text.contains("near") { "near" } else { "half" };
        assert_eq!(made(text), Err(format!("S.{name}: out of range for its place on the wire")), "{text}");
    }
    assert!(made(r#"{"near":"inf"}"#).is_ok());
}

#[test]
fn what_is_said_of_a_raw_number_has_to_be_so() {
    let protocol = schema(
        "quantity Cubes: u16 = raw / 16 in cubes;
        enum Kind: u8 { A = 1, B = 2 | 3, .. }
        bits Look: u8 { on, low: u3, _: .. }
        packed Turn: u16 { yaw: 0..=255, pitch: -128..=127 }
        struct S { at: Cubes, kind: Kind, look: Look, turn: Turn, n: u8 }",
    );
    let zeros = r#"{"at":{"raw":0},"kind":0,"look":{"raw":0},"turn":{"raw":0},"n":0}"#;
    let made = |text: &str| made(&protocol, "S", &filled(text, zeros));
    for agreeing in [
        r#"{"at":{"raw":16,"value":1.0,"unit":"cubes"}}"#,
        r#"{"at":{"raw":16,"value":1}}"#,
        r#"{"at":{"raw":null,"value":1}}"#,
        r#"{"at":{"value":1.0,"unit":"cubes"}}"#,
        r#"{"at":{"raw":16,"unit":"cubes"}}"#,
    ] {
        assert_eq!(made(agreeing), Ok("10000000000000".to_owned()), "{agreeing}");
    }
    assert_eq!(made(r#"{"kind":{"raw":3,"name":"B"}}"#), Ok("00000200000000".to_owned()));
    assert_eq!(made(r#"{"kind":{"raw":9,"name":null}}"#), Ok("00000900000000".to_owned()));
    assert_eq!(made(r#"{"kind":9}"#), Ok("00000900000000".to_owned()));
    assert_eq!(made(r#"{"look":{"raw":3,"on":true}}"#), Ok("00000003000000".to_owned()));
    let old = "not what `raw` beside it means; leave out the one that is old";
    for (text, place) in [
        (r#"{"at":{"raw":16,"value":2.0,"unit":"cubes"}}"#, "at.value"),
        (r#"{"at":{"raw":17,"value":1.0}}"#, "at.value"),
        (r#"{"at":{"raw":16,"unit":"miles"}}"#, "at.unit"),
        (r#"{"kind":{"raw":2,"name":"A"}}"#, "kind.name"),
        (r#"{"kind":{"raw":2,"name":null}}"#, "kind.name"),
        (r#"{"look":{"raw":3,"on":false}}"#, "look.on"),
        (r#"{"look":{"raw":3,"low":2}}"#, "look.low"),
        (r#"{"turn":{"raw":0,"yaw":5}}"#, "turn.yaw"),
    ] {
        assert_eq!(made(text), Err(format!("S.{place}: {old}")), "{text}");
    }
    for (text, told) in [
        (r#"{"kind":{"name":"B","foo":3}}"#, "S.kind.foo: not known here; there are raw, name"),
        (r#"{"kind":{"raw":2,"nam":"B"}}"#, "S.kind.nam: not known here; did you mean `name`?"),
        (
            r#"{"at":{"value":1.0,"unit":"cube"}}"#,
            r#"S.at.unit: out of range for its place on the wire: expected cubes, found "cube""#,
        ),
        (r#"{"at":{"vale":1.0}}"#, "S.at.vale: not known here; did you mean `value`? There are also raw, unit"),
        (r#"{"look":{"raw":3,"off":true}}"#, "S.look.off: not known here; there are on, low"),
        (r#"{"n":{"raw":3,"value":3}}"#, "S.n.value: not known here"),
    ] {
        assert_eq!(made(text), Err(told.to_owned()), "{text}");
    }
}

#[test]
fn a_message_and_a_shape_are_the_only_key_of_an_object() {
    let one = schema(
        "enum Gun: u8 { Fist = 0, Special = 16..=31, .. }
        family F: u8 {
            message M = 1 { message: u8, arm: match u8 {
                0 => A { arm: u8 }, 1 => N: u8, 2 => Empty {}, 3 => Q: Half, 4..=7 => Other: u8, 8 => Gap { _: u8 }, 9..=10 => None {},
                11 => V { value: u8 }
            } }
            message Bye = 2;
            message Guns = 3 { all: [Gun; ..] }
            ..
        }
        quantity Half: u8 as f32 = raw / 2 in halves;",
    );
    for (hex_, json) in [
        ("01050009", r#"{"M":{"message":5,"arm":{"A":{"arm":9}}}}"#),
        ("01050109", r#"{"M":{"message":5,"arm":{"N":9}}}"#),
        ("010502", r#"{"M":{"message":5,"arm":"Empty"}}"#),
        ("01050309", r#"{"M":{"message":5,"arm":{"Q":{"raw":9,"value":4.5,"unit":"halves"}}}}"#),
        ("01050509", r#"{"M":{"message":5,"arm":{"Other":{"code":5,"value":9}}}}"#),
        ("01050800", r#"{"M":{"message":5,"arm":{"Gap":{}}}}"#),
        ("01050a", r#"{"M":{"message":5,"arm":{"None":{"code":10}}}}"#),
        ("01050b09", r#"{"M":{"message":5,"arm":{"V":{"value":9}}}}"#),
        ("02", r#"{"Bye":{}}"#),
        ("0300110799", r#"{"Guns":{"all":["Fist",{"name":"Special","raw":17},7,153]}}"#),
        ("0700ff", r#"{"Unknown":{"code":7,"body":"00ff"}}"#),
    ] {
        let value = read_as(&one, "F", &hex(hex_)).unwrap();
        assert_eq!(shown(&one, "F", &value), json);
        assert_eq!(made(&one, "F", json), Ok(hex_.to_owned()));
    }
    let shape = |json: &str| made(&one, "F", &format!(r#"{{"M":{{"message":0,"arm":{json}}}}}"#));
    assert_eq!(shape(r#"{"Empty":null}"#), Ok("010002".to_owned()));
    assert_eq!(shape(r#"{"Other":{"value":1}}"#), Ok("01000401".to_owned()));
    let told = r#"needs one shape, as {"Name":..}, this is"#;
    for (json, told) in [
        (r#""A""#, format!(r#"M.arm: {told} text: expected {{"A":..}}"#)),
        (r#""N""#, format!(r#"M.arm: {told} text: expected {{"N":..}}"#)),
        (r#"{"arm":"N","value":9}"#, format!("M.arm: {told} an object of several keys")),
        (r#"{"M":9}"#, "M.arm.M: not known here; there are Empty, A, N, Q, V, Gap, None, Other".to_owned()),
        (
            r#"{"Emty":null}"#,
            "M.arm.Emty: not known here; did you mean `Empty`? There are also A, N, Q, Gap, None, V, Other".to_owned(),
        ),
        (r#"{"A":9}"#, r#"M.arm: needs an object, this is a number: expected {"arm":9}"#.to_owned()),
        (r#"{"A":{"ar":9}}"#, "M.arm.ar: not known here; did you mean `arm`?".to_owned()),
    ] {
        assert_eq!(shape(json), Err(told), "{json}");
    }
    assert_eq!(
        made(&one, "F", r#"{"Unknown":{"code":7,"bdy":""}}"#),
        Err("Unknown.bdy: not known here; did you mean `body`? There is also code".to_owned())
    );
}

#[test]
fn text_is_escaped() {
    let json = Json::from("a\"\\\n\u{1}\u{85}é");
    assert_eq!(text(&json), "\"a\\\"\\\\\\n\\u0001\\u0085é\"");
}

#[test]
fn a_number_in_a_notation_is_its_text_or_its_number() {
    let protocol = compile(
        "protocol p { byte_order: little }
        type Address = u32be as ipv4;
        bits Flags: u16 { mask: u12 as hex, _: .. }
        struct S { sum: u16 as hex, flags: Flags, codec: u32be as fourcc, all: [Address; u8] }",
    );
    let bytes = [0x2C, 1, 0x12, 0, b'V', b'"', b'\\', 0, 2, 192, 168, 0, 1, 255, 255, 255, 255];
    let value = read_as(&protocol, "S", &bytes).unwrap();
    let json = shown(&protocol, "S", &value);
    let expected = r#"{"sum":"0x12c","flags":{"raw":18,"mask":"0x12"},"#.to_owned()
        + r#""codec":"V\\x22\\x5c\\x00","all":["192.168.0.1","255.255.255.255"]}"#;
    assert_eq!(json, expected);
    assert_eq!(made(&protocol, "S", &json).unwrap(), to_hex(&bytes));
    let short = r#"{"sum": "0x12c", "flags": {"mask": {"value": "0x12"}}, "codec": "V\\x22\\x5c\\x00", "#.to_owned()
        + r#""all": ["192.168.0.1", 4294967295]}"#;
    assert_eq!(made(&protocol, "S", &short).unwrap(), to_hex(&bytes));
    let zeros = r#"{"sum":0,"flags":{"mask":0},"codec":0,"all":[]}"#;
    for (fields, told) in [
        (r#"{"sum": "300"}"#, "S.sum: needs a number, or hexadecimal such as 0x12c, this is other text: found \"300\""),
        (
            r#"{"sum": "0x12345"}"#,
            "S.sum: out of range for its place on the wire: expected 0x0 to 0xffff, found 0x12345",
        ),
        (r#"{"codec": "VP8"}"#, "S.codec: needs four characters of one byte each, this is other text: found \"VP8\""),
        (r#"{"codec": true}"#, "S.codec: needs four characters, this is true or false"),
        (r#"{"codec": {"text": "VP80"}}"#, "S.codec.text: not known here; there are raw, value"),
        (
            r#"{"all": ["1.2.3"]}"#,
            "S.all[0]: needs an IPv4 address such as 192.168.0.1, this is other text: found \"1.2.3\"",
        ),
        (
            r#"{"all": [{"raw": 5, "value": "0.0.0.6"}]}"#,
            "S.all[0].value: not what `raw` beside it means; leave out the one that is old",
        ),
    ] {
        assert_eq!(made(&protocol, "S", &filled(fields, zeros)).unwrap_err(), told, "{fields}");
    }
    // The same number, spelled otherwise.
    assert!(made(&protocol, "S", &filled(r#"{"sum": {"raw": 171, "value": "0xAB"}}"#, zeros)).is_ok());
}
