//! Answers questions about random schemas: a line is a schema, a version, a target, bytes, and numbers for
//! parameters and for what the session has said.

#![allow(unused_macros, unused_imports, unused_mut, unused_variables, unreachable_patterns, dead_code, mismatched_lifetime_syntaxes, non_camel_case_types, reason = "one schema alone may have no use for some")]

#[macro_use]
mod kept;
mod leaves;
mod looks;
mod number;
mod words;

use std::fmt::Debug;
use std::io::Write;

use leaves::leaves;
use looks::*;
use number::number;
use wireform::prelude::*;
use words::Words;

/// Reads, shows and writes what these bytes are.
macro_rules! asked {
    ($view:path, $owned:path, $bytes:expr, $handed:tt, ($($arg:expr),*) $look:ident $lengths:tt) => {{
        use $view as View;
        let bytes: &[u8] = $bytes;
        let exact = match View::parse_exact(bytes $(, $arg)*) {
            Ok(view) => {
                let view = looked_at!($handed view);
                assert_eq!(view.as_bytes(), bytes);
                "whole".to_owned()
            }
            Err(error) => refused(&error),
        };
        match View::parse(bytes $(, $arg)*) {
            Ok((view, rest)) => {
                let consumed = bytes.len() - rest.len();
                lengths!($lengths read consumed);
                let verified = verified!($handed view);
                let view = looked_at!($handed view);
                assert_eq!(view.as_bytes(), &bytes[..consumed]);
                let value = value_of!($handed view);
                kept!($handed $owned, value, ($($arg),*));
                let mut seen = Seen::default();
                $look(&view, &value, &mut seen, "");
                let mut buffer = vec![0; announced!($handed value, ($($arg),*))];
                let written = match put!($handed value, &mut buffer, ($($arg),*)) {
                    Ok(len) => {
                        assert_eq!(len, buffer.len());
                        lengths!($lengths written len);
                        if len > 0 {
                            assert!(put!($handed value, &mut buffer[1..], ($($arg),*)).is_err());
                            put!($handed value, &mut buffer, ($($arg),*)).unwrap();
                        }
                        hex(&buffer)
                    }
                    Err(error) => unwritten(&error),
                };
                let besides = seen.words();
                format!("ok {consumed} {written} {exact}{verified} {}{} besides{besides}", leaves(&view), late(&value))
            }
            Err(error) => format!("err {} {exact}", refused(&error)),
        }
    }};
}

/// What can be looked at, whether it was compared or not.
macro_rules! looked_at {
    ((own $functions:ident) $view:expr) => {
        $view.without_verifying()
    };
    ($handed:tt $view:expr) => {
        $view
    };
}

/// The plain value; its name says where nobody was asked to compare the numbers of the program.
macro_rules! value_of {
    ((inside $functions:ident) $view:expr) => {
        $view.to_value_unverified()
    };
    ($handed:tt $view:expr) => {
        $view.to_value()
    };
}

/// Writes a value, with the program where that is needed.
macro_rules! put {
    ((plain) $value:expr, $buffer:expr, ($($arg:expr),*)) => {
        $value.write($buffer $(, $arg)*)
    };
    (($kind:ident $functions:ident) $value:expr, $buffer:expr, ($($arg:expr),*)) => {
        $value.write($buffer $(, $arg)*, &$functions)
    };
}

/// What the program says of the numbers in what was read.
macro_rules! verified {
    ((plain) $view:expr) => {
        String::new()
    };
    (($kind:ident $functions:ident) $view:expr) => {
        match wireform::Verify::verify(&$view, &$functions) {
            Ok(()) => " verified".to_owned(),
            Err(error) => format!(" {}", refused(&error)),
        }
    };
}

/// Sets each field that can be changed in place, to the value that it has and to others: the packet is then what it was
/// but for this field. What would be written of the value says whether a setter may refuse it, and why.
macro_rules! changed {
    ($view:path, $patch:path, $bytes:expr, $args:tt, $($field:ident $kind:ident $set:ident $($rewrite:ident)?;)*) => {{
        use $patch as Patch;
        use $view as View;
        let bytes: &[u8] = $bytes;
        let mut changes = Changes::default();
        if let Ok((view, _)) = called!(View::parse, bytes, $args) {
            let bytes = view.as_bytes();
            let value = view.to_value();
            let before = anew!(value, $args);
            let canonical = before.as_deref() == Ok(bytes);
            let turned = turned(bytes);
            let mut others = vec![value, Default::default()];
            // Of the next ones each field is what its type ends with.
            others.extend([value; 2]);
            others.extend(turned.iter().filter_map(|bytes| Some(called!(View::parse, bytes, $args).ok()?.0.to_value())));
            for (index, other) in others.into_iter().enumerate() {
                $('field: {
                    let ends = || (&Any(value.$field)).ends();
                    let given = match index {
                        2 => ends().map(|ends| ends.0),
                        3 => ends().map(|ends| ends.1),
                        _ => Some(other.$field),
                    };
                    let Some(given) = given else { break 'field };
                    // A field that is absent is not set.
                    let Some(inner) = (&There(given)).there() else { break 'field };
                    let mut expected = value;
                    expected.$field = given;
                    let after = anew!(expected, $args);
                    let same = |changed: &[u8]| {
                        let Ok(again) = called!(View::parse_exact, changed, $args) else {
                            panic!("{} makes {} of it", stringify!($set), hex(changed));
                        };
                        // What is no number is never equal. What is refused in a stream lies elsewhere behind another width.
                        let alike = || {
                            format!("{again:?}") == format!("{expected:?}") || format!("{expected:#?}").contains("Error {")
                        };
                        assert!(again.to_value() == expected || alike(), "{again:?} {expected:?}");
                        // A field that is there, but would be left out, is as readers accept it.
                        let is_left_out = after.as_ref().is_ok_and(|after| after.len() < changed.len());
                        let is_right = !canonical || is_left_out || after.as_deref() == Ok(changed);
                        assert!(is_right, "{} makes {} of it", stringify!($set), hex(changed));
                    };
                    let mut copy = bytes.to_vec();
                    let (mut patch, rest) = called!(Patch::parse, &mut copy, $args).unwrap();
                    assert!(rest.is_empty());
                    let outcome = outcome!($kind patch.$set(inner));
                    match outcome {
                        Ok(()) => same(patch.as_bytes()),
                        Err(_) => assert_eq!(patch.as_bytes(), bytes),
                    }
                    // Behind another length other fields, such as padding, may have another, too.
                    let alone = stringify!($kind) != "replaces";
                    let lengths = ((canonical && alone).then_some(bytes.len()), after.as_ref().ok().map(Vec::len));
                    changes.add(index == 0 && canonical, outcome, lengths);
                    $(
                        let mut buffer = vec![0; bytes.len() + 16];
                        match patch.$rewrite(given, &mut buffer) {
                            Ok(len) => same(&buffer[..len]),
                            Err(error) => {
                                assert!(index > 0 && error.kind() == wireform::ErrorKind::Unwritable(wireform::Unwritable::Range), "{error:?}");
                                assert!(after.is_err(), "{} refuses what can be written", stringify!($rewrite));
                            }
                        }
                    )?
                })*
            }
        }
        changes.words()
    }};
}

/// The bytes of a value, as its writer makes them.
macro_rules! anew {
    ($value:expr, $args:tt) => {{
        let mut buffer = vec![0; announced!((plain) $value, $args)];
        written!($value, &mut buffer, $args).map(|_| buffer)
    }};
}

/// A function with further arguments.
macro_rules! called {
    ($function:path, $first:expr, ($($arg:expr),*)) => {
        $function($first $(, $arg)*)
    };
}

/// A value, written.
macro_rules! written {
    ($value:expr, $buffer:expr, ($($arg:expr),*)) => {
        $value.write($buffer $(, $arg)*)
    };
}

/// The outcome of a setter that can, or cannot, be refused.
macro_rules! outcome {
    (replaces $set:expr) => {
        $set
    };
    (refuses $set:expr) => {
        $set
    };
    (sets $set:expr) => {{
        $set;
        Ok::<(), wireform::Error>(())
    }};
}

/// Reads and writes messages one after the other; each is written with what was known before it.
macro_rules! streamed {
    ($stream:path, $bytes:expr, $handed:tt, $known:expr, $args:tt $look:ident) => {{
        let bytes: &[u8] = $bytes;
        let mut stream = <$stream>::new(bytes, $known);
        let mut written = Ok(Vec::new());
        let (mut inside, mut shown) = (String::new(), "=".to_owned());
        let verified = verified!($handed stream);
        let refusal = loop {
            let before = stream.known;
            match stream.next() {
                None => break None,
                Some(Err(error)) => break Some(error),
                Some(Ok(view)) => {
                    let value = value_of!($handed view);
                    $look(&view, &value, &mut Seen::default(), "");
                    inside.push_str(&late(&value));
                    shown.push_str(&leaves(&value)[1..]);
                    let (outcome, buffer) = one_written!($handed value, before, $args);
                    written = written.and_then(|mut all: Vec<u8>| {
                        outcome.map_err(|error| unwritten(&error))?;
                        all.extend(buffer);
                        Ok(all)
                    });
                }
            }
        };
        match refusal {
            None => {
                let written = written.map_or_else(|error| error, |all| hex(&all));
                format!("ok {} {written} whole{verified} {shown}{inside}", bytes.len())
            }
            Some(error) => format!("err {} {}{inside}", refused(&error), refused(&error.at_the_end())),
        }
    }};
}

/// One message of a stream, written with what was known before it.
macro_rules! one_written {
    ($handed:tt $value:expr, $before:expr, ()) => {{
        let () = $before;
        let mut buffer = vec![0; announced!($handed $value, ())];
        (put!($handed $value, &mut buffer, ()), buffer)
    }};
    ($handed:tt $value:expr, $before:expr, (known)) => {{
        let mut buffer = vec![0; announced!($handed $value, ($before))];
        (put!($handed $value, &mut buffer, ($before)), buffer)
    }};
}

fn refused(error: &wireform::Error) -> String {
    let facts = [error.expected(), error.found()];
    let offset = error.offset().expect("a reader says where");
    told(error.message(), error.path(), &format!("@{offset} {:?}", error.kind()), facts)
}

fn unwritten(error: &wireform::Error) -> String {
    let kind = match error.kind() {
        wireform::ErrorKind::Unwritable(why) => format!("{why:?}"),
        other => format!("{other:?}"),
    };
    told(error.message(), error.path(), &kind, [error.expected(), error.found()])
}

fn told(message: &str, path: wireform::FieldPath, kind: &str, facts: [Option<wireform::Fact>; 2]) -> String {
    let path = without_indices(&path.to_string());
    let [expected, found] = facts.map(|fact| fact.map_or_else(String::new, |fact| fact.to_string()));
    let words = [format!("{message}.{path}:{kind}"), format!("expected:{expected},found:{found}")];
    words.map(|word| word.replace([' ', '\\', '"'], "")).join(" ")
}

/// A path of the schema: `rules.name` of `rules[3](Chat).name`.
fn without_indices(place: &str) -> String {
    let place = place.replace('(', "[").replace(')', "]");
    let mut parts = place.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    let path = parts.fold(first, |path, part| path + part.split_once(']').map_or("", |(_, rest)| rest));
    path.trim_start_matches('.').to_owned()
}

/// What is refused in a stream inside of a value, which is checked when somebody walks it: ` late .path:@offset kind`.
fn late(value: &dyn Debug) -> String {
    let text = format!("{value:#?}").replace([' ', '\n', '\\', '"'], "").replace(",)", ")").replace(",}", "}");
    let error = text.split_once("Error{message:").and_then(|(_, error)| error.split_once(",path:"));
    let parts = error.and_then(|(_, error)| {
        let (path, error) = error.split_once(",offset:")?;
        let (offset, error) = error.strip_prefix("Some(")?.split_once("),kind:")?;
        let (kind, _) = error.split_once(",expected:")?;
        Some(format!(" late .{}:@{offset}{kind}", without_indices(path)))
    });
    parts.unwrap_or_default()
}

/// More than nearly all values need.
const ROOM: usize = 1 << 16;

/// Makes a value of words and writes it; what the buffer must be is said to the byte.
macro_rules! made {
    ($make:path, $bytes:expr, $handed:tt, $args:tt $lengths:tt) => {{
        let words = Words::of($bytes);
        match $make(words).filter(|_| words.are_used_up()) {
            None => "unmade".to_owned(),
            Some(value) => {
                let mut buffer = vec![0xA5; ROOM];
                let mut outcome = put!($handed value, &mut buffer, $args);
                if let Err(error) = outcome
                    && let wireform::ErrorKind::Unwritable(wireform::Unwritable::Room { need }) = error.kind()
                {
                    buffer = vec![0xA5; need + 1];
                    outcome = put!($handed value, &mut buffer, $args);
                }
                match outcome {
                    Ok(len) => {
                        assert_eq!(len, announced!($handed value, $args));
                        lengths!($lengths written len);
                        assert!(buffer[len..].iter().all(|byte| *byte == 0xA5), "nothing is written behind the end");
                        let mut exact = vec![0x5A; len];
                        assert_eq!(put!($handed value, &mut exact, $args), Ok(len));
                        assert_eq!(exact, buffer[..len]);
                        if len > 0 {
                            let error = put!($handed value, &mut vec![0; len - 1], $args).unwrap_err();
                            assert_eq!(error.kind(), wireform::ErrorKind::Unwritable(wireform::Unwritable::Room { need: len }));
                        }
                        format!("ok {}", hex(&exact))
                    }
                    Err(error) => format!("err {}", unwritten(&error)),
                }
            }
        }
    }};
}

/// How long a value will be.
macro_rules! announced {
    ((plain) $value:expr, ()) => {
        $value.encoded_len()
    };
    ((plain) $value:expr, ($known:expr)) => {
        $value.encoded_len_known($known)
    };
    (($kind:ident $functions:ident) $value:expr, ($($known:expr)?)) => {
        $value.encoded_len($($known)?)
    };
}

/// Holds a type's constants to the model, and to what was read or written.
macro_rules! lengths {
    (($plain:path, $view:path, $min:literal $(, $max:literal)?) read $len:ident) => {{
        use $plain as Plain;
        use $view as View;
        assert_eq!(View::MIN_LEN, $min);
        $(assert_eq!(Plain::MAX_LEN, $max);)?
        assert!($len >= View::MIN_LEN, "{} bytes are read", $len);
    }};
    (($plain:path, $view:path, $min:literal $(, $max:literal)?) written $len:ident) => {{
        use $plain as Plain;
        assert!($len >= $min, "{} bytes are written", $len);
        $(assert!($len <= Plain::MAX_LEN, "{} bytes are written, and at most {}", $len, $max);)?
    }};
}

/// A layout of bits of a raw number, and with each of its parts anew: no other bits are touched then.
macro_rules! bits {
    ($bits:path, $known:expr, $($get:ident $with:ident $make:expr;)*) => {{
        use $bits as Bits;
        let mut numbers = $known.iter().flatten().copied();
        let bits = Bits::from_raw(numbers.next().unwrap().try_into().unwrap());
        let mut told = bits.raw().to_string();
        $({
            let make: fn(i128) -> Option<_> = $make;
            let with = make(numbers.next().unwrap()).map(|value| {
                let with = Made::<Bits>::made(bits.$with(value));
                with.map(|with| {
                    assert_eq!(with.$get(), value);
                    with.raw()
                })
            });
            told += &match with {
                None => " unmade".to_owned(),
                Some(None) => " refused".to_owned(),
                Some(Some(raw)) => format!(" {raw}"),
            };
        })*
        told
    }};
}

/// A packed number of the digits of a raw number, and of other digits.
macro_rules! packed {
    ($packed:path, $known:expr, $($get:ident)*) => {{
        use $packed as Packed;
        let told = |packed: Option<Packed>| packed.map_or_else(|| "refused".to_owned(), |packed| packed.raw().to_string());
        let mut numbers = $known.iter().flatten().copied();
        let raw = numbers.next().unwrap().try_into().ok();
        let one = raw.and_then(|raw| Option::<Packed>::from(Packed::from_raw(raw)));
        let whole = one.map_or_else(|| "unmade".to_owned(), |one| told(Made::made(Packed::new($(one.$get()),*))));
        let other = Packed::new($({ let _ = stringify!($get); numbers.next().unwrap().try_into().unwrap() }),*);
        format!("{whole} {}", told(Made::made(other)))
    }};
}

/// What a quantity makes of a raw number, and of a value: its value, and raw numbers.
macro_rules! quantity {
    ($quantity:path, $bytes:expr, $known:expr) => {{
        use $quantity as Quantity;
        let raw = $known[0].unwrap().try_into().ok();
        let one = raw.and_then(|raw| Option::<Quantity>::from(Quantity::from_raw(raw)));
        let value = one.map(Quantity::get);
        let raw_of = |value| {
            let made: Option<Quantity> = Made::made(Quantity::new(value));
            made.map_or("=OutOfRange|".to_owned(), |one| format!("={}|", one.raw()))
        };
        let back = value.map(raw_of);
        let value = value.map(|value| format!("{value:?}"));
        let text = std::str::from_utf8($bytes).unwrap();
        let other = text.parse().map_or_else(|_| "=?|".to_owned(), raw_of);
        format!("{} {} {other}", value.unwrap_or_default(), back.unwrap_or_default())
    }};
}

fn hex(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("x{text}")
}

fn unhex(word: &str) -> Vec<u8> {
    let digits = word.as_bytes()[1..].chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// The values of some schemas are large, and unoptimised functions have all of them on the stack, of which Windows gives
/// the main thread 1 MiB.
fn main() {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(answer).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

fn answer() {
    let questions = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut out = std::io::stdout().lock();
    for line in questions.lines() {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap();
        let schema = word().parse().unwrap();
        let (version, target) = (word().parse().unwrap(), word().parse().unwrap());
        let bytes = unhex(word());
        let known: Vec<Option<i128>> = words.map(|word| (word != "-").then(|| word.parse().unwrap())).collect();
        writeln!(out, "{}", ask((schema, version, target), &bytes, &known)).unwrap();
        out.flush().unwrap();
    }
}

