//! The codec: messages from the bytes of a connection, and bytes from messages.

#[cfg(test)]
mod tests;
mod too_long;

use core::fmt;
use core::marker::PhantomData;
use std::io::{self, ErrorKind};

use bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

pub use self::too_long::TooLong;
use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::Error;
use crate::message::{Message, Owned};

/// Any message whose length is of 16 bits, with its frame.
const MAX_LEN: usize = 128 * 1024;

/// Reads messages from a connection and writes them to it: a decoder and an encoder of tokio-util.
///
/// `Codec<M>` reads and writes `M`, an owned value. `Codec<R, W>` reads `R` and writes `W`, which have the same
/// [`Known`](Message::Known). If they do not, give each half of the socket a codec, with `FramedRead` and `FramedWrite`.
///
/// ```
/// use bytes::BytesMut;
/// use std::io;
/// use tokio_util::codec::{Decoder, Encoder};
/// use wireform::{Codec, Owned};
///
/// /// Sends back all messages that have arrived.
/// fn echo<M>(codec: &mut Codec<M>, arrived: &mut BytesMut, sent: &mut BytesMut) -> io::Result<()>
/// where
///     M: Owned<Known = ()>,
/// {
///     while let Some(message) = codec.decode(arrived)? {
///         codec.encode(message.as_value(), sent)?;
///     }
///     Ok(())
/// }
/// ```
///
/// `send` of a `Framed` takes a plain value; `as_value()` makes one of an owned value.
///
/// **Which messages**: the end of a message must follow from its bytes. A message that takes all remaining bytes (`[..]`, an
/// unknown message of an open family, a condition on `left()`) needs a frame around it in the schema:
/// `struct Frame { within (u16) { news: News } }`. The codec cannot notice that there is none.
///
/// **Errors** are those of [`std::io`], whose inner error says why; `get_ref` and `downcast_ref` reach it. After an error
/// the start of the next message is unknown, so close the connection.
///
/// | kind | inner error |
/// | --- | --- |
/// | `InvalidData` | an [`Error`]: more bytes do not help |
/// | `InvalidData` | a [`TooLong`]: the message is certainly longer than the limit |
/// | `UnexpectedEof` | an [`Error`]: the connection ended in the message |
/// | `InvalidInput` | an [`Error`]: the value cannot be written, and the buffer is as it was |
///
/// **Memory and time**: the codec allocates the owned values and the bytes of the buffer, nothing else. It does not read an
/// incomplete message again before all bytes have arrived that are certainly missing. A message in a frame, or behind its
/// length, is therefore read at most once for each part of its header, and once as a whole. A message that reveals its length
/// only bit by bit, such as a long list of texts without a frame, is read from its start once for each arrival of bytes: put
/// it into a frame, or lower the limit.
pub struct Codec<R: Message, W = R> {
    known: R::Known,
    max_len: usize,
    /// The buffer has no whole message before it has so many bytes.
    wanted: usize,
    written: PhantomData<fn(W)>,
}

impl<R: Message<Known = ()>, W> Codec<R, W> {
    /// A codec of messages that need no facts besides their bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(())
    }
}

impl<R: Message, W> Codec<R, W> {
    /// A codec of messages with parameters, or with values of the session, which begin as `known` has them.
    #[must_use]
    pub const fn with(known: R::Known) -> Self {
        Self { known, max_len: MAX_LEN, wanted: 0, written: PhantomData }
    }

    /// Rejects messages of more than `max_len` bytes, as soon as their length is known. The default is 128 KiB.
    ///
    /// The peer decides how long a message is. For one that is incomplete the codec reserves the bytes that are certainly
    /// missing, and never more than this limit. It does not apply to messages that are written.
    #[must_use]
    pub const fn max_len(mut self, max_len: usize) -> Self {
        self.max_len = max_len;
        self
    }

    /// The facts for the next message. A message of a family that sets a value of the session sets it here, when it is read
    /// or written, as in a [`Stream`](crate::Stream).
    #[must_use]
    pub const fn known(&self) -> R::Known {
        self.known
    }

    /// The same, to be changed. Messages inside of a frame set nothing, so your program does it when it has looked at them:
    /// the state of the connection, or the framing of all that follows, if that is a parameter of the frame.
    #[must_use]
    pub const fn known_mut(&mut self) -> &mut R::Known {
        // Another layout may need fewer bytes.
        self.wanted = 0;
        &mut self.known
    }
}

impl<R: Owned, W> Codec<R, W> {
    /// Takes a message from the start of `src`. If more bytes are needed, says how many, with the error.
    fn take(&mut self, src: &mut BytesMut) -> io::Result<Result<R, (usize, Error)>> {
        // It makes no difference how much was read at once.
        let head = src.get(..self.max_len).unwrap_or(src);
        let (view, rest) = match R::View::parse_known(head, self.known) {
            Ok(read) => read,
            Err(error) => return self.missing(head.len(), error).map(|needed| Err((needed, error))),
        };
        let len = head.len().saturating_sub(rest.len());
        if len == 0 {
            return Err(io::Error::new(ErrorKind::InvalidData, "a message without bytes"));
        }
        let known = view.heard(self.known);
        // The message is complete, and so is each message in it.
        let message = R::own(R::value(view)).map_err(|error| invalid_data(error.at_the_end()))?;
        (self.known, self.wanted) = (known, 0);
        src.advance(len);
        Ok(Ok(message))
    }

    /// The number of bytes that are missing after the first `len`, if they may come.
    fn missing(&self, len: usize, error: Error) -> io::Result<usize> {
        match error.needed() {
            Some(needed) if len.saturating_add(needed) <= self.max_len => Ok(needed),
            Some(_) => Err(io::Error::new(ErrorKind::InvalidData, TooLong::new(error, self.max_len))),
            None => Err(invalid_data(error)),
        }
    }
}

fn invalid_data(error: Error) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
}

impl<R: Owned, W> Decoder for Codec<R, W> {
    type Item = R;
    type Error = io::Error;

    fn decode(&mut self, src: &mut BytesMut) -> io::Result<Option<R>> {
        if src.is_empty() {
            self.wanted = 0;
        }
        if src.is_empty() || src.len() < self.wanted {
            return Ok(None);
        }
        match self.take(src)? {
            Ok(message) => Ok(Some(message)),
            Err((needed, _)) => {
                self.wanted = src.len().saturating_add(needed);
                src.reserve(needed);
                Ok(None)
            }
        }
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> io::Result<Option<R>> {
        if src.is_empty() {
            return Ok(None);
        }
        match self.take(src)? {
            Ok(message) => Ok(Some(message)),
            // No more bytes will come. The error says which field lacks them.
            Err((_, error)) => Err(io::Error::new(ErrorKind::UnexpectedEof, error.at_the_end())),
        }
    }
}

/// Writes a plain value, which may borrow from anything.
impl<'v, R, W> Encoder<W::Value<'v>> for Codec<R, W>
where
    R: Message,
    W: Message<Known = R::Known>,
{
    type Error = io::Error;

    /// After an error, `dst` is as it was.
    fn encode(&mut self, message: W::Value<'v>, dst: &mut BytesMut) -> io::Result<()> {
        let (start, len) = (dst.len(), message.encoded_len_known(self.known));
        let end = start.saturating_add(len);
        // A vector has at most so many bytes. Without room, the writer says which value is too long, or how long all is.
        if isize::try_from(end).is_ok() {
            dst.resize(end, 0);
        }
        let written = message.write_known(dst.get_mut(start..).unwrap_or_default(), self.known);
        dst.truncate(start.saturating_add(*written.as_ref().unwrap_or(&0)));
        written.map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
        self.hear::<W>(dst.get(start..).unwrap_or_default());
        Ok(())
    }
}

impl<R: Message, W> Codec<R, W> {
    /// Updates the session by a message that was written.
    fn hear<M: Message<Known = R::Known>>(&mut self, written: &[u8]) {
        if size_of::<R::Known>() == 0 {
            return;
        }
        if let Ok((view, _)) = M::View::parse_known(written, self.known) {
            *self.known_mut() = view.heard(self.known);
        }
    }
}

impl<R: Message<Known = ()>, W> Default for Codec<R, W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Message, W> Clone for Codec<R, W> {
    fn clone(&self) -> Self {
        Self { known: self.known, max_len: self.max_len, wanted: self.wanted, written: PhantomData }
    }
}

impl<R: Message, W> fmt::Debug for Codec<R, W>
where
    R::Known: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec").field("known", &self.known).field("max_len", &self.max_len).finish_non_exhaustive()
    }
}
