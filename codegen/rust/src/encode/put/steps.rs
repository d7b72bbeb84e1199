//! Steps of a writer: fixed-size fields as one array, varints in one batch.
//!
//! A reader splits them after each field that it may reject; a writer need not.

use super::Putter;
use crate::decode::shape;
use crate::decode::shape::{Item as Together, Run, Stored};
use crate::facts::sizes::{MOST_VARINTS, plain_varints};
use crate::field::{code, slot};
use crate::model::{FieldId, Scalar, Wire};
use crate::scope::generics;
use crate::text::emitted::Emitted;
use crate::text::tokens::{TokenStream, format_ident, quote};

/// Fields that are written at once.
#[derive(Debug)]
pub(super) enum Step {
    /// Fixed-size fields.
    Fixed(Vec<FieldId>),
    /// Varints of one type: the message's code, and fields.
    Varints(Varints),
    /// A single field.
    Field(FieldId),
    /// A measured field, which has a function of its own.
    Outlined(FieldId),
}

impl Step {
    /// Its first field. A marked field begins a step.
    fn first(&self) -> Option<FieldId> {
        match self {
            Self::Fixed(fields) | Self::Varints(Varints { fields, .. }) => fields.first().copied(),
            Self::Field(id) | Self::Outlined(id) => Some(*id),
        }
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

impl Putter<'_, '_> {
    /// Statements that write a body's fields; at the front of a message, its code first.
    pub(super) fn steps(&self, body: &[FieldId], is_front: bool) -> Vec<TokenStream> {
        let front = code::front_passed(self.scope, body).filter(|_| is_front);
        let front = front.map(|_| quote!(let front = out.len();)).unwrap_or_default();
        if let [only] = body
            && self.scope.is_measured(*only)
        {
            // This is the body of its own function.
            let code = if is_front { code::put(self.scope) } else { TokenStream::new() };
            return vec![code, front, self.field(*only)];
        }
        let (code, steps) = self.planned(body, is_front);
        let steps = steps.iter().map(|step| {
            let mark = step.first().and_then(|id| code::marked(self.scope, id)).into_iter();
            mark.chain(self.step(step)).collect()
        });
        std::iter::once(vec![code, front]).chain(steps).flatten().collect()
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
            Together::Field(id) if self.scope.is_measured(*id) => steps.push(Step::Outlined(*id)),
            Together::Field(id) | Together::Region(id) => self.add_field(steps, *id),
            Together::RegionEnd(_) => {}
        }
    }

    fn add_field(&self, steps: &mut Vec<Step>, id: FieldId) {
        let field = self.scope.field(id);
        let Some((scalar, count)) = plain_varints(field) else {
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
            Step::Field(id) => vec![self.field(*id)],
            Step::Outlined(id) => vec![self.outlined(*id)],
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
