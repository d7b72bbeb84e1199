//! What is demanded of numbers that choose: that they choose something.

use std::collections::BTreeSet;

use wireform_build::layout::scalar_interval;
use wireform_build::model::{Arm, Expr, FieldId, Form, Input, Interval, Tag, Value};

use super::super::constraint::Place;
use super::super::lift;
use super::super::meaning::{edges, is_free, meanings, tags};
use super::Demanded;
use super::here::Here;
use crate::paths::join;

impl Demanded<'_> {
    /// That some shape is chosen.
    pub(super) fn shapes(&mut self, here: Here<'_>, id: FieldId, tag: &Tag, arms: &[Arm], path: &str) {
        let record = here.id.0;
        let codes: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes().iter().copied()).collect();
        let closed = !arms.iter().any(Arm::is_rest);
        match tag {
            Tag::InPlace { scalar, cell } => {
                let place = Place::Field(join(path, "code"));
                self.scalar(*scalar, path, std::slice::from_ref(&place));
                let (holds, cell) = (scalar_interval(self.protocol, *scalar), *cell);
                let meant = meanings(self.protocol, here.record.cells[cell.0].value, holds);
                if !meant.is_empty() || closed && is_free(&[holds], &codes) {
                    self.add(path, "value", vec![place], move |protocol| {
                        protocol.records[record].cells[cell.0].value = Value::Int(None);
                        lift::choices(protocol);
                    });
                }
            }
            Tag::Input(Input::Left) => self.left(here, id, closed, &codes, path),
            Tag::Input(input) => {
                let free = closed && is_free(&tags(self.protocol, here.record, *input), &codes);
                self.choice(here, id, &[*input], free, path);
            }
            Tag::Tuple(inputs) => {
                let patterns: Vec<_> = arms.iter().flat_map(|arm| &arm.patterns).map(Vec::as_slice).collect();
                let free = closed && self.is_some_free(here, inputs, &patterns);
                self.choice(here, id, inputs, free, path);
            }
        }
    }

    /// That some form of a number is chosen.
    pub(super) fn forms(&mut self, here: Here<'_>, id: FieldId, inputs: &[Input], forms: &[Form], path: &str) {
        if inputs.contains(&Input::Left) {
            let lengths: Vec<Interval> = forms.iter().flat_map(|form| form.pattern.concat()).collect();
            let closed = forms.iter().all(|form| form.pattern.iter().all(|pattern| !pattern.is_empty()));
            return self.left(here, id, closed, &lengths, path);
        }
        let patterns: Vec<_> = forms.iter().map(|form| form.pattern.as_slice()).collect();
        let free = self.is_some_free(here, inputs, &patterns);
        self.choice(here, id, inputs, free, path);
    }

    /// Whether some numbers of these tags match no pattern.
    fn is_some_free(&self, here: Here<'_>, inputs: &[Input], patterns: &[&[Vec<Interval>]]) -> bool {
        let mut some = vec![Vec::new()];
        for (column, input) in inputs.iter().enumerate() {
            let taken: Vec<Interval> = patterns.iter().flat_map(|pattern| pattern[column].clone()).collect();
            let all = tags(self.protocol, here.record, *input);
            let codes = edges(&all, &taken).into_iter().filter(|code| all.iter().any(|one| one.contains(*code)));
            let codes: BTreeSet<i128> = codes.collect();
            let longer = |row: &Vec<i128>| codes.iter().map(|code| [&row[..], &[*code]].concat()).collect::<Vec<_>>();
            some = some.iter().flat_map(longer).collect();
        }
        let has = |pattern: &[Vec<Interval>], row: &[i128]| {
            let mut columns = pattern.iter().zip(row);
            columns.all(|(codes, code)| codes.is_empty() || codes.iter().any(|one| one.contains(*code)))
        };
        some.iter().any(|row| !patterns.iter().any(|pattern| has(pattern, row)))
    }

    /// That something is chosen by earlier numbers.
    fn choice(&mut self, here: Here<'_>, id: FieldId, inputs: &[Input], free: bool, path: &str) {
        let places: Vec<Place> = inputs.iter().filter_map(|input| here.place(*input)).collect();
        let record = here.id.0;
        if free && places.is_empty() {
            self.given.insert(path.to_owned());
        } else if free {
            self.add(path, "value", places, move |protocol| {
                lift::choice(&mut protocol.records[record].fields[id.0].wire)
            });
        }
    }

    /// That something is chosen by how much is left. Where that is less than what something needs, more is waited for.
    fn left(&mut self, here: Here<'_>, id: FieldId, closed: bool, lengths: &[Interval], path: &str) {
        let record = here.id.0;
        if !closed || lengths.iter().any(|one| one.max >= Expr::MOST) {
            return;
        }
        let region = here.region(id);
        let places = region.map_or(vec![Place::End], |region| here.size(region));
        self.add(path, "value", places, move |protocol| {
            let record = &mut protocol.records[record];
            lift::choice(&mut record.fields[id.0].wire);
            region.into_iter().for_each(|region| lift::filled(record, region));
        });
    }
}
