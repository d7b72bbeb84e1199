//! Families: messages distinguished by a code, directly before each of them or in an earlier field.
//!
//! Messages declared inside belong to one family and live in its module; shared ones are referred to by name and have
//! their own code; a nested family contributes its members. All families of a message have equal carriers, since the
//! message's bytes begin with its code. The codes of a family without a carrier are in a field of the record that holds
//! the message; that record names the field with `by`.

use std::collections::HashMap;

use crate::ast::{self, Member};
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::Scalar;
use crate::model::{
    Code, Family, FamilyId, FamilyMember, Input, Interval, Lengths, MessageCode, Node, Param, ParamId, RecordId, Takes,
};
use crate::near;
use crate::resolve::wanted::Wanted;
use crate::source::Span;

use crate::resolve::record::builder::{Builder, Frame};
use crate::resolve::resolver::{Bound, Declared, Resolver, docs};

/// A family that contains a message, and the carrier of its codes.
#[derive(Debug, Clone, Copy)]
struct Naming {
    carrier: Option<Scalar>,
    span: Span,
}

/// The members found so far.
#[derive(Default)]
struct Members {
    /// The wire of the codes.
    carrier: Option<Scalar>,
    list: Vec<FamilyMember>,
    /// The records declared in the family, with the elements of their lists.
    own: Vec<RecordId>,
    codes: HashMap<Code, (String, Span)>,
    names: HashMap<String, Span>,
    params: Vec<(Param, Span)>,
}

impl<'a> Resolver<'a> {
    /// Finds the families that name each shared message, in the order of the text.
    pub(super) fn find_namings(&mut self) {
        let mut families: Vec<&'a ast::Family> = Vec::new();
        families.extend(self.items.values().filter_map(|item| match item {
            Declared::Family(family) => Some(family),
            _ => None,
        }));
        families.sort_by_key(|family| family.name.span);
        for family in families {
            for member in &family.members {
                let Member::Named { name, .. } = member else { continue };
                let all = self.namings.entry(&name.text).or_default();
                if all.last().is_none_or(|(last, _)| last.name.span != family.name.span) {
                    all.push((family, name.span));
                }
            }
        }
    }

    /// The carrier of the code of a shared message in all its families, if it has any.
    pub(super) fn carrier_of(&mut self, message: &'a ast::Name) -> Option<Option<Scalar>> {
        let mut found: Option<Naming> = None;
        for (family, span) in self.namings.get(message.text.as_str()).cloned().unwrap_or_default() {
            let carrier = match &family.carrier {
                None => None,
                Some(carrier) => Some(self.code_carrier(carrier)?),
            };
            match found {
                None => found = Some(Naming { carrier, span }),
                Some(earlier) if earlier.carrier == carrier => {}
                Some(earlier) => {
                    let title = format!("the families of `{}` carry its code differently", message.text);
                    return self.refuse(
                        Diagnostic::new(title, span, "one carrier here")
                            .other(earlier.span, "another one here")
                            .note("a message's bytes begin with its code")
                            .help("declare the message in each family, or give the families the same carrier"),
                    );
                }
            }
        }
        Some(found.and_then(|naming| naming.carrier))
    }

    fn code_carrier(&mut self, carrier: &ast::Wire) -> Option<Scalar> {
        self.plain_number(carrier, "a family's code").map(|(scalar, _)| scalar)
    }

    /// The code of a message, which must be in the carrier's interval.
    pub(super) fn message_code(&mut self, item: &ast::Message, carrier: Option<Scalar>) -> Option<Code> {
        let code = self.integer(&item.code)?;
        // The interval of the field that `by` names is not known yet.
        let Some(scalar) = carrier else { return Some(code) };
        let interval = self.carrier_interval(crate::model::Carrier::Scalar(scalar));
        if !interval.contains(code) {
            let title = format!("the code {code} does not fit its carrier");
            let help = self.carrier_at_hand().and_then(|carrier| self.wider(carrier, code));
            return self.refuse(Diagnostic::new(title, item.code.span, format!("codes are {interval}")).help_if(help));
        }
        Some(code)
    }

    pub(super) fn bind_family(&mut self, item: &'a ast::Family) -> Option<FamilyId> {
        let carrier = match &item.carrier {
            Some(carrier) => Some(self.code_carrier(carrier)?),
            None => None,
        };
        let lent = self.param_list(&item.params)?;
        let mut members = Members { carrier, params: lent.clone(), ..Members::default() };
        let mut whole = Some(());
        for member in &item.members {
            let bound = match member {
                Member::Message(message) => self.own_message(message, &lent, &mut members),
                Member::Named { name, args } => self.named_member(item, name, args, &mut members),
            };
            whole = whole.and(bound);
        }
        whole?;
        if self.is_unread(item.span) {
            return None;
        }
        // A version may exclude all members.
        if members.list.is_empty() && item.open.is_none() {
            return self.refuse(Diagnostic::new("a family without members", item.name.span, "nothing can be read"));
        }
        if let Some((param, span)) = members.params.get(lent.len())
            && self.circle_here().is_some()
        {
            let title = format!("`{}` does not declare `{}`", item.name.text, param.name);
            let wrong = Diagnostic::new(title, *span, "a member needs it");
            return self.refuse(
                wrong
                    .other(item.name.span, "contains itself, so its parameters are known before")
                    .help(format!("declare it in the family: `family {}({}: ..)`", item.name.text, param.name)),
            );
        }
        let codes = match carrier {
            Some(scalar) => layout::scalar_interval(&self.protocol, scalar),
            // The codes are widened later by the fields that select a member.
            None => {
                let codes = members.list.iter().map(|member| Interval::only(member.code));
                codes.reduce(Interval::hull).unwrap_or(Interval::only(0))
            }
        };
        let mut family = Family {
            name: item.name.text.clone(),
            docs: docs(&item.docs),
            carrier,
            codes,
            members: members.list,
            params: members.params.into_iter().map(|(param, _)| param).collect(),
            open: item.open.is_some(),
            lengths: Lengths::NOTHING,
            takes_rest: Takes::Never,
            memory: 0,
            circle: self.circle_here(),
        };
        family.lengths = layout::family_lengths(&self.protocol, &family);
        family.takes_rest = layout::family_takes_rest(&self.protocol, &family);
        family.memory = layout::family_memory(&self.protocol, &family);
        let id = FamilyId(self.protocol.families.len());
        self.protocol.families.push(family);
        self.protocol.order.push(Node::Family(id));
        for record in members.own {
            if let Some(record) = self.protocol.records.get_mut(record.0) {
                record.module = Some(id);
            }
        }
        Some(id)
    }

    /// A message declared in the family, unless its version excludes it.
    fn own_message(&mut self, message: &'a ast::Message, lent: &[(Param, Span)], members: &mut Members) -> Option<()> {
        if let Some(guard) = &message.guard {
            let holds = self.static_bool(guard);
            self.note_decided(guard, holds != Some(false));
            if !holds? {
                return Some(());
            }
        }
        let code = self.message_code(message, members.carrier);
        let free = code.and_then(|code| self.free(code, &message.name, message.code.span, members));
        // The fields are checked even without a code.
        let in_front = members.carrier.map(|scalar| MessageCode { scalar, code: code.unwrap_or(0) });
        let record = self.message(message, in_front, lent);
        let (code, record) = code.zip(record)?;
        members.own.push(record);
        members.own.extend(self.places.get(record.0).iter().flat_map(|places| &places.elements));
        self.member((record, code), &[], &message.name, members)?;
        free
    }

    /// A shared message, or all members of another family.
    fn named_member(
        &mut self,
        family: &'a ast::Family,
        name: &'a ast::Name,
        args: &'a [ast::Expr],
        members: &mut Members,
    ) -> Option<()> {
        if self.is_of_another_version(name) {
            return Some(());
        }
        if !self.candidates.contains_key(name.text.as_str()) && !self.may_be_unread(&name.text) {
            let title = format!("unknown name `{}`", name.text);
            let known = self.names_of(Wanted::Member).into_iter().filter(|one| !members.names.contains_key(*one));
            let known: Vec<&str> = known.collect();
            let help = near::proposal(name.span, &name.text, known.iter().copied());
            let wrong = Diagnostic::new(title, name.span, "not declared").help_if(help).knowing(&known);
            return self.refuse(wrong.help(format!("declare it: `message {} = 1 {{ .. }}`", name.text)));
        }
        let code = match self.lookup(name, Wanted::Member)? {
            (_, Declared::Message(message)) => Some(&message.code),
            (_, Declared::Family(_)) => None,
            (_, declared) => {
                let title = format!("`{}` is {}, not a message", name.text, declared.what());
                return self.refuse(
                    Diagnostic::new(title, name.span, "only messages and families can be members")
                        .other(declared.place(), "declared here")
                        .help(format!("declare it as a message, with its code: `message {} = 1 {{ .. }}`", name.text)),
                );
            }
        };
        match self.bind_type(name)? {
            Bound::Record(record) => {
                let code = self.integer(code?)?;
                let free = self.free(code, name, name.span, members);
                self.member((record, code), args, name, members)?;
                free
            }
            Bound::Family(id) => self.flatten(family, id, name, args, members),
            _ => None,
        }
    }

    fn flatten(
        &mut self,
        family: &'a ast::Family,
        id: FamilyId,
        name: &'a ast::Name,
        args: &'a [ast::Expr],
        members: &mut Members,
    ) -> Option<()> {
        let inner = self.protocol.families.get(id.0).cloned()?;
        if inner.carrier != members.carrier {
            let title = format!("`{}` carries its codes differently", name.text);
            let wrong = Diagnostic::new(title, name.span, "its members would need two carriers");
            return self.refuse(wrong.other(family.name.span, "this family's carrier is another one"));
        }
        if let Some(arg) = args.first() {
            let wrong = Diagnostic::new("arguments for a family's members", arg.span, "passed by name");
            return self.refuse(wrong.help("leave them out: parameters of the same name are one"));
        }
        let mut whole = Some(());
        for member in &inner.members {
            let as_name = ast::Name { text: member.name.clone(), span: name.span };
            let free = self.free(member.code, &as_name, name.span, members);
            let given = self.given_member(member, &inner.params, &as_name, members);
            whole = whole.and(free).and(given);
        }
        whole
    }

    /// A member of a nested family, with its arguments: its parameters are bound by name to the family's own.
    fn given_member(
        &mut self,
        member: &FamilyMember,
        theirs: &[Param],
        name: &ast::Name,
        members: &mut Members,
    ) -> Option<()> {
        let ours = |arg: &Input| match arg {
            Input::Param(id) => self.family_param(theirs.get(id.0)?, name.span, members).map(Input::Param),
            Input::Literal(_) | Input::Cell(_) | Input::Part(_) | Input::Session(_) | Input::Left => Some(*arg),
        };
        let args = member.args.iter().map(ours).collect::<Option<_>>()?;
        members.list.push(FamilyMember { name: name.text.clone(), args, ..*member });
        Some(())
    }

    /// Rejects duplicate codes and names within a family.
    fn free(&mut self, code: Code, name: &ast::Name, span: Span, members: &mut Members) -> Option<()> {
        if let Some((other, earlier)) = members.codes.get(&code) {
            let title = format!("`{other}` and `{}` have the code {code}", name.text);
            let wrong = Diagnostic::new(title, span, "the second one").other(*earlier, "the first one");
            let help =
                "correct one of them; messages of the other direction are a family of their own, with its own codes";
            return self.refuse(wrong.help(help));
        }
        if let Some(earlier) = members.names.get(&name.text) {
            let title = format!("two members are called `{}`", name.text);
            return self.refuse(Diagnostic::new(title, name.span, "the second one").other(*earlier, "the first one"));
        }
        members.codes.insert(code, (name.text.clone(), span));
        members.names.insert(name.text.clone(), name.span);
        Some(())
    }

    /// Adds a message with the arguments for its parameters.
    fn member(
        &mut self,
        (record, code): (RecordId, Code),
        given: &'a [ast::Expr],
        name: &ast::Name,
        members: &mut Members,
    ) -> Option<()> {
        let params = self.protocol.records.get(record.0)?.params.clone();
        let args = if given.is_empty() {
            let ours = params.iter().map(|param| self.family_param(param, name.span, members).map(Input::Param));
            ours.collect::<Option<_>>()?
        } else {
            self.given_args(&params, given, name, members)?
        };
        members.list.push(FamilyMember { name: name.text.clone(), code, record, args });
        Some(())
    }

    /// The family's parameter of this name, added if it does not exist.
    fn family_param(&mut self, param: &Param, span: Span, members: &mut Members) -> Option<ParamId> {
        let Some(at) = members.params.iter().position(|(have, _)| have.name == param.name) else {
            members.params.push((param.clone(), span));
            return Some(ParamId(members.params.len().saturating_sub(1)));
        };
        let (have, earlier) = members.params.get(at)?;
        if have.kind != param.kind {
            let title = format!("two members need different things called `{}`", param.name);
            let wrong = Diagnostic::new(title, span, "one type here").other(*earlier, "another type here");
            return self.refuse(wrong.help("rename one of the parameters"));
        }
        Some(ParamId(at))
    }

    /// `Member(is_self)`: arguments from the family's parameters and constants.
    fn given_args(
        &mut self,
        params: &[Param],
        given: &'a [ast::Expr],
        name: &ast::Name,
        members: &mut Members,
    ) -> Option<Vec<Input>> {
        let mut frame = Frame::new(String::new(), Vec::new(), false);
        for (param, span) in &members.params {
            frame.params.push(param.clone());
            frame.param_spans.push(*span);
        }
        let mut builder = Builder { resolver: self, frame, outer: Vec::new(), elements: Vec::new(), fields: 0 };
        builder.plain_args(params, given, name)
    }
}
