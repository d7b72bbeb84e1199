//! Explanations of examples that contradict their schema: other byte orders, bit orders, lengths, constants or codes.
//!
//! Each explanation is a guess that is tested before it is shown: the ones that remain make the example pass.

use crate::ast::{
    BitOrder, Body, Entry, ExprKind, ExtentKind, Field, File, Item, Member, Message, Name, NumberKind, Parts, Rule,
    RuleCheck, Wire, WireInt, WireKind,
};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::ByteOrder;
use crate::resolve::{constant, without_numbers};
use crate::source::{Sources, Span};
use crate::walk::Node;

/// Puts the possible explanations of a failing example before its other helps.
pub(super) fn explain(sources: &Sources, files: &[File], wrong: &mut Diagnostic) {
    let at = wrong.primary.span;
    let items = files.iter().flat_map(|file| &file.items);
    let Some(item) = items.into_iter().find(|item| item.head().span.holds(at)) else { return };
    let message = match item {
        Item::Message(message) => Some(message),
        Item::Family(family) => family.members.iter().find_map(|member| match member {
            Member::Message(message) if message.span.holds(at) => Some(message),
            _ => None,
        }),
        _ => None,
    };
    let body = match (message, item) {
        (Some(message), _) => &message.body,
        (None, Item::Struct(item)) => &item.body,
        _ => return,
    };
    let mut all = Vec::new();
    fields(Node::Body(body), &mut all);
    let blame = Blame { sources, files, fields: all, at };
    let mut guesses = Vec::new();
    match wrong.title.strip_suffix("has another value").map(|path| path.trim_matches(['`', ' '])) {
        Some(path) => guesses.extend(blame.values(body, path)),
        None => {
            guesses.extend(blame.constants(body, &wrong.primary.text));
            guesses.extend(blame.with_their_ends(&wrong.primary.text));
            guesses.extend(blame.lengths(body, &format!("{} {}", wrong.title, wrong.primary.text)));
            guesses.extend(blame.other_order());
            guesses.extend(message.and_then(|message| blame.code(item, message, body)));
        }
    }
    wrong.help.splice(0..0, guesses.into_iter().map(Help::guessed));
}

/// The most bytes that a length may count beside its content: those of a header.
const MOST_HEADER: u32 = 16;

/// Limit on the numbers of a record whose width is guessed.
const MOST_NUMBERS: usize = 6;

struct Blame<'a> {
    sources: &'a Sources,
    files: &'a [File],
    /// The fields of the record and of its groups.
    fields: Vec<&'a Field>,
    /// The subject of the diagnostic.
    at: Span,
}

impl Blame<'_> {
    /// Edits that decode other values from the same bytes.
    fn values(&self, body: &Body, path: &str) -> Vec<Help> {
        let is_named =
            |name: &Option<Name>| name.as_ref().is_some_and(|name| path.split(['.', '[']).any(|one| one == name.text));
        let mut guesses = Vec::new();
        for wire in self.fields.iter().filter(|field| is_named(&field.name)).map(|field| &field.wire) {
            match &wire.kind {
                WireKind::Int(int) => guesses.extend([self.turned(int), self.signed(int)].into_iter().flatten()),
                WireKind::Bits { parts, .. } => guesses.extend(self.mirrored(parts)),
                WireKind::Group(_) | WireKind::If { .. } => {}
                _ => guesses.extend(self.other_order()),
            }
            if let WireKind::Named { name, .. } = &wire.kind {
                let declared = self.items().find(|item| item.head().name.is_some_and(|of| of.text == name.text));
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

    /// Ranges that include their end: `1..64` where 64 was meant as well.
    fn with_their_ends(&self, label: &str) -> Vec<Help> {
        let rules = self.fields.iter().filter_map(|field| field.clauses.rule.as_ref());
        let help = |rule: &Rule| match &rule.check {
            RuleCheck::Range { high: Some(high), inclusive: false, .. } => {
                let said = format!("to take {0} as well, write `..={0}`", self.sources.text(high.span));
                Some(Help::new(said, [Edit::new(high.span.front(), "=")]))
            }
            _ => None,
        };
        rules.filter(|_| label.contains("breaks the rule")).filter_map(help).collect()
    }

    fn items(&self) -> impl Iterator<Item = &Item> {
        self.files.iter().flat_map(|file| &file.items)
    }

    /// The protocol's byte order and its span.
    fn order(&self) -> Option<(&str, Span)> {
        self.setting("byte_order")
    }

    /// The order of parts in layouts that do not say their own.
    fn bit_order(&self) -> BitOrder {
        self.setting("bit_order").and_then(|(word, _)| BitOrder::named(word)).unwrap_or(BitOrder::LowFirst)
    }

    /// The text of a setting of the protocol, and its span.
    fn setting(&self, name: &str) -> Option<(&str, Span)> {
        let settings = &self.files.first()?.header.as_ref()?.settings;
        let value = settings.iter().find(|setting| setting.name.text == name)?.value.span;
        Some((self.sources.text(value), value))
    }

    fn is_big(&self, order: Option<ByteOrder>) -> bool {
        order.map_or(self.order().is_some_and(|(word, _)| word == "big"), |order| order == ByteOrder::Big)
    }

    /// The number in the other byte order.
    fn turned(&self, int: &WireInt) -> Option<Help> {
        let order = if self.is_big(int.order) { "le" } else { "be" };
        let word = self.sources.text(int.span);
        let turned = format!("{}{order}", word.trim_end_matches("le").trim_end_matches("be"));
        let said = format!("the bytes are in the other order: `{turned}`, or another `byte_order` if all numbers are");
        (int.bits > 8).then(|| Help::write(int.span, turned).said(said))
    }

    /// The number with the opposite signedness.
    fn signed(&self, int: &WireInt) -> Option<Help> {
        let kind = if int.kind == NumberKind::Signed { 'u' } else { 'i' };
        let rest = self.sources.text(int.span).strip_prefix(['u', 'i'])?;
        Some(Help::write(int.span, format!("{kind}{rest}")))
    }

    /// The other byte order for the whole protocol.
    fn other_order(&self) -> Option<Help> {
        let order = if self.is_big(None) { "little" } else { "big" };
        let said = format!("the bytes are in the other order: `byte_order: {order}`");
        Some(Help::write(self.order()?.1, order).said(said))
    }

    /// The parts of a bit field, listed from its other end.
    fn mirrored(&self, parts: &Parts) -> Option<Help> {
        let order = parts.order.map_or(self.bit_order(), |(order, _)| order).other();
        let edit = match parts.order {
            Some((_, span)) => Edit::new(span, order.word()),
            None => {
                let before = self.sources.get(parts.span.file).text.get(..parts.span.range().start).unwrap_or("");
                let gap = if before.ends_with(char::is_whitespace) { "" } else { " " };
                Edit::new(parts.span.front(), format!("{gap}{} ", order.word()))
            }
        };
        let end = if order == BitOrder::LowFirst { "lowest" } else { "highest" };
        let shown = self.sources.one_line(parts.span);
        let said = format!("the bits are listed from the other end, the {end} first: `{} {shown}`", order.word());
        (parts.len() > 1).then(|| Help::new(said, [edit]))
    }

    /// Drops constants that contradict the bytes: typically field numbers, 1, 2, 3.
    fn constants(&self, body: &Body, label: &str) -> Option<Help> {
        if !label.contains("not the constant") {
            return None;
        }
        if let Some(help) = without_numbers(&body.entries) {
            return Some(help);
        }
        let path = label.split('`').nth(1)?;
        let named = self.fields.iter().find(|field| field.name.as_ref().is_some_and(|name| name.text == path));
        let (span, _) = constant(named?)?;
        let said = format!("leave `{}` out if other bytes can stand there", self.sources.text(span).trim());
        Some(Help::without(span, said))
    }

    /// Lengths that count another unit.
    fn lengths(&self, body: &Body, said: &str) -> Vec<Help> {
        let number = |before: &str| before.trim_end_matches(" more").rsplit(' ').next()?.parse::<u32>().ok();
        let Some(bytes) = said.split(" byte").find_map(number) else { return Vec::new() };
        let are_left = said.contains("too many");
        let regions = body.entries.iter().filter_map(|entry| match entry {
            Entry::Within(within) => Some((&within.extent, None)),
            _ => None,
        });
        let counted = self.fields.iter().filter_map(|field| match &field.wire.kind {
            WireKind::Bytes { extent: Some(extent), .. } => Some((&**extent, None)),
            WireKind::List { item, extent, .. } => {
                let are_bytes = matches!(&item.kind, WireKind::Int(int) if int.bits == 8);
                Some((&**extent, (!are_bytes).then_some(field.span)))
            }
            _ => None,
        });
        let mut guesses = Vec::new();
        for (extent, list) in regions.chain(counted) {
            let ExtentKind::Count { count, or_end: None } = &extent.kind else { continue };
            let text = self.sources.text(count.span);
            match (&count.kind, list) {
                (ExprKind::Path(path), _) if WireInt::named(text, path.span).is_some() => {}
                // A larger number is that of this one example, and no header.
                (ExprKind::Path(_), None) if bytes <= MOST_HEADER => {
                    let sign = if are_left { '+' } else { '-' };
                    guesses.push(Help::write(count.span, format!("{text} {sign} {bytes}")));
                }
                (ExprKind::Path(_), Some(field)) => {
                    let said = format!("`{text}` counts bytes: write `within ({text}) {{ .. }}`");
                    guesses.push(Help::region(field, field, count.span, text).said(said));
                }
                (ExprKind::Binary { left, .. }, _) if matches!(left.kind, ExprKind::Path(_)) => {
                    let length = self.sources.text(left.span);
                    let said = format!("`{length}` counts what stands here alone: write `{length}`");
                    guesses.push(Help::write(count.span, length).said(said));
                }
                _ => {}
            }
        }
        // Alternatively, a number has another width.
        let numbers = self.fields.iter().filter(|field| field.clauses.computed.is_none()).take(MOST_NUMBERS);
        for (field, int) in numbers.filter_map(|field| match &field.wire.kind {
            WireKind::Int(int) => Some((field, int)),
            _ => None,
        }) {
            let by = bytes.saturating_mul(8);
            let bits = if are_left { int.bits.checked_add(by) } else { int.bits.checked_sub(by) };
            let Some(bits) = bits.filter(|bits| matches!(bits, 8 | 16 | 32 | 64)) else { continue };
            let wire = self.sources.text(int.span).replace(&int.bits.to_string(), &bits.to_string());
            let name = field.name.as_ref().map_or("_", |name| name.text.as_str());
            guesses.push(Help::write(int.span, &wire).said(format!("`{name}` has another width: write `{wire}`")));
        }
        guesses
    }

    /// The code at the start of the bytes, or a family that has one.
    fn code(&self, item: &Item, message: &Message, body: &Body) -> Option<Help> {
        let ExprKind::Int(code) = message.code.kind else { return None };
        let example = body.entries.iter().find_map(|entry| match entry {
            Entry::Example(example) if example.span.holds(self.at) => Some(example),
            _ => None,
        })?;
        let Item::Family(family) = item else { return self.family() };
        let Some(Wire { kind: WireKind::Int(carrier), .. }) = &family.carrier else { return None };
        let bytes = code.to_be_bytes();
        let mut bytes = bytes.get(bytes.len().checked_sub(usize::try_from(carrier.bits / 8).ok()?)?..)?.to_vec();
        if !self.is_big(carrier.order) {
            bytes.reverse();
        }
        let code: String = bytes.iter().map(|byte| format!("{byte:02x} ")).collect();
        let quote = Span { end: example.bytes.span.start + 1, ..example.bytes.span };
        let said = format!("or change the bytes: those of a message begin with its code, `{}`", code.trim());
        Some(Help::new(said, [Edit::new(quote.behind(), code)]))
    }

    /// A family for messages that are in none.
    fn family(&self) -> Option<Help> {
        let has_family = self.items().any(|item| matches!(item, Item::Family(_)));
        let messages =
            self.items().filter(|item| matches!(item, Item::Message(_)) && item.head().span.file == self.at.file);
        let names: Vec<&str> = messages.filter_map(|item| Some(item.head().name?.text.as_str())).collect();
        let family = format!("family Packet: u8 {{ {} }}", names.join(", "));
        let said = format!("a message has a code in a family only: `{family}`");
        let edit = Edit::new(self.sources.end(self.at.file), format!("\n{family}\n"));
        (!has_family).then(|| Help::new(said, [edit]))
    }
}

/// The fields in a body, including those of its groups and regions.
fn fields<'a>(node: Node<'a>, found: &mut Vec<&'a Field>) {
    match node {
        Node::Entry(Entry::Example(_)) => return,
        Node::Entry(Entry::Field(field)) => found.push(field),
        Node::Entry(_) | Node::Body(_) => {}
        Node::Wire(wire) if matches!(wire.kind, WireKind::Group(_) | WireKind::If { .. }) => {}
        _ => return,
    }
    node.children(&mut |child| fields(child, found));
}
