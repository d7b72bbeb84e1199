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

    /// All wires in it, outer ones first.
    pub fn wires(&self) -> impl Iterator<Item = &Wire> {
        self.lists().into_iter().flatten().flat_map(Field::wires)
    }

    /// The declarations that it uses.
    pub fn uses(&self) -> impl Iterator<Item = &str> {
        self.wires().filter_map(Wire::named)
    }
}

impl Field {
    /// The wire of a field that has a name.
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
            Entry::Bits { .. } => Vec::new(),
        }
    }

    /// The fields directly in it.
    #[must_use]
    pub fn fields(&self) -> Vec<&Self> {
        match &self.entry {
            Entry::Named { wire, .. } => wire.fields(),
            Entry::Within { fields, .. } => fields.iter().collect(),
            Entry::Bits { .. } => Vec::new(),
        }
    }

    /// All wires in it, outer ones first.
    #[must_use]
    pub fn wires(&self) -> Vec<&Wire> {
        let own = self.wire().into_iter().flat_map(Wire::all);
        own.chain(self.fields().into_iter().flat_map(Self::wires)).collect()
    }

    /// Calls `see` with each wire in it.
    pub fn wires_mut(&mut self, see: &mut dyn FnMut(&mut Wire)) {
        if let Entry::Named { wire, .. } = &mut self.entry {
            wire.all_mut(see);
        }
        self.lists_mut().into_iter().flatten().for_each(|field| field.wires_mut(see));
    }
}

impl Wire {
    /// The name of a declaration.
    #[must_use]
    pub fn named(&self) -> Option<&str> {
        match self {
            Self::Named { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The wires directly in it, without a field around them.
    fn inner(&self) -> Vec<&Self> {
        match self {
            Self::List { element: wire, .. } | Self::Region { wire, .. } => vec![wire],
            Self::Match { arms, .. } => arms.iter().filter_map(|arm| arm.wire.as_ref()).collect(),
            Self::Text(_) | Self::Named { .. } | Self::Group { .. } | Self::Bits { .. } => Vec::new(),
        }
    }

    fn inner_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::List { element: wire, .. } | Self::Region { wire, .. } => vec![wire],
            Self::Match { arms, .. } => arms.iter_mut().filter_map(|arm| arm.wire.as_mut()).collect(),
            Self::Text(_) | Self::Named { .. } | Self::Group { .. } | Self::Bits { .. } => Vec::new(),
        }
    }

    /// Itself, and all wires in it that have no field around them.
    fn all(&self) -> Vec<&Self> {
        std::iter::once(self).chain(self.inner().into_iter().flat_map(Self::all)).collect()
    }

    fn all_mut(&mut self, see: &mut dyn FnMut(&mut Self)) {
        see(self);
        self.inner_mut().into_iter().for_each(|wire| wire.all_mut(see));
    }

    fn fields(&self) -> Vec<&Field> {
        match self {
            Self::Group { fields, .. } => fields.iter().collect(),
            wire => wire.inner().into_iter().flat_map(Self::fields).collect(),
        }
    }

    fn lists_mut(&mut self) -> Vec<&mut Vec<Field>> {
        match self {
            Self::Group { fields, .. } => vec![fields],
            wire => wire.inner_mut().into_iter().flat_map(Self::lists_mut).collect(),
        }
    }
}

impl Draft {
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
