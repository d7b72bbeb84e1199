//! Generated code behind one face: bytes in, the plain value out, and what was refused in the interpreter's words.

pub mod json;
pub mod owned;
pub mod promises;

use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use serde_json::Value as Json;
use wireform::{Error, ErrorKind, Unwritable};
use wireform_build::interpret::{self, Facts, Hooks, Malformed, ReadError, ReadErrorKind, Target, Value};
use wireform_build::model::{Code, Protocol, Record, RecordId, Role, SessionId, SessionValues};
use wireform_tests::sauerbraten::GameMode;

use crate::allocations;
use crate::rng::Rng;

/// The reader and the writer of a message, a struct or a family.
pub struct Generated {
    /// By which name the interpreter knows it.
    pub name: &'static str,
    /// Of which protocol.
    pub protocol: &'static LazyLock<Protocol>,
    /// What its receiver knows, for the interpreter.
    pub params: &'static [Code],
    /// The functions of the program, if it has checksums of such.
    pub functions: Option<&'static (dyn Hooks + Sync)>,
    pub read: fn(&[u8]) -> Result<Read, ReadError>,
    /// Shows what is read, as its view and as its plain value; or says what is refused.
    pub debug: fn(&[u8]) -> Result<(), String>,
    /// Writes a random value.
    pub write: fn(&mut Rng) -> Written,
}

impl Generated {
    /// What the interpreter knows under the name. An element of a list has none there.
    pub fn target(&self) -> Target {
        let name = self.name.rsplit("::").next().unwrap_or_default();
        let is_it = |record: &Record| matches!(record.role, Role::Element { .. }) && record.name == name;
        match self.protocol.records.iter().position(is_it) {
            Some(element) => Target::Record(RecordId(element)),
            None => wireform_cli::target::target(self.protocol, self.name).expect("the interpreter knows it"),
        }
    }

    /// What the interpreter reads, knowing what was [`said`]. The numbers of the program's functions are no part of its
    /// values, as they are none of plain values.
    pub fn interpret<'b>(&self, bytes: &'b [u8]) -> Result<interpret::Read<'b>, ReadError> {
        let read = interpret::read_in(self.protocol, self.target(), bytes, self.params, &mut session(self.protocol))?;
        if self.functions.is_none() {
            return Ok(read);
        }
        // Only numbers that are right can be left out, so it is read again with these.
        let right = self.rewrite(&read.value).expect("what is read can be written");
        let value = self.compare(&right).expect("the numbers are right").value;
        Ok(interpret::Read { value, rest: read.rest })
    }

    /// What the interpreter reads and compares, having the program's functions.
    fn compare<'b>(&self, bytes: &'b [u8]) -> Result<interpret::Read<'b>, ReadError> {
        let (target, session) = (self.target(), &mut session(self.protocol));
        interpret::read_verified_in(self.protocol, target, bytes, self.params, session, self.functions())
    }

    /// What the interpreter says of the checksums in bytes that it reads.
    pub fn verify(&self, bytes: &[u8]) -> Result<(), ReadError> {
        self.compare(bytes).map(drop)
    }

    /// What the interpreter writes, knowing the same.
    pub fn rewrite(&self, value: &Value) -> Result<Vec<u8>, Refused> {
        let (target, session, functions) = (self.target(), &mut session(self.protocol), self.functions());
        let written = interpret::write_verified_in(self.protocol, target, value, self.params, session, functions);
        written.map_err(Refused::from)
    }

    /// Compares the JSON of what was read with the command's of what the interpreter reads, if it has one.
    pub fn is_json(&self, theirs: &Value, read: &Read) -> Result<(), String> {
        let Some(json) = &read.json else { return Ok(()) };
        json::compare(self.protocol, self.target(), theirs, (json, &read.again), |value| self.rewrite(value))
    }

    fn functions(&self) -> &dyn Hooks {
        match self.functions {
            Some(functions) => functions,
            None => &interpret::Unknown,
        }
    }
}

/// The game mode that is known where Sauerbraten needs one: one in which flags say the most.
pub const MODE: GameMode = GameMode::Hold;

/// The protocol that is known where Quake 2 needs one.
pub const PROTOCOL: i32 = 34;

/// What an earlier message said, to those whose layout rests on it.
pub fn said(protocol: &Protocol) -> Option<Code> {
    match protocol.name.as_str() {
        "sauerbraten" => Some(i128::from(MODE.code())),
        "quake2" => Some(i128::from(PROTOCOL)),
        _ => None,
    }
}

/// What the interpreter knows of a session.
pub fn session(protocol: &Protocol) -> SessionValues {
    let mut session = SessionValues::default();
    session.set(SessionId(0), said(protocol));
    session
}

/// What was read.
#[derive(Debug)]
pub struct Read {
    /// The plain value.
    pub value: Value,
    /// Whether the checksums of the program are right.
    pub verified: Result<(), ReadError>,
    /// The bytes that the view stands for.
    pub bytes: Vec<u8>,
    /// The plain value, written.
    pub again: Result<Vec<u8>, Refused>,
    /// The owned value, as JSON. There is none if something is refused late.
    pub json: Option<Json>,
}

/// What became of a value.
#[derive(Debug)]
pub struct Written {
    pub value: Value,
    pub bytes: Result<Vec<u8>, Refused>,
}

/// Why a value was not written: message, path, the word of the kind, and its facts.
#[derive(Debug, PartialEq)]
pub struct Refused {
    pub message: String,
    pub path: String,
    pub kind: String,
    pub facts: Facts,
}

impl From<interpret::WriteError> for Refused {
    fn from(error: interpret::WriteError) -> Self {
        let kind = error.kind.word().to_owned();
        Self { message: error.message, path: error.place.into(), kind, facts: *error.facts }
    }
}

/// A path of the schema: `rules.name` of `rules[3](Chat).name`.
pub fn without_indices(place: &str) -> String {
    let place = place.replace('(', "[").replace(')', "]");
    let mut parts = place.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + part.split_once(']').map_or("", |(_, rest)| rest))
}

/// An error of generated code as one of the interpreter.
pub fn refusal(error: Error) -> ReadError {
    let kind = match error.kind() {
        ErrorKind::Truncated { needed } => ReadErrorKind::Truncated { needed },
        ErrorKind::Malformed(why) => ReadErrorKind::Malformed(match why {
            wireform::Malformed::Short { needed } => Malformed::Short { needed },
            wireform::Malformed::RegionEnd { needed } => Malformed::RegionEnd { needed },
            wireform::Malformed::Code => Malformed::Code,
            wireform::Malformed::Constant => Malformed::Constant,
            wireform::Malformed::Value => Malformed::Value,
            wireform::Malformed::Bool => Malformed::Bool,
            wireform::Malformed::Text => Malformed::Text,
            wireform::Malformed::Count => Malformed::Count,
            wireform::Malformed::Limit => Malformed::Limit,
            wireform::Malformed::Varint => Malformed::Varint,
            wireform::Malformed::Rule(rule) => Malformed::Rule(rule.as_str().to_owned()),
            wireform::Malformed::Trailing => Malformed::Trailing,
            wireform::Malformed::Checksum => Malformed::Checksum,
            other => panic!("{other} is new"),
        }),
        ErrorKind::Session(name) => ReadErrorKind::Session(name.as_str().to_owned()),
        other => panic!("{other} is no error of a reader"),
    };
    ReadError {
        message: error.message().to_owned(),
        path: without_indices(&error.path().to_string()),
        place: error.path().to_string().into(),
        offset: error.offset().expect("a reader says where"),
        kind,
        facts: Box::new(facts(error.expected(), error.found())),
    }
}

/// The facts of an error, as they are shown.
fn facts(expected: Option<wireform::Fact>, found: Option<wireform::Fact>) -> Facts {
    let shown = |fact: Option<wireform::Fact>| fact.map(|fact| fact.to_string());
    Facts { expected: shown(expected), found: shown(found) }
}

/// Why a value was not written, in the interpreter's words.
pub fn refused(error: wireform::Error) -> Refused {
    let kind = match error.kind() {
        ErrorKind::Unwritable(why) => match why {
            Unwritable::Room { .. } => "room",
            Unwritable::Range => "range",
            Unwritable::Presence => "presence",
            Unwritable::Count => "count",
            Unwritable::Counts => "counts",
            Unwritable::Multiple => "multiple",
            Unwritable::Sentinel => "sentinel",
            Unwritable::Text => "text",
            Unwritable::Rule(_) => "rule",
            Unwritable::Limit => "limit",
            Unwritable::Raw => "raw",
            Unwritable::Resized { .. } => "resized",
            other => panic!("{other} is new"),
        },
        ErrorKind::Session(_) => "session",
        other => panic!("{other} is no error of a writer"),
    };
    Refused {
        message: error.message().to_owned(),
        path: error.path().to_string(),
        kind: kind.to_owned(),
        facts: facts(error.expected(), error.found()),
    }
}

/// Writes a value, and checks what every writer promises about its buffer.
pub fn write(
    announce: impl Fn() -> usize,
    write: impl Fn(&mut [u8]) -> Result<usize, wireform::Error>,
) -> Result<Vec<u8>, Refused> {
    written(&announce, &write)
}

/// The same, compiled once for all writers.
fn written(
    announce: &dyn Fn() -> usize,
    write: &dyn Fn(&mut [u8]) -> Result<usize, wireform::Error>,
) -> Result<Vec<u8>, Refused> {
    let announced = allocations::none(announce);
    let write = |buffer: &mut [u8]| allocations::none(|| write(buffer));
    let mut buffer = vec![0xA5; announced + 16];
    let len = write(&mut buffer).map_err(refused)?;
    assert_eq!(len, announced, "what is written is as long as announced");
    assert_eq!(buffer[len..], [0xA5; 16], "nothing is written beyond the end");
    buffer.truncate(len);
    let mut exact = vec![0; len];
    assert_eq!(write(&mut exact), Ok(len), "a buffer of just that size is enough");
    assert_eq!(exact, buffer);
    if len > 0 {
        let error = write(&mut vec![0; len - 1]).expect_err("a smaller buffer is not");
        assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Room { need: len }));
    }
    Ok(buffer)
}

/// Shows something, for which nothing is allocated. (What is shown is compared with the interpreter in `schemas`.)
pub fn shown(value: &dyn fmt::Debug) {
    struct Sink(usize);
    impl fmt::Write for Sink {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut sink = Sink(0);
    allocations::none(|| fmt::Write::write_fmt(&mut sink, format_args!("{value:?}"))).expect("the sink takes all");
    assert!(sink.0 > 0);
}

/// The most bytes of a plain value.
pub struct Longest<T>(PhantomData<T>);

impl<T: wireform::Bounded> Longest<T> {
    pub const MAX_LEN: usize = T::MAX_LEN;
}

/// Those of a value that has no such number: found where the other is not.
pub trait Boundless {
    const MAX_LEN: usize = usize::MAX;
}

impl<T> Boundless for Longest<T> {}

/// `generated!("Pos" => V260: v260::positions::Pos, v260::positions::PosView)`, and what has to be known besides. What has
/// checksums of the program says so, with its functions: `; unverified GAME` if it is handed out unverified itself, `;
/// inside GAME` if something in it is.
macro_rules! generated {
    ($name:expr => $protocol:ident: $($plain:ident)::+, $($view:ident)::+ $(, ($known:expr))? $(; $how:ident $hooks:path)?) => {
        {
            // Functions rather than closures: each is checked by itself, and not together with hundreds of others.
            fn read(bytes: &[u8]) -> Result<$crate::generated::Read, wireform_build::interpret::ReadError> {
                use $crate::allocations::none;
                use $crate::generated::{Read, generated, promises, refusal, write};
                use $crate::show::Show;
                #[allow(unused_imports, reason = "each has one of them")]
                use wireform::{Decode as _, Hooked as _};
                let parsed = none(|| $($view)::+::parse(bytes $(, $known)?));
                let exact = none(|| $($view)::+::parse_exact(bytes $(, $known)?));
                let (view, rest) = match parsed {
                    Ok(parsed) => parsed,
                    Err(error) => return Err(promises::no_whole(exact.err(), error)),
                };
                let verified = none(|| generated!(@verify view $($hooks)?)).map_err(refusal);
                let consumed = bytes.len() - rest.len();
                let plain = none(|| generated!(@value view $($how)?));
                let view = generated!(@looked_at view $($how)?);
                let value = plain.show();
                let exact = exact.map(|exact| generated!(@value exact $($how)?).show());
                promises::whole(exact, &value, [consumed, bytes.len()]);
                promises::beginning(view.as_bytes(), &bytes[..consumed], $($view)::+::MIN_LEN);
                let again = write(|| generated!(@len plain [$($known)?] [$($how)?]), |out| plain.write(out $(, $known)? $(, &$hooks)?));
                generated!(@within again $($plain)::+, $($view)::+);
                {
                    #[allow(unused_imports, reason = "each needs some of them")]
                    use $crate::generated::owned::{Itself as _, MadeOf, Same as _, kept};
                    let json = match MadeOf(plain.into_owned()).result() {
                        Ok(owned) => {
                            let lent = owned.as_value();
                            let anew = write(|| generated!(@len lent [$($known)?] [$($how)?]), |out| lent.write(out $(, $known)? $(, &$hooks)?));
                            promises::lent(&anew, &again);
                            Some(kept(&owned, |owned| owned.as_value().show(), value.clone()))
                        }
                        Err(error) => {
                            promises::is_late(&value, &error);
                            None
                        }
                    };
                    Ok(Read { value, verified, bytes: view.as_bytes().to_vec(), again, json })
                }
            }

            fn debug(bytes: &[u8]) -> Result<(), String> {
                use $crate::generated::generated;
                let read = $($view)::+::parse(bytes $(, $known)?);
                let (view, _) = read.map_err(|error| format!("{error:?} {error}"))?;
                let plain = generated!(@value view $($how)?);
                let view = generated!(@looked_at view $($how)?);
                $crate::generated::shown(&view);
                $crate::generated::shown(&plain);
                Ok(())
            }

            fn write(rng: &mut $crate::rng::Rng) -> $crate::generated::Written {
                use $crate::generated::{Written, generated, write};
                use $crate::show::Show;
                let plain: $($plain)::+ = $crate::random::Random::random(rng);
                let bytes = write(|| generated!(@len plain [$($known)?] [$($how)?]), |out| plain.write(out $(, $known)? $(, &$hooks)?));
                generated!(@within bytes $($plain)::+, $($view)::+);
                Written { value: plain.show(), bytes }
            }

            $crate::generated::Generated {
                name: $name,
                protocol: &$protocol,
                params: &[],
                functions: $crate::generated::generated!(@functions $($hooks)?),
                read,
                debug,
                write,
            }
        }
    };
    (@within $written:ident $($plain:ident)::+, $($view:ident)::+) => {{
        #[allow(unused_imports, reason = "most have a bound of their own")]
        use $crate::generated::Boundless as _;
        #[allow(unused_imports, reason = "each has one of them")]
        use wireform::{Decode as _, Hooked as _};
        let (fewest, most) = ($($view)::+::MIN_LEN, $crate::generated::Longest::<$($plain)::+>::MAX_LEN);
        $crate::generated::promises::within(&$written, fewest, most);
    }};
    (@len $plain:ident [] []) => { wireform::Encode::encoded_len(&$plain) };
    (@len $plain:ident [$known:expr] []) => { wireform::Encode::encoded_len_known(&$plain, $known) };
    (@len $plain:ident [$($known:expr)?] [$how:ident]) => { $plain.encoded_len($($known)?) };
    (@functions) => { None };
    (@functions $hooks:path) => { Some(&$hooks) };
    (@verify $view:ident) => { Ok(()) };
    (@verify $view:ident $hooks:path) => { wireform::Verify::verify(&$view, &$hooks) };
    (@value $view:ident) => { $view.to_value() };
    (@value $view:ident unverified) => { $view.without_verifying().to_value() };
    (@value $view:ident inside) => { $view.to_value_unverified() };
    (@looked_at $view:ident) => { $view };
    (@looked_at $view:ident unverified) => { $view.without_verifying() };
    (@looked_at $view:ident inside) => { $view };
}

pub(crate) use generated;
