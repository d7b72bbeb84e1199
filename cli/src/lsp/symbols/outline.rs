//! The declarations of a file as a tree.

use lsp_types::SymbolKind;
use wireform_build::ast::{
    Body, Entry, Expr, Family, File, Group, Item, Member, Message, Name, Param, PartWidth, Parts, Target, Wire,
    WireKind,
};
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::source::Span;

/// A declaration.
#[derive(Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// A few words about it: its wire, its code.
    pub detail: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// The whole declaration.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// The declarations in it.
    pub children: Vec<Declared>,
}

/// A longer detail is cut.
const MOST_DETAIL: usize = 60;

/// The declarations of a file, in the protocol if it has one.
pub fn outline(file: &File, text: &str) -> Vec<Declared> {
    let outline = Outline { text };
    let items: Vec<Declared> = file.items.iter().filter_map(|item| outline.item(item)).collect();
    match &file.header {
        Some(header) => {
            let span = Span::new(file.span.file, 0, text.len());
            let detail = header.settings.iter().map(|one| outline.shown(one.value.span)).collect::<Vec<_>>().join(", ");
            vec![outline.declared(&header.name, detail, SymbolKind::Module, span, items)]
        }
        None => items,
    }
}

/// The lexemes of a text, with one blank for comments and white space between them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for lexeme in lexemes(text) {
        if !matches!(lexeme.kind, LexemeKind::Space | LexemeKind::Comment(_)) {
            pieces.extend(text.get(lexeme.range));
        } else if pieces.last().is_some_and(|last| *last != " ") {
            pieces.push(" ");
        }
    }
    pieces.pop_if(|last| *last == " ");
    pieces
}

struct Outline<'a> {
    text: &'a str,
}

impl Outline<'_> {
    /// A part of the text on one line. A long one has no bodies: what is in them has symbols of its own.
    fn shown(&self, span: Span) -> String {
        let text = self.text.get(span.range()).unwrap_or_default();
        let whole = pieces(text);
        if whole.iter().map(|piece| piece.len()).sum::<usize>() <= MOST_DETAIL {
            return whole.concat();
        }
        let mut shown = String::new();
        let mut depth = 0_usize;
        for piece in whole {
            let before = depth;
            match piece {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            let piece = if piece == "{" { "{ .. }" } else { piece };
            if before > 0 || piece == "}" {
                continue;
            }
            if shown.chars().count() + piece.chars().count() > MOST_DETAIL {
                return format!("{} ..", shown.trim_end()).trim_start().to_owned();
            }
            shown.push_str(piece);
        }
        shown
    }

    fn declared(&self, name: &Name, detail: String, kind: SymbolKind, span: Span, children: Vec<Declared>) -> Declared {
        Declared { name: name.text.clone(), detail, kind, span: span.to(name.span), name_span: name.span, children }
    }

    fn item(&self, item: &Item) -> Option<Declared> {
        let (name, span) = (item.head().name?, item.head().span);
        let wire = |wire: &Wire| self.shown(wire.span);
        let (detail, kind, children) = match item {
            Item::Use(_) => return None,
            Item::Const(one) => (self.shown(one.value.span), SymbolKind::Constant, Vec::new()),
            Item::Type(one) => (wire(&one.wire), SymbolKind::Class, self.in_wire(&one.wire)),
            Item::Varint(one) => (self.shown(one.number.span), SymbolKind::Class, Vec::new()),
            Item::Quantity(one) => (wire(&one.wire), SymbolKind::Class, Vec::new()),
            Item::Packed(one) => {
                let digits = one.digits.iter().map(|digit| {
                    let range = self.shown(digit.range.span);
                    self.declared(&digit.name, range, SymbolKind::Property, digit.span, Vec::new())
                });
                (wire(&one.wire), SymbolKind::Class, digits.collect())
            }
            Item::Enum(one) => {
                let codes = one.codes.iter().map(|code| {
                    let numbers = self.shown(code.codes.span);
                    self.declared(&code.name, numbers, SymbolKind::EnumMember, code.span, Vec::new())
                });
                (wire(&one.wire), SymbolKind::Enum, codes.collect())
            }
            Item::Bits(one) => (wire(&one.carrier), SymbolKind::Class, self.parts(&one.parts)),
            Item::Struct(one) => {
                let children = self.params(&one.params).into_iter().chain(self.body(&one.body)).collect();
                (String::new(), SymbolKind::Struct, children)
            }
            Item::Message(one) => return Some(self.message(one)),
            Item::Family(one) => return Some(self.family(one)),
            Item::Session(one) => {
                (format!("{}.{}", one.message.text, one.field.text), SymbolKind::Variable, Vec::new())
            }
            Item::Hook(one) => (self.shown(one.result.span), SymbolKind::Function, self.params(&one.params)),
            Item::Error(_) => (String::new(), SymbolKind::Null, Vec::new()),
        };
        Some(self.declared(name, detail, kind, span, children))
    }

    fn message(&self, message: &Message) -> Declared {
        let code = |code: &Expr| format!("= {}", self.shown(code.span));
        let children = self.params(&message.params).into_iter().chain(self.body(&message.body)).collect();
        self.declared(&message.name, code(&message.code), SymbolKind::Struct, message.span, children)
    }

    fn family(&self, family: &Family) -> Declared {
        let members = family.members.iter().filter_map(|member| match member {
            Member::Message(message) => Some(self.message(message)),
            Member::Named { .. } => None,
        });
        let detail = family.carrier.as_ref().map_or_else(String::new, |wire| self.shown(wire.span));
        let children = self.params(&family.params).into_iter().chain(members).collect();
        self.declared(&family.name, detail, SymbolKind::Interface, family.span, children)
    }

    fn params(&self, params: &[Param]) -> Vec<Declared> {
        let declared = |one: &Param| {
            let span = one.name.span.to(one.wire.span);
            self.declared(&one.name, self.shown(one.wire.span), SymbolKind::Variable, span, Vec::new())
        };
        params.iter().map(declared).collect()
    }

    fn parts(&self, parts: &Parts) -> Vec<Declared> {
        let parts = parts.iter().filter_map(|part| {
            let detail = match (&part.value, &part.width) {
                (Some(value), _) => self.shown(value.span),
                (None, Some(PartWidth::Wire(wire))) => self.shown(wire.span),
                (None, Some(PartWidth::Rest)) => "..".to_owned(),
                (None, None) => String::new(),
            };
            Some(self.declared(part.name.as_ref()?, detail, SymbolKind::Property, part.span, Vec::new()))
        });
        parts.collect()
    }

    fn body(&self, body: &Body) -> Vec<Declared> {
        body.entries.iter().flat_map(|entry| self.entry(entry)).collect()
    }

    fn entry(&self, entry: &Entry) -> Vec<Declared> {
        match entry {
            Entry::Field(field) => {
                let children = self.in_wire(&field.wire);
                let Some(name) = &field.name else { return children };
                // The content of a group is below it.
                let is_group =
                    matches!(field.wire.kind, WireKind::Group(_) | WireKind::If { .. } | WireKind::Bits { .. });
                let detail = if is_group { String::new() } else { self.shown(field.wire.span) };
                vec![self.declared(name, detail, SymbolKind::Field, field.span, children)]
            }
            Entry::Bits(bits) => self.parts(&bits.parts),
            Entry::Within(within) => self.body(&within.body),
            Entry::Example(_) | Entry::Error { .. } => Vec::new(),
        }
    }

    /// The declarations in a wire.
    fn in_wire(&self, wire: &Wire) -> Vec<Declared> {
        match &wire.kind {
            WireKind::If { group, .. } | WireKind::Group(group) => self.group(group),
            WireKind::Bits { parts, .. } => self.parts(parts),
            WireKind::List { item, .. } => self.in_wire(item),
            WireKind::Match { arms, .. } => arms
                .iter()
                .filter_map(|arm| match &arm.target {
                    Target::Variant { name, wire } => {
                        let detail = self.shown(wire.span);
                        let span = name.span.to(wire.span);
                        Some(self.declared(name, detail, SymbolKind::EnumMember, span, self.in_wire(wire)))
                    }
                    Target::Body { name, body } => {
                        let span = name.span.to(body.span);
                        Some(self.declared(name, String::new(), SymbolKind::EnumMember, span, self.body(body)))
                    }
                    Target::None(_) | Target::Wire(_) => None,
                })
                .collect(),
            WireKind::Int(_)
            | WireKind::Bool
            | WireKind::Named { .. }
            | WireKind::Bytes { .. }
            | WireKind::Align(_)
            | WireKind::Error => Vec::new(),
        }
    }

    fn group(&self, group: &Group) -> Vec<Declared> {
        self.body(&group.body)
    }
}
