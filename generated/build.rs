//! Generates the protocols anew if a feature asks for more than the code that is checked in has.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(generated_here)");
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(any(feature = "owned", feature = "patch", feature = "serde"))]
    generate();
}

#[cfg(any(feature = "owned", feature = "patch", feature = "serde"))]
fn generate() {
    use std::env;

    println!("cargo::rustc-cfg=generated_here");
    let is_wanted = |name: &str| env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some();
    let builder = wireform_build::Builder::new()
        .non_exhaustive(true)
        .owned(cfg!(feature = "owned"))
        .patch(cfg!(feature = "patch"))
        .serde(cfg!(feature = "serde"))
        .documents(env::var_os("OUT_DIR").expect("cargo sets it"));
    let wanted = wireform_schemas::ALL.into_iter().filter(|(name, _)| is_wanted(name));
    wanted.fold(builder, |builder, (name, text)| builder.text(format!("{name}.wire"), text)).compile();
}
