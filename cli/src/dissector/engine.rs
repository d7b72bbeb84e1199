//! The file: its head, the options, the model, and the engine that reads packets by the model.

use wireform_build::source::{FileId, Sources};

/// A part of the engine: the name of the local that has what the part returns, and its text.
macro_rules! parts {
    ($($folder:literal: $($name:literal)*;)*) => {
        [$($(($name, include_str!(concat!("engine/", $folder, "/", $name, ".lua"))),)*)*]
    };
}

/// The parts of the engine, in an order in which each needs only those before it.
const PARTS: [(&str, &str); 29] = parts! {
    "numbers": "int" "codec" "text" "value" "checks";
    "reader": "expr" "fault" "steps" "state" "number" "extent" "span" "nested" "list" "rule" "presence" "shape" "record" "family" "reader";
    "wireshark": "fields" "display" "experts" "inflate" "hand" "preferences" "conversation" "column" "wireshark";
};

/// The first part that needs Wireshark.
const FIRST_OF_WIRESHARK: &str = "fields";

/// The comment at the head: where the file comes from, and where it goes.
pub fn head(protocol: &str, sources: &Sources) -> String {
    let path = &sources.get(FileId(0)).path;
    let schema = path.file_name().map_or_else(|| protocol.into(), |name| name.to_string_lossy());
    // A name may have any letters; a comment ends with its line.
    let schema: String = schema.chars().filter(|one| !one.is_control()).collect();
    format!(
        "-- The protocol {protocol} for Wireshark: made by wireform {} from {schema}; do not edit.\n\
         -- Hash of the schema (FNV-1a, 64 bits): {:016x}\n\
         --\n\
         -- Wireshark: put this file into the folder of personal Lua plugins (Help > About > Folders), and start again.\n\
         -- tshark: -X lua_script:FILE\n",
        env!("CARGO_PKG_VERSION"),
        hash(sources)
    )
}

/// The whole file. `options` is an expression, and `schema` the body of a function.
pub fn file(head: &str, options: &str, schema: &str) -> String {
    let start = "\nwireshark.register(schema, options)\n";
    format!("{head}\nlocal options = {options}\n\n{}{}{start}", local("schema", schema), parts(&PARTS))
}

/// The schema, the body of a function, and the parts that run without Wireshark.
pub fn reader(schema: &str) -> String {
    format!("{}{}", local("schema", schema), plain())
}

/// The parts that run without Wireshark.
pub fn plain() -> String {
    let end = PARTS.iter().position(|(name, _)| *name == FIRST_OF_WIRESHARK).unwrap_or(PARTS.len());
    parts(PARTS.get(..end).unwrap_or(&PARTS))
}

fn parts(parts: &[(&str, &str)]) -> String {
    parts.iter().map(|(name, text)| format!("\n{}", local(name, text))).collect()
}

/// A local that has what a function with this body returns.
fn local(name: &str, body: &str) -> String {
    format!("local {name} = (function()\n{}\nend)()\n", body.trim_end())
}

/// The hash of the texts of a schema and of all that it imports.
fn hash(sources: &Sources) -> u64 {
    let bytes = sources.iter().flat_map(|source| source.text.bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::{hash, head};
    use wireform_build::source::Sources;

    #[test]
    fn the_hash_is_that_of_the_texts() {
        let mut sources = Sources::default();
        assert_eq!(hash(&sources), 0xCBF2_9CE4_8422_2325);
        sources.add("some/a.wire", "foo");
        sources.add("some/b.wire", "bar");
        assert_eq!(hash(&sources), 0x8594_4171_F739_67E8);
        let head = head("a", &sources);
        assert!(head.contains(" from a.wire; do not edit.\n"), "{head}");
        assert!(head.lines().all(|line| line.starts_with("--")), "{head}");
    }
}
