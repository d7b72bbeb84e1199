//! The items of a module: of the protocol's own, and of the module of each family.

pub mod versions;

use crate::emit::rust::record::element;
use crate::emit::rust::scope::part::Part;
use crate::emit::rust::scope::{Context, Scope};
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::pieces::{Items, Piece};
use crate::emit::rust::text::tokens::quote;
use crate::emit::rust::{family, hooks, record, types};
use crate::model::{FamilyId, RecordId};

/// The items of the protocol's own module, which is inside `depth` others.
pub fn of_protocol<'a>(context: Context<'a>, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    let mut pieces: Vec<Piece<'a>> = vec![
        Box::new(move || types::emit(context.protocol, part, options)),
        Box::new(move || hooks::traits(&context, part)),
        Box::new(move || element::of_values(&context, part).into_iter().collect()),
    ];
    pieces.extend(records(context, part, options));
    let families = part.here(&context.protocol.families, &part.same.families);
    pieces.extend(
        families.map(|(id, _)| -> Piece<'a> { Box::new(move || family::family(&context, FamilyId(id), options)) }),
    );
    let pairs = part.conversions.iter().map(move |(family, record)| -> Piece<'a> {
        let (family, record) = (&context.protocol.families[family.0], &context.protocol.records[record.0]);
        Box::new(move || family::conversion(&context, family, record))
    });
    pieces.extend(pairs);
    Items { depth, pieces }
}

/// The records of one module.
fn records<'a>(context: Context<'a>, part: &'a Part, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = part.here(&context.protocol.records, &part.same.records);
    let here = all.filter(move |(_, one)| one.module == context.module);
    here.map(move |(id, _)| -> Piece<'a> {
        let id = RecordId(id);
        Box::new(move || {
            let types = record::record(context, id, options);
            let element = part.is_element(id).then(|| element::of_record(&Scope::root(context, id)));
            quote!(#types #element)
        })
    })
}

/// The messages declared in a family: the contents of its module.
pub fn of_family<'a>(
    context: Context<'a>,
    id: FamilyId,
    part: &'a Part,
    options: &'a Options,
    depth: usize,
) -> Items<'a> {
    Items { depth, pieces: records(Context { module: Some(id), ..context }, part, options).collect() }
}
