//! Types of numbers that are the same: by their names, or because the same field has them.

use wireform_build::model::{BitsPart, CellId, Item, Protocol, Record, Scalar, Value};

use super::{Pairs, Rename};

impl Pairs<'_> {
    /// The types of two numbers that are the same.
    pub(super) fn cells(&mut self, old: &Record, one: CellId, new: &Record, two: CellId) {
        let (Some(one), Some(two)) = (old.cells.get(one.0), new.cells.get(two.0)) else { return };
        self.values(one.value, two.value);
    }

    /// The types of elements that are the same.
    pub(super) fn elements(&mut self, old: &Item, new: &Item) {
        if let (Item::Scalar { scalar, value }, Item::Scalar { scalar: other, value: meaning }) = (old, new) {
            self.values(*value, *meaning);
            self.scalars(*scalar, *other);
        }
    }

    /// Varints that are the same.
    pub(super) fn scalars(&mut self, old: Scalar, new: Scalar) {
        let (Scalar::Varint(one), Scalar::Varint(two)) = (old, new) else { return };
        let names = |protocol: &Protocol| protocol.varints.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        if let Some((before, now)) = other_name(&names(&self.old), one.0, &names(self.new), two.0) {
            self.renamed(&now, "varint", &before, &now);
            if let Some(one) = self.old.varints.get_mut(one.0) {
                one.name = now;
            }
        }
    }

    fn values(&mut self, old: Value, new: Value) {
        macro_rules! rename {
            ($items:ident, $word:literal, $one:ident, $two:ident) => {{
                let names =
                    |protocol: &Protocol| protocol.$items.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
                if let Some((before, now)) = other_name(&names(&self.old), $one.0, &names(self.new), $two.0) {
                    self.renamed(&now, $word, &before, &now);
                    if let Some(one) = self.old.$items.get_mut($one.0) {
                        one.name = now;
                    }
                }
            }};
        }
        match (old, new) {
            (Value::Enum(one), Value::Enum(two)) => rename!(enums, "enum", one, two),
            (Value::Bits(one), Value::Bits(two)) => rename!(bits, "bits", one, two),
            (Value::Quantity(one), Value::Quantity(two)) => rename!(quantities, "quantity", one, two),
            (Value::Packed(one), Value::Packed(two)) => rename!(packed, "packed", one, two),
            _ => {}
        }
    }

    /// The names inside of types that are the same: of codes, parts and digits.
    pub(super) fn types(&mut self) {
        let new = self.new;
        let mut renames = Vec::new();
        for one in &mut self.old.enums {
            let Some(other) = new.enums.iter().find(|other| other.name == one.name) else { continue };
            let names = [names(&one.codes, |code| &code.name), names(&other.codes, |code| &code.name)];
            for code in &mut one.codes {
                let same = other.codes.iter().find(|other| other.written == code.written);
                let same = same.map(|other| other.name.as_str());
                rename(&mut renames, (&one.name, "name"), &mut code.name, same, &names);
            }
        }
        for one in &mut self.old.bits {
            let Some(other) = new.bits.iter().find(|other| other.name == one.name) else { continue };
            let of = |part: &BitsPart| part.name.clone().unwrap_or_default();
            let names = [one.parts.iter().map(of).collect(), other.parts.iter().map(of).collect()];
            for part in &mut one.parts {
                let same = other.parts.iter().find(|other| (other.low, other.width) == (part.low, part.width));
                let same = same.and_then(|other| other.name.as_deref());
                if let Some(name) = &mut part.name {
                    rename(&mut renames, (&one.name, "bits"), name, same, &names);
                }
            }
        }
        for one in &mut self.old.packed {
            let Some(other) = new.packed.iter().find(|other| other.name == one.name) else { continue };
            let names = [names(&one.digits, |digit| &digit.name), names(&other.digits, |digit| &digit.name)];
            for (digit, other) in one.digits.iter_mut().zip(&other.digits) {
                rename(&mut renames, (&one.name, "digit"), &mut digit.name, Some(&other.name), &names);
            }
        }
        self.renames.extend(renames);
    }
}

fn names<T>(all: &[T], name: impl Fn(&T) -> &String) -> Vec<String> {
    all.iter().map(|one| name(one).clone()).collect()
}

/// Gives a name its new one, if neither stands in the other schema.
fn rename(
    renames: &mut Vec<Rename>,
    (owner, what): (&str, &'static str),
    name: &mut String,
    now: Option<&str>,
    [before, after]: &[Vec<String>; 2],
) {
    let is_free = |now: &&str| *now != name && !after.contains(name) && !before.iter().any(|one| one == now);
    if let Some(now) = now.filter(is_free) {
        renames.push(Rename { owner: owner.to_owned(), what, old: name.clone(), new: now.to_owned() });
        now.clone_into(name);
    }
}

/// The names of two items that are the same and have different names, neither of which the other schema has.
fn other_name(old: &[String], one: usize, new: &[String], two: usize) -> Option<(String, String)> {
    let (before, now) = (old.get(one)?, new.get(two)?);
    let is_free = before != now && !new.contains(before) && !old.contains(now);
    is_free.then(|| (before.clone(), now.clone()))
}
