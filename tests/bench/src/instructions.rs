//! Instructions for a packet, counted by valgrind: the same on every run, whatever else the machine does.
//!
//! The program runs itself below callgrind, which counts only inside of [`counted`] and writes a file each time that
//! returns.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::contender::Contender;

/// The operation of the command line that [`instructions`] runs.
pub const COUNT: &str = "count-for-callgrind";

/// The function that is counted. A pattern would not do: callgrind dumps only by full names.
const COUNTED: &str = "wireform_bench::instructions::counted";

/// What each contender needs for a packet, in instructions. The program is run again with `selection`, which must select
/// the same contenders.
///
/// # Errors
/// Without valgrind there are none.
pub fn instructions(contenders: &[Contender], selection: &str) -> io::Result<Vec<f64>> {
    let packets = contenders.first().map_or(0, |contender| contender.packets).to_string();
    let totals = totals(&[COUNT, selection, "", &packets], contenders.len())?;
    Ok(totals.iter().zip(contenders).map(|(total, contender)| *total as f64 / contender.packets as f64).collect())
}

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

/// What runs below callgrind: each contender once without being counted, and once counted.
pub fn run_for_callgrind(contenders: &[Contender]) {
    for contender in contenders {
        black_box((contender.run)());
        black_box(counted(&*contender.run));
    }
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
