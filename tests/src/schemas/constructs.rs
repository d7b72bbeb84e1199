//! Which constructs of the language stand in some schemas: every variant of every enum of the model, and what else can
//! be said or left out. So random schemas cannot stop having something without anybody seeing it, and nothing is left out of
//! what is proven of features.

mod fields;
mod inside;
mod kinds;

use std::collections::{BTreeMap, BTreeSet};

use wireform_build::model::{
    Carrier, Checksum, Code, Coding, Covered, Demand, Edge, Enum, How, Interval, Inverse, Number, Outside, Packed,
    Param, Piece, Pieces, Protocol, Quantity, Record, Schema, Source, Varint, VarintShape,
};

use kinds::{EVERY, Kind};

/// All that there is to be met besides the variants, a name each line: so what no schema has is missed, though nothing
/// in any schema names it.
const DECLARED: &str = include_str!("constructs/declared.txt");

/// The same of kinds of values in kinds of places. No feature has to have these.
const PAIRS: &str = include_str!("constructs/pairs.txt");

/// How often each construct was met; those that were not are in it too.
pub struct Constructs {
    met: BTreeMap<String, usize>,
    pairs: BTreeMap<String, usize>,
    /// What was met and is not declared.
    undeclared: BTreeSet<String>,
}

impl Constructs {
    /// All that stands in these schemas.
    pub fn of(schemas: &[(u64, Schema)]) -> Self {
        let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let every = EVERY.iter().flat_map(|kinds| kinds.iter().copied()).chain(lines(DECLARED));
        let met = every.map(|kind| (kind.to_owned(), 0)).collect();
        let pairs = lines(PAIRS).map(|pair| (pair.to_owned(), 0)).collect();
        let mut all = Self { met, pairs, undeclared: BTreeSet::new() };
        for (_, schema) in schemas {
            all.whether("versions", schema.protocols().count() > 1);
            schema.protocols().for_each(|protocol| all.protocol(protocol));
        }
        all
    }

    /// What was never met.
    pub fn missing(&self) -> Vec<&str> {
        self.met.iter().filter(|(_, met)| **met == 0).map(|(name, _)| name.as_str()).collect()
    }

    /// Which kinds of values stood in which kinds of places, and how often.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.pairs.iter().map(|(pair, met)| (pair.as_str(), *met))
    }

    /// All that was met, constructs and pairs.
    pub fn all_met(self) -> BTreeSet<String> {
        self.met.into_iter().chain(self.pairs).filter(|(_, met)| *met > 0).map(|(name, _)| name).collect()
    }

    /// What was met and is not declared.
    pub fn undeclared(&self) -> &BTreeSet<String> {
        &self.undeclared
    }

    /// How often this one was met.
    pub fn met(&self, name: &str) -> usize {
        self.met.get(name).copied().unwrap_or_default()
    }

    /// How many constructs there are.
    pub fn count(&self) -> usize {
        self.met.len()
    }

    fn kind(&mut self, kind: &impl Kind) {
        self.whether(kind.kind(), true);
    }

    fn whether(&mut self, name: &str, is_so: bool) {
        match self.met.get_mut(name) {
            Some(met) => *met += usize::from(is_so),
            None => drop(is_so.then(|| self.undeclared.insert(name.to_owned()))),
        }
    }

    /// One or the other.
    fn either(&mut self, [yes, no]: [&str; 2], is_so: bool) {
        self.whether(yes, is_so);
        self.whether(no, !is_so);
    }

    fn docs(&mut self, of: &str, docs: &[String]) {
        self.whether(&format!("docs of {of}"), !docs.is_empty());
    }

    fn protocol(&mut self, protocol: &Protocol) {
        self.docs("a protocol", &protocol.docs);
        protocol.varints.iter().for_each(|varint| self.varint(varint));
        protocol.enums.iter().for_each(|one| self.enumeration(one));
        for bits in &protocol.bits {
            self.docs("bits", &bits.docs);
            self.carrier("bits", &bits.carrier);
            for part in &bits.parts {
                self.docs("a part of bits", &part.docs);
                self.kind(&part.value);
                self.whether(&format!("a part that is {}", part.value.kind()), true);
                self.either(["a signed part of bits", "an unsigned part of bits"], part.signed);
                self.whether("a constant part of bits", part.constant.is_some());
                self.whether("a constant part of bits with a name", part.constant.is_some() && part.name.is_some());
                self.whether("a reserved part of bits", part.reserved().is_some());
                self.whether("a reserved part of bits with a filler", part.fill != 0);
            }
        }
        self.values_of_types(protocol);
        protocol.quantities.iter().for_each(|quantity| self.quantity(quantity));
        protocol.packed.iter().for_each(|packed| self.packed(packed));
        for alias in &protocol.aliases {
            self.docs("a type", &alias.docs);
            self.either(["a type with a rule", "a type without a rule"], alias.rule);
        }
        for constant in &protocol.constants {
            self.docs("a constant", &constant.docs);
        }
        for session in &protocol.sessions {
            self.docs("a session", &session.docs);
            self.whether(&format!("a session with {}", session.kind.kind()), true);
        }
        for hook in &protocol.hooks {
            self.docs("a hook", &hook.docs);
            self.either(["a hook of bytes alone", "a hook of more than bytes"], hook.params.is_empty());
            self.whether(&format!("a hook of {} bytes", hook.bytes), true);
            hook.params.iter().for_each(|param| self.whether(&format!("a hook with {}", param.kind.kind()), true));
        }
        for family in &protocol.families {
            self.docs("a family", &family.docs);
            self.either(["a family with codes", "a family that is chosen by a number"], family.carrier.is_some());
            self.either(["an open family", "a closed family"], family.open);
            family.carrier.iter().for_each(|carrier| self.kind(carrier));
            family.params.iter().for_each(|param| self.param(param));
            family.members.iter().flat_map(|one| &one.args).for_each(|arg| self.kind(arg));
        }
        protocol.records.iter().for_each(|record| self.record(protocol, record));
    }

    fn varint(&mut self, varint: &Varint) {
        self.docs("a varint", &varint.docs);
        self.kind(&varint.shape);
        self.whether("a varint that wraps", varint.wrap);
        let shape = varint.shape.kind();
        self.whether(&format!("a canonical {shape}"), varint.canonical);
        if varint.shape != VarintShape::Quic {
            self.either([&format!("a signed {shape}"), &format!("an unsigned {shape}")], varint.signed);
        }
        if let VarintShape::Groups(groups) = &varint.shape {
            self.either(["groups from the highest", "groups from the lowest"], groups.high_first);
            self.whether("groups with a sign in the first", groups.sign);
        }
        if let VarintShape::Leb128 { zigzag } = varint.shape {
            self.either(["zigzag", "no zigzag"], zigzag);
            self.whether("a sign that is extended", varint.signed && !zigzag);
        }
        if let VarintShape::Forms(forms) = &varint.shape {
            for form in forms {
                match form.whole_bytes() {
                    Some(whole) => {
                        self.kind(&whole.order);
                        self.either(["a form with a marker", "a form without a marker"], whole.marker.is_some());
                    }
                    None => self.form(form),
                }
            }
        }
    }

    fn form(&mut self, form: &Pieces) {
        if form.coding != Coding::Up(0) {
            self.kind(&form.coding);
        }
        let bits = |piece: &Piece| piece.mask | piece.number;
        self.whether("a form with bits that may be any", form.bytes.iter().any(|piece| bits(piece) != 0xFF));
        self.whether("a form with constant bits in a later byte", form.bytes.iter().skip(1).any(|one| one.mask != 0));
        self.whether("a form with its marker behind", form.bytes.iter().any(|piece| piece.shift() > 0));
    }

    fn enumeration(&mut self, one: &Enum) {
        self.docs("an enum", &one.docs);
        self.carrier("an enum", &one.carrier);
        self.either(["an open enum", "a closed enum"], one.open);
        for code in &one.codes {
            self.docs("a name of an enum", &code.docs);
            self.whether("a name with several codes", code.read.len() > 1);
            self.whether("a name with a range of codes", code.read.iter().any(|one| one.max > one.min));
            self.whether("a code below zero", code.written < 0);
            self.whether("a code beyond an i64", code.written > Code::from(i64::MAX));
        }
    }

    fn quantity(&mut self, one: &Quantity) {
        self.docs("a quantity", &one.docs);
        self.carrier("a quantity", &one.carrier);
        self.kind(&one.number);
        self.kind(&one.outside);
        self.kind(&one.loss);
        self.kind(&one.to_raw);
        let (Inverse::Derived(rounding) | Inverse::Written(_, rounding)) = &one.to_raw;
        self.kind(rounding);
        self.whether(&format!("{} of {}", one.outside.kind(), one.number.kind()), true);
        if let Number::F32 | Number::F64 = one.number {
            self.whether(&format!("{} of {}", rounding.kind(), one.number.kind()), true);
        }
        self.either(["a quantity that rises", "a quantity that falls"], one.increasing);
        one.to_value.iter().for_each(|step| self.kind(step));
        self.either(["a quantity with a unit", "a quantity without a unit"], one.unit.is_some());
        let range = one.range.as_ref();
        self.whether("a range with its end", range.is_some_and(|range| range.inclusive));
        self.whether("a range without its end", range.is_some_and(|range| !range.inclusive));
    }

    fn packed(&mut self, packed: &Packed) {
        self.docs("a packed number", &packed.docs);
        self.carrier("a packed number", &packed.carrier);
        self.whether("a packed number of 64 bits", packed.raw == Interval::of_bits(64, false));
        let values = packed.digits.iter().fold(1, |values: u128, digit| values * digit.radix.unsigned_abs());
        let beyond = if values < packed.raw.count() { "beyond which there are numbers" } else { "of all numbers" };
        if let Some(digit) = packed.digits.last() {
            self.whether(&format!("a last digit with {}, {beyond}", digit.outside.kind()), true);
        }
        for digit in &packed.digits {
            self.docs("a digit", &digit.docs);
            self.whether("a digit with a unit", digit.unit.is_some());
            self.whether(&format!("a digit with {}", digit.outside.kind()), true);
            self.whether("a digit that wraps", matches!(digit.outside, Outside::Wrap { .. }));
        }
    }

    fn carrier(&mut self, of: &str, carrier: &Carrier) {
        self.kind(carrier);
        match carrier {
            Carrier::Scalar(scalar) => {
                self.kind(scalar);
                self.whether(&format!("{of} on {}", scalar.kind()), true);
            }
            Carrier::Part { .. } => self.whether(&format!("{of} on a part"), true),
        }
    }

    fn param(&mut self, param: &Param) {
        self.docs("a parameter", &param.docs);
        self.kind(&param.kind);
    }

    fn record(&mut self, protocol: &Protocol, record: &Record) {
        self.kind(&record.role);
        self.docs("a record", &record.docs);
        self.whether("a record of a family's module", record.module.is_some());
        record.params.iter().for_each(|param| self.param(param));
        record.delta.iter().for_each(|delta| self.kind(&delta.scope));
        for cell in &record.cells {
            self.kind(&cell.source);
            self.kind(&cell.value);
            cell.value.notation().iter().for_each(|notation| self.kind(notation));
            let beyond = matches!(cell.source, Source::Constant(code) if code > Code::from(i64::MAX));
            self.whether("a constant beyond an i64", beyond);
            if let Source::Derived(Demand::Count { .. }) = &cell.source {
                let kinds = ["a count that says that nothing is there", "a count of what is there"];
                self.either(kinds, cell.absent.is_some());
            }
            if let Source::Derived(Demand::Arm { .. }) = &cell.source {
                self.whether("a shape whose code says that it is absent", cell.absent.is_some());
            }
        }
        record.checksums.iter().for_each(|checksum| self.checksum(checksum));
        self.whether("two checksums", record.checksums.len() > 1);
        for example in &record.examples {
            self.kind(&example.kind);
            self.docs("an example", &example.docs);
            example.values.iter().for_each(|one| self.kind(&one.value));
        }
        record.fields.iter().for_each(|field| self.field(protocol, record, field));
    }

    fn place(&mut self, what: &str, edge: Edge) {
        self.kind(&edge);
        self.whether(&format!("{what} {}", edge.kind()), true);
    }

    fn range(&mut self, [from, to]: [Edge; 2]) {
        self.place("covered bytes begin at", from);
        self.place("covered bytes end at", to);
    }

    fn covered(&mut self, covered: &Covered) {
        self.kind(covered);
        match covered {
            Covered::Range(range) => self.range(*range),
            Covered::Constants(_) => {}
            Covered::Number { scalar, .. } => self.kind(scalar),
            Covered::Chosen { by, others, .. } => {
                self.whether(&format!("{} chooses constants", by.kind()), true);
                self.either(["constants for some numbers", "constants for all numbers"], !others.is_empty());
            }
        }
    }

    fn checksum(&mut self, checksum: &Checksum) {
        self.kind(&checksum.how);
        self.place("a checksum stands at", checksum.at);
        match &checksum.how {
            How::Catalogue { check, covers } => {
                self.kind(check);
                self.whether("a checksum that covers itself", checksum.covers_itself);
                self.whether("a checksum of odd width", check.width() % 8 > 0);
                self.whether(&format!("a checksum of {} bytes", check.width().div_ceil(8)), true);
                covers.iter().for_each(|covered| self.covered(covered));
            }
            How::Hook { range, inputs, .. } => {
                self.range(*range);
                inputs.iter().for_each(|input| self.whether(&format!("a hook is given {}", input.kind()), true));
            }
        }
    }
}
