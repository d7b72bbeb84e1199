//! Examples: one packet whole, two if they differ in kind; of all others the name, and the command that explains them.

use std::collections::BTreeSet;

use super::block::{Block, Row, list};
use super::condition;
use super::here::Here;
use super::text::quoted;
use crate::interpret::{Step, StepKind, Target, trace, words};
use crate::model::{Code, Example, ExampleKind, Param, ParamKind, RecordId, SessionId};

/// Bytes in a line.
const BYTES: usize = 8;

/// Fields are not moved to the right for longer names than this.
const WIDEST: usize = 36;

/// Lines of an explained packet; the command shows the others.
const LINES: usize = 48;

/// A second example is explained if it has so many fields that the first does not have.
const NEWS: usize = 8;

/// All examples of a record.
pub(super) fn examples(here: &Here<'_>, id: RecordId) -> Vec<Block> {
    let all: Vec<Traced<'_>> = here.record.examples.iter().map(|example| Traced::of(here, id, example)).collect();
    let (whole, others): (Vec<&Traced<'_>>, Vec<&Traced<'_>>) = {
        let explained = explained(&all);
        let all = all.iter().enumerate();
        let (whole, others): (Vec<_>, Vec<_>) = all.partition(|(at, _)| explained.contains(at));
        (whole.into_iter().map(|(_, one)| one).collect(), others.into_iter().map(|(_, one)| one).collect())
    };
    let mut blocks: Vec<Block> = whole.into_iter().map(|one| one.explained(here)).collect();
    let is_kind = |kind: &dyn Fn(&ExampleKind) -> bool| -> Vec<Row> {
        others.iter().filter(|one| kind(&one.example.kind)).map(|one| one.item(here)).collect()
    };
    let more = is_kind(&|kind| matches!(kind, ExampleKind::Example));
    let accepted = is_kind(&|kind| matches!(kind, ExampleKind::Accepts));
    let rejected = is_kind(&|kind| matches!(kind, ExampleKind::Refuses { .. }));
    let title = if blocks.is_empty() { "Examples:" } else { "More examples:" };
    blocks.extend(list("examples", title, more));
    blocks.extend(list("accepted", "Accepted, though a writer makes other bytes:", accepted));
    blocks.extend(list("rejected", "Examples that are rejected:", rejected));
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
        let command = format!("wireform read {}.wire {name}{known}", here.protocol().name);
        Self { example, steps: words::shown(&steps), command, is_old }
    }

    /// The names of its fields, without those of lists' elements but the first.
    fn fields(&self) -> BTreeSet<&str> {
        let is_set = |step: &&Step| !matches!(step.kind, StepKind::Part { .. }) || step.raw != Some(0);
        self.steps.iter().filter(is_set).map(|step| step.name.as_str()).filter(|name| !name.starts_with('[')).collect()
    }

    fn title(&self) -> String {
        crate::emit::docs::lines(&[format!(" {}", self.example.title)], "").join(" ")
    }

    fn bytes(&self, decimal: bool) -> String {
        let byte = |byte: &u8| if decimal { byte.to_string() } else { format!("{byte:02x}") };
        self.example.bytes.iter().map(byte).collect::<Vec<_>>().join(" ")
    }

    /// The command with the bytes.
    fn command(&self, decimal: bool) -> String {
        let option = if decimal { " --dec" } else { "" };
        quoted(format!("{}{option} {}", self.command, self.bytes(decimal)).trim_end())
    }

    fn explained(&self, here: &Here<'_>) -> Block {
        let lines = lines(&self.example.bytes, &self.steps);
        if let Some(short) = short(&lines).filter(|_| !self.example.decimal) {
            let about = Some(here.cell(&self.example.docs)).filter(|about| !about.is_empty());
            let about = about.map(|about| format!(" {about}")).unwrap_or_default();
            let title = format!("**Example:** {}:{about} {} gives {short}.", self.title(), self.command(false));
            return super::block::text(format!("example {}", self.title()), title);
        }
        let mut about = super::text::docs(&self.example.docs);
        if !about.is_empty() {
            about.push(String::new());
        }
        about.push(self.command(false));
        if self.example.decimal {
            about.extend([String::new(), self.command(true)]);
        }
        let known = known(here, self.example);
        let known = if known.is_empty() { String::new() } else { format!(" ({})", quoted(&known.join(", "))) };
        Block::Picture { title: format!("**Example:** {}{known}", self.title()), about, text: drawn(lines) }
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
        let about = about.map(|about| format!(" {about}")).unwrap_or_default();
        let why = match &self.example.kind {
            ExampleKind::Refuses { field, reason } => format!("{} ({reason}): ", quoted(field)),
            ExampleKind::Example | ExampleKind::Accepts => String::new(),
        };
        let title = self.title();
        let command = self.command(self.example.decimal);
        let gives = match self.repaired() {
            Some(repaired) => format!("; {repaired}"),
            None if why.is_empty() => short(&lines(&self.example.bytes, &self.steps))
                .map(|short| format!(" gives {short}"))
                .unwrap_or_default(),
            None => String::new(),
        };
        Row::new(&title, [format!("{why}{title}:{about} {command}{gives}")])
    }
}

/// What has to be known to read an example: `sequence=1`.
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

/// A line of an explained packet.
#[derive(Default)]
struct Line {
    offset: String,
    bytes: String,
    field: String,
    raw: String,
    meaning: String,
}

/// Values of a packet that are said in a sentence.
const SHORT: usize = 3;

/// The values of a small packet in a sentence; `None` if it has many, or long ones.
fn short(lines: &[Line]) -> Option<String> {
    let values: Vec<&Line> = lines.iter().filter(|line| line.field != "code" && line.meaning != "reserved").collect();
    let value = |line: &&Line| {
        let word = match (line.meaning.as_str(), line.raw.as_str()) {
            ("", raw) => raw,
            (meaning, _) => meaning,
        };
        let is_simple = !line.field.is_empty() && !line.field.starts_with(' ') && !word.is_empty() && word.len() <= 40;
        is_simple.then(|| format!("{} = {}", quoted(&line.field), quoted(word)))
    };
    let values: Option<Vec<String>> = (values.len() <= SHORT).then(|| values.iter().map(value).collect()).flatten();
    values.filter(|values| !values.is_empty()).map(|values| super::text::and(&values))
}

/// The packet in columns, as the command shows it, but without bits that are zero.
fn lines(bytes: &[u8], steps: &[Step]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // The record itself is what the section is about.
    for (step, meaning) in steps.iter().zip(words::meanings(steps)).skip(1) {
        if matches!(step.kind, StepKind::Part { .. }) && step.raw == Some(0) {
            continue;
        }
        let holds = matches!(step.kind, StepKind::Record | StepKind::List);
        let of = bytes.get(step.offset..step.offset.saturating_add(step.len)).unwrap_or_default();
        let mut chunks = if holds { [].chunks(BYTES) } else { of.chunks(BYTES) };
        let indent = step.depth.saturating_sub(1).saturating_mul(2);
        let first = chunks.next().unwrap_or_default();
        lines.push(Line {
            offset: if first.is_empty() { String::new() } else { step.offset.to_string() },
            bytes: words::bits(step.kind).unwrap_or_else(|| hex(first)),
            field: format!("{:indent$}{}", "", step.name),
            raw: step.raw.map(|raw| raw.to_string()).unwrap_or_default(),
            meaning,
        });
        let more = (1..).zip(chunks).map(|(at, chunk): (usize, _)| {
            let offset = step.offset.saturating_add(BYTES.saturating_mul(at)).to_string();
            Line { offset, bytes: hex(chunk), ..Line::default() }
        });
        lines.extend(more);
    }
    lines
}

/// The columns as text.
fn drawn(mut lines: Vec<Line>) -> String {
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines.push(Line { bytes: "..".to_owned(), ..Line::default() });
    }
    let widest = |of: &dyn Fn(&Line) -> &str| lines.iter().map(|line| of(line).chars().count()).max().unwrap_or(0);
    let (offset, left, raw) = (widest(&|line| &line.offset), widest(&|line| &line.bytes), widest(&|line| &line.raw));
    let field = widest(&|line| &line.field).min(WIDEST);
    let drawn = lines.iter().map(|line| {
        let Line { offset: at, bytes, field: name, raw: number, meaning } = line;
        format!("{}\n", format!("{at:>offset$}  {bytes:<left$}  {name:<field$}  {number:>raw$}  {meaning}").trim_end())
    });
    drawn.collect()
}

/// Bytes in two digits each.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
