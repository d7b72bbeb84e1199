//! The variants of the model's enums, by name. A new one is asked for by the compiler, and then by the test.

use wireform_build::model;

/// One of several variants, all of which are known.
pub trait Kind {
    /// Their names.
    const EVERY: &'static [&'static str];

    /// Which one it is.
    fn kind(&self) -> &'static str;
}

macro_rules! kinds {
    ($($type:ident { $($variant:ident),* $(,)? })*) => {
        $(
            impl Kind for model::$type {
                const EVERY: &'static [&'static str] =
                    &[$(concat!(stringify!($type), "::", stringify!($variant))),*];

                fn kind(&self) -> &'static str {
                    match self {
                        $(Self::$variant { .. } => concat!(stringify!($type), "::", stringify!($variant)),)*
                    }
                }
            }
        )*

        /// Those of all enums.
        pub const EVERY: &[&[&str]] = &[$(<model::$type as Kind>::EVERY),*];
    };
}

kinds! {
    Absent { Nothing, Raw, Float, Base }
    Algorithm { Crc, Sum, Xor, Lrc, TwoSums, Internet }
    ArmCode { One, Stored, Counted }
    Base { Zero, Field, Inside }
    Behind { Bytes, Trailer }
    ByteOrder { Little, Big }
    Carrier { Scalar, Part }
    Check { Test, Ascending, Float }
    Comparison { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual }
    Content { Constant, Free, Text }
    Covered { Range, Constants, Number, Chosen }
    DeltaScope { Whole, Part, Like }
    Coding { Up, Down, Zigzag, Sign }
    Demand { Presence, Form, Arm, Mask, Count, Place, Checksum, Hook }
    Edge { Start, End, Field }
    Encoding { Utf8, Ascii, Latin1, Utf16 }
    End { Value, Texts, Cell, Begins, Left, EmptyText }
    ExampleKind { Example, Accepts, Refuses }
    ExampleLiteral { Int, Ratio, Name, Bool, Text, List, Elements, Fields, Absent }
    Expr { Literal, Cell, Param, Session, Part, Len, Size, Negate, Add, Subtract, Multiply, Divide, Remainder }
    Extent { Fixed, Counted, Given, Prefixed, Until, Rest, AllBut }
    FloatWidth { F32, F64 }
    How { Catalogue, Hook }
    Input { Cell, Param, Session, Part, Literal, Left }
    Inverse { Derived, Written }
    Item { Scalar, Float, Record, Family }
    Kept { No, Yes, Left }
    Loss { None, Counted, NotExact }
    Notation { Hex, Ipv4, FourCc, Mac }
    Number { I32, I64, F32, F64 }
    Outside { Refuse, Clamp, Wrap }
    ParamKind { Bool, Int, Enum }
    Presence { Always, When, Left, Chosen }
    Role { Struct, Message, Element }
    Rounding { Nearest, Trunc, Floor }
    Scalar { Int, Varint }
    Space { Extent, Filled, Align }
    Source { User, Constant, Reserved, Derived }
    Step { Add, Subtract, SubtractFrom, Multiply, Divide }
    Tag { Input, Tuple, InPlace }
    Test { In, Compare, All, Any }
    Value { Int, Bool, Truthy, Enum, Bits, Quantity, Packed }
    VarintShape { Forms, Groups, Leb128, Quic }
    Whole { Cell, Param }
    Wire {
        Scalar, Chosen, Float, Bits, Padding, Octets, Group, Record, Family, Nested, List, Sparse, Match, Within,
    }
}
