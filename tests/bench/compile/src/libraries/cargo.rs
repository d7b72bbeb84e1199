//! A crate that is made to be compiled, and what cargo spends on that.

use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::Instant;
use std::{env, fmt, fs, io};

/// What cargo is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Check,
    Debug,
    Release,
}

/// What it took, in seconds.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    /// Of all processors together: on a machine that others use too, this is the one to compare.
    pub processor: f64,
    /// On the wall.
    pub wall: f64,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2})", self.processor, self.wall)
    }
}

/// A crate in a folder of its own. All crates with the same dependencies share what is built of them.
pub struct Package {
    folder: PathBuf,
    target: PathBuf,
}

impl Package {
    /// Without source yet. What was built earlier for a package of this name is gone, and if it is the first of its
    /// dependencies, these too.
    pub fn new(name: &str, dependencies: &str) -> io::Result<Self> {
        let root = env::temp_dir().join("wireform-bench-compile");
        let folder = root.join(name);
        let (library, messages) = name.rsplit_once('-').unwrap_or((name, ""));
        let target = root.join("target").join(library);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        if messages == "0" && target.exists() {
            fs::remove_dir_all(&target)?;
        }
        let package = Self { folder, target };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n{}",
            dependencies.replace("ROOT", concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
        );
        package.write("Cargo.toml", &manifest)?;
        Ok(package)
    }

    /// Writes one of its files.
    pub fn write(&self, path: &str, text: &str) -> io::Result<()> {
        let path = self.folder.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes cargo compile the crate itself again.
    pub fn touch(&self) -> io::Result<()> {
        let path = self.folder.join("src/lib.rs");
        fs::write(&path, fs::read_to_string(&path)?)
    }

    /// How many packages it needs, itself not counted.
    pub fn packages(&self) -> io::Result<usize> {
        let lock = fs::read_to_string(self.folder.join("Cargo.lock"))?;
        Ok(lock.matches("[[package]]").count().saturating_sub(1))
    }

    /// Compiles it.
    pub fn run(&self, command: Command) -> io::Result<Spent> {
        let arguments: &[&str] = match command {
            Command::Check => &["check"],
            Command::Debug => &["build"],
            Command::Release => &["build", "--release"],
        };
        self.cargo(arguments)
    }

    /// How many lines LLVM gets to see of the optimised crate, before it begins.
    pub fn llvm_lines(&self) -> io::Result<usize> {
        self.touch()?;
        let flags = ["--", "--emit=llvm-ir", "-Cno-prepopulate-passes", "-Ccodegen-units=1"];
        self.cargo(&[&["rustc", "--release"][..], &flags].concat())?;
        let mut lines = 0;
        for entry in fs::read_dir(self.target.join("release/deps"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "ll") {
                lines += fs::read_to_string(&path)?.lines().count();
                fs::remove_file(path)?;
            }
        }
        Ok(lines)
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<Spent> {
        let (start, before) = (Instant::now(), children()?);
        let output = process::Command::new("cargo")
            .arg("--quiet")
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("CARGO_PROFILE_DEV_DEBUG")
            .stdin(Stdio::null())
            .output();
        let output = output?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{}: {said}", self.folder.display())));
        }
        Ok(Spent { processor: children()? - before, wall: start.elapsed().as_secs_f64() })
    }
}

/// Seconds that processors have spent on what this process has run.
fn children() -> io::Result<f64> {
    let text = fs::read_to_string("/proc/self/stat")?;
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ');
    // In hundredths of a second: what children were in user mode, and in the kernel.
    let hundredths: u32 = fields.skip(13).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    Ok(f64::from(hundredths) / 100.0)
}
