//! Texts for players, without their colours.

use crate::minecraft::v769::owned::{Nbt, Tag, TagPayload, TagPayloadValue};

/// The words of a text: a string, a list of texts, or a compound with its `text` and, in `extra`, texts behind it.
pub fn words(text: &Nbt) -> String {
    text.payload.get().map(part).unwrap_or_default()
}

fn part(text: &TagPayload) -> String {
    match &text.value {
        TagPayloadValue::String(words) => words.clone(),
        TagPayloadValue::List(list) => list.items.iter().filter_map(|item| item.get()).map(part).collect(),
        TagPayloadValue::Compound(compound) => named(&compound.tags, "text") + &named(&compound.tags, "extra"),
        _ => String::new(),
    }
}

fn named(tags: &[Tag], name: &str) -> String {
    tags.iter().find(|tag| tag.name == name).and_then(|tag| tag.payload.get()).map(part).unwrap_or_default()
}
