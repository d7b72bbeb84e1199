//! Examples: one packet whole, two if they differ in kind; of all others the name, and the command that explains them.

use std::collections::BTreeSet;

use super::block::{Block, Row, list};
use super::here::Here;
use super::text::quoted;
use crate::interpret::{Step, StepKind, Target, trace, words};
use crate::model::{Code, Example, ExampleKind, Param, ParamKind, RecordId, SessionId};
use crate::packet;
use crate::text::condition;

/// A second example is explained if it has so many fields that the first does not have.
const NEWS: usize = 8;

/// All examples of a record.
pub(super) fn examples(here: &Here<'_>, id: RecordId) -> Vec<Block> {
    let all: Vec<Traced<'_>> = here.record.examples.iter().map(|example| Traced::of(here, id, example)).collect();
    let chosen = explained(&all);
    let (whole, others): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| chosen.contains(at));
    let mut blocks: Vec<Block> = whole.into_iter().map(|(_, one)| one.explained(here)).collect();
    let of_kind = |is_kind: fn(&ExampleKind) -> bool| -> Vec<Row> {
        others.iter().filter(|(_, one)| is_kind(&one.example.kind)).map(|(_, one)| one.item(here)).collect()
    };
    let more = of_kind(|kind| matches!(kind, ExampleKind::Example));
    let accepted = of_kind(|kind| matches!(kind, ExampleKind::Accepts));
    let rejected = of_kind(|kind| matches!(kind, ExampleKind::Refuses { .. }));
    let title = if blocks.is_empty() { "Examples:" } else { "More examples:" };
    blocks.extend(list("examples", title, more));
    blocks.extend(list("accepted", "Accepted, but written otherwise:", accepted));
    blocks.extend(list("rejected", "Rejected examples:", rejected));
    blocks
}

/// The examples that are explained: the first, and one that differs from it in kind.
fn explained(all: &[Traced<'_>]) -> Vec<usize> {
    // The packets of an older version are explained where the newest one has none.
    let valid = || all.iter().enumerate().filter(|(_, one)| one.example.kind == ExampleKind::Example && !one.is_old);
    let Some((first, one)) = valid().next() else { return Vec::new() };
    let known = one.fields();
    let news = |one: &Traced<'_>| one.fields().difference(&known).count();
    let second = valid()
        .skip(1)
        .map(|(at, one)| (news(one), at))
        .max_by_key(|(news, at)| (*news, usize::MAX.saturating_sub(*at)));
    let second = second.filter(|(news, _)| *news >= NEWS).map(|(_, at)| at);
    [Some(first), second].into_iter().flatten().collect()
}

/// An example as the interpreter reads it.
struct Traced<'r> {
    example: &'r Example,
    steps: Vec<Step>,
    /// The command that explains it, without the bytes.
    command: String,
    /// The newest version has other examples.
    is_old: bool,
}

impl<'r> Traced<'r> {
    fn of(here: &Here<'r>, id: RecordId, example: &'r Example) -> Self {
        let (steps, _) = trace(here.protocol(), Target::Record(id), &example.bytes, &example.params, &example.session);
        let known: String = known(here, example).iter().map(|known| format!(" --with {known}")).collect();
        let (name, is_old) = here.book.command_name(id, example);
        let command = format!("wireform read {} {name}{known}", here.protocol().name);
        Self { example, steps: words::shown(&steps), command, is_old }
    }

    /// The names of its fields, without those of lists' elements but the first.
    fn fields(&self) -> BTreeSet<&str> {
        let is_set = |step: &&Step| !matches!(step.kind, StepKind::Part { .. }) || step.raw != Some(0);
        self.steps.iter().filter(is_set).map(|step| step.name.as_str()).filter(|name| !name.starts_with('[')).collect()
    }

    fn title(&self) -> String {
        crate::docs::lines(&[format!(" {}", self.example.title)], "").join(" ")
    }

    fn bytes(&self, decimal: bool) -> String {
        let byte = |byte: &u8| if decimal { byte.to_string() } else { format!("{byte:02x}") };
        self.example.bytes.iter().map(byte).collect::<Vec<_>>().join(" ")
    }

    /// The command with the bytes, as lines of their own, so that it can be copied.
    fn command(&self, decimal: bool) -> [String; 3] {
        let option = if decimal { " --dec" } else { "" };
        let command = format!("{}{option} {}", self.command, self.bytes(decimal));
        ["```sh".to_owned(), command.trim_end().to_owned(), "```".to_owned()]
    }

    fn explained(&self, here: &Here<'_>) -> Block {
        let lines = packet::lines(&self.example.bytes, &self.steps);
        if let Some(short) = packet::short(&lines).filter(|_| !self.example.decimal) {
            let about = Some(here.cell(&self.example.docs)).filter(|about| !about.is_empty());
            let about = about.map(|about| format!(" {about}")).unwrap_or_default();
            let title = format!("**Example:** {}: {short}.{about}", self.title());
            let lines = [title, String::new()].into_iter().chain(self.command(false)).collect();
            return Block::Text { key: format!("example {}", self.title()), lines };
        }
        let mut about = super::text::docs(&self.example.docs);
        if !about.is_empty() {
            about.push(String::new());
        }
        about.extend(self.command(false));
        if self.example.decimal {
            about.push(String::new());
            about.extend(self.command(true));
        }
        Block::Picture { title: format!("**Example:** {}", self.title()), about, text: packet::drawn(lines) }
    }

    /// The values that rules give instead of those in the packet: `` `y` is `inf, read as 0` ``.
    fn repaired(&self) -> Option<String> {
        let all = self.steps.iter().zip(words::meanings(&self.steps)).filter(|(step, _)| step.read_as.is_some());
        let all: Vec<String> =
            all.map(|(step, meaning)| format!("{} is {}", quoted(&step.name), quoted(&meaning))).collect();
        (!all.is_empty()).then(|| super::text::and(&all))
    }

    fn item(&self, here: &Here<'_>) -> Row {
        let about = Some(here.cell(&self.example.docs)).filter(|about| !about.is_empty());
        let about = about.map(|about| format!(". {}", about.trim_end_matches('.'))).unwrap_or_default();
        let why = match &self.example.kind {
            ExampleKind::Refuses { field, reason } => format!("{} ({reason}): ", quoted(field)),
            ExampleKind::Example | ExampleKind::Accepts => String::new(),
        };
        let title = self.title();
        let gives = match self.repaired() {
            Some(repaired) => Some(repaired),
            None if why.is_empty() => packet::short(&packet::lines(&self.example.bytes, &self.steps)),
            None => None,
        };
        let gives = gives.map(|gives| format!(": {gives}")).unwrap_or_default();
        let command = self.command(self.example.decimal).join("\n  ");
        Row::new(&title, [format!("{why}{title}{gives}{about}\n  {command}")])
    }
}

/// The values that a reader of an example must know: `sequence=1`.
fn known(here: &Here<'_>, example: &Example) -> Vec<String> {
    let value = |kind: ParamKind, code: Code| condition::known(here, kind, code);
    let of_param = |(param, code): (&Param, &Code)| format!("{}={}", param.name, value(param.kind, *code));
    let mut known: Vec<String> = here.record.params.iter().zip(&example.params).map(of_param).collect();
    for (index, session) in here.protocol().sessions.iter().enumerate() {
        if let Some(code) = example.session.get(SessionId(index)) {
            known.push(format!("{}={}", session.name, value(session.kind, code)));
        }
    }
    known
}
