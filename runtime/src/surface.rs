//! Macros for what all generated types have in common, so that generated code shows what is particular to each.

mod message;
mod plain;

pub use plain::one_line;

/// The readers of a root view: `parse`, `parse_exact`, [`Decode`](crate::Decode); and how it is compared and printed.
///
/// After the view's name come its name in the schema, the minimum length, and the function that makes the plain value.
/// `at_least` tests the length first, `varint` and `code` are the code of a message, `quick` says that there is a reader of
/// the common shape only, `known` are parameters. A `hooked` view comes out of [`Unverified`](crate::Unverified).
#[doc(hidden)]
#[macro_export]
macro_rules! view {
    (
        hooked $(#[$inline:meta])* $view:ident $(<$code:ident: $int:ty>)?, $name:literal, $min:literal.., $value:ident
        $(, at_least $at_least:literal)? $(, varint $varint:ty = $number:expr)? $(, code $bytes:expr)?
        $(; $known:ident: $Known:ty)?
    ) => {
        $crate::view! { @readers [$crate::Unverified<Self>] [] $(#[$inline])* $view [$($code: $int)?] [$($known: $Known)?] }
        $crate::meaning! { [$(const $code: $int)?] $view<'_ $(, $code)?>, $value }

        impl<'a $(, const $code: $int)?> $crate::Hooked<'a> for $view<'a $(, $code)?> {
            $crate::view! {
                @items $name, $min [$($at_least)?] [$($varint = $number)?] [$($bytes)?] [$($known: $Known)?]
            }
        }
    };
    (
        $(#[$inline:meta])* $view:ident $(<$code:ident: $int:ty>)?, $name:literal, $min:literal.., $value:ident
        $(, at_least $at_least:literal)? $(, varint $varint:ty = $number:expr)? $(, code $bytes:expr)?
        $(, quick $quick:ident)? $(; $known:ident: $Known:ty)?
    ) => {
        $crate::view! { @readers [Self] [] $(#[$inline])* $view [$($code: $int)?] [$($known: $Known)?] }
        $crate::view! { @try_from $view [$($code: $int)?] [$($known)?] }
        $crate::meaning! { [$(const $code: $int)?] $view<'_ $(, $code)?>, $value }

        impl<'a $(, const $code: $int)?> $crate::Decode<'a> for $view<'a $(, $code)?> {
            $crate::view! {
                @items $name, $min [$($at_least)?] [$($varint = $number)?] [$($bytes)?] [$($known: $Known)?]
            }
            $crate::view! { @quick [$($quick)?] [$($known: $Known)?] }
        }
    };
    (
        @readers [$read:ty] [$($unknown:ident)?] $(#[$inline:meta])* $view:ident [$($code:ident: $int:ty)?]
        [$($known:ident: $Known:ty)?]
    ) => {
        impl<'a $(, const $code: $int)?> $view<'a $(, $code)?> {
            /// Parses from the start of `bytes`; returns the view and the rest.
            $(
                /// An unknown message takes all of `bytes`, since nothing says where it ends.
                #[doc = concat!("(They become its `", stringify!($unknown), "`.)")]
            )?
            ///
            /// # Errors
            /// The first missing or malformed field, in wire order.
            $(#[$inline])*
            pub fn parse(
                bytes: &'a [u8] $(, $known: $Known)?
            ) -> ::core::result::Result<($read, &'a [u8]), $crate::Error> {
                <$read as $crate::Decode>::parse_known(bytes, ($($known)?))
            }

            /// Parses from all of `bytes`.
            ///
            /// # Errors
            /// The first missing or malformed field, in wire order, or trailing bytes.
            $(#[$inline])*
            pub fn parse_exact(
                bytes: &'a [u8] $(, $known: $Known)?
            ) -> ::core::result::Result<$read, $crate::Error> {
                <$read as $crate::Decode>::parse_known_exact(bytes, ($($known)?))
            }
        }
    };
    (@items $name:literal, $min:literal [$($at_least:literal)?] [$($varint:ty = $number:expr)?]
        [$($bytes:expr)?] [$($known:ident: $Known:ty)?]
    ) => {
        type Known = ($($Known)?);
        const NAME: &'static str = $name;
        const MIN_LEN: usize = $min;

        #[inline]
        fn as_bytes(&self) -> &'a [u8] {
            self.bytes
        }

        #[inline]
        fn take<E: $crate::Refusal>(
            input: &mut $crate::Input<'a, E>,
            ($($known)?): ($($Known)?),
        ) -> ::core::result::Result<Self, E> {
            let start = *input;
            $(input.at_least($at_least)?;)?
            $(input.code::<$varint>($number, &"code")?;)?
            $(input.fixed_code($bytes, &"code")?;)?
            Self::take_body(start, input $(, $known)?)
        }

        #[inline]
        fn take_behind<E: $crate::Refusal>(
            start: $crate::Input<'a, E>,
            input: &mut $crate::Input<'a, E>,
            ($($known)?): ($($Known)?),
        ) -> ::core::result::Result<Self, E> {
            Self::take_body(start, input $(, $known)?)
        }
    };
    (@quick [] [$($known:ident: $Known:ty)?]) => {};
    (@quick [$quick:ident] [$($known:ident: $Known:ty)?]) => {
        #[inline(always)]
        fn parse_again(
            bytes: &'a [u8],
            known: ($($Known)?),
        ) -> ::core::result::Result<(Self, &'a [u8]), $crate::Error> {
            $crate::uncommon(bytes, known)
        }

        #[inline(always)]
        fn parse_exact_again(
            bytes: &'a [u8],
            known: ($($Known)?),
        ) -> ::core::result::Result<Self, $crate::Error> {
            $crate::uncommon_exact(bytes, known)
        }

        #[inline(always)]
        fn take_quick(
            input: &mut $crate::Input<'a, $crate::Refused>,
            ($($known)?): ($($Known)?),
        ) -> ::core::result::Result<Self, $crate::Refused> {
            Self::$quick(input $(, $known)?)
        }
    };
    (@try_from $view:ident [$($code:ident: $int:ty)?] []) => {
        impl<'a $(, const $code: $int)?> ::core::convert::TryFrom<&'a [u8]> for $view<'a $(, $code)?> {
            type Error = $crate::Error;

            #[inline]
            fn try_from(bytes: &'a [u8]) -> ::core::result::Result<Self, $crate::Error> {
                Self::parse_exact(bytes)
            }
        }
    };
    (@try_from $($with_parameters:tt)*) => {};
}

/// The readers of a family's view, and how it is compared and printed. `unknown` names the bytes of an unknown message,
/// `heard` says that messages update the session.
#[doc(hidden)]
#[macro_export]
macro_rules! family_view {
    (
        $(#[$inline:meta])* $view:ident, $name:literal, $min:literal.., $value:ident, [$($variant:ident($message:ty)),*]
        $(, unknown $bytes:ident)? $(, session $heard:ident)? $(; $known:ident: $Known:ty)?
    ) => {
        $crate::view! { @readers [Self] [$($bytes)?] $(#[$inline])* $view [] [$($known: $Known)?] }
        $crate::view! { @try_from $view [] [$($known)?] }
        $crate::meaning! { $view<'_>, $value }

        impl $view<'_> {
            /// The name of the message in the schema; `Unknown` if it has none.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(message) => $crate::name_of(message),)*
                    $(Self::Unknown { $bytes: _, .. } => "Unknown",)?
                }
            }
        }

        impl<'a> $crate::Decode<'a> for $view<'a> {
            type Known = ($($Known)?);
            const NAME: &'static str = $name;
            const MIN_LEN: usize = $min;
            const IS_FAMILY: bool = true;

            #[inline]
            fn as_bytes(&self) -> &'a [u8] {
                match self {
                    $(Self::$variant(message) => $crate::Decode::as_bytes(message),)*
                    $(Self::Unknown { $bytes, .. } => $bytes,)?
                }
            }

            #[inline]
            fn take<E: $crate::Refusal>(
                input: &mut $crate::Input<'a, E>,
                ($($known)?): ($($Known)?),
            ) -> ::core::result::Result<Self, E> {
                Self::take(input $(, $known)?)
            }

            $(
                #[inline]
                fn heard(&self, known: <Self as $crate::Decode<'a>>::Known) -> <Self as $crate::Decode<'a>>::Known {
                    Self::$heard(self, known)
                }
            )?
        }
    };
}

/// How a view is compared and printed: as the plain value that it means. A plain value without a name of its own is printed
/// here, too.
#[doc(hidden)]
#[macro_export]
macro_rules! meaning {
    ([$($generics:tt)*] $view:ty, $value:ident) => {
        impl<$($generics)*> ::core::cmp::PartialEq for $view {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.$value() == other.$value()
            }
        }

        impl<$($generics)*> ::core::fmt::Debug for $view {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.$value(), f)
            }
        }

        /// One line, for a log.
        impl<$($generics)*> ::core::fmt::Display for $view {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::one_line(&self.$value(), f)
            }
        }
    };
    ($view:ty, $value:ident) => {
        $crate::meaning! { [] $view, $value }
    };
    ($view:ty, $value:ident, $plain:ty) => {
        $crate::meaning! { [] $view, $value }
        $crate::display! { [] $plain }
    };
}

/// The writers of a plain value: `write` and [`Encode`](crate::Encode), from its private function `put`.
///
/// After the type come its name in the schema and its maximum length, if there is one. `check` is the function that tests it
/// before it is written; `window` says that `put_into` writes it into an array of the maximum length, behind these arguments.
/// A `hooked` value is written with functions of the program.
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    (
        hooked [$($hooks:tt)*] [$($generics:tt)*] $value:ty, $name:literal
        $(, max $max:literal)? $(, family $family:literal)? $(, check $check:ident)? $(; $known:ident: $Known:ty)?
    ) => {
        impl<$($generics)*> $value {
            /// The encoded length in bytes, if the value is valid.
            #[must_use]
            #[inline]
            pub fn encoded_len(&self $(, $known: $Known)?) -> usize {
                $crate::HookedOutput::measure(|out| self.put(out $(, $known)?))
            }

            /// Writes the value to the start of `buffer`; returns the number of bytes written. `hooks` compute the checksums.
            ///
            /// # Errors
            /// If a constraint is violated or `buffer` is too small.
            #[inline]
            pub fn write(
                &self,
                buffer: &mut [u8] $(, $known: $Known)?,
                hooks: &(impl $($hooks)*)
            ) -> ::core::result::Result<usize, $crate::Error> {
                $crate::Encode::write_known(&self.with_hooks(hooks), buffer, ($($known)?))
            }

            /// The value beside the functions of its checksums: so it has all functions of `Encode`.
            #[inline]
            pub fn with_hooks<'h, H: $($hooks)*>(&'h self, hooks: &'h H) -> $crate::WithHooks<'h, Self, H> {
                $crate::WithHooks::new(self, hooks)
            }
        }

        impl<H: $($hooks)*, $($generics)*> $crate::HookedEncode<H> for $value {
            type Known = ($($Known)?);
            const NAME: &'static str = $name;
            $(const IS_FAMILY: bool = $family;)?

            #[inline]
            fn put_hooked(
                &self,
                out: &mut $crate::HookedOutput<'_, H>,
                ($($known)?): ($($Known)?),
            ) -> ::core::result::Result<(), $crate::Error> {
                $crate::value!(@check [$($check)?] self [$($known)?])?;
                $crate::Outcome::outcome(self.put(out $(, $known)?))
            }
        }

        $crate::value! { @bounded [$($generics)*] $value $(, $max)? }
        $crate::named! { [$($generics)*] $value, $name }
    };
    (
        [$($generics:tt)*] $value:ty, $name:literal
        $(, max $max:literal)? $(, family $family:literal)? $(, check $check:ident)?
        $(, window($($over:tt)*))? $(; $known:ident: $Known:ty)?
    ) => {
        impl<$($generics)*> $value {
            /// Writes the value to the start of `buffer`; returns the number of bytes written.
            ///
            /// # Errors
            /// If a constraint is violated or `buffer` is too small.
            #[inline]
            pub fn write(
                &self,
                buffer: &mut [u8] $(, $known: $Known)?
            ) -> ::core::result::Result<usize, $crate::Error> {
                $crate::Encode::write_known(self, buffer, ($($known)?))
            }
        }

        $crate::writers! { [<$($generics)*>] $value $(, $known: $Known)? }
        $crate::value! { @bounded [$($generics)*] $value $(, $max)? }
        $crate::named! { [$($generics)*] $value, $name }

        impl<$($generics)*> $crate::Encode for $value {
            type Known = ($($Known)?);
            const NAME: &'static str = $name;
            $(const IS_FAMILY: bool = $family;)?

            #[inline]
            fn put_checked(
                &self,
                out: &mut $crate::Output<'_>,
                ($($known)?): ($($Known)?),
            ) -> ::core::result::Result<(), $crate::Error> {
                $crate::value!(@check [$($check)?] self [$($known)?])?;
                $crate::Outcome::outcome(self.put(out $(, $known)?))
            }

            $crate::value! { @unchecked [$($check)?] [$($known: $Known)?] }
            $crate::value! { @window [$(window $($over)*)?] $name, [$($check)?] }
        }
    };
    (hooked [$($hooks:tt)*] $($rest:tt)*) => {
        $crate::value! { hooked [$($hooks)*] [] $($rest)* }
    };
    (@bounded [$($generics:tt)*] $value:ty) => {};
    (@bounded [$($generics:tt)*] $value:ty, $max:literal) => {
        impl<$($generics)*> $crate::Bounded for $value {
            const MAX_LEN: usize = $max;
        }
    };
    (@check [] $this:ident [$($known:ident)?]) => { ::core::result::Result::<(), $crate::Error>::Ok(()) };
    (@check [$check:ident] $this:ident [$($known:ident)?]) => { $this.$check($($known)?) };
    (@unchecked [] [$($known:ident: $Known:ty)?]) => {};
    (@unchecked [$check:ident] [$($known:ident: $Known:ty)?]) => {
        #[inline]
        fn put_unchecked(&self, out: &mut $crate::Output<'_>, ($($known)?): ($($Known)?)) {
            let _ = self.put(out $(, $known)?);
        }
    };
    (@window [] $name:literal, [$($check:ident)?]) => {};
    (@window [window $($over:tt)*] $name:literal, [$($check:ident)?]) => {
        #[inline]
        fn write_known(&self, buffer: &mut [u8], _known: ()) -> ::core::result::Result<usize, $crate::Error> {
            $crate::whole::write_short(
                buffer,
                &$name,
                || $crate::value!(@check [$($check)?] self []),
                |place| self.put_into($($over)* place),
            )
        }
    };
    ($value:ty, $($rest:tt)*) => {
        $crate::value! { [] $value, $($rest)* }
    };
}

/// The writers of a value that needs more than it says, by the names that they have where it says all.
#[doc(hidden)]
#[macro_export]
macro_rules! writers {
    ([$($generics:tt)*] $value:ty) => {};
    ([$($generics:tt)*] $value:ty, $known:ident: $Known:ty) => {
        impl $($generics)* $value {
            /// The encoded length in bytes, if the value is valid.
            #[must_use]
            #[inline]
            pub fn encoded_len(&self, $known: $Known) -> usize {
                $crate::Encode::encoded_len_known(self, $known)
            }
        }

        $crate::allocating! {
            impl $($generics)* $value {
                /// Writes to a new vector.
                ///
                /// # Errors
                /// If a constraint is violated, or if there is no memory for it.
                #[inline]
                pub fn to_vec(
                    &self,
                    $known: $Known,
                ) -> ::core::result::Result<$crate::alloc::vec::Vec<u8>, $crate::Error> {
                    $crate::Encode::to_vec_known(self, $known)
                }

                /// Appends the value to a vector, which is as it was after an error; returns the number of bytes.
                ///
                /// # Errors
                /// If a constraint is violated, or if there is no memory for it.
                #[inline]
                pub fn append_to(
                    &self,
                    bytes: &mut $crate::alloc::vec::Vec<u8>,
                    $known: $Known,
                ) -> ::core::result::Result<usize, $crate::Error> {
                    $crate::Encode::append_known_to(self, bytes, $known)
                }
            }
        }
    };
}
