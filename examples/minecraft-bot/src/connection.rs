//! A connection: packets of frames, and frames of packets. The state and the framing change on the way.

use std::io::{self, Read};

use flate2::read::{ZlibDecoder, ZlibEncoder};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpStream, tcp};
use tokio_util::codec::{FramedRead, FramedWrite};
use wireform::{Codec, Decode, Encode, Owned};

use crate::minecraft::v769::{self, owned};

/// Both directions of a connection to a server.
pub struct Connection {
    from: FramedRead<tcp::OwnedReadHalf, Codec<owned::ToClient>>,
    to: FramedWrite<tcp::OwnedWriteHalf, Codec<owned::ToServer>>,
}

impl Connection {
    pub fn new(socket: TcpStream) -> Self {
        let ((from, to), state, threshold) = (socket.into_split(), v769::State::Handshaking, -1);
        // A packet has at most so many bytes when it is inflated, and fewer in a frame.
        let reader = Codec::with(v769::ToClientKnown { state, threshold }).max_len(1 << 23);
        let writer = Codec::with(v769::ToServerKnown { state, threshold });
        Self { from: FramedRead::new(from, reader), to: FramedWrite::new(to, writer) }
    }

    /// The packets after this one are those of another state.
    pub fn enter(&mut self, state: v769::State) {
        self.from.decoder_mut().known_mut().state = state;
        self.to.encoder_mut().known_mut().state = state;
    }

    /// The packets after this one have another framing, and are compressed if they are as long.
    pub fn compress(&mut self, threshold: i32) {
        self.from.decoder_mut().known_mut().threshold = threshold;
        self.to.encoder_mut().known_mut().threshold = threshold;
    }

    /// The next packet.
    pub async fn next(&mut self) -> io::Result<owned::PacketToClientPacket> {
        let frame = self.from.next().await.ok_or(io::ErrorKind::UnexpectedEof)??;
        let compressed = match frame.content {
            owned::ToClientContent::Plain(packet) => return Ok(packet.packet),
            owned::ToClientContent::Sized(sized) => match sized.content {
                owned::ToClientContentSizedContent::Plain(packet) => return Ok(packet.packet),
                owned::ToClientContentSizedContent::Zlib(zlib) => zlib.compressed,
            },
        };
        let mut bytes = Vec::new();
        ZlibDecoder::new(&compressed[..]).take(1 << 23).read_to_end(&mut bytes)?;
        let known = v769::PacketToClientKnown { state: self.from.decoder().known().state };
        let view = v769::PacketToClientView::parse_known_exact(&bytes, known).map_err(io::Error::other)?;
        Ok(owned::PacketToClient::own(view.to_value()).map_err(io::Error::other)?.packet)
    }

    /// Sends a packet, compressed if it is long.
    pub async fn send(&mut self, packet: v769::PacketToServerPacket<'_>) -> io::Result<()> {
        let v769::ToServerKnown { state, threshold } = self.to.encoder().known();
        let (packet, known) = (v769::PacketToServer { packet }, v769::PacketToServerKnown { state });
        let Ok(threshold) = usize::try_from(threshold) else {
            return self.to.send(v769::ToServer { content: v769::ToServerContent::Plain(packet) }).await;
        };
        let mut compressed = Vec::new();
        let content = if packet.encoded_len_known(known) < threshold {
            v769::ToServerContentSizedContent::Plain(packet)
        } else {
            let bytes = packet.to_vec_known(known).map_err(io::Error::other)?;
            ZlibEncoder::new(&bytes[..], flate2::Compression::default()).read_to_end(&mut compressed)?;
            let data_length = i32::try_from(bytes.len()).map_err(io::Error::other)?;
            v769::ToServerContentSizedContentZlib { data_length, compressed: &compressed }.into()
        };
        self.to.send(v769::ToServer { content: v769::ToServerContentSized { content }.into() }).await
    }
}
