//! The items of a module: of the protocol's own, and of the module of each family.

pub mod owned;
pub mod versions;

use crate::model::{FamilyId, RecordId};
use crate::record::element;
use crate::scope::item_set::ItemSet;
use crate::scope::{Context, Scope};
use crate::text::options::Options;
use crate::text::pieces::{Items, Laid, Piece};
use crate::text::tokens::quote;
use crate::{family, hooks, record, types};

/// The items of all modules of a protocol, as [`Modules`] takes them. The protocol's own is inside `depth` others.
pub fn of_all<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options, depth: usize) -> Vec<Items<'a>> {
    let families = || (0..context.protocol.families.len()).map(FamilyId);
    let mut all = vec![of_protocol(context, set, options, depth)];
    all.extend(families().map(|id| of_family(context, id, set, options, depth.saturating_add(1))));
    if options.owned {
        all.push(owned_of_protocol(context, set, options, depth.saturating_add(1)));
        all.extend(families().map(|id| owned_of_family(context, id, set, options, depth.saturating_add(2))));
    }
    all
}

/// The modules of a protocol: its own, that of each family, and those of owned types if they are wanted.
pub struct Modules {
    pub own: Laid,
    pub families: Vec<Laid>,
    pub owned: Option<(Laid, Vec<Laid>)>,
}

impl Modules {
    /// The modules of a protocol with so many families, which stand next.
    pub fn next(laid: &mut impl Iterator<Item = Laid>, families: usize, options: &Options) -> Self {
        let mut one = || (laid.next().unwrap_or_default(), laid.take(families).collect());
        let (own, of_families) = one();
        Self { own, families: of_families, owned: options.owned.then(one) }
    }
}

/// The items of the protocol's own module, which is inside `depth` others.
fn of_protocol<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options, depth: usize) -> Items<'a> {
    let mut pieces: Vec<Piece<'a>> = vec![
        Box::new(move || types::emit(context.protocol, set, options)),
        Box::new(move || hooks::traits(&context, set)),
        Box::new(move || element::of_values(&context, set).into_iter().collect()),
    ];
    pieces.extend(records(context, set, options));
    let families = set.here(&context.protocol.families, &set.same.families);
    pieces.extend(
        families.map(|(id, _)| -> Piece<'a> { Box::new(move || family::family(&context, FamilyId(id), options)) }),
    );
    let pairs = set.conversions.iter().map(move |(family, record)| -> Piece<'a> {
        let (family, record) = (&context.protocol.families[family.0], &context.protocol.records[record.0]);
        Box::new(move || family::conversion(&context, family, record))
    });
    pieces.extend(pairs);
    Items { depth, pieces }
}

/// The owned types of the protocol's own module.
fn owned_of_protocol<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options, depth: usize) -> Items<'a> {
    let mut pieces: Vec<Piece<'a>> = owned_records(context, set, options).collect();
    let families = set.here(&context.protocol.families, &set.same.families);
    pieces.extend(
        families
            .map(|(id, _)| -> Piece<'a> { Box::new(move || family::owned::family(&context, FamilyId(id), options)) }),
    );
    Items { depth, pieces }
}

/// The owned types of the messages declared in a family.
fn owned_of_family<'a>(
    context: Context<'a>,
    id: FamilyId,
    set: &'a ItemSet,
    options: &'a Options,
    depth: usize,
) -> Items<'a> {
    Items { depth, pieces: owned_records(Context { module: Some(id), ..context }, set, options).collect() }
}

/// The owned types of the records of one module.
fn owned_records<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = set.here(&context.protocol.records, &set.same.records);
    let here = all.filter(move |(_, one)| one.module == context.module);
    here.map(move |(id, _)| -> Piece<'a> { Box::new(move || record::owned(context, RecordId(id), options)) })
}

/// The records of one module.
fn records<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = set.here(&context.protocol.records, &set.same.records);
    let here = all.filter(move |(_, one)| one.module == context.module);
    here.map(move |(id, _)| -> Piece<'a> {
        let id = RecordId(id);
        Box::new(move || {
            let types = record::record(context, id, options);
            let element = set.is_element(id).then(|| element::of_record(&Scope::root(context, id), options));
            quote!(#types #element)
        })
    })
}

/// The messages declared in a family: the contents of its module.
fn of_family<'a>(
    context: Context<'a>,
    id: FamilyId,
    set: &'a ItemSet,
    options: &'a Options,
    depth: usize,
) -> Items<'a> {
    Items { depth, pieces: records(Context { module: Some(id), ..context }, set, options).collect() }
}
