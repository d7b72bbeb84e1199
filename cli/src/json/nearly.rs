//! Text that is nearly JSON, as people type it and other languages print it: the first place that JSON wants otherwise, and
//! the whole as JSON.

use std::fmt;

use serde_json::Value as Json;

/// Longer JSON is not repeated.
const LONGEST: usize = 160;

/// The first place in which a text differs from JSON.
#[derive(Debug, PartialEq, Eq)]
pub struct Nearly {
    /// Where it is.
    pub offset: usize,
    rule: Rule,
    expected: String,
    found: String,
    /// The whole text as JSON; none if more is wrong than that.
    json: Option<String>,
}

/// The rules of JSON that people break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Name,
    Text,
    Decimal,
    Number,
    NoNumber,
    Word,
    LastComma,
    Comma,
    Colon,
    Comment,
    Close,
    One,
    Fields,
    Escape,
}

impl Rule {
    const fn words(self) -> &'static str {
        match self {
            Self::Name => "a name needs double quotes",
            Self::Text => "text needs double quotes",
            Self::Decimal => "numbers are decimal",
            Self::Number => "a number is written as `5`, `-5`, `0.5` or `5e3`",
            Self::NoNumber => "a number that JSON does not have is text",
            Self::Word => "the words of JSON are `true`, `false` and `null`",
            Self::LastComma => "a comma is only between two elements",
            Self::Comma => "a comma is missing",
            Self::Colon => "a colon is between a name and its value",
            Self::Comment => "JSON has no comments",
            Self::Close => "brackets are `{}` and `[]`, in pairs",
            Self::One => "there is only one value (`--lines` takes many, one a line)",
            Self::Fields => "fields are in braces",
            Self::Escape => "a control character in text is `\\u` and four hex digits",
        }
    }
}

impl fmt::Display for Nearly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found, .. } = self;
        match (expected.is_empty(), found.is_empty()) {
            (true, _) => write!(f, ": found `{found}`")?,
            (_, true) => write!(f, ": expected `{expected}` before the end")?,
            _ => write!(f, ": expected `{expected}`, found `{found}`")?,
        }
        self.json.as_ref().map_or(Ok(()), |json| write!(f, "; in JSON it is {json}"))
    }
}

impl Nearly {
    /// The first rule that a text breaks; none if it breaks others than these.
    pub fn of(text: &str) -> Option<Self> {
        let mut reader = Reader {
            text,
            at: 0,
            out: String::new(),
            open: Vec::new(),
            last: Last::Open,
            has_colon: false,
            first: None,
        };
        while reader.next() {}
        reader.end();
        let json = super::keys::deep(&reader.out).ok().map(|json| super::text(&json));
        let json = json.filter(|json| json.len() <= LONGEST);
        reader.first.map(|first| Self { json, ..first })
    }

    /// The rule, in words.
    pub const fn rule(&self) -> &'static str {
        self.rule.words()
    }
}

/// The kind of the last token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// The start of the text, too.
    Open,
    Comma,
    Colon,
    Value,
}

/// Reads the text, and writes it as JSON.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    out: String,
    /// The brackets that are open: which ones close them.
    open: Vec<char>,
    last: Last,
    /// The name of the value is complete, in an object.
    has_colon: bool,
    first: Option<Nearly>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Writes `json` for the next bytes; they break a rule if there is one.
    fn put(&mut self, len: usize, json: &str, rule: Option<Rule>) {
        let found = self.rest().get(..len).unwrap_or_default();
        self.out.push_str(json);
        if let Some(rule) = rule {
            self.wrong(rule, json, if found.is_empty() { first_of(self.rest()) } else { found });
        }
        self.at = self.at.saturating_add(len);
    }

    fn wrong(&mut self, rule: Rule, expected: &str, found: &str) {
        let (expected, found) = (expected.trim().to_owned(), found.trim().to_owned());
        self.first.get_or_insert(Nearly { offset: self.at, rule, expected, found, json: None });
    }

    /// Reads a token; `false` at the end.
    fn next(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return false };
        let len = first.len_utf8();
        match first {
            _ if first.is_whitespace() => {
                self.put(len, if first.is_ascii() { rest.get(..len).unwrap_or_default() } else { " " }, None)
            }
            '{' | '[' | '(' => {
                self.begin_value();
                self.put(len, if first == '{' { "{" } else { "[" }, (first == '(').then_some(Rule::Close));
                self.open.push(if first == '{' { '}' } else { ']' });
                (self.last, self.has_colon) = (Last::Open, false);
            }
            '}' | ']' | ')' => self.close(first),
            ',' | ';' if matches!(self.last, Last::Value) => {
                self.put(len, ",", (first != ',').then_some(Rule::Comma));
                (self.last, self.has_colon) = (Last::Comma, false);
            }
            ',' | ';' => self.put(len, "", Some(Rule::LastComma)),
            ':' | '=' => {
                let arrow = ["=>", ":=", "="].into_iter().find(|arrow| rest.starts_with(arrow));
                if self.open.is_empty() {
                    self.wrap();
                }
                self.put(arrow.map_or(1, str::len), ":", arrow.map(|_| Rule::Colon));
                (self.last, self.has_colon) = (Last::Colon, true);
            }
            '#' => self.comment(rest.find('\n')),
            '/' if rest.starts_with("//") => self.comment(rest.find('\n')),
            '/' if rest.starts_with("/*") => self.comment(rest.find("*/").map(|end| end.saturating_add(2))),
            '"' | '\'' | '`' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => self.quoted(first),
            _ => self.word(),
        }
        true
    }

    /// Adds the comma or the colon that is missing before a value.
    fn begin_value(&mut self) {
        if self.last == Last::Value && self.open.is_empty() {
            self.wrong(Rule::One, "", first_of(self.rest()));
        } else if self.last == Last::Value {
            let is_name = self.open.last() == Some(&'}') && !self.has_colon;
            let (sign, rule) = if is_name { (":", Rule::Colon) } else { (",", Rule::Comma) };
            let blanks = self.out.split_off(self.out.trim_end().len());
            self.put(0, sign, Some(rule));
            self.out.push_str(&blanks);
            (self.last, self.has_colon) = (Last::Comma, is_name);
        }
    }

    fn end_value(&mut self) {
        self.last = Last::Value;
    }

    fn close(&mut self, bracket: char) {
        if self.last == Last::Comma
            && let Some(comma) = self.out.rfind(',')
        {
            let offset = self.text.get(..self.at).and_then(|before| before.rfind([',', ';'])).unwrap_or(self.at);
            let here = std::mem::replace(&mut self.at, offset);
            self.wrong(Rule::LastComma, "", ",");
            self.at = here;
            self.out.remove(comma);
        }
        match self.open.pop() {
            Some(right) => self.put(1, right.encode_utf8(&mut [0; 4]), (right != bracket).then_some(Rule::Close)),
            None => self.put(1, "", Some(Rule::Close)),
        }
        (self.last, self.has_colon) = (Last::Value, true);
    }

    /// Puts braces around the fields so far.
    fn wrap(&mut self) {
        self.wrong(Rule::Fields, "{", first_of(self.text.trim_start()));
        self.out.insert(0, '{');
        self.open.push('}');
    }

    fn comment(&mut self, end: Option<usize>) {
        let len = end.unwrap_or(self.rest().len());
        self.wrong(Rule::Comment, "", self.rest().get(..len).unwrap_or_default());
        self.at = self.at.saturating_add(len);
    }

    /// A text or a name in quotes of any kind.
    fn quoted(&mut self, quote: char) {
        let ends = match quote {
            '\u{201c}' | '\u{201d}' => '\u{201d}',
            '\u{2018}' | '\u{2019}' => '\u{2019}',
            same => same,
        };
        let (mut json, mut characters, mut is_escape) = ("\"".to_owned(), self.rest().char_indices().skip(1), false);
        let mut len = self.rest().len();
        while let Some((index, one)) = characters.next() {
            if one == ends {
                len = index.saturating_add(one.len_utf8());
                break;
            }
            match one {
                '\\' => match characters.next() {
                    Some((_, 'x')) => {
                        let digits: String = characters.by_ref().take(2).map(|(_, digit)| digit).collect();
                        json.push_str(&format!("\\u00{digits}"));
                        is_escape = true;
                    }
                    Some((_, '0')) => {
                        json.push_str("\\u0000");
                        is_escape = true;
                    }
                    Some((_, '\'')) => json.push('\''),
                    Some((_, escaped)) => json.extend(['\\', escaped]),
                    None => {}
                },
                '"' => json.push_str("\\\""),
                one if u32::from(one) < 0x20 => {
                    json.push_str(&format!("\\u{:04x}", u32::from(one)));
                    is_escape = true;
                }
                one => json.push(one),
            }
        }
        json.push('"');
        self.begin_value();
        let is_name = self.rest().get(len..).is_some_and(names_a_value);
        let rule = match quote {
            '"' => is_escape.then_some(Rule::Escape),
            _ => Some(if is_name { Rule::Name } else { Rule::Text }),
        };
        self.put(len, &json, rule);
        self.end_value();
    }

    /// A word without quotes: a number, a name, or text.
    fn word(&mut self) {
        let rest = self.rest();
        let ends = |(index, one): (usize, char)| {
            let is_comment = rest.get(index..).is_some_and(|rest| rest.starts_with("//") || rest.starts_with("/*"));
            one.is_whitespace() || is_comment || ",:;={}[]()\"'#".contains(one)
        };
        let len = rest.char_indices().find(|one| ends(*one)).map_or(rest.len(), |(index, _)| index).max(1);
        let word = rest.get(..len).unwrap_or_default();
        self.begin_value();
        let is_name = rest.get(len..).is_some_and(names_a_value) && self.open.last() != Some(&']');
        let (json, rule) = match number(word) {
            _ if is_name => (Json::from(word).to_string(), Some(Rule::Name)),
            // No number of JSON is too large for its form; serde says that it is for 64 bits.
            _ if word.parse().is_ok_and(f64::is_infinite) && word.ends_with(|last: char| last.is_ascii_digit()) => {
                (word.to_owned(), None)
            }
            _ if serde_json::from_str::<Json>(word).is_ok() => (word.to_owned(), None),
            Some((json, rule)) => (json, Some(rule)),
            None => (Json::from(word).to_string(), (!self.open.is_empty()).then_some(Rule::Text)),
        };
        self.put(len, &json, rule);
        self.end_value();
    }

    /// Closes the brackets that are open.
    fn end(&mut self) {
        let is_wrapped = self.first.as_ref().is_some_and(|first| first.rule == Rule::Fields);
        while let Some(bracket) = self.open.pop() {
            let rule = (!is_wrapped).then_some(Rule::Close);
            self.put(0, bracket.encode_utf8(&mut [0; 4]), rule);
        }
    }
}

/// The first character.
fn first_of(text: &str) -> &str {
    text.chars().next().and_then(|first| text.get(..first.len_utf8())).unwrap_or_default()
}

/// Whether what follows a word makes it a name.
fn names_a_value(rest: &str) -> bool {
    rest.trim_start().starts_with([':', '='])
}

/// A number or a word of another language, as JSON.
fn number(word: &str) -> Option<(String, Rule)> {
    let (sign, digits) = match word.strip_prefix(['-', '+']) {
        Some(digits) if word.starts_with('-') => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", word),
    };
    let lower = digits.to_lowercase();
    let radix = [("0x", 16), ("0b", 2), ("0o", 8)];
    if let Some((digits, radix)) = radix.iter().find_map(|(mark, radix)| Some((lower.strip_prefix(mark)?, *radix))) {
        let number = u64::from_str_radix(&digits.replace('_', ""), radix).ok()?;
        return Some((format!("{sign}{number}"), Rule::Decimal));
    }
    match lower.as_str() {
        "nan" => return Some(("\"NaN\"".to_owned(), Rule::NoNumber)),
        "inf" | "infinity" => return Some((format!("\"{sign}inf\""), Rule::NoNumber)),
        "true" | "false" => return Some((lower, Rule::Word)),
        "null" | "none" | "nil" | "undefined" => return Some(("null".to_owned(), Rule::Word)),
        _ => {}
    }
    let plain = lower.replace('_', "");
    let is_number = plain.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let whole = plain.parse::<u64>().map(|number| number.to_string());
    let number = whole.or_else(|_| plain.parse::<f64>().map(|number| number.to_string())).ok();
    number.filter(|_| is_number).map(|number| (format!("{sign}{number}"), Rule::Number))
}

#[cfg(test)]
mod tests {
    use super::Nearly;

    #[test]
    fn the_first_broken_rule_is_told_and_the_whole_is_corrected() {
        for (text, offset, expected, found, json) in [
            ("{sound: 5}", 1, "\"sound\"", "sound", r#"{"sound":5}"#),
            (r#"{"a": 0x05, "b": -0X1F}"#, 6, "5", "0x05", r#"{"a": 5, "b": -31}"#),
            ("{'a': 'it\\'s\"b\"'}", 1, "\"a\"", "'a'", r#"{"a": "it's\"b\""}"#),
            (r#"{"a": [1, 2,], }"#, 11, "", ",", r#"{"a": [1, 2] }"#),
            (r#"{"a": 1,, "b": 2}"#, 8, "", ",", r#"{"a": 1, "b": 2}"#),
            ("{\"a\": 1 // one\n}", 8, "", "// one", "{\"a\": 1 \n}"),
            (r#"{"a": /* one */ 1}"#, 6, "", "/* one */", r#"{"a":  1}"#),
            (r#"{"a": NaN, "b": -Infinity}"#, 6, "\"NaN\"", "NaN", r#"{"a": "NaN", "b": "-inf"}"#),
            (r#"{"a": True, "b": None}"#, 6, "true", "True", r#"{"a": true, "b": null}"#),
            (
                r#"{"a": +5, "b": .5, "c": 5., "d": 007, "e": 1_000}"#,
                6,
                "5",
                "+5",
                r#"{"a": 5, "b": 0.5, "c": 5, "d": 7, "e": 1000}"#,
            ),
            (r#"{"a": 1 "b": 2}"#, 8, ",", "\"", r#"{"a": 1, "b": 2}"#),
            (r#"{"a" 1; "b"=2}"#, 5, ":", "1", r#"{"a": 1, "b":2}"#),
            (r#"{"a": {"b": [1"#, 14, "]", "", r#"{"a": {"b": [1]}}"#),
            (r#"{"a": [1}}"#, 8, "]", "}", r#"{"a": [1]}"#),
            (r#"{"a": 1}}"#, 8, "", "}", r#"{"a": 1}"#),
            (r#"{"a": (1, 2)}"#, 6, "[", "(", r#"{"a": [1, 2]}"#),
            ("a: 1, b: 2", 0, "\"a\"", "a", r#"{"a": 1, "b": 2}"#),
            (r#""a": 1"#, 3, "{", "\"", r#"{"a": 1}"#),
            (r#"{"a": "b\x00\0c"}"#, 6, "\"b\\u0000\\u0000c\"", r#""b\x00\0c""#, r#"{"a": "b\u0000\u0000c"}"#),
            ("{\u{201c}a\u{201d}: word}", 1, "\"a\"", "\u{201c}a\u{201d}", r#"{"a": "word"}"#),
        ] {
            let nearly = Nearly::of(text).unwrap_or_else(|| panic!("{text}"));
            let told = (nearly.offset, nearly.expected.as_str(), nearly.found.as_str(), nearly.json.as_deref());
            let json = json.replace([' ', '\n'], "");
            assert_eq!(told, (offset, expected, found, Some(json.as_str())), "{text}");
        }
        for text in ["", "5", "{}", "[1, {\"a\": [true, null, -1.5e3]}]", "{\"a\\\"\\u0000\": \"'//\"}", "file.json"] {
            assert_eq!(Nearly::of(text), None, "{text}");
        }
    }
}
