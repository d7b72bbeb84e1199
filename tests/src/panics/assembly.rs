//! What calls what in the assembly of some crates, and which ways lead to a panic.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::{fs, mem};

use rustc_demangle::demangle;

use super::functions::{RUNTIME, called};

/// A function, or a table of such, and all that it names.
struct Node {
    symbol: String,
    /// What rustc calls it, without what it is generic over.
    name: String,
    /// The crate in which it stands; none where it is a table.
    of_crate: Option<String>,
    /// That is one of ours.
    is_own: bool,
    /// There is code of it here; else it is core's, compiled before.
    is_here: bool,
    names: Vec<usize>,
}

/// What is in the name of a table: it is known within one file only.
const TABLE: &str = ".s:.L";

/// All functions of some crates.
pub struct Assembly {
    nodes: Vec<Node>,
}

/// A way to a panic: a function of ours, the function of core's that it names, and what that leads to in the end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    pub from: String,
    pub core: String,
    pub end: String,
}

impl Assembly {
    /// Reads all assembly in a folder. Crates whose names begin with one of `own` are ours.
    pub fn read(folder: &Path, own: &[&str]) -> Self {
        let mut reader = Reader::default();
        let files = fs::read_dir(folder).expect("it was compiled").flatten().map(|file| file.path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "s")) {
            reader.file(&file.to_string_lossy(), &fs::read_to_string(&file).expect("assembly is text"));
        }
        for node in &mut reader.nodes {
            node.name = without_generics(&format!("{:#}", demangle(&node.symbol)));
            node.of_crate = match node.symbol.strip_prefix("_R") {
                Some(_) => crate_of(&node.symbol, &node.name),
                // What is exported by its own name is ours.
                None => own.first().filter(|_| !node.symbol.contains(TABLE)).map(|own| (*own).to_owned()),
            };
            node.is_own = node.of_crate.as_ref().is_some_and(|name| own.iter().any(|own| name.starts_with(own)));
        }
        Self { nodes: reader.nodes }
    }

    /// What all functions are called that there is code of, as [`Function::called`] says it.
    pub fn called(&self) -> BTreeSet<String> {
        let all = self.nodes.iter().filter(|node| node.is_here);
        all.map(|node| match node.name.rsplit_once(">::").and_then(|(on, name)| Some((on.strip_prefix('<')?, name))) {
            Some((on, name)) => {
                let (of, of_trait) = on.split_once(" as ").map_or((on, None), |(of, on)| (of, Some(on)));
                called(of, of_trait, name, node.of_crate.as_deref() == Some(RUNTIME))
            }
            None => node.name.clone(),
        })
        .collect()
    }

    /// All ways from functions of ours to what is not here, unless that cannot panic.
    pub fn ways(&self, is_calm: impl Fn(&str) -> bool) -> BTreeSet<Way> {
        let mut named_by = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            node.names.iter().for_each(|name| named_by[*name].push(at));
        }
        // Of each function of core's that leads to a panic without one of ours in between, where it ends. A function of
        // ours is asked by itself.
        let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
        let may_panic = |node: &Node| !node.is_here && node.symbol.starts_with("_R") && !is_calm(&node.name);
        let mut look: Vec<usize> = (0..self.nodes.len()).filter(|at| may_panic(&self.nodes[*at])).collect();
        ends.extend(look.iter().map(|at| (*at, *at)));
        while let Some(at) = look.pop() {
            for by in &named_by[at] {
                let node = &self.nodes[*by];
                if !node.is_own && !ends.contains_key(by) && !is_calm(&node.name) {
                    ends.insert(*by, ends[&at]);
                    look.push(*by);
                }
            }
        }
        let name = |at: usize| self.nodes[at].name.clone();
        let own = self.nodes.iter().filter(|node| node.is_own);
        own.flat_map(|node| node.names.iter().map(move |core| (node, *core)))
            .filter_map(|(node, core)| {
                Some(Way { from: node.name.clone(), core: name(core), end: name(*ends.get(&core)?) })
            })
            .collect()
    }
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    known: HashMap<String, usize>,
}

impl Reader {
    fn node(&mut self, symbol: &str) -> usize {
        if let Some(at) = self.known.get(symbol) {
            return *at;
        }
        let at = self.nodes.len();
        self.known.insert(symbol.to_owned(), at);
        let (symbol, name) = (symbol.to_owned(), String::new());
        self.nodes.push(Node { symbol, name, of_crate: None, is_own: false, is_here: false, names: Vec::new() });
        at
    }

    /// Reads the assembly of one crate.
    fn file(&mut self, path: &str, text: &str) {
        let (mut current, mut is_code, mut named) = (None, true, BTreeSet::new());
        // What has a name within its file only.
        let symbol_of = |name: &str| if name.starts_with(".L") { format!("{path}:{name}") } else { name.to_owned() };
        for line in text.lines() {
            if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with(['\t', '#'])) {
                // Within a function they are places in it.
                if !label.starts_with(".L") || !is_code {
                    self.end(current, mem::take(&mut named));
                    let at = self.node(&symbol_of(label.trim_matches('"')));
                    self.nodes[at].is_here = true;
                    current = Some(at);
                }
                continue;
            }
            let words = line.trim_start();
            if let Some(section) = words.strip_prefix(".section").map(str::trim_start) {
                is_code = section.trim_start_matches('"').starts_with(".text");
            }
            is_code |= words.starts_with(".text");
            if words.starts_with('.')
                && ![".quad", ".long", ".8byte", ".xword"].iter().any(|data| words.starts_with(data))
            {
                continue;
            }
            let words = words.split(|character: char| !character.is_ascii_alphanumeric() && !"_.$".contains(character));
            named.extend(words.filter(|word| word.starts_with("_R") || word.starts_with(".L")).map(symbol_of));
        }
        self.end(current, named);
    }

    /// What one function, or table, names.
    fn end(&mut self, node: Option<usize>, named: BTreeSet<String>) {
        let Some(node) = node else { return };
        let names: Vec<usize> = named.iter().map(|name| self.node(name)).filter(|at| *at != node).collect();
        self.nodes[node].names.extend(names);
    }
}

/// The crate in which a function stands, by [how its symbol is made](https://doc.rust-lang.org/rustc/symbol-mangling/v0.html).
/// What a trait has for all is the trait's.
fn crate_of(symbol: &str, name: &str) -> Option<String> {
    let start = "_R".len();
    let mut at = start;
    loop {
        match symbol.as_bytes().get(at)? {
            // In something, by its kind.
            b'N' => at += 2,
            b'I' => at += 1,
            // An `impl`, by the module in which it stands.
            b'M' | b'X' => at = behind_number(symbol, at + 1)?,
            b'B' => {
                let number = &symbol[at + 1..at + symbol[at..].find('_')?];
                at = start + if number.is_empty() { 0 } else { number.chars().try_fold(0, digit)? + 1 };
            }
            b'C' => {
                let rest = &symbol[behind_number(symbol, at + 1)?..];
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let len: usize = rest[..digits].parse().ok()?;
                return rest[digits..].trim_start_matches('_').get(..len).map(str::to_owned);
            }
            // `<Type as Trait>::function` without an `impl`.
            b'Y' => return Some(name.rsplit_once(" as ")?.1.split("::").next()?.to_owned()),
            _ => return None,
        }
    }
}

/// A number with one more digit, of 62.
fn digit(before: usize, digit: char) -> Option<usize> {
    let value = match digit {
        '0'..='9' => u32::from(digit) - u32::from('0'),
        'a'..='z' => u32::from(digit) - u32::from('a') + 10,
        'A'..='Z' => u32::from(digit) - u32::from('A') + 36,
        _ => return None,
    };
    Some(before * 62 + value as usize)
}

/// Behind a number, if one is there.
fn behind_number(symbol: &str, at: usize) -> Option<usize> {
    if symbol.as_bytes().get(at) == Some(&b's') { Some(at + symbol[at..].find('_')? + 1) } else { Some(at) }
}

/// A name without what stands in the angle brackets behind its parts.
fn without_generics(name: &str) -> String {
    let (mut out, mut depth, mut before) = (String::new(), 0_usize, ' ');
    for character in name.chars() {
        let opens = character == '<' && (depth > 0 || before.is_alphanumeric() || before == '_' || out.ends_with("::"));
        if opens {
            if depth == 0 && out.ends_with("::") {
                out.truncate(out.len() - 2);
            }
            depth += 1;
        } else if character == '>' && depth > 0 && before != '-' {
            depth -= 1;
        } else if depth == 0 {
            out.push(character);
        }
        before = character;
    }
    out
}
