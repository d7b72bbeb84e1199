//! Lists, messages and text for serde.

use serde::ser::{Error, Serialize, SerializeSeq, Serializer};

use crate::list::{Element, List};
use crate::messages::Messages;
use crate::text::Text;
use crate::varint::TextUnit;

impl<'a, T: Element<'a, P> + Serialize, P: Copy> Serialize for List<'a, T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'a, T: Element<'a, P> + Serialize, P: Copy> Serialize for Messages<'a, T, P> {
    /// Fails at the first message that cannot be read. They are counted first, since compact formats write their number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.iter().count()))?;
        for message in self.iter() {
            all.serialize_element(&message.map_err(Error::custom)?)?;
        }
        all.end()
    }
}

impl<U: TextUnit> Serialize for Text<'_, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
