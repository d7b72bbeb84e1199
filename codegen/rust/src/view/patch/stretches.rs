//! Fields that may be absent or whose length varies, and the reasons why fields have no setter.

use super::super::View;
use super::super::optionals::Asked;
use super::{Anchor, Found, Patch};
use crate::model::{Content, Encoding, Extent, FieldId, Presence, Scalar, Wire};
use crate::scope::locals::Companion;
use crate::text::docs;
use crate::text::tokens::{TokenStream, quote};

impl<'a> View<'_, 'a> {
    /// Locates a field by its stretch of the packet, where the view has one.
    pub(super) fn in_stretch(&self, id: FieldId, found: &mut Found<'a>) {
        let (scope, field) = (self.scope, self.scope.field(id));
        if self.is_bound(id) || !scope.is_public(id) || !self.has_stretch(id) {
            return;
        }
        let stored = self.optional(id, Asked::Elsewhere).unwrap_or_else(|| {
            let name = self.stored_name(id);
            if field.is_optional() { quote!(view.#name) } else { quote!(Some(view.#name)) }
        });
        let stored = match &field.wire {
            Wire::Octets { content: Content::Text(text), .. } if !text.is_str() => {
                quote!(#stored.map(|text| text.stretch()))
            }
            _ => stored,
        };
        let name = found.unlike(&Companion::At.of(&self.stored_name(id)).to_string());
        let value = quote!(::wireform::patch::Stretch::of(view.bytes, #stored));
        found.patches.push(Patch { field: id, part: None, anchor: name.clone(), offset: 0, is_stretch: true });
        found.anchors.push(Anchor { name, value, after: None });
    }

    /// Whether a value with as many bytes as there are leaves the rest of the packet as it is, and the view has the bytes.
    fn has_stretch(&self, id: FieldId) -> bool {
        let field = self.scope.field(id);
        let is_optional = field.is_optional() && !matches!(field.presence, Presence::Chosen { .. });
        match &field.wire {
            Wire::Scalar { scalar: Scalar::Int { .. }, cell } => is_optional && self.is_alone(*cell),
            Wire::Float { .. } => is_optional,
            Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => is_optional,
            Wire::Octets {
                extent:
                    Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::Rest | Extent::AllBut(_),
                content,
            } => match content {
                Content::Constant(_) => false,
                Content::Free => true,
                Content::Text(text) => {
                    text.is_str() || matches!(text.unit, Scalar::Int { .. }) && text.encoding != Encoding::Ascii
                }
            },
            _ => false,
        }
    }

    /// The fields that have no setter, and why: a paragraph of the type's documentation.
    pub(super) fn without_setter(&self, patches: &[Patch<'_>]) -> TokenStream {
        let scope = self.scope;
        let missing = scope.body.iter().filter_map(|id| {
            let name = scope.field(*id).name.as_deref().filter(|_| scope.is_public(*id))?;
            let has_setter = patches.iter().any(|patch| patch.field == *id);
            (!has_setter).then(|| format!("`{}` ({})", crate::names::field_name(name), self.why_not(*id)))
        });
        let missing: Vec<String> = missing.collect();
        if missing.is_empty() {
            return TokenStream::new();
        }
        docs::doc(&[], &format!("\nWithout a setter: {}.", missing.join(", ")))
    }

    fn why_not(&self, id: FieldId) -> &'static str {
        let field = self.scope.field(id);
        match &field.wire {
            _ if field.rule.is_some() => "it has a rule",
            _ if self.may_end_a_region(id) => "it could end a region",
            Wire::Scalar { cell, .. } if !self.is_alone(*cell) => "others depend on it",
            Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. } => "its place varies",
            Wire::Octets { .. } => "its content ends it",
            Wire::List { .. } | Wire::Sparse { .. } => "it is a list",
            _ => "it has parts",
        }
    }
}
