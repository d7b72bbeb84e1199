//! Paths as numbers: a cell of this record or an enclosing one, a parameter, or a part of a named layout.

use crate::ast;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{CellId, Expr, Input, Interval, Param, ParamId, ParamKind, PartOf, Value, Whole};
use crate::near;
use crate::resolve::wanted::Wanted;
use crate::source::Span;
use crate::walk::Node;

use crate::resolve::example::given::among;
use crate::resolve::ownership::uses::{Read, Use};
use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::Declared;
use crate::resolve::scope::lookup::Found;
use crate::resolve::scope::{self, Entry};
use crate::resolve::words::{BASE, BOOLS, SESSION, VERSION};

/// A number that can be read, and its value type.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::resolve) struct Operand {
    pub(in crate::resolve) expr: Expr,
    pub(in crate::resolve) interval: Interval,
    pub(in crate::resolve) value: Value,
    /// The cell, the parameter, or a part of one; `None` for a computed number.
    pub(in crate::resolve) input: Option<Input>,
    /// The cells of this record that it reads.
    pub(in crate::resolve) reads: Vec<Read>,
    pub(in crate::resolve) span: Span,
}

impl Operand {
    /// A number that reads no cell by its name.
    pub(in crate::resolve) fn new(
        expr: Expr,
        (interval, value): (Interval, Value),
        input: Option<Input>,
        span: Span,
    ) -> Self {
        Self { expr, interval, value, input, reads: Vec::new(), span }
    }

    pub(in crate::resolve) fn literal(code: i128, span: Span) -> Self {
        let held = (Interval::only(code), Value::Int(None));
        Self::new(Expr::Literal(code), held, Some(Input::Literal(code)), span)
    }

    /// `left()`, as a tag.
    pub(in crate::resolve) fn left(span: Span) -> Self {
        Self::new(Expr::Literal(0), (Interval::new(0, Expr::MOST), Value::Int(None)), Some(Input::Left), span)
    }

    /// The number, if it is a constant.
    pub(in crate::resolve) fn constant(&self) -> Option<i128> {
        match self.expr {
            Expr::Literal(code) => Some(code),
            _ => None,
        }
    }
}

impl Builder<'_, '_> {
    /// Whether a path begins with a name of the record: a field, a group, a parameter.
    pub(in crate::resolve) fn knows(&self, path: &ast::Path) -> bool {
        let first = path.segments.first().map_or("", |name| name.text.as_str());
        let param = |param: &Param| param.name == first;
        let root = self.outer.first().unwrap_or(&self.frame);
        (first == "it" && self.frame.it.is_some())
            || self.frame.find(path).is_some()
            || self.outer.iter().any(|frame| frame.find(path).is_some())
            || root.params.iter().any(param)
            || root.lent.iter().any(|(lent, _)| param(lent))
    }

    /// Whether an unknown name may be declared in an unreadable part of an enclosing body.
    pub(in crate::resolve) fn may_lack(&self, name: &str) -> bool {
        let mut frames = self.outer.iter().chain(std::iter::once(&self.frame));
        self.resolver.may_be_unread(name) || frames.any(|frame| frame.lacks_names(frame.at))
    }

    /// The number that a path names.
    pub(in crate::resolve) fn operand(&mut self, path: &ast::Path) -> Option<Operand> {
        let first = path.segments.first()?;
        if first.text == SESSION && path.segments.len() > 1 && !self.knows(path) {
            return self.session_operand(path);
        }
        if let (true, Some(cell)) = (first.text == "it", self.frame.it) {
            return self.of_cell(self.outer.len(), cell, path, 1);
        }
        // A later field of the element would shadow the outer name, which is probably an error.
        let mut later: Option<(usize, Span)> = None;
        for level in (0..=self.outer.len()).rev() {
            match (self.at_level(level).find(path), later) {
                (None, _) => {}
                (Some((Found::Later(_), _)), Some(_)) => {}
                (Some((Found::Later(span), _)), None) => later = Some((level, span)),
                (Some((_, outer)), Some((level, inner))) => {
                    return self.of_found(level, Found::Trap(outer, inner), path);
                }
                (Some((found, _)), None) => {
                    self.note_path(level, path);
                    return self.of_found(level, found, path);
                }
            }
        }
        if let Some((level, span)) = later {
            return self.of_found(level, Found::Later(span), path);
        }
        if let Some(param) = self.root_param(&first.text) {
            let declared = self.at_level(0).param_spans.get(param.0).copied();
            self.resolver.note_if(first, declared);
            let kind = self.at_level(0).params.get(param.0)?.kind;
            let interval = self.resolver.param_type(kind);
            return self.of_input(0, Input::Param(param), interval, path, 1);
        }
        self.unknown(path)
    }

    /// A parameter of the outermost record; a family's parameter becomes its own on first use.
    fn root_param(&mut self, name: &str) -> Option<ParamId> {
        let root = self.at_level(0);
        if let Some(at) = root.params.iter().position(|param| param.name == name) {
            return Some(ParamId(at));
        }
        let (param, span) = root.lent.iter().find(|(param, _)| param.name == name)?.clone();
        root.params.push(param);
        root.param_spans.push(span);
        Some(ParamId(root.params.len().saturating_sub(1)))
    }

    fn of_found(&mut self, level: usize, found: Found, path: &ast::Path) -> Option<Operand> {
        let name = self.resolver.sources.text(path.span).to_owned();
        let first = path.segments.first().map_or(path.span, |name| name.span);
        let diagnostic = match found {
            Found::Cell(cell, used) => return self.of_cell(level, cell, path, used),
            Found::Broken => return None,
            Found::Struct(field, used, _) if path.segments.len() > used => {
                return self.number_inside(level, field, path, used);
            }
            Found::Struct(_, _, span) => {
                let wrong = Diagnostic::new(format!("`{name}` is not a number"), path.span, "this is a struct");
                wrong.other(span, "declared here").help("name a number in it")
            }
            Found::Other(what, span) => {
                let wrong = Diagnostic::new(format!("`{name}` is not a number"), path.span, format!("this is {what}"))
                    .other(span, "declared here");
                match what {
                    "a group" => wrong.help("name one of its fields"),
                    "text" | "bytes" => wrong.help(
                        "text decides nothing: as a number, `u8` or `u32be as fourcc`, it is compared with `'a'` or \"ABCD\"",
                    ),
                    "an IEEE number" => wrong.help("declare a whole number, such as `u32`"),
                    _ => wrong,
                }
            }
            Found::NoSuch(scope, used) => {
                let segment = path.segments.get(used)?;
                if self.at_level(level).lacks_names(scope) || self.resolver.may_be_unread(&segment.text) {
                    self.frame.broken = true;
                    return None;
                }
                let names = self.at_level(level).names_of(scope);
                let title = format!("no field `{}` in this group", segment.text);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                among(Diagnostic::new(title, segment.span, "not known here"), segment, &names)
            }
            Found::Unsure(span) => {
                Diagnostic::new(format!("`{name}` is not always there"), path.span, "used where it may be absent")
                    .other(span, "present only under a condition")
                    .help("move what uses it into a group under the same condition: `if .. { .. }`")
            }
            Found::Trap(outer, inner) => {
                Diagnostic::new(format!("`{name}` could mean two fields"), first, "the outer one at this place")
                    .other(outer, "this one is known here")
                    .other(inner, "this one stands nearer, but later")
                    .help("rename one of them")
            }
            // The name precedes the use, so the field is inside its own declaration.
            Found::Later(span) if span.file == first.file && span.start < first.start => {
                Diagnostic::new(format!("`{name}` is decided by itself"), path.span, "not read yet")
                    .other(span, "this field")
                    .note("a reader must know whether and how far a field goes before it reads it")
                    .help_if(self.frame.hidden(&name).map(|(_, within)| Help::write(path.span, within)))
                    .help(match self.resolver.sources.with_word("if", path.span) {
                        Some(test) => Help::write(test, "where it")
                            .said(format!("to refuse values of `{name}` write a rule: `where it ..`")),
                        None => "name an earlier field".into(),
                    })
                    .help("an earlier field decides whether it is there: name that one")
            }
            Found::Later(span) => Diagnostic::new(format!("`{name}` stands later"), path.span, "not known yet")
                .other(span, "declared here")
                .note("a later thing names an earlier one, never the reverse: a reader has only what came before")
                .help(format!("name something that stands before this, or move `{name}` in front if the bytes do")),
        };
        self.refuse(diagnostic)
    }

    fn unknown(&mut self, path: &ast::Path) -> Option<Operand> {
        let first = path.segments.first()?;
        let name = &first.text;
        if self.may_lack(name) {
            self.frame.broken = true;
            return None;
        }
        if name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase()) {
            return self.unknown_word(first);
        }
        let mut names = self.frame.visible();
        for frame in &self.outer {
            names.extend(frame.visible());
        }
        names.extend(self.resolver.names_of(Wanted::Constant).into_iter().map(str::to_owned));
        let label = if name == "it" { "this field is not one integer" } else { "no field, parameter or constant" };
        let is_versioned = self.resolver.protocol.version.is_some();
        let is_delta = self.frame.scope().is_some_and(|scope| scope.delta);
        let has_session = !self.resolver.sessions.all.is_empty();
        let is_rule = self.frame.rule_of.is_some();
        let own = [("it", is_rule), (VERSION, is_versioned), (BASE, is_delta), (SESSION, has_session)];
        let words = own.into_iter().chain(BOOLS.map(|word| (word, self.frame.is_flag)));
        let known = words.filter_map(|(word, is_known)| is_known.then_some(word));
        let wrong = Diagnostic::new(format!("`{name}` is not known"), path.span, label).knowing(&names).knowing(known);
        let wrong = match (self.frame.hidden(name), near::proposal(first.span, name, names.iter().map(String::as_str)))
        {
            (Some((span, path)), _) => wrong
                .other(span, "this one is known only inside its own group or shape")
                .help(Help::write(first.span, path)),
            _ if self.frame.rule_of.is_some() && near::ITSELF.contains(&name.as_str()) => {
                wrong.help(Help::write(first.span, "it").said("a rule names its field `it`"))
            }
            _ if self.resolver.sessions.named(name).is_some() => {
                wrong.help(Help::write(first.span, format!("session.{name}")))
            }
            _ if path.word().is_some() && name == "left" => {
                let all = Help::write(first.span, "..").said("all that remains is `..`");
                wrong.help(all).help(Help::write(first.span, "left()").said("the bytes that remain are `left()`"))
            }
            (None, Some(near)) => wrong.help(self.everywhere(near, first.span)),
            (None, None) if name == "it" => wrong,
            (None, None) if near::END.contains(&name.as_str()) => {
                wrong.help("all that remains is `..`: `[u8; ..]`, `bytes[..]`")
            }
            (None, None) => return self.undeclared(wrong, path),
        };
        self.refuse(wrong)
    }

    /// Applies a help to all uses of a name in the enclosing body, or in the whole file for a constant.
    pub(in crate::resolve) fn everywhere(&self, help: Help, name: Span) -> Help {
        let is_constant = help.edits.iter().any(|edit| !edit.text.contains(|c: char| c.is_ascii_lowercase()));
        let body = self.outer.first().unwrap_or(&self.frame).entries;
        let within = match (body.first(), body.last()) {
            (Some(first), Some(last)) if !is_constant => first.span().to(last.span()),
            _ => Span { start: 0, ..self.resolver.sources.end(name.file) },
        };
        help.everywhere(name, within, self.resolver.sources)
    }

    /// Reports an undeclared name; a number may be missing before the field.
    fn undeclared(&mut self, wrong: Diagnostic, path: &ast::Path) -> Option<Operand> {
        let sources = self.resolver.sources;
        let written = sources.text(path.span);
        let region = sources.with_word("within (", path.span);
        let front = region.or_else(|| self.frame.places.last().map(|place| place.name)).unwrap_or(path.span).front();
        // Fields have no object in front of them.
        let name = match path.segments.as_slice() {
            [object, .., last] if near::WHOLE.contains(&object.text.as_str()) => last.text.as_str(),
            _ => written,
        };
        let (name, wires) = match ast::WireInt::named(written, path.span) {
            Some(_) => ("size", vec![written]),
            None => (name, vec!["u8", "u16", "bool"]),
        };
        let declared = |wire: &str| {
            let number = format!("{name}: {wire}");
            let edits = [Edit::new(front, format!("{number}, ")), Edit::new(path.span, name)];
            Help::new(format!("declare it before this: `{number}`"), edits)
        };
        if near::VERSION.contains(&written) {
            let wrong = wrong.help_if(self.resolver.by_version(path.span));
            let wrong = wrong.help("a version is `VERSION`, and the header has all versions: `versions: [1, 2]`");
            return self.refuse(wrong.help("or declare the number of the packet before this: `version: u8`"));
        }
        let mut wrong = self.parameters(path).into_iter().fold(wrong, Diagnostic::help);
        wrong = wires.into_iter().map(declared).fold(wrong, Diagnostic::help);
        let scope = self.frame.scope().into_iter().flat_map(|scope| &scope.names);
        let mut counts = scope.filter(|named| matches!(named.entry, Entry::Cell(_)) && near::counts(named.name));
        if let (Some(only), None, true) = (counts.next(), counts.next(), near::counts(name)) {
            wrong = wrong.help(self.everywhere(Help::asks(path.span, only.name), path.span));
        }
        let help = format!("name an earlier field, or declare `{name}` before this if it is in the packet");
        self.refuse(wrong.help(help))
    }

    /// Proposes a parameter for a field of the containing records, or for an argument of the examples.
    fn parameters(&self, path: &ast::Path) -> Option<Help> {
        let sources = self.resolver.sources;
        let name = sources.text(path.span);
        let Declared::Struct(item) = self.resolver.items.get(self.resolver.pending.last()?.0)? else { return None };
        let all = Span { start: 0, ..sources.end(path.span.file) };
        let words = sources.text(all).split(|c: char| c.is_whitespace() || "(){},".contains(c)).collect::<Vec<_>>();
        let worth = words.array_windows().find_map(|[word, worth]| match *worth {
            _ if word.strip_suffix(':') != Some(name) => None,
            "true" | "false" | "bool" => Some("bool"),
            _ => ast::WireInt::named(worth, path.span).map(|_| *worth),
        })?;
        let param = format!("({name}: {worth})");
        let said = format!("give it a parameter: `struct {}{param}`", item.name.text);
        let uses = sources.uses(item.name.span, all).into_iter().filter(|used| *used != item.name.span);
        let mut edits: Vec<Edit> = uses.map(|used| Edit::new(used.behind(), format!("({name})"))).collect();
        edits.push(Edit::new(item.name.span.behind(), param));
        let mut own = Vec::new();
        scope::declared(Node::Body(&item.body), &mut |_| true, &mut own);
        own.iter().all(|(own, _)| *own != name).then(|| Help::new(said, edits))
    }

    pub(super) fn of_cell(&mut self, level: usize, cell: CellId, path: &ast::Path, used: usize) -> Option<Operand> {
        let interval = self.at_level(level).cells.get(cell.0)?.interval;
        let value = self.at_level(level).cells.get(cell.0)?.value;
        self.of_input(level, Input::Cell(cell), (interval, value), path, used)
    }

    /// Captures the number in the records down to the current one, and resolves its parts.
    pub(in crate::resolve) fn of_input(
        &mut self,
        level: usize,
        mut input: Input,
        (mut interval, mut value): (Interval, Value),
        path: &ast::Path,
        used: usize,
    ) -> Option<Operand> {
        let span = path.span;
        if level < self.outer.len() {
            if let Input::Cell(cell) = input {
                let only_reads = self.frame.in_test || self.frame.rule_of.is_some();
                self.at_level(level).uses.push(match only_reads {
                    true => Use::Read { cell, span, element: true },
                    false => Use::Argument { cell, span, element: true },
                });
            }
            let used_path: Vec<&str> = path.segments.iter().take(used).map(|segment| segment.text.as_str()).collect();
            for inner in level.saturating_add(1)..=self.outer.len() {
                let kind = ParamKind::of(value, interval);
                input = Input::Param(self.at_level(inner).import(input, &used_path.join("_"), kind, span));
            }
        }
        let (mut expr, mut reads) = match input {
            Input::Cell(cell) => (Expr::Cell(cell), vec![Read { cell, span }]),
            Input::Param(param) => (Expr::Param(param), Vec::new()),
            Input::Session(id) => (Expr::Session(id), Vec::new()),
            Input::Literal(code) => (Expr::Literal(code), Vec::new()),
            Input::Part(part) => (Expr::Part(part), Vec::new()),
            // No path leads to it.
            Input::Left => (Expr::Literal(0), Vec::new()),
        };
        let whole = match input {
            Input::Cell(cell) => Some(Whole::Cell(cell)),
            Input::Param(param) => Some(Whole::Param(param)),
            Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left => None,
        };
        let mut low = 0_u8;
        for segment in path.segments.get(used..).unwrap_or_default() {
            if segment.text == "raw" {
                value = Value::Int(None);
                continue;
            }
            let (Value::Bits(id), Some(whole)) = (value, whole) else { return self.no_part(segment, value) };
            let bits = self.resolver.protocol.bits.get(id.0)?;
            let part = bits.parts.iter().find(|part| part.name.as_ref() == Some(&segment.text));
            let Some(part) = part.cloned() else { return self.no_part(segment, value) };
            self.resolver.note_member(value, segment);
            low = low.saturating_add(part.low);
            interval = Interval::of_bits(part.width.into(), part.signed);
            value = part.value;
            let part = PartOf { whole, low, width: part.width, signed: part.signed };
            (input, expr) = (Input::Part(part), Expr::Part(part));
        }
        // A nested part is the user's, like any part of a named layout.
        reads.dedup();
        Some(Operand { expr, interval, value, input: Some(input), reads, span })
    }

    fn no_part(&mut self, segment: &ast::Name, value: Value) -> Option<Operand> {
        let wrong = Diagnostic::new(format!("no part `{}` here", segment.text), segment.span, "not known here");
        let wrong = match value {
            Value::Bits(id) => {
                let bits = self.resolver.protocol.bits.get(id.0);
                let names = bits.iter().flat_map(|bits| bits.parts.iter()).filter_map(|part| part.name.as_deref());
                wrong.help_if(near::proposal(segment.span, &segment.text, names.clone())).knowing(names)
            }
            Value::Packed(_) | Value::Quantity(_) => wrong.help("tests compare the raw number: `.raw`"),
            Value::Int(_) | Value::Bool | Value::Truthy | Value::Enum(_) => {
                wrong.note("this is one number, without parts")
            }
        };
        self.refuse(wrong.knowing(["raw"]))
    }
}
