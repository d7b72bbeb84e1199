//! Steps of a writer: fixed-size fields as one array, varints in one batch.
//!
//! A reader splits them after each field that it may reject; a writer need not.

use super::{Putter, failed, finished};
use crate::decode::shape;
use crate::decode::shape::{Item as Together, Run, Stored};
use crate::encode::derive;
use crate::facts::sizes::{MOST_VARINTS, plain_varints};
use crate::field::{code, slot};
use crate::model::{FieldId, Scalar, Wire};
use crate::scope::locals::Companion;
use crate::scope::{Act, generics};
use crate::text::emitted::Emitted;
use crate::text::segments::Piece;
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};
use std::collections::BTreeMap;

/// Fields that are written at once.
#[derive(Debug)]
pub(super) enum Step {
    /// Fixed-size fields.
    Fixed(Vec<FieldId>),
    /// Varints of one type: the message's code, and fields.
    Varints(Varints),
    /// A single field.
    Field(FieldId),
}

impl Step {
    fn fields(&self) -> &[FieldId] {
        match self {
            Self::Fixed(fields) | Self::Varints(Varints { fields, .. }) => fields,
            Self::Field(id) => std::slice::from_ref(id),
        }
    }

    /// Its first field. A marked field begins a step.
    fn first(&self) -> Option<FieldId> {
        self.fields().first().copied()
    }
}

#[derive(Debug)]
pub(super) struct Varints {
    pub(super) scalar: Scalar,
    /// The code of the message comes first.
    pub(super) coded: bool,
    pub(super) fields: Vec<FieldId>,
    count: usize,
    /// One of them is a list.
    pub(super) listed: bool,
}

/// For each field with a size that is written after its region: the field of the same body that has the region, and a
/// variable for the offset of the size.
pub(super) type LateSizes = BTreeMap<FieldId, (FieldId, Ident)>;

impl Putter<'_, '_> {
    /// Statements that write a body's fields; at the front of a message, its code first.
    pub(super) fn steps(&self, body: &[FieldId], is_front: bool) -> Vec<Piece> {
        let front = code::front_passed(self.scope, body).filter(|_| is_front);
        let front = front.map(|_| quote!(let front = out.len();)).unwrap_or_default();
        let (code, steps) = self.planned(body, is_front);
        let steps = self.written(&steps, &self.late_sizes(body), None);
        [code, front].map(Piece::plain).into_iter().chain(steps).collect()
    }

    /// Statements that write steps, sizes after their regions. A size before these steps counts the bytes of the region
    /// `counted`.
    pub(super) fn written(&self, steps: &[Step], sizes: &LateSizes, counted: Option<FieldId>) -> Vec<Piece> {
        let (mut all, mut late, mut rest) = (Vec::new(), Vec::new(), steps);
        let leads_back = |step: &Step| step.fields().iter().any(|id| self.scope.leads_back(*id));
        while let Some((step, after)) = rest.split_first() {
            rest = after;
            all.extend(step.first().and_then(|id| code::marked(self.scope, id)).map(Piece::plain));
            all.extend(
                step.first().filter(|id| counted == Some(*id)).map(|_| Piece::plain(quote!(out.count_from_here();))),
            );
            let size = step.fields().iter().filter_map(|id| sizes.get(id)).max();
            if let Some((last, at)) = size {
                let [first, again] = self.late(step.fields(), at);
                all.push(Piece::plain(first));
                late.push((last, again));
            } else if let Some((scalar, fields)) = step.first().and_then(|id| self.moving(id)) {
                let end = after.iter().position(|step| step.first() == fields.last().copied());
                let (moved, others) = after.split_at(end.map_or(0, |end| end + 1));
                let leads_back = moved.iter().any(leads_back);
                all.push(Piece { statements: self.moved(scalar, fields, moved, sizes), leads_back });
                rest = others;
            } else {
                let leads_back = leads_back(step);
                all.extend(self.step(step).into_iter().map(|statements| Piece { statements, leads_back }));
            }
            let known = late.extract_if(.., |(last, _)| step.first() == Some(**last));
            all.extend(known.map(|(_, again)| Piece::plain(again)));
        }
        all
    }

    /// The statements that leave room for fields whose sizes are not known yet, from an offset that is stored, and those that
    /// write them there. A group is checked at once.
    fn late(&self, fields: &[FieldId], at: &Ident) -> [TokenStream; 2] {
        let scope = self.scope;
        let start = quote!(let #at = out.len(););
        let Some((id, group)) = fields.iter().find_map(|id| Some((*id, scope.child_of(*id)?))) else {
            let (checks, zeros) = (self.checks_of(fields), Literal::usize_unsuffixed(self.sizes(fields)));
            let put = self.run(fields);
            return [quote!(#(#checks)* #start out.array([0; #zeros]);), quote!(out.back(#at, |out| { #put });)];
        };
        let sizes = group.captured(Act::Put).iter().copied().filter(|cell| scope.is_late(*cell));
        let (names, sizes): (Vec<Ident>, Vec<_>) =
            sizes.map(|cell| (scope.local(cell), derive::local(scope, cell))).unzip();
        let (put, failed) = (self.field(id), failed(&group));
        let (result, again) = finished(quote!(#(#sizes)* #put), failed.is_some());
        let first = quote!(#start { #(let #names = ::core::default::Default::default();)* #put });
        [first, quote!(out.back(#at, |out| #result { #again }) #failed;)]
    }

    /// The fields of a body with sizes that are written after their regions.
    fn late_sizes(&self, body: &[FieldId]) -> LateSizes {
        let scope = self.scope;
        let late = |region: FieldId| {
            let cell = scope.late_size(region)?;
            let size = scope.late_field(scope.cell(cell).field)?;
            let name =
                if scope.holds(cell) { scope.local(cell) } else { scope.locals().ident(scope.locals().of_field(size)) };
            let has_region = |id: &&FieldId| scope.record.scope(std::slice::from_ref(*id)).contains(&region);
            let holder = *body.iter().find(has_region)?;
            body.contains(&size).then(|| (size, (holder, Companion::At.of(&name))))
        };
        scope.record.scope(body).into_iter().filter_map(late).collect()
    }

    /// The statement that writes a code outside of the first step, and the steps.
    pub(super) fn planned(&self, body: &[FieldId], is_front: bool) -> (TokenStream, Vec<Step>) {
        let mut code = TokenStream::new();
        let mut steps = Vec::new();
        match self.scope.record.message_code() {
            Some(one)
                if is_front
                    && matches!(one.scalar, Scalar::Varint(_))
                    && self.scope.record.alignment(body).is_none() =>
            {
                let coded = Varints { scalar: one.scalar, coded: true, fields: Vec::new(), count: 1, listed: false };
                steps.push(Step::Varints(coded));
            }
            _ if is_front => code = code::put(self.scope),
            _ => {}
        }
        let mut depth: usize = 0;
        for item in shape::items(self.scope, body) {
            let inside = depth > 0;
            match &item {
                Together::Region(_) => depth = depth.saturating_add(1),
                Together::RegionEnd(_) => depth = depth.saturating_sub(1),
                Together::Run(_)
                | Together::Varints(_)
                | Together::Segment(_)
                | Together::Optionals(_)
                | Together::Field(_) => {}
            }
            // The fields of a region are written by its own function.
            if !inside {
                self.add(&mut steps, &item);
            }
        }
        (code, steps)
    }

    fn add(&self, steps: &mut Vec<Step>, item: &Together) {
        match item {
            Together::Run(run) => add_run(steps, run),
            Together::Varints(ids) => ids.iter().for_each(|id| self.add_field(steps, *id)),
            Together::Optionals(ids) => steps.extend(ids.iter().map(|id| Step::Field(*id))),
            Together::Segment(segment) => segment.parts.iter().for_each(|part| match part {
                Stored::Run(run) => add_run(steps, run),
                Stored::Chosen(id) => steps.push(Step::Field(*id)),
            }),
            Together::Field(id) if self.scope.is_measured(*id) => steps.push(Step::Field(*id)),
            Together::Field(id) | Together::Region(id) => self.add_field(steps, *id),
            Together::RegionEnd(_) => {}
        }
    }

    fn add_field(&self, steps: &mut Vec<Step>, id: FieldId) {
        let field = self.scope.field(id);
        let Some((scalar, count)) = plain_varints(field).filter(|_| self.moving(id).is_none()) else {
            steps.push(Step::Field(id));
            return;
        };
        let listed = matches!(field.wire, Wire::List { .. });
        match steps.last_mut() {
            Some(Step::Varints(before))
                if !self.scope.record.is_marked(id)
                    && before.scalar == scalar
                    && before.count + count <= MOST_VARINTS
                    && !(before.listed && listed) =>
            {
                before.fields.push(id);
                before.count += count;
                before.listed |= listed;
            }
            _ if count <= MOST_VARINTS => {
                steps.push(Step::Varints(Varints { scalar, coded: false, fields: vec![id], count, listed }));
            }
            _ => steps.push(Step::Field(id)),
        }
    }

    pub(super) fn step(&self, step: &Step) -> Vec<TokenStream> {
        match step {
            Step::Fixed(ids) => self.runs(ids),
            Step::Varints(Varints { coded: true, fields, .. }) if fields.is_empty() => vec![code::put(self.scope)],
            Step::Varints(Varints { coded: false, listed: false, fields, .. }) if fields.len() == 1 => {
                fields.iter().map(|id| self.field(*id)).collect()
            }
            Step::Varints(varints) => {
                let mut statements = self.checks_of(&varints.fields);
                statements.push(self.varints(varints));
                statements
            }
            Step::Field(id) if self.scope.is_measured(*id) || self.scope.late_size(*id).is_some() => {
                code::measured(self.scope, *id, self.field(*id))
            }
            Step::Field(id) => vec![self.field(*id)],
        }
    }

    /// ```text
    /// let [n0, n1] = self.ammo;
    /// out.varints(Int, [17, self.cn, n0, n1]);
    /// ```
    fn varints(&self, varints: &Varints) -> TokenStream {
        let scope = self.scope;
        let Scalar::Varint(id) = varints.scalar else { return TokenStream::new() };
        let varint = slot::varint_value(&scope.context, id);
        let code = varints.coded.then(|| generics::code(scope)).flatten();
        let (mut list, mut numbers) = (None, Vec::from_iter(code));
        for id in &varints.fields {
            let field = scope.field(*id);
            let name = scope.member(*id);
            match &field.wire {
                Wire::Scalar { scalar, cell } => numbers.push(self.number(*scalar, *cell, &quote!(self.#name))),
                _ => {
                    let count = plain_varints(field).map_or(0, |(_, count)| count);
                    let elements: Vec<_> = (0..count).map(|index| format_ident!("n{index}")).collect();
                    list = Some(quote!(let [#(#elements),*] = self.#name;));
                    numbers.extend(elements.into_iter().map(Emitted::path));
                }
            }
        }
        quote!(#list out.varints(#varint, [#(#numbers),*]);)
    }
}

fn add_run(steps: &mut Vec<Step>, run: &Run) {
    let fields = run.fields.iter().map(|placed| placed.field);
    match steps.last_mut() {
        Some(Step::Fixed(before)) => before.extend(fields),
        _ => steps.push(Step::Fixed(fields.collect())),
    }
}
