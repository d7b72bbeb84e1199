//! Named codes.

use super::scope::{Resolver, ScalarType, docs};
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Enum, EnumCode, EnumId, Value};

impl Resolver<'_> {
    pub(super) fn bind_enum(&mut self, item: &ast::Enum) -> Option<EnumId> {
        let on = self.scalar_type(&item.wire)?;
        if on.value != Value::Int {
            let title = format!("{} is not a bare number", self.value_name(on.value));
            self.complain(Diagnostic::new(title, item.wire.span, "codes need a wire without a meaning of its own"));
            return None;
        }
        let mut codes: Vec<(EnumCode, &ast::EnumCode)> = Vec::new();
        let mut complete = true;
        for code in &item.codes {
            complete &= self.enum_code(item, code, on, &mut codes);
        }
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
            codes: codes.into_iter().map(|(code, _)| code).collect(),
            open: item.open.is_some(),
        });
        complete.then_some(id)
    }

    /// Adds one name, unless it or one of its codes is there already.
    fn enum_code<'i>(
        &mut self,
        item: &ast::Enum,
        code: &'i ast::EnumCode,
        on: ScalarType,
        codes: &mut Vec<(EnumCode, &'i ast::EnumCode)>,
    ) -> bool {
        if let Some((_, earlier)) = codes.iter().find(|(earlier, _)| earlier.name == code.name.text) {
            let title = format!("`{}` is named twice", code.name.text);
            let diagnostic = Diagnostic::new(title, code.name.span, "again here");
            self.complain(diagnostic.other(earlier.name.span, "first here"));
            return false;
        }
        if let Some(open) = item.open
            && code.name.text == "Other"
        {
            self.complain(
                Diagnostic::new("`Other` stands for unknown codes", code.name.span, "taken")
                    .other(open, "unknown codes are kept here")
                    .help("give the name another spelling"),
            );
            return false;
        }
        let Some(found) = self.codes(&code.codes, on.interval, Value::Int) else { return false };
        for (earlier, place) in codes.iter() {
            let both = found.read.iter().flat_map(|a| earlier.read.iter().filter_map(|b| a.meet(*b))).next();
            if let Some(both) = both {
                let title = format!("code {both} has two names");
                let diagnostic = Diagnostic::new(title, code.codes.span, format!("is `{}` here", code.name.text));
                let (kept, other) = (&earlier.name, &code.name.text);
                self.complain(
                    diagnostic
                        .other(place.codes.span, format!("is `{kept}` here"))
                        .help(format!("keep one name, and the other as its source name: `{kept} \"{other}\" = ..`")),
                );
                return false;
            }
        }
        let name = code.name.text.clone();
        codes.push((EnumCode { name, docs: docs(&code.docs), written: found.written, read: found.read }, code));
        true
    }

    /// `as Gun` on a wire: every code must be one that the wire can hold, and an open enum must be able to keep what
    /// the wire holds.
    pub(super) fn enum_on(&mut self, id: EnumId, name: &ast::Name, on: ScalarType) -> Option<Value> {
        let item = self.protocol.enums.get(id.0)?;
        let declared = self.items.get(name.text.as_str()).map(|declared| declared.name().span);
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
        let diagnostic = match declared {
            Some(span) => diagnostic.other(span, "declared here"),
            None => diagnostic,
        };
        self.complain(diagnostic);
        None
    }
}
