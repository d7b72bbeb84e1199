//! A client: starts the server, sends it messages, and waits for its answers.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that takes longer is taken to hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server, and what it said.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    last_id: i64,
    answers: BTreeMap<i64, Value>,
    /// The capabilities of the server.
    pub capabilities: Value,
    /// The last diagnostics of each document.
    pub diagnostics: BTreeMap<String, Value>,
}

impl Client {
    /// A server that was told nothing yet.
    pub fn raw() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wireform"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            messages,
            last_id: 0,
            answers: BTreeMap::new(),
            capabilities: Value::Null,
            diagnostics: BTreeMap::new(),
        }
    }

    /// A server for a client that counts in UTF-16 and takes versioned edits.
    pub fn new() -> Self {
        Self::with(json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } }), json!({}))
    }

    /// A server for a client with these capabilities and options.
    pub fn with(capabilities: Value, options: Value) -> Self {
        let mut client = Self::raw();
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options,
        });
        client.capabilities = client.ask("initialize", params)["capabilities"].clone();
        client.tell("initialized", json!({}));
        client
    }

    /// Sends a message as it is.
    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    /// Sends the text of a message.
    pub fn send_text(&mut self, text: &str) {
        let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.send_bytes(frame.as_bytes());
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server listens");
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and gives its id.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        self.last_id
    }

    /// The answer to a request: the whole message.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.next();
        }
    }

    /// Sends a request, and gives its answer, a result or an error.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// The result of a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The next message; diagnostics are noted.
    pub fn next(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE).expect("the server answers");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("a document").to_owned();
            self.diagnostics.insert(uri, message["params"].clone());
        }
        if let (None, Some(id)) = (message.get("method"), message["id"].as_i64()) {
            let earlier = self.answers.insert(id, message.clone());
            assert_eq!(earlier, None, "a request has one answer");
        }
        message
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "wire", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces the text of a document.
    pub fn change(&mut self, uri: &str, version: i32, text: &str) {
        let params =
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of a version of a document, as soon as the server sends them.
    pub fn diagnosed(&mut self, uri: &str, version: i32) -> Vec<Value> {
        while self.diagnostics.get(uri).is_none_or(|known| known["version"] != version) {
            self.next();
        }
        self.diagnostics[uri]["diagnostics"].as_array().expect("a list").clone()
    }

    /// The result of a request about a position of a document.
    pub fn at(&mut self, method: &str, uri: &str, (line, character): (usize, usize)) -> Value {
        self.ask(method, at(uri, line, character))
    }

    /// The time that the server has had on a processor, where the system says so.
    pub fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let ticks: u64 =
            stat.rsplit(") ").next()?.split(' ').skip(11).take(2).filter_map(|one| one.parse::<u64>().ok()).sum();
        Some(Duration::from_millis(ticks * 10))
    }

    /// Says good-bye, and gives the exit code.
    pub fn exit(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.code()
    }

    /// Closes the input, and gives the exit code.
    pub fn code(mut self) -> Option<i32> {
        self.input = None;
        let status = self.child.wait().expect("the server ends");
        status.code()
    }
}

/// A position of a document.
pub fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

/// The line and the character of a place in a text of ASCII: of the first `|` in a piece of it.
pub fn place(text: &str, piece: &str) -> (usize, usize) {
    let (before, after) = piece.split_once('|').expect("a mark");
    let whole = format!("{before}{after}");
    let offset = text.find(&whole).unwrap_or_else(|| panic!("`{whole}` is not there")) + before.len();
    let before = &text[..offset];
    (before.matches('\n').count(), before.len() - before.rfind('\n').map_or(0, |end| end + 1))
}

/// The text after edits of a client that counts in UTF-16. Lines end in `\n`.
pub fn edited(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |position: &Value| {
        let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("a small one");
        let start = starts[number("line")];
        let units: Vec<u16> = text[start..].encode_utf16().take(number("character")).collect();
        start + String::from_utf16(&units).expect("whole characters").len()
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list of edits")
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort();
    let mut new = String::new();
    let mut last = 0;
    for (start, end, with) in edits {
        new.push_str(&text[last..start]);
        new.push_str(with);
        last = end;
    }
    new + &text[last..]
}

/// The folder of this repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// A file of this repository: its name for a client, and its text.
pub fn shipped(path: &str) -> (String, String) {
    let path = root().join(path);
    let text = std::fs::read_to_string(&path).expect("a schema").replace("\r\n", "\n");
    (uri(&path), text)
}

/// The guide's first schema.
pub fn buoy() -> String {
    let guide = std::fs::read_to_string(root().join("schema/guide.md")).expect("the guide").replace("\r\n", "\n");
    let (_, block) = guide.split_once("```wire\n").expect("its schema");
    block.split_once("```").expect("its end").0.to_owned()
}

/// The name of a file for a client.
pub fn uri(path: &Path) -> String {
    let path = path.display().to_string().replace('\\', "/").replace(' ', "%20");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

/// The next message of the server; `None` at its end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).expect("text") == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut payload = vec![0; length.expect("a length")];
    output.read_exact(&mut payload).expect("the whole message");
    Some(serde_json::from_slice(&payload).expect("JSON"))
}
