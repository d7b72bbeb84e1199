//! Bytes and text: their sizes, their ends, and what fills them.

use super::No;
use super::content::{Content, Room};
use super::expr::{Expr, int};
use super::kinds::encoding;
use super::said::{Said, escaped};
use super::say::Place;
use super::yaml::{Kind, Node};
use crate::draft::Wire;
use crate::reason::Reason;

/// The wire of bytes, or of text in an encoding. `sized` is in a region of its own, up to its end.
pub fn content(
    place: &Place,
    field: &Node,
    name: Option<(&str, Option<&str>)>,
    (sized, room): (bool, Room),
) -> Result<Content, No> {
    let mut content = Content::default();
    let base = match name {
        None => "bytes",
        Some((_, named)) => named.and_then(encoding).unwrap_or_else(|| {
            content
                .notes
                .push((No::because(format!("text in {}", named.unwrap_or("an encoding that is not said"))), false));
            "bytes"
        }),
    };
    let is_wide = base.starts_with("utf16");
    let is_zero_ended = name.is_some_and(|(name, _)| name == "strz");
    let has_wide_units =
        name.and_then(|(_, named)| named).is_some_and(|named| named.to_ascii_uppercase().starts_with("UTF"));
    if is_zero_ended && !content.notes.is_empty() && has_wide_units {
        return Err(No::because("an end of several bytes, looked for in steps"));
    }
    let end = end(field, is_zero_ended, is_wide)?;
    let or_end = if field.text_of("eos-error") == Some("false") { " or end" } else { "" };
    let includes = field.flag("include");
    // An end that stays makes no difference where nothing is read behind it.
    let stays = field.text_of("consume") == Some("false") && room == Room::Shared;
    let pad = match field.text_of("pad-right") {
        None => None,
        Some(text) => Some(int(text).ok_or_else(|| No::new(Reason::construct("a filler that is no constant"), text))?),
    };
    let size = field.text_of("size").filter(|_| !sized).map(|text| place.number(text)).transpose()?;
    let is_constant = size.as_ref().is_some_and(|size| size.value.is_some());
    content.size = size.as_ref().map(|size| size.text.clone());
    let extent = content.size.clone().or_else(|| (sized || field.flag("size-eos")).then(|| "..".to_owned()));
    let (wire, in_region) = match (extent, end, pad) {
        // Nothing is nothing in every notation.
        (Some(extent), ..) if extent == "0" => (format!("{base}[0]"), false),
        // Text of a constant size would end at its first zero.
        (Some(extent), None, None) if base != "bytes" && extent != ".." && (is_constant || is_wide) => {
            (format!("{base}[..]"), true)
        }
        (Some(extent), None, None) => (format!("{base}[{extent}]"), false),
        (Some(extent), None, Some(pad)) if is_constant && !is_wide => {
            (format!("{}[{extent} fill {pad}]", if base == "bytes" { "latin1" } else { base }), false)
        }
        (Some(_), None, Some(_)) => return Err(No::because("a filler in a size that is no constant")),
        // Text of a constant size ends at its first zero, if there is one.
        (Some(extent), Some(end), None | Some(0))
            if is_constant && end == "0" && !includes && !(is_wide && size.as_ref().is_none_or(Said::is_odd)) =>
        {
            // The text is that of any bytes.
            let base = if base == "bytes" { "latin1" } else { base };
            let units = size.as_ref().and_then(|size| size.value).filter(|_| is_wide).map(|size| size / 2);
            (format!("{base}[{}]", units.map_or(extent, |units| units.to_string())), false)
        }
        (Some(_), Some(end), pad) => {
            if pad.is_some_and(|pad| includes || pad.to_string() != end) {
                return Err(No::because("a filler besides an end"));
            }
            content.fill = true;
            (format!("{base}[{} {end} or end]", word(is_wide, includes, false)?), true)
        }
        (None, Some(end), None) => (format!("{base}[{} {end}{or_end}]", word(is_wide, includes, stays)?), false),
        (None, ..) => return Err(No::because("bytes without a size")),
    };
    content.wire = Wire::Text(wire);
    content.region = content.size.clone().filter(|_| in_region);
    Ok(content)
}

fn word(is_wide: bool, includes: bool, stays: bool) -> Result<&'static str, No> {
    match (includes, stays) {
        (false, false) => Ok("until"),
        (true, false) if !is_wide => Ok("through"),
        (false, true) if !is_wide => Ok("before"),
        _ => Err(No::because("an end that is read and left")),
    }
}

/// The terminator, as a pattern.
pub fn end(field: &Node, is_strz: bool, is_wide: bool) -> Result<Option<String>, No> {
    let Some(node) = field.get("terminator") else {
        return Ok(is_strz.then(|| "0".to_owned()));
    };
    let list: Vec<Option<i128>> = match node.text() {
        Some(text) => vec![int(text)],
        None => node.list().iter().map(|byte| byte.text().and_then(int)).collect(),
    };
    match list.as_slice() {
        [Some(byte)] if !is_wide => Ok(Some(byte.to_string())),
        // The unit is zero in both orders.
        [Some(0), Some(0)] if is_wide => Ok(Some("0".to_owned())),
        _ => Err(No::because("an end of several bytes, looked for in steps")),
    }
}

/// The bytes of `contents`.
pub fn contents(node: &Node) -> Option<Vec<u8>> {
    let of = |node: &Node| match &node.kind {
        Kind::Scalar(text, false) if int(text).is_some() => Some(vec![u8::try_from(int(text)?).ok()?]),
        Kind::Scalar(text, _) => Some(text.as_bytes().to_vec()),
        _ => None,
    };
    match node.text() {
        Some(text) => Some(text.as_bytes().to_vec()),
        None => node.list().iter().map(of).collect::<Option<Vec<_>>>().map(|parts| parts.concat()),
    }
}

/// The bytes of a constant in an expression.
pub fn constant(expr: &Expr) -> Option<Vec<u8>> {
    match expr {
        Expr::Text(text) => Some(text.as_bytes().to_vec()),
        Expr::List(list) => list
            .iter()
            .map(|byte| match byte {
                Expr::Int(n) => u8::try_from(*n).ok(),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// Bytes as a text in quotes.
pub fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.iter().map(|byte| escaped(*byte)).collect::<String>())
}
