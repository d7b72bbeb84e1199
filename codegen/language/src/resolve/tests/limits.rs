//! No schema causes panics or long compile times.

use super::compiled;

fn survives(items: &str) {
    compiled(&[&format!("protocol test {{ byte_order: little }}\n{items}")]);
}

#[test]
fn long_chains_of_declarations() {
    let constants: String = (0..5000).map(|n| format!("const A{n} = A{};\n", n + 1)).collect();
    survives(&constants);
    let types: String = (0..5000).map(|n| format!("type A{n} = A{};\n", n + 1)).collect();
    survives(&format!("{types}enum E: A0 {{ X = 0 }}"));
}

#[test]
fn structs_nest_as_deep_as_other_declarations() {
    let nested = |count: usize| -> String {
        let all: String = (1..count).map(|n| format!("struct S{n} {{ a: S{} }} ", n + 1)).collect();
        format!("{all}struct S{count} {{ a: u8 }}")
    };
    super::right(&nested(100));
    insta::assert_snapshot!(super::complaints(&[
        &nested(101).replace("} ", "}\n"),
        &nested(1000).replace("} ", "}\n"),
        // A list is a level, too.
        &nested(51).replace("} ", "}\n").replace("a: S", "a: [S").replace(" }", "; 1] }").replace("u8; 1]", "u8"),
    ]));
}

#[test]
#[ignore = "long"]
fn aliases_that_name_others_twice() {
    let types = |last: &str, of: &str| {
        let all = (0..30).map(|n| format!("type T{n} = {{ a: {} }};\n", of.replace('?', &format!("T{}", n + 1))));
        format!("{}type T30 = {last};\nstruct S {{ x: T0 }}", all.collect::<String>())
    };
    survives(&types("u8", "?, b: ?"));
    survives(&types("u8", "[?; 2], b: [?; u8]"));
    survives(&types("u8", "match u8 { 0 => A: ?, 1 => B: ? }"));
    survives(&types("utf8[u8]", "? if VERSION == 1, b: ?"));
}

#[test]
fn more_fields_than_a_record_has() {
    let fields: String = (0..4097).map(|n| format!("a{n}: u8,\n")).collect();
    let told = super::complaint(&[&format!("protocol test {{ byte_order: little }}\nstruct S {{\n{fields}}}")]);
    let error = told.split_once("error: ").expect("a complaint").1;
    insta::assert_snapshot!(error);
}

#[test]
fn values_larger_than_a_stack() {
    let layers = |count: usize| -> String {
        let all: String = (0..count).map(|at| format!("layer{at}: Layer, ")).collect();
        format!("struct Map {{ {all}}} struct Layer {{ cells: [[u64; 32]; 32] }}")
    };
    survives(&layers(16));
    insta::assert_snapshot!(super::complaints(&[&layers(17)]));
}

#[test]
fn long_expressions() {
    survives(&format!("const A = {};", vec!["1"; 100_000].join(" + ")));
    survives(&format!("quantity A: u8 = raw {};", "+ 1 - 1 ".repeat(50_000)));
}

#[test]
fn numbers_at_the_ends() {
    let most = i128::MAX;
    for item in [
        format!("const A = -{most} - 1;\nconst B = -A;\nconst C = A / -1;"),
        format!("enum A: u64 {{ A = {most}, B = -{most}.. }}"),
        format!("enum A: i64 {{ A = ..={most} }}"),
        format!("quantity A: u64 = raw * {most} / {most} lossy;"),
        format!("quantity A: i64 = {most} - raw;"),
        format!("quantity A: u8 = raw + {most};"),
        format!("quantity A: u8 = raw range -{most}..={most} wrap;"),
        format!("packed A: u64 {{ a: -{most}..={most}, b: 0..={most} clamp }}"),
        format!("packed A: u64 {{ a: 0..{}, b: 0..{} clamp }}", u64::MAX, u64::MAX),
        format!("varint A: i64 {{ -{most}..={most} => 1 i64 }}"),
        format!("varint A: u8 = groups({most});"),
        "bits A: u64 { a: u64, b: u64, c: u64, d: u64, e: u64 }".to_owned(),
    ] {
        survives(&item);
    }
}
