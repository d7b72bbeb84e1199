//! Why the command ends before its work is done, and with which exit code.

use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use wireform_build::Failure;
use wireform_build::build::output::IoError;

/// The result of every part of a command.
pub type Outcome<T = ()> = Result<T, Stop>;

/// Why the command ends early.
#[derive(Debug)]
pub enum Stop {
    /// The request is impossible: code 2, as for a wrong option.
    Usage(String),
    /// A packet or value is wrong, or a file cannot be reached: code 1.
    Wrong(String),
    /// Schemas are wrong: code 1.
    Schemas(Vec<Failure>),
    /// Everything has been said already: code 1.
    Said,
    /// The packet was read, and bytes are left over, which was said: code 3.
    LeftOver,
    /// Two schemas were compared, and this does not hold of them: code 3.
    Differs(Vec<&'static str>),
}

impl Stop {
    /// `doing` is a verb: what could not be done with the file.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        Self::Wrong(format!("cannot {doing} `{}`: {error}", path.display()))
    }

    /// Standard input could not be read.
    pub fn stdin(error: io::Error) -> Self {
        Self::Wrong(format!("cannot read standard input: {error}"))
    }

    /// Says it on standard error, and gives the exit code.
    pub fn report(self) -> ExitCode {
        let code = match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Wrong(_) | Self::Schemas(_) | Self::Said => ExitCode::FAILURE,
            Self::LeftOver | Self::Differs(_) => ExitCode::from(3),
        };
        // If not even standard error takes it, the code has to do.
        let _ = write!(anstream::stderr(), "{self}");
        code
    }
}

impl fmt::Display for Stop {
    /// The lines that are still to be said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Wrong(text) => f.write_str(&headed(text)),
            Self::Schemas(failures) => f.write_str(&rendered(failures)),
            Self::Differs(what) => f.write_str(&headed(&format!("required, and does not hold: {}", what.join(", ")))),
            Self::Said | Self::LeftOver => Ok(()),
        }
    }
}

impl From<IoError> for Stop {
    fn from(error: IoError) -> Self {
        Self::Wrong(error.to_string())
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Schemas(vec![failure])
    }
}

fn headed(text: &str) -> String {
    let style = anstyle::AnsiColor::BrightRed.on_default().bold();
    format!("{style}error{style:#}: {text}\n")
}

fn rendered(failures: &[Failure]) -> String {
    let mut all = failures.iter().map(|failure| failure.render(true)).collect::<Vec<_>>().join("\n");
    if !all.ends_with('\n') {
        all.push('\n');
    }
    all
}
