//! Text notations of numbers: `"192.168.0.1"`, `"VP80"`.

use crate::ast::{self, Expr, ExprKind, ValueKind, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{ByteOrder, Carrier, Code, Interval, Notation, Scalar, Value};
use crate::resolve::resolver::{Constant, Resolver, ScalarType};
use crate::resolve::words::BOOLS;
use crate::source::Span;

impl Resolver<'_> {
    /// Rejects a notation that does not fit the number.
    pub(in crate::resolve) fn notation_on(&mut self, on: ScalarType, span: Span) -> Option<Value> {
        let notation = Notation::of_word(self.sources.text(span))?;
        if notation.fits(on.carrier, on.interval) {
            return Some(Value::Int(Some(notation)));
        }
        let number = self.sources.word_before(self.sources.word_before(span));
        let (title, help) = match (notation.bits(), self.sources.text(number).strip_prefix('i')) {
            (Some(bits), _) => {
                let wire = format!("u{bits}be as {}", notation.word());
                (
                    format!("{} is an unsigned number of {} bytes", notation.one(), notation.size()),
                    Help::write(number.to(span), wire),
                )
            }
            (None, width) => {
                let help = width.map(|width| Help::write(number, format!("u{width}")));
                let title = "a signed number is not shown in hexadecimal".to_owned();
                (title, help.unwrap_or_else(|| "use an unsigned wire, or drop the `as`".into()))
            }
        };
        self.complain(Diagnostic::new(title, span, format!("this wire holds {}", on.interval)).help(help));
        None
    }

    /// `bytes[6] as mac`: the number of these bytes, the first one highest.
    pub(in crate::resolve) fn noted_bytes(
        &mut self,
        wire: Span,
        extent: Option<&ast::Extent>,
        span: Span,
    ) -> Option<ScalarType> {
        let notation = Notation::of_word(self.sources.text(span))?;
        let Some(bits) = notation.bits() else {
            let wrong = Diagnostic::new("bytes are shown in hexadecimal already", span, "says nothing new");
            return self.refuse(wrong.help(self.dropped("as", span, "drop it")));
        };
        let bytes = i128::from(bits / 8);
        let count = match extent.map(|extent| &extent.kind) {
            Some(ast::ExtentKind::Count { count, or_end: None }) if self.is_static(count) => Some(self.integer(count)?),
            _ => None,
        };
        if count != Some(bytes) {
            let title = format!("{} has {} bytes", notation.one(), notation.size());
            let help = match (extent, count) {
                (Some(_), None) => self.dropped("as", span, "without the notation, these bytes may be of any length"),
                _ => Help::write(wire, format!("bytes[{bytes}]")),
            };
            return self.refuse(Diagnostic::new(title, wire, "not these").other(span, "the notation").help(help));
        }
        let carrier = Carrier::Scalar(Scalar::Int { bytes: bits / 8, signed: false, order: ByteOrder::Big });
        Some(ScalarType { carrier, interval: self.carrier_interval(carrier), value: Value::Int(None) })
    }

    /// The raw number of a constant: a number, a text in the value's notation, a name of the enum, `true` or `false`.
    pub(in crate::resolve) fn code_of(&mut self, written: &Expr, interval: Interval, value: Value) -> Option<Code> {
        let word = match &written.kind {
            ExprKind::Path(path) if !self.is_constant(path) => path.word(),
            _ => None,
        };
        match (value, word) {
            (Value::Bool | Value::Truthy, Some(word))
                if BOOLS.iter().any(|one| *one != word.text && one.eq_ignore_ascii_case(&word.text)) =>
            {
                let wrong = Diagnostic::new(format!("unknown name `{}`", word.text), word.span, "not declared");
                self.refuse(wrong.help(Help::write(word.span, word.text.to_ascii_lowercase())))
            }
            (Value::Bool | Value::Truthy, _) => match self.constant(written)? {
                Constant::Bool(yes) => Some(yes.into()),
                _ => self.integer(written),
            },
            (Value::Enum(_), Some(word)) => {
                let kind = ast::AlternativeKind::Name(word.clone());
                let alternative = ast::Alternative { kind, span: written.span };
                Some(self.alternative(&alternative, interval, value)?.written)
            }
            (_, _) => match value.notation() {
                Some(notation) => match self.constant(written)? {
                    Constant::Text(text) => self.code_of_text(notation, &text, written.span),
                    _ => self.integer(written),
                },
                None => self.integer(written),
            },
        }
    }

    /// Proposes a number in place of text: the character, or the number that the text denotes.
    pub(in crate::resolve) fn code_for(&self, text: &str, span: Span) -> Option<Help> {
        if text.len() == 1 && text.is_ascii() && text != "'" {
            let written = self.sources.text(span).trim_matches('"');
            return Some(Help::write(span, format!("'{written}'")));
        }
        number_of(text).map(Help::from)
    }

    /// Proposes to remove a clause; without an edit if that is a part of one.
    pub(in crate::resolve) fn dropped(&self, word: &str, span: Span, said: &str) -> Help {
        self.sources.clause(word, span).map_or_else(|| said.into(), |clause| Help::without(clause, said))
    }

    /// Proposes a wire with a notation for numbers that are written as text.
    pub(in crate::resolve) fn noted(&self, text: &str, wire: Span) -> Option<Help> {
        let of = of_text(text)?;
        let number = ast::WireInt::named(self.sources.text(wire), wire)?;
        let order = if number.order == Some(ByteOrder::Little) { "le" } else { "be" };
        let bits = of.bits()?;
        let help = Help::write(wire, format!("u{bits}{order} as {}", of.word())).said(number_of(text)?);
        (number.bits == u32::from(bits) && number.kind == ast::NumberKind::Unsigned).then_some(help)
    }

    /// The notation of bytes whose constant is longer than they are, since it is a text in a notation.
    pub(in crate::resolve) fn noted_constant(&self, size: usize, wire: Span, constant: Span) -> Option<Help> {
        let notation = of_text(self.sources.text(constant).trim_matches('"'))?;
        let clause = Edit::new(wire.behind(), format!(" as {}", notation.word()));
        let said = format!("if {} is meant, say so: `as {}`", notation.one(), notation.word());
        (notation.bits().map(usize::from) == size.checked_mul(8)).then(|| Help::new(said, [clause]))
    }

    /// The number that a text denotes.
    pub(in crate::resolve) fn code_of_text(&mut self, notation: Notation, text: &str, span: Span) -> Option<Code> {
        let code = notation.of_characters(text);
        if code.is_none() {
            let (title, help) = match notation {
                Notation::Hex => {
                    let number = Notation::Hex.of_text(text).map(|_| Help::write(span, text));
                    let number = number.or_else(|| number_of(text).map(Help::from));
                    ("text is not a number", number.unwrap_or_else(|| "a number stands here".into()))
                }
                Notation::Ipv4 => ("this is no IPv4 address", "write four numbers up to 255: `\"192.168.0.1\"`".into()),
                Notation::Mac => {
                    let digits: String = text.chars().filter(char::is_ascii_hexdigit).collect();
                    let number = Code::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 12);
                    let help = number.map(|number| Help::write(span, Notation::Mac.literal(number)));
                    let help = help.unwrap_or_else(|| "write six bytes: `\"00:1a:2b:3c:4d:5e\"`".into());
                    ("this is no MAC address", help)
                }
                Notation::FourCc => (
                    "this is no four-character code",
                    match text.get(..4.min(text.len())).filter(|_| text.is_ascii() && !text.contains(['"', '\\'])) {
                        Some(four) => {
                            let quoted = format!("\"{four:4}\"");
                            let spaces = if text.len() < 4 { ", or `\\0` for each space" } else { "" };
                            Help::write(span, &quoted).said(format!("write four characters: `{quoted}`{spaces}"))
                        }
                        None => "write four characters of one byte each: `\"VP80\"`".into(),
                    },
                ),
            };
            let label = match notation {
                Notation::FourCc => format!("{} characters", text.chars().count()),
                Notation::Hex | Notation::Ipv4 | Notation::Mac => "text".to_owned(),
            };
            self.complain(Diagnostic::new(title, span, label).help(help));
        }
        code
    }
}

/// The number that a text probably denotes.
pub(in crate::resolve) fn number_of(text: &str) -> Option<String> {
    if Notation::Hex.of_text(text).is_some() {
        return Some(format!("write it without quotes: `{text}`"));
    }
    let notation = of_text(text)?;
    let (code, wire) = (notation.of_characters(text)?, format!("u{}be as {}", notation.bits()?, notation.word()));
    Some(format!("write its number, `{code:#x}` with the first byte highest, or the wire `{wire}`"))
}

/// The notation in which a text is a number.
fn of_text(text: &str) -> Option<Notation> {
    Notation::ALL.into_iter().find(|one| one.of_characters(text).is_some())
}

/// Whether bytes are one number, in a notation.
pub(in crate::resolve) fn is_noted(wire: &ast::Wire, value: Option<&ast::ValueType>) -> bool {
    let are_bytes = matches!(wire.kind, WireKind::Bytes { encoding: None, .. });
    are_bytes && value.is_some_and(|value| value.kind == ValueKind::Notation)
}
