//! The declarations of a file as a tree.

use lsp_types::SymbolKind;
use wireform_build::ast::{
    self, Arm, Entry, Family, Field, File, Item, Member, Message, Part, PartWidth, Target, Wire, WireKind,
};
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::references::Kind;
use wireform_build::source::Span;
use wireform_build::walk::{Node, Role};

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
    let items: Vec<Declared> = file.items.iter().flat_map(|item| outline.declared(Node::Item(item))).collect();
    match &file.header {
        Some(header) => {
            let details = header.settings.iter().map(|one| outline.shown(one.value.span));
            vec![Declared {
                name: header.name.text.clone(),
                detail: details.collect::<Vec<_>>().join(", "),
                kind: SymbolKind::Module,
                span: Span::new(file.span.file, 0, text.len()),
                name_span: header.name.span,
                children: items,
            }]
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

    /// The declarations in a node.
    fn declared(&self, node: Node<'_>) -> Vec<Declared> {
        let (mut own, mut children) = (None, Vec::new());
        node.children(&mut |child| match child {
            Node::Name(name, Role::Declared(kind)) => own = Some((name, kind)),
            Node::Expr(_) | Node::Entry(Entry::Example(_)) => {}
            child => children.extend(self.declared(child)),
        });
        match (own, node) {
            // The name of a group is that of its type: its field is declared.
            (None, _) | (_, Node::Wire(_)) => children,
            (Some((name, kind)), _) => vec![Declared {
                name: name.text.clone(),
                detail: self.detail(node),
                kind: symbol(kind, node),
                span: node.span().map_or(name.span, |span| span.to(name.span)),
                name_span: name.span,
                children,
            }],
        }
    }

    fn detail(&self, node: Node<'_>) -> String {
        let shown = match node {
            Node::Item(Item::Message(Message { code, .. })) | Node::Member(Member::Message(Message { code, .. })) => {
                return format!("= {}", self.shown(code.span));
            }
            Node::Item(Item::Session(one)) => return format!("{}.{}", one.message.text, one.field.text),
            Node::Item(Item::Const(one)) => one.value.span,
            Node::Item(Item::Type(ast::Type { wire, .. })) => wire.span,
            Node::Item(Item::Varint(one)) => one.number.span,
            Node::Item(Item::Quantity(ast::Quantity { wire, .. }) | Item::Packed(ast::Packed { wire, .. })) => {
                wire.span
            }
            Node::Item(Item::Enum(ast::Enum { wire, .. }) | Item::Bits(ast::Bits { carrier: wire, .. })) => wire.span,
            Node::Item(Item::Family(Family { carrier: Some(carrier), .. })) => carrier.span,
            Node::Item(Item::Hook(one)) => one.result.span,
            Node::Digit(one) => one.range.span,
            Node::Code(one) => one.codes.span,
            Node::Param(one) => one.wire.span,
            Node::Part(Part { value: Some(value), .. }) => value.span,
            Node::Part(Part { width: Some(PartWidth::Wire(wire)), .. }) => wire.span,
            Node::Part(Part { width: Some(PartWidth::Rest), .. }) => return "..".to_owned(),
            Node::Arm(Arm { target: Target::Variant { wire, .. }, .. }) => wire.span,
            // The content of a group is below it.
            Node::Entry(Entry::Field(Field { wire, .. })) if !is_group(wire) => wire.span,
            _ => return String::new(),
        };
        self.shown(shown)
    }
}

fn is_group(wire: &Wire) -> bool {
    matches!(wire.kind, WireKind::Group(_) | WireKind::If { .. } | WireKind::Bits { .. })
}

/// The kind of a declared name for a client.
fn symbol(kind: Kind, node: Node<'_>) -> SymbolKind {
    match (kind, node) {
        (Kind::Type, Node::Item(Item::Enum(_))) => SymbolKind::Enum,
        (Kind::Type, Node::Item(Item::Struct(_))) | (Kind::Message, _) => SymbolKind::Struct,
        (Kind::Type, _) => SymbolKind::Class,
        (Kind::Constant, _) => SymbolKind::Constant,
        (Kind::Family, _) => SymbolKind::Interface,
        (Kind::Code | Kind::Shape, _) => SymbolKind::EnumMember,
        (Kind::Field, _) => SymbolKind::Field,
        (Kind::Part, _) => SymbolKind::Property,
        (Kind::Parameter | Kind::Session, _) => SymbolKind::Variable,
        (Kind::Hook, _) => SymbolKind::Function,
        (Kind::Unknown, _) => SymbolKind::Null,
    }
}
