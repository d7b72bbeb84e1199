//! The Luas that Wireshark may have.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, by their versions.
const NAMES: [&str; 3] = ["lua5.2", "lua5.3", "lua5.4"];

/// One version of Lua.
#[derive(Debug, Clone)]
pub struct Lua {
    /// `lua5.2`
    pub name: &'static str,
    program: PathBuf,
}

/// All versions that are installed; of others, this says that they are skipped.
#[must_use]
pub fn all() -> Vec<Lua> {
    NAMES.into_iter().filter_map(|name| Some(Lua { name, program: crate::program(name)? })).collect()
}

impl Lua {
    /// Runs a script in a folder of its own, and gives what it prints.
    ///
    /// # Panics
    /// If it fails.
    #[must_use]
    pub fn run(&self, folder: &Path, script: &str) -> String {
        self.answer(folder, script, "")
    }

    /// Runs a script that reads this input.
    ///
    /// # Panics
    /// If it fails.
    #[must_use]
    pub fn answer(&self, folder: &Path, script: &str, input: &str) -> String {
        let folder = folder.join(self.name);
        crate::emptied(&folder);
        let (path, asked) = (folder.join("script.lua"), folder.join("input"));
        std::fs::write(&path, script).expect("the script");
        std::fs::write(&asked, input).expect("its input");
        let mut command = Command::new(&self.program);
        command.arg(&path).current_dir(&folder).stdin(File::open(&asked).expect("its input"));
        let output = command.output().expect("lua runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.is_empty(), "{}: {err}", self.name);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
