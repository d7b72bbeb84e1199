//! In-place changes: `PosMut`, for programs that forward packets.
//!
//! The offset of a field is known from the run that the view stores, or from the preceding fields, of which varints are
//! skipped. One that may be absent, or whose length varies, is a stretch of the packet, as the view has it. A field that
//! determines the layout of the packet cannot be changed alone, so it has no setter.

mod setters;
mod stretches;

use super::{View, run_ident};
use crate::decode::shape::{Item, Run, Stored};
use crate::field::{code, slot};
use crate::model::{CellId, Content, Extent, FieldId, Part, Presence, Role, Scalar, Source, VarintId, Wire};
use crate::scope::Act;
use crate::scope::generics::{code_param, generics};
use crate::scope::locals::{self, Companion};
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};
use crate::text::{docs, names};
use crate::view;

/// A field with a setter, `offset` bytes after an anchor. If that is a stretch of the packet, it is the field.
struct Patch<'a> {
    field: FieldId,
    /// A part of a carrier, whose other bits do not change.
    part: Option<&'a Part>,
    anchor: Ident,
    offset: usize,
    is_stretch: bool,
}

/// The anchors and patches so far, in wire order.
#[derive(Default)]
struct Found<'a> {
    anchors: Vec<Anchor>,
    patches: Vec<Patch<'a>>,
    /// The position of the next field: the distance from an anchor in bytes. `None`: it depends on the packet in an
    /// unsupported way.
    reached: Option<(Anchor, usize)>,
}

impl Found<'_> {
    /// Continues at a distance from a new anchor.
    fn anchored(&mut self, anchor: Anchor, offset: usize) {
        self.anchors.push(anchor.clone());
        self.reached = Some((anchor, offset));
    }

    /// The name, made unlike those of the anchors so far.
    fn unlike(&self, name: &str) -> Ident {
        locals::unlike(name, self.anchors.iter().map(|anchor| &anchor.name))
    }
}

/// An offset in the packet: its variable, and its value.
#[derive(Clone)]
struct Anchor {
    name: Ident,
    value: TokenStream,
    /// The anchor from which it is computed.
    after: Option<Ident>,
}

impl<'a> View<'_, 'a> {
    /// `pub struct PosMut<'a> { packet: ::wireform::patch::Packet<'a>, start: usize }`: the type that changes the
    /// record in place; empty if no field can be changed.
    pub(super) fn patches(&self) -> TokenStream {
        let scope = self.scope;
        if !scope.is_root || !self.stands_alone() {
            return TokenStream::new();
        }
        let Found { mut anchors, patches, .. } = self.found();
        // Unused anchors are not computed.
        let mut used: Vec<Anchor> = Vec::new();
        while let Some(anchor) = anchors.pop() {
            let leads = used.iter().any(|later| later.after.as_ref() == Some(&anchor.name));
            if leads || patches.iter().any(|patch| patch.anchor == anchor.name) {
                used.insert(0, anchor);
            }
        }
        if used.is_empty() {
            return TokenStream::new();
        }
        let (name, view, plain) =
            (names::mut_ident(scope.name), names::view_ident(scope.name), names::type_ident(scope.name));
        let doc = docs::doc(&[], &format!("Validated bytes of {}, for changes in place.", docs::link(&plain)));
        let generics = generics(scope, true);
        let (declared_generics, passed_generics) = (&generics.declared, &generics.passed);
        let code = code_param(scope).map(|_| quote!(::<CODE>));
        let (declared, passed) = (code::known_declared(scope), code::known_passed(scope));
        let all = used.iter().map(|anchor| {
            let (name, value) = (&anchor.name, &anchor.value);
            quote!(let #name = #value;)
        });
        let kept: Vec<(&Ident, bool)> = used
            .iter()
            .filter_map(|Anchor { name, .. }| {
                let patch = patches.iter().find(|patch| patch.anchor == *name)?;
                Some((name, patch.is_stretch))
            })
            .collect();
        let names: Vec<&Ident> = kept.iter().map(|(name, _)| *name).collect();
        let places = kept.iter().map(|(name, is_stretch)| match is_stretch {
            true => quote!(#name: ::wireform::patch::Stretch),
            false => quote!(#name: usize),
        });
        let text = &scope.record.name;
        let without = self.without_setter(&patches);
        let setters = patches.iter().map(|patch| self.setter(patch));
        let all = quote!(#(#all)*);
        quote! {
            #doc
            #without
            #[derive(Debug)]
            pub struct #name #declared_generics { packet: ::wireform::patch::Packet<'a>, #(#places,)* }

            impl #declared_generics #name #passed_generics {
                /// Parses a packet from the start of `bytes`; returns it and the rest.
                ///
                /// # Errors
                /// The first missing or malformed field, in wire order.
                #[inline]
                pub fn parse(bytes: &'a mut [u8] #declared) -> ::core::result::Result<(Self, &'a mut [u8]), ::wireform::Error> {
                    let (view, _) = #view #code::parse(bytes #passed)?;
                    let len = view.bytes.len();
                    #all
                    let (packet, rest) = ::wireform::patch::Packet::split(bytes, len, &#text);
                    Ok((Self { packet, #(#names,)* }, rest))
                }

                /// Parses a packet from all of `bytes`.
                ///
                /// # Errors
                /// The first missing or malformed field, in wire order, or trailing bytes.
                #[inline]
                pub fn parse_exact(bytes: &'a mut [u8] #declared) -> ::core::result::Result<Self, ::wireform::Error> {
                    #view #code::parse_exact(bytes #passed)?;
                    Self::parse(bytes #passed).map(|(packet, _)| packet)
                }

                /// The current bytes.
                #[must_use]
                #[inline]
                pub const fn as_bytes(&self) -> &[u8] { self.packet.as_bytes() }

                #(#setters)*
            }
        }
    }

    /// Whether a record is a packet of its own. A nested record is changed with its packet.
    fn stands_alone(&self) -> bool {
        match self.scope.record.role {
            Role::Message { .. } => true,
            Role::Element { .. } => false,
            Role::Struct => !self.scope.context.facts.is_inside(self.scope.id),
        }
    }

    // ---- offsets ----------------------------------------------------------------------------------------------

    fn found(&self) -> Found<'a> {
        let mut found = Found::default();
        let start = Anchor { name: format_ident!("start"), value: quote!(0_usize), after: None };
        match self.scope.record.message_code().map(|code| code.scalar) {
            Some(Scalar::Varint(id)) => {
                found.anchored(self.after_varint(&quote!(0), id, format_ident!("behind_code"), None), 0);
            }
            Some(Scalar::Int { bytes, .. }) => found.anchored(start, usize::from(bytes)),
            None => found.anchored(start, 0),
        }
        let mut depth: usize = 0;
        for (item, name) in self.items.iter().zip(&self.names) {
            match item {
                Item::Region(_) => depth += 1,
                Item::RegionEnd(_) => depth -= 1,
                _ => {}
            }
            match item {
                Item::Region(_) | Item::RegionEnd(_) => found.reached = None,
                Item::Optionals(ids) => {
                    ids.iter().for_each(|id| self.in_stretch(*id, &mut found));
                    found.reached = None;
                }
                // A number of another length would change the region's size.
                Item::Varints(_) if depth > 0 => found.reached = None,
                Item::Field(id) if depth > 0 => {
                    self.in_stretch(*id, &mut found);
                    found.reached = None;
                }
                Item::Run(run) => self.in_run(run, &quote!(view.#name), &mut found),
                Item::Varints(ids) => ids.iter().for_each(|id| self.at_varint(*id, &mut found)),
                Item::Field(id) => {
                    self.in_stretch(*id, &mut found);
                    self.at_varint(*id, &mut found);
                }
                Item::Segment(segment) => segment.parts.iter().for_each(|part| match part {
                    Stored::Run(run) => {
                        let run_name = run_ident(self.scope, run);
                        self.in_run(run, &quote!(view.#name.#run_name), &mut found);
                    }
                    Stored::Chosen(_) => found.reached = None,
                }),
            }
        }
        found
    }

    fn after_varint(&self, at: &TokenStream, varint: VarintId, name: Ident, after: Option<Ident>) -> Anchor {
        let varint = slot::varint_value(&self.scope.context, varint);
        Anchor { name, value: quote!(::wireform::patch::behind(view.bytes, #at, #varint)), after }
    }

    /// Locates the fields of a run: after the preceding fields, or where the view stores it.
    fn in_run(&self, run: &Run, stored: &TokenStream, found: &mut Found<'a>) {
        if found.reached.is_none() && self.run_is_stored(run) {
            let name = found.unlike(&Companion::At.of(&run_ident(self.scope, run)).to_string());
            let value = quote!(::wireform::patch::place_of(view.bytes, #stored));
            found.anchored(Anchor { name, value, after: None }, 0);
        }
        let Some((anchor, offset)) = &mut found.reached else { return };
        for placed in &run.fields {
            found.patches.extend(self.changes(placed.field, &anchor.name, *offset + placed.offset));
        }
        *offset += run.size;
    }

    /// Locates a single field. Only an unconditional number can be skipped.
    fn at_varint(&self, id: FieldId, found: &mut Found<'a>) {
        let field = self.scope.field(id);
        let (Some((anchor, offset)), Presence::Always) = (found.reached.take(), &field.presence) else { return };
        let carrier = match &field.wire {
            Wire::Scalar { scalar, .. } => *scalar,
            Wire::Bits { carrier, .. } => *carrier,
            _ => return,
        };
        // A number of another length would move space up to a multiple.
        let moves =
            matches!(carrier, Scalar::Varint(_)) && self.scope.record.alignment(&self.scope.record.body).is_some();
        if !moves {
            found.patches.extend(self.changes(id, &anchor.name, offset));
        }
        match carrier {
            Scalar::Int { bytes, .. } => found.reached = Some((anchor, offset + usize::from(bytes))),
            Scalar::Varint(varint) => {
                let name = &anchor.name;
                let at = if offset == 0 {
                    quote!(#name)
                } else {
                    let offset = Literal::usize_unsuffixed(offset);
                    quote!(#name.wrapping_add(#offset))
                };
                let name = found.unlike(&format!("behind_{}", view::unescaped(&self.stored_name(id))));
                found.anchored(self.after_varint(&at, varint, name, Some(anchor.name)), 0);
            }
        }
    }

    /// Whether a field has a rule, or a checksum may cover it, or its bytes could end a region.
    fn is_bound(&self, id: FieldId) -> bool {
        !self.scope.record.checksums.is_empty() || self.scope.field(id).rule.is_some() || self.may_end_a_region(id)
    }

    /// Whether a field is in a region up to an end, which its bytes could be.
    fn may_end_a_region(&self, id: FieldId) -> bool {
        let record = self.scope.record;
        let inside: Vec<FieldId> = record.ended_regions().flatten().collect();
        record.around(id).any(|around| inside.contains(&around))
    }

    /// Whether the user sets a number, and nothing else depends on it.
    fn is_alone(&self, cell: CellId) -> bool {
        self.scope.cell(cell).source == Source::User && !self.scope.variables(Act::Take).contains(&cell)
    }

    /// The setters of a field at an offset: one for the field, or one for each part of a carrier. Each can be changed
    /// alone: the user sets it, it has no rule, and nothing else depends on it.
    fn changes(&self, id: FieldId, anchor: &Ident, offset: usize) -> Vec<Patch<'a>> {
        let (scope, field) = (self.scope, self.scope.field(id));
        if self.is_bound(id) || field.presence != Presence::Always {
            return Vec::new();
        }
        let patch = |part| Patch { field: id, part, anchor: anchor.clone(), offset, is_stretch: false };
        let is_alone = |cell| self.is_alone(cell);
        match &field.wire {
            Wire::Bits { parts, .. } => {
                let alone = parts.iter().filter(|part| part.name.is_some() && is_alone(part.cell));
                alone.map(|part| patch(Some(part))).collect()
            }
            _ if !scope.is_public(id) => Vec::new(),
            Wire::Scalar { cell, .. } if is_alone(*cell) => vec![patch(None)],
            Wire::Float { .. }
            | Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => vec![patch(None)],
            _ => Vec::new(),
        }
    }
}
