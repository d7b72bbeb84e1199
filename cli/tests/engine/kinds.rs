//! Meanings of numbers: those of all schemas, and what is valid.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use wireform_build::interpret::{
    ReadErrorKind, Step, StepKind, Target, Value, default_raw, meaning, read, without_reserved, words, write,
};
use wireform_build::layout::words as model_words;
use wireform_build::model::{
    BitsId, Code, EnumId, Interval, Notation, PackedId, Protocol, QuantityId, RecordId, Value as Kind, Wire,
};
use wireform_build::quantity;

use crate::random::Random;
use crate::support::{Compiled, Requests, schemas};

/// All schemas but those that only others import.
const FOLDERS: [&str; 4] = ["schema", "schema/gallery", "tests/schema/features", "tests/schema/specimens"];

/// All of them: the name of each, whether it is of a real protocol, and the schema.
static ALL: LazyLock<Vec<(String, bool, Compiled)>> = LazyLock::new(|| {
    let paths = FOLDERS.iter().flat_map(|folder| schemas(folder).into_iter().map(|path| (*folder, path)));
    let named = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let all = paths.map(|(folder, path)| (named(&path), folder.starts_with("schema"), Compiled::of_file(&path)));
    all.collect()
});

/// The words of a request for a kind: its version, its word and its name.
fn words_of(protocol: &Protocol, version: usize, kind: Kind) -> String {
    let (word, name) = match kind {
        Kind::Int(None) => ("int", ""),
        Kind::Int(Some(notation)) => ("notation", notation.word()),
        Kind::Bool => ("bool", ""),
        Kind::Truthy => ("truthy", ""),
        Kind::Enum(id) => ("enum", protocol.enums[id.0].name.as_str()),
        Kind::Bits(id) => ("bits", protocol.bits[id.0].name.as_str()),
        Kind::Quantity(id) => ("quantity", protocol.quantities[id.0].name.as_str()),
        Kind::Packed(id) => ("packed", protocol.packed[id.0].name.as_str()),
    };
    format!("{}\t{word}\t{name}", version + 1)
}

/// All raw numbers of an interval, or those at its ends, near zero and near powers of two, and random ones.
fn raws(interval: Interval, most: u128, random: &mut Random) -> Vec<Code> {
    if interval.count() <= most {
        return (interval.min..=interval.max).collect();
    }
    let powers = (0..=64).map(|bit| 1 << bit).flat_map(|power: Code| [power - 1, power, -power, -power - 1]);
    let ends = (interval.min..=interval.min + 3).chain(interval.max - 3..=interval.max).chain(-20..=300);
    let mut all: Vec<Code> = powers.chain(ends).collect();
    all.extend((0..600).map(|_| {
        let number = Code::from(random.next() >> random.below(64));
        if random.one_in(2) { -number } else { number }
    }));
    all.retain(|raw| interval.contains(*raw));
    all.sort_unstable();
    all.dedup();
    all
}

/// The text of a raw number's meaning, as the interpreter shows it in an explanation.
fn shown(protocol: &Protocol, kind: Kind, raw: Code) -> String {
    let step = Step {
        depth: 0,
        offset: 0,
        len: 1,
        path: String::new(),
        name: String::new(),
        kind: StepKind::Field,
        raw: Some(raw),
        value: meaning(protocol, kind, raw),
        read_as: None,
        doc: None,
    };
    words::meanings(&[step]).remove(0)
}

/// The raw numbers of a layout of bits, of a carrier with a sign and without.
fn of_width(width: u8, random: &mut Random) -> Vec<Code> {
    let both = [false, true].map(|signed| raws(Interval::of_bits(width.into(), signed), 256, random));
    both.concat()
}

/// Asks for the meanings of a kind. Those of a type that the version before has too are asked there.
fn ask_kind(requests: &mut Requests, protocol: &Protocol, version: usize, kind: Kind, raws: &[Code]) {
    let words = words_of(protocol, version, kind);
    requests.ask(format!("default\t{words}"), default_raw(protocol, kind));
    for raw in raws {
        requests.ask(format!("text\t{raw}\t{words}"), shown(protocol, kind, *raw));
        requests.ask(format!("written_number\t{raw}\t{words}"), model_words::number(kind, *raw));
    }
}

fn ask_enums(
    requests: &mut Requests,
    protocol: &Protocol,
    version: usize,
    before: Option<&Protocol>,
    random: &mut Random,
) {
    for (at, one) in protocol.enums.iter().enumerate() {
        if before.is_some_and(|before| before.enums.contains(one)) {
            continue;
        }
        let kind = Kind::Enum(EnumId(at));
        let words = words_of(protocol, version, kind);
        let raws = raws(one.interval, 256, random);
        ask_kind(requests, protocol, version, kind, &raws);
        requests.ask(format!("names\t{words}"), model_words::names(one));
        for raw in raws {
            let name = one.name_of(raw).map_or("-", |code| &code.name);
            requests.ask(format!("name\t{raw}\t{words}"), name);
            requests.ask(format!("written\t{raw}\t0\t{words}"), one.written(raw));
            let is_valid = one.open || one.name_of(raw).is_some();
            let expected = if is_valid { "valid".to_owned() } else { format!("value: {}", model_words::names(one)) };
            requests.ask(format!("invalid\t{raw}\t{words}"), expected);
        }
    }
}

fn ask_bits(
    requests: &mut Requests,
    protocol: &Protocol,
    version: usize,
    before: Option<&Protocol>,
    random: &mut Random,
) {
    for (at, one) in protocol.bits.iter().enumerate() {
        if before.is_some_and(|before| before.bits.contains(one)) {
            continue;
        }
        let kind = Kind::Bits(BitsId(at));
        let words = words_of(protocol, version, kind);
        let raws = of_width(one.width, random);
        ask_kind(requests, protocol, version, kind, &raws);
        for raw in raws {
            let named = one.parts.iter().filter(|part| part.constant.is_none());
            let parts = named.filter_map(|part| Some(format!("{} {}", part.name.as_ref()?, part.of(raw))));
            requests.ask(format!("parts\t{raw}\t{words}"), parts.collect::<Vec<_>>().join(","));
            requests.ask(format!("filled\t{raw}\t{words}"), without_reserved(protocol, one, raw));
        }
    }
}

fn ask_packed(
    requests: &mut Requests,
    protocol: &Protocol,
    version: usize,
    before: Option<&Protocol>,
    random: &mut Random,
) {
    for (at, one) in protocol.packed.iter().enumerate() {
        if before.is_some_and(|before| before.packed.contains(one)) {
            continue;
        }
        let kind = Kind::Packed(PackedId(at));
        let words = words_of(protocol, version, kind);
        let raws = raws(one.raw, 1024, random);
        ask_kind(requests, protocol, version, kind, &raws);
        for raw in raws {
            let digits = one.digits.iter().zip(quantity::digits(one, raw));
            let digits = digits.map(|(digit, value)| format!("{} {value}", digit.name));
            requests.ask(format!("parts\t{raw}\t{words}"), digits.collect::<Vec<_>>().join(","));
        }
    }
}

/// Asks for values of raw numbers, and for the texts of all of them if there are few; once for a quantity that several
/// versions have.
fn ask_quantities(requests: &mut Requests, protocol: &Protocol, version: usize, before: Option<&Protocol>, most: u128) {
    for (at, one) in protocol.quantities.iter().enumerate() {
        if before.is_some_and(|before| before.quantities.contains(one)) {
            continue;
        }
        let kind = Kind::Quantity(QuantityId(at));
        let words = words_of(protocol, version, kind);
        let arithmetic = quantity::Arithmetic::new(one);
        let text = |raw| arithmetic.value(raw).to_string();
        let with_unit = |raw| words::with_unit(&text(raw), one.unit.as_deref());
        let some = raws(one.raw, 256, &mut Random(at as u64));
        ask_kind(requests, protocol, version, kind, &some[..1]);
        for raw in some {
            let shown = text(raw);
            let number: f64 = shown.parse().expect("a number");
            requests.ask(format!("amount\t{raw}\t{words}"), format!("{number}|{shown}|{}", with_unit(raw)));
        }
        if one.raw.count() <= most {
            let all: Vec<Code> = (one.raw.min..=one.raw.max).collect();
            for some in all.chunks(1024) {
                let [first, last] = [some[0], some[some.len() - 1]];
                let texts: Vec<String> = some.iter().map(|raw| with_unit(*raw)).collect();
                requests.ask(format!("texts\t{first}\t{last}\t{words}"), texts.join(";"));
            }
        }
    }
}

#[test]
fn kinds_of_all_schemas_read_as_the_interpreter_says() {
    let random = &mut Random(1);
    let mut seen = [0; 3];
    for (name, _, compiled) in &*ALL {
        let mut requests = Requests::of(compiled);
        requests.ask("parse\t0", 0);
        let mut before = None;
        for (version, protocol) in compiled.schema.protocols().enumerate() {
            ask_enums(&mut requests, protocol, version, before, random);
            ask_bits(&mut requests, protocol, version, before, random);
            ask_packed(&mut requests, protocol, version, before, random);
            let counts = [protocol.enums.len(), protocol.bits.len(), protocol.packed.len()];
            seen.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
            before = Some(protocol);
        }
        requests.run(&format!("kinds_{name}"));
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
fn quantities_of_all_schemas_read_as_the_interpreter_says() {
    quantities_read_as_the_interpreter_says(4096);
}

#[test]
#[ignore = "long"]
fn more_quantities_of_all_schemas_read_as_the_interpreter_says() {
    // Those of real protocols have 16 bits, or many more.
    quantities_read_as_the_interpreter_says(65536);
}

/// The quantities of all schemas: all raw numbers of those of real protocols that have no more than these.
fn quantities_read_as_the_interpreter_says(most: u128) {
    let mut names = BTreeSet::new();
    for (name, is_real, compiled) in &*ALL {
        let mut requests = Requests::of(compiled);
        requests.ask("parse\t0", 0);
        let most = if *is_real { most } else { 256 };
        let mut before = None;
        for (version, protocol) in compiled.schema.protocols().enumerate() {
            ask_quantities(&mut requests, protocol, version, before, most);
            names.extend(protocol.quantities.iter().map(|one| one.name.clone()));
            before = Some(protocol);
        }
        requests.run(&format!("quantities_{name}"));
    }
    assert!(names.len() > 40, "{names:?}");
}

/// Types with all that decides what is valid and what is written.
const TYPES: &str = "
protocol kinds { byte_order: big }
enum Closed: u8 { None = 0, Forward = 1, Backward = 3 | 2, Range = 16..=31, Last = 255 }
enum Open: u16 { Fist = 0, Rifle = 4, Special = 16..=31, Spelled = 40 | 50..=50 | 60, .. }
enum Signed: i16 { Low = -32768, Minus = -5..=-3, One = 1 | -1 }
enum Vast: u64 { Many = 1000..=18446744073709551614, One = 1, Last = 18446744073709551615 }
enum Stance: u2 { Standing = 0, Crouching = 1, Lying = 2 }
enum NoZero: u3 { First = 3 | 2, Second = 5 }
bits State: u16 { alive, stance: Stance, lean: i5, team: u4, _: u3, _: u1 = 1 }
bits Inner: u8 { low: u3, _: u2 fill 2, high: NoZero }
bits Outer: i24 { inner: Inner, _: u4 fill 5, flag, ip: u6 as hex, set: u4 = 9, top }
bits Whole: i64 { low: u60, _: u3 fill 1, sign }
bits Empty: u8 { _: .. fill 7 }
bits Deep: u16 { empty: Empty, rest: u8 }
packed Look: u16 { yaw: 0..360 in degrees wrap, pitch: -90..=90 in degrees clamp }
quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp;
struct A { x: Closed }
struct B { x: Open }
struct C { x: Signed }
struct D { x: Vast }
struct E { x: State }
struct F { x: Inner }
struct G { x: Outer }
struct H { x: Whole }
struct I { x: Deep }
struct J { x: bool }
struct K { x: u32 as bool }
struct L { x: u8 as truthy }
struct M { x: i16 as truthy }
struct N { x: Look }
struct O { x: Roll }
struct P { x: u32 as ipv4 }
struct Q { x: u48 as mac }
struct R { x: u16 }
struct S { x: i16 as State }
struct T { x: i32 as Closed }
";

#[test]
fn what_is_valid_and_what_is_written_is_that_of_the_interpreter() {
    let compiled = Compiled::of_text("types", TYPES);
    let protocol = &compiled.schema.first;
    let mut requests = Requests::of(&compiled);
    let random = &mut Random(2);
    let mut refused = 0;
    for (at, record) in protocol.records.iter().enumerate() {
        let Wire::Scalar { scalar, cell } = record.fields[0].wire else { panic!("{record:?}") };
        let (target, kind) = (Target::Record(RecordId(at)), record.cells[cell.0].value);
        let words = words_of(protocol, 0, kind);
        let interval = wireform_build::layout::scalar_interval(protocol, scalar);
        let raws = raws(interval, 256, random);
        ask_kind(&mut requests, protocol, 0, kind, &raws[..raws.len().min(300)]);
        for raw in raws {
            let bytes = wireform_build::interpret::encoded(protocol, scalar, raw);
            let invalid = match read(protocol, target, &bytes, &[]) {
                Ok(_) => "valid".to_owned(),
                Err(error) => {
                    refused += 1;
                    let ReadErrorKind::Malformed(_) = error.kind else { panic!("{error:?}") };
                    let expected = error.facts.expected.map(|expected| format!(": {expected}"));
                    format!("{}{}", error.kind.word(), expected.unwrap_or_default())
                }
            };
            requests.ask(format!("invalid\t{raw}\t{words}"), invalid);
            // A writer refuses what is invalid as well.
            let value = Value::Record(vec![("x".to_owned(), meaning(protocol, kind, raw))]);
            if let Ok(bytes) = write(protocol, target, &value, &[]) {
                let fold = |number: Code, byte: &u8| number << 8 | Code::from(*byte);
                let number = interval.wrap(bytes.iter().fold(0, fold));
                let is_signed = u8::from(interval.min < 0);
                if !matches!(kind, Kind::Bool | Kind::Truthy) {
                    requests.ask(format!("written\t{raw}\t{is_signed}\t{words}"), number);
                }
            }
        }
    }
    for raw in [0, 1, 2, 255, -1] {
        let expected = Code::from(raw != 0);
        requests.ask(format!("written\t{raw}\t1\t1\ttruthy\t"), expected);
    }
    // A number with more bits than the layout stays as it is, so that the writer refuses it.
    for (raw, is_signed) in [(65536, 0), (-1, 0), (65536, 1), (-32769, 1)] {
        requests.ask(format!("written\t{raw}\t{is_signed}\t1\tbits\tState"), raw);
    }
    assert!(refused > 300, "{refused}");
    requests.run("types");
}

/// Some intervals, which may meet, with numbers of a width.
fn intervals(random: &mut Random, signed: bool) -> Vec<Interval> {
    let all = (0..random.below(9)).map(|_| {
        let range = if random.one_in(3) { 1 << 62 } else { 40 };
        let min = Code::from(random.next() % range) - if signed { Code::from(range / 2) } else { 0 };
        Interval::new(min, min + Code::from(random.below(4) as u8) * Code::from(random.below(4) as u8))
    });
    all.collect()
}

/// Intervals in a request.
fn list(intervals: &[Interval]) -> String {
    intervals.iter().map(|one| format!("{} {}", one.min, one.max)).collect::<Vec<_>>().join(" ")
}

#[test]
fn sets_of_numbers_are_told_in_words() {
    let compiled = Compiled::of_text("sets", TYPES);
    let mut requests = Requests::of(&compiled);
    let random = &mut Random(3);
    for round in 0..2000 {
        let intervals = intervals(random, round % 2 == 0);
        requests.ask(format!("numbers\t{}\t1\tint\t", list(&intervals)), model_words::numbers(&intervals));
    }
    requests.run("sets");
}

#[test]
fn tags_are_told_in_the_notation_of_their_kind() {
    let text = format!("{TYPES}{TAGGED}");
    let compiled = Compiled::of_text("tags", &text);
    let protocol = &compiled.schema.first;
    let mut requests = Requests::of(&compiled);
    let mut count = 0;
    for record in &protocol.records {
        for field in &record.fields {
            let Wire::Match { arms, .. } = &field.wire else { continue };
            let kind = record.cells[0].value;
            let codes = arms.iter().map(|arm| if arm.is_rest() { "rest".to_owned() } else { list(arm.codes()) });
            let codes: Vec<String> = codes.collect();
            let request = format!("tags\t{}\t{}", codes.join(";"), words_of(protocol, 0, kind));
            requests.ask(request, model_words::tags(protocol, kind, arms));
            count += 1;
        }
    }
    assert_eq!(count, 6);
    for notation in Notation::ALL {
        let kind = words_of(protocol, 0, Kind::Int(Some(notation)));
        let expected = [4, 7].map(|raw| notation.shown(raw)).join(" or ");
        requests.ask(format!("numbers\t7 7 4 4\t{kind}"), expected);
    }
    requests.run("tags");
}

/// A choice by each kind of tag.
const TAGGED: &str = "
struct ByInt { t: u8, x: match t { 0 => A, 2..=9 => B, 200 | 210 | 220 | 230 | 240 | 250 => D } }
struct ByHex { t: u16 as hex, x: match t { 0x10 => A, 0x20..=0x30 => B } }
struct ByFourcc { t: u32 as fourcc, x: match t { \"RIFF\" => A, \"LIST\" => B } }
struct ByBool { t: bool, x: match t { 1 => A, _ => B } }
struct ByEnum { t: Closed, x: match t { Forward => A, _ => B } }
struct ByCode { t: Closed, x: match t { None => A, Forward => B, Backward => D, Range => C, Last => F } }
";
