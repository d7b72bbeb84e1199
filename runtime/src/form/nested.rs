//! Nested parts for serde: they are what is inside.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::list::Element;
use crate::nested::{Nested, OwnedNested};

impl<'a, T: Element<'a, P> + Serialize, P: Copy> Serialize for Nested<'a, T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.get() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_unit(),
        }
    }
}

impl<O: Serialize> Serialize for OwnedNested<O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.get() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_unit(),
        }
    }
}

impl<'de, O: Deserialize<'de>> Deserialize<'de> for OwnedNested<O> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        O::deserialize(deserializer).map(Self::from)
    }
}
