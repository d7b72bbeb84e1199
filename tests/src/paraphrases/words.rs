//! Paraphrases of the text of a schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A piece of a text.
#[derive(Clone, Copy, PartialEq)]
enum Piece<'t> {
    /// Letters, digits and `_`, not in quotes.
    Word(&'t str),
    Comment(&'t str),
    /// A string, or any other character.
    Other(&'t str),
}

/// The pieces of a text, all of its bytes.
fn pieces(mut text: &str) -> Vec<Piece<'_>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut all = Vec::new();
    while let Some(first) = text.chars().next() {
        let len = match first {
            _ if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
            '"' | '\'' => quoted(text, first),
            _ if is_word(first) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
            _ => first.len_utf8(),
        };
        let (piece, rest) = text.split_at(len);
        all.push(match first {
            '/' if len > 1 => Piece::Comment(piece),
            _ if is_word(first) => Piece::Word(piece),
            _ => Piece::Other(piece),
        });
        text = rest;
    }
    all
}

/// The length of a quoted text.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn text<'t>(pieces: impl IntoIterator<Item = &'t Piece<'t>>) -> String {
    let piece = |piece: &Piece<'t>| match *piece {
        Piece::Word(text) | Piece::Comment(text) | Piece::Other(text) => text,
    };
    pieces.into_iter().map(piece).collect()
}

/// Each unsigned wire without a meaning as a type that is shown in hexadecimal.
pub fn hexadecimal(schema: &str) -> String {
    let mut used = BTreeSet::new();
    let mut said = String::new();
    let all = pieces(schema);
    for (at, piece) in all.iter().enumerate() {
        let bits = |word: &str| word.strip_prefix('u')?.trim_end_matches(['b', 'l', 'e']).parse::<u8>().ok();
        let has_meaning = || text(&all[at + 1..]).trim_start().starts_with("as ");
        match piece {
            // Reserved space, hooks and varints have no types, and all widths of a number have one meaning.
            Piece::Word(word)
                if bits(word).is_some_and(|bits| bits > 1)
                    && !has_meaning()
                    && !["_: [", "_: ", "-> ", "=> "].iter().any(|before| said.ends_with(before))
                    && !said
                        .rsplit('\n')
                        .next()
                        .is_some_and(|line| line.contains(" => 0b") || line.contains(" => _"))
                    && !said.rsplit('\n').next().is_some_and(|line| line.starts_with("varint")) =>
            {
                used.insert((*word).to_owned());
                write!(said, "Hex{}", word.to_uppercase()).unwrap();
            }
            other => said.push_str(&text([other])),
        }
    }
    let declared = used.iter().map(|word| format!("type Hex{} = {word} as hex;\n", word.to_uppercase()));
    said.push('\n');
    said.extend(declared);
    said
}

pub fn without_comments(schema: &str) -> String {
    text(pieces(schema).iter().filter(|piece| !matches!(piece, Piece::Comment(_))))
}

/// Another name for each type and for each code, constant, shape and message.
pub fn renamed(schema: &str) -> String {
    let mut said = String::new();
    for piece in pieces(schema) {
        match piece {
            Piece::Word(word) if word != "VERSION" && word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                write!(said, "Q{word}").unwrap();
            }
            other => said.push_str(&text([&other])),
        }
    }
    said
}

/// The declarations after that of the protocol in reverse order.
pub fn reversed(schema: &str) -> String {
    let (mut declarations, mut current, mut depth) = (Vec::new(), String::new(), 0_usize);
    let mut kind = None;
    for piece in pieces(schema) {
        let said = text([&piece]);
        match said.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => depth -= 1,
            _ => {}
        }
        if let Piece::Word(word) = piece {
            kind.get_or_insert(word);
        }
        current.push_str(&said);
        // A value may have braces, too.
        if depth == 0 && (said == ";" || (said == "}" && kind != Some("const") && kind != Some("type"))) {
            declarations.push(std::mem::take(&mut current));
            kind = None;
        }
    }
    let rest = declarations.split_off(1);
    let reversed = rest.iter().rev().map(String::as_str);
    declarations.iter().map(String::as_str).chain(reversed).chain(["\n"]).collect()
}

/// Each layout with its parts from the other end of the carrier.
pub fn turned(schema: &str) -> String {
    let schema = without_comments(schema);
    let usual = if schema.contains("bit_order: high_first") { "high_first" } else { "low_first" };
    let all = pieces(&schema);
    let find = |marks: &str, from: usize| {
        let is_mark = |piece: &Piece| matches!(piece, Piece::Other(text) if marks.contains(text));
        all[from..].iter().position(is_mark).map(|at| from + at)
    };
    let (mut said, mut at) = (String::new(), 0);
    while let Some(piece) = all.get(at) {
        let open = find("{},;=", at).filter(|open| all[*open] == Piece::Other("{"));
        if let (Piece::Word("bits"), Some(open)) = (piece, open) {
            let close = find("}", open).expect("the end of its parts");
            let head = text(&all[at..open]);
            let own = ["low_first", "high_first"].into_iter().find(|order| head.trim_end().ends_with(order));
            let head = own.map_or(&*head, |order| head.trim_end().trim_end_matches(order));
            let order = if own.unwrap_or(usual) == "low_first" { "high_first" } else { "low_first" };
            let parts = all[open + 1..close].split(|piece| *piece == Piece::Other(","));
            let parts: Vec<String> = parts.map(text).filter(|part| !part.trim().is_empty()).collect();
            let turned: Vec<&str> = parts.iter().rev().map(|part| part.trim()).collect();
            write!(said, "{} {order} {{ {} }}", head.trim_end(), turned.join(", ")).unwrap();
            at = close + 1;
        } else {
            said.push_str(&text([piece]));
            at += 1;
        }
    }
    said
}
