//! The names that the sheet has for options, by their codes.

use serde_json::Value as Json;

pub const OPTIONS: [(u8, &str); 47] = [
    (0, "pad"),
    (1, "subnet_mask"),
    (2, "time_offset"),
    (3, "router"),
    (4, "time_server"),
    (6, "domain_name_server"),
    (7, "log_server"),
    (12, "host_name"),
    (13, "boot_file_size"),
    (15, "domain_name"),
    (17, "root_path"),
    (19, "ip_forwarding"),
    (21, "policy_filter"),
    (23, "default_ttl"),
    (25, "path_mtu_plateau_table"),
    (26, "interface_mtu"),
    (28, "broadcast_address"),
    (33, "static_route"),
    (42, "ntp_servers"),
    (43, "vendor_specific"),
    (44, "netbios_name_server"),
    (46, "netbios_node_type"),
    (50, "requested_ip_address"),
    (51, "lease_time"),
    (52, "overload"),
    (53, "message_type"),
    (54, "server_identifier"),
    (55, "parameter_request_list"),
    (56, "message"),
    (57, "max_message_size"),
    (58, "renewal_time"),
    (59, "rebinding_time"),
    (60, "vendor_class_identifier"),
    (61, "client_identifier"),
    (66, "tftp_server_name"),
    (67, "bootfile_name"),
    (80, "rapid_commit"),
    (81, "client_fqdn"),
    (82, "relay_agent_information"),
    (93, "client_architecture"),
    (97, "client_machine_id"),
    (116, "auto_configure"),
    (118, "subnet_selection"),
    (121, "classless_static_route"),
    (124, "vendor_class"),
    (125, "vendor_specific_information"),
    (255, "end"),
];

/// Those of a relay agent, inside of option 82.
pub const AGENT: [(u8, &str); 5] = [
    (1, "circuit_id"),
    (2, "remote_id"),
    (5, "link_selection"),
    (6, "subscriber_id"),
    (11, "server_identifier_override"),
];

/// The name of a code.
pub fn of(names: &[(u8, &'static str)], code: &Json) -> &'static str {
    names.iter().find(|(known, _)| code == known).map_or("unknown", |(_, name)| name)
}
