//! JSON text: as deep as packets nest, and without keys that an object has twice. A JSON reader that keeps the last one
//! would lose the first in silence.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Deserializer, Value as Json};

use super::nearly::Nearly;

/// The deepest JSON that is parsed. Packets nest as deep as their schema, which this exceeds; the stack holds more.
const DEEPEST: usize = 1 << 14;

/// Parses a piece of JSON in which no object has a key twice.
pub fn parse(text: &str) -> Result<Json, String> {
    let json =
        deep(text).map_err(|error| match Some(text).filter(|text| depth(text) <= DEEPEST).and_then(Nearly::of) {
            Some(nearly) => format!("not JSON at {}: {}{nearly}", place(text, nearly.offset), nearly.rule()),
            None => format!("not JSON: {error}"),
        })?;
    match twice(text) {
        Some((key, offset)) => {
            Err(format!("the key `{key}` is given twice in one object, again at {}", place(text, offset)))
        }
        None => Ok(json),
    }
}

/// `line 1 column 8`
fn place(text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count().saturating_add(1);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count().saturating_add(1);
    format!("line {line} column {column}")
}

/// Parses JSON of any depth that the stack holds.
pub(super) fn deep(text: &str) -> Result<Json, String> {
    let depth = depth(text);
    if depth > DEEPEST {
        return Err(format!("it is nested {depth} deep, and at most {DEEPEST} is read"));
    }
    let mut one = Deserializer::from_str(text);
    one.disable_recursion_limit();
    let mut all = one.into_iter();
    match (all.next(), all.next()) {
        (Some(Ok(json)), None) => Ok(json),
        (Some(Err(error)), _) => Err(error.to_string()),
        // Nothing, or more than one: the error is that of one piece.
        (None, _) | (Some(Ok(_)), Some(_)) => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}

/// How deep arrays and objects nest.
fn depth(text: &str) -> usize {
    let (mut open, mut deepest, mut at) = (0_usize, 0, 0);
    while let Some(byte) = text.as_bytes().get(at) {
        at = at.saturating_add(1);
        match byte {
            b'{' | b'[' => open = open.saturating_add(1),
            b'}' | b']' => open = open.saturating_sub(1),
            b'"' => at = end_of_text(text, at),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

/// The first key that an object has twice, and the offset of its second. The text is known to be JSON.
fn twice(text: &str) -> Option<(Cow<'_, str>, usize)> {
    // The keys so far of each open object; those of an array remain empty.
    let mut open: Vec<HashSet<Cow<'_, str>>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let start = at;
        at = at.saturating_add(1);
        match byte {
            b'{' | b'[' => open.push(HashSet::new()),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                at = end_of_text(text, at);
                let is_key = text.get(at..).is_some_and(|rest| rest.trim_start().starts_with(':'));
                if let Some(keys) = open.last_mut().filter(|_| is_key) {
                    let key = unescaped(text.get(start..at).unwrap_or_default());
                    if !keys.insert(key.clone()) {
                        return Some((key, start));
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The offset after the closing quote of a text that begins before `at`.
fn end_of_text(text: &str, mut at: usize) -> usize {
    loop {
        match text.as_bytes().get(at) {
            Some(b'\\') => at = at.saturating_add(2),
            Some(b'"') | None => return at.saturating_add(1),
            Some(_) => at = at.saturating_add(1),
        }
    }
}

/// The text in quotes.
fn unescaped(quoted: &str) -> Cow<'_, str> {
    match quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if !text.contains('\\') => text.into(),
        _ => serde_json::from_str::<String>(quoted).unwrap_or_default().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_key_that_is_given_twice_is_refused_with_its_place() {
        for text in [
            r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#,
            r#"{"a":"a","b":"\"a\":","c":["a","a"], "\\":1, "\"":2}"#,
            "[]",
            "\"a\"",
        ] {
            assert!(parse(text).is_ok(), "{text}");
        }
        for (text, key, place) in [
            (r#"{"a":1,"a":1}"#, "a", "line 1 column 8"),
            ("{\"é\":[{\"x\":0,\n \"b\":{}, \"x\" :0}]}", "x", "line 2 column 10"),
            (r#"{"a":1,"\u0061":2}"#, "a", "line 1 column 8"),
            (r#"{"a":{"b":1},"c":{},"a":{}}"#, "a", "line 1 column 21"),
        ] {
            let told = format!("the key `{key}` is given twice in one object, again at {place}");
            assert_eq!(parse(text), Err(told), "{text}");
        }
        assert!(parse("").is_err_and(|error| error.starts_with("not JSON: EOF")));
        assert!(
            parse("{} 1").is_err_and(|error| error.starts_with("not JSON at line 1 column 4: there is only one value"))
        );
    }

    #[test]
    fn json_is_parsed_as_deep_as_packets_nest() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        // The command's own thread has a stack of this size.
        let deepest = std::thread::Builder::new().stack_size(256 << 20);
        let parsed = deepest.spawn(move || parse(&nested(super::DEEPEST)).is_ok()).map(std::thread::JoinHandle::join);
        assert!(parsed.expect("a thread").expect("no overflow"));
        let told = "not JSON: it is nested 16385 deep, and at most 16384 is read".to_owned();
        assert_eq!(parse(&nested(super::DEEPEST + 1)), Err(told));
        assert!(parse(&"[".repeat(10_000_000)).is_err());
    }
}
