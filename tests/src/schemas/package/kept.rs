//! Owned values of whatever is read: they are printed and written as the values that they are made of.

use wireform::prelude::*;

/// Owns a value and lends it: it is printed and written as the one that borrowed. (What holds numbers of the program has no
/// writer of its own.)
macro_rules! kept {
    ((plain) $owned:path, $value:expr, $known:tt) => {{
        use $owned as Kept;
        $crate::kept::kept::<Kept>($value, $known)
    }};
    ($handed:tt $owned:path, $value:expr, $known:tt) => {};
}

/// Does it.
pub fn kept<M: wireform::Owned>(value: M::Value<'_>, known: M::Known) {
    let shown = format!("{value:?}");
    let Ok(owned) = M::own(value) else {
        assert!(format!("{value:#?}").contains("Error {"), "{shown}");
        return;
    };
    assert_eq!(format!("{owned:?}"), shown);
    assert_eq!(format!("{:?}", owned.as_value()), shown);
    assert_eq!(owned.as_value().to_vec_known(known), value.to_vec_known(known));
    let again = M::own(owned.as_value()).expect("it was owned before");
    assert!(again == owned || shown.contains("NaN"), "{shown}");
}
