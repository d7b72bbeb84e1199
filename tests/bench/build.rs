//! Compiles what is not part of `wireform-protocols`, and the schemas of PDL.

#[path = "build/nests.rs"]
mod nests;

use std::path::Path;
use std::{env, fs};

use pdl_compiler::{analyzer, ast, backends, parser};

fn main() {
    wireform_build::compile("schema/clc_move.wire");
    for protocol in ["enet", "minecraft"] {
        wireform_build::compile(format!("../../schema/gallery/{protocol}.wire"));
    }
    wireform_build::compile("../schema/features/bounds.wire");
    let folder = env::var_os("OUT_DIR").expect("cargo says where");
    let schema = Path::new(&folder).join("nests.wire");
    fs::write(&schema, nests::schema()).expect("it can be written");
    wireform_build::compile(&schema);
    fs::write(Path::new(&folder).join("nests_values.rs"), nests::values()).expect("it can be written");
    for packet in ["clc_move", "entity_update", "standard_update"] {
        pdl(packet);
    }
}

fn pdl(packet: &str) {
    let path = format!("pdl/{packet}.pdl");
    println!("cargo::rerun-if-changed={path}");
    let mut sources = ast::SourceDatabase::new();
    let file = parser::parse_file(&mut sources, &path).expect("it parses");
    let file = analyzer::analyze(&file).expect("it is right");
    let rust = backends::rust::generate(&sources, &file, &[]);
    // No text that is included can begin with the documentation of the module that includes it.
    let rust = rust.replace("//!", "//");
    let folder = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&folder).join(format!("{packet}.pdl.rs")), rust).expect("it can be written");
}
