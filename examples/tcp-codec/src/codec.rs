//! The codec: messages from the bytes of a connection, and bytes from messages.

use std::io::{self, ErrorKind};
use std::marker::PhantomData;

use bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};
use wireform::{Decode, Encode, ParseError};

/// The value that a program keeps of a message. A view borrows the buffer, which the connection needs again.
pub trait Keep: Sized {
    /// The view that reads the message.
    type View<'b>: Decode<'b, Known = ()>;

    /// The value that is written.
    type Value<'b>: Encode<Known = ()>;

    /// Copies from the view all that the program wants.
    fn keep(view: Self::View<'_>) -> Self;
}

/// Reads messages, and keeps each as a `K`. Writes messages.
#[derive(Debug, Clone, Copy)]
pub struct Codec<K> {
    most: usize,
    kept: PhantomData<fn() -> K>,
}

impl<K: Keep> Codec<K> {
    /// A codec that refuses messages of more than `most` bytes, as soon as it knows.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { most, kept: PhantomData }
    }

    fn take(&self, src: &mut BytesMut) -> Result<K, ParseError> {
        // A message within the limit is in there, no matter how much was read at once.
        let head = &src[..src.len().min(self.most)];
        let (view, rest) = K::View::parse(head)?;
        let (kept, len) = (K::keep(view), head.len() - rest.len());
        src.advance(len);
        Ok(kept)
    }
}

impl<K: Keep> Decoder for Codec<K> {
    type Item = K;
    type Error = io::Error;

    fn decode(&mut self, src: &mut BytesMut) -> io::Result<Option<K>> {
        let error = match self.take(src) {
            Ok(kept) => return Ok(Some(kept)),
            Err(error) => error,
        };
        match error.needed() {
            Some(needed) if src.len().saturating_add(needed) <= self.most => {
                src.reserve(needed);
                Ok(None)
            }
            Some(_) => {
                Err(io::Error::new(ErrorKind::InvalidData, format!("{error}, beyond the limit of {} bytes", self.most)))
            }
            None => Err(io::Error::new(ErrorKind::InvalidData, error)),
        }
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> io::Result<Option<K>> {
        match self.decode(src)? {
            // No more bytes will come. The error says which field lacks them.
            None if !src.is_empty() => {
                self.take(src).map(Some).map_err(|error| io::Error::new(ErrorKind::UnexpectedEof, error.at_the_end()))
            }
            kept => Ok(kept),
        }
    }
}

impl<'b, K: Keep> Encoder<K::Value<'b>> for Codec<K> {
    type Error = io::Error;

    /// After an error, `dst` is as it was.
    fn encode(&mut self, message: K::Value<'b>, dst: &mut BytesMut) -> io::Result<()> {
        message.put_to(dst).map(drop).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))
    }
}
