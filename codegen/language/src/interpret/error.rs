//! Errors of reading and writing: the same kinds and words as at run time, with owned text.

use std::fmt;

/// Facts that an error has besides its kind: numbers and words, as they are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The number or words that belong in the place.
    pub expected: Option<String>,
    /// The number or words that stand there.
    pub found: Option<String>,
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.expected, &self.found) {
            (Some(expected), Some(found)) => write!(f, ": expected {expected}, found {found}"),
            (Some(expected), None) => write!(f, ": expected {expected}"),
            (None, Some(found)) => write!(f, ": found {found}"),
            (None, None) => Ok(()),
        }
    }
}

/// The number of bytes that an error shows.
pub(super) const SHOWN: usize = 8;

/// Bytes as an error shows them: the first ones.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// The error of a reader that rejects its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The outermost message, struct or family that was read.
    pub message: String,
    /// The field in it: names joined by dots.
    pub path: String,
    /// The same with the indices of elements and the messages of families: `rules[3](Chat).name`.
    pub place: Box<str>,
    /// The offset at which the field begins; of a constant of which the bytes that an error shows are right, that of the first
    /// other byte.
    pub offset: usize,
    /// The kind of error.
    pub kind: ReadErrorKind,
    /// Its facts besides the kind.
    pub facts: Box<Facts>,
}

/// The kind of a read error: incomplete or malformed input, or missing session state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The input is incomplete: with more bytes it may be valid.
    Truncated {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// The input is malformed: more bytes do not help.
    Malformed(Malformed),
    /// The layout depends on the session value with this name, which is unset.
    Session(String),
}

/// The reason why input is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    /// The packet is complete and ends too early.
    Short {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// A region, of which the end is known, ends too early.
    RegionEnd {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// No message has this code.
    Code,
    /// A constant of the protocol has another value.
    Constant,
    /// A number without a meaning here.
    Value,
    /// A bool that is neither 0 nor 1.
    Bool,
    /// Bytes that are not text in the field's encoding.
    Text,
    /// A count that is negative, or too large for any packet.
    Count,
    /// More elements or characters than the protocol allows.
    Limit,
    /// More nested parts within each other than the protocol allows.
    Depth,
    /// A form of a variable-width integer that is invalid, or longer than allowed.
    Varint,
    /// A violated rule, as written in the schema.
    Rule(String),
    /// Bytes after the end of a packet.
    Trailing,
    /// A checksum that does not match the bytes that it covers.
    Checksum,
}

impl ReadErrorKind {
    /// The kind in one word: `truncated`, `short`, `constant`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Truncated { .. } => "truncated",
            Self::Malformed(why) => why.word(),
            Self::Session(_) => "session",
        }
    }
}

impl Malformed {
    /// The reason in one word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        self.words().0
    }

    /// The reason in one word, and in a few.
    const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Short { .. } => ("short", ", but the packet ends here"),
            Self::RegionEnd { .. } => ("short", ", but the region ends here"),
            Self::Code => ("code", "unexpected code"),
            Self::Constant => ("constant", "not the constant that belongs here"),
            Self::Value => ("value", "a number without a meaning here"),
            Self::Bool => ("bool", "neither 0 nor 1"),
            Self::Text => ("text", "not valid text"),
            Self::Count => ("count", "an impossible count"),
            Self::Limit => ("limit", "longer than the protocol allows"),
            Self::Depth => ("depth", TOO_DEEP),
            Self::Varint => ("varint", "an invalid variable-width integer"),
            Self::Rule(_) => ("rule", "breaks the rule"),
            Self::Trailing => ("trailing", "bytes left over"),
            Self::Checksum => ("checksum", "not the checksum of these bytes"),
        }
    }
}

impl ReadError {
    pub(super) fn new(path: impl Into<String>, offset: usize, kind: ReadErrorKind) -> Self {
        let path = path.into();
        Self { message: String::new(), place: path.as_str().into(), path, offset, kind, facts: Box::default() }
    }

    pub(super) fn malformed(path: impl Into<String>, offset: usize, why: Malformed) -> Self {
        Self::new(path, offset, ReadErrorKind::Malformed(why))
    }

    /// Whether the family itself has no message of the number that was given.
    pub(super) fn is_of_code(&self) -> bool {
        self.kind == ReadErrorKind::Malformed(Malformed::Code) && &*self.place == "code"
    }

    /// The error of another field.
    pub(super) fn moved(self, path: &str) -> Self {
        Self { path: path.to_owned(), place: path.into(), ..self }
    }

    /// The error for input that is complete: truncated becomes short.
    #[must_use]
    pub fn at_the_end(mut self) -> Self {
        if let ReadErrorKind::Truncated { needed } = self.kind {
            self.kind = ReadErrorKind::Malformed(Malformed::Short { needed });
        }
        self
    }

    /// The error in a region that ends there.
    pub(super) fn in_region(mut self) -> Self {
        if let ReadErrorKind::Truncated { needed } | ReadErrorKind::Malformed(Malformed::Short { needed }) = self.kind {
            self.kind = ReadErrorKind::Malformed(Malformed::RegionEnd { needed });
        }
        self
    }
}

/// The path without the outermost message, whose name the error has.
fn in_message(place: &str) -> &str {
    let inner = place.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    inner.map_or(place, |(_, inner)| inner.strip_prefix('.').unwrap_or(inner))
}

/// The join of two paths; either may be empty, and the second may begin with an index or a message.
pub(super) fn join(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", one) | (one, "") => one.to_owned(),
        _ if inner.starts_with(['[', '(']) => format!("{outer}{inner}"),
        _ => format!("{outer}.{inner}"),
    }
}

/// The error of a writer that rejects its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteError {
    /// The outermost message, struct or family that was to be written.
    pub message: String,
    /// The field in it: names joined by dots.
    pub path: String,
    /// The same with the indices of elements and the messages of families: `rules[3](Chat).name`.
    pub place: Box<str>,
    /// The kind of error.
    pub kind: WriteErrorKind,
    /// Its facts besides the kind.
    pub facts: Box<Facts>,
}

/// The reason why a value cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteErrorKind {
    /// A number that does not fit its encoding.
    Range,
    /// A presence that contradicts the field or parameter that determines it.
    Presence,
    /// More elements than the count can express, or another number than the field must have.
    Count,
    /// Lists that share one count differ in length.
    Counts,
    /// A length that is not a multiple of the unit in which it is counted.
    Multiple,
    /// An element or a character that would end the list or text.
    Sentinel,
    /// A character that the encoding does not have.
    Text,
    /// A violated rule, as written in the schema.
    Rule(String),
    /// More elements or characters than the protocol allows.
    Limit,
    /// More nested parts within each other than the protocol allows.
    Depth,
    /// The layout depends on the session value with this name, which is unset.
    Session(String),
    /// An unknown field, arm or message.
    Unknown {
        /// Help: the name that was probably meant.
        help: Option<String>,
    },
    /// A number that the writer derives, or a constant: no value has it.
    Derived,
    /// Fields that have no default are left out.
    Missing {
        /// Their names.
        names: String,
    },
    /// The meaning of a number contradicts the raw number beside it.
    Contradiction,
    /// A value of another kind.
    Type {
        /// The required kind.
        wanted: &'static str,
        /// The kind of the value.
        found: &'static str,
    },
}

impl WriteErrorKind {
    /// The kind in one word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        self.words().0
    }

    /// The kind in one word, and in a few.
    const fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Range => ("range", "out of range for its place on the wire"),
            Self::Presence => ("presence", "contradicts its condition or tag"),
            Self::Count => ("count", "not the length that its count has or can have"),
            Self::Counts => ("counts", "lists that share a count differ in length"),
            Self::Multiple => ("multiple", "a length that is no multiple of its unit"),
            Self::Sentinel => ("sentinel", "a reader would end it elsewhere"),
            Self::Text => ("text", "a character that the encoding does not have"),
            Self::Rule(_) => ("rule", "breaks the rule"),
            Self::Limit => ("limit", "longer than the protocol allows"),
            Self::Depth => ("depth", TOO_DEEP),
            Self::Session(_) => ("session", UNSAID),
            Self::Unknown { .. } => ("unknown", "not known here"),
            Self::Derived => ("derived", "derived: leave it out"),
            Self::Missing { .. } => ("missing", "left out, but without a default:"),
            Self::Contradiction => ("contradiction", "not what `raw` beside it means; leave out the one that is old"),
            Self::Type { .. } => ("type", "needs"),
        }
    }
}

impl WriteError {
    /// An error at this path; the message is not known yet.
    #[must_use]
    pub fn new(path: impl Into<String>, kind: WriteErrorKind) -> Self {
        let path = path.into();
        Self { message: String::new(), place: path.as_str().into(), path, kind, facts: Box::default() }
    }
}

/// Facts and places of an error, which grow from the inside.
macro_rules! placed {
    ($($error:ident),*) => {$(
        impl $error {
            /// The error with what belongs in the place.
            #[must_use]
            pub fn expected(mut self, expected: impl fmt::Display) -> Self {
                self.facts.expected = Some(expected.to_string());
                self
            }

            /// The error with what the value has in the place.
            #[must_use]
            pub fn found(mut self, found: impl fmt::Display) -> Self {
                self.facts.found = Some(found.to_string());
                self
            }

            /// The error with the path of the field around it.
            #[must_use]
            pub fn inside(mut self, field: &str) -> Self {
                self.path = join(field, &self.path);
                self.place = join(field, &self.place).into();
                self
            }

            /// The error in an element of a list; a list in a list has no name.
            #[must_use]
            pub fn inside_element(mut self, list: &str, index: usize) -> Self {
                self.path = join(list, &self.path);
                self.place = join(&format!("{list}[{index}]"), &self.place).into();
                self
            }

            /// The error with the name of the message around it; the outermost is set last.
            #[must_use]
            pub fn in_message(mut self, message: &str) -> Self {
                message.clone_into(&mut self.message);
                self
            }

            /// The error in this message of a family, which a field may hold.
            #[must_use]
            pub fn in_member(mut self, message: &str) -> Self {
                self.place = join(&format!("({message})"), &self.place).into();
                self.in_message(message)
            }

            /// The error of the outermost message.
            #[must_use]
            pub fn outermost(mut self) -> Self {
                self.place = in_message(&self.place).into();
                self
            }
        }
    )*};
}

placed!(ReadError, WriteError);

/// The longest path that is shown whole, and how much of a longer one is, from its start and from its end.
const LONGEST: usize = 400;
const ENDS: [usize; 2] = [60, 200];

/// A path as it is shown: nested parts may be hundreds of levels deep.
fn shown(place: &str) -> String {
    let [start, end] = ENDS;
    let dots = place.match_indices('.').map(|(at, _)| at);
    let (head, tail) = dots.fold((0, place.len()), |(head, tail), at| {
        let is_near_end = at.saturating_add(end) > place.len();
        (if at <= start { at } else { head }, if is_near_end { tail.min(at) } else { tail })
    });
    match (place.get(..head), place.get(tail..)) {
        (Some(head), Some(tail)) if place.len() > LONGEST => format!("{head}..{tail}"),
        _ => place.to_owned(),
    }
}

fn more_bytes(f: &mut fmt::Formatter<'_>, needed: usize) -> fmt::Result {
    let s = if needed == 1 { "" } else { "s" };
    write!(f, "{needed} more byte{s} needed")
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, place, offset, kind, facts, .. } = self;
        write!(f, "{} at byte {offset}: {kind}{facts}", shown(&join(message, place)))
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed } => more_bytes(f, *needed),
            Self::Malformed(why) => why.fmt(f),
            Self::Session(name) => unset(f, name),
        }
    }
}

const TOO_DEEP: &str = "nested deeper than the protocol allows";

const UNSAID: &str = "no message of the session has said";

fn unset(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "{UNSAID} `{name}` yet")
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Short { needed } | Self::RegionEnd { needed } = self {
            more_bytes(f, *needed)?;
        }
        let (_, words) = self.words();
        match self {
            Self::Rule(rule) => write!(f, "{words} `{rule}`"),
            _ => f.write_str(words),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", shown(&join(&self.message, &self.place)), self.kind, self.facts)
    }
}

impl fmt::Display for WriteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, words) = self.words();
        match self {
            Self::Rule(rule) => write!(f, "{words} `{rule}`"),
            Self::Session(name) => unset(f, name),
            Self::Unknown { help: Some(help) } => write!(f, "{words}; {help}"),
            Self::Missing { names } => write!(f, "{words} {names}"),
            Self::Type { wanted, found } => write!(f, "{words} {wanted}, this is {found}"),
            _ => f.write_str(words),
        }
    }
}

impl std::error::Error for ReadError {}
impl std::error::Error for WriteError {}
