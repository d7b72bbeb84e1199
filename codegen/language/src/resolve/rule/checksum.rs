//! `checksum: u16 = crc_16_modbus(before(checksum))`: numbers computed from the bytes around them.
//!
//! The ranges that they cover are bound when the record is complete.

mod bound;
mod covered;

use crate::ast::{self, ExprKind};
use crate::catalogue;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{Algorithm, Demand, Held, HookId, Presence, Scalar, Source, Wire};
use crate::near::{self, nearest};
use crate::source::{Sources, Span};

use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::resolver::Resolver;
use crate::resolve::rule::pending::{PendingChecksum, PendingHow};
use crate::resolve::scope::{Entry, ScopeId};

impl<'a> Builder<'_, 'a> {
    /// Binds a field whose value is a call.
    pub(in crate::resolve) fn computed(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        call: (&'a ast::Expr, &'a ast::Path, &'a [ast::Expr]),
    ) -> Option<(Wire, Entry)> {
        let (whole, function, args) = call;
        let name = self.resolver.sources.text(function.span).to_owned();
        let named = ast::Name { text: name.clone(), span: function.span };
        let called_check = self.check_named(&named, called.name, spelled.wire, call)?;
        let Some((cover, inputs)) = args.split_first() else {
            let help = self.resolver.covering(&name, called.name, call);
            let title = format!("`{name}()` is computed from bytes of this record");
            return self.refuse(Diagnostic::new(title, whole.span, "covers nothing").help(help));
        };
        let (how, bits) = match called_check {
            Check::Catalogue(check) => {
                let bits = u32::from(check.width());
                (PendingHow::Catalogue { covers: self.covers(called.name, call)?, check }, bits)
            }
            Check::Hook(hook) => {
                if !inputs.is_empty() && args.iter().all(|arg| is_field(self.resolver.sources, arg)) {
                    let help = self.resolver.covering(&name, called.name, call);
                    return self.refuse(Diagnostic::new(NO_COVER, cover.span, "one field of several").help(help));
                }
                let bits = u32::from(self.resolver.protocol.hooks.get(hook.0)?.bytes).saturating_mul(8);
                let inputs = self.hook_call(called.id, hook, (whole, function, cover), inputs)?;
                (PendingHow::Hook { hook, cover, inputs }, bits)
            }
        };
        let demand = match &how {
            PendingHow::Catalogue { .. } => Demand::Checksum,
            PendingHow::Hook { .. } => Demand::Hook,
        };
        let (wire, _) = self.scalar(called, spelled, Source::Derived(demand))?;
        let Wire::Scalar { scalar, cell } = wire else { return None };
        let found = self.frame.cells.get(cell.0)?;
        let fits = match scalar {
            Scalar::Int { bytes, signed, .. } if !signed && found.value.held() == Held::Int => {
                u32::from(bytes).saturating_mul(8) >= bits
            }
            Scalar::Int { .. } | Scalar::Varint(_) => false,
        };
        if !fits {
            let whole = bits.div_ceil(8).saturating_mul(8);
            return self.refuse(
                Diagnostic::new(format!("this cannot hold a `{name}`"), spelled.wire.span, "its wire")
                    .other(function.span, format!("a number of {bits} bits"))
                    .help(
                        Help::write(spelled.wire.span, format!("u{whole}"))
                            .said(format!("take a `u{whole}`, without a meaning of its own")),
                    ),
            );
        }
        let inside = self.frame.at != ScopeId::default();
        let conditional = self.frame.fields.get(called.id.0).is_some_and(|field| field.presence != Presence::Always);
        if let (true, PendingHow::Hook { .. }) = (conditional, &how) {
            return self.resolver.not_yet("the number of a hook under a condition is", called.span);
        }
        if let Some(absent) = spelled.absent {
            let wrong = Diagnostic::new("a checksum has no default", absent.span, "its number is in no value");
            return self.refuse(wrong.help("leave out the `else`"));
        }
        if inside || spelled.rule.is_some() {
            let (label, help) = match inside {
                true => ("stands in a group", "move it out, or make a struct of what it belongs to"),
                false => ("has a rule", "drop the rule: the number follows from the bytes"),
            };
            let wrong = Diagnostic::new("a checksum stands in its record as it is", called.span, label);
            return self.refuse(wrong.help(help));
        }
        self.frame.checksums.push(PendingChecksum { cell, how, args });
        Some((wire, Entry::Other("a checksum")))
    }

    /// A hook, or a check of the catalogue: a new name in it means nothing else in schemas that have a hook of this name.
    fn check_named(&mut self, name: &ast::Name, own: &str, wire: &ast::Wire, call: Call<'a>) -> Option<Check> {
        let is_own = self.resolver.hooks.named(&name.text).is_some();
        if let Some(check) = catalogue::check(&name.text).filter(|_| !is_own) {
            return Some(Check::Catalogue(check));
        }
        match self.resolver.hook(name) {
            Some(hook) => hook.map(Check::Hook),
            None => self.unknown_check(&name.text, own, wire, call),
        }
    }

    fn unknown_check<T>(&mut self, name: &str, own: &str, wire: &ast::Wire, call: Call<'a>) -> Option<T> {
        let (whole, function, args) = call;
        if self.may_lack(name) {
            return None;
        }
        if near::COUNTS.contains(&name) {
            let title = format!("the writer works `{own}` out by itself");
            let clause = Span { start: wire.span.end, ..whole.span };
            let help = self.counts_what_follows(own, clause, name, args);
            return self.refuse(Diagnostic::new(title, clause, "no checksum").help_if(help).note(
                "a number is a count or a size if a later field names it: `items: [u16; n]`, `within (n) { .. }`",
            ));
        }
        let hooks = self.resolver.hooks.all.iter().map(|hook| hook.name.text.clone());
        let known: Vec<String> = hooks.chain(catalogue::names()).collect();
        let wrong = Diagnostic::new(format!("there is no checksum `{name}`"), function.span, "not in the catalogue")
            .knowing(&known);
        let mut meant = catalogue::meant(name);
        if meant.is_empty() {
            // A check of another width is another check.
            let alike = known.iter().map(String::as_str).filter(|known| digits(known) == digits(name));
            meant.extend(nearest(name, alike).map(str::to_owned));
        }
        let help = format!("the example has the checksum of other bytes, or another than `{}`", meant.join("`, `"));
        let note = match meant.len() {
            0 => "the catalogue has cyclic redundancy checks and sums; your program supplies all others",
            1 => "checksums have their names from the catalogue, in lowercase",
            _ => "several programs call different checksums so",
        };
        let wrong =
            meant.iter().fold(wrong.note(note), |wrong, one| wrong.help(self.resolver.covering(one, own, call)));
        let number = match &wire.kind {
            ast::WireKind::Int(number) => (number.bits.is_multiple_of(8)).then(|| format!("u{}", number.bits)),
            ast::WireKind::Bytes { .. } | ast::WireKind::List { .. } => None,
            _ => Some("u32".to_owned()),
        };
        self.refuse(match number {
            // A renamed check has the right parameters, so its constants are wrong.
            _ if !meant.is_empty() => wrong.help_if((!catalogue::meant(name).is_empty()).then_some(help)),
            Some(number) => {
                let hook = format!("hook {name}(data: bytes) -> {number};");
                let end = self.resolver.sources.end(function.span.file);
                let covering = self.resolver.covering(name, own, call);
                let mut edits = vec![Edit::new(end, format!("\n{hook}\n"))];
                let called = covering.edits.first().filter(|edit| edit.text != name);
                let called = called.map_or(String::new(), |edit| format!(", called as `{}`", edit.text));
                edits.extend(covering.edits);
                wrong.help(Help::new(format!("declare it as a function of your program: `{hook}`{called}"), edits))
            }
            None => wrong.help("a function of the program gives at most 8 bytes: leave it out, and compare them there"),
        })
    }
}

/// The function that a field calls.
enum Check {
    Catalogue(Algorithm),
    Hook(HookId),
}

fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// A call as a value: the expression, the function, its arguments.
type Call<'a> = (&'a ast::Expr, &'a ast::Path, &'a [ast::Expr]);

const NO_COVER: &str = "this does not say what is covered";

/// Whether an argument can only be a field.
fn is_field(sources: &Sources, arg: &ast::Expr) -> bool {
    matches!(&arg.kind, ExprKind::Path(path) if {
        let name = sources.text(path.span);
        name != "all" && name.starts_with(char::is_lowercase)
    })
}

impl Resolver<'_> {
    /// Proposes the call of a checksum with the probable meaning of its arguments.
    pub(in crate::resolve) fn covering(&self, check: &str, own: &str, (whole, function, args): Call<'_>) -> Help {
        let cover = self.covered_by(own, args);
        if args.first().is_some_and(|first| Some(self.sources.text(first.span)) == cover.as_deref()) {
            return Help::asks(function.span, check);
        }
        let cover = cover.unwrap_or_else(|| format!("before({own})"));
        Help::write(whole.span, format!("{check}({cover})"))
    }

    /// The proposed cover: `span(kind..=data)` for `kind, data`.
    fn covered_by(&self, own: &str, args: &[ast::Expr]) -> Option<String> {
        let text = |arg: &ast::Expr| self.sources.text(arg.span).to_owned();
        let [first, .., last] = args else {
            let only = args.first()?;
            return match &only.kind {
                ExprKind::Call { function, args } if self.sources.text(function.span) == "span" => {
                    self.covered_by(own, args)
                }
                ExprKind::Range { low, high, .. } => self.covered_by(own, &[(**low).clone(), (**high).clone()]),
                _ if is_field(self.sources, only) => Some(format!("span({0}..={0})", text(only))),
                _ => Some(text(only)),
            };
        };
        Some(match (args.iter().all(|arg| is_field(self.sources, arg)), text(last) == own) {
            (false, _) => text(first),
            (true, true) => format!("before({own})"),
            (true, false) => format!("span({}..={})", text(first), text(last)),
        })
    }
}
