//! The reader of a scope: checks its bytes once, and stores the fields of getters.

use super::{View, run_ident, shape_type};
use crate::decode::shape::{Item, Placed, Run, Stored};
use crate::decode::take::Taker;
use crate::facts::sizes::plain_varints;
use crate::field::value;
use crate::field::{code, slot};
use crate::hooks::{checksum, verify};
use crate::layout;
use crate::model::{CellId, Check, Content, FieldId, Part, Presence, Protocol, Record, Scalar, Source, Wire};
use crate::scope::locals::Companion;
use crate::scope::{Act, captures};
use crate::text::emitted::Emitted;
use crate::text::names;
use crate::text::segments::Piece;
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};

impl View<'_, '_> {
    /// `fn take_body(start: Input<'a, E>, input: &mut Input<'a, E>) -> Result<Self, E> { .. }`: the reader of a scope.
    pub(super) fn take(&self) -> TokenStream {
        let scope = self.scope;
        let visible = scope.visibility();
        let statements = self.take_items_from(0);
        let rules = [self.rules(), checksum::checks(scope)].into_iter().collect();
        if let Some(front) = self.front() {
            return self.take_common_first(front, &statements, &rules);
        }
        let known = code::known_declared(scope);
        let (open, _) = self.bytes_kept();
        // The parameter is called `code`, since its cell's name may be that of a local variable.
        let code_arg = scope.code.as_ref().map(|(_, int, value, _)| {
            let ty = value::value_type(&scope.context, *value, *int);
            quote!(, code: #ty)
        });
        let life = if scope.view_borrows() && !scope.is_hidden { quote!('a) } else { quote!('_) };
        let function = if scope.is_root { quote!(take_body) } else { quote!(take) };
        let up = scope.returned();
        let (ty, value) = if scope.is_hidden {
            captures::alone(scope, up)
        } else {
            (captures::result(scope, up, quote!(Self)), captures::with(scope, up, &self.made()))
        };
        let front = code::front_passed(scope, scope.outermost).filter(|_| scope.is_root);
        let front = front.map(|_| quote!(let front = input.offset();));
        let body = quote!(#front #statements #rules Ok(#value));
        let front = code::front_declared(scope, scope.outermost).filter(|_| !scope.is_root);
        let outer = captures::declared(scope, scope.captured(Act::Take));
        quote! {
            #[inline]
            #visible fn #function<E: ::wireform::Refusal>(#open input: &mut ::wireform::Input<#life, E> #code_arg #outer #front #known) -> ::core::result::Result<#ty, E> {
                #body
            }
        }
    }

    /// The argument of a reader that stores its bytes, and the initialisers for them.
    fn bytes_kept(&self) -> (TokenStream, Option<TokenStream>) {
        if self.scope.is_root {
            let unverified = verify::inits(self.scope);
            (quote!(start: ::wireform::Input<'a, E>,), Some(quote!(bytes: input.since(start), #unverified)))
        } else {
            (TokenStream::new(), None)
        }
    }

    /// `Self { bytes: input.since(start), optional, .. }`: the expression that constructs the view.
    pub(super) fn made(&self) -> TokenStream {
        let (scope, (_, bytes)) = (self.scope, self.bytes_kept());
        let code_init = scope.code.as_ref().map(|(name, ..)| {
            let name = names::field_ident(name);
            if name == "code" { quote!(code,) } else { quote!(#name: code,) }
        });
        let mut inits = self.stored(|_, name| quote!(#name), |id| self.init(id));
        inits.extend(self.broken_flags().iter().map(|name| quote!(#name)));
        quote!(Self { #bytes #code_init #(#inits,)* })
    }

    /// Reads the items from `first` on; those of a region have a cursor of their own.
    pub(super) fn take_items_from(&self, first: usize) -> TokenStream {
        self.pieces_from(first).into_iter().map(|piece| piece.statements).collect()
    }

    /// The same, each item by itself.
    pub(super) fn pieces_from(&self, first: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut around: Vec<Self> = Vec::new();
        for (item, name) in self.items.iter().zip(&self.names).skip(first) {
            let here = around.last().unwrap_or(self);
            let (taken, inner) = match item {
                Item::Region(id) => {
                    let (inner, mark) = (here.taker.region_ident(), here.mark(*id));
                    let region = here.taker.region(*id, &inner);
                    let leads_back = here.taker.passes_by(*id);
                    (vec![Piece { statements: quote!(#mark #region), leads_back }], Some(inner))
                }
                Item::RegionEnd(id) => (vec![Piece::plain(here.taker.region_end(*id))], None),
                Item::Field(id) if here.taker.passes_by(*id) => (here.pass_field(*id), None),
                Item::Run(_) | Item::Varints(_) | Item::Segment(_) | Item::Optionals(_) | Item::Field(_) => {
                    (vec![Piece::plain(here.take_item(item, name))], None)
                }
            };
            pieces.extend(taken);
            match (item, inner) {
                (_, Some(input)) => {
                    around.push(Self { taker: Taker { input, ..self.taker.clone() }, ..self.clone() });
                }
                (Item::RegionEnd(_), None) => drop(around.pop()),
                _ => {}
            }
        }
        pieces
    }

    pub(super) fn init(&self, id: FieldId) -> TokenStream {
        let (name, variable) = (self.stored_name(id), self.variable(id));
        if name == variable { quote!(#name) } else { quote!(#name: #variable) }
    }

    /// The variable of a stored field: the cell's own if it holds the raw number.
    pub(super) fn variable(&self, id: FieldId) -> Ident {
        let field = self.scope.field(id);
        match &field.wire {
            Wire::Scalar { scalar: Scalar::Varint(_), cell } | Wire::Chosen { cell, .. } if !field.is_optional() => {
                self.scope.local(*cell)
            }
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } if self.reads(*cell) => {
                self.scope.companion(id, Companion::Kept)
            }
            _ => self.stored_name(id),
        }
    }

    pub(super) fn reads(&self, cell: CellId) -> bool {
        self.scope.variables(Act::Take).contains(&cell)
    }

    /// `let state: &[u8; 1] = input.run(&[(&"state", 1)])?;`: reads one item, checks it, and binds the cells that
    /// others read.
    pub(super) fn take_item(&self, item: &Item, name: &Ident) -> TokenStream {
        let input = &self.taker.input;
        match item {
            Item::Run(run) => {
                let table = self.table(run);
                let size = Literal::usize_unsuffixed(run.size);
                let checks = self.run_checks(run, name);
                let places = run.fields.iter().map(|placed| self.place_of(placed, run));
                let locals = run.fields.iter().map(|placed| self.cells_in_run(*placed, &quote!(#name)));
                let locals = quote!(#(#locals)*);
                let rule = run.fields.last().and_then(|placed| self.rule_at_once(placed.field));
                let ahead = self.rules_ahead(run, name);
                let used = self.run_is_stored(run) || !checks.is_empty() || !locals.is_empty() || rule.is_some();
                let name = if used { name.clone() } else { format_ident!("_") };
                quote! {
                    #ahead
                    let #name: &[u8; #size] = #input.run(&[#table])?;
                    #(#places)*
                    #checks
                    #locals
                    #rule
                }
            }
            Item::Varints(ids) => self.take_varints(ids),
            Item::Segment(segment) => {
                let shape = shape_type(self.scope, name);
                let args = self.shape_args(segment);
                let common = quote!(#shape::common(#input)?);
                let uncommon = if self.taker.common_only {
                    quote!(return Err(::wireform::Refused::rarely());)
                } else {
                    quote!(#shape::uncommon(#input #args)?)
                };
                let choose = self.choose_shape(segment, &common, &uncommon);
                let parts = segment.parts.iter().map(|part| match part {
                    Stored::Chosen(id) => {
                        let Wire::Chosen { cell, .. } = &self.scope.field(*id).wire else { return TokenStream::new() };
                        let (local, stored) = (self.scope.local(*cell), self.stored_name(*id));
                        if self.reads(*cell) { quote!(let #local = #name.#stored;) } else { TokenStream::new() }
                    }
                    Stored::Run(run) => {
                        let run_name = run_ident(self.scope, run);
                        let locals =
                            run.fields.iter().map(|placed| self.cells_in_run(*placed, &quote!(#name.#run_name)));
                        quote!(#(#locals)*)
                    }
                });
                let marks =
                    segment.common.fields.iter().filter(|placed| self.tells_place(placed.field)).map(|placed| {
                        let at = self.at(placed.field);
                        quote!(let #at = #input.offset();)
                    });
                quote! {
                    #(#marks)*
                    let #name = #choose;
                    #(#parts)*
                }
            }
            Item::Optionals(ids) => self.take_optionals(ids, name),
            Item::Field(id) => self.take_field(*id),
            Item::Region(_) | Item::RegionEnd(_) => TokenStream::new(),
        }
    }

    /// `(&"x", 2), (&"y", 4)`: the end of each field in a run, for errors.
    pub(super) fn table(&self, run: &Run) -> TokenStream {
        let protocol = self.scope.protocol();
        let rows = run.fields.iter().flat_map(|placed| {
            let end = placed.offset + placed.size;
            let path = self.scope.path(placed.field);
            match &self.scope.field(placed.field).wire {
                Wire::Record { record, .. } => rows(protocol, &protocol.records[record.0], &path, placed.offset),
                _ => vec![(path, end)],
            }
        });
        let rows = rows.map(|(path, end)| {
            let end = Literal::usize_unsuffixed(end);
            quote!((&#path, #end))
        });
        quote!(#(#rows),*)
    }

    /// `let x_at = input.offset().wrapping_sub(4);`: binds the offset of a field of a run, if a later error may name
    /// it.
    pub(super) fn place_of(&self, placed: &Placed, run: &Run) -> TokenStream {
        if !self.tells_place(placed.field) {
            return TokenStream::new();
        }
        let input = &self.taker.input;
        let (at, back) = (self.at(placed.field), Literal::usize_unsuffixed(run.size - placed.offset));
        quote!(let #at = #input.offset().wrapping_sub(#back);)
    }

    /// `let x_at = input.offset();`: binds the offset at which the next field begins, if something needs it later.
    pub(super) fn mark(&self, id: FieldId) -> Option<TokenStream> {
        let (at, input) = (self.at(id), &self.taker.input);
        self.tells_place(id).then(|| quote!(let #at = #input.offset();))
    }

    /// Whether an error after the scope is complete may name the field's offset, or a checksum needs it.
    fn tells_place(&self, id: FieldId) -> bool {
        let has_error = self.scope.field(id).rule.as_ref().is_some_and(|rule| rule.repair.is_none());
        let (record, protocol) = (self.scope.record, self.scope.protocol());
        let chooses = || (0..record.fields.len()).any(|other| record.chooser(protocol, FieldId(other)) == Some(id));
        (has_error && self.is_checked_behind(id) && !self.is_told_ahead(id))
            || self.is_measured_late(id)
            || chooses()
            || record.is_marked(id)
    }

    /// `let size = input.offset().wrapping_sub(size_at);`: binds the length of a field that was just read, if a rule
    /// counts its bytes.
    pub(super) fn size(&self, id: FieldId) -> TokenStream {
        if !self.is_measured_late(id) {
            return TokenStream::new();
        }
        let (input, at) = (&self.taker.input, self.at(id));
        let name = self.scope.companion(id, Companion::Size);
        quote!(let #name = #input.offset().wrapping_sub(#at);)
    }

    pub(super) fn at(&self, id: FieldId) -> Ident {
        self.scope.companion(id, Companion::At)
    }

    /// `if run[1] > 1 { return Err(..); }`: rejects an invalid value in the last field of a run, the only one that may
    /// have any.
    fn run_checks(&self, run: &Run, array: &Ident) -> TokenStream {
        let Some(last) = run.fields.last() else { return TokenStream::new() };
        let (field, path) = (self.scope.field(last.field), self.taker.path(last.field));
        let (size, input) = (Literal::usize_unsuffixed(last.size), &self.taker.input);
        let at = quote!(at);
        let refuse = |test: &Emitted, error: TokenStream| {
            quote! {
                if #test {
                    let at = #input.offset().wrapping_sub(#size);
                    return Err(#error);
                }
            }
        };
        match &field.wire {
            Wire::Scalar { scalar, cell } => {
                let raw = slot::decode(&quote!(#array), last.inside(), *scalar);
                let refused = self.taker.refused(*cell, &raw);
                refused.map(|one| refuse(&one.test, one.error(&path, &at, &quote!(#raw)))).unwrap_or_default()
            }
            Wire::Bits { carrier, parts } => {
                let raw = slot::carrier_of(*carrier, &quote!(#array), last.inside());
                let checks = parts.iter().filter_map(|part| self.taker.part_refused(last.field, part, *carrier, &raw));
                checks.map(|(test, error)| refuse(&test, error)).collect()
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                let magic = Literal::byte_string(bytes);
                let (offset, size) = (Literal::usize_unsuffixed(last.offset), Literal::usize_unsuffixed(last.size));
                let found = quote!(::wireform::number::segment::<#offset, #size, _>(#array));
                let error = quote!(::wireform::Malformed::Constant.unlike_bytes(#path, #at, #magic, #found));
                refuse(&Emitted::comparison(quote!(#found != #magic)), error)
            }
            _ => TokenStream::new(),
        }
    }

    /// `let wide_x = bits & 0x01 != 0;`: binds the cells of a run's field that other code reads.
    pub(super) fn cells_in_run(&self, placed: Placed, array: &TokenStream) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(placed.field));
        match &field.wire {
            Wire::Scalar { scalar, cell } if self.reads(*cell) => {
                let (local, raw) = (scope.local(*cell), slot::decode(array, placed.inside(), *scalar));
                quote!(let #local = #raw;)
            }
            Wire::Bits { carrier, parts } => {
                let raw = slot::carrier_of(*carrier, array, placed.inside());
                self.part_locals(&raw, *carrier, parts)
            }
            _ => TokenStream::new(),
        }
    }

    /// `let head_kind = head.kind().code();`: binds a cell in the record of a field, if something reads it.
    fn inside(&self, cell: CellId, variable: &Ident) -> TokenStream {
        let (scope, one) = (self.scope, self.scope.cell(cell));
        let Some(path) = scope.path_inside(cell).filter(|_| self.reads(cell)) else {
            return TokenStream::new();
        };
        let (local, int) = (scope.local(cell), scope.cell_int(cell));
        let path: Vec<_> = path.map(names::getter_ident).collect();
        let raw = |of: TokenStream| {
            let number = Emitted::operand(quote!(#of #(.#path())*));
            let (raw, from) = value::to_number(scope.protocol(), one.value, number, int);
            int.convert(raw, from)
        };
        if scope.field(one.field).is_optional() {
            let raw = raw(quote!(kept));
            return quote!(let #local = #variable.map_or(0, |kept| #raw););
        }
        let raw = raw(quote!(#variable));
        quote!(let #local = #raw;)
    }

    fn part_locals(&self, raw: &Emitted, carrier: Scalar, parts: &[Part]) -> TokenStream {
        let int = slot::carrier_int(self.scope.protocol(), carrier);
        let locals = parts.iter().filter(|part| self.reads(part.cell)).map(|part| {
            let (local, bits) = (self.scope.local(part.cell), slot::part(self.scope, raw, int, part));
            quote!(let #local = #bits;)
        });
        quote!(#(#locals)*)
    }

    /// `let [cn, flag] = input.varints(Int, &["cn", "flag"])?;`: reads adjacent varints at once.
    fn take_varints(&self, ids: &[FieldId]) -> TokenStream {
        let (scope, input) = (self.scope, &self.taker.input);
        let first = ids.first().and_then(|id| plain_varints(scope.field(*id)));
        let Some((Scalar::Varint(varint), _)) = first else { return TokenStream::new() };
        let varint = slot::varint_value(&scope.context, varint);
        let paths = ids.iter().flat_map(|id| {
            let (path, field) = (scope.path(*id), scope.field(*id));
            match (&field.wire, plain_varints(field)) {
                (Wire::List { .. }, Some((_, numbers))) => (0..numbers).map(|at| format!("{path}[{at}]")).collect(),
                _ => vec![path],
            }
        });
        let places = ids.iter().map(|id| {
            let variable = self.variable(*id);
            match &scope.field(*id).wire {
                Wire::Scalar { cell, .. } if self.is_stored(*id) || self.reads(*cell) => quote!(#variable),
                Wire::List { .. } if self.is_stored(*id) => quote!(#variable @ ..),
                Wire::List { .. } => quote!(..),
                _ => quote!(_),
            }
        });
        if self.taker.common_only {
            let numbers = ids.iter().filter_map(|id| plain_varints(scope.field(*id)));
            let count = Literal::usize_unsuffixed(numbers.map(|(_, count)| count).sum());
            return quote!(let [#(#places),*] = #input.singles::<_, #count>(#varint)?;);
        }
        quote!(let [#(#places),*] = #input.varints(#varint, &[#(#paths),*])?;)
    }

    /// `let fall = if has_fall { Some(..) } else { None };`: reads one field, if it is present.
    fn take_field(&self, id: FieldId) -> TokenStream {
        let (scope, field, input) = (self.scope, self.scope.field(id), &self.taker.input);
        let stored = self.taker.demanding_field(id);
        let size = self.size(id);
        let variable = self.variable(id);
        let mark = self.mark(id);
        if let Some(read) = self.take_group(id, &stored) {
            return quote!(#mark #read #size);
        }
        let cell = field.wire.number();
        // The constants of a carrier are checked even if it is not stored.
        let parts = field.wire.parts();
        let has_meaning = parts.iter().any(|part| !matches!(scope.cell(part.cell).source, Source::Reserved(_)));
        let inside: Vec<CellId> = scope.record.cells_inside(id).map(|(cell, _)| cell).collect();
        let is_read = cell.iter().chain(&inside).any(|cell| self.reads(*cell));
        let wanted = self.is_stored(id) || is_read || has_meaning;
        let ty = slot::array_annotation(field);
        let demand = self.taker.demand(id, field.condition_needs());
        // A rule over elements needs their type.
        let looks = field.rule.as_ref().is_some_and(|rule| matches!(rule.check, Check::Ascending { .. }));
        let stored_type = (looks || self.taker.passes).then(|| {
            let ty = self.stored_type(id);
            quote!(: #ty)
        });
        // Without a view, nothing else says what is read.
        let unwanted = self.taker.passes.then(|| slot::slot(scope, id).stored);
        let unwanted = unwanted.map(|ty| quote!(: #ty)).or_else(|| ty.clone());
        let read = match &field.presence {
            Presence::Always if wanted => quote!(let #variable #stored_type = #stored;),
            Presence::Always => quote!(let _ #unwanted = #stored;),
            Presence::Chosen { .. } if wanted => quote!(let #variable = #stored;),
            Presence::Chosen { .. } => quote!(let _ = #stored;),
            Presence::When { .. } | Presence::Left { .. } => {
                let test = self.taker.is_there(id);
                if wanted {
                    quote!(let #variable #stored_type = if #test { Some(#stored) } else { None };)
                } else {
                    quote!(if #test { let _ #unwanted = #stored; })
                }
            }
        };
        let locals = match &field.wire {
            Wire::Bits { carrier, parts } => {
                let raw = slot::carrier_of(*carrier, &quote!(#variable), None);
                let checks = parts.iter().filter_map(|part| self.taker.part_refused(id, part, *carrier, &raw));
                let checks = checks.map(|(test, error)| quote!(if #test { return Err(#error); }));
                let checks: Vec<_> = checks.collect();
                let locals = self.part_locals(&raw, *carrier, parts);
                if checks.is_empty() {
                    locals
                } else {
                    return quote!(#mark #demand let at = #input.offset(); #read #(#checks)* #locals);
                }
            }
            Wire::Record { .. } => inside.iter().map(|cell| self.inside(*cell, &variable)).collect(),
            Wire::Scalar { scalar, cell } if self.reads(*cell) => {
                let local = scope.local(*cell);
                let raw = |stored: TokenStream| slot::decode(&stored, None, *scalar);
                match (field.is_optional(), raw(quote!(#variable))) {
                    (false, raw) if local != variable => quote!(let #local = #raw;),
                    (false, _) => TokenStream::new(),
                    (true, _) => {
                        let raw = raw(quote!(kept));
                        let ty = slot::array_annotation(field);
                        quote!(let #local = #variable.map_or(0, |kept #ty| #raw);)
                    }
                }
            }
            Wire::Chosen { cell, .. } if self.reads(*cell) && field.is_optional() => {
                let local = scope.local(*cell);
                quote!(let #local = #variable.unwrap_or(0);)
            }
            _ => TokenStream::new(),
        };
        let rule = self.rule_at_once(id);
        quote!(#mark #demand #read #size #locals #rule)
    }

    /// `let (fall, has_x) = PosFallView::take(input)?;`: reads a hidden group, or one with cells that are read outside
    /// of it; `None` for any other field.
    pub(super) fn take_group(&self, id: FieldId, taken: &TokenStream) -> Option<TokenStream> {
        let (scope, field) = (self.scope, self.scope.field(id));
        let child = scope.child_of(id)?;
        let up = child.returned();
        if child.is_hidden {
            let (_, cells) = captures::alone(scope, up);
            return Some(if up.is_empty() { quote!(#taken;) } else { quote!(let #cells = #taken;) });
        }
        if up.is_empty() {
            return None;
        }
        let variable = self.variable(id);
        let stored = if self.is_stored(id) && !self.taker.passes_by(id) { quote!(#variable) } else { quote!(_) };
        let (place, read) = (captures::with(scope, up, &stored), captures::with(scope, up, &quote!(Some(#variable))));
        Some(match &field.presence {
            Presence::When { .. } | Presence::Left { .. } => {
                let absent = captures::zeros(scope, up, &quote!(None));
                let test = self.taker.is_there(id);
                quote!(let #place = if #test { let #place = #taken; #read } else { #absent };)
            }
            Presence::Always | Presence::Chosen { .. } => quote!(let #place = #taken;),
        })
    }
}

/// The fields of a record in a run, each with its end.
fn rows(protocol: &Protocol, record: &Record, path: &str, start: usize) -> Vec<(String, usize)> {
    let mut rows = Vec::new();
    let mut at = start;
    for id in &record.body {
        let field = &record.fields[id.0];
        let path = format!("{path}.{}", field.label);
        let size = layout::fixed_size(protocol, &field.wire).and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        match &field.wire {
            Wire::Record { record, .. } => rows.extend(self::rows(protocol, &protocol.records[record.0], &path, at)),
            _ => rows.push((path, at.saturating_add(size))),
        }
        at = at.saturating_add(size);
    }
    rows
}
