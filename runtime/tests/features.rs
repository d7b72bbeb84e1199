//! A program that calls a function without the feature that adds it, or includes code that needs one: the compiler names the
//! feature, and nothing else.

use std::path::Path;
use std::process::Command;

fn rustc() -> Command {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata"]);
    command
}

#[test]
fn a_missing_feature_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (runtime, program) = (folder.join("libwireform.rmeta"), folder.join("program.rs"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let built =
        rustc().args(["--crate-name", "wireform", "-o"]).args([&runtime, &source]).status().expect("rustc runs");
    assert!(built.success());
    let compiled = |text: &str| {
        std::fs::write(&program, text).expect("a program");
        let output = rustc()
            .arg(&program)
            .arg("--extern")
            .arg(format!("wireform={}", runtime.display()))
            .arg("-o")
            .arg(folder.join("program.rmeta"))
            .output()
            .expect("rustc runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let told = |call: &str| {
        compiled(&format!(
            "#![deny(warnings)]
            use wireform::prelude::*;
            pub fn f(value: impl Encode<Known = ()>) -> Result<usize, wireform::Error> {{ {call} }}"
        ))
    };
    let errors = |text: &str| text.lines().filter(|line| line.starts_with("error")).count();
    let (compiles, text) = told("value.write_known(&mut [], ())");
    assert!(compiles, "{text}");
    let calls = [
        ("alloc", "let bytes = value.to_vec()?; Ok(bytes.len())"),
        ("alloc", "let bytes = value.to_vec_known(())?; Ok(bytes.len())"),
        ("alloc", "let mut bytes = Vec::<u8>::new(); value.append_to(&mut bytes)"),
        ("bytes", "let mut bytes = Vec::<u8>::new(); value.put_to(&mut bytes)"),
    ];
    for (feature, call) in calls {
        let (compiles, text) = told(call);
        assert!(!compiles, "{call}");
        assert!(text.contains(&format!("error[E0277]: this function needs the feature `{feature}`")), "{text}");
        assert!(text.contains(&format!("features = [\"{feature}\"]")), "{text}");
        assert_eq!(errors(&text), 2, "that one, and that rustc stops: {text}");
    }
    // As `include_schema!` includes what `serde(true)` and `owned(true)` generate: none of it, also what the program takes from
    // it.
    for (option, feature) in [("serde", "serde"), ("owned", "alloc")] {
        let (compiles, text) = compiled(&format!(
            "mod shop {{
                ::wireform::with_{option}! {{
                    #[derive(::wireform::form::serde::Serialize)]
                    pub struct Order {{ #[serde(with = \"::wireform::form::hex\")] pub id: u32 }}
                    ::wireform::serde_view! {{ [] OrderView<'_>, to_value }}
                    pub struct Name(::wireform::alloc::string::String);
                }}
            }}
            use shop::Order;
            pub fn f(order: Order) -> shop::Sound {{ order.id }}"
        ));
        let told = format!("error: `{option}(true)` needs the feature `{feature}` of the crate `wireform`");
        assert!(!compiles && text.contains(&told), "{text}");
        assert_eq!(errors(&text), 2, "that one, and that rustc stops: {text}");
    }
    // No build script has made anything.
    let (compiles, text) = compiled("wireform::include_schema!(pub mod q2 = quake2);");
    assert!(
        !compiles && text.contains("error: `include_schema!` needs a build script, `build.rs`: `fn main() {"),
        "{text}"
    );
    assert_eq!(errors(&text), 2, "that one, and that rustc stops: {text}");
}
