//! Tests proposals before they are shown: an edit that does not fix its error is dropped.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Compiled, Failure, Files, Replaced, load_untested};
use crate::ast::Item;
use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Help, Label};
use crate::parse::{parse, rewritten};
use crate::source::{FileId, Sources, Span};

/// Limit on the proposals that are tested.
const MOST: usize = 96;

/// Beyond this many errors the text is in another format, and only proposals for the first error are tested.
const MOST_MISTAKES: usize = 24;

/// Beyond this many errors in the same words that nothing fixed, no proposal is searched for the next one.
const MOST_IN_VAIN: usize = 2;

/// Alternative positions shown for one error.
const MOST_PLACES: usize = 3;

/// Limit on the combinations of proposals that are tested.
const MOST_WAYS: usize = 64;

/// Beyond this many bytes a proposal that was not tested is not shown, not even without its edits.
const MOST_UNTRIED: usize = 1 << 15;

/// Which proposals are tested, and how much is compiled for that: each test compiles the schema once. The edits of untested
/// proposals are dropped.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The limit on all bytes that tests compile.
    pub in_all: usize,
    /// The diagnostics whose proposals are tested. The others stay as they are.
    pub wanted: &'a dyn Fn(&Diagnostic) -> bool,
    /// Asked before each test. After a `false` the outcome has no value.
    pub goes_on: &'a dyn Fn() -> bool,
    /// Whether an edit also holds if only examples are wrong after it: without a model nobody had executed them.
    pub past_examples: bool,
}

impl Default for Effort<'_> {
    /// The effort of a build.
    fn default() -> Self {
        Self { in_all: 1 << 19, wanted: &|_| true, goes_on: &|| true, past_examples: false }
    }
}

/// Drops each help whose edits do not fix its diagnostic, and searches for others if none remains. Other diagnostics
/// that the edit fixes are consequences of the same error, and are dropped too.
///
/// `path`, `files` and `sources` are those of the compilation that gave the diagnostics.
pub fn keep_what_mends(
    path: &Path,
    files: &dyn Files,
    sources: &Sources,
    diagnostics: &mut Vec<Diagnostic>,
    effort: &Effort<'_>,
) {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    let said = diagnostics.clone();
    let left = MOST.min(effort.in_all / bytes.max(1));
    let mut trials = Trials { path, files, sources, items: OnceCell::new(), said: &said, left, effort };
    let mut followed: Vec<bool> = vec![false; said.len()];
    let mut in_vain = Counts::new();
    let mut is_first = true;
    for (index, (said_of, diagnostic)) in said.iter().zip(diagnostics.iter_mut()).enumerate() {
        if followed.get(index) == Some(&true) || !(effort.wanted)(said_of) {
            continue;
        }
        if said.len() > MOST_MISTAKES && !is_first {
            trials.left = 0;
        }
        is_first = false;
        let in_vain = in_vain.entry(words(said_of)).or_default();
        let mut mended = Vec::new();
        // A proposal is one of several even if the others lead to mistakes.
        let is_choice = diagnostic.help.iter().filter(|help| !help.edits.is_empty()).nth(1).is_some();
        let mut onward = None;
        diagnostic.help.retain_mut(|help| {
            help.is_guess |= is_choice;
            if trials.left == 0 || *in_vain >= MOST_IN_VAIN {
                if bytes > MOST_UNTRIED && !help.edits.is_empty() {
                    return false;
                }
                help.edits.clear();
            }
            help.edits.is_empty() || trials.mends(help, said_of, &mut onward).map(|gone| mended.push(gone)).is_some()
        });
        if mended.is_empty() && trials.left > 0 && *in_vain < MOST_IN_VAIN {
            // The search reads the text once.
            trials.left -= 1;
            for helps in rewritten(trials.sources, said_of.primary.span) {
                let helps: Vec<Help> = helps
                    .into_iter()
                    .filter(|help| trials.mends(help, said_of, &mut onward).map(|gone| mended.push(gone)).is_some())
                    .collect();
                if !helps.is_empty() {
                    diagnostic.help = helps;
                    break;
                }
            }
        }
        if mended.is_empty()
            && let Some((help, gone)) = onward
        {
            diagnostic.help.insert(0, help);
            mended.push(gone);
        }
        *in_vain += usize::from(mended.is_empty());
        let others = if mended.is_empty() { &[] } else { said.as_slice() };
        for (other, (followed, one)) in followed.iter_mut().zip(others).enumerate() {
            *followed |= other != index && mended.iter().all(|gone| gone.contains(&words(one)));
        }
    }
    let mut followed = followed.into_iter();
    diagnostics.retain(|_| followed.next() != Some(true));
    keep_what_fits(&trials, diagnostics);
    tell_once(sources, diagnostics);
    for diagnostic in diagnostics {
        // Text-only helps after edits are shown if no edit holds, or if they name an alternative.
        if let Some(last) = diagnostic.help.iter().rposition(|help| !help.edits.is_empty()) {
            let mut at = 0..;
            let is_other = |help: &Help| ["or ", "correct "].iter().any(|word| help.text.starts_with(word));
            diagnostic.help.retain(|help| at.next().is_some_and(|at| at <= last) || is_other(help));
        }
    }
}

/// Equal diagnostics about one name at several positions are one error, unless each has its own edits.
fn tell_once(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut known: HashMap<(String, String), usize> = HashMap::new();
    for one in std::mem::take(diagnostics) {
        let name = sources.text(one.primary.span);
        let is_named = !name.is_empty() && one.title.contains(&format!("`{name}`"));
        let first = *known.entry(words(&one)).or_insert(told.len());
        let is_same = is_named && one.help.iter().all(|help| help.edits.is_empty());
        match told.get_mut(first).filter(|first| is_same && first.help == one.help) {
            Some(first) if first.others.len() < MOST_PLACES => {
                first.others.push(Label { text: "and here".to_owned(), ..one.primary })
            }
            Some(_) => {}
            None => told.push(one),
        }
    }
    *diagnostics = told;
}

/// The tested proposals of a failure.
struct Trials<'a> {
    path: &'a Path,
    files: &'a dyn Files,
    sources: &'a Sources,
    /// The items of the sources, found at the first use.
    items: OnceCell<Items>,
    said: &'a [Diagnostic],
    /// The remaining number of tests.
    left: usize,
    effort: &'a Effort<'a>,
}

impl Trials<'_> {
    /// The diagnostics that disappear with a help's edits, if its own is among them and no new one appears.
    /// The first help after which the text is read further, and only then shows other mistakes, becomes `onward`.
    fn mends(&mut self, help: &Help, mistake: &Diagnostic, onward: &mut Option<(Help, Gone)>) -> Option<Gone> {
        if !(self.effort.goes_on)() {
            self.left = 0;
        }
        self.left = self.left.checked_sub(1)?;
        let edited = Edited::of(self.sources, self.files, &help.edits)?;
        let after = load_untested(self.path, &edited.files);
        let is_mended = self.mended(&edited, mistake, &after);
        let is_onward = !is_mended && onward.is_none() && self.leads_on(help, &edited, mistake, &after);
        if !is_mended && !is_onward {
            return None;
        }
        let is = after.err().map_or_else(Vec::new, |failure| failure.diagnostics);
        let titles: HashSet<&str> = is.iter().map(|one| one.title.as_str()).collect();
        let gone = self.said.iter().filter(|one| !titles.contains(one.title.as_str())).map(words).collect();
        if is_onward {
            *onward = Some((help.clone(), gone));
            return None;
        }
        Some(gone)
    }

    /// Whether an edit removes a syntax error and guesses no meaning, as it writes marks and words that stand there already,
    /// and whatever is wrong after it was not looked at before: entries behind the edit, or, if the edit inserts marks alone,
    /// what a declaration means whose syntax is now right.
    fn leads_on(
        &self,
        help: &Help,
        edited: &Edited<'_>,
        mistake: &Diagnostic,
        after: &Result<Compiled, Failure>,
    ) -> bool {
        let Err(after) = after else { return false };
        let before = self.items.get_or_init(|| Items::of(self.sources));
        let (was, is) = (counted(self.said), counted(&after.diagnostics));
        let count = |counts: &Counts, one| counts.get(&words(one)).copied().unwrap_or(0);
        let is_gone = count(&is, mistake) < count(&was, mistake);
        if !before.unsound.contains(&mistake.primary.span) || !is_gone || !adds_no_word(help, self.sources) {
            return false;
        }
        let items = Items::of(&after.sources);
        let is_unread = matches!(before.at(mistake.primary.span), None | Some(Item::Error(_)));
        let inserts = help.edits.iter().all(|edit| edit.span.range().is_empty());
        let is_sound = |place: Span| {
            let item = items.at(place).map(|item| item.head().span);
            item.is_some_and(|item| {
                !items.unsound.iter().any(|wrong| item.start <= wrong.start && wrong.end <= item.end)
            })
        };
        after.diagnostics.iter().filter(|one| count(&is, one) > count(&was, one)).all(|one| {
            let place = one.primary.span;
            let is_wrong_syntax = items.unsound.contains(&place);
            (is_wrong_syntax || is_unread) && edited.is_in_another_entry(&after.sources, place)
                || inserts && !is_wrong_syntax && is_sound(place)
        })
    }

    /// Whether an error disappears and no new one appears.
    fn mended(&self, edited: &Edited<'_>, mistake: &Diagnostic, after: &Result<Compiled, Failure>) -> bool {
        let Err(after) = after else { return true };
        let (was, is) = (counted(self.said), counted(&after.diagnostics));
        let count = |counts: &Counts, one| counts.get(&words(one)).copied().unwrap_or(0);
        let mut new = after.diagnostics.iter().filter(|one| count(&is, one) > count(&was, one)).peekable();
        let titled = |all: &[Diagnostic]| all.iter().filter(|one| one.title == mistake.title).count();
        titled(&after.diagnostics) < titled(self.said)
            && count(&is, mistake) < count(&was, mistake)
            && (new.peek().is_none() || self.effort.past_examples && after.schema.is_some() || {
                let (items, before) = (Items::of(&after.sources), self.items.get_or_init(|| Items::of(self.sources)));
                let opens = before.at(mistake.primary.span).is_none();
                new.all(|one| {
                    let place = one.primary.span;
                    !edited.concerns(&items, &after.sources, place) || opens && edited.is_behind(&items, place)
                })
            })
    }
}

/// Selects among remaining proposals those that together leave no error, each with one for every other error.
fn keep_what_fits(trials: &Trials<'_>, diagnostics: &mut [Diagnostic]) {
    let proposals = |one: &Diagnostic| -> Vec<Vec<Edit>> {
        one.help.iter().map(|help| help.edits.clone()).filter(|edits| !edits.is_empty()).collect()
    };
    let wanted = diagnostics.iter().filter(|one| (trials.effort.wanted)(one));
    let choices: Vec<Vec<Vec<Edit>>> = wanted.map(proposals).filter(|all| !all.is_empty()).collect();
    let ways = choices.iter().try_fold(1_usize, |ways, choice| ways.checked_mul(choice.len()));
    let Some(ways) = ways.filter(|ways| (2..=MOST_WAYS).contains(ways)) else { return };
    let mut right: Vec<Vec<Edit>> = Vec::new();
    for way in 0..ways {
        if !(trials.effort.goes_on)() {
            return;
        }
        let mut rest = way;
        let chosen: Vec<&Vec<Edit>> = choices
            .iter()
            .filter_map(|choice| {
                let index = rest % choice.len();
                rest /= choice.len();
                choice.get(index)
            })
            .collect();
        let mut edits: Vec<Edit> = Vec::new();
        for edit in chosen.iter().copied().flatten() {
            if !edits.contains(edit) {
                edits.push(edit.clone());
            }
        }
        let edited = Edited::of(trials.sources, trials.files, &edits);
        let holds = edited.is_some_and(|edited| load_untested(trials.path, &edited.files).is_ok());
        if holds {
            right.extend(chosen.into_iter().cloned());
        }
    }
    if !right.is_empty() {
        for diagnostic in diagnostics.iter_mut() {
            diagnostic.help.retain(|help| help.edits.is_empty() || right.contains(&help.edits));
        }
    }
}

/// The texts of diagnostics that disappear.
type Gone = HashSet<(String, String)>;

/// The number of occurrences of each diagnostic.
type Counts = HashMap<(String, String), usize>;

fn counted(diagnostics: &[Diagnostic]) -> Counts {
    diagnostics.iter().fold(HashMap::new(), |mut counts, one| {
        *counts.entry(words(one)).or_default() += 1;
        counts
    })
}

/// Whether edits write marks and words alone that they replace.
fn adds_no_word(help: &Help, sources: &Sources) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && c != '_';
    help.edits.iter().all(|edit| {
        let old: HashSet<&str> = sources.text(edit.span).split(is_mark).collect();
        edit.text.split(is_mark).all(|word| word.is_empty() || old.contains(word))
    })
}

/// The texts of a diagnostic, which do not depend on its position.
fn words(diagnostic: &Diagnostic) -> (String, String) {
    (diagnostic.title.clone(), diagnostic.primary.text.clone())
}

/// The files of a schema, with edits in one of them.
struct Edited<'a> {
    files: Replaced<'a>,
    /// The spans of the edits in the new text.
    places: Vec<Span>,
}

impl<'a> Edited<'a> {
    fn of(sources: &Sources, files: &'a dyn Files, edits: &[Edit]) -> Option<Self> {
        let file = edits.first()?.span.file;
        let source = sources.get(file);
        let text = Edit::applied(&source.text, edits).filter(|_| edits.iter().all(|edit| edit.span.file == file))?;
        let mut places = Vec::new();
        let mut in_order: Vec<&Edit> = edits.iter().collect();
        in_order.sort_by_key(|edit| edit.span.start);
        let mut moved = 0;
        for Edit { span, text } in in_order {
            let start = span.range().start.saturating_add_signed(moved);
            places.push(Span::new(file, start, start + text.len()));
            moved += text.len().cast_signed() - span.range().len().cast_signed();
        }
        Some(Self { files: Replaced::new(&source.path, text, files), places })
    }

    /// Whether a span is after the edits, and in another entry.
    fn is_in_another_entry(&self, sources: &Sources, place: Span) -> bool {
        let Some(last) = self.places.iter().max_by_key(|edited| edited.end) else { return false };
        let between = Span { start: last.end, end: place.start, ..place };
        let ends = [',', ';', '{', '}'];
        last.end < place.start
            && last.file == place.file
            && (sources.text(*last).ends_with(ends) || sources.text(between).contains(ends))
    }

    /// Whether a span is after the edits in a declaration that was unreadable before: its contents were not checked.
    fn is_behind(&self, items: &Items, place: Span) -> bool {
        let behind = self.places.iter().all(|edited| edited.end < place.start);
        behind && items.unsound.contains(&place) && self.places.iter().all(|edited| items.at(*edited).is_some())
    }

    /// Whether a span is in an edited declaration or in one that names it. Their errors may be older: they were not
    /// checked before the edit.
    fn concerns(&self, items: &Items, sources: &Sources, place: Span) -> bool {
        let Some(item) = items.at(place) else {
            // An unreadable declaration has no item; its span reaches to the next one.
            let is_between = |edited: &Span, item: Span| {
                edited.end <= item.start && item.end <= place.start
                    || place.end <= item.start && item.end <= edited.start
            };
            return self
                .places
                .iter()
                .any(|edited| !items.list.iter().any(|item| is_between(edited, item.head().span)));
        };
        let text = sources.text(item.head().span);
        let is_named = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        self.places.iter().any(|place| {
            let edited = items.at(*place);
            edited.is_none_or(|edited| {
                edited.head().span == item.head().span || edited.head().name.is_some_and(|name| is_named(&name.text))
            })
        })
    }
}

/// The declarations of all files, and the spans of syntax errors.
struct Items {
    list: Vec<Item>,
    unsound: Vec<Span>,
}

impl Items {
    fn of(sources: &Sources) -> Self {
        let mut told = Diagnostics::default();
        let files = (0..sources.iter().count()).filter_map(|file| u16::try_from(file).ok());
        let list = files.flat_map(|file| parse(sources, FileId(file), &mut told).items).collect();
        Self { list, unsound: told.into_sorted().into_iter().map(|one| one.primary.span).collect() }
    }

    fn at(&self, place: Span) -> Option<&Item> {
        self.list.iter().find(|item| {
            let span = item.head().span;
            span.file == place.file && span.start <= place.end && place.start <= span.end
        })
    }
}
