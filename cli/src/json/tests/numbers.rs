//! Whatever number was read, its JSON stands for the same bytes.

use super::*;

/// Reads a packet, and writes it again from the text of its JSON.
fn again(protocol: &Protocol, name: &str, packet: &[u8]) -> Result<Vec<u8>, String> {
    let value = read_as(protocol, name, packet).unwrap_or_else(|error| panic!("{packet:?}: {error}"));
    let mut json = parse(&text(&to_json(protocol, target(protocol, name).unwrap(), &value)));
    let written = |json: &Json| {
        let again = from_json(protocol, target(protocol, name).unwrap(), json).map_err(|error| error.to_string())?;
        write_as(protocol, name, &again).map_err(|error| error.to_string())
    };
    let first = written(&json)?;
    // The same, as a program leaves it that keeps no order.
    json.sort_all_objects();
    if first == packet { written(&json) } else { Ok(first) }
}

#[test]
fn whatever_a_quantity_shows_of_a_number_that_was_read() {
    // Parts of all 65,536 numbers, the first and the last among them.
    for quantity in [
        "u16 = raw / 16 in cubes trunc",
        "u16 = raw - 90 in degrees",
        "i16 = 5 - raw",
        "u16 = raw / 50 in metres_per_second trunc lossy",
        "u16 as f64 = raw / 100 floor lossy",
        "u16 as f32 = raw * 360 / 65536 in degrees",
        "u16 as f64 = raw * 360 / 65536 from trunc(value * 182.04) in degrees lossy",
        "u16 = raw - 40 in degrees range 0..=100",
        "u16 = raw - 40 in degrees range 0..=100 refuse",
        "u16 = raw - 40 in degrees range 0..=100 clamp",
        "u16 = raw / 256 in degrees range 0..180 wrap",
        "u16 = raw - 90 in degrees range -90..90 wrap",
        "u16 = raw * 360 / 65536 in degrees wrap",
    ] {
        let protocol = schema(&format!("quantity Q: {quantity}; struct S {{ q: Q }}"));
        for raw in (0..=u16::MAX).step_by(257) {
            let packet = raw.to_le_bytes();
            assert_eq!(again(&protocol, "S", &packet), Ok(packet.to_vec()), "{quantity}");
        }
    }
}

#[test]
fn quantities_that_are_parts() {
    let protocol = schema(
        "quantity Speed: u8 = raw / 50 in metres_per_second trunc lossy;
        quantity Degrees: u7 = raw - 40 in degrees range 0..=50;
        bits Move: u16 { speed: Speed, degrees: Degrees, on }
        struct S { move: Move }
        struct T { bits u16 { speed: Speed, degrees: Degrees, on } }
        struct L { all: [Speed; 2] }",
    );
    for raw in (0..=u16::MAX).step_by(119) {
        let packet = raw.to_le_bytes();
        for name in ["S", "T", "L"] {
            assert_eq!(again(&protocol, name, &packet), Ok(packet.to_vec()), "{name}");
        }
    }
    let made = |text: &str| {
        let json = parse(text);
        let value = from_json(&protocol, target(&protocol, "S").unwrap(), &json).map_err(|error| error.to_string())?;
        write_as(&protocol, "S", &value).map(|bytes| to_hex(&bytes)).map_err(|error| error.to_string())
    };
    // The value alone is the meaning of the raw number as well.
    let value = r#"{"move":{"raw":53,"speed":{"value":1.06},"degrees":{"value":-40}}}"#;
    assert_eq!(made(value), Ok("3500".to_owned()));
    // What another raw number means is no other meaning of this one.
    assert_eq!(made(r#"{"move":{"raw":52,"speed":{"value":1.06}}}"#), Ok("3400".to_owned()));
    let old = "not what `raw` beside it means; leave out the one that is old";
    assert_eq!(made(r#"{"move":{"raw":53,"speed":{"value":1.04}}}"#), Err(format!("S.move.speed: {old}")));
    assert_eq!(made(r#"{"move":{"raw":53,"speed":{"raw":52,"value":1.04}}}"#), Err(format!("S.move.speed: {old}")));
    assert_eq!(
        made(r#"{"move":{"raw":53,"degrees":{"raw":0,"value":60}}}"#),
        Err("S.move.degrees.value: out of range for its place on the wire: expected 0 to 50 degrees, found 60"
            .to_owned())
    );
}

#[test]
fn floats_bit_for_bit() {
    let protocol = schema("struct F { f: f32be } struct D { f: f64be }");
    let numbers = [
        0,
        1,
        0x8000_0000,
        0x0080_0000,
        0x7F7F_FFFF,
        0x7F80_0000,
        0xFF80_0000,
        0x3F80_0001,
        // Read as a longer number it is half way to the next one.
        0x15AE_43FD,
    ];
    let mut random = Random(1);
    let nans = [0x7FC0_0000, 0x7FC0_0001, 0x7F80_0001, 0x7FA0_1234, 0xFFC0_0000, 0xFFFF_FFFF];
    for bits in numbers.into_iter().chain(nans).chain((0..1_000).map(|_| random.next() as u32)) {
        let packet = bits.to_be_bytes();
        assert_eq!(again(&protocol, "F", &packet), Ok(packet.to_vec()));
    }
    let long = [0xFF40_C402_0501_0103, 0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0001, 0xFFF8_0000_0000_0000];
    for bits in long.into_iter().chain((0..1_000).map(|_| random.next())) {
        let packet = bits.to_be_bytes();
        assert_eq!(again(&protocol, "D", &packet), Ok(packet.to_vec()));
    }
    let nan = |name: &str, packet: &str| {
        let value = read_as(&protocol, name, &hex(packet)).unwrap();
        text(&to_json(&protocol, target(&protocol, name).unwrap(), &value))
    };
    assert_eq!(nan("F", "7fc00000"), r#"{"f":"NaN"}"#);
    assert_eq!(nan("F", "7fa01234"), r#"{"f":"NaN(7fa01234)"}"#);
    assert_eq!(nan("D", "fff8000000000000"), r#"{"f":"NaN(fff8000000000000)"}"#);
    for wrong in ["NaN()", "NaN(3f800000)", "NaN(7fc00000", "NaN(+7fc0000)", "NaN(7ff8000000000000)", "nan"] {
        let json = parse(&format!(r#"{{"f":"{wrong}"}}"#));
        let refused = from_json(&protocol, target(&protocol, "F").unwrap(), &json).unwrap_err();
        assert_eq!(refused.to_string(), "F.f: needs a number, this is text", "{wrong}");
    }
}
