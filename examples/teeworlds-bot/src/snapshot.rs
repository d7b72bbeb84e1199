//! All that the bot sees in one tick. The program adds differences up: no byte tells which numbers are some.

use std::collections::BTreeMap;

use wireform::prelude::*;

use crate::Result;
use crate::teeworlds::{ItemBody, ItemView, Numbers, NumbersView, SnapshotDeltaView, owned};

/// The numbers of each item by its type and id. The first two or three are no values: these, and perhaps a count.
#[derive(Clone, Default)]
pub struct Snapshot(BTreeMap<[i32; 2], (usize, Vec<i32>)>);

impl Snapshot {
    /// The snapshot that differs from this one by so much, and the sum of whose values is `crc`.
    pub fn after(&self, delta: &[u8], crc: i32) -> Result<Self> {
        let (delta, mut next) = (SnapshotDeltaView::parse_exact(delta)?, self.clone());
        delta.removed().iter().for_each(|key| drop(next.0.remove(&[key.kind().into(), key.id().into()])));
        for item in delta.updated() {
            let head = if let ItemBody::Other { .. } = item.body { 3 } else { 2 };
            let mut numbers = NumbersView::parse_exact(&item.to_vec()?)?.numbers().to_vec();
            let key = [numbers[0], numbers[1]];
            let old = self.0.get(&key).into_iter().flat_map(|(_, old)| old);
            numbers.iter_mut().zip(old).skip(head).for_each(|(number, old)| *number = number.wrapping_add(*old));
            next.0.insert(key, (head, numbers));
        }
        let sum = next.0.values().flat_map(|(head, numbers)| &numbers[*head..]).copied().fold(0, i32::wrapping_add);
        if sum == crc { Ok(next) } else { Err(format!("the sum is {sum} and not {crc}").into()) }
    }

    /// The items, which are read from their numbers.
    pub fn items(&self) -> impl Iterator<Item = Result<owned::Item>> {
        let bytes = self.0.values().map(|(_, numbers)| Numbers { numbers: numbers.into() }.to_vec());
        bytes.map(|bytes| Ok(ItemView::parse_exact(&bytes?)?.into_owned()))
    }
}
