//! Parameters, which the receiver knows and the bytes do not contain, and their arguments.

use crate::ast::{self, ExprKind, WireKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Expr, Input, Interval, Param, ParamKind, Value};
use crate::source::Span;

use crate::resolve::by_name::ByName;
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::Resolver;
use crate::resolve::scope::operand::Operand;
use crate::resolve::types::count;
use crate::resolve::versions::condition::ARGUMENT;

impl<'a> Resolver<'a> {
    /// The interval and value type of a parameter.
    pub(in crate::resolve) fn param_type(&self, kind: ParamKind) -> (Interval, Value) {
        match kind {
            ParamKind::Bool => (Interval::new(0, 1), Value::Bool),
            ParamKind::Int(interval) => (interval, Value::Int(None)),
            ParamKind::Enum(id) => {
                let interval = self.protocol.enums.get(id.0).map_or(Interval::only(0), |one| one.interval);
                (interval, Value::Enum(id))
            }
        }
    }

    /// The parameters of a record or a family, with their spans.
    pub(in crate::resolve) fn param_list(&mut self, params: &'a [ast::Param]) -> Option<Vec<(Param, Span)>> {
        let mut list: Vec<(Param, Span)> = Vec::new();
        let mut known = ByName::default();
        let mut whole = true;
        for param in params {
            if let Some(span) = known.named(&param.name.text) {
                let title = format!("two things are called `{}`", param.name.text);
                let wrong = Diagnostic::new(title, param.name.span, "again here").other(span, "first named here");
                self.complain(wrong.help("rename one of them"));
                whole = false;
                continue;
            }
            if param.name.text == ARGUMENT && !self.versions.is_empty() {
                self.complain(
                    Diagnostic::new("`version` cannot be a parameter here", param.name.span, "the schema has versions")
                        .note("in an example `version` says which version's bytes it shows")
                        .help("give the parameter another name"),
                );
                whole = false;
                continue;
            }
            if let Some(session) = self.sessions.named(&param.name.text) {
                let title = format!("two things that are known are called `{}`", param.name.text);
                let wrong = Diagnostic::new(title, param.name.span, "a parameter");
                let other = session.name.span;
                self.complain(wrong.other(other, "a value of the session").help("rename one of them"));
                whole = false;
                continue;
            }
            match self.param_kind(param) {
                Some(kind) => {
                    let docs = crate::resolve::resolver::docs(&param.docs);
                    list.push((Param { name: param.name.text.clone(), docs, kind, session: None }, param.name.span));
                    known.add(&param.name.text, param.name.span);
                }
                None => whole = false,
            }
        }
        whole.then_some(list)
    }

    fn param_kind(&mut self, param: &'a ast::Param) -> Option<ParamKind> {
        let found = match &param.wire.kind {
            WireKind::Bool | WireKind::Int(_) | WireKind::Named { .. } => self.carrier_type(&param.wire)?,
            _ => return self.no_param(param.wire.span, "not one number"),
        };
        match found.value {
            Value::Bool => Some(ParamKind::Bool),
            Value::Int(_) => Some(ParamKind::Int(found.interval)),
            Value::Enum(id) => Some(ParamKind::Enum(id)),
            Value::Truthy | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => {
                self.no_param(param.wire.span, "has a meaning of its own")
            }
        }
    }

    fn no_param(&mut self, span: Span, label: &str) -> Option<ParamKind> {
        let wrong = Diagnostic::new("this cannot be a parameter", span, label);
        self.refuse(wrong.help("use `bool`, a number such as `u8`, or an enum"))
    }
}

impl<'a> Builder<'_, 'a> {
    /// Declares the parameters of the record; false if one is invalid.
    pub(in crate::resolve) fn params(&mut self, params: &'a [ast::Param]) -> bool {
        match self.resolver.param_list(params) {
            Some(list) => {
                for (param, span) in list {
                    self.frame.lent.retain(|(lent, _)| lent.name != param.name);
                    self.frame.params.push(param);
                    self.frame.param_spans.push(span);
                }
            }
            None => return false,
        }
        true
    }

    /// Arguments for the parameters of `name`: the given ones, or, if there are none, those bound by name.
    pub(in crate::resolve) fn args(
        &mut self,
        params: &[Param],
        given: &'a [ast::Expr],
        name: &ast::Name,
    ) -> Option<Vec<Expr>> {
        let args = self.operands(params, given, name)?;
        Some(args.into_iter().map(|arg| arg.expr).collect())
    }

    /// Like [`args`](Self::args), where nothing is computed.
    pub(in crate::resolve) fn plain_args(
        &mut self,
        params: &[Param],
        given: &'a [ast::Expr],
        name: &ast::Name,
    ) -> Option<Vec<Input>> {
        let args = self.operands(params, given, name)?;
        let plain = args.into_iter().map(|arg| {
            arg.input.or_else(|| {
                self.refuse(
                    Diagnostic::new("an argument is one name or a constant", arg.span, "an expression")
                        .help("pass the number itself, and compute where it is used"),
                )
            })
        });
        plain.collect()
    }

    fn operands(&mut self, params: &[Param], given: &'a [ast::Expr], name: &ast::Name) -> Option<Vec<Operand>> {
        if given.is_empty() {
            return params.iter().map(|param| self.arg_by_name(param, params, name)).collect();
        }
        if given.len() != params.len() {
            let wants = count(params.len() as u128, "argument", "arguments");
            let has = given.len();
            let span = given.first().zip(given.last()).map_or(name.span, |(first, last)| first.span.to(last.span));
            let title = format!("`{}` takes {wants}, not {has}", name.text);
            let mut wrong = Diagnostic::new(title, span, format!("{has} given"));
            let all = Span { start: name.span.end, end: span.end.saturating_add(1), ..span };
            wrong = match params {
                [] => wrong.help(Help::without(all, "leave them out")),
                _ => wrong.note(format!("its parameters are {}", listed(params))),
            };
            return self.refuse(wrong);
        }
        let args: Vec<_> = params.iter().zip(given).map(|(param, given)| self.arg(param, given)).collect();
        args.into_iter().collect()
    }

    fn arg_by_name(&mut self, param: &Param, params: &[Param], name: &ast::Name) -> Option<Operand> {
        let segment = ast::Name { text: param.name.clone(), span: name.span };
        let path = ast::Path { segments: vec![segment], span: name.span };
        if !self.knows(&path) && self.may_lack(&param.name) {
            return None;
        }
        if !self.knows(&path) {
            let title = format!("`{}` needs to know `{}`", name.text, param.name);
            return self.refuse(
                Diagnostic::new(title, name.span, "nothing here has this name")
                    .note(format!("its parameters are {}", listed(params)))
                    .help(format!("pass it: `{}({})`", name.text, listed(params)))
                    .help(format!("or declare a parameter `{}` of this record, to be passed on", param.name)),
            );
        }
        let operand = self.operand(&path)?;
        self.fits(param, operand)
    }

    fn arg(&mut self, param: &Param, given: &'a ast::Expr) -> Option<Operand> {
        let word = match &given.kind {
            ExprKind::Path(path) if !self.knows(path) && !self.resolver.is_constant(path) => path.segments.first(),
            _ => None,
        };
        if word.is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_lowercase()) && self.may_lack(&word.text))
        {
            return None;
        }
        let literal = match (param.kind, word.map(|word| word.text.as_str())) {
            (ParamKind::Bool, Some("true")) => Some(1),
            (ParamKind::Bool, Some("false")) => Some(0),
            (ParamKind::Enum(id), Some(_)) => {
                let (interval, value) = self.resolver.param_type(ParamKind::Enum(id));
                let alternative =
                    ast::Alternative { kind: ast::AlternativeKind::Name(word?.clone()), span: given.span };
                Some(self.resolver.alternative(&alternative, interval, value)?.written)
            }
            _ => None,
        };
        if let Some(code) = literal {
            return Some(Operand::literal(code, given.span));
        }
        let operand = self.number_or_flag(given, param.kind == ParamKind::Bool)?;
        self.fits(param, operand)
    }

    /// The number, if it fits the parameter.
    fn fits(&mut self, param: &Param, operand: Operand) -> Option<Operand> {
        let (interval, value) = self.resolver.param_type(param.kind);
        let literal = operand.constant().is_some() && value != Value::Bool;
        let is_such = operand.value == value || (value.is_number() && operand.value.is_number());
        if !is_such && !literal {
            let (wants, has) = (self.resolver.value_name(value), self.resolver.value_name(operand.value));
            let title = format!("the parameter `{}` is {wants}, this is {has}", param.name);
            return self.refuse(Diagnostic::new(title, operand.span, format!("not {wants}")));
        }
        if let (Value::Enum(id), Some(code)) = (value, operand.constant())
            && let Some(kind) = self.resolver.protocol.enums.get(id.0)
            && !kind.open
            && kind.name_of(code).is_none()
        {
            let title = format!("`{}` has no name for {code}", kind.name);
            return self.refuse(
                Diagnostic::new(title, operand.span, "no value of it").help("pass one of its names, or open it: `..`"),
            );
        }
        // Any carrier is allowed: codes of a closed enum are already checked.
        let named =
            matches!(value, Value::Enum(id) if self.resolver.protocol.enums.get(id.0).is_some_and(|one| !one.open));
        if !named && !operand.interval.within(interval) {
            let title = format!("the parameter `{}` takes {interval}", param.name);
            let label = match operand.constant() {
                Some(code) => format!("this is {code}"),
                None => format!("this lies in {}", operand.interval),
            };
            return self.refuse(
                Diagnostic::new(title, operand.span, label).help("narrow it with `where`, or widen the parameter"),
            );
        }
        if operand.expr.operands().iter().any(|input| input.session().is_some()) {
            return self.refuse(
                Diagnostic::new("a value of the session is not passed", operand.span, "everybody knows it")
                    .help(format!("name it where it is used, in place of the parameter `{}`", param.name)),
            );
        }
        let span = operand.span;
        for input in operand.expr.operands() {
            self.frame.uses.extend(input.cell().map(|cell| match input {
                Input::Part(_) => Use::Part { cell, span },
                _ => Use::Argument { cell, span, element: false },
            }));
        }
        Some(operand)
    }
}

fn listed(params: &[Param]) -> String {
    params.iter().map(|param| param.name.clone()).collect::<Vec<_>>().join(", ")
}
