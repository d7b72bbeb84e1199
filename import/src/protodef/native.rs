//! The types that ProtoDef and the encoders of Minecraft have by themselves.

use crate::draft::{Body, Item, Name, Wire};

use super::wire::Translator;

/// A keyword, a name, its documentation, and all behind the name.
type Declared = (&'static str, &'static str, &'static str, &'static str);

/// The types that are declared when they are used: their names, and the declarations, of which the last is theirs.
const DECLARED: &[(&[&str], &[Declared])] = &[
    (&["varint", "optvarint", "varint32"], &[VAR_INT]),
    (&["varlong"], &[VAR_LONG]),
    (&["varint64"], &[("varint", "VarU64", "Seven bits a byte, the low ones first.", ": u64 = leb128;")]),
    (&["zigzag32"], &[("varint", "ZigZag32", ZIGZAG, ": i32 = zigzag;")]),
    (&["zigzag64"], &[("varint", "ZigZag64", ZIGZAG, ": i64 = zigzag;")]),
    (&["nbt", "optionalNbt"], &[NBT_TAG, NBT_VALUE, NAMED_NBT]),
    (&["anonymousNbt", "anonOptionalNbt"], &[NBT_TAG, NBT_VALUE, NBT]),
    (&["compressedNbt"], &[COMPRESSED_NBT]),
    (&["lpVec3"], &[VAR_INT, LOW_PRECISION]),
];

const GROUPS: &str = "Seven bits a byte, the low ones first, in two's complement.";
const ZIGZAG: &str = "0, -1, 1, -2 are 0, 1, 2, 3, seven bits a byte.";
const VAR_INT: Declared = ("varint", "VarInt", GROUPS, ": i32 = groups(7, 7, 7, 7, 4);");
const VAR_LONG: Declared = ("varint", "VarLong", GROUPS, ": i64 = groups(7, 7, 7, 7, 7, 7, 7, 7, 7, 1);");

const NBT_TAG: Declared = (
    "struct",
    "NbtTag",
    "A value of NBT with its name.",
    "{\nkind: u8,\nname: latin1[u16],\nvalue: nested NbtValue(kind),\n}",
);

/// Half of the levels that may be around each other; the circles of a description have the others. Text is Java's
/// modified UTF-8, of which no byte is lost as Latin-1.
const NBT_VALUE: Declared = (
    "struct",
    "NbtValue",
    "A value of NBT, by its kind. Its text is Java's modified UTF-8.",
    "(kind: u8) depth 256 { value: match kind {
1 => Byte: i8,
2 => Short: i16,
3 => Int: i32,
4 => Long: i64,
5 => Float: f32,
6 => Double: f64,
7 => Bytes: [i8; i32],
8 => Text: latin1[u16],
9 => List { item: u8, items: [nested NbtValue(item); i32] },
10 => Compound { tags: [NbtTag; until kind: 0] },
11 => Ints: [i32; i32],
12 => Longs: [i64; i32],
} }",
);

const NBT: Declared =
    ("struct", "Nbt", "NBT, or a byte 0 for nothing.", "{\nkind: u8,\nvalue: NbtValue(kind) if kind != 0,\n}");

const NAMED_NBT: Declared = (
    "struct",
    "NamedNbt",
    "NBT with a name, or a byte 0 for nothing.",
    "{ kind: u8, tag: if kind != 0 { name: latin1[u16], value: NbtValue(kind) } }",
);

const COMPRESSED_NBT: Declared = (
    "struct",
    "CompressedNbt",
    "NBT that is compressed by gzip, or nothing.",
    "{ size: i16, data: bytes[size] if size != -1 }",
);

const LOW_PRECISION: Declared = (
    "struct",
    "LpVec3",
    "Three numbers of 15 bits and their scale; nothing but a byte 0 if all are 0.",
    "{
bits u8 { scale: u2, more: bool, x_low: u5 },
rest: if scale != 0 || more || x_low != 0 {
x_mid: u8,
bits u32 high_first { z: u15, y: u15, x_high: u2 },
scale_high: VarInt if more,
},
}",
);

/// Whether a type is known by its name alone.
#[must_use]
pub fn is_known(name: &str) -> bool {
    name == "void" || plain(name).is_some() || declared(name).is_some()
}

/// A type that is a wire without a declaration. `l` is in front of a number that has its low byte first.
fn plain(name: &str) -> Option<String> {
    let wire = match name {
        "bool" | "u8" | "i8" => name,
        "int" => "i32",
        "UUID" | "uuid" => "bytes[16]",
        "cstring" => "utf8[until 0]",
        "restBuffer" => "bytes[..]",
        _ => {
            let (number, order) = name.strip_prefix('l').map_or((name, ""), |number| (number, "le"));
            let all = ["u16", "u24", "u32", "u64", "i16", "i24", "i32", "i64", "f32", "f64"];
            return all.contains(&number).then(|| format!("{number}{order}"));
        }
    };
    Some(wire.to_owned())
}

fn declared(name: &str) -> Option<&'static [Declared]> {
    DECLARED.iter().find(|(known, _)| known.contains(&name)).map(|(_, declared)| *declared)
}

/// The wire of a type that is known by its name; nothing for `void` and for others.
pub fn wire(name: &str, to: &mut Translator<'_>) -> Option<Wire> {
    if let Some(wire) = plain(name) {
        return Some(Wire::text(wire));
    }
    // Bedrock, which has `lnbt` too, writes `nbt` in another way.
    let is_foreign = name.to_lowercase().ends_with("nbt") && to.types.find("lnbt").is_some();
    let declared = declared(name).filter(|_| !is_foreign)?;
    for (keyword, name, docs, rest) in declared {
        if !to.names.has(name) {
            let body = Body::Plain(keyword, (*rest).to_owned());
            let item = Item::new("ProtoDef", Name::plain(to.names.fresh(name)), body);
            // Numbers are in front of everything.
            let at = if *keyword == "varint" { 0 } else { to.draft.items.len() };
            to.draft.items.insert(at, Item { docs: (*docs).to_owned(), ..item });
        }
    }
    declared.last().map(|(_, name, ..)| Wire::declared(*name, Vec::new()))
}
