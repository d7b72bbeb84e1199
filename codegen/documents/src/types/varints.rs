//! Numbers of variable width: which numbers take which bytes.

use super::super::block::{Block, Row, table, text};
use super::super::book::Book;
use super::super::text as words;
use crate::model::{ByteOrder, Code, Coding, Groups, Interval, Piece, Pieces, Varint, VarintShape};

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

fn of_forms(forms: &[Pieces]) -> Vec<Row> {
    let mut earlier: Vec<Interval> = Vec::new();
    let rows = forms.iter().map(|form| {
        let whole = words::interval(form.values);
        let inside = earlier.iter().any(|one| one.within(form.values));
        earlier.push(form.values);
        let none = earlier.iter().rev().skip(1).any(|one| form.values.within(*one));
        let numbers = match (none, inside) {
            (true, _) => "none, but readers take it".to_owned(),
            (false, true) => format!("others from {whole}"),
            (false, false) => whole,
        };
        row(numbers, form.size(), of_whole_bytes(form).unwrap_or_else(|| of_pieces(form)))
    });
    rows.collect()
}

/// A marker byte and an integer.
fn of_whole_bytes(form: &Pieces) -> Option<String> {
    let whole = form.whole_bytes()?;
    let kind = words::int(whole.bytes, whole.signed, whole.order);
    let order = match (whole.order, whole.bytes) {
        (_, 1) => "",
        (ByteOrder::Little, _) => ", lowest byte first",
        (ByteOrder::Big, _) => ", highest byte first",
    };
    Some(match whole.marker {
        Some(marker) => format!("`{marker:02x}`, then {kind}{order}"),
        None => format!("{kind}: the number itself"),
    })
}

/// `10xxxxxx xxxxxxxx`: constant bits, and those of the number, by x; a bit that may be any is a dash.
fn of_pieces(form: &Pieces) -> String {
    let picture = |piece: &Piece| -> String {
        let bit = |at: u8| match 1_u8.wrapping_shl(at.into()) {
            bit if piece.number & bit != 0 => 'x',
            bit if piece.mask & bit == 0 => '-',
            bit if piece.constant & bit != 0 => '1',
            _ => '0',
        };
        (0..8).rev().map(bit).collect()
    };
    let bytes: Vec<String> = form.bytes.iter().map(picture).collect();
    let same = bytes.iter().rev().take_while(|byte| *byte == "xxxxxxxx").count();
    let (front, rest) = bytes.split_at(bytes.len().saturating_sub(same));
    let mut wire: Vec<String> = front.iter().map(|byte| format!("`{byte}`")).collect();
    if same < 3 {
        wire.extend(rest.iter().map(|byte| format!("`{byte}`")));
    } else {
        wire.push(format!("`xxxxxxxx` × {same}"));
    }
    let lows: Vec<u32> = form.bytes.iter().filter(|piece| piece.number != 0).map(|piece| piece.low).collect();
    let order = match lows.as_slice() {
        [first, .., last] if first > last => ", highest bits first",
        [_, _, ..] => ", lowest bits first",
        _ => "",
    };
    let sign = if form.signed { ", two's complement" } else { "" };
    let coding = match form.coding {
        Coding::Up(0) => String::new(),
        Coding::Up(from) => format!(": {from} more"),
        Coding::Down(-1) => ": the number inverted".to_owned(),
        Coding::Down(from) => format!(": {from} less the number"),
        Coding::Zigzag => format!(": {ZIGZAG}"),
        Coding::Sign(_) => format!(": {SIGN}"),
    };
    format!("{}{order}{sign}{coding}", wire.join(" "))
}

const ZIGZAG: &str = "the number is sent as 2 n, a negative one as −2 n − 1";
const SIGN: &str = "s is 1 for negative numbers, whose x are inverted";

/// The numbers that need just so many bits, besides those that fewer do.
fn upto(previous: u32, bits: u32) -> Interval {
    let least = if previous == 0 { 0 } else { Interval::of_bits(previous, false).max.saturating_add(1) };
    Interval::new(least, Interval::of_bits(bits, false).max)
}

fn of_groups(varint: &Varint, groups: &Groups) -> Vec<Row> {
    let widths = &groups.widths;
    let mut bits: u32 = 0;
    let rows = (1..=widths.len()).map(|count| {
        let last = count == widths.len();
        let skipped = if groups.high_first { widths.len().saturating_sub(count) } else { 0 };
        let widths = widths.get(skipped..skipped.saturating_add(count)).unwrap_or_default();
        let before = bits;
        bits = widths.iter().map(|width| u32::from(*width)).sum();
        let numbers = upto(before, bits);
        let numbers = if groups.sign {
            let whole = words::interval(Interval::of_bits(bits, true));
            if count == 1 { whole } else { format!("others from {whole}") }
        } else if last && varint.signed {
            let top = Interval::new(numbers.min.min(varint.interval.max), varint.interval.max);
            format!("{}, and all negative ones", words::interval(top))
        } else {
            words::interval(Interval::new(numbers.min, numbers.max.min(varint.interval.max)))
        };
        let byte = |(at, width): (usize, &u8)| {
            let byte = byte(*width, at.saturating_add(1) < count);
            if groups.sign && at == 0 { byte.replacen('x', "s", 1) } else { byte }
        };
        let mut wire: Vec<String> = widths.iter().enumerate().map(byte).collect();
        match wire.last_mut() {
            Some(wire) if count == 1 && groups.sign => wire.push_str(&format!(" ({SIGN})")),
            Some(wire) if count == 2 && groups.high_first => wire.push_str(", highest bits first"),
            _ => {}
        }
        row(numbers, u64::try_from(count).unwrap_or(u64::MAX), wire.join(" "))
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
        (true, _) => ZIGZAG,
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
