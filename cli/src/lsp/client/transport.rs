//! Messages on standard input and output, each after a header with its length.
//!
//! The messages are those of `lsp-server`. Its own reader ends at the first message that it does not understand, and trusts
//! the length of the header; this one answers with an error and goes on.

use std::io::{self, BufRead, Read as _, Write};
use std::thread;

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// A longer message ends the connection. A schema has at most 16 MiB, and its text in JSON six times as much.
const MOST: u64 = 128 << 20;

/// Connects a server to standard input and output. The thread that is returned ends when all messages are written.
pub fn stdio() -> io::Result<(Connection, thread::JoinHandle<()>)> {
    let (client, server) = Connection::memory();
    let Connection { sender, receiver } = client;
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(payload)) = payload(&mut input) {
            match message(&payload) {
                Ok(message) => {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
                // A client that does not listen need not get an answer.
                Err(answer) => drop(write(&mut io::stdout().lock(), &answer)),
            }
        }
    })?;
    let writer = thread::Builder::new().name("writer".to_owned()).spawn(move || {
        // Ends early if the client is gone: then its end of the input is closed, too.
        let _ = receiver.iter().try_for_each(|message| message.write(&mut io::stdout().lock()));
    })?;
    Ok((server, writer))
}

/// The content of the next message; `None` at the end of the input.
fn payload(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_ascii().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => length = value.trim().parse().ok(),
            None if line.trim_ascii().is_empty() && length.is_some() => break,
            // Other headers, and whatever else is between two messages.
            _ => {}
        }
    }
    let length: u64 = length.filter(|length| *length <= MOST).ok_or(io::ErrorKind::InvalidData)?;
    let mut payload = Vec::new();
    input.take(length).read_to_end(&mut payload)?;
    Ok(Some(payload))
}

/// The message of a payload, or the answer to what is none.
fn message(payload: &[u8]) -> Result<Message, Value> {
    let value: Value = serde_json::from_slice(payload).map_err(|error| {
        let said = format!("this is no JSON: {error}");
        refusal(Value::Null, ErrorCode::ParseError, &said)
    })?;
    let id = value.get("id").cloned();
    match serde_json::from_value(value) {
        // The identifier of a request is a whole number or a text.
        Ok(message) if id.is_none() || !matches!(message, Message::Notification(_)) => Ok(message),
        _ => {
            let said = "this is no request, answer or notification: they have a `method`, an `id`, or both";
            Err(refusal(id.unwrap_or_default(), ErrorCode::InvalidRequest, said))
        }
    }
}

fn refusal(id: Value, code: ErrorCode, said: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": said } })
}

fn write(output: &mut impl Write, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use lsp_server::Message;
    use serde_json::Value;

    use super::{MOST, message, payload};

    fn payloads(text: &str) -> Vec<String> {
        let mut input = Cursor::new(text);
        let mut found = Vec::new();
        while let Ok(Some(one)) = payload(&mut input) {
            found.push(String::from_utf8_lossy(&one).into_owned());
        }
        found
    }

    #[test]
    fn headers_have_any_case_and_order() {
        let text = "Content-Length: 2\r\n\r\n{}content-length:3\nX: y\n\n[1]\r\n\r\nContent-Type: z\r\nCONTENT-LENGTH: 1\r\n\r\n7";
        assert_eq!(payloads(text), ["{}", "[1]", "7"]);
    }

    #[test]
    fn a_huge_message_ends_the_input_and_takes_no_memory() {
        assert_eq!(payloads(&format!("Content-Length: {}\r\n\r\n{{}}", MOST + 1)), [""; 0]);
        assert_eq!(payloads("Content-Length: 99999999999999999999\r\n\r\n{}"), [""; 0]);
        assert_eq!(payloads(&format!("Content-Length: {MOST}\r\n\r\n{{}}")), ["{}"]);
    }

    #[test]
    fn what_is_no_message_has_an_answer() {
        let read = |text: &str| message(text.as_bytes());
        let refused = |text: &str| {
            let answer = read(text).expect_err("no message");
            (answer["id"].clone(), answer["error"]["code"].as_i64())
        };
        assert_eq!(refused("{"), (Value::Null, Some(-32700)));
        assert_eq!(refused("[]"), (Value::Null, Some(-32600)));
        assert_eq!(refused(r#"{"id": 7}"#), (7.into(), Some(-32600)));
        assert_eq!(refused(r#"{"id": 1e99, "method": "x"}"#), (1e99.into(), Some(-32600)));
        assert_eq!(refused(&"[".repeat(100_000)).1, Some(-32700));
        assert!(matches!(read(r#"{"id": "a", "method": "x"}"#), Ok(Message::Request(_))));
        assert!(matches!(read(r#"{"method": "x"}"#), Ok(Message::Notification(_))));
    }
}
