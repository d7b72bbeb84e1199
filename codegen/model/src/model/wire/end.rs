//! The ends of bytes, text and lists that a reader looks for.

use crate::model::{CellId, Code, Content, Extent, FieldId, Interval, Item, Presence, Record, Scalar, Source, Wire};

/// The treatment of the end of an [`Extent::Until`](Extent::Until).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// `until`: a terminator, which is on the wire and no part of the value.
    No,
    /// `through`: the last of the value.
    Yes,
    /// `before`: it is left for the next field, which begins with it.
    Left,
}

impl Kept {
    /// Its word in schemas.
    pub const fn word(self) -> &'static str {
        match self {
            Self::No => "until",
            Self::Yes => "through",
            Self::Left => "before",
        }
    }
}

/// The end that an [`Extent::Until`](Extent::Until) looks for.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// An element (an integer, a byte, a character) with one of these codes.
    Value {
        /// The terminating codes.
        read: Vec<Interval>,
        /// The code that is written.
        written: Code,
    },
    /// Bytes and text: one of these bytes, or one of these texts, of which some are longer. None is within another,
    /// except at its end, so a reader of the first match needs no byte behind it.
    Texts {
        /// The ending bytes.
        read: Vec<Interval>,
        /// The ending texts, as bytes.
        texts: Vec<Vec<u8>>,
        /// The bytes that are written.
        written: Vec<u8>,
    },
    /// An element whose cell has one of these codes. A terminator is read up to that cell, and written with zeros before
    /// it; the last element of `through` is whole.
    Cell {
        /// A cell of the element's record, present in every element. Before that of a terminator, only numbers, bits and
        /// reserved space are in the element.
        cell: CellId,
        /// The terminating codes.
        read: Vec<Interval>,
        /// The code that is written.
        written: Code,
    },
    /// `before`: bytes that begin with one of these numbers, as no element does.
    Begins {
        /// The encoding of the number, with which each element begins.
        scalar: Scalar,
        /// The path of the number in the element.
        path: String,
        /// The numbers.
        read: Vec<Interval>,
    },
    /// At most this many bytes remain in the region, for the following fields: no terminator is on the wire.
    Left(u64),
    /// An element whose text field is empty; it is read up to that text.
    EmptyText {
        /// A field of the element's record.
        field: FieldId,
    },
}

impl End {
    /// In lists of records: the field of the element by which it ends the list.
    pub fn field(&self, element: &Record) -> Option<FieldId> {
        match self {
            Self::Cell { cell, .. } => element.cells.get(cell.0).map(|cell| cell.field),
            Self::EmptyText { field } => Some(*field),
            Self::Value { .. } | Self::Texts { .. } | Self::Begins { .. } | Self::Left(_) => None,
        }
    }

    /// In bytes and text: the bytes and the texts that end them.
    pub fn sought(&self) -> (&[Interval], &[Vec<u8>]) {
        match self {
            Self::Value { read, .. } => (read, &[]),
            Self::Texts { read, texts, .. } => (read, texts),
            Self::Cell { .. } | Self::Begins { .. } | Self::Left(_) | Self::EmptyText { .. } => (&[], &[]),
        }
    }

    /// In bytes and text: the bytes that a writer adds, if the end is no part of the value.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Value { written, .. } => u8::try_from(*written).into_iter().collect(),
            Self::Texts { written, .. } => written.clone(),
            Self::Cell { .. } | Self::Begins { .. } | Self::Left(_) | Self::EmptyText { .. } => Vec::new(),
        }
    }
}

impl Wire {
    /// The numbers that a field leaves for the next one, which begins with them, and their encoding.
    pub fn left_for_the_next(&self) -> Option<(&[Interval], Scalar)> {
        let Some(Extent::Until { end, kept: Kept::Left, .. }) = self.extent() else { return None };
        match (self, end) {
            (_, End::Begins { scalar, read, .. }) => Some((read, *scalar)),
            (Self::List { item: Item::Scalar { scalar, .. }, .. }, End::Value { read, .. }) => Some((read, *scalar)),
            (_, End::Value { read, .. }) => Some((read, Scalar::BYTE)),
            _ => None,
        }
    }
}

impl Record {
    /// Whether a field is a constant number for which the field before it looked, so no other can be there.
    pub fn is_looked_for(&self, id: FieldId) -> bool {
        let constant = match self.fields.get(id.0).map(|field| &field.wire) {
            Some(Wire::Octets { content: Content::Constant(bytes), .. }) => bytes.first().copied().map(Code::from),
            Some(Wire::Scalar { cell, .. }) => match self.cells.get(cell.0).map(|cell| &cell.source) {
                Some(Source::Constant(code)) => Some(*code),
                _ => None,
            },
            _ => None,
        };
        let read = self.looked_for(id);
        !read.is_empty() && constant.is_some_and(|code| read.iter().all(|one| *one == Interval::only(code)))
    }

    /// The fields in each region up to an end, in the order of their bytes, which could be the end.
    pub fn ended_regions(&self) -> impl Iterator<Item = Vec<FieldId>> {
        self.fields.iter().filter_map(|field| match &field.wire {
            Wire::Within { extent: Extent::Until { .. }, body } => Some(self.scope(body)),
            _ => None,
        })
    }

    /// The numbers for which the field before this number looked, so no others can be there; empty if it looked for none.
    pub fn looked_for(&self, id: FieldId) -> &[Interval] {
        let own = match self.fields.get(id.0).map(|field| &field.wire) {
            Some(Wire::Octets { content: Content::Constant(bytes), .. }) if bytes.len() == 1 => Some(Scalar::BYTE),
            Some(Wire::Scalar { scalar, .. }) => Some(*scalar),
            _ => None,
        };
        let before = self.field_before(id).and_then(|before| self.fields.get(before.0));
        let before = before.filter(|before| before.presence == Presence::Always);
        match (own, before.and_then(|before| before.wire.left_for_the_next())) {
            (Some(own), Some((read, looked_for))) if is_same(own, looked_for) => read,
            _ => &[],
        }
    }

    /// The field behind bytes, text or a list that may lack its end: it has no bytes then.
    pub fn behind_open_end(&self, id: FieldId) -> Option<FieldId> {
        let extent = self.fields.get(id.0)?.wire.extent()?;
        let may_lack_it = matches!(extent, Extent::Until { kept: Kept::Yes, or_end: true, .. });
        let (_, body, at) = self.place_in_body(id).filter(|_| may_lack_it)?;
        body.get(at.checked_add(1)?).copied()
    }

    /// The body of a field, its owner, and the place of the field in it.
    fn place_in_body(&self, id: FieldId) -> Option<(Option<FieldId>, &[FieldId], usize)> {
        let inner = (0..self.fields.len()).map(FieldId).flat_map(|owner| {
            let bodies = self.fields.get(owner.0).map(|field| field.wire.bodies()).unwrap_or_default();
            bodies.into_iter().map(move |body| (Some(owner), body))
        });
        let mut all = inner.chain([(None, self.body.as_slice())]);
        all.find_map(|(owner, body)| Some((owner, body, body.iter().position(|other| *other == id)?)))
    }

    /// The field directly before another, in the same body, or before the group that begins with it.
    fn field_before(&self, id: FieldId) -> Option<FieldId> {
        let (owner, body, at) = self.place_in_body(id)?;
        match (at.checked_sub(1), owner) {
            (Some(before), _) => body.get(before).copied(),
            (None, Some(owner)) if matches!(self.fields.get(owner.0)?.wire, Wire::Group { .. }) => {
                self.field_before(owner)
            }
            (None, _) => None,
        }
    }
}

/// Whether two integers have the same encoding. A byte has no order.
fn is_same(one: Scalar, other: Scalar) -> bool {
    let byte = |scalar| matches!(scalar, Scalar::Int { bytes: 1, signed: false, .. });
    one == other || (byte(one) && byte(other))
}
