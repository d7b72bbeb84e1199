//! Macros that link the types of one message, and for what its owned value can do.

/// [`Message`](crate::Message) for a plain value.
///
/// `kept` says that the build asks for owned values, and that this one borrows nothing: then it is [`Owned`](crate::Owned)
/// itself, and its view converts to it.
#[doc(hidden)]
#[macro_export]
macro_rules! message {
    ($value:ident<'a> $([$code:ident: $int:ty])?, $view:ident) => {
        impl $(<const $code: $int>)? $crate::Message for $value<'_ $(, $code)?> {
            type Known = <$view<'static $(, $code)?> as $crate::Decode<'static>>::Known;
            type View<'a> = $view<'a $(, $code)?>;
            type Value<'a> = $value<'a $(, $code)?>;

            #[inline]
            fn value<'a>(view: <Self as $crate::Message>::View<'a>) -> <Self as $crate::Message>::Value<'a> {
                view.to_value()
            }
        }
    };
    ($value:ident $([$code:ident: $int:ty])?, $view:ident $(, $kept:ident)?) => {
        impl $(<const $code: $int>)? $crate::Message for $value $(<$code>)? {
            type Known = <$view<'static $(, $code)?> as $crate::Decode<'static>>::Known;
            type View<'a> = $view<'a $(, $code)?>;
            type Value<'a> = Self;

            #[inline]
            fn value<'a>(view: <Self as $crate::Message>::View<'a>) -> <Self as $crate::Message>::Value<'a> {
                view.to_value()
            }
        }

        $crate::message! { @same [$($kept)?] $value [$($code: $int)?] $view }
    };
    (@same [] $($of:tt)*) => {};
    (@same [kept] $value:ident [$($code:ident: $int:ty)?] $view:ident) => {
        impl $(<const $code: $int>)? $crate::Owned for $value $(<$code>)? {
            #[inline]
            fn as_value(&self) -> Self {
                *self
            }

            #[inline]
            fn own(value: Self) -> ::core::result::Result<Self, $crate::Error> {
                ::core::result::Result::Ok(value)
            }
        }

        impl $(<const $code: $int>)? $value $(<$code>)? {
            /// The same: it borrows nothing.
            #[must_use]
            #[inline]
            pub fn into_owned(self) -> Self {
                self
            }
        }

        impl $(<const $code: $int>)? $view<'_ $(, $code)?> {
            /// Converts to the plain value, which borrows nothing.
            #[must_use]
            #[inline]
            pub fn into_owned(self) -> $value $(<$code>)? {
                self.to_value()
            }
        }

        impl $(<const $code: $int>)? ::core::convert::From<$view<'_ $(, $code)?>> for $value $(<$code>)? {
            #[inline]
            fn from(view: $view<'_ $(, $code)?>) -> Self {
                view.to_value()
            }
        }
    };
}

/// The functions and traits of an owned value besides its fields, `as_value` and the conversion from its plain value.
///
/// After `try` that conversion can fail. A view converts too, if it has a plain value that nobody must verify. A message is
/// written as its plain value is.
#[doc(hidden)]
#[macro_export]
macro_rules! owned {
    (
        try $owned:ident $([$code:ident: $int:ty])? = $($value:ident)::+ $(, view $($view:ident)::+)?
        $(; $message:ident $([$known:ident: $Known:ty])?)?
    ) => {
        impl $(<const $code: $int>)? $($value)::+<'_ $(, $code)?> {
            /// Copies what it borrows.
            ///
            /// # Errors
            /// The first message inside that nobody has read yet, and that cannot be read.
            pub fn into_owned(self) -> ::core::result::Result<$owned $(<$code>)?, $crate::Error> {
                ::core::convert::TryFrom::try_from(self)
            }
        }

        $crate::owned! { @try_view [$($($view)::+)?] $owned [$($code: $int)?] }
        $crate::owned! { @shown $owned [$($code: $int)?] }
        $crate::owned! {
            @message [$($message)?] [into_owned] $owned [$($code: $int)?] [$($value)::+] [$($($view)::+)?]
            [$($($known: $Known)?)?]
        }
    };
    (
        $owned:ident $([$code:ident: $int:ty])? = $($value:ident)::+ $(, view $($view:ident)::+)?
        $(; $message:ident $([$known:ident: $Known:ty])?)?
    ) => {
        impl $(<const $code: $int>)? $($value)::+<'_ $(, $code)?> {
            /// Copies what it borrows.
            #[must_use]
            pub fn into_owned(self) -> $owned $(<$code>)? {
                ::core::convert::From::from(self)
            }
        }

        $crate::owned! { @view [$($($view)::+)?] $owned [$($code: $int)?] }
        $crate::owned! { @shown $owned [$($code: $int)?] }
        $crate::owned! {
            @message [$($message)?] [ok] $owned [$($code: $int)?] [$($value)::+] [$($($view)::+)?]
            [$($($known: $Known)?)?]
        }
    };
    (@try_view [] $($of:tt)*) => {};
    (@try_view [$($view:ident)::+] $owned:ident [$($code:ident: $int:ty)?]) => {
        impl $(<const $code: $int>)? $($view)::+<'_ $(, $code)?> {
            /// Converts to the owned value, which borrows nothing.
            ///
            /// # Errors
            /// The first message inside that nobody has read yet, and that cannot be read.
            pub fn into_owned(self) -> ::core::result::Result<$owned $(<$code>)?, $crate::Error> {
                ::core::convert::TryFrom::try_from(self.to_value())
            }
        }

        impl $(<const $code: $int>)? ::core::convert::TryFrom<$($view)::+<'_ $(, $code)?>> for $owned $(<$code>)? {
            type Error = $crate::Error;

            fn try_from(view: $($view)::+<'_ $(, $code)?>) -> ::core::result::Result<Self, $crate::Error> {
                view.into_owned()
            }
        }
    };
    (@view [] $($of:tt)*) => {};
    (@view [$($view:ident)::+] $owned:ident [$($code:ident: $int:ty)?]) => {
        impl $(<const $code: $int>)? $($view)::+<'_ $(, $code)?> {
            /// Converts to the owned value, which borrows nothing.
            #[must_use]
            pub fn into_owned(self) -> $owned $(<$code>)? {
                ::core::convert::From::from(self.to_value())
            }
        }

        impl $(<const $code: $int>)? ::core::convert::From<$($view)::+<'_ $(, $code)?>> for $owned $(<$code>)? {
            fn from(view: $($view)::+<'_ $(, $code)?>) -> Self {
                view.into_owned()
            }
        }
    };
    (@shown $owned:ident [$($code:ident: $int:ty)?]) => {
        impl $(<const $code: $int>)? ::core::fmt::Debug for $owned $(<$code>)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.as_value(), f)
            }
        }

        $crate::display! { [$(const $code: $int)?] $owned $(<$code>)? }
    };
    (@message [] $($of:tt)*) => {};
    (
        @message [message] [$how:ident] $owned:ident [$($code:ident: $int:ty)?] [$($value:ident)::+] [$($view:ident)::+]
        [$($known:ident: $Known:ty)?]
    ) => {
        impl $(<const $code: $int>)? $crate::Message for $owned $(<$code>)? {
            type Known = <$($view)::+<'static $(, $code)?> as $crate::Decode<'static>>::Known;
            type View<'a> = $($view)::+<'a $(, $code)?>;
            type Value<'a> = $($value)::+<'a $(, $code)?>;

            #[inline]
            fn value<'a>(view: <Self as $crate::Message>::View<'a>) -> <Self as $crate::Message>::Value<'a> {
                view.to_value()
            }
        }

        impl $(<const $code: $int>)? $crate::Owned for $owned $(<$code>)? {
            #[inline]
            fn as_value(&self) -> <Self as $crate::Message>::Value<'_> {
                Self::as_value(self)
            }

            #[inline]
            fn own(value: <Self as $crate::Message>::Value<'_>) -> ::core::result::Result<Self, $crate::Error> {
                $crate::owned! { @own $how value }
            }
        }

        impl $(<const $code: $int>)? $owned $(<$code>)? {
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

        $crate::writers! { [$(<const $code: $int>)?] $owned $(<$code>)? $(, $known: $Known)? }

        impl $(<const $code: $int>)? $crate::Encode for $owned $(<$code>)? {
            type Known = <$($value)::+<'static $(, $code)?> as $crate::Encode>::Known;
            const NAME: &'static str = <$($value)::+<'static $(, $code)?> as $crate::Encode>::NAME;
            const IS_FAMILY: bool = <$($value)::+<'static $(, $code)?> as $crate::Encode>::IS_FAMILY;

            #[inline]
            fn put_checked(
                &self,
                out: &mut $crate::Output<'_>,
                known: <Self as $crate::Encode>::Known,
            ) -> ::core::result::Result<(), $crate::Error> {
                $crate::Encode::put_checked(&self.as_value(), out, known)
            }

            #[inline]
            fn put_unchecked(&self, out: &mut $crate::Output<'_>, known: <Self as $crate::Encode>::Known) {
                $crate::Encode::put_unchecked(&self.as_value(), out, known);
            }

            #[inline]
            fn write_known(
                &self,
                buffer: &mut [u8],
                known: <Self as $crate::Encode>::Known,
            ) -> ::core::result::Result<usize, $crate::Error> {
                $crate::Encode::write_known(&self.as_value(), buffer, known)
            }
        }
    };
    (@own into_owned $value:ident) => { $value.into_owned() };
    (@own ok $value:ident) => { ::core::result::Result::Ok($value.into_owned()) };
}

/// The traits by which sets and maps find an owned value, which are those of its plain value: so a set of messages is asked with
/// one that borrows, as [`Lent`](crate::Lent).
#[doc(hidden)]
#[macro_export]
macro_rules! ordered {
    ($owned:ident $([$code:ident: $int:ty])? $(, $($value:ident)::+)?) => {
        impl $(<const $code: $int>)? ::core::cmp::Eq for $owned $(<$code>)? {}

        impl $(<const $code: $int>)? ::core::cmp::PartialOrd for $owned $(<$code>)? {
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl $(<const $code: $int>)? ::core::cmp::Ord for $owned $(<$code>)? {
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(&self.as_value(), &other.as_value())
            }
        }

        impl $(<const $code: $int>)? ::core::hash::Hash for $owned $(<$code>)? {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(&self.as_value(), state);
            }
        }

        $crate::ordered! { @lent $owned [$($code: $int)?] $($($value)::+)? }
    };
    (@lent $owned:ident [$($code:ident: $int:ty)?]) => {};
    (@lent $owned:ident [$($code:ident: $int:ty)?] $($value:ident)::+) => {
        impl $(<const $code: $int>)? $crate::Lent<$owned $(<$code>)?> for $owned $(<$code>)? {
            fn lend(&self) -> $($value)::+<'_ $(, $code)?> {
                self.as_value()
            }
        }

        impl $(<const $code: $int>)? $crate::Lent<$owned $(<$code>)?> for $($value)::+<'_ $(, $code)?> {
            fn lend(&self) -> $($value)::+<'_ $(, $code)?> {
                *self
            }
        }

        impl<'k $(, const $code: $int)?> ::core::borrow::Borrow<dyn $crate::Lent<$owned $(<$code>)?> + 'k>
            for $owned $(<$code>)?
        {
            fn borrow(&self) -> &(dyn $crate::Lent<$owned $(<$code>)?> + 'k) {
                self
            }
        }
    };
}

/// Conversions of owned messages into their family and back, and the name of the message.
#[doc(hidden)]
#[macro_export]
macro_rules! owned_members {
    ($family:ident $(, $variant:ident($message:ty))* $(,)?) => {
        impl $family {
            /// The name of the message in the schema; `Unknown` if it has none.
            #[must_use]
            pub fn name(&self) -> &'static str {
                self.as_value().name()
            }
        }

        $(
            impl ::core::convert::From<$message> for $family {
                #[inline]
                fn from(message: $message) -> Self {
                    Self::$variant(message)
                }
            }
        )*

        $(
            /// The message, or the whole value back if it is another message.
            impl ::core::convert::TryFrom<$family> for $message {
                type Error = $family;

                #[inline]
                #[allow(unreachable_patterns, reason = "families of one message")]
                fn try_from(family: $family) -> ::core::result::Result<Self, $family> {
                    match family {
                        $family::$variant(message) => ::core::result::Result::Ok(message),
                        other => ::core::result::Result::Err(other),
                    }
                }
            }
        )*
    };
}
