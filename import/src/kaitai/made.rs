//! All types of a description as items, made again until all is known that one needs of another.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::No;
use super::fields::Fields;
use super::flow::{Flow, Takes};
use super::kinds::{Number, number, type_name, wire};
use super::known::Known;
use super::said::Kind;
use super::say::Place;
use super::spec::{Spec, Value, docs, entries, join as path};
use super::yaml::Node;
use crate::draft::{Body, Draft, Field, Item, Note, Variant};
use crate::names::Scope;
use crate::reason::Reason;

/// How often all types are made at most.
const MOST: usize = 40;
/// How many fields of types stand in place of the types' names at most.
const MOST_IN_PLACE: usize = 2_000;

/// The types, and what is known of them from making them before.
pub struct Made<'m> {
    /// The description.
    pub spec: &'m Spec<'m>,
    /// The needs of the types.
    pub known: &'m Known<'m>,
    /// The order of bytes of the schema: `be` or `le`.
    pub order: &'m str,
    /// The order of bits of the schema.
    pub high_first: bool,
    /// The least and the largest number of each enum on any wire.
    pub ranges: RefCell<HashMap<usize, (i128, i128)>>,
    /// Declarations of what the source has without a name.
    pub helpers: RefCell<Vec<Item>>,
    /// The names of all declarations.
    pub scope: RefCell<Scope>,
    /// How many more fields may stand in place of the names of types.
    left: Cell<usize>,
    /// Those that stand so around the one that is made.
    inside: RefCell<Vec<usize>>,
    /// Types that end in bytes of which nothing is said, up to the end.
    cut: RefCell<HashSet<usize>>,
    /// Types that are used, and those of them that are somewhere without a region of their own.
    used: RefCell<HashSet<(usize, bool)>>,
    /// Enums that are used where their numbers have to have a name, and those that are not.
    pub closed: RefCell<HashSet<(usize, bool)>>,
}

impl<'m> Made<'m> {
    /// Nothing made yet.
    pub fn new(spec: &'m Spec<'m>, known: &'m Known<'m>, order: &'m str, high_first: bool) -> Self {
        let scope = RefCell::new(spec.scope.clone());
        let (ranges, helpers, cut) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self {
            spec,
            known,
            order,
            high_first,
            ranges,
            helpers,
            scope,
            cut,
            left: Cell::new(MOST_IN_PLACE),
            inside: RefCell::default(),
            used: RefCell::default(),
            closed: RefCell::default(),
        }
    }

    /// All items.
    pub fn items(&self) -> Vec<Item> {
        let count = self.spec.types.len();
        // When all needs are found, those that no use gives are lost; this changes other types, too.
        for last in [false, true] {
            self.known.last.set(last);
            for round in 0..MOST {
                self.known.changed.set(false);
                self.left.set(MOST_IN_PLACE);
                // Needs go from inner types to outer ones, which mostly are in front of them; what they are goes back.
                let order: Vec<usize> = if round % 2 == 0 { (0..count).rev().collect() } else { (0..count).collect() };
                order.into_iter().for_each(|number| {
                    self.item(number);
                });
                if !self.known.changed.get() {
                    break;
                }
            }
        }
        self.helpers.borrow_mut().clear();
        self.left.set(MOST_IN_PLACE);
        *self.scope.borrow_mut() = self.spec.scope.clone();
        let mut items: Vec<Item> = (0..self.spec.types.len()).filter_map(|number| self.item(number)).collect();
        // Those of which all uses are in place have no other.
        let used: HashSet<String> = items.iter().flat_map(|item| item.body.uses()).map(str::to_owned).collect();
        let in_place = self.known.in_place.borrow();
        let names: HashSet<_> = in_place.keys().filter_map(|number| Some(&self.spec.of(*number)?.name.name)).collect();
        items.retain(|item| !names.contains(&item.name.name) || used.contains(&item.name.name));
        items.extend((0..self.spec.enums.len()).filter_map(|number| self.enumeration(number)));
        items.extend(self.helpers.borrow_mut().drain(..));
        items
    }

    fn item(&self, number: usize) -> Option<Item> {
        let own = self.spec.of(number)?;
        if let Some((rest, _)) = self.spec.varint(own.file) {
            let item = Item::new(&*own.at, own.name.clone(), Body::Plain("varint", rest.to_owned()));
            return (own.file == number).then(|| Item { docs: docs(own.node), ..item });
        }
        let (mut params, mut notes) = (Vec::new(), Vec::new());
        for (param, name) in entries(own.node, "params").zip(&own.params) {
            match wire(self.spec, &self.known.parameter(number, param)) {
                Some(wire) => params.push((name.clone(), wire)),
                // Only its numbers are parameters here, where they are used.
                None => notes.push(Note {
                    at: path(&own.at, "params", param.text_of("id").unwrap_or_default()),
                    reason: Reason::CALCULATED,
                    detail: String::new(),
                    loses: false,
                }),
            }
        }
        let has_order = own.endian.is_none_or(|order| matches!(order, "le" | "be"));
        let left_out = (!has_order).then_some(Reason::BYTE_ORDER);
        let made = if left_out.is_none() { Fields::of(self, number) } else { Fields::default() };
        let mut cut = self.cut.borrow_mut();
        let is_other = if made.is_cut { cut.insert(number) } else { cut.remove(&number) };
        if is_other {
            self.known.changed.set(true);
        }
        drop(cut);
        let needs = self.known.needs.borrow().get(number).cloned().unwrap_or_default();
        for need in needs {
            if let Some(wire) = need.kind.as_ref().and_then(|kind| wire(self.spec, kind)) {
                params.push((need.name, wire));
            }
        }
        for (id, instance) in own.node.entries_of("instances") {
            let at = path(&own.at, "instances", id);
            notes.push(match instance.text_of("value") {
                Some(value) => Note { at, reason: Reason::CALCULATED, detail: short(value), loses: false },
                None => {
                    self.instance(number, instance);
                    Note {
                        at,
                        reason: Reason::OFFSETS,
                        detail: short(instance.text_of("pos").unwrap_or_default()),
                        loses: true,
                    }
                }
            });
        }
        let at = if own.at.is_empty() { "seq".to_owned() } else { own.at.clone() };
        let body = Body::Struct { params, depth: None, fields: made.fields };
        // The documentation of the root is that of the file.
        let docs = if number == 0 { String::new() } else { docs(own.node) };
        Some(Item { docs, notes, counts: true, left_out, ..Item::new(at, own.name.clone(), body) })
    }

    /// The fields of a type, if they stand in place of its name.
    pub fn in_place(&self, number: usize) -> Option<Vec<Field>> {
        self.known.in_place.borrow().get(&number).filter(|is_sound| **is_sound)?;
        let left = self.left.get().checked_sub(self.spec.of(number)?.fields.len())?;
        if self.inside.borrow().contains(&number) {
            self.known.in_place.borrow_mut().insert(number, false);
            self.known.changed.set(true);
            return None;
        }
        self.left.set(left);
        self.inside.borrow_mut().push(number);
        let item = self.item(number);
        self.inside.borrow_mut().pop();
        let Item { body: Body::Struct { params, mut fields, .. }, notes, .. } = item? else { return None };
        fields.first_mut().filter(|_| params.is_empty())?.notes.splice(..0, notes);
        Some(fields)
    }

    /// A part at another place: it is not said, but its type is used here, so its parameters are known.
    fn instance(&self, owner: usize, instance: &Node) {
        let budget = Cell::new(0);
        let place = Place::new(self.known, owner, usize::MAX, &budget);
        let one = instance.text_of("type").into_iter();
        let cases = instance.get("type").map_or(&[][..], |node| node.entries_of("cases"));
        for name in one.chain(cases.iter().filter_map(|(_, case)| case.text())) {
            if let Some(found) = self.spec.find(owner, &type_name(name)) {
                // A refusal says nothing here: there is no field that it would be about.
                let _ = place.needed(found, &[]);
            }
        }
    }

    fn enumeration(&self, number: usize) -> Option<Item> {
        let own = self.spec.enums.get(number)?;
        let closed = self.closed.borrow();
        let is_open = !closed.contains(&(number, true)) || closed.contains(&(number, false));
        let carrier = self.carrier(number);
        let (there, gone): (Vec<&Value>, Vec<&Value>) =
            own.values.iter().partition(|value| self.has_wire(number, value.code));
        let names = there.into_iter().map(|value| {
            let codes = if value.key.starts_with("0x") { value.key.to_owned() } else { value.code.to_string() };
            Variant { docs: docs(value.node), name: value.name.clone(), codes }
        });
        let body = Body::Enum { carrier, names: names.collect(), open: is_open };
        let no = |value: &Value| {
            No::new(Reason::construct("a number that its wire does not hold"), value.key).note(&own.at, false)
        };
        let notes = gone.into_iter().map(no).collect();
        Some(Item { docs: docs(own.node), notes, ..Item::new(&*own.at, own.name.clone(), body) })
    }

    /// Whether a wire of an enum holds a number.
    pub fn has_wire(&self, number: usize, code: i128) -> bool {
        self.ranges.borrow().get(&number).is_none_or(|(least, most)| (*least..=*most).contains(&code))
    }

    /// The wire of an enum: it holds the numbers of all wires on which the enum is, or all codes if there is none.
    pub fn carrier(&self, number: usize) -> String {
        let codes = || self.spec.enums.get(number).map_or((0, 0), |own| own.range());
        let (least, most) = self.ranges.borrow().get(&number).copied().unwrap_or_else(codes);
        let kind = Kind::Int(least, most).as_parameter();
        wire(self.spec, &kind).unwrap_or_default()
    }

    /// Notes a use of a type.
    pub fn uses(&self, number: usize, in_region: bool, owner: usize) {
        let mut used = self.used.borrow_mut();
        let mut is_new = used.insert((number, in_region));
        // `_root` is another there, if a root is in itself.
        if self.spec.of(number).map(|own| own.file) == Some(number)
            && self.spec.of(owner).map(|own| own.file) == Some(number)
        {
            is_new |= self.known.inner_roots.borrow_mut().insert(number);
        }
        if is_new {
            self.known.changed.set(true);
        }
    }

    /// Whether a type stands in a region of its own everywhere, so that a filler may be in it.
    pub fn has_room(&self, number: usize) -> bool {
        let used = self.used.borrow();
        number > 0
            && used.contains(&(number, true))
            && !used.contains(&(number, false))
            && !self.cut.borrow().contains(&number)
    }

    /// Whether a type is that of the first file and of no field: what is behind it is nobody's.
    pub fn is_whole(&self, number: usize) -> bool {
        let used = self.used.borrow();
        number == 0 && !used.contains(&(0, true)) && !used.contains(&(0, false))
    }

    /// Whether a struct reads all that is left, a filler in it included.
    pub fn takes(&self, number: usize) -> Takes {
        if self.cut.borrow().contains(&number) {
            return Takes::Always;
        }
        match self.flow(number) {
            Takes::Sometimes if self.has_room(number) => Takes::Always,
            takes => takes,
        }
    }

    /// How a type ends.
    pub fn flow(&self, number: usize) -> Takes {
        self.spec.flows.get(number).map_or(Takes::Never, |flow| flow.takes)
    }

    /// Whether a type has exactly so many bytes in every case, so that it needs no region of that size.
    pub fn fills(&self, number: usize, size: Option<i128>) -> bool {
        let bytes = self.spec.flows.get(number).and_then(Flow::bytes).map(i128::from);
        bytes.is_some() && bytes == size && !self.cut.borrow().contains(&number)
    }
}

/// A text of an expression, for a comment.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 80 { line.chars().take(77).collect::<String>() + ".." } else { line }
}

/// The draft of a description.
pub fn draft(spec: &Spec, name: String) -> Option<Draft> {
    let root = spec.of(0)?;
    let meta = root.node.get("meta");
    let order = root.endian.filter(|order| matches!(*order, "le" | "be"));
    let order = order
        .or_else(|| spec.types.iter().find_map(|own| own.endian.filter(|order| matches!(*order, "le" | "be"))))
        .unwrap_or("le");
    let mut has_bits = false;
    root.node.walk(&mut |node| has_bits |= matches!(node.text_of("type").and_then(number), Some(Number::Bits(..))));
    let high_first = has_bits && root.high_first;
    let known = Known {
        spec,
        needs: RefCell::new(vec![Vec::new(); spec.types.len()]),
        changed: Cell::new(false),
        last: Cell::new(false),
        is_guess: Cell::new(false),
        params: RefCell::default(),
        inner_roots: RefCell::default(),
        in_place: RefCell::default(),
        choices: RefCell::default(),
    };
    let items = Made::new(spec, &known, order, high_first).items();
    let mut settings = vec![format!("byte_order: {}", if order == "be" { "big" } else { "little" })];
    if high_first {
        settings.push("bit_order: high_first".to_owned());
    }
    let title = meta.and_then(|meta| meta.text_of("title")).unwrap_or_default();
    let docs = [title, &docs(root.node)].join("\n\n");
    Some(Draft { docs: docs.trim().to_owned(), name, settings, items })
}
