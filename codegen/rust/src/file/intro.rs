//! The introduction of the module's documentation: links to the types of whole packets.

use std::collections::HashSet;

use crate::model::{Node, Protocol, Role, Schema};
use crate::text::names;

/// The paragraph that names the types of whole packets: structs and families that no other type contains, in the newest
/// version. `None` if there are none.
///
/// `is_inside`: the text is inside of the module. Otherwise it is before the module, where its names are not in scope,
/// and the links are addresses of pages.
pub(super) fn paragraph(schema: &Schema, is_inside: bool) -> Option<[String; 3]> {
    let protocol = schema.protocols().last()?;
    let version = protocol.version.as_ref().map(|version| names::module_ident(&version.name).to_string());
    let link = |(name, page): (&str, &str)| {
        let view = names::view_ident(name);
        match (&version, is_inside) {
            (None, true) => format!("[`{view}`]"),
            (Some(version), true) => format!("[`{version}::{view}`]"),
            (None, false) => format!("[`{view}`]({page}.{view}.html)"),
            (Some(version), false) => format!("[`{version}::{view}`]({version}/{page}.{view}.html)"),
        }
    };
    let all: Vec<String> = whole(protocol).into_iter().map(link).collect();
    let begin = match all.as_slice() {
        [] => return None,
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    };
    Some([
        format!("**Begin with** {begin}: `parse_exact` reads a whole packet, and the"),
        "type without `View` writes one with `write`. `use wireform::prelude::*;` adds `as_bytes`, `encoded_len`,"
            .to_owned(),
        "`to_vec` and `MAX_LEN`.".to_owned(),
    ])
}

/// Types that no other type contains: the name of each, and rustdoc's prefix for pages of its kind of view.
fn whole(protocol: &Protocol) -> Vec<(&str, &str)> {
    let fields = protocol.records.iter().flat_map(|record| &record.fields);
    let mut held: HashSet<Node> = fields.filter_map(|field| field.wire.holds()).collect();
    let members = protocol.families.iter().flat_map(|family| &family.members);
    held.extend(members.map(|member| Node::Record(member.record)));
    let alone = |node: &Node| !held.contains(node);
    let name = |node: &Node| match node {
        Node::Record(id) => {
            let record = &protocol.records[id.0];
            (!matches!(record.role, Role::Element { .. })).then_some((record.name.as_str(), "struct"))
        }
        Node::Family(id) => Some((protocol.families[id.0].name.as_str(), "enum")),
    };
    protocol.order.iter().filter(|node| alone(node)).filter_map(name).collect()
}
