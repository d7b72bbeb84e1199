//! A glob import beside a module that has a family of its own name.

wireform::include_schema!(mod names);
use crate::features::glob::names::*;

#[test]
fn a_module_is_found_beside_a_family_of_its_name() {
    let named: Names = crate::features::glob::names::names::Named { id: 7 }.into();
    assert_eq!(named.name(), "Named");
}
