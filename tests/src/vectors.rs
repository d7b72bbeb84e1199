//! Real bytes with their values, made by the programs that speak the protocols: read, compared and written by the
//! interpreter and by generated code.
//!
//! The whole collections lie outside of the project and are used where they are there; a selection of each is part of
//! the project. What is done with each line is counted, and the counts are asserted: nothing is skipped in silence.

pub mod blank;
mod line;
pub mod quake2;
pub mod rcce2;
pub mod sauerbraten;
mod tally;

use std::path::{Path, PathBuf};

use wireform_build::interpret::Value;

use crate::beside::beside;
use crate::generated::{Generated, json, owned};
use crate::laws::agreed;
use crate::show::plain;
use line::Line;
use tally::Tally;

/// For each file: lines, read, kept as an owned value, written back byte for byte, written otherwise, refused. Numbers by
/// themselves are no messages, so there is nothing to keep.
type Counts = &'static [(&'static str, [usize; 6])];

/// The vectors of a protocol.
pub struct Vectors {
    /// The name of its folders.
    protocol: &'static str,
    selection: Counts,
    collection: Counts,
    /// Does with a line what belongs to it.
    check: fn(&Line, &mut Tally) -> Result<(), String>,
}

/// Which of the vectors.
#[derive(Clone, Copy)]
pub enum Which {
    /// Those that are part of the project.
    Selected,
    /// Those outside of it.
    Collected,
}

const ALL: [Vectors; 4] = [blank::VECTORS, quake2::VECTORS, rcce2::VECTORS, sauerbraten::VECTORS];

impl Vectors {
    /// The folder in the project.
    fn selected(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("packets").join(self.protocol)
    }

    /// The folder outside of it, if it exists.
    fn collected(&self) -> Option<PathBuf> {
        beside(&format!("vectors/{}", self.protocol))
    }

    /// All lines of the selection, or of the collection, of which there are none where it is not there.
    fn lines(&self, which: Which) -> Vec<Line> {
        let folder = match which {
            Which::Selected => Some(self.selected()),
            Which::Collected => self.collected(),
        };
        folder.iter().flat_map(|folder| files(folder)).flat_map(|path| line::lines(&path)).collect()
    }

    /// Does with each line of each file what belongs to it.
    fn run(&self, folder: &Path, expected: Counts) {
        let files: Vec<(String, Tally)> = files(folder).iter().map(|path| (stem(path), self.file(path))).collect();
        for (name, tally) in &files {
            println!("{}: {name}: {tally}", self.protocol);
        }
        let counts: Vec<(&str, [usize; 6])> =
            files.iter().map(|(name, tally)| (name.as_str(), tally.counts())).collect();
        assert_eq!(counts, expected);
    }

    fn file(&self, path: &Path) -> Tally {
        let mut tally = Tally::default();
        for line in line::lines(path) {
            tally.lines += 1;
            let before = (tally.read, owned::count(), json::count());
            if let Err(why) = (self.check)(&line, &mut tally) {
                panic!("{line}: {why}");
            }
            if tally.read > before.0 && owned::count() > before.1 {
                tally.kept += 1;
                tally.json += usize::from(json::count() > before.2);
            }
        }
        tally
    }
}

#[test]
fn the_selections() {
    for vectors in ALL {
        vectors.run(&vectors.selected(), vectors.selection);
    }
}

#[test]
fn the_whole_collections_where_they_are_there() {
    for vectors in ALL {
        if let Some(folder) = vectors.collected() {
            vectors.run(&folder, vectors.collection);
        }
    }
}

/// Reads whole bytes both ways, by the laws; compares the values, and gives what is written, which is read to the same.
pub fn both(
    reader: &Generated,
    bytes: &[u8],
    compare: impl Fn(&Value) -> Result<(), String>,
) -> Result<Vec<u8>, String> {
    let (found, theirs) = agreed(reader, bytes).map_err(|error| error.to_string())?;
    if found.bytes != bytes {
        return Err("not all of it is read".to_owned());
    }
    compare(&found.value).map_err(|why| format!("generated code: {why}"))?;
    compare(&theirs).map_err(|why| format!("interpreter: {why}"))?;
    let written = found.again.map_err(|error| format!("{error:?}"))?;
    let read = reader.interpret(&written).map_err(|error| error.to_string())?;
    if plain(read.value) == plain(theirs) { Ok(written) } else { Err("it is read otherwise then".to_owned()) }
}

/// The files of vectors in a folder, in order. Other files are the system's: macOS leaves `.DS_Store`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of vectors");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// What can be read of all selections, with what reads it, for other tests.
pub fn packets() -> Vec<(Generated, Vec<u8>)> {
    packets_of(Which::Selected)
}

/// The same of either.
pub fn packets_of(which: Which) -> Vec<(Generated, Vec<u8>)> {
    blank::packets(which)
        .into_iter()
        .chain(quake2::packets(which))
        .chain(rcce2::packets(which))
        .chain(sauerbraten::packets(which))
        .collect()
}
