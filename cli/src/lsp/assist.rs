//! Hover and completion, in the form of the protocol.

use std::path::Path;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation, Hover, HoverParams,
    InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};
use wireform_build::load::normal;
use wireform_build::references;
use wireform_build::source::{FileId, Span};

use super::completion::{Completion, Kind, completions};
use super::hover::{Hovers, sentence};
use super::requests::open;
use super::server::Answer;
use super::world::{Place, World};

/// The explanation of what is at a position.
pub fn hover(world: &mut World, params: HoverParams) -> Answer<Option<Hover>> {
    let at = params.text_document_position_params;
    let path = open(world, &at.text_document)?;
    let places = world.places(&path, at.position);
    // The pages are beside the source of the command. One that was installed from a clone finds them there.
    let pages = normal(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema"));
    let explained = |place: &Place| {
        let hovers = Hovers::new(&place.analysis).linked(&pages);
        let (span, text) = hovers.at(place.file, u32::try_from(place.offset).ok()?)?;
        // A word that is being written is another one.
        let range = world.range_of(&place.analysis, span)?;
        Some(Hover { contents: markdown(text).into(), range: Some(range) })
    };
    let found = places.iter().find_map(|place| {
        // Before the schema had mistakes, there was a model that has more to say.
        let earlier = if place.analysis.schema.is_none() { world.earlier(place) } else { Vec::new() };
        earlier.iter().chain([place]).find_map(explained)
    });
    Ok(found)
}

/// The completions at a position.
pub fn completion(world: &mut World, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
    let at = params.text_document_position_params;
    let path = open(world, &at.text_document)?;
    let schema = world.schemas_of(&path).into_iter().next().unwrap_or_else(|| path.clone());
    let files = world.files(&schema);
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let offset = document.text.offset(at.position, world.settings.encoding);
    let found = completions(&path, &files, document.text.body(), offset);
    let items = found.into_iter().enumerate().map(|(index, one)| {
        let Completion { label, kind, detail, documentation, range, has_arguments } = one;
        let range = world.range(document, Span::new(FileId::default(), range.start, range.end));
        let is_word = matches!(kind, Kind::Keyword | Kind::Known);
        let documentation = documentation.or_else(|| sentence(&label).filter(|_| is_word));
        // The cursor goes to the arguments of a function.
        let is_snippet = has_arguments && world.settings.has_snippets;
        let new_text = if is_snippet { format!("{label}($0)") } else { label.clone() };
        CompletionItem {
            // The order is that of the compiler, not of the alphabet.
            sort_text: Some(format!("{index:05}")),
            text_edit: Some(TextEdit { range, new_text }.into()),
            insert_text_format: is_snippet.then_some(InsertTextFormat::Snippet),
            label,
            kind: Some(item_kind(kind)),
            detail,
            documentation: documentation.map(|text| Documentation::MarkupContent(markdown(text))),
            ..CompletionItem::default()
        }
    });
    Ok(Some(items.collect::<Vec<_>>().into()))
}

fn item_kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Name(kind) => match kind {
            references::Kind::Constant => CompletionItemKind::Constant,
            references::Kind::Type | references::Kind::Message => CompletionItemKind::Struct,
            references::Kind::Family => CompletionItemKind::Interface,
            references::Kind::Code | references::Kind::Shape => CompletionItemKind::EnumMember,
            references::Kind::Field | references::Kind::Part => CompletionItemKind::Field,
            references::Kind::Parameter | references::Kind::Session => CompletionItemKind::Variable,
            references::Kind::Hook => CompletionItemKind::Function,
            references::Kind::Unknown => CompletionItemKind::Text,
        },
        Kind::Known => CompletionItemKind::Value,
        Kind::Keyword => CompletionItemKind::Keyword,
        Kind::Number => CompletionItemKind::TypeParameter,
        Kind::File => CompletionItemKind::File,
    }
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}
