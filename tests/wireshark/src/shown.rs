//! Packets as Wireshark shows them: the fields of a protocol in the tree of a packet, and what it says of them.

use crate::tree::Node;

/// A field in the tree of a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name in filters.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// Its bytes as hexadecimal digits, the offset of the first one in the packet, and their number, if it has some. A mask
    /// chooses some bits of them.
    pub bytes: Option<(String, usize, usize)>,
}

/// An item of Wireshark's expert information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its name in filters, without the protocol: `rule`, `differs.form`.
    pub kind: String,
    /// Its text.
    pub text: String,
}

/// One packet as Wireshark shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// The fields with a value, in their order.
    pub fields: Vec<Field>,
    /// The remarks on them.
    pub told: Vec<Told>,
}

impl Shown {
    /// The content of the layer of a protocol; `start` is the offset of its first byte in the frame.
    #[must_use]
    pub fn of(layer: &Node, protocol: &str, start: usize) -> Self {
        let mut shown = Self::default();
        let prefix = format!("{protocol}.");
        let mut bytes = None;
        layer.walk(&mut |name, node| {
            let name = name.strip_prefix("_ws.expert").map_or(name, |_| "");
            if let Some((of, range)) = range(name, node) {
                bytes = Some((of.to_owned(), range));
            } else if let Some(name) = name.strip_prefix(&prefix).filter(|name| !name.ends_with("_tree")) {
                let own = bytes.take().filter(|(of, _)| of.strip_prefix(&prefix) == Some(name));
                let bytes = own.map(|(_, (hex, offset, length))| (hex, offset.saturating_sub(start), length));
                // An item that only contains others is an object.
                shown.fields.extend(node.text().map(|value| Field {
                    name: name.to_owned(),
                    value: value.to_owned(),
                    bytes,
                }));
            }
        });
        for expert in layer.deep("_ws.expert") {
            let kind = expert.entries().first().and_then(|(name, _)| name.strip_prefix(&prefix)).unwrap_or_default();
            let text = expert.get("_ws.expert.message").and_then(Node::text).unwrap_or_default();
            shown.fields.retain(|field| field.name != kind || field.bytes.is_some());
            shown.told.push(Told { kind: kind.trim_end_matches("_error").to_owned(), text: text.to_owned() });
        }
        shown
    }
}

/// The bytes that stand in front of a field: `"quake2.sound.volume_raw": ["80", 44, 1, 0, 4]`.
fn range<'n>(name: &'n str, node: &Node) -> Option<(&'n str, (String, usize, usize))> {
    let [hex, offset, length, ..] = node.elements() else { return None };
    let number = |node: &Node| match node {
        Node::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    };
    Some((name.strip_suffix("_raw")?, (hex.text()?.to_owned(), number(offset)?, number(length)?)))
}
