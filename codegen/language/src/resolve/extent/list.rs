//! Lists, text and bytes: their elements. The extents are in `extent`.

use crate::ast::{self, EndWord, ExtentKind, StructKind, ValueKind, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{
    Behind, ByteOrder, Content, Encoding, End, Expr, Extent, Interval, Item, Notation, Role, Scalar, Text, Value, Wire,
};
use crate::names::nested_name;
use crate::near;
use crate::source::Span;

use crate::resolve::delta;
use crate::resolve::extent::Of;
use crate::resolve::record::Made;
use crate::resolve::record::builder::{Builder, Frame};
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::resolver::{Bound, Declared};
use crate::resolve::scope::{self, Entry};

impl<'a> Builder<'_, 'a> {
    /// `bytes[..]`, `latin1[u8]`.
    pub(in crate::resolve) fn bytes(
        &mut self,
        called: Called<'a>,
        encoding: Option<(Encoding, Option<ByteOrder>)>,
        extent: Option<&'a ast::Extent>,
        span: Span,
    ) -> Option<(Wire, Entry)> {
        let Some(extent) = extent else {
            let wrong = Diagnostic::new("how long is this?", span, "no extent");
            let text = self.resolver.sources.text(span).to_owned();
            let behind = self.resolver.sources.get(span.file).text.get(span.range().end..).unwrap_or("");
            let mut forms = self.earlier_counts();
            // The length of `[utf8; u8]` is that of the text.
            if behind.starts_with(';') {
                forms.clear();
            } else if forms.is_empty() {
                forms.extend(["..", "u8", "u16"].map(str::to_owned));
            }
            let with = |form: String| {
                Help::new(format!("write `{text}[{form}]`"), [Edit::new(span.behind(), format!("[{form}]"))])
            };
            let wrong = forms.into_iter().map(with).fold(wrong, Diagnostic::help);
            return self.refuse(wrong.help("a length is `[32]`, `[u8]`, `[until 0]`, or `[..]` for the rest"));
        };
        let unit = encoding.map_or(Scalar::BYTE, |(encoding, order)| encoding.unit(self.resolver.byte_order(order)));
        let encoding = encoding.map(|(encoding, _)| encoding);
        let of = match encoding.filter(|encoding| encoding.has_order()) {
            Some(encoding) => Of::Numbers(encoding.units(), Value::Int(None)),
            None => Of::Bytes(encoding),
        };
        let (at, fill) = (extent.span, extent.fill.as_deref());
        let extent = self.extent(called, extent, of)?;
        let fill = self.text_filler(fill, &extent, at)?;
        self.may_have(&extent, unit, at)?;
        let (content, entry) = match encoding {
            Some(encoding) => (Content::Text(Text { encoding, unit, fill }), "text"),
            None => (Content::Free, "bytes"),
        };
        Some((Wire::Octets { extent, content }, Entry::Other(entry)))
    }

    /// Rejects extents that bytes, or text of such units, cannot have.
    fn may_have(&mut self, extent: &Extent, unit: Scalar, span: Span) -> Option<()> {
        match extent {
            Extent::Until { end: End::Left(_), .. } if unit == Scalar::BYTE => {
                let wrong = Diagnostic::new("bytes are counted at once", span, "no end to look for");
                self.refuse(wrong.help("write how many there are: `bytes[left() - 2]`"))
            }
            _ if unit == Scalar::BYTE => Some(()),
            Extent::AllBut(_) | Extent::Until { end: End::Left(_), .. } => {
                let label = "this text counts units of another width";
                let wrong = Diagnostic::new("`left()` counts bytes", span, label);
                let bytes = match extent {
                    Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))) => bytes.to_string(),
                    Extent::Until { end: End::Left(bytes), .. } => bytes.to_string(),
                    _ => "..".to_owned(),
                };
                let region = format!("`within (left() - {bytes}) {{ .. }}`");
                self.refuse(wrong.help(format!("put the text into a region, where it has all bytes: {region}")))
            }
            _ => self.only_until(extent, span),
        }
    }

    /// The earlier fields whose names suggest a count.
    fn earlier_counts(&self) -> Vec<String> {
        self.frame.visible().into_iter().filter(|name| near::counts(name)).collect()
    }

    /// `[T; extent]`, `[Char; until 0] as latin1`.
    pub(in crate::resolve) fn list(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        item: &'a ast::Wire,
        extent: &'a ast::Extent,
    ) -> Option<(Wire, Entry)> {
        if let Some(value) = spelled.value {
            let encoding = match value.kind {
                ValueKind::Text(encoding) => encoding,
                ValueKind::Error => return None,
                ValueKind::Named(_) | ValueKind::Bool | ValueKind::Truthy | ValueKind::Notation => {
                    let help: Help = match value.kind {
                        ValueKind::Notation => self.noted_elements(called, spelled.wire, item, value.span),
                        _ => "write the type of the elements: `[Gun; 6]`".into(),
                    };
                    let wrong = Diagnostic::new("a list means nothing by itself", value.span, "its elements may");
                    return self.refuse(wrong.help(help));
                }
            };
            return self.text(called, (encoding, value.span), item, extent);
        }
        let (item, interval) = self.called_item(called, item, Some(&extent.kind))?;
        let extent_of = self.extent(called, extent, Of::item(&item, interval))?;
        self.counts_bytes(&extent_of, extent.span)?;
        self.check_list(&item, &extent_of, extent.span)?;
        self.begins_alike(&item, &extent_of, extent.span)?;
        if matches!(extent_of, Extent::Fixed { or_end: false, .. }) {
            self.can_be_verified(&item, spelled.wire.span)?;
        }
        Some((Wire::List { item, extent: extent_of }, Entry::Other("a list")))
    }

    /// Proposes bytes in place of a list with a notation, or a type for its elements.
    fn noted_elements(&self, called: Called<'a>, list: &ast::Wire, item: &ast::Wire, value: Span) -> Help {
        let sources = self.resolver.sources;
        let [element, word] = [item.span, value].map(|span| sources.text(span));
        if let (Some(bits), "u8") = (Notation::of_word(word).and_then(Notation::bits), element) {
            let wire = format!("bytes[{}]", bits / 8);
            let said = format!("the bytes are one number: `{wire} as {word}`");
            return Help::write(list.span, wire).said(said);
        }
        let name = nested_name("", called.name);
        let declared = format!("type {name} = {element} as {word};");
        let said = format!("declare a type of the elements: `{declared}`");
        let Some(clause) = sources.clause("as", value) else { return said.into() };
        let end = Edit::new(sources.end(value.file), format!("\n{declared}\n"));
        Help::new(said, [Edit::new(item.span, name), Edit::new(clause, ""), end])
    }

    /// Text in characters that are integers wider or narrower than a byte.
    fn text(
        &mut self,
        called: Called<'a>,
        (encoding, span): (Encoding, Span),
        item: &'a ast::Wire,
        extent: &'a ast::Extent,
    ) -> Option<(Wire, Entry)> {
        let (scalar, numbers) = self.resolver.plain_number(item, "a character")?;
        let byte = matches!(scalar, Scalar::Int { bytes: 1, signed: false, .. });
        if encoding == Encoding::Utf8 && !byte {
            let wrong = Diagnostic::new("UTF-8 is made of bytes", span, "these units are not bytes");
            let wrong = wrong.other(item.span, "the unit");
            return self.refuse(wrong.help("say `as utf16`, or `as latin1` if each unit is a character up to U+00FF"));
        }
        if encoding.has_order() && !matches!(scalar, Scalar::Int { bytes: 2, signed: false, .. }) {
            let wrong = Diagnostic::new("UTF-16 is made of units of two bytes", span, "these units are others");
            return self.refuse(wrong.other(item.span, "the unit").help("write `u16`, or the text as `utf16[..]`"));
        }
        let extent = self.extent(called, extent, Of::Numbers(numbers, Value::Int(None)))?;
        let unit = if byte { Scalar::BYTE } else { scalar };
        self.may_have(&extent, unit, span)?;
        Some((
            Wire::Octets { extent, content: Content::Text(Text { encoding, unit, fill: None }) },
            Entry::Other("text"),
        ))
    }

    /// The element of a list, with its name in the schema.
    pub(in crate::resolve) fn called_item(
        &mut self,
        called: Called<'a>,
        wire: &'a ast::Wire,
        extent: Option<&'a ExtentKind>,
    ) -> Option<(Item, Option<Interval>)> {
        let found = self.item(called, wire, extent)?;
        let alias = match &wire.kind {
            WireKind::Named { name, args } if args.is_empty() => self.resolver.alias(name),
            _ => None,
        };
        let alias = alias.and_then(|alias| self.resolver.alias_id(alias));
        if let Some(field) = self.frame.field(called.id) {
            field.element_alias = alias;
        }
        Some(found)
    }

    /// The element of a list; for integers also their interval.
    fn item(
        &mut self,
        called: Called<'a>,
        wire: &'a ast::Wire,
        extent: Option<&'a ExtentKind>,
    ) -> Option<(Item, Option<Interval>)> {
        let mut inner = wire;
        while let WireKind::Named { name, args } = &inner.kind
            && args.is_empty()
            && let Some(alias) = self.resolver.alias(name)
            && alias.clauses.value.is_none()
            && alias.clauses.rule.is_none()
            && alias.clauses.computed.is_none()
        {
            inner = &alias.wire;
        }
        match &inner.kind {
            WireKind::Int(int) => {
                if let Some((width, order)) = self.resolver.wire_float(int) {
                    return Some((Item::Float { width, order }, None));
                }
                self.number_item(inner)
            }
            WireKind::Bool => self.number_item(inner),
            WireKind::Error => None,
            WireKind::Named { name, args } => match self.resolver.items.get(name.text.as_str()) {
                Some(Declared::Struct(_)) => {
                    let Bound::Record(record) = self.resolver.bind_type(name)? else { return None };
                    let params = self.resolver.protocol.records.get(record.0)?.params.clone();
                    let args = self.args(&params, args, name)?;
                    Some((Item::Record { record, args }, None))
                }
                Some(Declared::Family(_)) => {
                    let Bound::Family(family) = self.resolver.bind_type(name)? else { return None };
                    let found = self.resolver.protocol.families.get(family.0)?;
                    let (params, carried) = (found.params.clone(), found.carrier.is_some());
                    if !carried {
                        return self.uncarried_items(name);
                    }
                    let args = self.args(&params, args, name)?;
                    Some((Item::Family { family, args }, None))
                }
                Some(Declared::Message(item)) => {
                    let declared = item.name.span;
                    self.message_as_wire(name, declared)
                }
                Some(Declared::Type(alias)) if args.is_empty() && is_only_noted(&alias.clauses) => {
                    self.number_item(inner)
                }
                // An alias with a clause that an unnamed element cannot have.
                Some(Declared::Type(_)) if args.is_empty() => self.element(called, ElementBody::Value(inner), extent),
                _ => self.number_item(inner),
            },
            WireKind::Group(ast::Group { trailer: Some(word), .. }) => {
                let wrong = Diagnostic::new("an element that is a trailer", *word, "what would be in front of it?");
                self.refuse(wrong.help("put the trailer behind the list: `items: [Item; ..], foot: trailer { .. }`"))
            }
            WireKind::Group(group) => self.element(called, ElementBody::Group(group), extent),
            WireKind::Bits { carrier, parts } => {
                self.element(called, ElementBody::Bits(inner.span, carrier, parts), extent)
            }
            WireKind::If { test, .. } => self.refuse(
                Diagnostic::new("an element that may be absent", test.span, "a list has the elements that it has")
                    .help("put the condition on a field inside: `[{ value: if .. { .. } }; n]`"),
            ),
            WireKind::Match { .. }
            | WireKind::List { .. }
            | WireKind::Bytes { .. }
            | WireKind::Nested { .. }
            | WireKind::Align(_) => self.element(called, ElementBody::Value(inner), extent),
        }
    }

    fn number_item(&mut self, wire: &'a ast::Wire) -> Option<(Item, Option<Interval>)> {
        let found = self.resolver.scalar_type(wire)?;
        let scalar = self.resolver.whole(found.carrier, wire.span)?;
        Some((Item::Scalar { scalar, value: found.value }, Some(found.interval)))
    }

    /// An inline element: a record of its own, which also sees the names of the enclosing one. The extent of its list may
    /// set a bit of it.
    fn element(
        &mut self,
        called: Called<'a>,
        body: ElementBody<'a>,
        extent: Option<&'a ExtentKind>,
    ) -> Option<(Item, Option<Interval>)> {
        let (named, kind, declared) = match body {
            ElementBody::Group(group) => (group.name.as_ref(), group.kind, self.resolver.declared(&group.body)),
            ElementBody::Bits(_, _, parts) => (None, StructKind::Struct, scope::declared_parts(parts).collect()),
            ElementBody::Value(_) => (None, StructKind::Struct, Vec::new()),
        };
        let (name, span) = match named {
            Some(name) => (name.text.clone(), name.span),
            None => (self.frame.type_name(called.name), called.span),
        };
        let (record_name, delta) = delta::carried(kind, &name, &ast::Docs::default());
        let around = std::mem::replace(&mut self.frame, Frame::new(name.clone(), declared, delta.is_some()));
        self.outer.push(around);
        let (mut whole, mut transparent) = (true, false);
        match body {
            ElementBody::Group(group) => self.body(&group.body),
            ElementBody::Bits(span, carrier, parts) => {
                self.inline_bits(&ast::Docs::default(), carrier, parts, span);
            }
            ElementBody::Value(wire) => {
                let spelled = self.spelled_wire(wire);
                let docs = ast::Docs::default();
                // A constant is no value: its element is a struct without fields.
                transparent = spelled.is_some_and(|one| one.computed.is_none());
                whole = spelled.is_some_and(|one| self.named(("value", wire.span), &docs, &one).is_some());
            }
        }
        self.frame.broken |= !whole;
        if let Some(ExtentKind::Until { word: EndWord::Through, end, or_end: None, .. }) = extent {
            self.placed(end);
        }
        self.complete_frame();
        let around = self.outer.pop()?;
        let mut frame = std::mem::replace(&mut self.frame, around);
        if frame.broken {
            return None;
        }
        self.resolver.inherits_something(kind, &frame.fields, &name, span)?;
        let args = frame.args.drain(..).map(Expr::from).collect();
        let role = Role::Element { transparent };
        let made = Made { name: record_name, docs: crate::model::Docs::default(), role, delta, span };
        let record = self.resolver.finish_record(frame, made, &[])?;
        self.elements.push(record);
        Some((Item::Record { record, args }, None))
    }
}

#[derive(Clone, Copy)]
enum ElementBody<'a> {
    Group(&'a ast::Group),
    Bits(Span, &'a ast::Wire, &'a ast::Parts),
    /// A value without a record gets one, with the only field `value`.
    Value(&'a ast::Wire),
}

/// Whether an alias of a number adds nothing but a notation.
fn is_only_noted(clauses: &ast::Clauses) -> bool {
    matches!(&clauses.value, Some(ast::ValueType { kind: ValueKind::Notation, .. }))
        && clauses.rule.is_none()
        && clauses.computed.is_none()
}
