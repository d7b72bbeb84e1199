//! Paths of examples: fields within groups, shapes, structs and members of families.

use std::cell::{Cell, RefCell};
use std::slice;

use crate::ast;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{
    self, Arm, CellId, Content, EnumId, Family, FamilyId, FamilyMember, FieldId, Item, Node, Notation, Protocol,
    Record, RecordId, Source, Value, Wire, index_of,
};
use crate::source::Span;

use crate::resolve::example::given::{Values, among};
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

/// The kind of value at a path.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::resolve) enum Target {
    /// An integer, or its text in this notation.
    Number(Option<Notation>),
    /// An IEEE float.
    Float,
    /// The value of a quantity.
    Amount,
    /// A boolean.
    Flag,
    /// A name of an enum, or its code.
    Enum(EnumId),
    /// Text.
    Text,
    /// A list of elements.
    List(Box<Target>),
    /// A choice between shapes or messages.
    Variants(Vec<Variant>),
    /// A composite value, whose parts have paths of their own; only `none` is allowed. With the name of its first number.
    Parts(Option<String>),
}

/// The name of a shape or a message, and its declaration.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::resolve) struct Variant {
    pub(in crate::resolve) name: String,
    pub(in crate::resolve) declared: Option<Span>,
}

impl Target {
    /// Whether its value is all there is to say: nothing in it has a path.
    const fn is_whole(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Float | Self::Text)
    }

    /// The description of the expected value in diagnostics.
    pub(in crate::resolve) fn wanted(&self) -> &'static str {
        match self {
            Self::Number(notation) => notation.map_or("a whole number", Notation::wanted),
            Self::Float | Self::Amount => "a number",
            Self::Flag => "`true` or `false`",
            Self::Enum(_) => "a name of the enum",
            Self::Text => "text",
            Self::List(_) => "a list",
            Self::Variants(_) => "the name of a shape",
            Self::Parts(_) => "`none`, fields in braces, or a path into it,",
        }
    }
}

/// The target of a name.
enum Step<'m> {
    Field(&'m Record, FieldId),
    Part(&'m Record, CellId),
    /// The stored code of an arm.
    Kept(&'m Record, CellId),
    /// The code of a message, which is no field of a member.
    Code,
}

impl<'m> Step<'m> {
    /// The cell of a field or part that is one number.
    fn cell(&self) -> Option<&'m model::Cell> {
        let (record, cell) = match self {
            Self::Field(record, id) => (*record, record.fields.get(id.0)?.wire.number()?),
            Self::Part(record, cell) => (*record, *cell),
            Self::Kept(..) | Self::Code => return None,
        };
        record.cells.get(cell.0)
    }

    /// Whether an example may have a value for it: the writer does not set it.
    fn is_free(&self) -> bool {
        self.cell().is_none_or(model::Cell::is_given)
    }
}

/// Names with their targets.
type Steps<'m> = Vec<(&'m str, Step<'m>)>;

/// Depth limit of a path, whose names are followed by recursion.
const MOST_STEPS: usize = 256;

/// The state of a lookup.
struct Follow<'m> {
    protocol: &'m Protocol,
    /// All values of the example.
    values: &'m Values<'m>,
    /// The whole path.
    whole: &'m [ast::Name],
    /// Whether fields that the writer sets are allowed.
    any: bool,
    /// The spans of each record.
    places: &'m [RecordPlaces],
    /// The names so far, with their meanings.
    noted: RefCell<Vec<(ast::Name, Meaning)>>,
    /// How many fields were tried that have a name of the path, and not the rest of it.
    tried: Cell<usize>,
}

/// The meaning of a resolved name.
#[derive(Clone, Copy)]
enum Meaning {
    Declared(Span),
    /// A member of a number's type.
    MemberOf(Value),
}

impl Resolver<'_> {
    /// Resolves a path among the values of an example from a record. `any`: also to fields that the writer sets.
    pub(in crate::resolve) fn example_target(
        &mut self,
        id: RecordId,
        (values, whole): (&Values<'_>, &[ast::Name]),
        span: Span,
        any: bool,
    ) -> Option<Target> {
        if whole.len() > MOST_STEPS {
            let wrong = Diagnostic::new("too deep for an example", span, format!("{} names", whole.len()));
            return self.refuse(wrong.help(format!("name something that is at most {MOST_STEPS} names deep")));
        }
        let (protocol, places) = (&self.protocol, self.places.as_slice());
        let record = protocol.records.get(id.0)?;
        let follow = Follow { protocol, values, whole, any, places, noted: RefCell::default(), tried: Cell::new(0) };
        let found = into(&follow, &steps(record, &record.body, any), whole);
        for (name, meaning) in follow.noted.into_inner() {
            match meaning {
                Meaning::Declared(span) => self.note(&name, span),
                Meaning::MemberOf(value) => self.note_member(value, &name),
            }
        }
        match found {
            Ok(target) => Some(target),
            Err(mut diagnostic) => {
                for help in diagnostic.help.iter_mut().filter(|help| help.text == LEAVE_OUT) {
                    help.edits.push(Edit::new(self.sources.with_comma(span), ""));
                }
                // A rejection may be of the whole.
                let whole = (any && whole.len() == 1).then(|| self.protocol.name(Node::Record(id)).to_owned());
                self.refuse(diagnostic.knowing(whole))
            }
        }
    }
}

impl Follow<'_> {
    fn note(&self, name: &ast::Name, meaning: Meaning) {
        self.noted.borrow_mut().push((name.clone(), meaning));
    }

    /// Whether another field of the same name may have the rest of the path. Shapes within shapes could have very many.
    fn may_try_another(&self) -> bool {
        const MOST: usize = 1000;
        let tried = self.tried.get();
        self.tried.set(tried.saturating_add(1));
        tried < MOST
    }

    fn places_of(&self, record: &Record) -> Option<&RecordPlaces> {
        self.places.get(self.protocol.records.element_offset(record)?)
    }

    fn shapes(&self, record: &Record, id: FieldId, arms: &[Arm]) -> Target {
        let declared = self.places_of(record).and_then(|places| places.arms.get(&id));
        let span = |at: usize| declared.and_then(|spans| spans.get(at)).copied();
        let arms = arms.iter().enumerate();
        Target::Variants(arms.map(|(at, arm)| Variant { name: arm.name.clone(), declared: span(at) }).collect())
    }

    fn members(&self, family: &Family) -> Target {
        let span = |member: &FamilyMember| self.places.get(member.record.0).map(|places| places.name);
        let members = family.members.iter();
        Target::Variants(members.map(|one| Variant { name: one.name.clone(), declared: span(one) }).collect())
    }

    /// Records the target of a name.
    fn note_step(&self, name: &ast::Name, step: &Step<'_>) {
        let (Step::Field(record, _) | Step::Part(record, _) | Step::Kept(record, _)) = step else { return };
        let Some(places) = self.places_of(record) else { return };
        let span = match step {
            Step::Field(_, id) => places.fields.get(id.0).map(|place| place.name),
            Step::Part(_, id) | Step::Kept(_, id) => places.cells.get(id.0).copied(),
            Step::Code => None,
        };
        span.into_iter().for_each(|span| self.note(name, Meaning::Declared(span)));
    }

    /// The shape or message that the example names before this rest of the path, in the brackets of a list as well.
    fn named<'v, T>(&self, rest: &[ast::Name], all: &'v [T], name: impl Fn(&T) -> &str) -> Option<&'v T> {
        let (path, _) = self.whole.split_at_checked(self.whole.len().saturating_sub(rest.len()))?;
        let element = path.split_last().and_then(|(last, list)| Some((index_of(&last.text)?, list)));
        let in_brackets = element.into_iter().flat_map(|(index, list)| {
            self.values.at(list).iter().filter_map(move |value| match &value.kind {
                ast::ExprKind::List(items) => items.get(index),
                _ => None,
            })
        });
        let said = self.values.at(path).iter().copied().chain(in_brackets);
        let words: Vec<&str> = said.filter_map(|value| Some(value.word()?.text.as_str())).collect();
        all.iter().find(|one| words.contains(&name(one)))
    }

    /// Whether the example has a value for a name in place of the first of the rest of the path.
    fn is_given(&self, rest: &[ast::Name], name: &str) -> bool {
        let front = self.whole.iter().take(self.whole.len().saturating_sub(rest.len()));
        let name = ast::Name { text: name.to_owned(), span: Span::default() };
        !self.values.at(&front.cloned().chain([name]).collect::<Vec<_>>()).is_empty()
    }
}

type Followed = Result<Target, Box<Diagnostic>>;

/// Finds a name among the candidates, and resolves the rest of the path.
fn into(follow: &Follow<'_>, steps: &Steps<'_>, segments: &[ast::Name]) -> Followed {
    let Some((first, rest)) = segments.split_first() else { return Ok(Target::Parts(first_number(steps))) };
    no_list(first)?;
    // Several shapes or messages may have a field of this name: it is that of the first with the whole path.
    let mut wrong: Vec<Box<Diagnostic>> = Vec::new();
    for (_, step) in steps.iter().filter(|(name, _)| *name == first.text) {
        let noted = follow.noted.borrow().len();
        follow.note_step(first, step);
        match step_into(follow, step, first, rest) {
            Err(other) if !rest.is_empty() && follow.may_try_another() => {
                follow.noted.borrow_mut().truncate(noted);
                wrong.push(other);
            }
            found => return found,
        }
    }
    // The first of those that have most of the path.
    if let Some(wrong) = wrong.into_iter().rev().max_by_key(|wrong| wrong.primary.span.start) {
        return Err(wrong);
    }
    // Once is enough for a value that has no paths of its own.
    let is_whole = |step: &Step<'_>| matches!(step_into(follow, step, first, &[]), Ok(target) if target.is_whole());
    let names = steps.iter().filter(|(name, step)| {
        let is_told = follow.is_given(segments, name) && is_whole(step);
        (follow.any || step.is_free()) && !is_told
    });
    let names = names.map(|(name, _)| *name);
    let names: Vec<&str> = names.collect();
    let wrong = Diagnostic::new(format!("no field `{}` here", first.text), first.span, "not known");
    let inner =
        outer_of(follow, steps, segments).map(|outer| Help::write(first.span, format!("{outer}.{}", first.text)));
    Err(Box::new(among(wrong.help_if(inner), first, &names)))
}

/// The name of the first step that has the whole path.
fn outer_of<'s>(follow: &Follow<'_>, steps: &Steps<'s>, segments: &[ast::Name]) -> Option<&'s str> {
    let noted = follow.noted.borrow().len();
    let has_path = |step: &Step<'_>| {
        let at = segments.first().filter(|_| follow.may_try_another());
        at.is_some_and(|at| step_into(follow, step, at, segments).is_ok())
    };
    let found = steps.iter().find(|(_, step)| has_path(step)).map(|(name, _)| *name);
    follow.noted.borrow_mut().truncate(noted);
    found
}

/// The name of the first plain number that the user sets.
fn first_number(steps: &Steps<'_>) -> Option<String> {
    let is_number = |cell: &model::Cell| cell.source == Source::User && cell.value.is_number();
    let number = steps.iter().find(|(_, step)| step.cell().is_some_and(is_number));
    number.map(|(name, _)| (*name).to_owned())
}

/// The names in a body.
fn steps<'m>(record: &'m Record, body: &[FieldId], any: bool) -> Steps<'m> {
    record.scope(body).into_iter().flat_map(|id| names(record, id, any)).collect()
}

/// The names of a field: its own, or those of its parts. With `any`, an anonymous field has its label as a name.
fn names(record: &Record, id: FieldId, any: bool) -> Steps<'_> {
    let Some(field) = record.fields.get(id.0) else { return Vec::new() };
    let own = field.name.as_deref().or_else(|| any.then_some(field.label.as_str()));
    let mut steps: Steps<'_> = own.map(|name| (name, Step::Field(record, id))).into_iter().collect();
    if let (None, Wire::Bits { parts, .. }) = (&field.name, &field.wire) {
        let named = parts.iter().filter_map(|part| Some((part.name.as_deref()?, Step::Part(record, part.cell))));
        steps.extend(named);
    }
    steps
}

fn step_into(follow: &Follow<'_>, step: &Step<'_>, at: &ast::Name, rest: &[ast::Name]) -> Followed {
    let any = follow.any;
    let (record, id) = match step {
        Step::Part(record, cell) => return number(follow, record, *cell, at, rest, any),
        Step::Kept(record, cell) => return number(follow, record, *cell, at, rest, true),
        Step::Code => return last(Target::Number(None), rest),
        Step::Field(record, id) => (*record, *id),
    };
    let Some(field) = record.fields.get(id.0) else { return Ok(Target::Parts(None)) };
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => number(follow, record, *cell, at, rest, any),
        Wire::Float { .. } => last(Target::Float, rest),
        Wire::Group { body, .. } => into(follow, &steps(record, body, any), rest),
        Wire::Match { tag, arms, .. } => {
            if rest.is_empty() {
                return Ok(follow.shapes(record, id, arms));
            }
            let mut all = Vec::new();
            let named = follow.named(rest, arms, |arm| &arm.name);
            for arm in named.map_or(arms.as_slice(), slice::from_ref) {
                all.extend(record.stored_code(tag, arm).map(|(name, cell)| (name, Step::Kept(record, cell))));
                all.extend(steps(record, &arm.body, any));
            }
            into(follow, &all, rest)
        }
        wire @ (Wire::Record { .. } | Wire::Family { .. } | Wire::Nested { .. }) => {
            match follow.protocol.inside(wire) {
                Some(Node::Record(record)) => into_record(follow, record, at, rest),
                Some(Node::Family(family)) => into_family(follow, family, rest),
                None => Ok(Target::Parts(None)),
            }
        }
        Wire::Octets { content: Content::Text(_), .. } => last(Target::Text, rest),
        Wire::Octets { content: Content::Free, .. } | Wire::List { .. } | Wire::Sparse { .. } => {
            into_list(follow, &field.wire, at, rest)
        }
        // None of these has named parts.
        Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Octets { content: Content::Constant(_), .. }
        | Wire::Within { .. } => Ok(Target::Parts(None)),
    }
}

/// A list, or with an index one of its elements.
fn into_list(follow: &Follow<'_>, list: &Wire, at: &ast::Name, rest: &[ast::Name]) -> Followed {
    let element = |rest: &[ast::Name]| match list.item() {
        Some(Item::Scalar { value, .. }) => value_path(follow, *value, rest),
        Some(Item::Float { .. }) => last(Target::Float, rest),
        Some(Item::Record { record, .. }) => into_record(follow, *record, at, rest),
        Some(Item::Family { family, .. }) => into_family(follow, *family, rest),
        None => last(Target::Number(None), rest),
    };
    let Some((first, more)) = rest.split_first() else { return Ok(Target::List(Box::new(element(rest)?))) };
    if index_of(&first.text).is_some() {
        return element(more);
    }
    // A rejection may be in any element.
    if follow.any {
        return element(rest);
    }
    let said = format!("say of which element: `{}[0].{}`", at.text, first.text);
    let wrong = Diagnostic::new("this is a field of each element", first.span, "not of the list");
    Err(Box::new(wrong.help(Help::new(said, [Edit::new(at.span.behind(), "[0]")]))))
}

fn into_record(follow: &Follow<'_>, record: RecordId, at: &ast::Name, rest: &[ast::Name]) -> Followed {
    let Some(record) = follow.protocol.records.get(record.0) else { return Ok(Target::Parts(None)) };
    match record.only() {
        // The only field has no name in a path, since its list has one.
        Some(id) => step_into(follow, &Step::Field(record, id), at, rest),
        None => into(follow, &steps(record, &record.body, follow.any), rest),
    }
}

fn into_family(follow: &Follow<'_>, family: FamilyId, rest: &[ast::Name]) -> Followed {
    let (protocol, any) = (follow.protocol, follow.any);
    let Some(family) = protocol.families.get(family.0) else { return Ok(Target::Parts(None)) };
    if rest.is_empty() {
        return Ok(follow.members(family));
    }
    let named = follow.named(rest, &family.members, |member| &member.name);
    let members = named.map_or(family.members.as_slice(), slice::from_ref);
    let records = members.iter().filter_map(|member| protocol.records.get(member.record.0));
    let mut all: Steps<'_> = records.flat_map(|record| steps(record, &record.body, any)).collect();
    // A path of a rejection may name it; an unknown message has nothing else with a name.
    if any || (family.open && named.is_none()) {
        all.push(("code", Step::Code));
    }
    into(follow, &all, rest)
}

fn value_target(value: Value) -> Target {
    match value {
        Value::Int(notation) => Target::Number(notation),
        Value::Bool | Value::Truthy => Target::Flag,
        Value::Enum(id) => Target::Enum(id),
        Value::Quantity(_) => Target::Amount,
        Value::Bits(_) | Value::Packed(_) => Target::Parts(None),
    }
}

const LEAVE_OUT: &str = "leave it out: it follows from the values, and the bytes are compared";

/// A number, and the path after it: the raw number, or its parts.
fn number(
    follow: &Follow<'_>,
    record: &Record,
    cell: CellId,
    at: &ast::Name,
    rest: &[ast::Name],
    any: bool,
) -> Followed {
    let Some(cell) = record.cells.get(cell.0) else { return Ok(Target::Parts(None)) };
    if let (Source::Derived(_), false, false) = (&cell.source, cell.is_given(), any) {
        let title = format!("`{}` is set by the writer", at.text);
        return Err(Box::new(Diagnostic::new(title, at.span, "no value of its own").help(LEAVE_OUT)));
    }
    value_path(follow, cell.value, rest)
}

/// A number by its meaning, and the path after it.
fn value_path(follow: &Follow<'_>, mut value: Value, mut rest: &[ast::Name]) -> Followed {
    let protocol = follow.protocol;
    loop {
        let Some((segment, more)) = rest.split_first() else { return Ok(value_target(value)) };
        no_list(segment)?;
        if segment.text == "raw" && more.is_empty() {
            return Ok(Target::Number(None));
        }
        let mut names: Vec<&str> = vec!["raw"];
        match value {
            Value::Bits(id) => {
                let parts = protocol.bits.get(id.0).map(|bits| bits.parts.as_slice()).unwrap_or_default();
                if let Some(part) = parts.iter().find(|part| part.name.as_ref() == Some(&segment.text)) {
                    if let Some(constant) = part.constant {
                        let title = format!("`{}` is always {constant}", segment.text);
                        let wrong = Diagnostic::new(title, segment.span, "no value of its own");
                        return Err(Box::new(wrong.help(LEAVE_OUT)));
                    }
                    follow.note(segment, Meaning::MemberOf(value));
                    value = part.value;
                    rest = more;
                    continue;
                }
                let free = parts.iter().filter(|part| part.constant.is_none());
                names.extend(free.filter_map(|part| part.name.as_deref()));
            }
            Value::Packed(id) => {
                let packed = protocol.packed.get(id.0);
                let digits = packed.map(|packed| packed.digits.as_slice()).unwrap_or_default();
                if digits.iter().any(|digit| digit.name == segment.text) {
                    follow.note(segment, Meaning::MemberOf(value));
                    return last(Target::Number(None), more);
                }
                names.extend(digits.iter().map(|digit| digit.name.as_str()));
            }
            Value::Int(_) | Value::Bool | Value::Truthy | Value::Enum(_) | Value::Quantity(_) => {}
        }
        let wrong = Diagnostic::new(format!("no part `{}` here", segment.text), segment.span, "not known");
        return Err(Box::new(among(wrong, segment, &names)));
    }
}

fn last(target: Target, rest: &[ast::Name]) -> Followed {
    match rest.first() {
        None => Ok(target),
        Some(segment) => {
            no_list(segment)?;
            let title = format!("no part `{}` here", segment.text);
            let wrong = Diagnostic::new(title, segment.span, "this has no parts that can be named");
            Err(Box::new(wrong.help("leave it out: the bytes are read and written back all the same")))
        }
    }
}

/// Rejects an index after something that is no list.
fn no_list(step: &ast::Name) -> Result<(), Box<Diagnostic>> {
    if index_of(&step.text).is_none() {
        return Ok(());
    }
    let wrong = Diagnostic::new("only a list has an index", step.span, "this is no list");
    Err(Box::new(wrong.help(Help::without(step.span, "remove it"))))
}
