//! Structs and messages that stand in others, and what is handed on to them.

use super::body::{Scope, User, may_stand};
use super::{Kind, Param, ParamKind, RecordType, Schema};

impl Schema {
    /// A struct or a member of a family.
    pub(super) fn reference(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if scope.tight {
            return (self.number(scope), false);
        }
        let fits = |to_the_end: bool, hooked: bool| (last || !to_the_end) && !(scope.compared && hooked);
        let records: Vec<_> = self.records.iter().filter(|one| fits(one.to_the_end, one.hooked)).cloned().collect();
        let families: Vec<_> =
            self.families.iter().filter(|one| fits(one.to_the_end || one.open, one.hooked)).cloned().collect();
        let family = !families.is_empty() && (records.is_empty() || self.dice.percent(45));
        let (mut chooser, mut delta) = (None, false);
        let (wire, params, to_the_end) = if family {
            let one = self.dice.pick(&families).clone();
            self.hooked += usize::from(one.hooked);
            chooser = one.by.then_some((one.carrier, one.end));
            (one.name, one.params, one.to_the_end || one.open)
        } else if records.is_empty() {
            return (self.number(scope), false);
        } else {
            let one = self.dice.pick(&records).clone();
            self.hooked += usize::from(one.hooked);
            delta = one.delta;
            (one.name, one.params, one.to_the_end)
        };
        let front = self.bits_to_pass(scope, &params);
        let name = scope.names.field(&mut self.dice, true);
        let args = self.args(scope, &params);
        let presence = self.presence(scope, 40).map(|(presence, _)| presence).unwrap_or_default();
        let from = if delta { self.state(scope, &name, &wire, presence.is_empty()) } else { String::new() };
        if !from.is_empty() && presence.is_empty() && self.dice.percent(50) {
            let next = scope.names.field(&mut self.dice, true);
            let there = self.presence(scope, 40).map(|(presence, _)| presence).unwrap_or_default();
            return (format!("{front}{name}: {wire}{from}, {next}: {wire} from {name}{there}"), false);
        }
        let Some((carrier, end)) = chooser else {
            return (format!("{front}{name}: {wire}{args}{from}{presence}"), to_the_end);
        };
        let (chooser, kind) = self.chooser(scope, &carrier, end);
        (format!("{front}{chooser}{name}: {wire}{args} by {kind}{presence}"), to_the_end)
    }

    /// A struct with parameters that can stand in an element.
    pub(super) fn with_params(&mut self, scope: &Scope) -> Option<RecordType> {
        let fits =
            |one: &&RecordType| !(one.params.is_empty() || one.to_the_end || one.delta) && may_stand(scope, one.hooked);
        let fitting: Vec<RecordType> = self.records.iter().filter(fits).cloned().collect();
        if fitting.is_empty() { None } else { Some(self.dice.pick(&fitting).clone()) }
    }

    /// A named layout in front, whose parts can be passed on.
    pub(super) fn bits_to_pass(&mut self, scope: &mut Scope, params: &[Param]) -> String {
        let bits = self.scalars.iter().find_map(|one| match &one.kind {
            Kind::Bits(flags, numbers) => Some((one.name.clone(), flags.clone(), numbers.clone())),
            _ => None,
        });
        let Some((wire, flags, numbers)) = bits.filter(|_| !params.is_empty() && self.dice.percent(75)) else {
            return String::new();
        };
        let name = scope.names.field(&mut self.dice, true);
        scope.users.extend(flags.iter().map(|part| User::Bool(format!("{name}.{part}"))));
        let number = |(part, min, max): &(String, i128, i128)| User::Int(format!("{name}.{part}"), *min, *max);
        scope.users.extend(numbers.iter().map(number));
        format!("{name}: {wire}, ")
    }

    /// Arguments: literals, or what is known of the right type. What is passed on is the user's.
    pub(super) fn args(&mut self, scope: &mut Scope, params: &[Param]) -> String {
        let same = |param: &Param| {
            let known = scope.users.iter().filter_map(|user| passed(&param.kind, user));
            known.into_iter().any(|name| name == param.name)
        };
        if params.iter().all(same) && self.dice.percent(50) {
            return String::new();
        }
        let mut args = Vec::new();
        for param in params {
            let fitting = scope.users.iter().filter_map(|user| passed(&param.kind, user));
            // The session is everywhere, and not passed on.
            let fitting: Vec<String> = fitting.filter(|name| !name.starts_with("session.")).collect();
            let literal = fitting.is_empty() || self.dice.percent(30);
            args.push(match &param.kind {
                _ if !literal => self.dice.pick(&fitting).clone(),
                ParamKind::Bool => (*self.dice.pick(&["true", "false"])).to_owned(),
                ParamKind::Int(max) => self.dice.between(0, *max.min(&9)).to_string(),
                ParamKind::Enum(_, one) => self.dice.pick(&one.names).clone(),
            });
        }
        if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
    }
}

/// What can be passed for a parameter.
fn passed(kind: &ParamKind, user: &User) -> Option<String> {
    match (kind, user) {
        (ParamKind::Bool, User::Bool(name)) => Some(name.clone()),
        (ParamKind::Int(most), User::Int(name, 0.., max)) if max <= most => Some(name.clone()),
        (ParamKind::Enum(wanted, _), User::Enum(name, _, of)) if wanted == of => Some(name.clone()),
        _ => None,
    }
}
