//! The engine: the part of a dissector that is the same for all schemas, in plain Lua.

/// The files, each with the name of the local that holds the table which it returns. A file may use those before it.
const FILES: [(&str, &str); 5] = [
    ("int", include_str!("engine/int.lua")),
    ("codec", include_str!("engine/codec.lua")),
    ("text", include_str!("engine/text.lua")),
    ("value", include_str!("engine/value.lua")),
    ("checks", include_str!("engine/checks.lua")),
];

/// The engine as one text, each file of which is a local table.
#[must_use]
pub fn engine() -> String {
    let files = FILES.iter().map(|(name, body)| format!("local {name} = (function()\n{body}end)()\n"));
    files.collect::<Vec<_>>().join("\n")
}
