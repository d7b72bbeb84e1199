//! Reserved space and constants: bytes that the user never sets.

use crate::ast::{self, ExprKind, ExtentKind, WireKind};
use crate::catalogue;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{
    Behind, ByteOrder, Code, Encoding, Extent, Filler, FloatWidth, Interval, Scalar, Source, Space, Value, Wire,
};
use crate::near;
use crate::source::Span;

use crate::resolve::ownership::uses::Use;
use crate::resolve::record::absent::means_something;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::record::filler::is_tail;
use crate::resolve::record::places::Place;
use crate::resolve::resolver::Constant;
use crate::resolve::scope::Entry;
use crate::resolve::types::notation::is_noted;
use crate::resolve::versions::condition::Folded;

impl<'a> Builder<'_, 'a> {
    /// `_: u16`, `_: [u8; 3]`, `_: ascii[4] = "RIFF"`.
    pub(in crate::resolve) fn unnamed(&mut self, spelled: &Spelled<'a>, docs: &ast::Docs, span: Span) -> Option<()> {
        let label = if spelled.computed.is_some() { "constant" } else { "reserved" };
        let id = self.frame.begin(None, label, docs, Place { name: span, wire: spelled.wire.span, ..Place::default() });
        let clause = [
            spelled.from.map(|from| from.span),
            spelled.value.map(|value| value.span),
            spelled.absent.map(|absent| absent.span),
            spelled.rule.map(|rule| rule.span),
        ];
        if let Some(clause) = clause.into_iter().flatten().next() {
            let wrong = Diagnostic::new("reserved space means nothing", clause, "this needs a field with a name");
            let is_aligned = matches!(spelled.wire.kind, WireKind::Align(_));
            return self.refuse(wrong.help(if is_aligned { "leave it out" } else { "name the field" }));
        }
        if spelled.computed.is_some() {
            self.is_unfilled(spelled, None)?;
        }
        let test = spelled.presence.filter(|test| self.resolver.fold(test) != Folded::Always);
        let facts = match test {
            Some(test) => self.presence(id, test, false)?,
            None => Vec::new(),
        };
        let assumed = self.frame.assumed.len();
        self.frame.assumed.extend(facts);
        let called = Called { id, name: label, span };
        let wire = match spelled.computed {
            _ if is_tail(spelled) => self.tail(spelled),
            _ if let WireKind::Align(multiple) = &spelled.wire.kind => self.aligned(spelled, multiple),
            Some(constant) => self.constant_field(called, spelled, constant).map(|(wire, _)| wire),
            None => self.reserved(called, spelled),
        };
        self.frame.assumed.truncate(assumed);
        let wire = wire?;
        if let Some(field) = self.frame.field(id) {
            field.wire = wire;
        }
        Some(())
    }

    fn reserved(&mut self, called: Called<'a>, spelled: &Spelled<'a>) -> Option<Wire> {
        match &spelled.wire.kind {
            WireKind::Int(int) => match self.resolver.wire_float(int) {
                Some((width, _)) => self.filled_space(spelled.fill, width.bytes().into(), 1),
                None => self.reserved_number(called, spelled),
            },
            WireKind::Bool => self.reserved_number(called, spelled),
            WireKind::Named { name, .. } => {
                use crate::resolve::resolver::Declared;
                match self.resolver.items.get(name.text.as_str()) {
                    Some(Declared::Struct(_) | Declared::Message(_) | Declared::Family(_)) => {
                        self.no_reserved(spelled.wire.span)
                    }
                    _ => self.reserved_number(called, spelled),
                }
            }
            WireKind::Bytes { encoding, extent: Some(extent) } => {
                self.padding(extent, self.unit_of(*encoding).0.into(), spelled)
            }
            WireKind::List { item, sparse: None, extent } => {
                if let WireKind::Int(int) = &item.kind
                    && self.resolver.wire_float(int).is_none()
                {
                    let bits = self.resolver.wire_int(int)?.carrier;
                    let bytes = u64::from(self.resolver.carrier_bits(bits).div_ceil(8));
                    self.resolver.whole(bits, item.span)?;
                    return self.padding(extent, bytes, spelled);
                }
                self.no_reserved(spelled.wire.span)
            }
            _ => self.no_reserved(spelled.wire.span),
        }
    }

    /// A reserved number, written as zero or its filler.
    fn reserved_number(&mut self, called: Called<'a>, spelled: &Spelled<'a>) -> Option<Wire> {
        let (wire, _) = self.scalar(called, spelled, Source::Reserved(0))?;
        if let Wire::Scalar { cell, scalar } = wire {
            // The reader accepts any number, even if the type would reject it.
            let interval = self.resolver.carrier_interval(crate::model::Carrier::Scalar(scalar));
            let value = self.frame.cells.get(cell.0)?.value;
            let fill = spelled.fill.map_or(Some(0), |fill| self.value_of(fill, interval, value))?;
            if !interval.contains(fill) {
                let title = "reserved space is written as zero";
                let wrong = Diagnostic::new(title, spelled.wire.span, format!("holds {interval}"));
                return self.refuse(wrong.help("say what stands there: `fill 1`"));
            }
            let cell = self.frame.cells.get_mut(cell.0)?;
            cell.value = Value::Int(None);
            cell.interval = interval;
            cell.source = Source::Reserved(fill);
        }
        Some(wire)
    }

    fn padding(&mut self, extent: &'a ast::Extent, size: u64, spelled: &Spelled<'a>) -> Option<Wire> {
        let span = spelled.wire.span;
        let ExtentKind::Count { count, or_end: None } = &extent.kind else { return self.no_reserved(span) };
        if let Some(fill) = &extent.fill {
            let wrong = Diagnostic::new("reserved space holds no text", fill.span, "a filler of text");
            return self.refuse(wrong.help("reserve bytes, with the filler behind them: `_: bytes[4] fill ' '`"));
        }
        if self.wire_in_front(count).is_some() {
            return self.no_reserved(span);
        }
        if self.asks_left(count) && size == 1 {
            let (bytes, filler) =
                (self.all_but(count)?, Filler { byte: self.fill_byte(spelled.fill, 1, 0)?, is_checked: false });
            return Some(Wire::Padding { space: Space::Extent(Extent::AllBut(Behind::Bytes(bytes))), filler });
        }
        let number = self.number(count)?;
        if let Some(code) = number.constant() {
            let count = self.fixed_count(code, count.span)?;
            return self.filled_space(spelled.fill, size, count);
        }
        if size != 1 {
            return self.no_reserved(span);
        }
        let number = self.count_of(number)?;
        // The length is only read: nobody fills reserved space.
        let reads = number.reads.iter().map(|read| Use::Read { cell: read.cell, span: read.span, element: false });
        self.frame.uses.extend(reads);
        let filler = Filler { byte: self.fill_byte(spelled.fill, 1, 0)?, is_checked: false };
        Some(Wire::Padding { space: Space::Extent(Extent::Given(number.expr)), filler })
    }

    fn no_reserved(&mut self, span: Span) -> Option<Wire> {
        let wrong = Diagnostic::new("reserved space is a number, or bytes of a known length", span, "neither");
        self.refuse(
            wrong.help(
                "write `_: u16`, `_: [u8; 3]`, `_: bytes[skip]`, or `_: bytes[..]` for the rest, or name the field",
            ),
        )
    }

    /// An expression in which `len(body)` stands for each `body.len`, and `size(body)` for `body.size`, if there is one.
    fn with_calls(&self, expr: &ast::Expr) -> Option<String> {
        let mut text = self.resolver.sources.text(expr.span).to_owned();
        let mut paths: Vec<&ast::Path> = expr.all().into_iter().filter_map(as_path).collect();
        paths.retain(|path| path.segments.len() > 1 && path.segments.last().is_some_and(is_count));
        paths.sort_by_key(|path| std::cmp::Reverse(path.span.start));
        for path in &paths {
            let (field, count) = self.resolver.sources.text(path.span).rsplit_once('.')?;
            let function = if near::COUNTS_BYTES.contains(&count) { "size" } else { "len" };
            let start = path.span.range().start.checked_sub(expr.span.range().start)?;
            text.replace_range(start..start + path.span.range().len(), &format!("{function}({field})"));
        }
        (!paths.is_empty()).then_some(text)
    }

    /// `version: u8 = 3`, `_: ascii[4] = "RIFF"`.
    pub(in crate::resolve) fn constant_field(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        constant: &'a ast::Expr,
    ) -> Option<(Wire, Entry)> {
        if let ExprKind::Call { function, args } = &constant.kind {
            return self.computed(called, spelled, (constant, function, args));
        }
        if let ExprKind::Path(path) = &constant.kind
            && let name = self.resolver.sources.text(path.span)
            && (catalogue::check(name).is_some()
                || self.resolver.hooks.named(name).is_some()
                || (near::COUNTS.contains(&name) && !self.knows(path))
                || (name.starts_with(char::is_lowercase) && !catalogue::meant(name).is_empty()))
        {
            return self.computed(called, spelled, (constant, path, &[]));
        }
        if constant.all().into_iter().any(|one| matches!(&one.kind, ExprKind::Path(path) if self.knows(path))) {
            let clause = Span { start: spelled.wire.span.end, ..constant.span };
            let rule = format!(" where it == {}", self.resolver.sources.text(constant.span));
            let wrong = Diagnostic::new("a constant is needed here", constant.span, "differs from packet to packet");
            if self.frame.places.last().is_some_and(|place| near::is_check(self.resolver.sources.text(place.name))) {
                return self.refuse(wrong.help("a checksum is computed from bytes: `sum: u8 = sum_8(before(sum))`, or by a function of your program, a `hook`"));
            }
            let help = |rule: String| {
                let said = format!("to refuse other numbers write a rule: `{}`", rule.trim());
                Help::new(said, [Edit::new(clause, rule)])
            };
            let counted = self.with_calls(constant).map(|counted| help(format!(" where it == {counted}")));
            return self.refuse(wrong.help(help(rule)).help_if(counted));
        }
        match &spelled.wire.kind {
            WireKind::Error => None,
            WireKind::Bytes { encoding, extent } if !is_noted(spelled.wire, spelled.value) => {
                if is_tail(spelled)
                    && let Constant::Int(0..=255) = self.resolver.constant(constant)?
                {
                    let title = "only reserved space `_` repeats one byte to the end";
                    let wrong =
                        Diagnostic::new(title, constant.span, "the byte").help_if(without_numbers(self.frame.entries));
                    let wire = self.resolver.sources.text(spelled.wire.span);
                    let reserved = format!("_: {wire} = {}", self.resolver.sources.text(constant.span));
                    let help = Help::write(called.span, "_").said(format!("leave out its name: `{reserved}`"));
                    return self.refuse(wrong.other(called.span, "a field with a name").help(help));
                }
                let units = self.constant_text(encoding.map(|(encoding, _)| encoding), constant)?;
                let counted = encoding
                    .map_or("byte", |(encoding, _)| if encoding.has_order() { encoding.counted() } else { "byte" });
                let units = self.fill((units, counted), extent.as_deref(), constant.span)?;
                let (size, order) = self.unit_of(*encoding);
                let bytes =
                    units.iter().flat_map(|unit| ordered(unit.to_le_bytes().into_iter().take(size.into()), order));
                self.magic(called.id, bytes.collect())
            }
            WireKind::List { item, sparse: None, extent } if spelled.value.is_none() => {
                let bytes = self.constant_list(item, constant)?;
                let bytes = self.fill((bytes, "byte"), Some(extent), constant.span)?;
                self.magic(called.id, bytes)
            }
            WireKind::Int(int) if self.resolver.wire_float(int).is_some() => {
                let (width, order) = self.resolver.wire_float(int)?;
                let bytes = float_bytes(self.resolver.float(constant, width)?, width, order);
                self.magic(called.id, bytes)
            }
            WireKind::Int(_) | WireKind::Bool | WireKind::Named { .. } | WireKind::Bytes { .. } => {
                let (wire, entry) = self.scalar(called, spelled, Source::Reserved(0))?;
                if let Entry::Cell(cell) = entry {
                    let found = self.frame.cells.get(cell.0).map(|cell| (cell.interval, cell.value))?;
                    self.no_text(spelled, constant)?;
                    let code = self.value_of(constant, found.0, found.1)?;
                    let cell = self.frame.cells.get_mut(cell.0)?;
                    cell.interval = Interval::only(code);
                    cell.source = Source::Constant(code);
                }
                Some((wire, entry))
            }
            _ => self.refuse(
                Diagnostic::new("only numbers, text and bytes can be constant", constant.span, "this value")
                    .other(spelled.wire.span, "this is neither"),
            ),
        }
    }

    /// Rejects a text constant for a number without a notation.
    fn no_text(&mut self, spelled: &Spelled<'a>, constant: &ast::Expr) -> Option<()> {
        let (ExprKind::Text(text), None) = (&constant.kind, spelled.value) else { return Some(()) };
        let Some(help) = self.resolver.noted(text, spelled.wire.span) else { return Some(()) };
        self.refuse(Diagnostic::new("expected a whole number, found text", constant.span, "this is text").help(help))
    }

    /// The bytes of a unit, and their order.
    fn unit_of(&self, encoding: Option<(Encoding, Option<ByteOrder>)>) -> (u8, ByteOrder) {
        let (encoding, order) = encoding.unwrap_or((Encoding::Latin1, None));
        match encoding.unit(self.resolver.byte_order(order)) {
            Scalar::Int { bytes, order, .. } => (bytes, order),
            Scalar::Varint(_) => (1, ByteOrder::Little),
        }
    }

    /// Constant bytes; their field is not in the value, even if it is named.
    fn magic(&mut self, id: crate::model::FieldId, bytes: Vec<u8>) -> Option<(Wire, Entry)> {
        self.frame.field(id)?.name = None;
        Some((Wire::constant(bytes), Entry::Other("a constant")))
    }

    /// The raw number of a field's constant, which is one of its values.
    pub(in crate::resolve) fn value_of(
        &mut self,
        constant: &ast::Expr,
        interval: Interval,
        value: Value,
    ) -> Option<i128> {
        let code = self.resolver.code_of(constant, interval, value)?;
        if !interval.contains(code) {
            let title = format!("{code} does not fit here");
            let wire = self.frame.places.last().map_or(constant.span, |place| place.wire);
            let help = self.resolver.wider(wire, code);
            let wrong = Diagnostic::new(title, constant.span, format!("outside of {interval}")).help_if(help);
            let wrong = wrong.help_if(without_numbers(self.frame.entries));
            return self.refuse(wrong.help(format!("give a number of {interval}")));
        }
        if !means_something(&self.resolver.protocol, value, code) {
            let title = format!("{code} means nothing here");
            let diagnostic = Diagnostic::new(title, constant.span, "no value of this field");
            return self.refuse(match value {
                Value::Enum(_) => diagnostic.help("say a name of the enum, or open it: `..`"),
                _ => diagnostic.help("give the parts that are constant, or of an enum, a value that they can have"),
            });
        }
        Some(code)
    }

    fn constant_text(&mut self, encoding: Option<Encoding>, constant: &ast::Expr) -> Option<Vec<Code>> {
        let known = match &constant.kind {
            ExprKind::List(codes) if encoding.is_none() => {
                return Some(self.constant_bytes(codes)?.into_iter().map(Code::from).collect());
            }
            ExprKind::List(_) => None,
            _ => Some(self.resolver.constant(constant)?),
        };
        let Some(Constant::Text(text)) = known else {
            let diagnostic = Diagnostic::new("text is needed here", constant.span, "not text");
            let diagnostic = diagnostic.help_if(without_numbers(self.frame.entries));
            return self.refuse(match encoding {
                None => diagnostic.help("bytes are written as text too: `\"\\x01\\xFF\"`"),
                Some(_) => diagnostic,
            });
        };
        self.encoded(encoding, text, constant.span)
    }

    /// The units of a text of the schema.
    pub(in crate::resolve) fn encoded(
        &mut self,
        encoding: Option<Encoding>,
        text: String,
        span: Span,
    ) -> Option<Vec<Code>> {
        let is_bytes = text.chars().all(|c| u32::from(c) <= 0xFF);
        // In bytes, `\xFF` is a single byte.
        let units = encoding.unwrap_or(Encoding::Latin1).encoded(&text);
        if units.is_none() {
            // A character up to U+00FF was probably meant as a byte.
            let help = if is_bytes { "use `bytes`, in which `\\xFF` is that byte" } else { "use `utf8`" };
            self.complain(Diagnostic::new("a character is not in this encoding", span, "cannot be written").help(help));
        }
        units
    }

    fn constant_list(&mut self, item: &'a ast::Wire, constant: &ast::Expr) -> Option<Vec<u8>> {
        let byte = matches!(&item.kind, WireKind::Int(int) if int.bits == 8);
        let ExprKind::List(codes) = &constant.kind else {
            let wrong = Diagnostic::new("a list of bytes is needed here", constant.span, "this is none");
            let size = match self.resolver.constant(constant)? {
                Constant::Text(text) => text.len(),
                _ => return self.refuse(wrong.help("a list is written so: `[1, 2, 3]`")),
            };
            let list = self.frame.places.last().map_or(item.span, |place| place.wire);
            let help =
                Help::write(list, format!("bytes[{size}]")).said(format!("text is bytes: write `bytes[{size}]`"));
            return self.refuse(wrong.help(help));
        };
        if !byte {
            return self.refuse(Diagnostic::new("only lists of bytes can be constant", item.span, "not `u8`"));
        }
        self.constant_bytes(codes)
    }

    /// The bytes of a list of numbers.
    fn constant_bytes(&mut self, codes: &[ast::Expr]) -> Option<Vec<u8>> {
        let byte = |code: &ast::Expr| {
            let number = self.resolver.integer(code)?;
            self.byte(number, code.span, None)
        };
        codes.iter().map(byte).collect()
    }

    /// Pads with zeros, or with the filler of the text, up to the extent.
    /// The units of a constant, which are bytes but in UTF-16, and those that fill its extent.
    fn fill<U: Clone + From<u8>>(
        &mut self,
        (mut units, counted): (Vec<U>, &str),
        extent: Option<&'a ast::Extent>,
        span: Span,
    ) -> Option<Vec<U>> {
        let Some(extent) = extent else { return Some(units) };
        let count = match &extent.kind {
            ExtentKind::Count { count, or_end: None } if self.wire_in_front(count).is_none() => self.number(count)?,
            _ => return self.refuse(Diagnostic::new("a constant has a fixed size", extent.span, "this one varies")),
        };
        let size = count.constant().and_then(|size| usize::try_from(size).ok());
        match size.filter(|size| *size <= MOST_CONSTANT_BYTES) {
            Some(size) if size >= units.len() => {
                units.resize(size, self.fill_byte(extent.fill.as_deref(), 1, 0)?.into());
                Some(units)
            }
            _ => {
                let title = format!("{} {counted}s do not fit in this extent", units.len());
                let wire = self.frame.places.last().map_or(extent.span, |place| place.wire);
                let noted = size.and_then(|size| self.resolver.noted_constant(size, wire, span));
                let wrong = Diagnostic::new(title, span, "the constant").other(extent.span, "the extent");
                self.refuse(wrong.help_if(noted))
            }
        }
    }
}

/// Limit on the size of a constant; a longer one is probably an error.
const MOST_CONSTANT_BYTES: usize = 0x1_0000;

/// The constant of a field, and its span with the `=`.
pub(crate) fn constant(field: &ast::Field) -> Option<(Span, &ExprKind)> {
    let computed = field.clauses.computed.as_ref()?;
    Some((Span { start: field.wire.span.end, ..computed.span }, &computed.kind))
}

/// If all constants count up from 1, they are field numbers of another language: proposes to remove them.
pub(crate) fn without_numbers(entries: &[ast::Entry]) -> Option<Help> {
    let fields = entries.iter().filter_map(|entry| match entry {
        ast::Entry::Field(field) => Some(constant(field)),
        _ => None,
    });
    let all: Vec<_> = fields.collect::<Option<_>>()?;
    let counted = all.iter().zip(1_i128..).all(|((_, kind), at)| matches!(kind, ExprKind::Int(code) if *code == at));
    let edits: Vec<Edit> = all.iter().map(|(span, _)| Edit::new(*span, "")).collect();
    (counted && all.len() > 1)
        .then(|| Help::new("fields have no numbers here, `= 1` is a constant: leave them out", edits))
}

fn float_bytes(number: f64, width: FloatWidth, order: ByteOrder) -> Vec<u8> {
    match width {
        FloatWidth::F32 => ordered((number as f32).to_le_bytes(), order),
        FloatWidth::F64 => ordered(number.to_le_bytes(), order),
    }
}

/// The bytes of a number, lowest first, in their order on the wire.
fn ordered(bytes: impl IntoIterator<Item = u8>, order: ByteOrder) -> Vec<u8> {
    let mut bytes: Vec<u8> = bytes.into_iter().collect();
    if order == ByteOrder::Big {
        bytes.reverse();
    }
    bytes
}

fn as_path(expr: &ast::Expr) -> Option<&ast::Path> {
    match &expr.kind {
        ExprKind::Path(path) => Some(path),
        _ => None,
    }
}

/// Whether a name is that of a function of other languages for the length of a field.
fn is_count(name: &ast::Name) -> bool {
    near::COUNTS.contains(&name.text.as_str())
}
