//! Chains of declarations, each of which rests on the one before it: one for each kind of declaration, and for each way in
//! which one may rest on another.

/// A chain, as its declarations in their order. The last is `Top`, and can be read.
pub struct Kind {
    pub name: &'static str,
    /// How many levels each declaration is: itself, and what is around the name of the one before it.
    pub levels: usize,
    pub chain: fn(usize) -> Vec<String>,
    /// A packet of `Top`.
    pub packet: fn(usize) -> Vec<u8>,
}

/// So many declarations: the first, `D0`, then each by its number and the name of the one before it, then `Top`.
fn chain(
    length: usize,
    first: &str,
    next: impl Fn(usize, &str) -> String,
    top: impl Fn(&str) -> String,
) -> Vec<String> {
    let before = |index: usize| format!("D{}", index - 1);
    let rest = (1..length - 1).map(|index| next(index, &before(index)));
    [first.to_owned()].into_iter().chain(rest).chain([top(&before(length - 1))]).collect()
}

/// Structs, each with a body around the one before it.
fn structs(length: usize, body: impl Fn(&str) -> String) -> Vec<String> {
    let next = |index: usize, before: &str| format!("struct D{index} {{ {} }}", body(before));
    chain(length, "struct D0 { a: u8 }", next, |before| format!("struct Top {{ {} }}", body(before)))
}

fn one(_: usize) -> Vec<u8> {
    vec![1]
}

fn each(length: usize) -> Vec<u8> {
    vec![1; length]
}

fn constants(length: usize, first: &str, top: impl Fn(&str) -> String) -> Vec<String> {
    chain(length, first, |index, before| format!("const D{index} = {before} + 0;"), top)
}

fn aliases(length: usize, top: impl Fn(&str) -> String) -> Vec<String> {
    chain(length, "type D0 = u8;", |index, before| format!("type D{index} = {before};"), top)
}

pub const KINDS: &[Kind] = &[
    Kind { name: "structs", levels: 1, chain: |length| structs(length, |before| format!("a: {before}")), packet: one },
    Kind {
        name: "lists",
        levels: 2,
        chain: |length| structs(length, |before| format!("a: [{before}; 1]")),
        packet: one,
    },
    Kind {
        name: "lists in place",
        levels: 5,
        chain: |length| structs(length, |before| format!("a: [{{ b: [{{ c: {before} }}; 1] }}; 1]")),
        packet: one,
    },
    Kind {
        name: "groups",
        levels: 3,
        chain: |length| structs(length, |before| format!("g: {{ h: {{ a: {before} }} }}")),
        packet: one,
    },
    Kind {
        name: "regions",
        levels: 2,
        chain: |length| structs(length, |before| format!("within (u8) {{ a: {before} }}")),
        packet: |length| (1..length).rev().chain([1]).map(|size| size as u8).collect(),
    },
    Kind {
        name: "shapes",
        levels: 2,
        chain: |length| structs(length, |before| format!("a: match u8 {{ 1 => A: {before}, 2 => B {{ b: u8 }} }}")),
        packet: each,
    },
    Kind {
        name: "types",
        levels: 1,
        chain: |length| aliases(length, |before| format!("struct Top {{ a: {before} }}")),
        packet: one,
    },
    Kind {
        name: "types of lists",
        levels: 3,
        chain: |length| {
            let next = |index: usize, before: &str| format!("type D{index} = [{{ a: {before} }}; 1];");
            chain(length, "type D0 = u8;", next, |before| format!("struct Top {{ a: {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "types and structs",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index % 2 {
                0 => format!("type D{index} = {before};"),
                _ => format!("struct D{index} {{ a: {before} }}"),
            };
            chain(length, "type D0 = u8;", next, |before| format!("struct Top {{ a: {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "constants",
        levels: 1,
        chain: |length| constants(length, "const D0 = 1;", |before| format!("struct Top {{ a: bytes[{before}] }}")),
        packet: one,
    },
    Kind {
        name: "guards",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| format!("const D{index} if {before} == 1 = 1;");
            chain(length, "const D0 = 1;", next, |before| format!("struct Top if {before} == 1 {{ a: u8 }}"))
        },
        packet: one,
    },
    Kind {
        name: "constants, types and structs",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index * 3 / length {
                0 => format!("const D{index} = {before};"),
                1 if (index - 1) * 3 / length == 0 => format!("type D{index} = bytes[{before}];"),
                1 => format!("type D{index} = {before};"),
                _ => format!("struct D{index} {{ a: {before} }}"),
            };
            chain(length, "const D0 = 1;", next, |before| format!("struct Top {{ a: {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "a constant in a condition",
        levels: 1,
        chain: |length| {
            constants(length, "const D0 = 1;", |before| format!("struct Top {{ a: u8, b: u8 if a != {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "a constant in a rule",
        levels: 1,
        chain: |length| constants(length, "const D0 = 1;", |before| format!("struct Top {{ a: u8 where {before}.. }}")),
        packet: one,
    },
    Kind {
        name: "a constant in a pattern",
        levels: 1,
        chain: |length| {
            constants(length, "const D0 = 1;", |before| {
                format!("struct Top {{ a: match u8 {{ {before} => A {{ }} }} }}")
            })
        },
        packet: one,
    },
    Kind {
        name: "a constant as an argument",
        levels: 1,
        chain: |length| {
            let top = |before: &str| format!("struct Top {{ a: Of({before}) }} struct Of(n: u8) {{ b: bytes[n] }}");
            constants(length, "const D0 = 1;", top)
        },
        packet: one,
    },
    Kind {
        name: "a constant as a default",
        levels: 1,
        chain: |length| {
            let top = |before: &str| format!("struct Top {{ bits u8 {{ f, _: .. }}, a: u8 if f else {before} }}");
            constants(length, "const D0 = 1;", top)
        },
        packet: |_| vec![0],
    },
    Kind {
        name: "a constant in an example",
        levels: 1,
        chain: |length| {
            let top = |before: &str| format!("struct Top {{ a: u8, example \"it\" = hex \"01\" {{ a: {before} }} }}");
            constants(length, "const D0 = 1;", top)
        },
        packet: one,
    },
    Kind {
        name: "a constant of an enum",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index + 2 == length {
                true => format!("enum D{index}: u8 {{ A = {before}, .. }}"),
                false => format!("const D{index} = {before};"),
            };
            chain(length, "const D0 = 1;", next, |before| format!("struct Top {{ a: u8 as {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "a constant of a quantity",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index + 2 == length {
                true => format!("quantity D{index}: u8 = raw * {before};"),
                false => format!("const D{index} = {before};"),
            };
            chain(length, "const D0 = 2;", next, |before| format!("struct Top {{ a: {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "a constant of a message",
        levels: 1,
        chain: |length| {
            constants(length, "const D0 = 1;", |before| format!("family Top: u8 {{ message M = {before} {{ }} }}"))
        },
        packet: one,
    },
    Kind {
        name: "an enum of a type",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index + 2 == length {
                true => format!("enum D{index}: {before} {{ A = 1 }}"),
                false => format!("type D{index} = {before};"),
            };
            chain(length, "type D0 = u8;", next, |before| format!("struct Top {{ a: {before} }}"))
        },
        packet: one,
    },
    Kind {
        name: "parts of a type",
        levels: 1,
        chain: |length| aliases(length, |before| format!("struct Top {{ bits {before} {{ f, _: .. }} }}")),
        packet: one,
    },
    Kind {
        name: "a family of a type",
        levels: 1,
        chain: |length| aliases(length, |before| format!("family Top: {before} {{ message M = 1 {{ }} }}")),
        packet: one,
    },
    Kind {
        name: "a parameter of a type",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| match index + 2 == length {
                true => format!("struct D{index}(n: {before}) {{ b: bytes[n] }}"),
                false => format!("type D{index} = {before};"),
            };
            chain(length, "type D0 = u8;", next, |before| format!("struct Top {{ n: u8, a: {before}(n) }}"))
        },
        packet: |_| vec![1, 1],
    },
    Kind {
        name: "parameters",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| format!("struct D{index}(n: u8) {{ a: {before}(n) }}");
            let top = |before: &str| format!("struct Top {{ n: u8, a: {before}(n) }}");
            chain(length, "struct D0(n: u8) { a: bytes[n] }", next, top)
        },
        packet: |_| vec![1, 1],
    },
    Kind {
        name: "families",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| format!("family D{index}: u8 {{ {before} }}");
            chain(length, "family D0: u8 { message M = 1 { } }", next, |before| {
                format!("family Top: u8 {{ {before} }}")
            })
        },
        packet: one,
    },
    Kind {
        name: "messages of families",
        levels: 1,
        chain: |length| {
            let family =
                |name: &str, before: &str| format!("family {name}: u8 {{ message M{name} = 1 {{ a: {before} }} }}");
            let next = |index: usize, before: &str| family(&format!("D{index}"), before);
            chain(length, "family D0: u8 { message MD0 = 1 { } }", next, |before| family("Top", before))
        },
        packet: each,
    },
    Kind {
        name: "sessions",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| {
                let known = before.to_lowercase();
                format!(
                    "message D{index} = {index} {{ a: u8, b: u8 if session.{known} == 2 }} session d{index} = D{index}.a;"
                )
            };
            let names: String = (0..length - 1).map(|index| format!("D{index}, ")).collect();
            let top = |_: &str| format!("family Top: u8 {{ {names} }}");
            chain(length, "message D0 = 0 { a: u8 } session d0 = D0.a;", next, top)
        },
        packet: |_| vec![0, 1],
    },
    Kind {
        name: "deltas",
        levels: 1,
        chain: |length| {
            let next = |index: usize, before: &str| format!("delta D{index} {{ a: {before} from base.a }}");
            let first = "delta D0 { bits u8 { f, _: .. }, a: u8 if f else base.a }";
            chain(length, first, next, |before| format!("struct Top {{ a: {before} from zero }}"))
        },
        packet: |_| vec![1, 1],
    },
];
