//! The messages as a schema of Wireform.

use std::{fs, io};

use super::Library;
use super::messages::records;
use crate::cargo::Package;

pub const LIBRARY: Library = Library {
    name: "wireform",
    dependencies: DEPENDENCIES,
    build_script: Some(BUILD_SCRIPT),
    schema: Some(("schema/messages.wire", records)),
    source,
};

pub const DEPENDENCIES: &str = "
[dependencies]
wireform = { path = \"ROOT/runtime\" }
[build-dependencies]
wireform-build = { path = \"ROOT/codegen\" }
";

/// A build script that writes a report beside itself: seconds of CPU time and of wall time, the most megabytes, and the
/// number of generated lines.
pub const BUILD_SCRIPT: &str = "\
fn main() {
    let start = std::time::Instant::now();
    wireform_build::compile(\"schema/messages.wire\");
    let wall = start.elapsed().as_secs_f64();
    let stat = std::fs::read_to_string(\"/proc/self/stat\").unwrap();
    let fields: Vec<&str> = stat.rsplit(\") \").next().unwrap().split(' ').collect();
    let hundredths: f64 = fields[11..13].iter().map(|field| field.parse::<f64>().unwrap()).sum();
    let status = std::fs::read_to_string(\"/proc/self/status\").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix(\"VmHWM:\")).unwrap();
    let kilobytes: f64 = peak.trim().trim_end_matches(\" kB\").parse().unwrap();
    let rust = std::path::Path::new(&std::env::var_os(\"OUT_DIR\").unwrap()).join(\"messages.rs\");
    let lines = std::fs::read_to_string(rust).unwrap().lines().count();
    let report = format!(\"{} {wall} {} {lines}\", hundredths / 100.0, kilobytes / 1024.0);
    std::fs::write(\"report\", report).unwrap();
}
";

/// The report of the build script.
pub fn reported(package: &Package) -> io::Result<[f64; 4]> {
    let report = fs::read_to_string(package.folder().join("report"))?;
    let numbers: Vec<f64> = report.split(' ').filter_map(|number| number.parse().ok()).collect();
    numbers.try_into().map_err(|_| io::Error::other(report))
}

fn source(messages: usize) -> String {
    let functions = (0..messages).map(|index| {
        format!(
            "pub fn echo_{index}(bytes: &[u8], buffer: &mut [u8]) -> Option<usize> {{
    messages::M{index}View::parse_exact(bytes).ok()?.to_value().write(buffer).ok()
}}
"
        )
    });
    "wireform::include_schema!(pub mod messages);\n".to_owned() + &functions.collect::<String>()
}
