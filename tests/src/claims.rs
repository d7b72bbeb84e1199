//! The pages against the interpreter: they name as rejected just what it rejects, and the sizes that it writes.
//!
//! Right packets of every record are changed in one number: one of 8 bits, or a part of bits, to every other, a wider one
//! to those at the ends of all ranges. A changed packet is rejected, and the page says so, or is read and written
//! again, in as many bytes as the page says. And of each sentence there is a packet that is rejected for it.

mod numbers;
mod observed;
mod sizes;

use wireform_build::emit::markdown::{Claims, claims};
use wireform_build::load::load_text;
use wireform_build::model::{Protocol, Record, Schema};

use crate::schemas::{random_schemas, written};
use crate::share::{part, share};
use observed::Observed;
use sizes::Compared;

/// At most so many right packets of each record.
const WRITTEN: usize = 48;
const RANDOM: usize = 4;
/// So many random schemas.
const SCHEMAS: usize = 30;

/// Claims that no packet shows, each with the reason.
const UNSEEN: [(&str, &str); 8] = [
    ("aligning Sizes.wide: [2] of 1 or 2 bytes", "no region has as many as 128 bytes"),
    ("checked Widths: [9] of 9 to 16 bytes", "that takes five tags of certain values at once"),
    ("notations Tail: [3] of 1 to 3 bytes", "its receiver knows a certain address"),
    ("notations GivenAll: [3] of 2 or 3 bytes", "the same, and another address"),
    ("widths Unsaid.far.both: [1] of 1, 2 or 4 bytes", "its receiver knows the width of what is before it"),
    (
        "chains Records: A code of `rest.more` other than `15` or `31`.",
        "the records end nowhere but before one of these bytes",
    ),
    ("endings Before: `status` other than 128 to 255.", "the bytes before it end nowhere but before such a byte"),
    (
        "left Main: `reply.Accepted.text`, unless `size(text)` is at least 3.",
        "the shape that has it is chosen by a length that leaves so much",
    ),
];

/// Where pages and packets differ.
#[derive(Debug, Default)]
struct Tally {
    /// Sentences about values that a reader rejects, and sizes of numbers.
    claims: usize,
    /// Claims that no packet shows: about numbers in whose place others were tried, about other values, about sizes.
    unseen: Vec<String>,
    rare: Vec<String>,
    unwritten: Vec<String>,
    /// Facts that packets show and no page has.
    untold: Vec<String>,
}

impl Tally {
    /// Compares the pages of schemas with so many packets of each record.
    fn of<'s>(schemas: impl IntoIterator<Item = &'s Schema>, packets: usize) -> Self {
        let mut tally = Self::default();
        schemas.into_iter().for_each(|schema| tally.all_of(schema, packets));
        println!("{} claims", tally.claims);
        tally
    }

    fn all_of(&mut self, schema: &Schema, packets: usize) {
        // A later version has many records of an earlier one.
        let mut known: Vec<(&Record, Claims)> = Vec::new();
        for (protocol, claims) in schema.protocols().zip(claims(schema)) {
            for one in claims {
                let record = &protocol.records[one.record.0];
                let is_same = |(other, claims): &(&Record, Claims)| {
                    *other == record && claims.size == one.size && claims.rejected == one.rejected
                };
                if !known.iter().any(is_same) {
                    self.record(protocol, &one, packets);
                    known.push((record, one));
                }
            }
        }
    }

    fn record(&mut self, protocol: &Protocol, claims: &Claims, packets: usize) {
        let record = &protocol.records[claims.record.0];
        let observed = Observed::of(protocol, claims, packets);
        let name = format!("{} {}", protocol.name, record.name);
        let untold = observed.errors.iter().filter(|error| !error.is_told(record, claims));
        self.untold.extend(untold.map(|error| format!("{name}.{}: {}", error.path, error.why)));
        // Packets are rarely as deep as that: `nested` tries the deepest of each circle.
        for one in claims.rejected.iter().filter(|one| one.why != "depth") {
            self.claims += 1;
            if !observed.errors.iter().any(|error| error.is(record, one)) {
                let is_tried = one.cell.is_some_and(|cell| observed.tried.contains(&cell));
                let unseen = if is_tried { &mut self.unseen } else { &mut self.rare };
                unseen.push(format!("{name}: {}", one.text));
            }
        }
        let compared = Compared::of(record, claims, &observed);
        self.claims += compared.count;
        self.untold.extend(compared.untold.into_iter().map(|one| format!("{name}{one}")));
        self.unwritten.extend(compared.unseen.into_iter().map(|one| format!("{name}{one}")));
    }
}

#[test]
fn pages_of_protocols_and_features_tell_what_the_interpreter_does() {
    let all = share("schemas", [written::shipped(), written::features(), written::specimens()].concat());
    let tally = Tally::of(all.iter().map(|(_, schema)| schema), WRITTEN);
    assert_eq!((tally.untold, tally.unseen), (Vec::new(), Vec::new()));
    let unseen = [tally.unwritten, tally.rare].concat();
    let is_tried = |claim: &&str| all.iter().any(|(_, schema)| claim.split(' ').next() == Some(schema.name()));
    let expected: Vec<&str> = UNSEEN.iter().map(|(claim, _)| *claim).filter(is_tried).collect();
    assert_eq!(unseen, expected);
    assert!(tally.claims > part(2_000), "only {} claims", tally.claims);
}

#[test]
fn pages_of_random_schemas_tell_what_the_interpreter_does() {
    let all = random_schemas();
    let tally = Tally::of(all.iter().take(part(SCHEMAS)).map(|(_, schema)| schema), RANDOM);
    assert_eq!((tally.untold, tally.unseen), (Vec::new(), Vec::new()));
    // Some need values that are hardly ever drawn.
    let rare = [tally.unwritten, tally.rare].concat();
    assert!(rare.len() * 20 < tally.claims, "{} of {} claims: {rare:#?}", rare.len(), tally.claims);
}

/// The pages of a small schema, with its packets.
fn told(declarations: &str) -> (Vec<String>, Tally) {
    let text = format!("protocol small {{ byte_order: big }}\n{declarations}");
    let schema = load_text("small.wire", text).unwrap_or_else(|failure| panic!("{}", failure.render(false))).schema;
    let claims = claims(&schema).concat();
    let rejected = claims.into_iter().flat_map(|one| one.rejected).map(|one| one.text).collect();
    (rejected, Tally::of([&schema], WRITTEN))
}

#[test]
fn a_part_that_has_only_named_codes_is_never_rejected() {
    let (rejected, tally) = told("enum Two: u8 { A = 0, B = 1 } struct S { bits u8 { x: u1 as Two, _: .. } }");
    assert_eq!((rejected, tally.untold, tally.unseen), (Vec::new(), Vec::new(), Vec::new()));
}

#[test]
fn a_wire_that_is_wider_than_its_enum_has_numbers_without_a_name() {
    let (rejected, tally) = told("enum Full: u2 { A = 0, B = 1, C = 2, D = 3 } struct S { y: u8 as Full }");
    assert_eq!((rejected.len(), tally.untold, tally.unseen), (1, Vec::new(), Vec::new()));
}

#[test]
fn the_rule_of_a_number_is_told_of_all_numbers_of_its_wire() {
    let (rejected, _) = told("struct S { x: u8 where it == 1 || it == 3, y: u8 where it != 5 }");
    assert_eq!(rejected, ["`x` other than 1 or 3.", "`y` that is 5."]);
}
