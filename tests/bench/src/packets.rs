//! Many packets, one behind the other in memory, as a receive buffer holds them.

/// Packets.
#[derive(Debug)]
pub struct Packets {
    bytes: Vec<u8>,
    places: Vec<(u32, u32)>,
}

impl Packets {
    /// One of them.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let &(start, len) = self.places.get(index)?;
        self.bytes.get(start as usize..)?.get(..len as usize)
    }

    /// The packets.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|&(start, len)| &self.bytes[start as usize..][..len as usize])
    }
}

impl<P: AsRef<[u8]>> FromIterator<P> for Packets {
    fn from_iter<T: IntoIterator<Item = P>>(packets: T) -> Self {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for packet in packets {
            let packet = packet.as_ref();
            places.push((bytes.len() as u32, packet.len() as u32));
            bytes.extend_from_slice(packet);
        }
        Self { bytes, places }
    }
}
