//! Macros for what plain values have in common with views, and for conversions between values.

use core::fmt;

/// Prints a value for a log: in one line, whatever the format asks for.
#[doc(hidden)]
pub fn one_line(value: &dyn fmt::Debug, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{value:?}")
}

/// How plain values are printed: in one line, as views are.
#[doc(hidden)]
#[macro_export]
macro_rules! display {
    ([$($generics:tt)*] $value:ty) => {
        /// One line, for a log.
        impl<$($generics)*> ::core::fmt::Display for $value {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::one_line(self, f)
            }
        }
    };
    ($value:ty) => {
        $crate::display! { [] $value }
    };
}

/// How a plain value is called in the schema, and how it is printed.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ([$($generics:tt)*] $value:ty, $name:literal) => {
        impl<$($generics)*> $crate::Named for $value {
            const NAME: &'static str = $name;
        }

        $crate::display! { [$($generics)*] $value }
    };
}

/// Conversions of what the arms of a choice hold into the choice.
#[doc(hidden)]
#[macro_export]
macro_rules! arms {
    ($choice:ty, $($variant:ident($value:ty)),* $(,)?) => {
        $(
            impl<'a> ::core::convert::From<$value> for $choice {
                #[inline]
                fn from(value: $value) -> Self {
                    Self::$variant(value)
                }
            }
        )*
    };
}

/// Conversions of messages into a family and back. The family has the name of its message, and prints as the message.
#[doc(hidden)]
#[macro_export]
macro_rules! members {
    (@ $name:ident [$family:ty] $($variant:ident($message:ty)),* $(; $unknown:ident)?) => {
        impl<'a> $family {
            /// The name of the message in the schema; `Unknown` if it has none.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(message) => $crate::name_of_value(message),)*
                    $(Self::$unknown { .. } => stringify!($unknown),)?
                }
            }
        }

        impl<'a> ::core::fmt::Debug for $family {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$variant(message) => ::core::fmt::Debug::fmt(message, f),)*
                    $(
                        Self::$unknown { code, body } => f
                            .debug_struct(stringify!($unknown))
                            .field("code", code)
                            .field("body", &$crate::notation::Hex(body))
                            .finish(),
                    )?
                }
            }
        }

        $(
            impl<'a> ::core::convert::From<$message> for $family {
                #[inline]
                fn from(message: $message) -> Self {
                    Self::$variant(message)
                }
            }
        )*

        $(
            /// The message, or the whole value back if it is another message.
            impl<'a> ::core::convert::TryFrom<$family> for $message {
                type Error = $family;

                #[inline]
                #[allow(unreachable_patterns, reason = "families of one message")]
                fn try_from(family: $family) -> ::core::result::Result<Self, Self::Error> {
                    match family {
                        $name::$variant(message) => ::core::result::Result::Ok(message),
                        other => ::core::result::Result::Err(other),
                    }
                }
            }
        )*
    };
    ($family:ident $(<$life:lifetime>)?, $($rest:tt)*) => {
        $crate::members! { @ $family [$family $(<$life>)?] $($rest)* }
    };
}

/// The conversions of a quantity from and to its value. `all`: each value has a number.
#[doc(hidden)]
#[macro_export]
macro_rules! amount {
    ($type:ident, $value:ty; all) => {
        impl ::core::convert::From<$value> for $type {
            #[inline]
            fn from(value: $value) -> Self {
                Self::new(value)
            }
        }

        $crate::amount! { @get $type, $value }
    };
    (@get $type:ident, $value:ty) => {
        impl ::core::convert::From<$type> for $value {
            #[inline]
            fn from(amount: $type) -> Self {
                amount.get()
            }
        }
    };
    ($type:ident, $value:ty) => {
        impl ::core::convert::TryFrom<$value> for $type {
            type Error = $crate::Error;

            #[inline]
            fn try_from(value: $value) -> ::core::result::Result<Self, $crate::Error> {
                Self::new(value)
            }
        }

        $crate::amount! { @get $type, $value }
    };
}

/// The names of an enum, and the conversion of a code.
///
/// After the names without codes of their own come those with `ranges` of codes, and these codes, and the type of codes. It
/// `fails` if not all of these have a value, with the enum's name and the codes that have. Where `all` have one there is a value
/// for each number of the type; `open`: some are `Other`.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    (
        $names:ident, [$($name:ident),*] $(, ranges [$($range:ident = $codes:literal),*])?
        , code $code:ty $(, fails $text:literal, $expected:literal)? $(; $of_all:ident)?
    ) => {
        $crate::names! { @all $names [$($name)*] $([$($range)*])? }
        $crate::names! { @expected $names [$($name)*] [$($($range = $codes)*)?] $($of_all)? }
        $crate::names! { @from $names $code $(, $of_all)? }

        impl ::core::convert::From<$names> for $code {
            #[inline]
            fn from(name: $names) -> Self {
                name.code()
            }
        }

        $(
            impl ::core::convert::TryFrom<$code> for $names {
                type Error = $crate::Error;

                #[inline]
                fn try_from(code: $code) -> ::core::result::Result<Self, $crate::Error> {
                    Self::from_code(code).ok_or_else(|| $crate::Error::unknown_code(&$text, code, &$expected))
                }
            }
        )?
    };
    (@from $names:ident $code:ty) => {};
    (@from $names:ident $code:ty, $of_all:ident) => {
        impl ::core::convert::From<$code> for $names {
            #[inline]
            fn from(code: $code) -> Self {
                Self::from_code(code)
            }
        }
    };
    (@all $names:ident [$first:ident $($name:ident)*]) => {
        impl $names {
            /// All names, in the order of the schema.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$name)*];
        }

        /// From a name of the schema.
        impl ::core::str::FromStr for $names {
            type Err = $crate::Error;

            fn from_str(name: &str) -> ::core::result::Result<Self, $crate::Error> {
                match name {
                    ::core::stringify!($first) => ::core::result::Result::Ok(Self::$first),
                    $(::core::stringify!($name) => ::core::result::Result::Ok(Self::$name),)*
                    _ => ::core::result::Result::Err($crate::Error::unknown_name(
                        &::core::stringify!($names),
                        &::core::concat!("one of ", ::core::stringify!($first) $(, ", ", ::core::stringify!($name))*),
                    )),
                }
            }
        }
    };
    (@all $names:ident [$($name:ident)*] [$($range:ident)*]) => {};
    (@expected $names:ident [$($name:ident)*] [$($range:ident = $codes:literal)*] all) => {
        $crate::names! { @expected $names [$($name)*] [$($range = $codes)*] }
    };
    (@expected $names:ident [$($name:ident)*] []) => {};
    (@expected $names:ident [$($name:ident)*] [$($range:ident = $codes:literal)*]) => {
        impl $names {
            /// The codes that belong to the name of this value.
            #[doc(hidden)]
            #[must_use]
            pub const fn expected_code(self) -> &'static &'static str {
                match self {
                    $(Self::$range(_) => &$codes,)*
                    $(Self::$name => $crate::names! { @own $name },)*
                }
            }
        }
    };
    (@expected $names:ident [$($name:ident)*] [$($range:ident = $codes:literal)*] open) => {
        impl $names {
            /// The codes that belong to the name of this value; the name of a code that is not `Other`.
            #[doc(hidden)]
            #[must_use]
            #[allow(unreachable_patterns, reason = "enums without names")]
            pub const fn expected_code(self) -> &'static &'static str {
                match self {
                    $(Self::$range(_) => &$codes,)*
                    Self::Other(code) => match Self::from_code(code) {
                        $(Self::$name => $crate::names! { @own $name },)*
                        $(Self::$range(_) => $crate::names! { @own $range },)*
                        _ => &"a code without a name",
                    },
                    $(Self::$name => $crate::names! { @own $name },)*
                }
            }
        }
    };
    (@own $name:ident) => {
        &::core::concat!("the name `", ::core::stringify!($name), "`")
    };
}
