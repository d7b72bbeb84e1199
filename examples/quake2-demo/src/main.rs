//! `quake2-demo FILE.dm2` tells what is in a recording.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use quake2_demo::{Recording, report, sample};

const HELP: &str = "\
Tells what is in a recording of Quake 2: levels, players, and how much there was to see.

usage: quake2-demo [FILE.dm2]

Without a file it tells of a recording that it makes up.

  -h, --help   this
";

/// Recordings from this size on take long enough for a progress bar.
const LONG: usize = 4 << 20;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let told = match arguments.as_slice() {
        [] => sample().map_err(Into::into).and_then(|bytes| tell("made up", &bytes)),
        [help] if help == "-h" || help == "--help" => print(HELP).map(|()| true),
        [file] if !file.to_string_lossy().starts_with('-') => {
            let name = file.to_string_lossy().into_owned();
            std::fs::read(file).map_err(|error| format!("{name}: {error}").into()).and_then(|bytes| tell(&name, &bytes))
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match told {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Follows a recording, and tells whether all of it was understood.
fn tell(name: &str, bytes: &[u8]) -> Result<bool, Box<dyn Error>> {
    let mut recording = Recording::open(bytes).map_err(|refused| format!("{name}: {refused}"))?;
    let (bar, mut understood) = (progress(bytes.len()), true);
    while let Some(datagram) = recording.next() {
        bar.set_position(recording.offset().try_into().unwrap_or(u64::MAX));
        if let Err(refused) = datagram {
            understood = false;
            bar.suspend(|| eprintln!("{name}: {refused}"));
        }
    }
    bar.finish_and_clear();
    // What came before a mistake is told all the same.
    print(&format!("{name}: {}", report(&recording)))?;
    Ok(understood)
}

/// Whoever reads the output, such as `head`, may have read enough of it.
fn print(text: &str) -> Result<(), Box<dyn Error>> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
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
