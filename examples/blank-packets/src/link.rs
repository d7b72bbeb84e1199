//! Which datagrams arrived: the numbers that a header has, and what the other side's say about ours.

/// How many newer ones arrive before one is taken to be lost.
const PATIENCE: u16 = 2;

/// One side's books.
#[derive(Debug, Clone)]
pub struct Link {
    /// The number of our next datagram.
    next: u16,
    /// The latest that was heard.
    latest: u16,
    /// Bit i: the one before `latest`, and i more before that, was heard too.
    history: u32,
    /// Ours, of which nothing is known yet, the oldest first.
    unknown: Vec<u16>,
}

/// What a header of the other side says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Its datagram was not heard before.
    pub is_new: bool,
    /// Ours that arrived.
    pub arrived: Vec<u16>,
    /// Ours that did not.
    pub lost: Vec<u16>,
}

impl Default for Link {
    /// Nothing was said or heard.
    fn default() -> Self {
        Self { next: 0, latest: u16::MAX, history: u32::MAX, unknown: Vec::new() }
    }
}

impl Link {
    /// The sequence number, acknowledgement and history of our next datagram.
    pub fn say(&mut self) -> (u16, u16, u32) {
        let sequence = self.next;
        self.next = sequence.wrapping_add(1);
        self.unknown.push(sequence);
        (sequence, self.latest, self.history)
    }

    /// Takes down what a header of the other side says.
    pub fn hear(&mut self, sequence: u16, ack: u16, history: u32) -> News {
        let is_new = self.mark(sequence);
        let mut news = News { is_new, arrived: Vec::new(), lost: Vec::new() };
        self.unknown.retain(|ours| {
            // How far behind the latest that arrived; more than half of all numbers is ahead of it.
            let behind = ack.wrapping_sub(*ours);
            match behind {
                0 => news.arrived.push(*ours),
                1..=32 if history >> (behind - 1) & 1 == 1 => news.arrived.push(*ours),
                PATIENCE..=0x7FFF => news.lost.push(*ours),
                _ => return true,
            }
            false
        });
        news
    }

    /// Notes that a datagram was heard; whether for the first time.
    fn mark(&mut self, sequence: u16) -> bool {
        let ahead = sequence.wrapping_sub(self.latest);
        let behind = self.latest.wrapping_sub(sequence);
        match (ahead, behind) {
            (0, _) => false,
            (1..=0x7FFF, _) => {
                // What was the latest becomes the bit of so many before the new one.
                let shifted = self.history.checked_shl(u32::from(ahead)).unwrap_or(0);
                self.history = shifted | 1_u32.checked_shl(u32::from(ahead) - 1).unwrap_or(0);
                self.latest = sequence;
                true
            }
            (_, 1..=32) => {
                let bit = 1 << (behind - 1);
                let is_new = self.history & bit == 0;
                self.history |= bit;
                is_new
            }
            // Too old to tell.
            _ => false,
        }
    }
}
