//! Numbers of variable width: which numbers take which bytes.

use super::super::block::{Block, Row, table, text};
use super::super::book::Book;
use super::super::text as words;
use crate::model::{Code, Interval, Varint, VarintForm, VarintShape};

const HEAD: &[&str] = &["numbers", "bytes", "on the wire"];

pub(in super::super) fn body(_: &Book<'_>, varint: &Varint) -> Vec<Block> {
    let rows = match &varint.shape {
        VarintShape::Forms(forms) => of_forms(forms),
        VarintShape::Groups(groups) => of_groups(varint, groups),
        VarintShape::Leb128 { zigzag } => of_leb128(varint, *zigzag),
        VarintShape::Quic => of_quic(varint),
    };
    let sign = if varint.signed { "signed " } else { "" };
    let holds = format!("A {sign}number of {} bits: {}.", varint.bits, words::interval(varint.interval));
    let longer = if varint.canonical {
        "A number in a longer form than it needs is refused."
    } else {
        "A writer takes the first of these that fits; readers take a number in any."
    };
    let mut all = vec![text("holds", holds)];
    all.extend(table("forms", HEAD, rows));
    all.push(text("longer", longer));
    if varint.wrap {
        all.push(text("wrap", format!("Of what was read only the low {} bits count.", varint.bits)));
    }
    all
}

fn row(numbers: String, bytes: u64, wire: String) -> Row {
    Row::new(bytes.to_string(), [numbers, bytes.to_string(), wire])
}

fn of_forms(forms: &[VarintForm]) -> Vec<Row> {
    let mut earlier: Vec<Interval> = Vec::new();
    let rows = forms.iter().map(|form| {
        let kind = words::int(form.bytes, form.signed, form.order);
        let bytes = u64::from(form.bytes).saturating_add(u64::from(form.marker.is_some()));
        let order = match (form.order, form.bytes) {
            (_, 1) => "",
            (crate::model::ByteOrder::Little, _) => ", lowest byte first",
            (crate::model::ByteOrder::Big, _) => ", highest byte first",
        };
        let wire = match form.marker {
            Some(marker) => format!("`{marker:02x}`, then {kind}{order}"),
            None => format!("{kind}: the number itself"),
        };
        let whole = words::interval(form.values);
        let inside = earlier.iter().any(|one| one.within(form.values));
        earlier.push(form.values);
        let none = earlier.iter().rev().skip(1).any(|one| form.values.within(*one));
        let numbers = match (none, inside) {
            (true, _) => "none, but readers take it".to_owned(),
            (false, true) => format!("others from {whole}"),
            (false, false) => whole,
        };
        row(numbers, bytes, wire)
    });
    rows.collect()
}

/// The numbers that need just so many bits, besides those that fewer do.
fn upto(previous: u32, bits: u32) -> Interval {
    let least = if previous == 0 { 0 } else { Interval::of_bits(previous, false).max.saturating_add(1) };
    Interval::new(least, Interval::of_bits(bits, false).max)
}

fn of_groups(varint: &Varint, groups: &[u8]) -> Vec<Row> {
    let mut bits: u32 = 0;
    let rows = groups.iter().enumerate().map(|(index, group)| {
        let before = bits;
        bits = bits.saturating_add(u32::from(*group));
        let last = index.saturating_add(1) == groups.len();
        let numbers = upto(before, bits);
        let numbers = if last && varint.signed {
            let top = Interval::new(numbers.min.min(varint.interval.max), varint.interval.max);
            format!("{}, and all negative ones", words::interval(top))
        } else {
            words::interval(Interval::new(numbers.min, numbers.max.min(varint.interval.max)))
        };
        let wire: Vec<String> = groups
            .iter()
            .take(index.saturating_add(1))
            .enumerate()
            .map(|(at, group)| byte(*group, at < index))
            .collect();
        row(numbers, u64::try_from(wire.len()).unwrap_or(u64::MAX), wire.join(" "))
    });
    rows.collect()
}

/// `1xxxxxxx`, or all eight bits; `0000xxxx` if the number has only four more bits.
fn byte(bits: u8, more: bool) -> String {
    let bits = usize::from(bits);
    match 7_usize.checked_sub(bits) {
        Some(zeros) => format!("`{}{}{}`", u8::from(more), "0".repeat(zeros), "x".repeat(bits)),
        None => "`xxxxxxxx`".to_owned(),
    }
}

fn of_leb128(varint: &Varint, zigzag: bool) -> Vec<Row> {
    let most = u32::from(varint.bits.div_ceil(7));
    let rows = (1..=most).map(|bytes| {
        let bits = bytes.saturating_mul(7).min(u32::from(varint.bits));
        let before = bytes.saturating_sub(1).saturating_mul(7);
        let numbers = if varint.signed {
            words::interval(Interval::of_bits(bits, true))
        } else {
            words::interval(upto(before, bits))
        };
        let numbers = if varint.signed && bytes > 1 { format!("others from {numbers}") } else { numbers };
        // A sign fills the last byte.
        let last = if varint.signed && !zigzag { 7 } else { bits.saturating_sub(before).min(7) };
        let last = byte(u8::try_from(last).unwrap_or(7), false);
        let wire = match bytes {
            1 => last,
            2 => format!("{} {last}", byte(7, true)),
            _ => format!("{} × {}, {last}", byte(7, true), bytes.saturating_sub(1)),
        };
        row(numbers, u64::from(bytes), wire)
    });
    let mut rows: Vec<Row> = rows.collect();
    let coded = match (zigzag, varint.signed) {
        (true, _) => "the number is sent as 2 n, a negative one as −2 n − 1",
        (false, true) => "two's complement, of as many bits as there are",
        (false, false) => "lowest bits first",
    };
    if let Some(wire) = rows.first_mut().and_then(|row| row.cells.last_mut()) {
        wire.push_str(&format!(" ({coded})"));
    }
    rows
}

fn of_quic(varint: &Varint) -> Vec<Row> {
    let mut before = 0;
    let rows =
        [(6_u32, 1_u64, "00"), (14, 2, "01"), (30, 4, "10"), (62, 8, "11")].into_iter().map(|(bits, bytes, top)| {
            let numbers = upto(before, bits);
            before = bits;
            let most: Code = numbers.max.min(varint.interval.max);
            let first = format!("`{top}xxxxxx`");
            let wire = if bytes == 1 {
                first
            } else {
                format!("{first}, then {}", words::counted(bytes.saturating_sub(1), "byte"))
            };
            row(words::interval(Interval::new(numbers.min, most)), bytes, format!("{wire}, highest bits first"))
        });
    rows.collect()
}
