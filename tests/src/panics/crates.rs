//! Crates without the standard library, of which the panic handler calls what is not there.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::crates::put;

const HEAD: &str = r#"#![no_std]
//! What must not panic.

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn no_such_function() -> !;
    }
    no_such_function()
}

/// Helpers of the compiler name it, which were compiled for crates that unwind.
#[unsafe(no_mangle)]
pub extern "C" fn rust_eh_personality() {}
"#;

const PROFILES: &str = r#"
[profile.dev]
panic = "abort"
debug = false
debug-assertions = false
overflow-checks = true

[profile.release]
panic = "abort"
lto = true
codegen-units = 1
"#;

/// One crate.
pub struct Crate {
    pub name: String,
    pub code: String,
    /// Further files, by the names of their modules.
    pub modules: Vec<(String, String)>,
    /// Which packages of the workspace it depends on.
    pub uses: &'static [&'static str],
}

/// Some crates in a folder.
pub struct Crates {
    folder: PathBuf,
}

impl Crates {
    pub fn new(name: &str, crates: &[Crate]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let mut members = String::new();
        for one in crates {
            let mut manifest = format!("[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n", one.name);
            manifest += "[lib]\ncrate-type = [\"cdylib\"]\n[dependencies]\n";
            for (name, folder) in [("wireform", "runtime"), ("wireform-protocols", "generated")] {
                if one.uses.contains(&name) {
                    writeln!(manifest, "{name} = {{ path = {:?} }}", workspace.join(folder)).expect("a string");
                }
            }
            let source = folder.join(&one.name).join("src");
            fs::create_dir_all(&source).expect("a folder for the crate");
            put(&folder.join(&one.name).join("Cargo.toml"), &manifest);
            put(&source.join("lib.rs"), &format!("{HEAD}{}", one.code));
            one.modules.iter().for_each(|(name, code)| put(&source.join(format!("{name}.rs")), code));
            write!(members, "{:?}, ", one.name).expect("a string");
        }
        put(&folder.join("Cargo.toml"), &format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n{PROFILES}"));
        Self { folder }
    }

    /// Builds some of them, optimised, so that the linker refuses what is not defined; what it says then.
    pub fn link(&self, names: &[&str]) -> Result<(), String> {
        self.cargo(names, "linked", &["--release"], "-Clink-arg=-Wl,-z,defs -Clink-arg=-lc")
    }

    /// Builds some of them, not optimised, with all that is not generic, whether anything calls it or not; where their
    /// assembly lies, and that of what they depend on.
    pub fn assemble(&self, names: &[&str]) -> PathBuf {
        let _ = fs::remove_dir_all(self.folder.join("assembled"));
        let flags = "--emit=asm -Clink-dead-code -Csymbol-mangling-version=v0";
        self.cargo(names, "assembled", &[], flags).unwrap_or_else(|error| panic!("{error}"));
        self.folder.join("assembled/debug/deps")
    }

    fn cargo(&self, names: &[&str], target: &str, arguments: &[&str], flags: &str) -> Result<(), String> {
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "--offline", "--quiet", "--color=never", "--keep-going"]).args(arguments);
        names.iter().for_each(|name| {
            command.args(["-p", name]);
        });
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join(target)).env("RUSTFLAGS", flags);
        // All of a crate is in one file then.
        command.env("CARGO_INCREMENTAL", "0").env_remove("RUSTC_WORKSPACE_WRAPPER");
        let output = command.output().expect("cargo runs");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }
}
