//! Attributes that the user adds to single types: whether they are attributes, and whether the types exist.

use super::Error;
use crate::names::{field_name, type_name, variant_name};
use crate::near;
use wireform_rust::{Options, attributes};

/// The first text that is no attribute.
pub(super) fn malformed(options: &Options) -> Option<Error> {
    let wrong = options.attributes.iter().find(|(_, text)| !attributes::is_attributes(text))?;
    Some(Error::Attribute(wrong.1.clone()))
}

/// The first name that no type, field or variant of the generated code has. `places` are all of them.
pub(super) fn unknown(options: &Options, places: &[String]) -> Option<Error> {
    let name = options.attributes.iter().map(|(name, _)| name).find(|name| !is_known(name, places))?;
    let is_inside = name.contains('.');
    let candidates = places.iter().map(String::as_str).filter(|place| place.contains('.') == is_inside);
    Some(Error::NoType { name: name.clone(), help: near::meant(name, candidates) })
}

fn is_known(name: &str, places: &[String]) -> bool {
    let spelled: Vec<String> = match name.split_once('.') {
        None => vec![type_name(name)],
        Some((ty, inside)) => {
            let ty = type_name(ty);
            [field_name(inside), variant_name(inside)].map(|inside| format!("{ty}.{inside}")).into()
        }
    };
    places.iter().any(|place| spelled.contains(place))
}
