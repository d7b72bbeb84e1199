//! Arms in order: each has the combinations of codes that the arms before it leave.

use crate::ast::{self, AlternativeKind, ExprKind, Pattern};
use crate::diagnostic::Diagnostic;
use crate::model::{Code, EnumCode, Input, Interval, MOST_CASES, Selection, Value, sets};
use crate::source::Span;

use crate::resolve::choice::code_value;
use crate::resolve::choice::pattern::Codes;
use crate::resolve::record::builder::Builder;
use crate::resolve::scope::operand::Operand;

/// Combinations of codes that an alternative of an arm takes.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct Taken {
    /// For each tag the codes; none: any.
    pub(in crate::resolve) pattern: Vec<Vec<Interval>>,
    /// For each tag the code that is written, if its codes are those of one value.
    written: Vec<Option<Code>>,
    span: Span,
}

impl Taken {
    /// Whether it takes every combination. An arm of it alone has those that no other arm has.
    fn is_any(&self) -> bool {
        self.pattern.iter().all(Vec::is_empty)
    }

    /// The code of a tag that is written, if there is only one.
    pub(super) fn only_code(&self, column: usize) -> Option<Code> {
        let codes = self.pattern.get(column)?;
        only(codes).or_else(|| self.written.get(column).copied().flatten())
    }
}

/// Whether no code of a single tag is in two alternatives.
fn are_apart(listed: &[Vec<Taken>]) -> bool {
    let each = listed.iter().filter(|arm| !is_rest(arm)).flatten();
    if each.clone().any(Taken::is_any) {
        return false;
    }
    let mut all: Vec<Interval> = each.flat_map(|one| &one.pattern).flatten().copied().collect();
    all.sort_by_key(|one| one.min);
    all.is_sorted_by(|one, next| one.max < next.min)
}

/// Whether an arm takes what all others leave.
pub(super) fn is_rest(taken: &[Taken]) -> bool {
    matches!(taken, [only] if only.is_any())
}

impl<'a> Builder<'_, 'a> {
    /// The tags of a match: the numbers of a tuple, or a single one.
    pub(super) fn tags(&mut self, tag: &'a ast::Expr) -> Option<Vec<Operand>> {
        let tags: Vec<&ast::Expr> = match &tag.kind {
            ExprKind::Tuple(tags) => tags.iter().collect(),
            _ => vec![tag],
        };
        if let Some(wire) = tags.iter().find(|tag| self.wire_in_front(tag).is_some()) {
            let title = match tags.len() {
                1 => "a width is chosen by a number with a name",
                _ => "each number of a tuple has a name",
            };
            let wrong = Diagnostic::new(title, wire.span, "this is a wire");
            return self.refuse(wrong.help("declare the number in front: `size: u8, .. match size { .. }`"));
        }
        let tags: Vec<_> = tags.into_iter().map(|tag| self.tag(tag)).collect();
        let tags = tags.into_iter().collect::<Option<Vec<Operand>>>()?;
        if let (Some(left), true) = (tags.iter().find(|tag| tag.input == Some(Input::Left)), tags.len() > 1) {
            self.left_by_itself(left.span);
            return None;
        }
        Some(tags)
    }

    /// The codes of each arm: those of its pattern that no earlier arm has. An arm `_` has those of no other arm, wherever
    /// it stands. The codes of a single tag are one pattern.
    pub(in crate::resolve) fn in_order(
        &mut self,
        arms: &[&'a Pattern],
        tags: &[Operand],
        span: Span,
    ) -> Option<Vec<Vec<Taken>>> {
        let listed: Vec<_> = arms.iter().map(|pattern| self.alternatives(pattern, tags)).collect();
        let listed = listed.into_iter().collect::<Option<Vec<Vec<Taken>>>>()?;
        self.tells_few(&listed, tags, span)?;
        let whole: Vec<Interval> = tags.iter().map(|tag| tag.interval).collect();
        let are_apart = tags.len() == 1 && are_apart(&listed);
        let mut earlier: Vec<Taken> = Vec::new();
        let mut rest: Option<Span> = None;
        let mut all = Vec::new();
        for (pattern, listed) in arms.iter().zip(listed) {
            if is_rest(&listed) {
                if let Some(first) = rest.replace(pattern.span) {
                    let wrong = Diagnostic::new("two arms take the rest", pattern.span, "the second one");
                    return self.refuse(wrong.other(first, "the first one"));
                }
                all.push(listed);
                continue;
            }
            let mut kept: Vec<Taken> = Vec::new();
            // Most matches need no subtraction, which takes as long as all arms before.
            let (apart, others) = if are_apart { (listed, Vec::new()) } else { (Vec::new(), listed) };
            kept.extend(apart);
            for one in others {
                if tags.len() > 1 && lacking(&one.pattern, &kept, &whole).is_empty() {
                    let wrong = Diagnostic::new("this alternative adds nothing", one.span, "already taken");
                    return self.refuse(wrong.help("remove it"));
                }
                let left = lacking(&one.pattern, &earlier, &whole);
                if left.is_empty() {
                    return self.nothing_left(&one, &earlier, &whole);
                }
                kept.extend(left.into_iter().map(|pattern| Taken { pattern, ..one.clone() }));
            }
            earlier.extend(kept.iter().cloned());
            all.push(if tags.len() == 1 { joined(kept) } else { kept });
        }
        if let Some(span) = rest
            && selection(&earlier, tags).is_exhaustive(|tag| vec![tag.interval])
        {
            let wrong = Diagnostic::new("this arm is never taken", span, "the others have every code");
            return self.refuse(wrong.help("remove it"));
        }
        self.tells_few(&all, tags, span)?;
        Some(all)
    }

    /// The alternatives of a pattern. Of several tags each is a tuple.
    fn alternatives(&mut self, pattern: &'a Pattern, tags: &[Operand]) -> Option<Vec<Taken>> {
        let listed = &pattern.alternatives;
        if let [tag] = tags {
            let codes = self.resolver.alternatives(pattern, tag.interval, code_value(tag.value))?;
            let each = listed.iter().zip(codes).map(|(alternative, codes)| {
                let written = self.of_one_value(alternative, &codes, tag);
                let codes = if is_any(pattern) { Vec::new() } else { codes.read };
                Taken { pattern: vec![codes], written: vec![written], span: alternative.span }
            });
            return Some(each.collect());
        }
        let each: Vec<_> = listed.iter().map(|one| self.combination(one, tags)).collect();
        each.into_iter().collect()
    }

    /// `(1 | 2, _)`
    fn combination(&mut self, alternative: &'a ast::Alternative, tags: &[Operand]) -> Option<Taken> {
        let span = alternative.span;
        let columns = match &alternative.kind {
            AlternativeKind::Tuple(columns) if columns.len() == tags.len() => columns,
            AlternativeKind::Any => {
                return Some(Taken { pattern: vec![Vec::new(); tags.len()], written: vec![None; tags.len()], span });
            }
            AlternativeKind::Error => return None,
            _ => {
                let title = format!("this pattern needs {} columns", tags.len());
                let wrong = Diagnostic::new(title, span, "one for each tag");
                return self.refuse(wrong.help("`_` takes every number"));
            }
        };
        let mut taken = Taken { pattern: Vec::new(), written: Vec::new(), span };
        for (column, tag) in columns.iter().zip(tags) {
            let codes = self.resolver.codes(column, tag.interval, code_value(tag.value))?;
            let value = match column.alternatives.as_slice() {
                [only] => self.of_one_value(only, &codes, tag),
                _ => None,
            };
            taken.written.push(value);
            taken.pattern.push(if is_any(column) { Vec::new() } else { codes.read });
        }
        Some(taken)
    }

    /// The code that is written for an alternative, if all its codes are those of one value: a number, or a name without a
    /// range.
    fn of_one_value(&self, alternative: &ast::Alternative, codes: &Codes, tag: &Operand) -> Option<Code> {
        let is_name = match (tag.value, &alternative.kind) {
            (Value::Enum(id), AlternativeKind::Name(_)) => {
                let name = self.resolver.protocol.enums.get(id.0).and_then(|one| one.name_of(codes.written));
                !name.is_some_and(EnumCode::stores_code)
            }
            _ => false,
        };
        (is_name || only(&codes.read).is_some()).then_some(codes.written)
    }

    /// Rejects tuples that tell too many cases apart.
    fn tells_few(&mut self, taken: &[Vec<Taken>], tags: &[Operand], span: Span) -> Option<()> {
        // The type in Rust may hold more numbers than the schema allows.
        let ever =
            |tag: &&Operand| Some(vec![if tag.value == Value::Bool { tag.interval } else { Interval::ANYTHING }]);
        if tags.len() == 1 || selection(taken.iter().flatten(), tags).cases(ever).is_some() {
            return Some(());
        }
        let title = format!("these numbers tell more than {MOST_CASES} cases apart");
        let wrong = Diagnostic::new(title, span, "too many together");
        self.refuse(wrong.help("take bits that stand side by side as one number, and match that: `size: u4`"))
    }

    /// Rejects an alternative of which earlier arms leave nothing.
    fn nothing_left<T>(&mut self, one: &Taken, earlier: &[Taken], whole: &[Interval]) -> Option<T> {
        let first = earlier.iter().find(|other| meets(&one.pattern, &other.pattern));
        let is_larger = |other: &&Taken| {
            let has = |a: &Taken, b: &Taken| lacking(&b.pattern, std::slice::from_ref(a), whole).is_empty();
            has(other, one) && !has(one, other)
        };
        let larger = earlier.iter().find(is_larger);
        let codes: Option<Vec<String>> = one.pattern.iter().map(|codes| Some(only(codes)?.to_string())).collect();
        let (title, help) = match (larger, codes.as_deref()) {
            (None, Some([code])) => (format!("two arms take {code}"), "let each code choose one arm"),
            (None, Some(codes)) => (format!("two arms take ({})", codes.join(", ")), "let each code choose one arm"),
            (larger, _) => {
                let title = format!("earlier arms leave nothing of `{}`", self.resolver.sources.text(one.span));
                let help = "put it in front of the arm that takes more: arms are tried in order";
                (title, larger.map_or("remove it", |_| help))
            }
        };
        let other = larger.or(first).map(|other| other.span);
        self.refuse(Diagnostic::new(title, one.span, "taken already").other_if(other, "by this arm").help(help))
    }
}

/// Whether a pattern is `_`.
fn is_any(pattern: &Pattern) -> bool {
    matches!(pattern.alternatives.as_slice(), [one] if matches!(one.kind, AlternativeKind::Any))
}

/// The code of a set with a single one.
fn only(codes: &[Interval]) -> Option<Code> {
    match codes {
        [one] if one.min == one.max => Some(one.min),
        _ => None,
    }
}

/// The choice between patterns.
fn selection<'t>(taken: impl IntoIterator<Item = &'t Taken>, tags: &'t [Operand]) -> Selection<'t, &'t Operand> {
    let choices = taken.into_iter().map(|one| one.pattern.as_slice().into()).enumerate();
    Selection { tags: tags.iter().collect(), choices: choices.collect() }
}

/// The codes of a single tag as one pattern.
fn joined(taken: Vec<Taken>) -> Vec<Taken> {
    let (Some(first), 2..) = (taken.first(), taken.len()) else { return taken };
    let codes = taken.iter().flat_map(|one| &one.pattern).flatten().copied().collect();
    vec![Taken { pattern: vec![codes], written: vec![None], span: first.span }]
}

/// Whether two patterns have a common combination.
fn meets(one: &[Vec<Interval>], other: &[Vec<Interval>]) -> bool {
    let mut columns = one.iter().zip(other);
    columns.all(|(one, other)| one.is_empty() || other.is_empty() || sets::common(one, other).is_some())
}

/// The combinations of a pattern that no other has, as patterns without common ones.
fn lacking(pattern: &[Vec<Interval>], others: &[Taken], whole: &[Interval]) -> Vec<Vec<Vec<Interval>>> {
    let mut left = vec![pattern.to_vec()];
    for other in others {
        if left.iter().any(|one| meets(one, &other.pattern)) {
            left = left.iter().flat_map(|one| without(one, &other.pattern, whole)).collect();
        }
    }
    left
}

/// The combinations that no pattern has, as they are written: `(1..=255, _) | (0, 1..=255)`.
pub(super) fn left_over<'p>(patterns: impl Iterator<Item = &'p Vec<Vec<Interval>>>, tags: &[Operand]) -> String {
    let whole: Vec<Interval> = tags.iter().map(|tag| tag.interval).collect();
    let left = patterns.fold(vec![vec![Vec::new(); tags.len()]], |left, pattern| {
        left.iter().flat_map(|one| without(one, pattern, &whole)).collect()
    });
    let column = |codes: &Vec<Interval>| match codes.is_empty() {
        true => "_".to_owned(),
        false => codes.iter().map(Interval::to_string).collect::<Vec<_>>().join(" | "),
    };
    let tuple = |one: &Vec<Vec<_>>| format!("({})", one.iter().map(column).collect::<Vec<_>>().join(", "));
    left.iter().map(tuple).collect::<Vec<_>>().join(" | ")
}

/// The combinations of a pattern that another lacks: those that differ in the first tag, then of the others those that
/// differ in the second, and so on.
fn without(pattern: &[Vec<Interval>], other: &[Vec<Interval>], whole: &[Interval]) -> Vec<Vec<Vec<Interval>>> {
    if !meets(pattern, other) {
        return vec![pattern.to_vec()];
    }
    let (mut left, mut same) = (Vec::new(), pattern.to_vec());
    for (column, (taken, whole)) in other.iter().zip(whole).enumerate().filter(|(_, (taken, _))| !taken.is_empty()) {
        let Some(own) = same.get_mut(column) else { continue };
        let all = if own.is_empty() { vec![*whole] } else { std::mem::take(own) };
        let both = all.iter().flat_map(|one| taken.iter().filter_map(|other| one.meet(*other))).collect();
        *own = taken.iter().fold(all, |left, hole| sets::without(&left, *hole));
        if !own.is_empty() {
            left.push(same.clone());
        }
        if let Some(own) = same.get_mut(column) {
            *own = both;
        }
    }
    left
}
