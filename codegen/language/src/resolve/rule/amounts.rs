//! Rules about amounts: `len(x)`, `size(x)`, and lists in ascending order.
//!
//! A reader knows the amounts of a scope when the scope is complete, a writer before it begins. So rules may use
//! amounts of their own scope, and wires may not.

use crate::ast::{self, ExprKind, RuleCheck};
use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{
    Cell, CellId, Check, Content, Expr, Extent, Field, FieldId, Interval, Item, Presence, Record, Role, Source, Test,
    Value, Wire, sets,
};
use crate::near::nearest;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;
use crate::resolve::scope::known;
use crate::resolve::scope::lookup::Found;
use crate::resolve::scope::operand::Operand;

impl<'a> Builder<'_, 'a> {
    /// `len(names)`, `size(payload)`, in a rule.
    pub(in crate::resolve) fn call(
        &mut self,
        expr: &ast::Expr,
        function: &ast::Path,
        args: &[ast::Expr],
    ) -> Option<Operand> {
        let name = self.resolver.sources.text(function.span).to_owned();
        match name.as_str() {
            "len" | "size" => {}
            "ascending" => {
                let wrong = Diagnostic::new("`ascending()` is a whole rule of a list", expr.span, "not a number");
                return self.refuse(wrong.help("write it behind the list, alone: `where ascending(it.id)`"));
            }
            "left" => {
                self.left_by_itself(expr.span);
                return None;
            }
            _ => {
                let wrong = Diagnostic::new(format!("`{name}()` is no function"), function.span, "not known");
                let in_rules = ["left", "len", "size", "ascending"];
                let known = if self.frame.rule_of.is_some() { &in_rules[..] } else { &in_rules[..1] };
                let wrong = wrong.knowing(known);
                let widths = "a width is a number of bytes, or the name of a field";
                return self.refuse(match nearest(&name, known.iter().copied()) {
                    _ if name.contains("sizeof") => match self.bytes_of(args) {
                        Some(bytes) => wrong.help(Help::write(expr.span, bytes.to_string())),
                        None => wrong.help(widths),
                    },
                    Some(near) => wrong.help(Help::asks(function.span, near)),
                    None => {
                        wrong.help("`len(x)` counts elements, `size(x)` bytes, `left()` what is left of the region")
                    }
                });
            }
        }
        let Some(rule) = self.frame.rule_of else {
            let wrong = Diagnostic::new(format!("`{name}()` counts in rules only"), expr.span, "this is no rule");
            let wrong = wrong.note("what decides about bytes is a number that stands before them");
            return self.refuse(wrong.help("name the number that counts; or say it as a rule, behind `where`"));
        };
        let id = self.counted_field(rule, &name, expr.span, args)?;
        let field = self.frame.fields.get(id.0)?.clone();
        let (number, interval) = match name.as_str() {
            "len" => (Expr::Len(id), self.len_of(&field, args.first()?.span)?),
            _ => (Expr::Size(id), Interval::new(0, Expr::MOST)),
        };
        let expr_of = if interval.min == interval.max { Expr::Literal(interval.min) } else { number };
        Some(Operand::new(expr_of, (interval, Value::Int(None)), None, expr.span))
    }

    /// The field of a call: the rule's own, or another one in its scope.
    fn counted_field(&mut self, rule: FieldId, name: &str, span: Span, args: &[ast::Expr]) -> Option<FieldId> {
        let [ast::Expr { kind: ExprKind::Path(path), .. }] = args else {
            let wrong = Diagnostic::new(format!("`{name}()` is about one field"), span, "name it in the parentheses");
            return self.refuse(wrong.help(format!("`{name}(it)` is about the field of the rule")));
        };
        if path.word().is_some_and(|one| one.text == "it") {
            return Some(rule);
        }
        self.note_path(self.outer.len(), path);
        let Some((found, _)) = self.frame.find(path) else {
            self.operand(path)?;
            return None;
        };
        let id = match found {
            Found::Cell(cell, used) if used == path.segments.len() => self.frame.cells.get(cell.0)?.field,
            Found::Struct(_, _, declared) | Found::Other(_, declared) => {
                FieldId(self.frame.places.iter().position(|place| place.name == declared)?)
            }
            _ => {
                self.operand(path)?;
                return None;
            }
        };
        let parent = |id: FieldId| self.frame.fields.get(id.0).and_then(|field| field.parent);
        let part = matches!(self.frame.fields.get(id.0).map(|field| &field.wire), Some(Wire::Bits { .. }));
        let declared = self.frame.place(id).name;
        if parent(id) != parent(rule) || part {
            let label = if part { "a part of a number" } else { "stands in another group" };
            let wrong = Diagnostic::new(format!("`{name}()` counts a field beside the rule"), path.span, label);
            return self.refuse(wrong.other(declared, "this one").help("put the rule on a field of the same group"));
        }
        Some(id)
    }

    /// The possible numbers of elements, bytes or characters.
    fn len_of(&mut self, field: &Field, span: Span) -> Option<Interval> {
        let (extent, text) = match &field.wire {
            Wire::List { item: Item::Family { .. }, extent: Extent::Rest } => {
                return self.refuse(
                    Diagnostic::new("nobody counts the messages of a stream", span, "each is read when it is reached")
                        .help("say how many bytes there may be: `size(..)`"),
                );
            }
            Wire::Octets { extent, content: Content::Free } | Wire::List { extent, .. } => (extent, false),
            Wire::Octets { extent, content: Content::Text(_) } => (extent, true),
            _ => {
                let wrong = Diagnostic::new("this has no length", span, "neither a list, nor bytes, nor text");
                return self.refuse(wrong.help("its bytes are counted by `size(..)`"));
            }
        };
        let most = |count: u64| i128::from(count).min(Expr::MOST);
        let upto = |max: i128| Interval::new(0, max.clamp(0, Expr::MOST));
        Some(match extent {
            Extent::Fixed { count, or_end: false } if !text => Interval::only(most(*count)),
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => upto(most(*count)),
            Extent::Prefixed { cell, .. } => upto(self.frame.cells.get(cell.0)?.interval.max),
            Extent::Counted(length) => {
                let ends = length.over(self.frame.cells.get(length.cell.0)?.interval);
                Interval::new(ends.min.clamp(0, Expr::MOST), ends.max.clamp(0, Expr::MOST))
            }
            Extent::Given(_) | Extent::Until { bound: None, .. } | Extent::Rest | Extent::AllBut(_) => upto(Expr::MOST),
        })
    }

    /// `where ascending(it.id)`; `None` if the rule has another form.
    pub(in crate::resolve) fn ascending(&mut self, id: FieldId, rule: &'a ast::Rule) -> Option<Option<Check>> {
        let RuleCheck::Expr(expr) = &rule.check else { return None };
        let ExprKind::Call { function, args } = &expr.kind else { return None };
        if self.resolver.sources.text(function.span) != "ascending" {
            return None;
        }
        Some(self.ascending_by(id, rule, expr.span, args))
    }

    fn ascending_by(&mut self, id: FieldId, rule: &'a ast::Rule, span: Span, args: &[ast::Expr]) -> Option<Check> {
        let place = self.frame.place(id).wire;
        let Wire::List { item, extent } = self.frame.fields.get(id.0)?.wire.clone() else {
            let wrong = Diagnostic::new("only the elements of a list ascend", span, "this field is no list");
            return self.refuse(wrong.other(place, "declared here"));
        };
        if let Some(repair) = &rule.repair {
            let wrong = Diagnostic::new("a list is not repaired", repair.span, "worth nothing instead");
            return self.refuse(wrong.help("drop the `else`: a list out of order is refused"));
        }
        let path = match args {
            [ast::Expr { kind: ExprKind::Path(path), .. }]
                if path.segments.first().is_some_and(|first| first.text == "it") =>
            {
                path
            }
            _ => {
                return self.refuse(
                    Diagnostic::new("which number ascends?", span, "`it` is an element of the list")
                        .help("name it: `ascending(it)` for a list of numbers, else `ascending(it.id)`"),
                );
            }
        };
        if matches!(extent, Extent::Fixed { count: 0 | 1, or_end: _ }) {
            let wrong = Diagnostic::new("this rule always holds", span, "there is nothing to compare an element with");
            return self.refuse(wrong.help("drop it"));
        }
        let mut names: Vec<&ast::Name> = path.segments.iter().skip(1).collect();
        if names.last().is_some_and(|last| last.text == "raw") {
            names.pop();
        }
        match item {
            Item::Scalar { .. } if names.is_empty() => Some(Check::Ascending { cell: None }),
            Item::Record { record: id, .. } => {
                let record = self.resolver.protocol.records.get(id.0)?.clone();
                let wanted = match (&record.role, names.is_empty()) {
                    (Role::Element { transparent: true }, true) => "value".to_owned(),
                    _ => names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("."),
                };
                let cell = self.ascending_cell(&record, &wanted, path.span)?;
                let declared = self.resolver.places.get(id.0).and_then(|places| places.cell(cell));
                if let Some((last, groups)) = names.split_last() {
                    self.resolver.note_if(last, declared);
                    groups.iter().for_each(|group| self.note_field_of(id, &record, group));
                }
                Some(Check::Ascending { cell: Some(cell) })
            }
            Item::Scalar { .. } | Item::Float { .. } | Item::Family { .. } => {
                let label = if matches!(item, Item::Scalar { .. }) {
                    "the elements are numbers without fields"
                } else {
                    "the elements have no whole number in common"
                };
                self.refuse(Diagnostic::new("nothing to compare", path.span, label))
            }
        }
    }

    /// A number that the user sets in every element.
    fn ascending_cell(&mut self, record: &Record, wanted: &str, span: Span) -> Option<CellId> {
        let Some(id) = record.cell_at(wanted) else {
            let names = record.own_cells().map(|(_, cell)| cell.path.as_str());
            let title = match wanted {
                "" => "which number of an element?".to_owned(),
                _ => format!("the elements have no number `{wanted}`"),
            };
            let wrong = Diagnostic::new(title, span, "a whole number of the element itself is needed");
            let wrong = wrong.knowing(names.clone());
            return self.refuse(wrong.help(match nearest(wanted, names) {
                Some(near) => format!("did you mean `it.{near}`?"),
                None => "name one: `ascending(it.id)`".to_owned(),
            }));
        };
        let cell = record.cells.get(id.0)?;
        let label = if cell.source != Source::User {
            "not set by the user"
        } else if !always_there(record, cell) {
            "not there in every element"
        } else if record.fields.get(cell.field.0).and_then(|field| field.rule.as_ref()?.repair.as_ref()).is_some() {
            "its own rule may repair it"
        } else {
            return Some(id);
        };
        let wrong = Diagnostic::new(format!("`{wanted}` cannot be compared"), span, label);
        self.refuse(wrong.help("name a number that every element has"))
    }
}

/// Whether a cell is present in every element, by names only.
fn always_there(record: &Record, cell: &Cell) -> bool {
    let mut at = Some(cell.field);
    let mut inner = true;
    while let Some(field) = at.and_then(|id| record.fields.get(id.0)) {
        let simple = match field.wire {
            Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Bits { .. } => inner,
            Wire::Group { .. } => true,
            _ => false,
        };
        if !simple || field.presence != Presence::Always {
            return false;
        }
        inner = false;
        at = field.parent.filter(|parent| at.is_some_and(|id| parent.0 < id.0));
    }
    true
}

impl Resolver<'_> {
    /// Rejects rules about sizes that always or never hold, once the lengths of all fields are known.
    pub(in crate::resolve) fn check_sizes(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let mut whole = true;
        for (at, field) in record.fields.iter().enumerate() {
            let Some(rule) = &field.rule else { continue };
            let Check::Test(test) = &rule.check else { continue };
            let tests = match test {
                Test::All(tests) => tests.as_slice(),
                one => std::slice::from_ref(one),
            };
            for test in tests {
                let decided = known::compared(test).into_iter().find_map(|value| {
                    let Expr::Size(of) = value else { return None };
                    let range = layout::field_lengths_without_rule(&self.protocol, record, *of).accepted;
                    let max = range.max.map_or(Expr::MOST, i128::from);
                    let has = [Interval::new(i128::from(range.min).min(max), max)];
                    if sets::covers(&known::certain(test, value), &has) {
                        return Some((*of, range, "this rule always holds", "drop the rule"));
                    }
                    let never = sets::common(&known::possible(test, value), &has).is_none();
                    let help = "compare with a number of bytes that the field can have";
                    never.then_some((*of, range, "this rule never holds", help))
                });
                let Some((of, range, title, help)) = decided else { continue };
                let span = places.fields.get(at).and_then(|place| place.rule).unwrap_or(places.name);
                let label = match range.max {
                    Some(max) if max == range.min => format!("bytes of this: {max}"),
                    Some(max) => format!("bytes of this: {} to {max}", range.min),
                    None => format!("bytes of this: {} and more", range.min),
                };
                let of = places.fields.get(of.0).map_or(places.name, |place| place.wire);
                self.complain(Diagnostic::new(title, span, "rests on lengths alone").other(of, label).help(help));
                whole = false;
            }
        }
        whole.then_some(())
    }
}
