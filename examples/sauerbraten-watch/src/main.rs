//! `sauerbraten-watch FILE.dmo` tells what happens in a recording.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use sauerbraten_watch::{Recording, unpack};

/// Recordings from this size on take long enough for a progress bar.
const LONG: usize = 4 << 20;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [file] = arguments.as_slice() else {
        eprintln!("usage: sauerbraten-watch FILE.dmo");
        return ExitCode::from(2);
    };
    let file = Path::new(file);
    match watch(file) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => complain(file, &error),
    }
}

/// Tells what happens, and whether all of the recording was understood.
fn watch(file: &Path) -> io::Result<bool> {
    let bytes = unpack(std::fs::File::open(file)?)?;
    let mut recording = match Recording::open(&bytes) {
        Ok(recording) => recording,
        Err(refused) => {
            complain(file, &refused);
            return Ok(false);
        }
    };
    let bar = progress(bytes.len());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut understood = true;
    while let Some(followed) = recording.next() {
        bar.set_position(recording.offset().try_into().unwrap_or(u64::MAX));
        if let Err(refused) = followed {
            understood = false;
            bar.suspend(|| complain(file, &refused));
        }
        if let Err(error) = bar.suspend(|| write_lines(&mut out, recording.lines())) {
            return heard_enough(error, understood);
        }
    }
    bar.finish_and_clear();
    match write_lines(&mut out, recording.finish()).and_then(|()| out.flush()) {
        Ok(()) => Ok(understood),
        Err(error) => heard_enough(error, understood),
    }
}

/// Whoever reads the output, such as `head`, may have read enough of it.
fn heard_enough(error: io::Error, understood: bool) -> io::Result<bool> {
    if error.kind() == io::ErrorKind::BrokenPipe { Ok(understood) } else { Err(error) }
}

fn write_lines(out: &mut impl Write, lines: Vec<String>) -> io::Result<()> {
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// A bar that shows on terminals only, and for long recordings.
fn progress(len: usize) -> ProgressBar {
    if len < LONG {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(len.try_into().unwrap_or(u64::MAX));
    match ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn complain(file: &Path, error: &impl Display) -> ExitCode {
    eprintln!("{}: {error}", file.display());
    ExitCode::FAILURE
}
