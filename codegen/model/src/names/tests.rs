//! The case of a name follows its kind.

use super::*;

#[test]
fn case_follows_the_kind() {
    assert_eq!(type_name("entity_update"), "EntityUpdate");
    assert_eq!(field_name("wideX"), "wide_x");
    assert_eq!(module_name("ToServer"), "to_server");
    assert_eq!(nested_name("Pos", "fall_heading"), "PosFallHeading");
}

#[test]
fn what_is_in_its_case_already_is_what_the_change_of_case_gives() {
    let letters = ['a', 'Z', 'q', 'B', '1', '_'];
    for number in 0..6_usize.pow(6) {
        let name: String = (0..6).map(|place| letters[number / 6_usize.pow(place) % 6]).collect();
        assert_eq!(snake(&name), name.to_snake_case());
        assert_eq!(upper_camel(&name), name.to_upper_camel_case());
    }
}

#[test]
fn what_rust_does_not_take_gets_an_underscore() {
    assert_eq!(field_name("self"), "self_");
    assert_eq!(type_name("Self"), "Self_");
    assert_eq!(view_name("Self"), "SelfView");
    for name in ["Self", "E", "Pos"] {
        assert_eq!(format!("{}View", type_stem(&type_name(name))), view_name(name));
    }
    assert_eq!(field_name("__"), "___");
    assert_eq!(field_name("_1"), "n1");
    assert!(is_keyword("type"));
}

#[test]
fn getters_leave_the_methods_of_views_alone() {
    assert_eq!(getter_name("write"), "write_");
    assert_eq!(field_name("write"), "write");
    assert_eq!(getter_name("asBytes"), "as_bytes_");
    assert_eq!(getter_name("new"), "new_");
    assert_eq!(getter_name("take_each_optional"), "take_each_optional_");
    assert_eq!(part_name("len"), "len_");
}

#[test]
fn messages_leave_the_methods_of_every_handler_alone() {
    assert_eq!(handler_name("ToClient"), "ToClientHandler");
    assert_eq!(handler_method_name("ServerData"), "server_data");
    assert_eq!(handler_method_name("Other"), "other_");
    assert_eq!(handler_method_name("At"), "at_");
    assert_eq!(handler_method_name("Self"), "self_");
    assert_eq!(handler_method_name("Clone"), "clone");
}
