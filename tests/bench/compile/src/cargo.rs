//! A crate to compile in a temporary folder, and the time that cargo takes for it.

use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::Instant;
use std::{env, fmt, fs, io};

/// A command of cargo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    Check,
    Debug,
    Release,
}

/// Time spent, in seconds.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    /// Time of all processors together, which other work on the machine hardly changes.
    pub processor: f64,
    /// Wall time.
    pub wall: f64,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2})", self.processor, self.wall)
    }
}

/// A crate in a folder of its own. Crates that differ only in their number of messages share a target folder.
pub struct Package {
    folder: PathBuf,
    target: PathBuf,
}

impl Package {
    /// A crate without source. Removes an earlier one of this name, and the target folder with a crate of 0 messages.
    ///
    /// A name ends with `-` and the number of messages, or the crate has a target folder of its own.
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
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.folder.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, content)
    }

    /// The folder of the crate.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes cargo compile the crate itself again.
    pub fn touch(&self) -> io::Result<()> {
        let path = self.folder.join("src/lib.rs");
        fs::write(&path, fs::read_to_string(&path)?)
    }

    /// Number of packages that it depends on.
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
        self.cargo(arguments, &[])
    }

    /// Resolves and downloads all dependencies.
    pub fn fetch(&self) -> io::Result<()> {
        self.cargo(&["fetch"], &[]).map(drop)
    }

    /// Compiles it and all dependencies into an empty target folder, as they are compiled when they come from a registry:
    /// not incrementally. Returns the page with the timings, too.
    pub fn first_build(&self) -> io::Result<(Spent, String)> {
        if self.target.exists() {
            fs::remove_dir_all(&self.target)?;
        }
        let spent = self.cargo(&["build", "--offline", "--locked", "--timings"], NOT_INCREMENTAL)?;
        Ok((spent, fs::read_to_string(self.target.join("cargo-timings/cargo-timing.html"))?))
    }

    /// Text of a file that its build script generated in a debug build.
    pub fn generated(&self, file: &str) -> io::Result<String> {
        fs::read_to_string(self.built(&format!("out/{file}"))?)
    }

    /// Runs the build script of a debug build once more, as cargo would, with an empty folder for its output.
    pub fn run_build_script(&self) -> io::Result<Spent> {
        let out = self.folder.join("out");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::create_dir(&out)?;
        let mut script = process::Command::new(self.built("build-script-build")?);
        script.env("OUT_DIR", out).env("CARGO_MANIFEST_DIR", &self.folder);
        self.spent(&mut script)
    }

    /// Path of what cargo made of its build script, or for it.
    fn built(&self, path: &str) -> io::Result<PathBuf> {
        for entry in fs::read_dir(self.target.join("debug/build"))? {
            let entry = entry?;
            let (package, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path().join(path));
            if package.rsplit_once('-').is_some_and(|(name, _)| self.folder.ends_with(name)) && path.exists() {
                return Ok(path);
            }
        }
        Err(io::Error::other(format!("cargo made no {path}")))
    }

    /// Number of lines of LLVM's language for the optimised crate, before optimisation.
    pub fn llvm_lines(&self) -> io::Result<usize> {
        self.touch()?;
        let flags = ["--", "--emit=llvm-ir", "-Cno-prepopulate-passes", "-Ccodegen-units=1"];
        self.cargo(&[&["rustc", "--release"][..], &flags].concat(), &[])?;
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

    fn cargo(&self, arguments: &[&str], environment: &[(&str, &str)]) -> io::Result<Spent> {
        let mut cargo = process::Command::new("cargo");
        cargo
            .arg("--quiet")
            .args(arguments)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("CARGO_PROFILE_DEV_DEBUG");
        self.spent(cargo.envs(environment.iter().copied()))
    }

    /// Runs a program in the folder of the crate.
    fn spent(&self, program: &mut process::Command) -> io::Result<Spent> {
        let (start, before) = (Instant::now(), children()?);
        let output = program.current_dir(&self.folder).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{}: {said}", self.folder.display())));
        }
        Ok(Spent { processor: children()? - before, wall: start.elapsed().as_secs_f64() })
    }
}

/// The environment of a build without incremental state.
const NOT_INCREMENTAL: &[(&str, &str)] = &[("CARGO_INCREMENTAL", "0")];

/// Processor time of all child processes that have ended, in seconds.
fn children() -> io::Result<f64> {
    let text = fs::read_to_string("/proc/self/stat")?;
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ');
    // Hundredths of a second in user mode and in the kernel.
    let hundredths: u32 = fields.skip(13).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    Ok(f64::from(hundredths) / 100.0)
}
