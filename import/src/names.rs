//! Names of a source in the spelling of schemas.

use std::collections::HashSet;

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};

use crate::draft::Name;

/// The longest name that is kept; a hostile source may have longer ones.
const MOST: usize = 80;

/// The names of one scope, each of them once.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    taken: HashSet<String>,
    sources: HashSet<String>,
}

impl Scope {
    /// A field's name: `entityId` is `entity_id "entityId"`.
    pub fn field(&mut self, source: &str) -> Name {
        self.name(source, snake(source))
    }

    /// A type's or variant's name: `packet_login` is `PacketLogin "packet_login"`.
    pub fn upper(&mut self, source: &str) -> Name {
        self.name(source, upper(source))
    }

    /// A name of this spelling, with a name of another source if there is one.
    pub fn renamed(&mut self, source: Option<&str>, wanted: String) -> Name {
        match source {
            Some(source) => self.name(source, wanted),
            None => Name::plain(self.fresh(&wanted)),
        }
    }

    /// A name for something that the source has without one, or under another.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            // `snake_2`, `Upper2`
            let gap = if wanted.starts_with(|c: char| c.is_ascii_uppercase()) { "" } else { "_" };
            name = format!("{wanted}{gap}{number}");
        }
        name
    }

    /// Whether a name is taken.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// A name of this spelling, with that of the source if it differs, can be said and is said for the first time.
    pub fn name(&mut self, source: &str, wanted: String) -> Name {
        let name = self.fresh(&wanted);
        let differs = name != source && is_source_name(source) && self.sources.insert(source.to_owned());
        Name { name, source: differs.then(|| source.to_owned()) }
    }
}

/// `snake_case`, of ASCII, never empty.
#[must_use]
pub fn snake(source: &str) -> String {
    let name = limited(&plain(source).to_snake_case());
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { joined("f", &name) }
}

/// `UpperCamel`, of ASCII, never empty.
#[must_use]
pub fn upper(source: &str) -> String {
    let name = limited(&plain(source).to_upper_camel_case());
    if name.starts_with(|c: char| c.is_ascii_uppercase()) { name } else { format!("N{name}") }
}

/// Letters, digits, and gaps for all else.
fn plain(source: &str) -> String {
    source.chars().take(4 * MOST).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn limited(name: &str) -> String {
    name.chars().take(MOST).collect::<String>().trim_end_matches('_').to_owned()
}

fn joined(before: &str, name: &str) -> String {
    if name.is_empty() { before.to_owned() } else { format!("{before}_{name}") }
}

/// Whether the language takes it as a source name.
fn is_source_name(name: &str) -> bool {
    (1..=MOST).contains(&name.len()) && name.bytes().all(|c| c.is_ascii_graphic() && !b"\"`'|\\".contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_spelling_of_schemas() {
        for (source, field, variant) in [
            ("entityId", "entity_id", "EntityId"),
            ("minecraft:stone", "minecraft_stone", "MinecraftStone"),
            ("3d", "f_3d", "N3d"),
            ("", "f", "N"),
            ("größe", "gr_e", "GrE"),
            ("IPv4Addr", "i_pv4_addr", "IPv4Addr"),
            ("LE_CONNECT", "le_connect", "LeConnect"),
        ] {
            assert_eq!((snake(source), upper(source)), (field.into(), variant.into()), "{source}");
        }
    }

    #[test]
    fn a_scope_has_each_name_once() {
        let mut scope = Scope::default();
        let shown = |name: Name| format!("{} {:?}", name.name, name.source);
        assert_eq!(shown(scope.field("size")), "size None");
        assert_eq!(shown(scope.field("Size")), "size_2 Some(\"Size\")");
        assert_eq!(shown(scope.field("with space")), "with_space None");
        assert_eq!(shown(scope.upper("u8")), "U8 Some(\"u8\")");
    }
}
