//! Encodings of integers.

use std::fmt::Write as _;

use wireform_build::interpret::{Malformed, ReadErrorKind, Target, Value, encoded, read};
use wireform_build::layout::scalar_interval;
use wireform_build::model::{Code, Protocol, RecordId, Scalar, VarintShape, Wire};

use crate::random::Random;
use crate::support::{Compiled, Requests, hex};

/// Varints of all shapes and widths, with each option.
const VARINTS: &str = "
varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }
varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16 }
varint WrappedWide: u64 wrap { 0..=9 => i8, .. => 0xFF u64 }
varint Wide: i64 canonical { 0..=100 => u8, -9..=0x7FFF => 0xF0 i16be, .. => 0xF1 i64be }
varint Strict: u32 canonical { 0..=252 => u8, 253..=0xFFFF => 253 u16, .. => 254 u32 }
varint Odd: u48 canonical { 7..=7 => 1 u8, 0..=100000 => 2 u24, .. => 3 u48be }
varint Negative: i16 { -100..=-1 => i8, .. => 0x05 i16be }
varint Uint: u29 = groups(7, 7, 7, 8);
varint Signed: i29 = groups(7, 7, 7, 8);
varint SignedExact: i15 canonical = groups(7, 8);
varint Small: u10 = groups(3, 4, 3);
varint Vast: u64 = groups(7, 7, 7, 7, 7, 7, 7, 7, 8);
varint VastSigned: i64 canonical = groups(7, 7, 7, 7, 7, 7, 7, 7, 8);
varint Quic: u62 = quic;
varint QuicExact: u62 canonical = quic;
varint Ebml: u56 {
    ..=0x7F => 0b1 u7, ..=0x3FFF => 0b01 u14, ..=0x1F_FFFF => 0b001 u21, ..=0xFFF_FFFF => 0b0001 u28,
    ..=0x7_FFFF_FFFF => 0b00001 u35, ..=0x3FF_FFFF_FFFF => 0b000001 u42, ..=0x1_FFFF_FFFF_FFFF => 0b0000001 u49,
    .. => 0x01 u56be,
}
varint Plain: u32 {
    ..=0x7F => 0b0 u7, ..=0x3FFF => 0b10 u14, ..=0x1F_FFFF => 0b110 u21, ..=0xFFF_FFFF => 0b1110 u28, .. => 0b111100 _2 u32,
}
varint Mumble: i64 {
    0..=0x7F => 0b0 u7, 0..=0x3FFF => 0b10 u14, 0..=0x1F_FFFF => 0b110 u21, 0..=0xFFF_FFFF => 0b1110 u28,
    0..=0xFFFF_FFFF => 0b111100 _2 u32, -4..=-1 => 0b111111 !u2, -0x1_0000_0000..=-5 => 0b111110 _2 !Plain,
    .. => 0b111101 _2 i64,
}
varint MumbleExact: i64 canonical {
    0..=0x7F => 0b0 u7, -4..=-1 => 0b111111 !u2, -0x1_0000_0000..=-5 => 0b111110 _2 !Plain, .. => 0b111101 _2 i64,
}
varint Utf8: u21 { ..=0x7F => 0b0 u7, ..=0x7FF => 0b110 u5 0b10 u6, ..=0xFFFF => 0b1110 u4 0b10 u6 0b10 u6,
    .. => 0b11110 u3 0b10 u6 0b10 u6 0b10 u6 }
varint Above: u30 { ..=0x7F => 0b0 u7, ..=0x407F => 0b10 u14 + 0x80, ..=0x20_407F => 0b110 u21 + 0x4080, ..=0x1FFF_FFFF => 0b111 u29 }
varint Behind: u15 { ..=0x7F => u7 0b1, .. => u15 0b0 }
varint BehindWide: u64 canonical { ..=0x3F => u6 0b00, ..=0x3FFF => u14 0b01, ..=0x3FFF_FFFF => u30 0b10, .. => 0b00000011 u64le }
varint WrappedBits: i8 wrap canonical { 0..=0x3F => 0b00 u6, .. => 0b01 i14 }
varint Lebs: i64 { 0..=0x7FFF => 0b0 u15, ..=-1 => 0b10 _6 !Length, .. => 0b11 _6 Length }
varint Length: u63 = leb128;
varint Teeworlds: i32 = groups(sign 6, 7, 7, 7, 4);
varint TeeworldsExact: i32 canonical = groups(sign 6, 7, 7, 7, 4);
varint SignOnly: i5 = groups(sign 4);
varint SignVast: i64 = groups(sign 6, 7, 7, 7, 7, 7, 7, 7, 8);
varint Midi: u28 = groups(7, 7, 7, 7) high_first;
varint MidiExact: u28 canonical = groups(7, 7, 7, 7) high_first;
varint Ber: u32 = groups(4, 7, 7, 7, 7) high_first;
varint BerVast: u64 canonical = groups(1, 7, 7, 7, 7, 7, 7, 7, 7, 7) high_first;
varint HighOnly: u5 = groups(5) high_first;
";

/// The widths of varints in LEB128.
const WIDTHS: [u8; 18] = [3, 7, 8, 13, 14, 15, 16, 21, 24, 32, 35, 42, 48, 49, 53, 56, 63, 64];

fn schema() -> String {
    let mut schema = format!("protocol codecs {{ byte_order: little }}\n{VARINTS}");
    for width in WIDTHS {
        for canonical in ["", " canonical"] {
            let name = if canonical.is_empty() { "" } else { "Exact" };
            writeln!(schema, "varint Leb{name}{width}: u{width}{canonical} = leb128;").expect("a text");
            writeln!(schema, "varint Extended{name}{width}: i{width}{canonical} = sleb128;").expect("a text");
            writeln!(schema, "varint Zig{name}{width}: i{width}{canonical} = zigzag;").expect("a text");
        }
    }
    let names = schema.lines().filter_map(|line| line.strip_prefix("varint ")?.split(':').next());
    let varints: Vec<String> = names.map(str::to_owned).collect();
    let integers = (1..=8).flat_map(|bytes| {
        let bits = bytes * 8;
        let orders = if bytes == 1 { [""].as_slice() } else { ["le", "be"].as_slice() };
        orders.iter().flat_map(move |order| ["u", "i"].map(|sign| format!("{sign}{bits}{order}")))
    });
    for (at, wire) in integers.chain(varints).enumerate() {
        writeln!(schema, "struct S{at} {{ x: {wire} }}").expect("a text");
    }
    schema
}

/// The tree of an encoding in Lua.
fn tree(protocol: &Protocol, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int { bytes, signed, order } => {
            let order = format!("{order:?}").to_lowercase();
            let signed = if signed { ", signed=true" } else { "" };
            format!("{{integer={{bytes={bytes}{signed}, order=\"{order}\"}}}}")
        }
        Scalar::Varint(id) => format!("{{varint=\"{}\"}}", protocol.varints[id.0].name),
    }
}

/// The answer of the interpreter: the number and the bytes that it takes, or the fault.
fn taken(protocol: &Protocol, record: RecordId, bytes: &[u8]) -> String {
    match read(protocol, Target::Record(record), bytes, &[]) {
        Ok(done) => match done.value.field("x") {
            Some(Value::Int(number)) => format!("{number} {}", bytes.len() - done.rest.len()),
            other => panic!("{other:?}"),
        },
        Err(error) => match error.kind {
            ReadErrorKind::Truncated { needed } => format!("short {needed}"),
            ReadErrorKind::Malformed(Malformed::Varint) => "varint".to_owned(),
            other => panic!("{other:?}"),
        },
    }
}

/// Numbers that an encoding holds: those near its ends, near zero and near powers of two, and random ones.
fn numbers(min: Code, max: Code, random: &mut Random) -> Vec<Code> {
    let powers = (0..=64).map(|bit| 1 << bit).flat_map(|power: Code| [power - 1, power, -power, -power - 1]);
    let mut all: Vec<Code> = powers.chain(min..=min + 2).chain(max - 2..=max).chain(-130..=300).collect();
    all.extend((0..60).map(|_| Code::from(random.next() >> random.below(64))));
    all.extend((0..60).map(|_| -Code::from(random.next() >> random.below(64))));
    all.retain(|number| (min..=max).contains(number));
    all.sort_unstable();
    all.dedup();
    all
}

/// The first bytes that choose a form.
const MARKERS: [u8; 16] = [0x80, 0x81, 0xFF, 0xF0, 0xF1, 253, 254, 255, 1, 2, 3, 5, 0x40, 0x7F, 0xC0, 0];

#[test]
fn takes_and_makes_what_the_interpreter_does() {
    let compiled = Compiled::of_text("codec", &schema());
    let protocol = &compiled.schema.first;
    let mut requests = Requests::of(&compiled);
    let random = &mut Random(1);
    for (at, record) in protocol.records.iter().enumerate() {
        let Wire::Scalar { scalar, .. } = record.fields[0].wire else { panic!("{record:?}") };
        requests.scalar(&tree(protocol, scalar));
        let one = at + 1;
        let interval = scalar_interval(protocol, scalar);
        let (bits, signed, size) = match scalar {
            Scalar::Int { bytes, signed, .. } => (bytes * 8, signed, bytes.to_string()),
            Scalar::Varint(id) => (protocol.varints[id.0].bits, protocol.varints[id.0].signed, "-".to_owned()),
        };
        let limits = format!("{bits} {} {} {} {size}", u8::from(signed), interval.min, interval.max);
        requests.ask(format!("limits\t{one}"), limits);
        let mut inputs: Vec<Vec<u8>> =
            (0..=255).flat_map(|first| [vec![first], vec![first, 0], vec![first, 1]]).collect();
        for number in numbers(interval.min, interval.max, random) {
            let bytes = encoded(protocol, scalar, number);
            requests.ask(format!("encode\t{one}\t{number}"), hex(&bytes));
            inputs.extend((0..=bytes.len()).map(|end| bytes[..end].to_vec()));
            // With a byte changed, and with more bytes than are needed.
            let mut other = bytes.clone();
            let place = random.below(other.len());
            other[place] ^= 1 << random.below(8);
            inputs.push(other);
            inputs.push(bytes.iter().map(|byte| byte | 0x80).chain([0]).collect());
            inputs.push(bytes.iter().map(|byte| byte | 0x80).chain([0x7F]).collect());
        }
        for _ in 0..300 {
            let len = random.below(12);
            let mut bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
            if let (Some(first), true) = (bytes.first_mut(), random.one_in(2)) {
                *first = random.pick(&MARKERS).copied().unwrap_or(0);
            }
            if random.one_in(3) {
                bytes.iter_mut().for_each(|byte| *byte |= 0x80);
            }
            inputs.push(bytes);
        }
        for bytes in inputs {
            requests.ask(format!("take\t{one}\t{}", hex(&bytes)), taken(protocol, RecordId(at), &bytes));
        }
        for bytes in 1..=10 {
            requests.ask(format!("sent\t{one}\t{bytes}"), sent(protocol, scalar, bytes));
        }
    }
    requests.run("codec");
}

/// The bits of a carrier that so many bytes hold.
fn sent(protocol: &Protocol, scalar: Scalar, bytes: usize) -> usize {
    let varint = match scalar {
        Scalar::Int { bytes, .. } => return usize::from(bytes) * 8,
        Scalar::Varint(id) => &protocol.varints[id.0],
    };
    match &varint.shape {
        VarintShape::Groups(groups) if groups.high_first => usize::from(varint.bits).min(bytes * 7),
        VarintShape::Groups(groups) if !groups.sign => groups.widths.iter().take(bytes).copied().map(usize::from).sum(),
        VarintShape::Leb128 { zigzag: false } if !varint.signed => usize::from(varint.bits).min(bytes * 7),
        _ => usize::from(varint.bits),
    }
}
