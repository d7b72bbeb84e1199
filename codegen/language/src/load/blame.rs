//! Examples that contradict their schema: the byte orders, bit orders or missing constants that would explain them.
//!
//! All of these are guesses. Each is tried before anybody sees it, so what remains makes the example hold.

use crate::ast::{Body, ByteOrder, Entry, ExprKind, Field, File, Item, Member, Name, Part, WireInt, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::source::{Sources, Span};

/// Puts what could explain an example in front of the other helps.
pub(super) fn explain(sources: &Sources, files: &[File], wrong: &mut Diagnostic) {
    let at = wrong.primary.span;
    let items = files.iter().flat_map(|file| &file.items);
    let body = items.into_iter().filter(|item| holds(item.span(), at)).find_map(|item| match item {
        Item::Struct(item) => Some(&item.body),
        Item::Message(item) => Some(&item.body),
        Item::Family(family) => family.members.iter().find_map(|member| match member {
            Member::Message(message) if holds(message.span, at) => Some(&message.body),
            _ => None,
        }),
        _ => None,
    });
    let Some(body) = body else { return };
    let blame = Blame { sources, files, fields: fields(body) };
    let guesses = match wrong.title.strip_suffix("has another value").map(|path| path.trim_matches(['`', ' '])) {
        Some(path) => blame.values(body, path),
        None => blame.numbered().into_iter().chain(blame.other_order()).collect(),
    };
    wrong.help.splice(0..0, guesses);
}

struct Blame<'a> {
    sources: &'a Sources,
    files: &'a [File],
    /// The fields of the record, with those of its groups.
    fields: Vec<&'a Field>,
}

impl Blame<'_> {
    /// Other values from the same bytes.
    fn values(&self, body: &Body, path: &str) -> Vec<Help> {
        let is_named =
            |name: &Option<Name>| name.as_ref().is_some_and(|name| path.split('.').any(|one| one == name.text));
        let mut guesses = Vec::new();
        for wire in self.fields.iter().filter(|field| is_named(&field.name)).map(|field| &field.wire) {
            match &wire.kind {
                WireKind::Int(int) => guesses.extend(self.turned(int)),
                WireKind::Bits { parts, .. } => guesses.extend(self.mirrored(parts)),
                WireKind::Group(_) | WireKind::If { .. } => {}
                _ => guesses.extend(self.other_order()),
            }
            if let WireKind::Named { name, .. } = &wire.kind {
                let declared = self.items().find(|item| item.name().is_some_and(|of| of.text == name.text));
                guesses.extend(declared.and_then(|item| match item {
                    Item::Bits(item) => self.mirrored(&item.parts),
                    _ => None,
                }));
            }
        }
        for entry in &body.entries {
            if let Entry::Bits(bits) = entry
                && bits.parts.iter().any(|part| is_named(&part.name))
            {
                guesses.extend(self.mirrored(&bits.parts));
            }
        }
        guesses
    }

    fn items(&self) -> impl Iterator<Item = &Item> {
        self.files.iter().flat_map(|file| &file.items)
    }

    /// The byte order of the protocol, and where it stands.
    fn order(&self) -> Option<(&str, Span)> {
        let settings = &self.files.first()?.header.as_ref()?.settings;
        let order = settings.iter().find(|setting| setting.name.text == "byte_order")?.value.span;
        Some((self.sources.text(order), order))
    }

    fn is_big(&self, order: Option<ByteOrder>) -> bool {
        order.map_or(self.order().is_some_and(|(word, _)| word == "big"), |order| order == ByteOrder::Big)
    }

    /// A number in the other byte order.
    fn turned(&self, int: &WireInt) -> Option<Help> {
        let order = if self.is_big(int.order) { "le" } else { "be" };
        let word = self.sources.text(int.span);
        let turned = format!("{}{order}", word.trim_end_matches("le").trim_end_matches("be"));
        let said = format!("the bytes are in the other order: `{turned}`, or another `byte_order` if all numbers are");
        (int.bits > 8).then(|| Help::write(int.span, turned).said(said))
    }

    /// The other byte order for all numbers.
    fn other_order(&self) -> Option<Help> {
        let order = if self.is_big(None) { "little" } else { "big" };
        let said = format!("the bytes are in the other order: `byte_order: {order}`");
        Some(Help::write(self.order()?.1, order).said(said))
    }

    /// Parts from the highest bit to the lowest.
    fn mirrored(&self, parts: &[Part]) -> Option<Help> {
        let texts: Vec<&str> = parts.iter().rev().map(|part| self.sources.text(part.span)).collect();
        let edits: Vec<Edit> = parts.iter().zip(&texts).map(|(part, text)| Edit::new(part.span, *text)).collect();
        let said = format!("the bits are in the other order, the lowest first: `{{ {} }}`", texts.join(", "));
        (parts.len() > 1).then(|| Help::new(said, edits))
    }

    /// No constants where they only number the fields: 1, 2, 3.
    fn numbered(&self) -> Option<Help> {
        let edits = self.fields.iter().zip(1_i128..).map(|(field, at)| {
            let computed = field.clauses.computed.as_ref()?;
            let is_next = matches!(&computed.kind, ExprKind::Int(code) if *code == at);
            is_next.then(|| Edit::new(Span { start: field.wire.span.end, ..computed.span }, ""))
        });
        let edits = edits.collect::<Option<Vec<Edit>>>().filter(|edits| edits.len() > 1)?;
        Some(Help::new("fields have no numbers here, `= 1` is a constant: leave them out", edits))
    }
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The fields of a body, with those of its groups and regions.
fn fields(body: &Body) -> Vec<&Field> {
    let mut all = Vec::new();
    for entry in &body.entries {
        match entry {
            Entry::Field(field) => {
                all.push(field);
                if let WireKind::Group(group) | WireKind::If { group, .. } = &field.wire.kind {
                    all.extend(fields(&group.body));
                }
            }
            Entry::Within(within) => all.extend(fields(&within.body)),
            Entry::Bits(_) | Entry::Example(_) | Entry::Error { .. } => {}
        }
    }
    all
}
