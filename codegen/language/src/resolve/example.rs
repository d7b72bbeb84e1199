//! Binds examples: their bytes, arguments and paths. They are executed when the schema is complete.

pub(super) mod given;
pub(super) mod path;

use std::collections::HashMap;
use std::ops::Range;

use crate::ast::{self, ByteBase, ExprKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{
    Example, ExampleKind, ExampleLiteral, ExampleValue, Node, ParamKind, RecordId, SessionId, SessionValues, Value,
    path_text,
};
use crate::near::nearest;
use crate::source::Span;

use crate::resolve::example::given::{Given, Values, among, given, holds_fields, spelled};
use crate::resolve::example::path::Target;
use crate::resolve::resolver::{Constant, Declared, Resolver};
use crate::resolve::versions::condition::ARGUMENT;
use crate::resolve::words::BOOLS;

/// The reasons of rejection: the names of the kinds of errors.
pub(super) const REASONS: [&str; 15] = [
    "truncated",
    "short",
    "session",
    "constant",
    "code",
    "rule",
    "value",
    "bool",
    "text",
    "count",
    "limit",
    "depth",
    "varint",
    "checksum",
    "trailing",
];

impl Resolver<'_> {
    /// Binds an example of a record.
    pub(super) fn example(&mut self, id: RecordId, example: &ast::Example) -> Option<Example> {
        let bytes = self.example_bytes(example);
        let session = self.example_session(example);
        let params = self.example_params(id, example);
        let kind = self.example_kind(id, example);
        let values = match example.kind {
            ast::ExampleKind::Refuses => Some(Vec::new()),
            ast::ExampleKind::Example | ast::ExampleKind::Accepts => self.example_values(id, example),
        };
        let example = Example {
            title: example.title.value.clone(),
            docs: crate::resolve::resolver::docs(&example.docs),
            kind: kind?,
            bytes: bytes?,
            decimal: example.base == ByteBase::Dec,
            params: params?,
            session: session?,
            values: values?,
            span: example.span,
            bytes_span: example.bytes.span,
        };
        Some(example)
    }

    fn example_values(&mut self, id: RecordId, example: &ast::Example) -> Option<Vec<ExampleValue>> {
        let (given, mut values, mut failed) = (given(&example.values), Vec::new(), None);
        let mut named = HashMap::new();
        for one in &given.all {
            if failed.is_some_and(|outer: Span| outer.holds(one.span)) {
                continue;
            }
            if self.diagnostics.is_full() {
                break;
            }
            // Fields in braces may be added to those of other braces, and to a name.
            let has_value = !matches!(one.value.kind, ExprKind::Fields(_));
            if let Some(earlier) = has_value.then(|| named.insert(one.text(), one)).flatten() {
                let title = format!("`{}` is named twice", one.text());
                let wrong = Diagnostic::new(title, one.name_span(), "named again here");
                let wrong = wrong.other(earlier.name_span(), "first named here");
                let removed =
                    |one: &Given<'_>, said: &str| Help::new(said, [Edit::new(self.sources.with_comma(one.span), "")]);
                let helps = [removed(one, "remove it"), removed(earlier, "or remove the first one")];
                self.complain(helps.into_iter().fold(wrong, Diagnostic::help));
                failed = Some(one.span);
                continue;
            }
            match self.example_value(id, &given, one) {
                Some(value) => values.push(value),
                None => failed = Some(one.span),
            }
        }
        failed.is_none().then_some(values)
    }

    fn example_kind(&mut self, id: RecordId, example: &ast::Example) -> Option<ExampleKind> {
        match example.kind {
            ast::ExampleKind::Example => return Some(ExampleKind::Example),
            ast::ExampleKind::Accepts => return Some(ExampleKind::Accepts),
            ast::ExampleKind::Refuses => {}
        }
        let [(path, reason)] = example.values.as_slice() else {
            let wrong = Diagnostic::new("where is this refused, and why?", example.span, "names no field, or several");
            let wrong = wrong.help("say the field and the reason: `{ state: truncated }`");
            return self.refuse(wrong.note(format!("the reasons are {}", REASONS.join(", "))));
        };
        let word = match &reason.kind {
            ExprKind::Path(path) => path.segments.first().map(|name| name.text.clone()).unwrap_or_default(),
            _ => String::new(),
        };
        let is_reason = REASONS.contains(&word.as_str());
        if !is_reason {
            let wrong =
                Diagnostic::new("this is no reason to refuse", reason.span, "not a kind of error").knowing(REASONS);
            let wrong = match nearest(&word, REASONS) {
                Some(near) => wrong.help(Help::asks(reason.span, near)),
                None => wrong.note(format!("the reasons are {}", REASONS.join(", "))),
            };
            self.complain(wrong);
        }
        let whole_message = path.segments.len() == 1
            && path
                .segments
                .first()
                .is_some_and(|name| name.text == "code" || name.text == self.protocol.name(Node::Record(id)));
        if whole_message {
            let declared = self.places.get(id.0).map(|places| places.name);
            path.segments.iter().for_each(|name| self.note_if(name, declared));
        } else {
            self.example_target(id, (&given(&example.values), &path.segments), path.span, true)?;
        }
        let field = path_text(&spelled(&path.segments).collect::<Vec<_>>());
        is_reason.then_some(ExampleKind::Refuses { field, reason: word })
    }

    fn example_params(&mut self, id: RecordId, example: &ast::Example) -> Option<Vec<i128>> {
        let versioned = self.protocol.version.is_some();
        let sessions: Vec<&str> = self.sessions.all.iter().map(|item| item.name.text.as_str()).collect();
        let other = |name: &ast::Name| (versioned && name.text == ARGUMENT) || sessions.contains(&name.text.as_str());
        let (record, params) =
            (self.protocol.name(Node::Record(id)).to_owned(), self.protocol.params(Node::Record(id)).to_vec());
        for (name, _) in example.params.iter().filter(|(name, _)| !other(name)) {
            if !params.iter().any(|param| param.name == name.text) {
                let title = format!("`{record}` has no parameter `{}`", name.text);
                let wrong = Diagnostic::new(title, name.span, "not known");
                let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                let others = sessions.iter().copied().chain(versioned.then_some(ARGUMENT));
                return self.refuse(among(wrong, name, &names).knowing(others));
            }
        }
        let mut codes = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let Some((name, value)) = example.params.iter().find(|(name, _)| name.text == param.name) else {
                let title = format!("the example does not say `{}`", param.name);
                return self.refuse(
                    Diagnostic::new(title, example.title.span, format!("`{record}` depends on it"))
                        .help(format!("pass it: `\"{}\" ({}: ..) = ..`", example.title.value, param.name)),
                );
            };
            let declared = self.places.get(id.0).and_then(|places| places.params.get(at)).copied();
            self.note_if(name, declared);
            codes.push(self.example_param(param.kind, value)?);
        }
        Some(codes)
    }

    /// The session values of an example: `(mode: Hold)`.
    fn example_session(&mut self, example: &ast::Example) -> Option<SessionValues> {
        let mut values = SessionValues::default();
        for (name, value) in &example.params {
            // An unbound session value is already reported.
            let Some(at) = self.protocol.sessions.iter().position(|session| session.name == name.text) else {
                continue;
            };
            let declared = self.sessions.named(&name.text).map(|item| item.name.span);
            self.note_if(name, declared);
            let kind = self.protocol.sessions.get(at)?.kind;
            values.set(SessionId(at), Some(self.example_param(kind, value)?));
        }
        Some(values)
    }

    fn example_param(&mut self, kind: ParamKind, value: &ast::Expr) -> Option<i128> {
        let (interval, _) = self.param_type(kind);
        let code = match (kind, &value.kind) {
            (ParamKind::Bool, _) => match self.constant(value)? {
                Constant::Bool(yes) => i128::from(yes),
                _ => {
                    let wrong = Diagnostic::new("`true` or `false` is needed here", value.span, "neither");
                    return self.refuse(wrong.knowing(BOOLS));
                }
            },
            (ParamKind::Enum(id), ExprKind::Path(path)) => {
                let word = path.segments.first()?;
                let codes = self.protocol.enums.get(id.0)?.codes.clone();
                match codes.iter().find(|code| code.name == word.text) {
                    Some(code) => {
                        let written = code.written;
                        self.note_member(Value::Enum(id), word);
                        written
                    }
                    None => return self.no_name(word, codes.iter().map(|code| code.name.as_str())),
                }
            }
            _ => self.integer(value)?,
        };
        if !interval.contains(code) {
            let title = format!("{code} cannot be passed here");
            return self.refuse(Diagnostic::new(title, value.span, format!("outside of {interval}")));
        }
        Some(code)
    }

    fn no_name<'n, T>(&mut self, word: &ast::Name, names: impl Iterator<Item = &'n str>) -> Option<T> {
        let wrong = Diagnostic::new(format!("no name `{}` here", word.text), word.span, "not one of its names");
        self.refuse(among(wrong, word, &names.collect::<Vec<_>>()))
    }

    fn example_value(&mut self, id: RecordId, all: &Values<'_>, one: &Given<'_>) -> Option<ExampleValue> {
        let target = self.example_target(id, (all, &one.path), one.span, false)?;
        if let (Target::Parts(Some(number)), ExprKind::Int(code), false) =
            (&target, &one.value.kind, one.written.is_empty())
        {
            let said = format!("say of which field: `{}.{number}: {code}`", one.written);
            let help = Help::new(said, [Edit::new(one.name_span().behind(), format!(".{number}"))]);
            return self.wrong_literal(&target, one.value.span, Some(help));
        }
        Some(ExampleValue {
            path: spelled(&one.path).map(str::to_owned).collect(),
            written: one.written.clone(),
            value: self.example_literal(&target, one.value)?,
            span: one.span,
        })
    }

    /// The value of a path.
    fn example_literal(&mut self, target: &Target, value: &ast::Expr) -> Option<ExampleLiteral> {
        match (&value.kind, target) {
            (ExprKind::Fields(_), Target::Parts(_) | Target::Variants(_)) => return Some(ExampleLiteral::Fields),
            (ExprKind::List(items), Target::List(_)) if holds_fields(value) => {
                return Some(ExampleLiteral::Elements(items.len()));
            }
            (ExprKind::List(items), Target::List(item)) => {
                let items: Vec<_> = items.iter().map(|one| self.example_literal(item, one)).collect();
                return items.into_iter().collect::<Option<Vec<_>>>().map(ExampleLiteral::List);
            }
            (ExprKind::Fields(_), Target::List(_)) => {
                let edits = [Edit::new(value.span.front(), "["), Edit::new(value.span.behind(), "]")];
                let help = Help::new("a list is in brackets, each element in braces: `[{ .. }]`", edits);
                return self.wrong_literal(target, value.span, Some(help));
            }
            (ExprKind::Fields(_) | ExprKind::List(_), _) => return self.wrong_literal(target, value.span, None),
            _ => {}
        }
        let is_constant = |word: &ast::Name| matches!(self.items.get(word.text.as_str()), Some(Declared::Const(_)));
        if let Some(word) = value.word().filter(|word| !is_constant(word)) {
            return self.example_word(target, word);
        }
        let literal = match self.constant(value)? {
            Constant::Int(code) => ExampleLiteral::Int(code),
            Constant::Ratio(ratio) => ExampleLiteral::Ratio(ratio),
            Constant::Bool(yes) => ExampleLiteral::Bool(yes),
            Constant::Text(text) => match target {
                Target::Number(Some(notation)) => ExampleLiteral::Int(self.code_of_text(*notation, &text, value.span)?),
                _ => ExampleLiteral::Text(text),
            },
        };
        let number = matches!(literal, ExampleLiteral::Int(_));
        let fits = match target {
            Target::Number(_) | Target::Enum(_) => number,
            Target::Float | Target::Amount => number || matches!(literal, ExampleLiteral::Ratio(_)),
            Target::Flag => number || matches!(literal, ExampleLiteral::Bool(_)),
            Target::Text => matches!(literal, ExampleLiteral::Text(_)),
            Target::List(_) | Target::Variants(_) | Target::Parts(_) => false,
        };
        if fits {
            return Some(literal);
        }
        let help = match (target, literal) {
            (Target::Parts(Some(name)), ExampleLiteral::Int(code)) => {
                Some(Help::write(value.span, format!("{{ {name}: {code} }}")))
            }
            _ => None,
        };
        self.wrong_literal(target, value.span, help)
    }

    fn example_word(&mut self, target: &Target, word: &ast::Name) -> Option<ExampleLiteral> {
        match (word.text.as_str(), target) {
            ("none", _) => return Some(ExampleLiteral::Absent),
            ("true", Target::Flag) => return Some(ExampleLiteral::Bool(true)),
            ("false", Target::Flag) => return Some(ExampleLiteral::Bool(false)),
            _ => {}
        }
        let names: Vec<String> = match target {
            Target::Enum(id) => {
                let codes = &self.protocol.enums.get(id.0)?.codes;
                codes.iter().map(|code| code.name.clone()).collect()
            }
            Target::Variants(all) => {
                let declared = all.iter().find(|one| one.name == word.text).and_then(|one| one.declared);
                self.note_if(word, declared);
                all.iter().map(|one| one.name.clone()).collect()
            }
            _ => {
                // `Pos { x: 1 }` of a field that is a `Pos` in any case.
                let behind = self.sources.get(word.span.file).text.get(word.span.range().end..).unwrap_or("");
                let space = behind.len() - behind.trim_start().len();
                let Range { start, end } = word.span.range();
                let named = Span::new(word.span.file, start, end + space);
                let is_named = matches!(target, Target::Parts(_)) && behind.trim_start().starts_with('{');
                let said = "only a shape or a message is named: leave this out";
                return self.wrong_literal(target, word.span, is_named.then(|| Help::without(named, said)));
            }
        };
        if let Target::Enum(id) = target {
            self.note_member(Value::Enum(*id), word);
        }
        if names.contains(&word.text) {
            return Some(ExampleLiteral::Name(word.text.clone()));
        }
        self.no_name(word, names.iter().map(String::as_str))
    }

    fn wrong_literal<T>(&mut self, target: &Target, span: Span, help: Option<Help>) -> Option<T> {
        let title = format!("{} is needed here", target.wanted());
        let wrong = Diagnostic::new(title, span, "another kind of value").help_if(help);
        let wrong = if *target == Target::Flag { wrong.knowing(BOOLS) } else { wrong };
        self.refuse(wrong.knowing(["none"]))
    }

    fn example_bytes(&mut self, example: &ast::Example) -> Option<Vec<u8>> {
        let text = &example.bytes;
        let bytes = match example.base {
            ByteBase::Hex => hex(&text.value),
            ByteBase::Dec => dec(&text.value),
        };
        if bytes.is_none() {
            let (title, label) = match example.base {
                ByteBase::Hex => ("these are no hex bytes", "pairs of 0 to 9 and a to f"),
                ByteBase::Dec => ("these are no decimal bytes", "numbers from -128 to 255, apart by spaces"),
            };
            self.complain(Diagnostic::new(title, text.span, label));
        }
        bytes
    }
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

fn dec(text: &str) -> Option<Vec<u8>> {
    text.split_whitespace()
        .map(|word| {
            let number: i16 = word.parse().ok()?;
            // A negative number is a byte as a signed char.
            u8::try_from(number).ok().or_else(|| i8::try_from(number).ok().map(i8::cast_unsigned))
        })
        .collect()
}
