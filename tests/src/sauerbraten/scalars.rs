//! The scalars, each in a struct of its own.

use wireform_tests::scalars::{OneInt, OneIntView, OneStr, OneStrView, OneUint, OneUintView};

use crate::generated::{Generated, generated};
use crate::show::records;

records! {
    OneInt { value }
    OneUint { value }
    OneStr['a] { value }
}

/// An `Int`.
pub const INT: Generated = generated!("OneInt": OneInt, OneIntView);

/// A `Uint`.
pub const UINT: Generated = generated!("OneUint": OneUint, OneUintView);

/// A text.
pub const STR: Generated = generated!("OneStr": OneStr, OneStrView);
