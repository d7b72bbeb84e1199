//! The steps of a build, from the page that `cargo build --timings` writes.

use std::collections::BTreeSet;
use std::io;

/// One step: a run of rustc or of a build script.
#[derive(Debug)]
pub struct Unit {
    /// Name of its package, and its target if that is not the library.
    pub name: String,
    /// Name and version of its package.
    package: (String, String),
    /// Seconds from the start of the build.
    pub start: f64,
    pub seconds: f64,
    /// Seconds until the metadata that dependent crates wait for; only libraries have them.
    pub front_end: Option<f64>,
}

/// All units of a page.
///
/// # Errors
/// Errors if the page is of an unknown format.
pub fn units(page: &str) -> io::Result<Vec<Unit>> {
    let unknown = || io::Error::other("this cargo writes timings in another format");
    let (_, data) = page.split_once("const UNIT_DATA = [\n").ok_or_else(unknown)?;
    let (data, _) = data.split_once("\n];").ok_or_else(unknown)?;
    data.split("\n  },").map(|unit| self::unit(unit).ok_or_else(unknown)).collect()
}

/// A unit is an object, laid out with one key a line. Its own keys are indented by four spaces, those of its sections by
/// more; the first section is the front end.
fn unit(text: &str) -> Option<Unit> {
    let value = |indent: &str, key: &str| {
        let key = format!("{indent}\"{key}\": ");
        let value = text.lines().find_map(|line| line.strip_prefix(&key))?;
        Some(value.trim_end_matches(',').trim_matches('"'))
    };
    let own = |key| value("    ", key);
    let (name, version, target) = (own("name")?, own("version")?, own("target")?);
    Some(Unit {
        name: format!("{name}{target}"),
        package: (name.to_owned(), version.to_owned()),
        start: own("start")?.parse().ok()?,
        seconds: own("duration")?.parse().ok()?,
        front_end: value("          ", "end").and_then(|end| end.parse().ok()),
    })
}

/// Number of packages that were compiled, without the crate itself.
pub fn packages(units: &[Unit]) -> usize {
    let packages: BTreeSet<_> = units.iter().map(|unit| &unit.package).collect();
    packages.len().saturating_sub(1)
}
