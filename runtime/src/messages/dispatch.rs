//! Messages handed to a handler, one method for each, without the enum that could hold any of them.
//!
//! That enum is as large as its largest message, so making it and matching on it moves every message through memory. A
//! handler's method gets the view as its reader made it, and fields that the method does not use need not be read.

use super::Stream;
use crate::decode::Decode;
use crate::error::{Error, Fact, Refusal};
use crate::input::Input;

/// A family's view whose messages a handler of type `H` takes. Each type that implements the handler trait of the family,
/// such as `ToClientHandler` for `ToClientView`, is such an `H`.
pub trait Dispatch<'a, H: ?Sized>: Decode<'a> {
    /// The handler's own error.
    type Error: From<Error>;

    /// Reads one message, its code included, updates `known` by it, and hands it to `handler`.
    ///
    /// # Errors
    /// Outside, why the message cannot be read, as [`Decode::take`] says it; inside, the handler's error.
    #[doc(hidden)]
    fn hand_over(input: &mut Input<'a>, known: &mut Self::Known, handler: &mut H) -> Handled<Self::Error>;
}

/// The outcome of a message: why it cannot be read, or what its handler said.
#[doc(hidden)]
pub type Handled<E> = Result<Result<(), E>, Error>;

/// Hands the message at the start of `bytes` to `handler`; returns the rest.
///
/// # Errors
/// Why the message cannot be read, or the handler's error.
#[doc(hidden)]
#[inline]
pub fn dispatch<'a, V: Dispatch<'a, H>, H: ?Sized>(
    bytes: &'a [u8],
    known: &mut V::Known,
    handler: &mut H,
) -> Result<&'a [u8], V::Error> {
    let mut input = Input::new(bytes);
    V::hand_over(&mut input, known, handler)??;
    Ok(input.rest())
}

/// The outcome of a message that began at `start` with a code that no message of the family has.
///
/// # Errors
/// That.
#[doc(hidden)]
#[cold]
pub fn no_message<E>(
    family: &'static &'static str,
    start: Input<'_>,
    expected: &'static &'static str,
    code: impl Into<Fact> + Copy,
) -> Handled<E> {
    Err(Error::no_message(family, start.offset(), expected, code))
}

impl<'a, V: Decode<'a, Known = P>, P: Copy> Stream<'a, V, P> {
    /// Hands all remaining messages to `handler`, each to its method, in wire order. [`known`](Self::known) is updated
    /// before the handler gets the message that sets it.
    ///
    /// # Errors
    /// The first error. If a message cannot be read, the stream is at its end. After an error of the handler, the stream
    /// continues after the message of that error.
    #[inline]
    pub fn dispatch<H: ?Sized>(&mut self, handler: &mut H) -> Result<(), V::Error>
    where
        V: Dispatch<'a, H>,
    {
        while !self.input.is_empty() {
            match V::hand_over(&mut self.input, &mut self.known, handler) {
                Ok(handled) => handled?,
                Err(error) => {
                    self.input.take_rest();
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }
}

/// The items of a handler trait: a method for each message of a family's view.
#[doc(hidden)]
#[macro_export]
macro_rules! handler {
    ($view:ident $(, $method:ident $variant:ident($message:ty))*) => {
        /// Your own error, or [`Error`](wireform::Error). It ends the walk over the messages.
        type Error: ::core::convert::From<$crate::Error>;

        /// Takes each message that has no method here, and those of unknown codes. A proxy forwards its `as_bytes`. The default
        /// does nothing.
        ///
        /// # Errors
        /// Yours; the default has none.
        #[inline]
        fn other(&mut self, message: $view<'a>) -> ::core::result::Result<(), Self::Error> {
            let _ = message;
            ::core::result::Result::Ok(())
        }

        /// Is told where the next message begins, before that is read: its offset in the packet. The default does nothing.
        #[inline]
        fn at(&mut self, offset: usize) {
            let _ = offset;
        }

        $(
            #[doc = concat!("Takes a message `", stringify!($variant), "`. The default calls [`other`](Self::other).")]
            ///
            /// # Errors
            /// Yours.
            #[inline]
            fn $method(&mut self, message: $message) -> ::core::result::Result<(), Self::Error> {
                self.other($view::$variant(message))
            }
        )*
    };
}

/// The public function of a family's view that hands its messages to a handler, and [`Dispatch`].
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch {
    ($view:ident to $handler:ident $(; $known:ident: $Known:ty)?) => {
        impl<'a> $view<'a> {
            /// Hands the message at the start of `bytes` to its method of `handler`; returns the rest. No enum is made of
            /// it, so this takes less time than `parse` and a `match`.
            $(
                ///
                #[doc = concat!(
                    "Values of the session that the message sets are set in `", stringify!($known), "` before the handler gets it."
                )]
            )?
            ///
            /// # Errors
            /// As `parse`, or that of the handler.
            #[inline]
            pub fn dispatch<H: $handler<'a> + ?::core::marker::Sized>(
                bytes: &'a [u8],
                $($known: &mut $Known,)?
                handler: &mut H,
            ) -> ::core::result::Result<&'a [u8], H::Error> {
                $crate::dispatch::<Self, H>(bytes, $crate::dispatch!(@known $($known)?), handler)
            }
        }

        impl<'a, H: $handler<'a> + ?::core::marker::Sized> $crate::Dispatch<'a, H> for $view<'a> {
            type Error = H::Error;

            #[inline]
            fn hand_over(
                input: &mut $crate::Input<'a>,
                known: &mut <Self as $crate::Decode<'a>>::Known,
                handler: &mut H,
            ) -> $crate::Handled<H::Error> {
                $(let $known = known;)?
                Self::hand_over(input, $($known,)? handler)
            }
        }
    };
    (@known) => { &mut () };
    (@known $known:ident) => { $known };
}
