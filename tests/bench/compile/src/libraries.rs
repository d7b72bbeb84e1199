//! The time of the schema compiler, and of rustc for generated code, beside other libraries with the same messages.
//!
//! The messages have four shapes, in turns and under different names:
//!
//! | shape | fields |
//! | --- | --- |
//! | 0 | `id: u16`, `x`, `y`, `z: f32`, `yaw: u16`, `state: u8`, `speed`, `health: u16` |
//! | 1 | `id: u16`, flags, `target: u16`, `speed: u32` and `place: f32` if their flag is set, `alive: bool`, `time: u32` |
//! | 2 | `id: u16`, up to 255 entries of `id: u16`, `x`, `y: f32`, `state: u8` |
//! | 3 | `id: u32`, `channel: u8`, up to 255 bytes, `time: u32` |

mod binrw;
mod deku;
mod messages;
mod pdl;
mod prost;
mod wireform;

use std::io::{self, Write};

use crate::cargo::{Command, Package, Spent};

/// A library, and the files of a crate that uses it.
struct Library {
    name: &'static str,
    /// The dependencies in `Cargo.toml`.
    dependencies: &'static str,
    /// A build script, if there is one.
    build_script: Option<&'static str>,
    /// A file besides `src/lib.rs`: its path, and its text for a number of messages.
    schema: Option<(&'static str, Text)>,
    /// `src/lib.rs` for a number of messages: a function for each that reads it and writes it again.
    source: Text,
}

/// The fields of the first shape, as those of a struct in Rust.
const PLAIN: &str =
    "pub id: u16, pub x: f32, pub y: f32, pub z: f32, pub yaw: u16, pub state: u8, pub speed: u16, pub health: u16,";
/// The fields of an entry of the third shape, as those of a struct in Rust.
const ENTRY: &str = "pub id: u16, pub x: f32, pub y: f32, pub state: u8";

/// A text for a number of messages.
type Text = fn(usize) -> String;

const LIBRARIES: [Library; 5] = [wireform::LIBRARY, pdl::LIBRARY, prost::LIBRARY, deku::LIBRARY, binrw::LIBRARY];

impl Library {
    fn package(&self, messages: usize) -> io::Result<Package> {
        let package = Package::new(&format!("{}-{messages}", self.name), self.dependencies)?;
        if let Some(script) = self.build_script {
            package.write("build.rs", script)?;
        }
        if let Some((path, text)) = self.schema {
            package.write(path, text(messages))?;
        }
        package.write("src/lib.rs", (self.source)(messages))?;
        Ok(package)
    }
}

/// Numbers of messages in the schemas that are timed.
const SCHEMAS: [usize; 4] = [10, 100, 1000, 10_000];

/// Prints the time and the memory of the schema compiler in a build script.
///
/// # Errors
/// Errors of files and of cargo.
pub fn schemas(most: usize) -> io::Result<()> {
    println!("Seconds of CPU time; in parentheses, of wall time:\n");
    println!("| messages | build script | seconds | microseconds a message | megabytes | lines of Rust |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: |");
    let optimised = "[profile.dev.build-override]\nopt-level = 3\n";
    for (name, options) in [("default", ""), ("optimised", optimised)] {
        for messages in SCHEMAS.into_iter().filter(|messages| *messages <= most) {
            let package = Package::new(&format!("schema-{messages}"), &format!("{}{options}", wireform::DEPENDENCIES))?;
            package.write("build.rs", wireform::BUILD_SCRIPT)?;
            package.write("schema/messages.wire", messages::family(messages))?;
            package.write("src/lib.rs", "")?;
            package.run(Command::Check)?;
            let [processor, wall, megabytes, lines] = wireform::reported(&package)?;
            let (spent, each) = (Spent { processor, wall }, processor / messages as f64 * 1e6);
            println!("| {messages} | {name} | {spent} | {each:.0} | {megabytes:.0} | {lines:.0} |");
        }
    }
    Ok(())
}

/// Prints the time of rustc for a number of messages.
///
/// # Errors
/// Errors of files and of cargo.
pub fn crates(messages: usize) -> io::Result<()> {
    println!("Seconds of CPU time for {messages} messages; in parentheses, of wall time:\n");
    println!("| | packages | dependencies, cold | check | debug | release | lines of LLVM |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for library in &LIBRARIES {
        let empty = library.package(0)?;
        let cold = empty.run(Command::Check)?;
        let packages = empty.packages()?;
        for command in [Command::Debug, Command::Release] {
            empty.run(command)?;
        }
        let package = library.package(messages)?;
        // Each figure as soon as it is measured: all of them take minutes.
        print!("| {} | {packages} | {cold} |", library.name);
        for command in [Command::Check, Command::Debug, Command::Release] {
            // The build script runs now, and not when the crate is timed.
            package.run(command)?;
            print!(" {} |", median(&package, command)?);
            io::stdout().flush()?;
        }
        println!(" {} |", package.llvm_lines()?);
    }
    Ok(())
}

/// The median of three builds of the crate without its dependencies.
fn median(package: &Package, command: Command) -> io::Result<Spent> {
    let mut spent = Vec::new();
    for _ in 0..3 {
        package.touch()?;
        spent.push(package.run(command)?);
    }
    spent.sort_by(|one, other| one.processor.total_cmp(&other.processor));
    Ok(spent[1])
}
