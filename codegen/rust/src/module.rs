//! The items of a module: of the protocol's own, and of the module of each family.

pub mod elsewhere;
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
    let (plain, owned) = ((false, depth), options.owned.then_some((true, depth.saturating_add(1))));
    let mut all = Vec::new();
    for (owned, depth) in std::iter::once(plain).chain(owned) {
        all.push(Items { depth, pieces: of_protocol(context, set, options, owned) });
        all.extend(families().map(|id| {
            let context = Context { module: Some(id), ..context };
            Items { depth: depth.saturating_add(1), pieces: records(context, set, options, owned).collect() }
        }));
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

/// The items of the protocol's own module, or of that of its owned types.
fn of_protocol<'a>(context: Context<'a>, set: &'a ItemSet, options: &'a Options, owned: bool) -> Vec<Piece<'a>> {
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    if !owned {
        pieces.push(Box::new(move || types::emit(context.protocol, set, options)));
        pieces.push(Box::new(move || hooks::traits(&context, set)));
        pieces.push(Box::new(move || element::of_values(&context, set).into_iter().collect()));
    }
    pieces.extend(records(context, set, options, owned));
    let emit = if owned { family::owned::family } else { family::family };
    let families = set.here(&context.protocol.families, &set.same.families);
    pieces.extend(families.map(|(id, _)| -> Piece<'a> { Box::new(move || emit(&context, FamilyId(id), options)) }));
    let pairs = set.conversions.iter().filter(|_| !owned).map(move |(family, record)| -> Piece<'a> {
        let (family, record) = (&context.protocol.families[family.0], &context.protocol.records[record.0]);
        Box::new(move || family::conversion(&context, family, record))
    });
    pieces.extend(pairs);
    pieces
}

/// The records of one module, or their owned types.
fn records<'a>(
    context: Context<'a>,
    set: &'a ItemSet,
    options: &'a Options,
    owned: bool,
) -> impl Iterator<Item = Piece<'a>> {
    let all = set.here(&context.protocol.records, &set.same.records);
    let here = all.filter(move |(_, one)| one.module == context.module);
    here.map(move |(id, _)| -> Piece<'a> {
        let id = RecordId(id);
        Box::new(move || {
            if owned {
                return record::owned(context, id, options);
            }
            let types = record::record(context, id, options);
            let element = set.is_element(id).then(|| element::of_record(&Scope::root(context, id), options));
            quote!(#types #element)
        })
    })
}
