//! The model: what a schema means once every name is bound. Backends see this and nothing else.
//!
//! A field answers three questions: is it there ([`Presence`]), which bytes ([`Wire`]), meaning what ([`Value`]). A
//! fourth hangs on each [`Cell`], the smallest thing on the wire that holds one integer: who sets it ([`Source`]).
//! Reading needs the first three, writing all four, documents print all four.
//!
//! `resolve` establishes, and every backend relies on (so that backends never fail):
//!
//! 1. A record contains, repeats or chooses only records and families that stand earlier in [`Protocol::records`] and
//!    [`Protocol::families`] by content: there is no recursion, and [`Protocol::order`] lists both so that each only
//!    refers backwards.
//! 2. Groups, arms, regions and inline bits belong to their record: one space of [`FieldId`]s and [`CellId`]s a record, so a
//!    reference needs no path. An element written in place in a list is a record of its own ([`Role::Element`]); what
//!    it reads of the outer record comes as parameters.
//! 3. A [`Test`], [`Length`], tag or argument reads only cells that stand earlier in wire order and are certainly
//!    present there. (A [`Rule`] is checked when its scope, the record, group or arm of
//!    its field, is complete; it may read what stands later in that scope too.)
//! 4. A cell has exactly one [`Source`]. Every use of a `Derived` cell is either its demand or implied by it.
//! 5. Parts of a carrier cover it completely and do not overlap; enum codes fit; arms do not overlap; each arm and
//!    form can be written; names that would meet in one Rust namespace differ.
//! 6. What asks where its region ends ([`Extent::Rest`], `or_end`) stands last in its record or its [`Wire::Within`]; what
//!    asks how much is left ([`Input::Left`], [`Presence::Left`], [`Extent::AllBut`], [`End::Left`]) is followed by so
//!    much that a reader takes it as it was written; and no element of a list and no member of an unframed stream asks it beyond its own end. The size of a region is
//!    read by nothing in it, and stands in no other region that ends before it.
//! 7. What is inherited from the base of a delta ([`Absent::Base`]) is the writer's to leave out and can be compared; it
//!    stands directly in the body of the record or group that carries the difference, or in groups of it that are always
//!    there, and so does a state inside of it ([`Base::Inside`]). A place in the base ([`InBase`]) has a value in every
//!    state, and is the user's.
//! 8. Every list has a bound: a count, a maximum, or elements of at least one byte.
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
pub use checksum::{Checksum, Crc, Edge, Hook, How};
pub use declared::Declared;
pub use delta::{Base, Delta, DeltaScope, InBase};
pub use example::{Example, ExampleKind, ExampleLiteral, ExampleValue};
pub use family::{Family, FamilyMember};
pub use ids::{
    AliasId, BitsId, CellId, Code, Docs, EnumId, FamilyId, FieldId, HookId, Node, PackedId, ParamId, QuantityId,
    RecordId, SessionId, VarintId,
};
pub use notation::{Held, Notation};
pub use numbers::interval::{Interval, part};
pub use numbers::lengths::{LengthRange, Lengths};
pub use numbers::ratio::Ratio;
pub use numbers::sets;
pub use param::{Param, ParamKind};
pub use presence::{Absent, Comparison, Expr, Input, PartOf, Presence, Test, Whole};
pub use protocol::{Protocol, Version};
pub use queries::nested::{Nested, nested_hooks, nested_streams};
pub use queries::same;
pub use queries::selection::{Case, MOST_CASES, Selection};
pub use queries::sessions::session_params;
pub use queries::walk::Says;
pub use record::{Cell, Demand, Field, MessageCode, Record, Role, Source};
pub use rule::{Check, Rule};
pub use scalar::{ByteOrder, Carrier, FloatWidth, Scalar, Varint, VarintForm, VarintShape};
pub use schema::Schema;
pub use session::{Session, SessionValues};
pub use value::{
    Bits, BitsPart, Digit, Enum, EnumCode, Inverse, Loss, Number, Outside, Packed, Quantity, Rounding, Step, Value,
    ValueRange,
};
pub use wire::{Arm, Encoding, End, Extent, Form, Item, Length, Part, Tag, Wire};
