//! The attributes of Kaitai Struct in place of fields: `- id: kind` and `type: u1`, line by line.

use crate::diagnostic::Help;
use crate::lex::{Mark, TokenKind};
use crate::near::words;
use crate::parse::cursor::{Failed, Parser};
use crate::parse::names::{is_number_name, upper_camel};

impl Parser<'_> {
    /// All attributes from the one at hand on.
    pub(super) fn sequence_of_kaitai(&mut self) -> Option<Failed> {
        let from = self.at;
        let mut at = from;
        let mut fields: Vec<String> = Vec::new();
        while at < self.limit && self.is_mark(at, Mark::Minus) {
            let name = self.text_of(at + 3);
            at += 4;
            let mut keys: Vec<(String, &str)> = Vec::new();
            while at < self.limit && *self.kind_of(at) == TokenKind::Word && !self.is_entry(at) {
                let colon = (at..at + 4).find(|at| self.is_mark(*at, Mark::Colon))?;
                let end = (colon + 2..self.limit).find(|at| self.first_on_line(*at)).unwrap_or(self.limit);
                keys.push((
                    self.written(self.span_of(at, colon)).to_owned(),
                    self.written(self.span_of(colon + 1, end)),
                ));
                at = end;
            }
            let value = |key: &str| keys.iter().find(|(known, _)| known == key).map(|(_, value)| *value);
            fields.push(format!("{name}: {},", wire_of(value)?));
        }
        let help =
            Help::write(self.span_of(from, at), fields.join("\n    ")).said(format!("write `{}`", fields.join(" ")));
        let failed = self.expected_with("a field", vec![help]);
        self.at = at;
        Some(failed)
    }

    fn is_entry(&self, at: usize) -> bool {
        ["example", "accepts", "refuses"].contains(&self.text_of(at))
    }
}

/// The wire of one attribute.
fn wire_of<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let written = value("type").unwrap_or("bytes");
    let bytes = written.get(1..).and_then(|rest| rest.trim_end_matches("le").trim_end_matches("be").parse::<u8>().ok());
    let length = value("size").or_else(|| value("size-eos").map(|_| ".."));
    let mut wire = match (written, length) {
        (_, _) if let Some(text) = value("contents") => format!("ascii[{}] = {text}", text.len().checked_sub(2)?),
        ("bytes", length) => format!("bytes[{}]", length?),
        ("strz", _) => "utf8[until 0]".to_owned(),
        ("str", length) => {
            let is_ascii = value("encoding").is_some_and(|encoding| encoding.eq_ignore_ascii_case("ascii"));
            format!("{}[{}]", if is_ascii { "ascii" } else { "utf8" }, length?)
        }
        _ if is_number_name(written) => {
            let order = written.get(written.len().checked_sub(2)?..).filter(|order| ["le", "be"].contains(order));
            let order = order.filter(|_| bytes != Some(1)).unwrap_or("");
            format!("{}{}{order}", written.get(..1)?, u16::from(bytes?) * 8)
        }
        _ => words::wires(written).first().map_or_else(|| upper_camel(written), |one| one.wire.clone()),
    };
    if let Some(name) = value("enum") {
        wire.push_str(&format!(" as {}", upper_camel(name)));
    }
    match (value("repeat"), value("repeat-expr")) {
        (_, Some(count)) => wire = format!("[{wire}; {count}]"),
        (Some("eos"), _) => wire = format!("[{wire}; ..]"),
        _ => {}
    }
    Some(wire + &value("if").map(|test| format!(" if {test}")).unwrap_or_default())
}
