//! Counts instructions with valgrind: the same on every run, whatever else the machine does.
//!
//! A program runs itself below callgrind, which counts only inside of [`counted`] and writes a file each time that
//! returns.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// The function that is counted. A pattern would not do: callgrind dumps only by full names.
const COUNTED: &str = concat!(module_path!(), "::counted");

/// What each of `count` runs of [`counted`] takes, in instructions, when the program is run again with these arguments.
///
/// # Errors
/// Without valgrind there are none.
pub fn totals(arguments: &[&str], count: usize) -> io::Result<Vec<u64>> {
    let folder = env::temp_dir().join(format!("wireform-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(env::current_exe()?)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if !status.success() {
        return Err(io::Error::other(format!("valgrind: {status}")));
    }
    let totals = (1..=count).map(|number| total(&folder.join(format!("out.{number}"))));
    let totals = totals.collect::<io::Result<Vec<u64>>>()?;
    fs::remove_dir_all(&folder)?;
    Ok(totals)
}

/// What is counted.
#[inline(never)]
pub fn counted(run: &dyn Fn() -> u64) -> u64 {
    black_box(run())
}

fn total(file: &Path) -> io::Result<u64> {
    let text = fs::read_to_string(file)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let missing = || io::Error::other(format!("{} has no totals", file.display()));
    total.and_then(|total| total.trim().parse().ok()).ok_or_else(missing)
}
