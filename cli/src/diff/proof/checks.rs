//! Rules and checksums of the reader, which packets of the writer keep.

use std::collections::HashMap;

use wireform_build::interpret::shows;
use wireform_build::model::{
    Cell, CellId, Check, Checksum, Covered, Edge, Expr, Field, FieldId, How, Interval, Item, Protocol, Record, Test,
    sets,
};

use super::{Proven, Walk, Wrong, same};

impl Walk<'_, '_> {
    /// Whether packets keep the rules of the reader. A rule may be about later fields, so all have been passed.
    pub(super) fn rules(&self) -> Proven {
        let passed = self.fields.iter().enumerate().filter_map(|(one, two)| Some((FieldId(one), (*two)?)));
        for (one, two) in passed {
            if let (Some(before), Some(now)) = (self.w.fields.get(one.0), self.r.fields.get(two.0)) {
                self.rule((one, before), now)?;
            }
        }
        Ok(())
    }

    /// Whether a field of the writer keeps the rule of the reader: the writer rejects what breaks its own.
    fn rule(&self, (one, before): (FieldId, &Field), now: &Field) -> Proven {
        let Some(rule) = &now.rule else { return Ok(()) };
        let own = before.rule.as_ref().map(|rule| &rule.check);
        let keeps = match (own, &rule.check) {
            (own, Check::Test(test)) => {
                let own = if let Some(Check::Test(own)) = own { Some(own) } else { None };
                self.keeps(own, test)
            }
            (Some(Check::Ascending { cell }), Check::Ascending { cell: other }) => {
                let path = |protocol: &Protocol, field: &Field, cell: Option<CellId>| {
                    let item = field.wire.item();
                    match (item, cell) {
                        (Some(Item::Record { record, .. }), Some(cell)) => {
                            let record = protocol.records.get(record.0);
                            record.and_then(|record| record.cells.get(cell.0)).map(|cell| cell.path.clone())
                        }
                        _ => None,
                    }
                };
                cell.is_some() == other.is_some() && path(self.writer, before, *cell) == path(self.reader, now, *other)
            }
            (Some(Check::Float { low, high }), Check::Float { low: least, high: most }) => {
                // An end that belongs to the one range and not to the other.
                let above = |(end, belongs): (f64, bool), (other, takes): (f64, bool)| {
                    end > other || (end == other && (takes || !belongs))
                };
                let turned = |(end, belongs): (f64, bool)| (-end, belongs);
                let from = least.is_none_or(|least| low.is_some_and(|low| above(low, least)));
                let to = most.is_none_or(|most| high.is_some_and(|high| above(turned(high), turned(most))));
                from && to
            }
            _ => false,
        };
        if keeps {
            return Ok(());
        }
        let why = format!("the rule `{}`", rule.text);
        let numbers = self.broken(before, &rule.check);
        Err(self.not_taken(one, Wrong { why, numbers }))
    }

    /// The numbers of the writer's field that break a rule about the reader's field alone.
    fn broken(&self, before: &Field, check: &Check) -> Vec<Interval> {
        let Check::Test(Test::In { value: Expr::Cell(cell), intervals }) = check else { return Vec::new() };
        let own = before.wire.number().filter(|own| self.cell(*own) == Some(*cell));
        let numbers = own.map(|own| super::number::written(self.writer, self.w, own)).unwrap_or_default();
        numbers.iter().flat_map(|all| sets::complement(intervals, *all)).collect()
    }

    /// Whether a condition of the reader holds where that of the writer does.
    fn keeps(&self, own: Option<&Test>, test: &Test) -> bool {
        if let Test::All(tests) = test {
            return tests.iter().all(|test| self.keeps(own, test));
        }
        if self.holds(test) == Some(true) {
            return true;
        }
        let Some(own) = own else { return false };
        let all = if let Test::All(tests) = own { tests.as_slice() } else { std::slice::from_ref(own) };
        let mut own = all.iter().filter_map(|own| self.test(own));
        own.any(|own| match (&own, test) {
            (Test::In { value, intervals }, Test::In { value: other, intervals: taken }) if value == other => {
                sets::covers(taken, intervals) || self.covers_amounts(value, intervals, taken)
            }
            _ => own == *test,
        })
    }

    /// Amounts are never negative.
    fn covers_amounts(&self, value: &Expr, own: &[Interval], taken: &[Interval]) -> bool {
        let amounts = Interval::new(0, Expr::MOST);
        matches!(value, Expr::Len(_) | Expr::Size(_)) && sets::covers(taken, &sets::clip(own, amounts))
    }

    /// Whether the writer makes each checksum that the reader verifies.
    pub(super) fn checksums(&self) -> Proven {
        for checksum in &self.r.checksums {
            if !self.w.checksums.iter().any(|own| self.is_same_checksum(own, checksum)) {
                let field = self.r.cells.get(checksum.cell.0).map_or(FieldId(0), |cell| cell.field);
                return Err(super::obstacle(&self.reader_path(field), "another checksum"));
            }
        }
        Ok(())
    }

    fn is_same_checksum(&self, one: &Checksum, two: &Checksum) -> bool {
        self.cell(one.cell) == Some(two.cell)
            && self.is_same_edge(one.at, two.at)
            && one.covers_itself == two.covers_itself
            && match (&one.how, &two.how) {
                (How::Catalogue { check, covers }, How::Catalogue { check: other, covers: ranges }) => {
                    let same = covers.iter().zip(ranges).all(|(one, two)| self.is_same_cover(one, two));
                    check == other && covers.len() == ranges.len() && same
                }
                (How::Hook { hook, range, inputs }, How::Hook { hook: other, range: bytes, inputs: others }) => {
                    let names = (self.writer.hooks.get(hook.0), self.reader.hooks.get(other.0));
                    let same =
                        names.0.map(|hook| (&hook.name, hook.bytes)) == names.1.map(|hook| (&hook.name, hook.bytes));
                    let ranges = range.iter().zip(bytes).all(|(one, two)| self.is_same_edge(*one, *two));
                    same && ranges && self.inputs(inputs).as_ref() == Some(others)
                }
                _ => false,
            }
    }

    fn is_same_cover(&self, one: &Covered, two: &Covered) -> bool {
        match (one, two) {
            (Covered::Range(one), Covered::Range(two)) => {
                one.iter().zip(two).all(|(one, two)| self.is_same_edge(*one, *two))
            }
            (Covered::Constants(one), Covered::Constants(two)) => one == two,
            (Covered::Number { input, scalar }, Covered::Number { input: other, scalar: wire }) => {
                let same = same::scalars((self.writer, *scalar), (self.reader, *wire)).is_ok();
                same && self.input(*input) == Some(*other)
            }
            (Covered::Chosen { by, arms, others }, Covered::Chosen { by: other, arms: chosen, others: rest }) => {
                self.input(*by) == Some(*other) && arms == chosen && others == rest
            }
            _ => false,
        }
    }

    fn is_same_edge(&self, one: Edge, two: Edge) -> bool {
        match (one, two) {
            (Edge::Field(one), Edge::Field(two)) => self.field_of(one) == Some(two),
            _ => one == two,
        }
    }

    /// Whether each name that both have is the same field. A field that the reader passes must not be another one for it.
    /// The groups are those of both that are compared; empty: the whole records.
    pub(super) fn names_in(&self, [group, other_group]: [&str; 2]) -> Proven {
        let [before, now] = &self.names;
        let (one, two) = self.ids;
        let theirs = |all: &[String]| {
            let paths = all.iter().enumerate().filter_map(|(index, path)| Some((inside(path, other_group)?, index)));
            paths.map(|(path, index)| (path.to_owned(), index)).collect::<HashMap<_, _>>()
        };
        let (fields, numbers) = (theirs(now.fields(two)), theirs(now.numbers(two)));
        for (index, path) in before.fields(one).iter().enumerate() {
            let id = FieldId(index);
            let shown =
                |record: &Record, id: FieldId| record.fields.get(id.0).is_some_and(|field| shows(record, field));
            let other = inside(path, group).and_then(|path| fields.get(path));
            let other = other.filter(|other| shown(self.r, FieldId(**other)) && shown(self.w, id));
            if other.is_some() && self.field_of(id).is_none() {
                return Err(self.no(id, "it stands elsewhere"));
            }
        }
        for (index, path) in before.numbers(one).iter().enumerate() {
            let given = |record: &Record, id: usize| record.cells.get(id).is_some_and(Cell::is_given);
            let other = inside(path, group).and_then(|path| numbers.get(path));
            let other = other.filter(|other| given(self.r, **other) && given(self.w, index));
            if let Some(other) = other
                && self.cell(CellId(index)) != Some(CellId(*other))
            {
                return Err(super::obstacle(&self.number_path(CellId(index)), "it stands elsewhere"));
            }
        }
        Ok(())
    }
}

/// A path in a group; in the record if there is none.
fn inside<'t>(path: &'t str, group: &str) -> Option<&'t str> {
    if group.is_empty() { Some(path) } else { path.strip_prefix(group)?.strip_prefix('.') }
}
