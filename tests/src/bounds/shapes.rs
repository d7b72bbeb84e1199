//! What generated code makes of the structs of `schema/features/bounds.wire`.

use std::fmt::{self, Write as _};

use allocation_counter::measure;
use wireform::prelude::*;
use wireform_build::interpret::ReadError;
use wireform_tests::features::bounds;

use crate::allocations::none;
use crate::generated::owned::{Itself as _, MadeOf};
use crate::generated::refusal;

/// A struct.
pub struct Shape {
    /// Its name.
    pub record: &'static str,
    /// Reads it, without an allocation.
    pub read: fn(&[u8]) -> Result<Found, ReadError>,
}

/// What was read.
pub struct Found {
    /// So many bytes are it.
    pub consumed: usize,
    /// How long it is, shown: all that can be walked was walked.
    pub shown: usize,
    /// Written again.
    pub again: Vec<u8>,
    /// Bytes that its owned value allocates.
    pub owned: u64,
}

macro_rules! shapes {
    ($($record:ident $view:ident,)*) => {
        /// All of them.
        pub const SHAPES: &[Shape] = &[$(Shape {
            record: stringify!($record),
            read: |bytes| {
                let (view, rest) = none(|| bounds::$view::parse(bytes)).map_err(refusal)?;
                let mut shown = Length(0);
                none(|| write!(shown, "{view:?}")).expect("it can be shown");
                let plain = none(|| view.to_value());
                let mut again = vec![0; none(|| plain.encoded_len())];
                none(|| plain.write(&mut again)).expect("what was read can be written");
                let owned = measure(|| drop(MadeOf(plain.into_owned()).result())).bytes_total;
                Ok(Found { consumed: bytes.len() - rest.len(), shown: shown.0, again, owned })
            },
        },)*];
    };
}

shapes! {
    Counts CountsView,
    Numbers NumbersView,
    Empty EmptyView,
    Few FewView,
    Late LateView,
    Lists ListsView,
    Ends EndsView,
    Texts TextsView,
    Regions RegionsView,
    Places PlacesView,
    Patches PatchesView,
    States StatesView,
    Sums SumsView,
    Ordered OrderedView,
    Stream StreamView,
}

/// Counts what is written to it.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}
