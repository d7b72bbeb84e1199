//! Which client numbers become which.

use std::collections::BTreeMap;
use std::fmt;

/// The largest client number: there are at most 128 players and as many bots.
const MOST: i32 = 255;

/// Where a packet goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the server to the client.
    ToClient,
    /// From the client to the server.
    ToServer,
}

/// Client numbers as the server has them, and as the client is told.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    to_client: BTreeMap<i32, i32>,
    to_server: BTreeMap<i32, i32>,
}

impl Numbers {
    /// Numbers of the server with those for the client. Those that are not named stay as they are.
    ///
    /// # Errors
    /// Two players with one number, or a number that no player can have.
    pub fn new(pairs: impl IntoIterator<Item = (i32, i32)>) -> Result<Self, String> {
        let mut numbers = Self::default();
        for (server, client) in pairs {
            if let Some(cn) = [server, client].into_iter().find(|cn| !(0..=MOST).contains(cn)) {
                return Err(format!("{cn} is no client number: they go from 0 to {MOST}"));
            }
            if numbers.to_client.insert(server, client).is_some() {
                return Err(format!("{server} cannot become two numbers"));
            }
            if numbers.to_server.insert(client, server).is_some() {
                return Err(format!("two numbers cannot become {client}"));
            }
        }
        match numbers.to_server.keys().find(|&client| !numbers.to_client.contains_key(client)) {
            Some(client) => Err(format!("{client} is given away, so it has to become another number itself")),
            None => Ok(numbers),
        }
    }

    /// Reads pairs such as `0=5`.
    ///
    /// # Errors
    /// As [`Numbers::new`], and a pair that is none.
    pub fn parse<'p>(pairs: impl IntoIterator<Item = &'p str>) -> Result<Self, String> {
        let pairs = pairs.into_iter().map(|pair| {
            let (server, client) = pair.split_once('=')?;
            Some((server.parse().ok()?, client.parse().ok()?))
        });
        let pairs: Option<Vec<_>> = pairs.collect();
        Self::new(pairs.ok_or("a pair of numbers looks like 0=5")?)
    }

    /// What a number becomes. Those that are no client's, such as −1, are never changed.
    #[must_use]
    pub fn toward(&self, direction: Direction, cn: i32) -> i32 {
        let numbers = match direction {
            Direction::ToClient => &self.to_client,
            Direction::ToServer => &self.to_server,
        };
        numbers.get(&cn).copied().unwrap_or(cn)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToClient => "to the client",
            Self::ToServer => "to the server",
        })
    }
}
