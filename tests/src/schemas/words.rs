//! Names: plain ones, and those that are most likely to meet something of Rust or of the generated code.

use std::collections::HashSet;

use super::dice::Dice;

const FIELDS: [&str; 122] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "speed",
    "x",
    "y",
    "z",
    "xx",
    "xy",
    "yx",
    "a1",
    "a2",
    "height",
    "width",
    "colour",
    "owner",
    "target",
    "score",
    "angle",
    "team",
    "frame",
    "ping",
    "health",
    "ammo",
    "mode",
    "client",
    "server",
    "map",
    // Keywords of Rust, and what Rust takes in no form.
    "type",
    "move",
    "match",
    "fn",
    "loop",
    "struct",
    "impl",
    "self",
    "super",
    "crate",
    "async",
    "await",
    "dyn",
    "ref",
    "static",
    "where_",
    "yield",
    "box",
    "macro",
    "union",
    "mod",
    "pub",
    "use",
    "let",
    "enum",
    "trait",
    "unsafe",
    "gen",
    // Words of the generated code and of the runtime.
    "parse",
    "write",
    "bytes",
    "input",
    "known",
    "run_1",
    "take",
    "self_",
    "view",
    "start",
    "body",
    "code",
    "out",
    "error",
    "value",
    "count",
    "kept",
    "raw",
    "at",
    "buffer",
    "message",
    "check",
    "put",
    "rest",
    "len",
    "to_value",
    "as_bytes",
    "encoded_len",
    "parse_exact",
    "index",
    "element",
    "item",
    "list",
    "offset",
    "from_raw",
    "new",
    "some",
    "none",
    "ok",
    "err",
    "u8_",
    "core",
    "wireform",
    "result",
    "option",
    "vec",
    "string",
    "number",
    "byte",
    "end",
    "unit",
    "place",
    "packet",
    "a2_bytes",
    "left",
    "tag",
    "text",
    "b0",
    "b1",
    "common",
    "take_common",
    "take_uncommon",
    "into",
    "try_into",
    "take_each_optional",
];

const TYPES: [&str; 84] = [
    "Alpha",
    "Beta",
    "Gamma",
    "Delta",
    "Omega",
    "Sigma",
    "Player",
    "Weapon",
    "Flag",
    "Point",
    "Colour",
    "Team",
    "Item",
    "Packet",
    "Header",
    "Frame",
    "Ping",
    "Pong",
    "Hello",
    "Bye",
    "Chat",
    "Map",
    "Game",
    "Score",
    "Angle",
    // The prelude, and others that code calls without a path.
    "Option",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Vec",
    "String",
    "Box",
    "Self",
    "Default",
    "Debug",
    "Clone",
    "Copy",
    "From",
    "Into",
    "Iterator",
    "Send",
    "Sync",
    "Sized",
    "Drop",
    "Fn",
    "Error",
    "Eq",
    "PartialEq",
    "Hash",
    "Ord",
    "Display",
    "ToString",
    "Rc",
    "Cow",
    // The runtime's.
    "Input",
    "Output",
    "List",
    "View",
    "Stream",
    "Known",
    "Element",
    "Encode",
    "Malformed",
    "Message",
    "Messages",
    "Text",
    "Le",
    "Be",
    "Varint",
    "Fault",
    "Number",
    "Cast",
    "Raw",
    "Body",
    "Code",
    "Unit",
    "Kind",
    "State",
    "Other1",
    "Value",
    "Wire",
    "Core",
];

/// Words of expressions, which a field that an expression names cannot be.
const OF_EXPRESSIONS: [&str; 12] =
    ["if", "raw", "value", "none", "len", "self", "zero", "it", "base", "count", "left", "where"];

/// Names that were not given away yet, in one scope.
#[derive(Debug, Clone, Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name of a field; `plain` if an expression or a type will be made of it.
    pub fn field(&mut self, dice: &mut Dice, plain: bool) -> String {
        for _ in 0..40 {
            let word = *dice.pick(&FIELDS);
            if plain && (OF_EXPRESSIONS.contains(&word) || ["view", "known", "stream"].contains(&word)) {
                continue;
            }
            if self.free(word) {
                return word.to_owned();
            }
        }
        let spare = format!("field{}", self.taken.len());
        self.free(&spare);
        spare
    }

    /// A name of a type or of a variant.
    pub fn upper(&mut self, dice: &mut Dice) -> String {
        for _ in 0..40 {
            let word = *dice.pick(&TYPES);
            if self.free(word) {
                return word.to_owned();
            }
        }
        let spare = format!("Type{}", self.taken.len());
        self.free(&spare);
        spare
    }

    /// A name of a function, which is one of a type too; none if all of these are taken.
    pub fn of_function(&mut self, dice: &mut Dice, words: &[&str]) -> Option<String> {
        let word = *dice.pick(words);
        self.free(&word.replace('_', "")).then(|| word.to_owned())
    }

    /// This name, if nobody has it.
    pub fn claim(&mut self, word: &str) -> bool {
        self.free(word)
    }

    /// Nobody else may have this name.
    pub fn take(&mut self, word: &str) {
        self.free(word);
    }

    /// What names become in Rust must differ too.
    fn free(&mut self, word: &str) -> bool {
        self.taken.insert(word.trim_end_matches('_').to_lowercase())
    }
}
