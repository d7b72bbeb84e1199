//! A `.pdl` as its parser gives it: declarations by name, children by parent, and comments by line.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use pdl_compiler::ast::{
    Comment, Decl, DeclKey, EndiannessValue, FieldDesc, File, SourceDatabase, SourceLocation, SourceRange,
};
use pdl_compiler::parser::parse_inline;

use crate::Unreadable;

use super::pieces::Extent;
use super::words::{comment, is_licence};

/// The longest text that is read.
const MOST_BYTES: usize = 1 << 20;
/// The lines, times the signs of which one is in each declaration, field, tag and comment: the parser counts the lines in
/// front of each of these again.
const MOST_STEPS: usize = 2_000_000_000;
/// How deep structs, groups and parents may be in each other.
const MOST_LEVELS: usize = 64;
/// The fields that all records may have together, those of groups counted at each use.
const MOST_FIELDS: usize = 200_000;

/// Parses a text.
pub fn parse(text: &str) -> Result<File, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::new("the file has more than 1 MiB").help("divide it into several files"));
    }
    let signs = text.bytes().filter(|c| b",{=/".contains(c)).count();
    if text.lines().count().saturating_mul(signs) > MOST_STEPS {
        return Err(
            Unreadable::new("the file has too many lines and declarations").help("divide it into several files")
        );
    }
    parse_inline(&mut SourceDatabase::new(), "pdl", text.to_owned()).map_err(|wrong| {
        // A message of the grammar has the place, ` --> 3:5`, and rules of which only the parser knows the names.
        let line = wrong.message.split_once("--> ").and_then(|(_, place)| place.split(':').next()?.parse().ok());
        let wrong = match line {
            Some(line) => Unreadable::new("this is no PDL").line(line),
            None => Unreadable::new(format!("this is no PDL: {}", wrong.message)),
        };
        if text.contains("_endian_packets") {
            return wrong;
        }
        wrong.help("a file in PDL begins with `little_endian_packets` or `big_endian_packets`")
    })
}

/// A parsed file whose names are all declared, and whose declarations contain no circle.
pub struct Source<'f> {
    pub file: &'f File,
    text: &'f str,
    names: HashMap<&'f str, &'f Decl>,
    children: HashMap<&'f str, Vec<&'f Decl>>,
    /// The last comment that begins or ends on each line.
    comments: HashMap<usize, &'f Comment>,
    /// The extents of structs that are known already.
    pub(super) extents: RefCell<HashMap<DeclKey, Extent>>,
    /// The fields that may still be made.
    pub(super) left: Cell<usize>,
}

impl<'f> Source<'f> {
    pub fn new(text: &'f str, file: &'f File) -> Result<Self, Unreadable> {
        let mut source = Self {
            file,
            text,
            names: HashMap::new(),
            children: HashMap::new(),
            comments: file.comments.iter().flat_map(|it| [(it.loc.start.line, it), (it.loc.end.line, it)]).collect(),
            extents: RefCell::default(),
            left: Cell::new(MOST_FIELDS),
        };
        for decl in &file.declarations {
            if let Some(id) = decl.id()
                && source.names.insert(id, decl).is_some()
            {
                return Err(wrong(decl, format!("`{id}` is declared twice")));
            }
            if let Some(parent) = decl.parent_id() {
                source.children.entry(parent).or_default().push(decl);
            }
        }
        let mut levels = HashMap::new();
        for decl in &file.declarations {
            source.level(decl, 0, &mut levels)?;
        }
        Ok(source)
    }

    /// How many levels are in a declaration, itself counted.
    fn level(&self, decl: &'f Decl, above: usize, known: &mut HashMap<&'f str, usize>) -> Result<usize, Unreadable> {
        let id = decl.id().unwrap_or_default();
        if let Some(levels) = known.get(id) {
            return Ok(*levels);
        }
        let mut levels = 0;
        for name in named(decl) {
            let inner = self.decl(name).ok_or_else(|| wrong(decl, format!("`{name}` is not declared")))?;
            if above + levels < MOST_LEVELS {
                levels = levels.max(self.level(inner, above + 1, known)?);
            }
            if above + levels >= MOST_LEVELS {
                return Err(wrong(decl, format!("`{id}` contains itself, or too many others in each other")));
            }
        }
        known.insert(id, levels + 1);
        Ok(levels + 1)
    }

    pub fn is_big(&self) -> bool {
        self.file.endianness.value == EndiannessValue::BigEndian
    }

    /// The declaration of a name.
    pub fn decl(&self, id: &str) -> Option<&'f Decl> {
        self.names.get(id).copied()
    }

    /// The packets or structs of which it is the parent.
    pub fn children(&self, decl: &Decl) -> &[&'f Decl] {
        decl.id().and_then(|id| self.children.get(id)).map_or(&[], Vec::as_slice)
    }

    /// Its parents, the outermost first, and itself.
    pub fn line(&self, decl: &'f Decl) -> Vec<&'f Decl> {
        let mut line = vec![decl];
        while let Some(parent) = line.last().and_then(|last| self.decl(last.parent_id()?)) {
            line.push(parent);
        }
        line.reverse();
        line
    }

    /// Whether it only gives another name to its parent, for its children.
    pub fn is_alias(&self, decl: &Decl) -> bool {
        let adds = |desc: &FieldDesc| !matches!(desc, FieldDesc::Payload { size_modifier: None } | FieldDesc::Body);
        decl.parent_id().is_some()
            && decl.constraints().next().is_none()
            && !self.children(decl).is_empty()
            && !decl.fields().any(|field| adds(&field.desc))
    }

    /// A piece of the text.
    pub fn piece(&self, loc: &SourceRange) -> &'f str {
        self.text.get(loc.start.offset..loc.end.offset).unwrap_or_default().trim_end()
    }

    /// Whether something is first on its line.
    fn is_first(&self, at: SourceLocation) -> bool {
        let front = at.offset.checked_sub(at.column).and_then(|line| self.text.get(line..at.offset));
        front.is_some_and(|front| front.trim().is_empty())
    }

    /// The comments directly in front of something, if it is first on its line, and the one behind it, if it is last.
    pub fn docs(&self, loc: &SourceRange) -> String {
        let start = loc.start;
        let mut docs = Vec::new();
        let mut line = if self.is_first(start) { start.line } else { 0 };
        while let Some(found) = line.checked_sub(1).and_then(|above| self.comments.get(&above))
            && self.is_first(found.loc.start)
        {
            docs.push(comment(&found.text));
            line = found.loc.start.line;
        }
        docs.reverse();
        if let Some(found) = self.comments.get(&start.line)
            && let Some(between) = self.text.get(start.offset..found.loc.start.offset)
            && between.split_once(',').is_none_or(|(_, more)| more.trim().is_empty())
        {
            docs.push(comment(&found.text));
        }
        docs.join("\n")
    }

    /// The comments at the head of the file, but for those about the right to copy it.
    pub fn file_docs(&self) -> String {
        let head = self.file.endianness.loc.start.offset;
        let comments = &self.file.comments;
        let count = comments.iter().take_while(|found| found.loc.end.offset <= head).count();
        let blocks = comments.get(..count).unwrap_or_default();
        let blocks = blocks.chunk_by(|one, next| one.loc.end.line + 1 >= next.loc.start.line);
        let texts = blocks.map(|block| block.iter().map(|found| comment(&found.text)).collect::<Vec<_>>());
        let kept: Vec<String> = texts.map(|lines| lines.join("\n")).filter(|text| !is_licence(text)).collect();
        kept.join("\n\n")
    }
}

/// The declarations that one names directly.
fn named(decl: &Decl) -> impl Iterator<Item = &str> {
    let of_fields = decl.fields().filter_map(|field| match &field.desc {
        FieldDesc::Group { group_id: id, .. }
        | FieldDesc::Typedef { type_id: id, .. }
        | FieldDesc::Array { type_id: Some(id), .. }
        | FieldDesc::FixedEnum { enum_id: id, .. } => Some(id.as_str()),
        _ => None,
    });
    decl.parent_id().into_iter().chain(of_fields)
}

fn wrong(decl: &Decl, title: String) -> Unreadable {
    Unreadable::new(title).line(decl.loc.start.line + 1)
}
