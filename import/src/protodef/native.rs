//! The types that ProtoDef and the encoders of Minecraft have by themselves.

use crate::draft::{Body, Item, Name, Wire};

use super::wire::Translator;

/// The numbers: the name, and the wire.
const NUMBERS: &[(&str, &str)] = &[
    ("u8", "u8"),
    ("u16", "u16"),
    ("u24", "u24"),
    ("u32", "u32"),
    ("u64", "u64"),
    ("i8", "i8"),
    ("i16", "i16"),
    ("i24", "i24"),
    ("i32", "i32"),
    ("i64", "i64"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("lu16", "u16le"),
    ("lu24", "u24le"),
    ("lu32", "u32le"),
    ("lu64", "u64le"),
    ("li16", "i16le"),
    ("li24", "i24le"),
    ("li32", "i32le"),
    ("li64", "i64le"),
    ("lf32", "f32le"),
    ("lf64", "f64le"),
    ("int", "i32"),
    ("bool", "bool"),
    ("UUID", "bytes[16]"),
    ("uuid", "bytes[16]"),
    ("cstring", "utf8[until 0]"),
    ("restBuffer", "bytes[..]"),
    ("varint", "VarInt"),
    ("optvarint", "VarInt"),
    ("varint32", "VarInt"),
    ("varlong", "VarLong"),
    ("varint64", "VarU64"),
    ("zigzag32", "ZigZag32"),
    ("zigzag64", "ZigZag64"),
];

/// The varints: the name here, its documentation, and the rest of the declaration.
const VARINTS: &[Declared] = &[
    ("VarInt", "Seven bits a byte, the low ones first, in two's complement.", ": i32 = groups(7, 7, 7, 7, 4);"),
    (
        "VarLong",
        "Seven bits a byte, the low ones first, in two's complement.",
        ": i64 = groups(7, 7, 7, 7, 7, 7, 7, 7, 7, 1);",
    ),
    ("VarU64", "Seven bits a byte, the low ones first.", ": u64 = leb128;"),
    ("ZigZag32", "0, -1, 1, -2 are 0, 1, 2, 3, seven bits a byte.", ": i32 = zigzag;"),
    ("ZigZag64", "0, -1, 1, -2 are 0, 1, 2, 3, seven bits a byte.", ": i64 = zigzag;"),
];

/// The structs: the type, the names here, their documentation, and the rest of the declarations. The text of NBT is Java's modified
/// UTF-8, of which no byte is lost as Latin-1.
const STRUCTS: &[(&[&str], &[Declared])] = &[
    (&["nbt", "optionalNbt"], &[NBT_TAG, NBT_VALUE, NAMED_NBT]),
    (&["anonymousNbt", "anonOptionalNbt"], &[NBT_TAG, NBT_VALUE, NBT]),
    (&["compressedNbt"], &[COMPRESSED_NBT]),
    (&["lpVec3"], &[LOW_PRECISION]),
];

/// A name, its documentation, and all behind the name.
type Declared = (&'static str, &'static str, &'static str);

const NBT_TAG: Declared =
    ("NbtTag", "A value of NBT with its name.", "{\nkind: u8,\nname: latin1[u16],\nvalue: nested NbtValue(kind),\n}");

/// Half of the levels that may be around each other; the circles of a description have the others.
const NBT_VALUE: Declared = (
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

const NBT: Declared = ("Nbt", "NBT, or a byte 0 for nothing.", "{\nkind: u8,\nvalue: NbtValue(kind) if kind != 0,\n}");

const NAMED_NBT: Declared = (
    "NamedNbt",
    "NBT with a name, or a byte 0 for nothing.",
    "{ kind: u8, tag: if kind != 0 { name: latin1[u16], value: NbtValue(kind) } }",
);

const COMPRESSED_NBT: Declared =
    ("CompressedNbt", "NBT that is compressed by gzip, or nothing.", "{ size: i16, data: bytes[size] if size != -1 }");

const LOW_PRECISION: Declared = (
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
    name == "void" || NUMBERS.iter().any(|(known, _)| *known == name) || structs(name).is_some()
}

fn structs(name: &str) -> Option<&'static [Declared]> {
    STRUCTS.iter().find(|(known, _)| known.contains(&name)).map(|(_, structs)| *structs)
}

/// The wire of a type that is known by its name; nothing for `void` and for others.
pub fn wire(name: &str, to: &mut Translator) -> Option<Wire> {
    if let Some((_, wire)) = NUMBERS.iter().find(|(known, _)| *known == name) {
        return Some(number(wire, to));
    }
    let structs = structs(name).filter(|_| to.java_nbt || !name.to_lowercase().ends_with("nbt"))?;
    if name == "lpVec3" {
        number("VarInt", to);
    }
    let mut last = "";
    for declared in structs {
        if !to.names.has(declared.0) {
            let item = item("struct", declared, to);
            to.draft.items.push(item);
        }
        last = declared.0;
    }
    Some(Wire::declared(last, Vec::new()))
}

/// A number; a varint is declared when it is used first, in front of everything.
pub fn number(wire: &str, to: &mut Translator) -> Wire {
    let Some(declared) = VARINTS.iter().find(|(name, ..)| *name == wire) else { return Wire::text(wire) };
    if !to.names.has(declared.0) {
        let item = item("varint", declared, to);
        to.draft.items.insert(0, item);
    }
    Wire::declared(declared.0, Vec::new())
}

fn item(keyword: &'static str, (name, docs, rest): &Declared, to: &mut Translator) -> Item {
    let name = Name::plain(to.names.fresh(name));
    Item { docs: (*docs).to_owned(), ..Item::new("ProtoDef", name, Body::Plain(keyword, (*rest).to_owned())) }
}
