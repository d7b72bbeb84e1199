//! Many requests, one JSON object a line, each answered by a line of its own: a million of them in constant memory.

use std::io::{self, BufRead, BufReader, Read, Write};

use serde_json::{Map, Value};

use crate::input::{LIMIT, LIMIT_TEXT};
use crate::json::parse;
use crate::print::unless_unread;
use crate::stop::{Outcome, Stop};

/// A request: the keys of the object.
pub type Request = Map<String, Value>;

/// Answers every line of `input` with one line of `output`. What is no request gets the answer of `refuse`.
///
/// Answers are handed on whenever no further line is waiting, so that a program may ask, read the answer, and ask
/// again.
///
/// Both ends can fail, and each is told as what it is.
pub fn each<I: Read, O: Write>(
    input: I,
    mut output: O,
    mut answer: impl FnMut(&Request, &mut O) -> io::Result<()>,
    mut refuse: impl FnMut(&str, &mut O) -> io::Result<()>,
) -> Outcome {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    while next(&mut input, &mut line).map_err(Stop::stdin)? {
        let none_waits = input.buffer().is_empty();
        let answered = one(&line, &mut output, &mut answer, &mut refuse)
            .and_then(|()| output.write_all(b"\n"))
            .and_then(|()| if none_waits { output.flush() } else { Ok(()) });
        if answered.is_err() {
            return unless_unread(answered);
        }
    }
    unless_unread(output.flush())
}

fn one<O: Write>(
    line: &[u8],
    output: &mut O,
    mut answer: impl FnMut(&Request, &mut O) -> io::Result<()>,
    mut refuse: impl FnMut(&str, &mut O) -> io::Result<()>,
) -> io::Result<()> {
    if line.len() > LIMIT {
        return refuse(&format!("the line is longer than {LIMIT_TEXT}, the most that is read"), output);
    }
    let Ok(line) = str::from_utf8(line) else { return refuse("not JSON: it is not UTF-8 text", output) };
    match parse(line) {
        Ok(Value::Object(request)) => answer(&request, output),
        Ok(_) => refuse("not a JSON object", output),
        Err(error) => refuse(&error, output),
    }
}

/// Reads a line, `false` at the end. Of one that is too long the rest is skipped.
fn next<I: Read>(input: &mut BufReader<I>, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let limit = u64::try_from(LIMIT).unwrap_or(u64::MAX).saturating_add(1);
    let read = input.by_ref().take(limit).read_until(b'\n', line)?;
    if line.len() > LIMIT && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

#[cfg(test)]
mod tests {
    use super::each;

    fn answers(input: &str) -> String {
        let mut output = Vec::new();
        each(
            input.as_bytes(),
            &mut output,
            |request, output| serde_json::to_writer(output, &request.keys().collect::<Vec<_>>()).map_err(Into::into),
            |why, output| std::io::Write::write_all(output, why.as_bytes()),
        )
        .unwrap_or_else(|_| panic!("memory takes everything"));
        String::from_utf8(output).expect("all of it is text")
    }

    #[test]
    fn every_line_has_an_answer() {
        assert_eq!(
            answers("{\"hex\":\"00\"}\n{}\r\n[1]\n{\"with\":{}}"),
            "[\"hex\"]\n[]\nnot a JSON object\n[\"with\"]\n"
        );
        assert_eq!(answers(""), "");
        assert!(answers("\n{\n").lines().all(|answer| answer.starts_with("not JSON")));
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let long = format!("{}\n{{}}\n", " ".repeat(super::LIMIT.saturating_add(10)));
        assert_eq!(answers(&long), "the line is longer than 16 MiB, the most that is read\n[]\n");
    }
}
