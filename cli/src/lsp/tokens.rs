//! Semantic tokens. The lexer knows comments, texts and numbers; the compiler, the declarations of names; the tree, the words
//! that are names although they look like words of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lsp_types::{SemanticToken, SemanticTokens, SemanticTokensParams};
use wireform_build::ast::{AlternativeKind, Entry, ExprKind, File, Item, ValueKind, WireKind};
use wireform_build::keywords::Words;
use wireform_build::lexemes::{Kind as LexemeKind, Lexeme, lexemes};
use wireform_build::references::{Definition, Kind};
use wireform_build::source::{FileId, Span};
use wireform_build::walk::{Node, Role};

use super::analysis::Analysis;
use super::requests::open;
use super::server::Answer;
use super::world::World;
use super::world::documents::{Document, Syntax};

/// The types of tokens, in the order of [`Colour`].
pub const TYPES: [&str; 13] = [
    "comment",
    "string",
    "number",
    "operator",
    "keyword",
    "namespace",
    "type",
    "enum",
    "enumMember",
    "property",
    "parameter",
    "variable",
    "function",
];

/// The modifier of a name where it is declared.
pub const DECLARATION: &str = "declaration";

/// The type of a token, by which a client chooses its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    Comment,
    String,
    Number,
    Operator,
    Keyword,
    Namespace,
    Type,
    Enum,
    EnumMember,
    Property,
    Parameter,
    Variable,
    Function,
}

/// All tokens of a document.
pub fn full(world: &mut World, params: SemanticTokensParams) -> Answer<Option<SemanticTokens>> {
    let path = open(world, &params.text_document)?;
    let mut names = BTreeMap::new();
    for schema in world.schemas_of(&path).into_iter().rev() {
        let analysis = world.analysis(&schema);
        let analysis = world.resolved(analysis);
        let Some(file) = analysis.file(&path) else { continue };
        let enums = enums(world, &analysis);
        let named = |one: &Definition| if enums.contains(&one.span) { Colour::Enum } else { named(one.kind) };
        let references = &analysis.references;
        let kinds: BTreeMap<Span, Colour> = references.definitions().iter().map(|one| (one.span, named(one))).collect();
        let own = kinds.iter().filter(|(span, _)| span.file == file);
        let now = |span: Span| Some(world.span_now(&analysis, span)?.range().start);
        names.extend(own.filter_map(|(span, colour)| Some((now(*span)?, (*colour, true)))));
        // A type that is a shape of its own is a use of the type in the first place.
        for one in references.references().filter(|one| one.span.file == file) {
            names.extend(now(one.span).zip(kinds.get(&one.definition).map(|colour| (*colour, false))));
        }
    }
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    Ok(Some(SemanticTokens { result_id: None, data: tokens(world, document, &names) }))
}

/// The type of a name that the compiler knows, unless it is an enum.
fn named(kind: Kind) -> Colour {
    match kind {
        Kind::Constant | Kind::Session => Colour::Variable,
        Kind::Type | Kind::Message | Kind::Family | Kind::Unknown => Colour::Type,
        Kind::Code | Kind::Shape => Colour::EnumMember,
        Kind::Field | Kind::Part => Colour::Property,
        Kind::Parameter => Colour::Parameter,
        Kind::Hook => Colour::Function,
    }
}

/// The names of all enums of a schema where they are declared.
fn enums(world: &World, analysis: &Analysis) -> BTreeSet<Span> {
    let mut found = BTreeSet::new();
    for (source, file) in analysis.sources.iter().zip((0..).map(FileId)) {
        let open = world.documents.get(&source.path).filter(|document| document.text.body() == source.text);
        let syntax = open.map(|document| Rc::clone(document.syntax()));
        let syntax = syntax.unwrap_or_else(|| Rc::new(Syntax::of(&source.text)));
        let enums = syntax.tree.items.iter().filter(|item| matches!(item, Item::Enum(_)));
        found.extend(enums.filter_map(|item| Some(Span { file, ..item.head().name?.span })));
    }
    found
}

/// The roles of names by their places, and the parts that could not be read.
#[derive(Default)]
struct Roles {
    names: BTreeMap<usize, Role>,
    unread: Vec<Span>,
}

impl Roles {
    fn of(tree: &File) -> Self {
        let mut roles = Self::default();
        Node::File(tree).walk(&mut |node| match node {
            Node::Name(_, Role::Declared(Kind::Unknown)) => {}
            Node::Name(name, role) => roles.add(name.span, role),
            Node::Number(span) => roles.add(span, Role::Type),
            node if is_unread(node) => roles.unread.extend(node.span()),
            _ => {}
        });
        roles
    }

    fn add(&mut self, name: Span, role: Role) {
        self.names.insert(name.range().start, role);
    }
}

/// Whether a node could not be read.
fn is_unread(node: Node<'_>) -> bool {
    match node {
        Node::Item(item) => matches!(item, Item::Error(_)),
        Node::Entry(entry) => matches!(entry, Entry::Error { .. }),
        Node::Meaning(meaning, _) => meaning.kind == ValueKind::Error,
        Node::Wire(wire) | Node::Carrier(wire) => matches!(wire.kind, WireKind::Error),
        Node::Expr(expr) => matches!(expr.kind, ExprKind::Error),
        Node::Alternative(one) => matches!(one.kind, AlternativeKind::Error),
        _ => false,
    }
}

/// The names that the compiler knows, by their places: their types, and whether they are declared there.
type Known = BTreeMap<usize, (Colour, bool)>;

fn tokens(world: &World, document: &Document, known: &Known) -> Vec<SemanticToken> {
    let text = document.text.body();
    let roles = Roles::of(&document.syntax().tree);
    let mut data: Vec<SemanticToken> = Vec::new();
    let mut last = lsp_types::Position::default();
    let mut before = "";
    for lexeme in lexemes(text) {
        let written = text.get(lexeme.range.clone()).unwrap_or_default();
        let found = found(&lexeme, written, before, known, &roles);
        if !matches!(lexeme.kind, LexemeKind::Space | LexemeKind::Comment(_)) {
            before = written;
        }
        let Some((kind, is_declared)) = found else { continue };
        // A token is on one line: a block comment, which the language refuses, gives its first one.
        let line = written.lines().next().unwrap_or_default().trim_end();
        let span = Span::new(Default::default(), lexeme.range.start, lexeme.range.start + line.len());
        let range = world.range(document, span);
        let delta_line = range.start.line - last.line;
        let from = if delta_line == 0 { last.character } else { 0 };
        data.push(SemanticToken {
            delta_line,
            delta_start: range.start.character - from,
            length: range.end.character.saturating_sub(range.start.character),
            token_type: kind as u32,
            token_modifiers_bitset: u32::from(is_declared),
        });
        last = range.start;
    }
    data
}

/// The type of a lexeme, and whether it declares a name.
fn found(lexeme: &Lexeme, written: &str, before: &str, known: &Known, roles: &Roles) -> Option<(Colour, bool)> {
    match lexeme.kind {
        LexemeKind::Space | LexemeKind::Unknown => None,
        LexemeKind::Comment(_) => Some((Colour::Comment, false)),
        LexemeKind::Char | LexemeKind::Text => Some((Colour::String, false)),
        LexemeKind::Number => Some((Colour::Number, false)),
        LexemeKind::Mark => {
            let is_bracket = matches!(written, "{" | "}" | "(" | ")" | "[" | "]" | "," | ";" | ":" | ".");
            (!is_bracket).then_some((Colour::Operator, false))
        }
        LexemeKind::Name if written == "_" => None,
        LexemeKind::Name => {
            let at = lexeme.range.start;
            let role = roles.names.get(&at);
            let is_unread = || roles.unread.iter().any(|span| span.range().contains(&at));
            match (known.get(&at), role) {
                (Some(known), _) => Some(*known),
                (None, Some(role)) => Some(by_role(*role, written)),
                (None, None) if is_unread() => guessed(written, before),
                (None, None) => Some((if is_number(written) { Colour::Type } else { Colour::Keyword }, false)),
            }
        }
    }
}

/// The type of a name of which only the place in the tree is known.
fn by_role(role: Role, written: &str) -> (Colour, bool) {
    let is_upper = written.starts_with(|c: char| c.is_ascii_uppercase());
    let is_caps = is_upper && !written.contains(|c: char| c.is_ascii_lowercase());
    match role {
        Role::Protocol => (Colour::Namespace, true),
        Role::Setting => (Colour::Property, false),
        Role::Declared(kind) => (named(kind), true),
        Role::Type | Role::Content | Role::Nested => (Colour::Type, false),
        Role::Function => (Colour::Function, false),
        Role::Unit => (Colour::EnumMember, false),
        Role::Argument => (Colour::Parameter, false),
        Role::Path if is_number(written) => (Colour::Type, false),
        Role::Path if is_upper && (!is_caps || written.len() == 1) => (Colour::EnumMember, false),
        Role::Path if is_caps || matches!(written, "raw" | "it" | "session" | "base") => (Colour::Variable, false),
        Role::Path => (Colour::Property, false),
    }
}

/// The type of a word in a part that could not be read. A word of the language is one where it begins something.
fn guessed(written: &str, before: &str) -> Option<(Colour, bool)> {
    let begins = matches!(before, "" | ";" | "}" | "{" | ",");
    if is_number(written) || written.starts_with(|c: char| c.is_ascii_uppercase()) {
        Some((Colour::Type, false))
    } else if begins && (Words::Items.has(written) || Words::Entries.has(written)) {
        Some((Colour::Keyword, false))
    } else {
        None
    }
}

/// Whether a word is the name of a number on the wire.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['u', 'i', 'f']).map(|rest| rest.trim_end_matches("le").trim_end_matches("be"));
    word == "bool"
        || digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
