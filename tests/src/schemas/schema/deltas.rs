//! States that travel as differences, and records that hold them.

use std::fmt::Write as _;

use super::body::Scope;
use super::{RecordType, Schema, whole};

impl Schema {
    /// A delta: fields that are inherited in any order, and some others.
    pub(super) fn delta(&mut self) {
        let name = self.names.upper(&mut self.dice);
        self.names.take(&format!("{name}Delta"));
        let plain = self.dice.percent(60).then(|| self.plain_structure());
        let (plain, first) = plain.map_or((None, None), |(name, first)| (Some(name), Some(first)));
        // Earlier deltas can be parts of this one.
        let states = self.records.iter().filter(|one| one.delta).map(|one| one.name.clone()).collect::<Vec<_>>();
        let mut scope = Scope::of(&[], &[], 6);
        scope.compared = true;
        // What is inherited stands in front of everything.
        scope.at = None;
        // A group of this name would be called as what travels.
        scope.names.take("delta");
        let mask = scope.names.field(&mut self.dice, true);
        let mut flags: Vec<String> =
            (0..self.dice.below(6) + 1).map(|_| scope.names.field(&mut self.dice, true)).collect();
        let mut text = format!("{mask}: bits u8 {{ {}, _: .. }}, ", flags.join(", "));
        let mut earlier: Vec<(String, String)> = Vec::new();
        let mut comparable = self.dice.percent(50);
        while let Some(flag) = self.dice.draw(&mut flags) {
            if let (Some(plain), Some((inner, wire)), true) = (&plain, &first, self.dice.percent(12)) {
                // What stands in a struct of the base.
                let (holder, field) =
                    (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
                write!(text, "{holder}: {plain}, {field}: {wire} if {mask}.{flag} else base.{holder}.{inner}, ")
                    .unwrap();
                continue;
            }
            if !states.is_empty() && self.dice.percent(20) {
                // A state inside of the state, perhaps compared with an earlier one.
                let state = self.dice.pick(&states).clone();
                let (one, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
                let base = if self.dice.percent(50) { &one } else { &other };
                comparable = false;
                let first = match self.comparable.contains(&state) && self.dice.percent(70) {
                    true => format!(" if {mask}.{flag} else base.{one}"),
                    false => String::new(),
                };
                write!(text, "{one}: {state} from base.{one}{first}, ").unwrap();
                if self.dice.percent(30) {
                    // It may have none, and says so by itself.
                    let has = scope.names.field(&mut self.dice, true);
                    write!(text, "{has}: bool, {other}: {state} from base.{one} if {has}, ").unwrap();
                    continue;
                }
                write!(text, "{other}: {state} from base.{base}, ").unwrap();
                continue;
            }
            let wire = self.inherited_wire(plain.as_deref());
            let field = scope.names.field(&mut self.dice, true);
            let alike: Vec<&String> = earlier.iter().filter(|(_, one)| *one == wire).map(|(name, _)| name).collect();
            let base = if alike.is_empty() || self.dice.percent(60) { &field } else { self.dice.pick(&alike) };
            if self.dice.percent(15) && !wire.contains(" as ") {
                // Of which only the elements travel that differ.
                let (inner, places) = (scope.names.field(&mut self.dice, true), self.dice.between(1, 7));
                write!(text, "bits u8 {{ {inner}: u{places}, _: .. }}, ").unwrap();
                write!(text, "{field}: [{wire} if {inner} else base.{field}; {places}], ").unwrap();
                earlier.push((field, format!("[{wire}; {places}]")));
                continue;
            }
            if self.dice.percent(12) {
                // A group, of which parts are inherited by themselves.
                let (inner, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
                let second = self.inherited_wire(plain.as_deref());
                write!(
                    text,
                    "{field}: {{ {inner}: {wire} if {mask}.{flag} else base.{field}.{inner}, {other}: {second} }}, "
                )
                .unwrap();
                continue;
            }
            if self.dice.percent(9) {
                // A group, of which parts are inherited by themselves, and that is a struct in the state.
                let like = self.names.upper(&mut self.dice);
                let (inner, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
                let second = self.inherited_wire(plain.as_deref());
                writeln!(self.text, "struct {like} {{ {inner}: {wire}, {other}: {second} }}").unwrap();
                write!(
                    text,
                    "{field}: {{ {inner}: {wire} if {mask}.{flag} else base.{field}.{inner}, {other}: {second} }} as {like}, "
                )
                .unwrap();
                continue;
            }
            if self.dice.percent(9) {
                // A group, as one.
                let (inner, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
                let second = self.inherited_wire(plain.as_deref());
                write!(text, "{field}: if {mask}.{flag} {{ {inner}: {wire}, {other}: {second} }} else base.{field}, ")
                    .unwrap();
                continue;
            }
            let not = if self.dice.percent(20) { "!" } else { "" };
            write!(text, "{field}: {wire} if {not}{mask}.{flag} else base.{base}, ").unwrap();
            earlier.push((field, wire));
            if !comparable && self.dice.percent(25) {
                let (other, _) = self.entries(&mut scope, false, 1);
                text.push_str(&other);
            }
        }
        if self.dice.percent(40) {
            let (tag, field) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
            write!(
                text,
                "bits u8 {{ {tag}: u2, _: .. }}, {field}: match {tag} {{ 0 => none, 1 => u8, 2 => i16, 3 => i32 }} else base.{field}, "
            )
            .unwrap();
        }
        let rest = if comparable { String::new() } else { self.entries(&mut scope, false, 2).0 };
        if self.dice.percent(25) {
            // A part of something else, which says whether it is there.
            let outer = self.names.upper(&mut self.dice);
            let (gone, field) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
            let flags = format!("bits u8 {{ {gone}, _: .. }}");
            writeln!(self.text, "struct {outer} {{ {flags}, {field}: if !{gone} delta {name} {{ {text}{rest}}} }}")
                .unwrap();
            self.records.push(RecordType {
                name: outer,
                params: Vec::new(),
                to_the_end: false,
                delta: false,
                hooked: false,
            });
            return;
        }
        let guard = self.guard();
        if comparable {
            self.comparable.insert(name.clone());
        }
        writeln!(self.text, "/// What a {name} is.\ndelta {name}{guard} {{ {text}{rest}}}").unwrap();
        self.records.push(RecordType { name, params: Vec::new(), to_the_end: false, delta: true, hooked: false });
    }

    /// Something of one size that can be compared.
    fn inherited_wire(&mut self, plain: Option<&str>) -> String {
        match (self.dice.below(8), plain) {
            (0, Some(plain)) => plain.to_owned(),
            (1, Some(plain)) => format!("[{plain}; 2]"),
            (2, _) => {
                (*self.dice.pick(&["f32", "f64be", "bytes[3]", "[f32; 2]", "[u16; 3]", "i8 as truthy"])).to_owned()
            }
            (3..=5, _) if !self.scalars.is_empty() => self.dice.pick(&self.scalars).name.clone(),
            _ => whole(&mut self.dice, 4).0,
        }
    }

    /// A struct of numbers and floats, perhaps of structs; its first field and the wire of that.
    fn plain_structure(&mut self) -> (String, (String, String)) {
        let name = self.names.upper(&mut self.dice);
        let mut names = super::super::words::Names::default();
        let (first, wire) = (names.field(&mut self.dice, true), self.inherited_wire(None));
        let mut text = format!("{first}: {wire}, ");
        for _ in 0..self.dice.below(3) {
            let wire = self.inherited_wire(None);
            write!(text, "{}: {wire}, ", names.field(&mut self.dice, true)).unwrap();
        }
        if self.dice.percent(30) {
            let (flag, number) = (names.field(&mut self.dice, true), names.field(&mut self.dice, true));
            write!(text, "bits u8 {{ {flag}, _: .. }}, {number}: u16 if {flag} else 5, ").unwrap();
        }
        writeln!(self.text, "struct {name} {{ {text}}}").unwrap();
        self.records.push(RecordType {
            name: name.clone(),
            params: Vec::new(),
            to_the_end: false,
            delta: false,
            hooked: false,
        });
        (name, (first, wire))
    }

    /// What a field of a delta's type takes the difference from; nothing: it holds what travels.
    pub(super) fn state(&mut self, scope: &mut Scope, field: &str, delta: &str, always: bool) -> String {
        let earlier: Vec<&String> =
            scope.states.iter().filter(|(_, one)| *one == delta).map(|(name, _)| name).collect();
        let from = match self.dice.below(4) {
            0 => return String::new(),
            1 => "zero".to_owned(),
            _ if earlier.is_empty() => "zero".to_owned(),
            _ => (*self.dice.pick(&earlier)).clone(),
        };
        if always {
            scope.states.push((field.to_owned(), delta.to_owned()));
        }
        format!(" from {from}")
    }
}
