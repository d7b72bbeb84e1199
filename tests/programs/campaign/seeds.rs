//! Seeds, the real packets to begin with: examples of the schemas, test vectors and recordings, as far as they are there. A
//! packet of the schema is a seed of each target that reads it whole, and writes it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use wireform_build::model::{ExampleKind, Protocol};

use crate::beside::beside;
use crate::law::{Outcome, Verdict, buffers};
use crate::run::remember;
use crate::targets::Target;

/// Longer packets take long, and say no more.
const LONGEST: usize = 600;

/// So many numbers are tried to make parameters of.
const KNOWN: u64 = 64;

/// The recordings of a protocol: their bytes in front of the version, before the length of each datagram, and at the end. A
/// message becomes a datagram behind one of the `headers`.
struct Format {
    schema: &'static str,
    header: &'static [u8],
    front: &'static [u8],
    end: &'static [u8],
    /// In the folder `tests`, and beside the project.
    files: [Option<&'static str>; 2],
    headers: &'static [&'static [u8]],
}

const FORMATS: [Format; 2] = [
    Format {
        schema: "sauerbraten",
        header: b"SAUERBRATEN_DEMO\x01\0\0\0",
        front: &[0, 0, 0, 0, 1, 0, 0, 0],
        end: &[],
        files: [Some("packets/recording.dmo"), Some("demos/loopback_ffa_shared.dmo")],
        headers: &[],
    },
    Format {
        schema: "quake2",
        header: &[],
        front: &[],
        end: &[0xFF; 4],
        files: [None, Some("demos/test.dm2")],
        headers: &[&[5, 0, 0, 0, 4, 0, 0, 0x80, 0x3F, 0xF0], &[7, 0, 0, 0, 5, 0, 0, 0x80]],
    },
];

/// The packets with which a target begins.
pub fn seeds(target: &'static Target, protocol: &Protocol) -> Vec<Vec<u8>> {
    let examples = protocol.records.iter().flat_map(|record| &record.examples);
    let right = examples.filter(|example| !matches!(example.kind, ExampleKind::Refuses { .. }));
    let mut all: BTreeSet<Vec<u8>> = right.map(|example| example.bytes.clone()).collect();
    for folder in [Some(tests().join("packets")), beside("vectors")].into_iter().flatten() {
        all.extend(vectors(&folder.join(target.schema)));
    }
    for format in FORMATS.iter().filter(|format| format.schema == target.schema) {
        let [own, others] = format.files;
        let paths = own.map(|path| tests().join(path)).into_iter().chain(others.and_then(beside));
        all.extend(paths.flat_map(|path| format.datagrams(target.module, &path)));
        all = all.iter().flat_map(|datagram| format.framed(target.module, datagram)).collect();
    }
    let mut buffers = buffers();
    let tries = if target.is_told { KNOWN } else { 1 };
    let mut fits = |bytes: &Vec<u8>| {
        (0..tries).map(|known| known << 33 | known).any(|known| {
            remember(target, known, bytes);
            match (target.run)(known, bytes, &mut buffers, false) {
                Ok(Verdict { outcome: Outcome::Same | Outcome::Differs, consumed, .. }) => consumed == bytes.len(),
                Ok(_) => false,
                Err(_) => true,
            }
        })
    };
    all.into_iter().filter(|bytes| bytes.len() <= LONGEST && fits(bytes)).collect()
}

/// The folder `tests`.
fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The packets behind `"hex"` in the lines of a folder's files, if there is such a folder.
fn vectors(folder: &Path) -> Vec<Vec<u8>> {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let texts = paths.filter(|path| is(path, "jsonl")).filter_map(|path| fs::read_to_string(path).ok());
    let of_line = |line: &str| bytes(line.split_once("\"hex\":")?.1.split('"').nth(1)?);
    texts.flat_map(|text| text.lines().filter_map(of_line).collect::<Vec<_>>()).collect()
}

fn is(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|extension| extension == end)
}

/// The bytes that hexadecimal digits say, with or without spaces.
pub fn bytes(digits: &str) -> Option<Vec<u8>> {
    let digits: String = digits.split_whitespace().collect();
    let pairs = (0..digits.len()).step_by(2).map(|at| digits.get(at..at.checked_add(2)?));
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

impl Format {
    /// The header of a recording, which ends with the number of the version, if there is one.
    fn header(&self, module: &str) -> Vec<u8> {
        let version = module.strip_prefix('v').and_then(|version| version.parse::<i32>().ok()).map(i32::to_le_bytes);
        [self.header, version.as_ref().map_or(&[], |version| version)].concat()
    }

    /// A datagram by itself, behind each header, and in a recording.
    fn framed(&self, module: &str, datagram: &[u8]) -> Vec<Vec<u8>> {
        let len = u32::try_from(datagram.len()).unwrap_or(u32::MAX).to_le_bytes();
        let block = [self.front, &len, datagram].concat();
        let demo = [&self.header(module), &block, self.end].concat();
        let headers = self.headers.iter().map(|header| [header, datagram].concat());
        [datagram.to_vec(), block, demo].into_iter().chain(headers).collect()
    }

    /// The datagrams of a recording, if it is there.
    fn datagrams(&self, module: &str, path: &Path) -> Vec<Vec<u8>> {
        let (mut found, mut content) = (Vec::new(), fs::read(path).unwrap_or_default());
        if is(path, "dmo") {
            let packed = std::mem::take(&mut content);
            // A recording ends where it cannot be unpacked.
            _ = flate2::read::GzDecoder::new(&*packed).read_to_end(&mut content);
        }
        let mut rest = content.get(self.header(module).len()..).unwrap_or_default();
        while let Some((len, behind)) = rest.get(self.front.len()..).and_then(|rest| rest.split_first_chunk()) {
            let len = usize::try_from(i32::from_le_bytes(*len)).unwrap_or(usize::MAX);
            let Some((datagram, others)) = behind.split_at_checked(len) else { break };
            found.push(datagram.to_vec());
            rest = others;
        }
        found
    }
}
