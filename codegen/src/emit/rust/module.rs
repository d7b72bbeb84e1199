//! The items of a module: of the protocol's own, and of the module of each family.

pub mod versions;

use crate::emit::rust::record::element;
use crate::emit::rust::scope::part::Part;
use crate::emit::rust::scope::{Place, Scope};
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::pieces::{Items, Piece};
use crate::emit::rust::text::tokens::quote;
use crate::emit::rust::{family, hooks, record, types};
use crate::model::{FamilyId, RecordId};

/// The items of the protocol's own module, which is inside `depth` others.
pub fn of_protocol<'a>(place: Place<'a>, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    let mut pieces: Vec<Piece<'a>> = vec![
        Box::new(move || types::emit(place.protocol, part, options)),
        Box::new(move || hooks::traits(&place, part)),
        Box::new(move || element::of_values(&place, part).into_iter().collect()),
    ];
    pieces.extend(records(place, part, options));
    let families = part.families.iter().enumerate().filter(|(_, here)| **here);
    pieces.extend(
        families.map(|(id, _)| -> Piece<'a> { Box::new(move || family::family(&place, FamilyId(id), options)) }),
    );
    Items { depth, pieces }
}

/// The records of one module.
fn records<'a>(place: Place<'a>, part: &'a Part, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = place.protocol.records.iter().zip(&part.records).enumerate();
    let here = all.filter(move |(_, (one, here))| **here && one.module == place.module);
    here.map(move |(id, _)| -> Piece<'a> {
        let id = RecordId(id);
        Box::new(move || {
            let types = record::record(place, id, options);
            let element = part.is_element(id).then(|| element::of_record(&Scope::root(place, id)));
            quote!(#types #element)
        })
    })
}

/// The messages declared in a family: the contents of its module.
pub fn of_family<'a>(place: Place<'a>, id: FamilyId, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    Items { depth, pieces: records(Place { module: Some(id), ..place }, part, options).collect() }
}
