//! The time that the schema compiler takes, and what rustc takes for the code, beside other libraries on the same messages.
//!
//! There are messages of four shapes, again and again under other names:
//!
//! | shape | fields |
//! | --- | --- |
//! | 0 | `id: u16`, `x`, `y`, `z: f32`, `yaw: u16`, `state: u8`, `speed`, `health: u16` |
//! | 1 | `id: u16`, flags, `target: u16`, `speed: u32` and `place: f32` if their flag is set, `alive: bool`, `time: u32` |
//! | 2 | `id: u16`, up to 255 entries of `id: u16`, `x`, `y: f32`, `state: u8` |
//! | 3 | `id: u32`, `channel: u8`, up to 255 bytes, `time: u32` |

mod binrw;
mod deku;
mod pdl;
mod prost;
mod wireform;

use std::io::{self, Write};

use crate::cargo::{Command, Package, Spent};
pub use wireform::{family, records};

/// A library with all that a crate needs that uses it.
struct Library {
    name: &'static str,
    /// What stands in `Cargo.toml`.
    dependencies: &'static str,
    /// A build script, if there is one.
    build_script: Option<&'static str>,
    /// A file besides `src/lib.rs`: its path, and what stands in it for so many messages.
    schema: Option<(&'static str, Text)>,
    /// `src/lib.rs` for so many messages: a function for each that reads it and writes it again.
    source: Text,
}

/// The fields of the first shape, where they are those of a struct in Rust.
const PLAIN: &str =
    "pub id: u16, pub x: f32, pub y: f32, pub z: f32, pub yaw: u16, pub state: u8, pub speed: u16, pub health: u16,";
/// The same of an entry of the third.
const ENTRY: &str = "pub id: u16, pub x: f32, pub y: f32, pub state: u8";

/// What is written for so many messages.
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

/// Numbers of messages of which the schema compiler is timed.
const SCHEMAS: [usize; 4] = [10, 100, 1000, 10_000];

/// Prints how long the schema compiler takes, as part of a build script, and how much memory.
///
/// # Errors
/// What files and cargo may refuse.
pub fn schemas(most: usize) -> io::Result<()> {
    println!("Seconds of processor time, and seconds that went by in brackets:\n");
    println!("| messages | build script | seconds | microseconds a message | megabytes | lines of Rust |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: |");
    let optimised = "[profile.dev.build-override]\nopt-level = 3\n";
    for (name, options) in [("as it is by default", ""), ("optimised", optimised)] {
        for messages in SCHEMAS.into_iter().filter(|messages| *messages <= most) {
            let package = Package::new(&format!("schema-{messages}"), &format!("{}{options}", wireform::DEPENDENCIES))?;
            package.write("build.rs", wireform::BUILD_SCRIPT)?;
            package.write("schema/messages.wire", wireform::family(messages))?;
            package.write("src/lib.rs", "")?;
            package.run(Command::Check)?;
            let [processor, wall, megabytes, lines] = wireform::reported(&package)?;
            let (spent, each) = (Spent { processor, wall }, processor / messages as f64 * 1e6);
            println!("| {messages} | {name} | {spent} | {each:.0} | {megabytes:.0} | {lines:.0} |");
        }
    }
    Ok(())
}

/// Prints what rustc takes for so many messages.
///
/// # Errors
/// What files and cargo may refuse.
pub fn crates(messages: usize) -> io::Result<()> {
    println!("Seconds of processor time for {messages} messages, and seconds that went by in brackets:\n");
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
        // Each figure as soon as it is there: all of them take a while.
        print!("| {} | {packages} | {cold} |", library.name);
        for command in [Command::Check, Command::Debug, Command::Release] {
            // The build script runs the first time.
            package.run(command)?;
            print!(" {} |", median(&package, command)?);
            io::stdout().flush()?;
        }
        println!(" {} |", package.llvm_lines()?);
    }
    Ok(())
}

/// The middle one of three times, in which nothing but the crate itself is compiled.
fn median(package: &Package, command: Command) -> io::Result<Spent> {
    let mut spent = Vec::new();
    for _ in 0..3 {
        package.touch()?;
        spent.push(package.run(command)?);
    }
    spent.sort_by(|one, other| one.processor.total_cmp(&other.processor));
    Ok(spent[1])
}
