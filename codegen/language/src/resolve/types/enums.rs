//! Enums: names for codes.

use std::collections::{BTreeMap, HashMap};

use crate::ast;
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Code, Enum, EnumCode, EnumId, Interval, Value, sets};
use crate::resolve::resolver::{Resolver, ScalarType, docs};
use crate::source::Span;

/// An index of an enum's names and codes, so that large enums are not checked in quadratic time.
#[derive(Default)]
struct Taken<'i> {
    names: HashMap<&'i str, Span>,
    /// Disjoint ranges of codes: the lowest code, with the highest and the name.
    codes: BTreeMap<Code, (Code, &'i ast::EnumCode)>,
}

impl<'i> Taken<'i> {
    /// Codes that are taken already: the overlap of `read` with the highest range that begins in it or below it, and the
    /// name of that range.
    fn common(&self, read: Interval) -> Option<(Interval, &'i ast::EnumCode)> {
        let (min, (max, code)) = self.codes.range(..=read.max).next_back()?;
        Interval::new(*min, *max).meet(read).map(|both| (both, *code))
    }
}

impl Resolver<'_> {
    pub(in crate::resolve) fn bind_enum(&mut self, item: &ast::Enum) -> Option<EnumId> {
        let on = self.carrier_type(&item.wire)?;
        let on = self.bare(on, item.wire.span, "codes need a wire without a meaning of its own")?;
        let mut taken = Taken::default();
        let mut codes = Vec::new();
        let mut complete = true;
        for code in &item.codes {
            match self.enum_code(item, code, on, &mut taken) {
                Some(code) => codes.push(code),
                None => complete = false,
            }
        }
        complete &= !self.is_unread(item.span);
        if codes.is_empty() && complete && item.open.is_none() {
            let title = format!("enum `{}` has no names", item.name.text);
            self.complain(Diagnostic::new(title, item.name.span, "nothing could be read as this"));
            complete = false;
        }
        let id = EnumId(self.protocol.enums.len());
        self.protocol.enums.push(Enum {
            name: item.name.text.clone(),
            docs: docs(&item.docs),
            carrier: on.carrier,
            interval: on.interval,
            codes,
            open: item.open.is_some(),
        });
        complete.then_some(id)
    }

    /// Adds one name, and rejects duplicate names and codes.
    fn enum_code<'i>(
        &mut self,
        item: &ast::Enum,
        code: &'i ast::EnumCode,
        on: ScalarType,
        taken: &mut Taken<'i>,
    ) -> Option<EnumCode> {
        if let Some(earlier) = taken.names.get(code.name.text.as_str()) {
            let title = format!("`{}` is named twice", code.name.text);
            let diagnostic = Diagnostic::new(title, code.name.span, "again here");
            return self.refuse(
                diagnostic.other(*earlier, "first here").help("join their codes, `A = 1 | 2`, or rename one of them"),
            );
        }
        if let Some(open) = item.open
            && code.name.text == "Other"
        {
            let wrong = Diagnostic::new("`Other` stands for unknown codes", code.name.span, "taken");
            return self
                .refuse(wrong.other(open, "unknown codes are kept here").help("give the name another spelling"));
        }
        let found = self.codes(&code.codes, on.interval, Value::Int(None))?;
        if let Some((both, earlier)) = found.read.iter().find_map(|read| taken.common(*read)) {
            let title = format!("code {both} has two names");
            let (kept, other) = (&earlier.name.text, &code.name.text);
            let next = taken.codes.values().map(|(max, _)| max.saturating_add(1)).max();
            let is_rest = self.sources.text(code.codes.span) == "_";
            let next = next.filter(|next| on.interval.contains(*next) && !is_rest);
            return self.refuse(
                Diagnostic::new(title, code.codes.span, format!("is `{other}` here"))
                    .other(earlier.codes.span, format!("is `{kept}` here"))
                    .help_if(next.map(|next| Help::write(code.codes.span, next.to_string()).guessed()))
                    .help(if is_rest {
                        "codes without a name are kept by `..` in place of this name".to_owned()
                    } else {
                        format!("keep one name, and the other as its source name: `{kept} \"{other}\" = ..`")
                    }),
            );
        }
        taken.names.insert(&code.name.text, code.name.span);
        taken.codes.extend(sets::union(found.read.clone()).iter().map(|read| (read.min, (read.max, code))));
        Some(EnumCode {
            name: code.name.text.clone(),
            docs: docs(&code.docs),
            written: found.written,
            read: found.read,
        })
    }

    /// `as Gun` on a wire: the wire must hold every code, and an open enum must be able to preserve every number of the
    /// wire.
    pub(in crate::resolve) fn enum_on(&mut self, id: EnumId, name: &ast::Name, on: ScalarType) -> Option<Value> {
        let item = self.protocol.enums.get(id.0)?;
        let declared = self.items.get(name.text.as_str()).map(|declared| declared.place());
        let outside = item.codes.iter().find(|code| code.read.iter().any(|codes| !codes.within(on.interval)));
        let diagnostic = if let Some(code) = outside {
            let title = format!("`{}` of `{}` does not fit in this wire", code.name, item.name);
            Diagnostic::new(title, name.span, format!("the wire holds {}", on.interval))
        } else if item.open && !on.interval.within(item.interval) {
            let title = format!("this wire holds {}, `{}` keeps {}", on.interval, item.name, item.interval);
            let help = format!("declare `{}` over a wire that holds both", item.name);
            Diagnostic::new(title, name.span, "unknown codes that could not be kept").help(help)
        } else {
            return Some(Value::Enum(id));
        };
        self.refuse(diagnostic.other_if(declared, "declared here"))
    }
}
