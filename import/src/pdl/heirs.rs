//! The children that a payload may hold, and what chooses among them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use pdl_compiler::ast::{self, Constraint, Decl, FieldDesc};

use crate::draft::{Arm, Body, Field, Item, Message, Name, Wire};
use crate::names::Scope;

use super::enums::Code;
use super::pieces::Piece;
use super::record::Record;
use super::words::literal;

/// A child, with the numbers around it that choose it.
struct Heir<'f> {
    id: &'f str,
    decl: &'f Decl,
    /// Its fields, and those of the children around it that stand in the same payload.
    pieces: Vec<Piece<'f>>,
    /// The fields that choose it, with their values.
    on: BTreeMap<&'f str, Code>,
}

/// A number that may choose: a field of the record, or of one around it.
#[derive(Clone)]
pub struct Seen<'f> {
    pub id: &'f str,
    pub field: &'f ast::Field,
    /// Its name in the schema.
    pub name: String,
    /// Its wire as a parameter.
    pub wire: String,
    pub is_outer: bool,
}

impl<'f> Record<'_, 'f> {
    /// The choice of the children of the declaration by fields of its record, if there are any: a wire and its meaning.
    pub fn choice(&mut self) -> Option<(Wire, String)> {
        self.seen.sort_by_key(|seen| seen.is_outer);
        let mut heirs = Vec::new();
        self.gather(self.decl, &mut Vec::new(), &mut heirs);
        // Children that only fields around this record choose stand in the payload of theirs.
        if !self.seen.iter().any(|seen| !seen.is_outer && heirs.iter().any(|heir| heir.on.contains_key(seen.id))) {
            return None;
        }
        heirs.sort_by_key(|heir| heir.decl.loc.start.offset);
        // Nothing tells two children with the same constraints apart: the payload of both is bytes, and each is a struct.
        let mut first: HashMap<Vec<(&str, usize)>, &'f str> = HashMap::new();
        for Heir { id, on, .. } in &heirs {
            let other = *first.entry(on.iter().map(|(id, code)| (*id, code.number)).collect()).or_insert(id);
            if other != *id {
                self.pdl.rivals.extend([(*id, other), (other, *id)]);
            }
        }
        heirs.retain(|heir| !self.pdl.rivals.contains_key(heir.id));
        let chooses = |seen: &&Seen| heirs.iter().any(|heir| heir.on.contains_key(seen.id));
        let tags: Vec<Seen<'f>> = self.seen.iter().filter(chooses).cloned().collect();
        self.needed.extend(tags.iter().filter(|tag| tag.is_outer).cloned());
        match tags.as_slice() {
            [] => None,
            [tag] => Some(self.family(heirs, tag)),
            tags => Some((self.shapes(heirs, tags), String::new())),
        }
    }

    /// Adds the children whose constraints are all about the fields that are seen.
    fn gather(&self, decl: &'f Decl, line: &mut Vec<&'f Decl>, heirs: &mut Vec<Heir<'f>>) {
        for child in self.pdl.source.children(decl) {
            line.push(child);
            let constraints: Vec<&Constraint> = line.iter().flat_map(|decl| decl.constraints()).collect();
            let on = constraints.iter().map(|constraint| Some((constraint.id.as_str(), self.code(constraint)?)));
            // A field of the child may have the name of the parent's: its constraints are about another field then.
            if let Some(on) = on.collect::<Option<BTreeMap<_, _>>>().filter(|on| on.len() == constraints.len()) {
                // Nothing chooses a child without constraints of its own, but its children may have some.
                if child.constraints().next().is_some()
                    && let (Some(id), Ok(pieces)) = (child.id(), self.pdl.source.joined(line, []))
                {
                    heirs.push(Heir { id, decl: child, pieces, on });
                }
                // Its own payload has its children, where one of them is chosen by a field of its own. An alias has none.
                if self.pdl.source.is_alias(child) || self.sees_all(child) {
                    self.gather(child, line, heirs);
                }
            }
            line.pop();
        }
    }

    /// Whether all constraints of the children, and of theirs, are about fields that are seen.
    fn sees_all(&self, decl: &'f Decl) -> bool {
        self.pdl
            .source
            .children(decl)
            .iter()
            .all(|child| child.constraints().all(|constraint| self.code(constraint).is_some()) && self.sees_all(child))
    }

    /// The value that a constraint sets, if it is about a field that is seen.
    fn code(&self, constraint: &Constraint) -> Option<Code> {
        let Seen { field, .. } = self.seen.iter().find(|seen| seen.id == constraint.id)?;
        match (&field.desc, &constraint.tag_id, constraint.value) {
            (FieldDesc::Scalar { .. }, None, Some(number)) => {
                let text = literal(self.pdl.source.piece(&constraint.loc), number);
                Some(Code { number, name: text.clone(), text })
            }
            (FieldDesc::Typedef { type_id, .. }, Some(tag), None) => self.pdl.tag(type_id, tag).cloned(),
            _ => None,
        }
    }

    /// A family, by one field.
    fn family(&mut self, heirs: Vec<Heir<'f>>, tag: &Seen<'f>) -> (Wire, String) {
        let codes = match &tag.field.desc {
            FieldDesc::Typedef { type_id, .. } => self.pdl.enums.get(type_id.as_str()).and_then(|known| known.codes()),
            FieldDesc::Scalar { width, .. } => 1_usize.checked_shl(*width as u32),
            _ => None,
        };
        let open = codes.is_none_or(|codes| heirs.len() < codes);
        let parent = self.decl.id().unwrap_or_default();
        let parent_name = self.pdl.name(parent).name;
        let family = self.pdl.scope.fresh(&format!("{parent_name}Payload"));
        let mut scope = Scope::default();
        if open {
            scope.fresh("Unknown");
        }
        // The family is in front of those of its messages.
        let at = self.pdl.items.len();
        let (mut messages, mut params) = (Vec::new(), Vec::new());
        for heir in heirs {
            self.pdl.placed.insert(heir.id);
            messages.push(Message {
                at: heir.id.to_owned(),
                docs: self.pdl.source.docs(&heir.decl.loc),
                name: scope.upper(heir.id),
                code: heir.on.get(tag.id).map_or_else(String::new, |code| code.text.clone()),
                guard: None,
                fields: self.heir_fields(&heir, &mut params),
                notes: Vec::new(),
                left_out: None,
            });
        }
        let body = Body::Family { params, carrier: None, messages, open };
        let mut item = Item::new(parent, Name::plain(family.clone()), body);
        item.docs = format!("The payload of `{parent_name}`.");
        self.pdl.insert(at, item);
        (Wire::declared(family, Vec::new()), format!("by {}", tag.name))
    }

    /// A `match` of several fields. Each shape is a struct.
    fn shapes(&mut self, mut heirs: Vec<Heir<'f>>, tags: &[Seen<'f>]) -> Wire {
        let mut scope = Scope::default();
        let mut arms = Vec::new();
        // Arms are tried in their order, so those with more values are in front.
        heirs.sort_by_key(|heir| Reverse(heir.on.len()));
        for heir in heirs {
            let mut name = self.pdl.name(heir.id);
            if self.pdl.used.contains(heir.id) || !self.pdl.placed.insert(heir.id) {
                name = Name::plain(self.pdl.scope.fresh(&format!("{}Payload", name.name)));
            }
            let at = self.pdl.items.len();
            let mut params = Vec::new();
            let fields = self.heir_fields(&heir, &mut params);
            let body = Body::Struct { params, depth: None, fields };
            let item = Item { name: name.clone(), counts: true, ..self.pdl.item(heir.decl, body) };
            self.pdl.insert(at, item);
            let value = |tag: &Seen| heir.on.get(tag.id).map_or("_", |code| &code.name);
            let pattern = listed(tags.iter().map(value));
            scope.fresh(&name.name);
            arms.push(Arm { pattern, name: None, wire: Some(Wire::declared(name.name, Vec::new())) });
        }
        let other = Some(scope.fresh("Other"));
        arms.push(Arm { pattern: "_".to_owned(), name: other, wire: Some(Wire::text("bytes[..]")) });
        Wire::Match { on: listed(tags.iter().map(|tag| tag.name.as_str())), arms }
    }

    /// The fields of a child that stands in the payload of its parent. Those around it that it needs are parameters;
    /// this record needs those of them that it does not have.
    fn heir_fields(&mut self, heir: &Heir<'f>, params: &mut Vec<(String, String)>) -> Vec<Field> {
        let (fields, needed) = Record::new(self.pdl, heir.decl, self.seen.clone()).fields(&heir.pieces);
        for Seen { name, wire, .. } in needed {
            if params.iter().all(|(param, _)| *param != name) {
                self.needed.extend(self.seen.iter().find(|seen| seen.is_outer && seen.name == name).cloned());
                params.push((name, wire));
            }
        }
        fields
    }
}

/// `(a, b)`
fn listed<'a>(items: impl Iterator<Item = &'a str>) -> String {
    format!("({})", items.collect::<Vec<_>>().join(", "))
}
