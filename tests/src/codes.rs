//! No message of the game is left out: every number of the lists that its own code has is some message here.

use std::collections::BTreeSet;

use wireform_build::model::Role;

use crate::sauerbraten::versions::{VERSIONS, Version};

#[test]
fn every_number_of_the_game_is_a_message() {
    for version in VERSIONS {
        let protocol = version.protocol();
        let members = protocol.families.iter().flat_map(|family| &family.members);
        let codes: BTreeSet<i128> = members
            .filter_map(|member| match protocol.records[member.record.0].role {
                Role::Message { code } => code.map(|code| code.code),
                Role::Struct | Role::Element { .. } => None,
            })
            .collect();
        let end = match version {
            Version::V259 => 112,
            Version::V260 => 115,
        };
        assert_eq!(codes, (0..end).collect(), "{version:?}");
    }
}
