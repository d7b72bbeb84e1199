//! The fields of a draft in the order in which they are printed, so that the number of a field finds it again.

use super::{Body, Draft, Entry, Field, Place, Wire};

impl Body {
    /// All lists of fields: those of a struct, or of each message.
    pub fn lists_mut(&mut self) -> Vec<&mut Vec<Field>> {
        match self {
            Self::Struct { fields, .. } => vec![fields],
            Self::Family { messages, .. } => messages.iter_mut().map(|message| &mut message.fields).collect(),
            Self::Enum { .. } | Self::Bits { .. } | Self::Plain(..) => Vec::new(),
        }
    }

    /// The same, to read.
    #[must_use]
    pub fn lists(&self) -> Vec<&[Field]> {
        match self {
            Self::Struct { fields, .. } => vec![fields],
            Self::Family { messages, .. } => messages.iter().map(|message| message.fields.as_slice()).collect(),
            Self::Enum { .. } | Self::Bits { .. } | Self::Plain(..) => Vec::new(),
        }
    }
}

impl Field {
    /// The wires directly in it.
    #[must_use]
    pub fn wire(&self) -> Option<&Wire> {
        match &self.entry {
            Entry::Named { wire, .. } => Some(wire),
            _ => None,
        }
    }

    /// The lists of fields directly in it.
    pub fn lists_mut(&mut self) -> Vec<&mut Vec<Field>> {
        match &mut self.entry {
            Entry::Named { wire, .. } => wire.lists_mut(),
            Entry::Within { fields, .. } => vec![fields],
            _ => Vec::new(),
        }
    }

    /// The fields directly in it.
    #[must_use]
    pub fn fields(&self) -> Vec<&Field> {
        match &self.entry {
            Entry::Named { wire, .. } => wire.fields(),
            Entry::Within { fields, .. } => fields.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Calls `see` with each wire in it, outer ones first.
    pub fn wires<'d>(&'d self, see: &mut dyn FnMut(&'d Wire)) {
        match &self.entry {
            Entry::Named { wire, .. } => wire.walk(see),
            Entry::Within { fields, .. } => fields.iter().for_each(|field| field.wires(see)),
            _ => {}
        }
    }

    /// The same, to change.
    pub fn wires_mut(&mut self, see: &mut dyn FnMut(&mut Wire)) {
        match &mut self.entry {
            Entry::Named { wire, .. } => wire.walk_mut(see),
            Entry::Within { fields, .. } => fields.iter_mut().for_each(|field| field.wires_mut(see)),
            _ => {}
        }
    }
}

impl Wire {
    fn lists_mut(&mut self) -> Vec<&mut Vec<Field>> {
        match self {
            Self::Group { fields, .. } => vec![fields],
            Self::List { element: wire, .. } | Self::Region { wire, .. } => wire.lists_mut(),
            Self::Match { arms, .. } => {
                arms.iter_mut().filter_map(|arm| arm.wire.as_mut()).flat_map(Self::lists_mut).collect()
            }
            Self::Text(_) | Self::Named { .. } | Self::Bits { .. } => Vec::new(),
        }
    }

    fn fields(&self) -> Vec<&Field> {
        match self {
            Self::Group { fields, .. } => fields.iter().collect(),
            Self::List { element: wire, .. } | Self::Region { wire, .. } => wire.fields(),
            Self::Match { arms, .. } => {
                arms.iter().filter_map(|arm| arm.wire.as_ref()).flat_map(Self::fields).collect()
            }
            Self::Text(_) | Self::Named { .. } | Self::Bits { .. } => Vec::new(),
        }
    }

    fn walk<'d>(&'d self, see: &mut dyn FnMut(&'d Self)) {
        see(self);
        match self {
            Self::Group { fields, .. } => fields.iter().for_each(|field| field.wires(see)),
            Self::List { element: wire, .. } | Self::Region { wire, .. } => wire.walk(see),
            Self::Match { arms, .. } => arms.iter().filter_map(|arm| arm.wire.as_ref()).for_each(|wire| wire.walk(see)),
            Self::Text(_) | Self::Named { .. } | Self::Bits { .. } => {}
        }
    }

    fn walk_mut(&mut self, see: &mut dyn FnMut(&mut Self)) {
        see(self);
        match self {
            Self::Group { fields, .. } => fields.iter_mut().for_each(|field| field.wires_mut(see)),
            Self::List { element: wire, .. } | Self::Region { wire, .. } => wire.walk_mut(see),
            Self::Match { arms, .. } => {
                arms.iter_mut().filter_map(|arm| arm.wire.as_mut()).for_each(|wire| wire.walk_mut(see));
            }
            Self::Text(_) | Self::Named { .. } | Self::Bits { .. } => {}
        }
    }
}

impl Draft {
    /// Calls `see` with each wire of an item.
    pub fn wires_of<'d>(body: &'d Body, see: &mut dyn FnMut(&'d Wire)) {
        body.lists().into_iter().flatten().for_each(|field| field.wires(see));
    }

    /// The field at a place.
    #[must_use]
    pub fn field(&self, place: Place) -> Option<&Field> {
        fn nth<'d>(fields: impl IntoIterator<Item = &'d Field>, left: &mut usize) -> Option<&'d Field> {
            fields.into_iter().find_map(|field| {
                if *left == 0 {
                    return Some(field);
                }
                *left -= 1;
                nth(field.fields(), left)
            })
        }
        let fields = self.items.get(place.item)?.body.lists().into_iter().nth(place.list?)?;
        nth(fields, &mut place.field?)
    }
}
