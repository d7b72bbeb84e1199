//! The life of a server: from `initialize` to `exit`, one message after the other.
//!
//! Everything is computed on this thread, since a schema is compiled faster than a client asks. Diagnostics are computed when
//! no message waits: so never for a text that is outdated already.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use super::client::capabilities::capabilities;
use super::client::settings::Settings;
use super::diagnostics::Published;
use super::requests;
use super::sync;
use super::world::World;

/// The reason why a request has no result.
#[derive(Debug)]
pub struct Refusal {
    code: ErrorCode,
    said: String,
}

/// The answer to a request.
pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal of one of the protocol's kinds.
    pub fn new(code: ErrorCode, said: impl Into<String>) -> Self {
        Self { code, said: said.into() }
    }

    /// A well-formed request that cannot be fulfilled; the sentence is for the user.
    pub fn failed(said: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, said)
    }
}

/// The phase of a server's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    /// Documents may be open.
    Running,
    /// After `shutdown`.
    Down,
}

/// A server and its client.
struct Server<'a> {
    connection: &'a Connection,
    waiting: VecDeque<Message>,
    phase: Phase,
    world: World,
    published: Published,
    /// Whether the client's diagnostics are outdated.
    is_outdated: bool,
    /// Schemas whose proposals are still to be tested.
    untried: VecDeque<PathBuf>,
    /// Schemas whose code actions are still to be prepared.
    unprepared: VecDeque<PathBuf>,
}

/// Serves a client until it says `exit` or is gone. Whether it said `shutdown` before.
pub fn serve(connection: &Connection) -> bool {
    let mut server = Server {
        connection,
        waiting: VecDeque::new(),
        phase: Phase::New,
        world: World::default(),
        published: Published::default(),
        is_outdated: false,
        untried: VecDeque::new(),
        unprepared: VecDeque::new(),
    };
    while let Some(message) = server.next() {
        match message {
            Message::Request(request) => server.request(request),
            Message::Notification(notification) if notification.method == "exit" => return server.phase == Phase::Down,
            Message::Notification(notification) => server.notification(notification),
            // Answers to what was registered.
            Message::Response(_) => {}
        }
    }
    false
}

impl Server<'_> {
    /// The next message. Until there is one, diagnostics are computed. `None` when the client is gone.
    fn next(&mut self) -> Option<Message> {
        loop {
            let before = self.waiting.len();
            self.waiting.extend(self.connection.receiver.try_iter());
            if self.waiting.len() > before {
                self.drop_cancelled();
            }
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            if self.is_outdated {
                self.check();
            } else if let Some(schema) = self.untried.pop_front() {
                self.try_proposals(schema);
            } else if let Some(schema) = self.unprepared.pop_front() {
                self.prepare(schema);
            } else {
                return self.connection.receiver.recv().ok();
            }
        }
    }

    /// Answers requests that were cancelled while they waited.
    fn drop_cancelled(&mut self) {
        let cancelled = |message: &Message| match message {
            Message::Notification(one) if one.method == "$/cancelRequest" => {
                serde_json::from_value::<RequestId>(one.params.get("id")?.clone()).ok()
            }
            _ => None,
        };
        let ids: Vec<(usize, RequestId)> =
            self.waiting.iter().enumerate().filter_map(|(at, message)| Some((at, cancelled(message)?))).collect();
        for (at, id) in ids.into_iter().rev() {
            let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == id);
            if let Some(found) = self.waiting.iter().take(at).position(is_it) {
                self.waiting.remove(found);
                let said = "the client has cancelled this request".to_owned();
                self.send(Response::new_err(id, ErrorCode::RequestCanceled as i32, said));
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that is gone gets no answer.
        let _ = self.connection.sender.send(message.into());
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let refused = |code, said: &str| Err(Refusal::new(code, said));
        let answer = match (method.as_str(), self.phase) {
            ("initialize", Phase::New) => {
                self.phase = Phase::Running;
                self.world.settings = Settings::of(&params);
                Ok(capabilities(&self.world.settings))
            }
            ("initialize", _) => refused(ErrorCode::InvalidRequest, "the server is initialized already"),
            (_, Phase::New) => refused(ErrorCode::ServerNotInitialized, "the first request is `initialize`"),
            (_, Phase::Down) => refused(ErrorCode::InvalidRequest, "the server is shut down"),
            ("shutdown", Phase::Running) => {
                self.phase = Phase::Down;
                Ok(Value::Null)
            }
            (method, Phase::Running) => {
                let world = &mut self.world;
                guarded(|| requests::answer(world, method, params)).unwrap_or_else(|| {
                    refused(ErrorCode::InternalError, "a defect of Wireform: the text or the request broke it")
                })
            }
        };
        self.send(match answer {
            Ok(result) => Response { id, response_result: Ok(result) },
            Err(Refusal { code, said }) => Response::new_err(id, code as i32, said),
        });
    }

    fn notification(&mut self, notification: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        if notification.method == "initialized" {
            self.register();
        }
        let world = &mut self.world;
        let Notification { method, params } = notification;
        // Notifications have no answers; those that are wrong or unknown are passed over.
        self.is_outdated |= guarded(|| sync::notice(world, &method, params)).unwrap_or(true);
    }

    /// Asks the client to watch files that schemas may import.
    fn register(&self) {
        if self.world.settings.watches_files {
            let watchers = json!([{ "globPattern": "**/*.wire" }]);
            let registration = json!({
                "id": "files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers },
            });
            let params = json!({ "registrations": [registration] });
            self.send(Request::new(
                RequestId::from("files".to_owned()),
                "client/registerCapability".to_owned(),
                params,
            ));
        }
    }

    /// Compiles the next schema that needs it, or sends the diagnostics of all.
    fn check(&mut self) {
        let wanted = self.world.wanted();
        self.world.keep(&wanted);
        let next = wanted.iter().find(|schema| self.world.compiled(schema).is_none());
        if let Some(schema) = next {
            let world = &mut self.world;
            if guarded(|| drop(world.analysis(schema))).is_some() {
                return;
            }
        }
        self.is_outdated = false;
        self.untried = wanted.into_iter().collect();
        self.unprepared.clear();
        self.publish();
    }

    fn publish(&mut self) {
        let (world, published) = (&mut self.world, &mut self.published);
        for renewed in guarded(|| published.renewed(world)).unwrap_or_default() {
            self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), renewed));
        }
    }

    /// Makes the code actions of a schema quick, unless a message comes.
    fn prepare(&mut self, schema: PathBuf) {
        let (receiver, world) = (&self.connection.receiver, &self.world);
        if guarded(|| world.prepare_actions(&schema, &|| receiver.is_empty())) == Some(false) {
            self.unprepared.push_back(schema);
        }
    }

    /// Tests the proposals of a schema, unless a message comes.
    fn try_proposals(&mut self, schema: PathBuf) {
        let receiver = &self.connection.receiver;
        let world = &mut self.world;
        match guarded(|| world.try_proposals(&schema, &|| receiver.is_empty())) {
            Some(false) => self.untried.push_back(schema),
            Some(true) => {
                self.unprepared.push_back(schema);
                if self.untried.is_empty() {
                    self.publish();
                }
            }
            None => {}
        }
    }
}

/// The outcome of a computation; `None` if it has a defect. The server goes on: the next text may be another one.
fn guarded<T>(compute: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(compute)).ok()
}
