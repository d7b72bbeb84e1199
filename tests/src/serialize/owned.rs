//! The forms of fields that own what they hold, and of fields that are long: both directions of each.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    #[serde(with = "::wireform::form::bytes")]
    body: Vec<u8>,
    #[serde(with = "::wireform::form::bytes")]
    key: Box<[u8; 40]>,
    #[serde(with = "::wireform::form::bytes")]
    some: Option<[u8; 2]>,
    #[serde(with = "::wireform::form::bytes")]
    none: Option<Vec<u8>>,
    #[serde(with = "::wireform::form::number")]
    floats: Vec<f32>,
    #[serde(with = "::wireform::form::number")]
    doubles: Box<[f64; 3]>,
    #[serde(with = "::wireform::form::number")]
    places: [Option<f32>; 3],
    #[serde(with = "::wireform::form::hex")]
    sums: Vec<u16>,
    #[serde(with = "::wireform::form::hex")]
    mask: Option<u64>,
    #[serde(with = "::wireform::form::array")]
    names: Box<[String; 33]>,
    #[serde(with = "::wireform::form::array")]
    slots: Option<[u8; 33]>,
}

fn held() -> Held {
    Held {
        body: vec![0, 255],
        key: Box::new([7; 40]),
        some: Some([1, 2]),
        none: None,
        floats: vec![0.1, f32::INFINITY, f32::NAN, f32::from_bits(0x7FA0_1234), 7.038531e-26],
        doubles: Box::new([0.1, f64::NEG_INFINITY, -0.0]),
        places: [None, Some(1e14), None],
        sums: vec![0x12C, 0],
        mask: Some(u64::MAX),
        names: Box::new(std::array::from_fn(|at| at.to_string())),
        slots: Some([3; 33]),
    }
}

fn printed(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}

/// The same value again, of each format. A NaN is no equal of itself, but is printed as it is.
fn survives<T: Serialize + DeserializeOwned + Debug>(value: &T) {
    let json = printed(value);
    let of_json: T = serde_json::from_str(&json).expect("what was printed");
    assert_eq!(printed(&of_json), json);
    let compact = postcard::to_allocvec(value).expect("bytes");
    let of_compact: T = postcard::from_bytes(&compact).expect("what was written");
    assert_eq!(printed(&of_compact), json);
}

fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).expect_err(json).to_string();
    error.split(" at line ").next().unwrap_or_default().to_owned()
}

#[test]
fn owned_fields_have_the_forms_of_borrowed_ones() {
    let value = held();
    let json = printed(&value);
    for part in [
        r#"{"body":"00ff","key":"0707"#,
        r#""some":"0102","none":null,"#,
        r#""floats":[0.1,"inf","NaN","NaN(7fa01234)",7.038531e-26],"doubles":[0.1,"-inf",-0.0],"#,
        r#""places":[null,100000000000000.0,null],"sums":["0x12c","0x0"],"mask":"0xffffffffffffffff","#,
        r#""names":["0","1""#,
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
    survives(&value);
    let numbers = json.replace(r#""0102""#, "[1,2]").replace(r#""0x12c""#, r#"{"raw":300,"value":"0x12C"}"#);
    assert_ne!(numbers, json);
    assert_eq!(printed(&serde_json::from_str::<Held>(&numbers).expect("other spellings")), json);
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "it is printed")]
struct Bytes(#[serde(with = "::wireform::form::bytes")] [u8; 2]);

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "it is printed")]
struct Float(#[serde(with = "::wireform::form::number")] f32);

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "it is printed")]
struct Hex(#[serde(with = "::wireform::form::hex")] u16);

#[test]
fn what_is_no_value_is_told() {
    for (json, told) in [
        (r#""00""#, "invalid length 1, expected 2 bytes"),
        (r#""000102""#, "invalid length 3, expected 2 bytes"),
        ("[1]", "invalid length 1, expected 2 bytes"),
        (r#""0""#, r#"invalid value: string "0", expected 2 bytes as hex digits"#),
        (r#""0g01""#, r#"invalid value: string "0g01", expected 2 bytes as hex digits"#),
        ("7", "invalid type: integer `7`, expected 2 bytes as hex digits"),
    ] {
        assert_eq!(refused::<Bytes>(json), told, "{json}");
    }
    for (json, told) in [
        ("1e39", "out of range for its place on the wire"),
        (r#""nan""#, r#"invalid value: string "nan", expected a number, or "NaN", "inf" or "-inf""#),
        (
            r#""NaN(3f800000)""#,
            r#"invalid value: string "NaN(3f800000)", expected a number, or "NaN", "inf" or "-inf""#,
        ),
        ("null", r#"invalid type: null, expected a number, or "NaN", "inf" or "-inf""#),
    ] {
        assert_eq!(refused::<Float>(json), told, "{json}");
    }
    for (json, told) in [
        ("65536", "invalid value: integer `65536`, expected a number, or hexadecimal such as 0x12c"),
        (r#""0x10000""#, r#"invalid value: string "0x10000", expected a number, or hexadecimal such as 0x12c"#),
        (r#""300""#, r#"invalid value: string "300", expected a number, or hexadecimal such as 0x12c"#),
        (r#"{"raw":1,"value":"0x2"}"#, "`value` is not what `raw` beside it means; leave out the one that is old"),
        (r#"{"raw":1,"raw":1}"#, "duplicate field `raw`"),
        (r#"{"ra":1}"#, "unknown field `ra`, expected `raw` or `value`"),
    ] {
        assert_eq!(refused::<Hex>(json), told, "{json}");
    }
}

#[test]
fn a_type_of_the_schema_tells_what_it_takes() {
    use wireform_tests::quake2::{PrintLevel, Source, Unit};
    for (json, told) in [
        ("2", r#"needs an object, this is a bare number: expected {"raw":2} or {"value":2}"#),
        ("-2", r#"needs an object, this is a bare number: expected {"raw":-2} or {"value":-2}"#),
        ("2.5", r#"needs an object, this is a bare number: expected {"value":2.5}"#),
        (r#""2""#, r#"invalid type: string "2", expected an object with `raw` or `value`"#),
        ("{}", "missing field `raw` or `value`"),
        (r#"{"raw":2,"value":1.0}"#, "`value` is not what `raw` beside it means; leave out the one that is old"),
        (r#"{"vale":2}"#, "unknown field `vale`, expected `raw` or `value`"),
        (r#"{"raw":256}"#, "invalid value: integer `256`, expected u8"),
    ] {
        assert_eq!(refused::<Unit>(json), told, "{json}");
    }
    for (json, told) in [
        ("9", r#"needs an object, this is a bare number: expected {"raw":9} or {"channel":..}"#),
        (r#"{"raw":9,"channel":2}"#, "`channel` is not what `raw` beside it means; leave out the one that is old"),
        (r#"{"channel":8}"#, "Source.channel: out of range: expected 0 to 7"),
        (r#"{"chanel":8}"#, "unknown field `chanel`, expected one of `raw`, `channel`, `entity`"),
    ] {
        assert_eq!(refused::<Source>(json), told, "{json}");
    }
    for (json, told) in [
        (r#""Hihg""#, "unknown variant `Hihg`, expected one of `Low`, `Medium`, `High`, `Chat`"),
        ("true", "invalid type: boolean `true`, expected a name or its code"),
        (r#"{"name":"Low","raw":1}"#, "`name` is not what `raw` beside it means; leave out the one that is old"),
    ] {
        assert_eq!(refused::<PrintLevel>(json), told, "{json}");
    }
}

/// A null, a float for a whole number, and text for one: the command refuses what serde refuses.
#[test]
fn the_command_takes_the_numbers_that_serde_takes() {
    use wireform_build::interpret::{Target, write};
    use wireform_tests::quake2::to_client::Sound;
    let protocol = crate::protocols::load("quake2", None);
    let sound = protocol.records.iter().position(|record| record.name == "Sound").expect("a sound");
    let target = Target::Record(wireform_build::model::RecordId(sound));
    for (json, packet) in [
        (r#"{"sound":5}"#, Some("090005")),
        (r#"{"sound":0,"position":null}"#, Some("090000")),
        (r#"{"position":null}"#, None),
        (r#"{"sound":5,"position":null,"source":null}"#, Some("090005")),
        (r#"{"sound":null}"#, None),
        (r#"{"sound":5.0}"#, None),
        (r#"{"sound":"5"}"#, None),
        (r#"{"sound":0,"volume":null}"#, None),
        (r#"{"sound":0,"delay":null}"#, None),
        (r#"{"sound":0,"volume":{"raw":null}}"#, None),
        (r#"{"sound":0,"volume":{"value":null}}"#, None),
        (r#"{"Sound":{"sound":5}}"#, None),
    ] {
        let parsed = serde_json::from_str(json).expect("JSON");
        let value = wireform_cli::json::from_json(&protocol, target, &parsed);
        let written = value.ok().map(|value| write(&protocol, target, &value, &[]).expect("a packet"));
        let hex = written.map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        assert_eq!(hex.as_deref(), packet, "{json}");
        assert_eq!(serde_json::from_str::<Sound>(json).is_ok(), packet.is_some(), "{json}");
    }
}
