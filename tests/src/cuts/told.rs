//! Whether an error about a packet that was cut off is the right one: which field it has to name, and how many bytes that has
//! to ask for. Both follow from how the interpreter reads the whole packet, and from the model.

use wireform_build::interpret::{Step, StepKind};
use wireform_build::model::{
    Behind, End, Expr, Extent, FieldId, Input, Interval, Item, Kept, Record, Scalar, Space, Tag, Wire,
};

use super::lack::{Cut, Found, fields};
use super::{Whole, path};
use crate::paths::{in_record, is_in, join, node};

/// What is known of a packet of which so many bytes came.
pub struct Told<'t> {
    pub whole: &'t Whole<'t>,
    pub steps: &'t [Step],
    /// Those of them that stand for bytes.
    pub leaves: &'t [&'t Step],
    pub len: usize,
}

impl Told<'_> {
    /// Whether the first field that ends behind the cut is named, and as many bytes are asked for as are certainly missing.
    pub fn lacks(&self, named: &str, offset: usize, needed: usize) -> Result<(), String> {
        let said = self.of_step(named, offset, needed);
        // Nothing but how much is left says what should stand there, and something else would stand there in the whole.
        let by_other = self.is_by_left(named, offset, needed)
            || self.ends_before_next(named, offset, needed)
            || self.lists_before_next(named, offset, needed)
            || self.seeks_the_end(named, offset, needed);
        said.or_else(|why| if by_other { Ok(()) } else { Err(why) })
    }

    /// Whether all of a field came that ends before the next one, of which a reader looks for the first byte.
    fn ends_before_next(&self, named: &str, offset: usize, needed: usize) -> bool {
        let is_whole =
            |step: &&Step| path(&step.path) == named && step.offset == offset && offset + step.len == self.len;
        let is_left = |(record, id): Found<'_>| {
            matches!(record.fields[id.0].wire.extent(), Some(Extent::Until { kept: Kept::Left, .. }))
        };
        needed == 1 && self.steps.iter().any(|step| is_whole(&step)) && self.fields(named).into_iter().any(is_left)
    }

    /// Whether a region is read up to an end, which begins or goes on behind the cut.
    fn seeks_the_end(&self, named: &str, offset: usize, needed: usize) -> bool {
        let behind = |(record, id): Found<'_>| {
            let Wire::Within { extent: Extent::Until { end, .. }, .. } = &record.fields[id.0].wire else { return None };
            let (codes, texts) = end.sought();
            let bytes = self.whole.bytes;
            (offset..bytes.len()).find_map(|at| {
                let is_byte = codes.iter().any(|one| one.contains(bytes[at].into()));
                let text = texts.iter().find(|text| bytes[at..].starts_with(text)).map(Vec::len);
                Some(at + if is_byte { 1 } else { text? })
            })
        };
        let begins = self.leaves.iter().any(|leaf| leaf.offset == offset);
        let mut ends = self.fields(named).into_iter().filter_map(behind);
        needed == 1 && begins && offset <= self.len && ends.any(|end| self.len < end)
    }

    /// Whether all elements of a list came that ends before the next field, of which a reader looks for the first number.
    fn lists_before_next(&self, named: &str, offset: usize, needed: usize) -> bool {
        // The number that is looked for, as an error names it, and its size.
        let looked_for = |list: &str, (record, id): Found<'_>| {
            let wire = &record.fields[id.0].wire;
            let (Wire::List { extent: Extent::Until { end, .. }, .. }, Some((_, Scalar::Int { bytes, .. }))) =
                (wire, wire.left_for_the_next())
            else {
                return None;
            };
            let path = if let End::Begins { path, .. } = end { join(list, path) } else { list.to_owned() };
            Some((path, usize::from(bytes)))
        };
        let is_next = self.leaves.iter().any(|leaf| leaf.offset == offset && offset <= self.len);
        let mut lists = named.match_indices('.').map(|(at, _)| &named[..at]).chain([named]);
        is_next
            && lists.any(|list| {
                let numbers = self.fields(list).into_iter().filter_map(|found| looked_for(list, found));
                numbers.into_iter().any(|(path, size)| path == named && offset + size == self.len + needed)
            })
    }

    fn of_step(&self, named: &str, offset: usize, needed: usize) -> Result<(), String> {
        let Some(step) = self.leaves.iter().find(|step| step.offset + step.len > self.len) else {
            return Err("nothing ends behind it".to_owned());
        };
        if named.ends_with("within") {
            // All bytes of a region are taken at once: it is a field that holds others, and goes to the end of one. Its
            // size, or that of a region that it begins with, may be the step.
            let ends = self.regions(named, offset, step);
            if offset <= self.len && ends.contains(&(self.len + needed)) {
                return Ok(());
            }
            if path(&step.path) != named || step.offset != offset {
                return Err(format!("the region ends at {ends:?}"));
            }
        }
        let right = match step.kind {
            StepKind::Terminator => self.is_in_terminator(named, offset, step),
            _ => self.expected(named, step) == named && offset == step.offset,
        };
        if !right || offset > self.len {
            return Err(format!("it is {} at {}", self.expected(named, step), step.offset));
        }
        let bytes = &self.whole.bytes[offset..step.offset + step.len];
        let have = &bytes[..self.len - offset];
        let cut = Cut { protocol: self.whole.protocol, steps: self.steps, step, whole: bytes, have };
        let could = cut.could_need(node(self.whole.target), named);
        if needed > 0 && could.contains(&needed) { Ok(()) } else { Err(format!("{could:?} are missing of {step:?}")) }
    }

    /// What has to be named where the packet ends in this step.
    fn expected(&self, named: &str, step: &Step) -> String {
        // The code of a message that nobody knows stands in nothing.
        if step.kind == StepKind::Code
            && ["", "code"].contains(&step.path.as_str())
            && (named == "code" || named.ends_with(".code"))
        {
            return named.to_owned();
        }
        // A count in front of a list, and the code in front of a shape, are no fields of their own, but part of that one.
        let own = path(&step.path);
        let is_part = step.kind == StepKind::Derived && ["count", "code"].contains(&step.name.as_str());
        match own.rsplit_once('.') {
            Some((around, _)) if is_part && self.fields(&own).is_empty() => around.to_owned(),
            _ => own,
        }
    }

    /// Whether this is read of an element that is none: numbers are read by themselves, of elements the fields up to the one
    /// that tells.
    fn is_in_terminator(&self, named: &str, offset: usize, step: &Step) -> bool {
        let own = path(&step.path);
        let list = own.strip_suffix("end").unwrap_or(&own).trim_end_matches('.');
        let is_first = offset == step.offset;
        self.fields(list).into_iter().any(|(record, id)| match &record.fields[id.0].wire {
            Wire::List { extent: Extent::Until { kept: Kept::Yes, .. }, .. } => false,
            Wire::List {
                item: Item::Record { record: element, .. },
                extent: Extent::Until { kept: Kept::No, end, .. },
            } => {
                let element = &self.whole.protocol.records[element.0];
                let last = match end {
                    End::Cell { cell, .. } => element.cells[cell.0].field,
                    End::EmptyText { field } => *field,
                    End::Value { .. } | End::Texts { .. } | End::Begins { .. } | End::Left(_) => return false,
                };
                let read = (0..=last.0).filter(|at| is_first == (*at == 0));
                read.map(|at| join(list, &in_record(element, FieldId(at)))).any(|field| is_in(named, &field))
            }
            _ => is_first && named == list,
        })
    }

    /// Where a region of this name may end: where the last of it does, if names tell what is the last.
    fn regions(&self, named: &str, offset: usize, step: &Step) -> Vec<usize> {
        // A region in front of a trailer ends by itself.
        let fields = self.fields(named).into_iter().filter(|(record, id)| !is_of_a_trailer(record, *id));
        let fields: Vec<Found<'_>> = fields.collect();
        let inside = if let [found] = fields.as_slice() { inside(*found) } else { None };
        match inside {
            Some(inside) => self.region(&inside, named, offset, step).into_iter().collect(),
            None => self.leaves.iter().map(|leaf| leaf.offset + leaf.len).collect(),
        }
    }

    /// Where a region ends of which this stands inside: behind the last of it.
    fn region(&self, inside: &[String], named: &str, offset: usize, step: &Step) -> Option<usize> {
        let depth = named.split('.').count() - 1;
        let around: Vec<&str> = step.path.split('.').take(depth).collect();
        let stands_in = |leaf: &&&Step| {
            let mut names = leaf.path.split('.');
            names.by_ref().take(depth).eq(around.iter().copied())
                && names
                    .next()
                    .is_some_and(|name| inside.iter().any(|one| one == name.split([' ', '[']).next().unwrap_or("")))
        };
        let behind = self.leaves.iter().skip_while(|leaf| leaf.offset < offset);
        behind.take_while(stands_in).last().map(|leaf| leaf.offset + leaf.len)
    }

    /// Whether how much is left decides about a field, and so much more is the least with which it says something.
    fn is_by_left(&self, named: &str, offset: usize, needed: usize) -> bool {
        let begins = self.leaves.iter().any(|leaf| leaf.offset == offset || leaf.offset + leaf.len == offset);
        let Some(have) = self.len.checked_sub(offset).filter(|_| begins) else { return false };
        self.fields(named).into_iter().any(|found| {
            // A number in front says how many bytes are behind it.
            let (record, id) = found;
            if let Some(Extent::AllBut(Behind::Bytes(behind))) = record.fields[id.0].wire.extent()
                && !matches!(behind, Expr::Literal(_))
            {
                let end = self.leaves.last().map_or(0, |leaf| leaf.offset + leaf.len);
                return have + needed <= end - offset;
            }
            let more = lengths(found).into_iter().filter(|length| *length > have as i128);
            more.min() == Some((have + needed) as i128)
        })
    }

    fn fields(&self, path: &str) -> Vec<Found<'_>> {
        fields(self.whole.protocol, node(self.whole.target), path)
    }
}

/// Whether a field is the region in front of a trailer.
fn is_of_a_trailer(record: &Record, id: FieldId) -> bool {
    matches!(record.fields[id.0].wire.extent(), Some(Extent::AllBut(Behind::Trailer(_))))
}

/// What stands in a region, and the size in front of it, as errors have it; nothing where something else is called so.
fn inside((record, id): Found<'_>) -> Option<Vec<String>> {
    let Wire::Within { body, .. } = &record.fields[id.0].wire else { return None };
    let depth = in_record(record, id).split('.').count() - 1;
    let ids = (0..record.fields.len()).map(FieldId);
    let all: Vec<(FieldId, String)> =
        ids.filter(|id| !is_of_a_trailer(record, *id)).map(|id| (id, in_record(record, id))).collect();
    let names = record.scope(body).into_iter().chain([id]).filter(|id| !is_of_a_trailer(record, *id)).map(|id| {
        let (_, own) = all.iter().find(|(one, _)| *one == id)?;
        let is_only = all.iter().filter(|(_, other)| other == own).count() == 1;
        is_only.then(|| own.split('.').nth(depth).unwrap_or("").to_owned())
    });
    names.collect()
}

/// With how many bytes left at least a field says something.
fn lengths((record, id): Found<'_>) -> Vec<i128> {
    // A list that ends where only what follows is left ends there, too, if that is less.
    let list = id.0.checked_sub(1).map(|before| &record.fields[before].wire);
    if let Some(Wire::List { extent: Extent::Until { end: End::Left(bytes), .. }, .. }) = list {
        return vec![i128::from(*bytes)];
    }
    let least = |codes: &[Interval]| codes.iter().map(|one| one.min).collect::<Vec<_>>();
    let trailers = record.fields.iter().filter_map(|field| match field.wire.extent() {
        Some(Extent::AllBut(Behind::Trailer(trailer))) => Some(trailer),
        _ => None,
    });
    match &record.fields[id.0].wire {
        Wire::Group { .. } => trailers.filter(|one| one.group == id).map(|one| i128::from(one.numbers)).collect(),
        Wire::Match { tag: Tag::Input(Input::Left), arms, .. } => {
            arms.iter().flat_map(|arm| least(arm.codes())).collect()
        }
        Wire::Chosen { tags, forms, .. } => {
            let tag = tags.iter().position(|tag| *tag == Input::Left);
            let patterns = forms.iter().filter_map(|form| form.pattern.get(tag?));
            patterns.flat_map(|codes| least(codes)).collect()
        }
        Wire::Padding { space: Space::Extent(Extent::AllBut(Behind::Bytes(Expr::Literal(bytes)))), .. }
        | Wire::Octets { extent: Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))), .. }
        | Wire::List { extent: Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))), .. }
        | Wire::Within { extent: Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))), .. } => vec![*bytes],
        _ => Vec::new(),
    }
}
