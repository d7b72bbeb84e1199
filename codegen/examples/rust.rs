//! Prints the Rust of schemas: the whole compiler in two calls.
//!
//! ```sh
//! cargo run -p wireform-build --example rust -- schema/rcce2.wire
//! ```

use std::io::{self, Write as _};
use std::process::ExitCode;

use wireform_build::{Options, load, rust};

fn main() -> io::Result<ExitCode> {
    for path in std::env::args_os().skip(1) {
        match load(path) {
            Ok(compiled) => io::stdout().write_all(rust(&compiled.schema, &Options::default()).as_bytes())?,
            Err(failure) => {
                eprint!("{}", failure.render(false));
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
