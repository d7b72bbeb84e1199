//! Nothing panics, and nothing takes long, whatever is written.

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
