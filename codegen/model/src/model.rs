//! The model: a schema with every name bound. It is the only input of backends.
//!
//! A field has three properties: its presence ([`Presence`]), its encoding ([`Wire`]), and the type of its value
//! ([`Value`]). Each [`Cell`], the smallest unit on the wire that holds one integer, has a fourth: its owner
//! ([`Source`]). Readers use the first three, writers all four, and documents show all four.
//!
//! `resolve` guarantees these invariants, so that backends never fail:
//!
//! 1. A record contains, repeats or chooses only records and families that precede it in [`Protocol::order`], except
//!    through [`Wire::Nested`]. [`Protocol::records`] and [`Protocol::families`] keep the same order. What is nested has at
//!    least one byte, knows its own end, and contains no state, stream, hook or session value. Declarations that contain each
//!    other have one [`Circle`], whose depth bounds them; there is a value that is not deeper.
//! 2. Groups, arms, regions and inline bits belong to their record: one space of [`FieldId`]s and [`CellId`]s per
//!    record, so a reference needs no path. An inline element of a list is a record of its own ([`Role::Element`]); it
//!    captures inputs of the outer record as parameters.
//! 3. A [`Test`], [`Length`], tag or argument reads only cells that precede it on the wire and are always present
//!    there. (A [`Rule`] is checked when its scope, the record, group or arm of its field, is complete; it may read
//!    later fields of that scope too.)
//! 4. A cell has exactly one [`Source`]. Every use of a `Derived` cell is either its demand or implied by it.
//! 5. Parts of a carrier cover it completely and do not overlap; enum codes fit; arms do not overlap; each arm and form
//!    can be written; the names of one Rust namespace differ.
//! 6. A field that extends to the end of its region ([`Extent::Rest`], `or_end`) is last in its record or its
//!    [`Wire::Within`]. After a field that uses the remaining length ([`Input::Left`], [`Presence::Left`],
//!    [`Extent::AllBut`], [`End::Left`]), the lengths of the following fields make a reader decide like the writer. No
//!    element of a list and no member of an unframed stream uses either beyond its own end. The size of a region is
//!    read by no field in it, and is in no other region that ends before it.
//! 7. The writer decides whether a field inherits from the base of a delta ([`Absent::Base`]), and can compare its
//!    values. The field is directly in the body of the record or group that carries the delta, or in always present
//!    groups of it; so is a nested state ([`Base::Inside`]). A field of the base ([`InBase`]) has a value in every
//!    state, and the user sets it.
//! 8. Every list has a bound: a count, a maximum, or elements of at least one byte. Every circle has a depth.
//! 9. Every id is in range, every [`Record::lengths`] and [`Family::lengths`] is filled in.

mod alias;
mod checksum;
mod declared;
mod delta;
mod example;
mod family;
mod ids;
mod notation;
mod numbers;
mod param;
mod presence;
mod protocol;
mod queries;
mod record;
mod rule;
mod scalar;
mod schema;
mod session;
mod value;
mod wire;

pub use alias::{Alias, Constant};
pub use checksum::{Algorithm, Checksum, Covered, Crc, Edge, Hook, How};
pub use declared::Declared;
pub use delta::{Base, Delta, DeltaScope, InBase};
pub use example::{Example, ExampleKind, ExampleLiteral, ExampleValue, index_of, path_text};
pub use family::{Family, FamilyMember, Takes};
pub use ids::{
    AliasId, BitsId, CellId, Circle, Code, Docs, EnumId, FamilyId, FieldId, HookId, NestedId, Node, PackedId, ParamId,
    QuantityId, RecordId, SessionId, VarintId,
};
pub use notation::{Held, Notation};
pub use numbers::interval::{Interval, part};
pub use numbers::lengths::{LengthRange, Lengths};
pub use numbers::ratio::Ratio;
pub use numbers::sets;
pub use param::{Param, ParamKind};
pub use presence::{Absent, Comparison, Expr, Input, PartOf, Presence, Test, Whole};
pub use protocol::{Protocol, Version};
pub use queries::counting::Counting;
pub use queries::heights::{Heights, heights};
pub use queries::nested::{Nested, nested_hooks, nested_streams};
pub use queries::same;
pub use queries::selection::{Case, MOST_CASES, Selection};
pub use queries::sessions::session_params;
pub use queries::uses::Purpose;
pub use queries::walk::Says;
pub use record::{Cell, Demand, Field, MessageCode, Record, Role, Source, in_scope};
pub use rule::{Check, Rule};
pub use scalar::{
    ByteOrder, Carrier, Coding, FloatWidth, Groups, Piece, Pieces, Run, Scalar, Varint, VarintShape, WholeBytes, runs,
};
pub use schema::Schema;
pub use session::{Session, SessionValues};
pub use value::{
    Bits, BitsPart, Digit, Enum, EnumCode, Inverse, Loss, Number, Outside, Packed, Quantity, Rounding, Step, Value,
    ValueRange,
};
pub use wire::{
    Arm, ArmCode, Behind, Content, Encoding, End, Extent, Filler, Form, Item, Kept, Length, Part, Space, Tag, Tail,
    Text, Trailer, Wire,
};
