//! Nested records cause neither panics nor long compile times.

use super::compiled;

fn survives(items: &str) -> bool {
    compiled(&[&format!("protocol test {{ byte_order: little }}\n{items}")]).0.is_some()
}

#[test]
fn long_chains_of_records() {
    let chain = |length: usize| -> String {
        (0..length).map(|n| format!("struct A{n} {{ g: {{ list: [[{{ a: A{} }}; u8]; u8] }} }}\n", n + 1)).collect()
    };
    // Each is five levels: the struct, its group, two lists, and a group in them.
    assert!(survives(&format!("{}struct A19 {{ x: u8 }}", chain(19))));
    assert!(!survives(&format!("{}struct A20 {{ x: u8 }}", chain(20))));
    assert!(!survives(&format!("{}struct A5000 {{ x: u8 }}", chain(5000))));
    let ring: String = (0..5000).map(|n| format!("struct A{n} {{ a: A{} }}\n", (n + 1) % 5000)).collect();
    assert!(!survives(&ring));
    let families = |length: usize| -> String {
        let all: String = (0..length).map(|n| format!("family A{n}: u8 {{ A{} }}\n", n + 1)).collect();
        format!("{all}family A{length}: u8 {{ message M = 1; }}")
    };
    assert!(survives(&families(90)));
    assert!(!survives(&families(2000)));
}

#[test]
fn deep_bodies() {
    for depth in [20, 63, 1000] {
        survives(&format!("struct A {{ {}x: u8{} }}", "g: { ".repeat(depth), " }".repeat(depth)));
        survives(&format!("struct A {{ x: {}u8{} }}", "[".repeat(depth), "; 2]".repeat(depth)));
        survives(&format!("struct A {{ k: u8, x: {}u8{} }}", "match k { 0 => B: ".repeat(depth), " }".repeat(depth)));
        survives(&format!("struct A {{ k: u8, x: u8 if {}k == 1{} }}", "!(".repeat(depth), ")".repeat(depth)));
    }
}

#[test]
fn wide_records() {
    let fields: String = (0..3000).map(|n| format!("a{n}: u8 if n{n}, ")).collect();
    let bits: String = (0..3000).map(|n| format!("bits u8 {{ n{n}, _: .. }}, ")).collect();
    assert!(survives(&format!("struct A {{ {bits}{fields} }}")));
    let messages: String =
        (0..3000).map(|n| format!("message M{n} = {n} {{ x: u8, list: [{{ y: u16 }}; u8] }}\n")).collect();
    let names: String = (0..3000).map(|n| format!("M{n}, ")).collect();
    assert!(survives(&format!("{messages}family F: u16 {{ {names} }}\nstruct S {{ all: [F; ..] }}")));
}

#[test]
fn doubling_structs() {
    let chain = |of: fn(usize) -> String| {
        let all: String = (0..45).map(|n| format!("struct A{n} {{ {} }}\n", of(n + 1))).collect();
        survives(&format!("{all}struct A45 {{ x: u8 }}"))
    };
    assert!(chain(|n| format!("a: [A{n}; u8], b: [A{n}; u8]")));
    // These are longer than any packet.
    assert!(!chain(|n| format!("a: A{n}, b: A{n}")));
    assert!(!chain(|n| format!("l: [A{n}; 4000000000]")));
}
