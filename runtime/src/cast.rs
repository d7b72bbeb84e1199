//! Conversions between numbers that have no `From`, as functions whose names say from what to what.
//!
//! Between integers the low bits are kept: generated code calls these where the number is known to fit, or where its
//! low bits are what is meant. From an integer to a float the nearest is taken, halves to even; from a float to an
//! integer the fraction is cut off, and what is too large gives the nearest end.
//!
//! ```
//! use wireform::cast;
//!
//! assert_eq!(cast::u32_to_u8(0x1_23), 0x23);
//! assert_eq!(cast::i64_to_i32(-5), -5);
//! assert_eq!(cast::f64_to_i64(-2.9), -2);
//! ```

macro_rules! low_bits {
    ($($name:ident: $from:ty => $to:ty;)*) => {$(
        #[doc = concat!("The low bits of `", stringify!($from), "` as `", stringify!($to), "`.")]
        #[must_use]
        #[inline]
        pub const fn $name(number: $from) -> $to {
            number as $to
        }
    )*};
}

low_bits! {
    u8_to_i8: u8 => i8;
    i8_to_u8: i8 => u8;
    i8_to_u16: i8 => u16;
    i8_to_u32: i8 => u32;
    i8_to_u64: i8 => u64;
    u16_to_u8: u16 => u8;
    u16_to_i8: u16 => i8;
    u16_to_i16: u16 => i16;
    i16_to_u8: i16 => u8;
    i16_to_i8: i16 => i8;
    i16_to_u16: i16 => u16;
    i16_to_u32: i16 => u32;
    i16_to_u64: i16 => u64;
    u32_to_u8: u32 => u8;
    u32_to_i8: u32 => i8;
    u32_to_u16: u32 => u16;
    u32_to_i16: u32 => i16;
    u32_to_i32: u32 => i32;
    i32_to_u8: i32 => u8;
    i32_to_i8: i32 => i8;
    i32_to_u16: i32 => u16;
    i32_to_i16: i32 => i16;
    i32_to_u32: i32 => u32;
    i32_to_u64: i32 => u64;
    u64_to_u8: u64 => u8;
    u64_to_i8: u64 => i8;
    u64_to_u16: u64 => u16;
    u64_to_i16: u64 => i16;
    u64_to_u32: u64 => u32;
    u64_to_i32: u64 => i32;
    u64_to_i64: u64 => i64;
    i64_to_u8: i64 => u8;
    i64_to_i8: i64 => i8;
    i64_to_u16: i64 => u16;
    i64_to_i16: i64 => i16;
    i64_to_u32: i64 => u32;
    i64_to_i32: i64 => i32;
    i64_to_u64: i64 => u64;
    usize_to_u8: usize => u8;
    usize_to_i8: usize => i8;
    usize_to_u16: usize => u16;
    usize_to_i16: usize => i16;
    usize_to_u32: usize => u32;
    usize_to_i32: usize => i32;
    usize_to_u64: usize => u64;
    usize_to_i64: usize => i64;
}

macro_rules! nearest {
    ($($name:ident: $from:ty => $to:ty;)*) => {$(
        #[doc = concat!("The `", stringify!($to), "` nearest to an `", stringify!($from), "`.")]
        #[must_use]
        #[inline]
        pub const fn $name(number: $from) -> $to {
            number as $to
        }
    )*};
}

nearest! {
    u32_to_f32: u32 => f32;
    i32_to_f32: i32 => f32;
    u64_to_f32: u64 => f32;
    i64_to_f32: i64 => f32;
    u64_to_f64: u64 => f64;
    i64_to_f64: i64 => f64;
}

macro_rules! cut {
    ($($name:ident: $from:ty => $to:ty;)*) => {$(
        #[doc = concat!("An `", stringify!($from), "` without its fraction, or the nearest end of `", stringify!($to), "`; NaN is 0.")]
        #[must_use]
        #[inline]
        pub const fn $name(number: $from) -> $to {
            number as $to
        }
    )*};
}

cut! {
    f64_to_u64: f64 => u64;
    f64_to_i64: f64 => i64;
}
