//! The children that a payload may hold, and what chooses among them.

use std::collections::HashMap;

use pdl_compiler::ast::{self, Constraint, Decl, FieldDesc};

use crate::draft::{Arm, Body, Field, Item, Message, Name, Wire};
use crate::names::Scope;

use super::Pdl;
use super::enums::Code;
use super::record::Record;
use super::source::Fixed;
use super::words::literal;

/// A child, with the fields of its parent that choose it.
struct Heir<'f> {
    /// The declarations from the child of the parent to itself.
    line: Vec<&'f Decl>,
    /// The fields, and their values: a code, and its name if it has one.
    on: HashMap<&'f str, (Code, Option<String>)>,
}

/// A field that may choose.
#[derive(Clone)]
pub struct Seen<'f> {
    pub field: &'f ast::Field,
    /// Its name in the schema.
    pub name: String,
    /// Its wire as a parameter.
    pub wire: String,
}

/// A choice among children.
pub enum Choice {
    /// A family, by a field.
    Family { name: String, by: String },
    /// A `match`.
    Match(Wire),
}

/// The fields of one record, those of the records around it, and which of these its payload needs.
pub struct View<'f> {
    pub own: Vec<Seen<'f>>,
    pub outer: Vec<Seen<'f>>,
    pub needed: Vec<Seen<'f>>,
}

impl<'f> View<'f> {
    /// All of them. A field of this record hides one with the same name around it.
    fn all(&self) -> Vec<Seen<'f>> {
        let is_own = |seen: &Seen| self.own.iter().any(|own| own.field.id() == seen.field.id());
        self.own.iter().chain(self.outer.iter().filter(|outer| !is_own(outer))).cloned().collect()
    }

    /// The parameters for all that these records need of fields around them. This record needs those that it does not have.
    fn parameters(&mut self, needed: Vec<Seen<'f>>) -> Vec<(String, String)> {
        let mut params: Vec<(String, String)> = Vec::new();
        for seen in needed {
            if params.iter().all(|(name, _)| *name != seen.name) {
                params.push((seen.name.clone(), seen.wire.clone()));
                if self.outer.iter().any(|outer| outer.name == seen.name) {
                    self.needed.push(seen);
                }
            }
        }
        params
    }
}

impl<'f> Pdl<'f> {
    /// The choice of the children of a declaration by fields of its record, if there are any.
    pub fn choice(&mut self, place: usize, decl: &'f Decl, view: &mut View<'f>) -> Option<Choice> {
        let all = view.all();
        let mut heirs = Vec::new();
        self.gather(decl, &mut Vec::new(), &mut Vec::new(), &all, &mut heirs);
        // Children that only fields around this record choose stand in the payload of theirs.
        let is_own = |id: &str| view.own.iter().any(|own| own.field.id() == Some(id));
        if !heirs.iter().any(|heir| heir.on.keys().any(|id| is_own(id))) {
            heirs.clear();
        }
        heirs.sort_by_key(|heir| heir.line.last().map(|decl| decl.loc.start.offset));
        // Nothing tells two children with the same constraints apart: the payload of both is bytes, and each is a struct.
        let last = |heir: &Heir<'f>| heir.line.last().and_then(|decl| decl.id()).unwrap_or_default();
        let mut first: HashMap<Vec<Option<usize>>, &'f str> = HashMap::new();
        for heir in &heirs {
            let number = |seen: &Seen| Some(heir.on.get(seen.field.id()?)?.0.number);
            let other = *first.entry(all.iter().map(number).collect()).or_insert(last(heir));
            if other != last(heir) {
                self.rivals.extend([(last(heir), other), (other, last(heir))]);
            }
        }
        heirs.retain(|heir| !self.rivals.contains_key(last(heir)));
        let chooses = |seen: &Seen| seen.field.id().is_some_and(|id| heirs.iter().any(|heir| heir.on.contains_key(id)));
        let on: Vec<Seen<'f>> = all.into_iter().filter(chooses).collect();
        match on.as_slice() {
            [] => None,
            [tag] => Some(self.family(place, decl, heirs, tag, view)),
            on => Some(self.shapes(place, heirs, on, view)),
        }
    }

    /// Adds the children whose constraints are all about the fields that are seen.
    fn gather(
        &self,
        decl: &'f Decl,
        line: &mut Vec<&'f Decl>,
        constraints: &mut Vec<&'f Constraint>,
        seen: &[Seen<'f>],
        heirs: &mut Vec<Heir<'f>>,
    ) {
        for child in self.source.children(decl) {
            let before = constraints.len();
            constraints.extend(child.constraints());
            line.push(child);
            let on: Option<HashMap<_, _>> = constraints
                .iter()
                .map(|constraint| Some((constraint.id.as_str(), self.code(constraint, seen)?)))
                .collect();
            // A field of the child may have the name of the parent's: its constraints are about another field then.
            if let Some(on) = on.filter(|on| on.len() == constraints.len()) {
                // Nothing chooses a child without constraints of its own, but its children may have some.
                if child.constraints().next().is_some() && self.source.joined(line, &Fixed::new()).is_ok() {
                    heirs.push(Heir { line: line.clone(), on });
                }
                // Its own payload has its children, where one of them is chosen by a field of its own. An alias has none.
                if self.source.is_alias(child) || self.sees_all(child, seen) {
                    self.gather(child, line, constraints, seen, heirs);
                }
            }
            line.pop();
            constraints.truncate(before);
        }
    }

    /// Whether all constraints of the children, and of theirs, are about fields that are seen.
    fn sees_all(&self, decl: &'f Decl, seen: &[Seen<'f>]) -> bool {
        self.source.children(decl).iter().all(|child| {
            child.constraints().all(|constraint| self.code(constraint, seen).is_some()) && self.sees_all(child, seen)
        })
    }

    /// The value that a constraint sets, if it is about a field that is seen.
    fn code(&self, constraint: &Constraint, seen: &[Seen<'f>]) -> Option<(Code, Option<String>)> {
        let Seen { field, .. } = seen.iter().find(|seen| seen.field.id() == Some(&constraint.id))?;
        match (&field.desc, &constraint.tag_id, constraint.value) {
            (FieldDesc::Scalar { .. }, None, Some(number)) => {
                Some((Code { number, text: literal(self.source.piece(&constraint.loc), number) }, None))
            }
            (FieldDesc::Typedef { type_id, .. }, Some(tag), None) => {
                let (name, code) = self.enums.get(type_id.as_str())?.tag(tag)?;
                Some((code.clone(), Some(name.to_owned())))
            }
            _ => None,
        }
    }

    fn family(
        &mut self,
        place: usize,
        decl: &Decl,
        heirs: Vec<Heir<'f>>,
        tag: &Seen<'f>,
        view: &mut View<'f>,
    ) -> Choice {
        let id = tag.field.id().unwrap_or_default();
        let codes = match &tag.field.desc {
            FieldDesc::Typedef { type_id, .. } => self.enums.get(type_id.as_str()).and_then(|known| known.codes()),
            FieldDesc::Scalar { width, .. } => 1_usize.checked_shl(*width as u32),
            _ => None,
        };
        let open = codes.is_none_or(|codes| heirs.len() < codes);
        let parent = decl.id().unwrap_or_default();
        let family = self.scope.fresh(&format!("{}Payload", self.name(parent).name));
        let mut scope = Scope::default();
        if open {
            scope.fresh("Unknown");
        }
        // The family is in front of those of its messages.
        let at = self.items.len();
        let (mut messages, mut needed) = (Vec::new(), Vec::new());
        for heir in heirs {
            let (Some(child), Some((code, _))) = (heir.line.last().copied(), heir.on.get(id)) else { continue };
            let child_id = child.id().unwrap_or_default();
            self.placed.insert(child_id);
            messages.push(Message {
                at: child_id.to_owned(),
                docs: self.source.docs(&child.loc),
                name: scope.upper(child_id),
                code: code.text.clone(),
                guard: None,
                fields: self.heir_fields(place, child, &heir.line, view, &mut needed),
                notes: Vec::new(),
                left_out: None,
            });
        }
        let body = Body::Family { params: view.parameters(needed), carrier: None, messages, open };
        let mut item = Item::new(parent, Name::plain(family.clone()), body);
        item.docs = format!("The payload of `{}`.", self.name(parent).name);
        self.items.insert(at.min(self.items.len()), (place, item));
        Choice::Family { name: family, by: tag.name.clone() }
    }

    /// A `match` of several fields. Each shape is a struct.
    fn shapes(&mut self, place: usize, mut heirs: Vec<Heir<'f>>, tags: &[Seen<'f>], view: &mut View<'f>) -> Choice {
        let mut scope = Scope::default();
        let mut arms = Vec::new();
        // Arms are tried in their order, so those with more values are in front.
        heirs.sort_by_key(|heir| std::cmp::Reverse(heir.on.len()));
        for heir in heirs {
            let Some(child) = heir.line.last().copied() else { continue };
            let id = child.id().unwrap_or_default();
            let mut name = self.name(id);
            if self.used.contains(id) || !self.placed.insert(id) {
                name = Name::plain(self.scope.fresh(&format!("{}Payload", name.name)));
            }
            let at = self.items.len();
            let mut needed = Vec::new();
            let fields = self.heir_fields(place, child, &heir.line, view, &mut needed);
            let params = view.parameters(needed);
            let mut item = Item::new(id, name.clone(), Body::Struct { params, depth: None, fields });
            item.docs = self.source.docs(&child.loc);
            item.counts = true;
            self.items.insert(at.min(self.items.len()), (place, item));
            let value = |seen: &Seen| match seen.field.id().and_then(|id| heir.on.get(id)) {
                Some((code, tag)) => tag.clone().unwrap_or_else(|| code.text.clone()),
                None => "_".to_owned(),
            };
            let pattern = format!("({})", tags.iter().map(value).collect::<Vec<_>>().join(", "));
            scope.fresh(&name.name);
            arms.push(Arm { pattern, name: None, wire: Some(Wire::declared(name.name, Vec::new())) });
        }
        let other = Some(scope.fresh("Other"));
        arms.push(Arm { pattern: "_".to_owned(), name: other, wire: Some(Wire::text("bytes[..]")) });
        let outer = tags.iter().filter(|tag| view.outer.iter().any(|outer| outer.name == tag.name));
        let outer: Vec<_> = outer.cloned().collect();
        view.needed.extend(outer);
        let on = tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>().join(", ");
        Choice::Match(Wire::Match { on: format!("({on})"), arms })
    }

    /// The fields of a child that stands in the payload of its parent.
    fn heir_fields(
        &mut self,
        place: usize,
        child: &'f Decl,
        line: &[&'f Decl],
        around: &View<'f>,
        needed: &mut Vec<Seen<'f>>,
    ) -> Vec<Field> {
        let pieces = self.source.joined(line, &Fixed::new()).unwrap_or_default();
        let (fields, outer) = Record::new(self, place, child, around.all()).fields(&pieces);
        needed.extend(outer);
        fields
    }
}
