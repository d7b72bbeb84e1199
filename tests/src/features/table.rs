//! The schemas of constructs, and what generated code makes of bytes of their structs.

use wireform_tests::features;

/// What generated code makes of bytes: the same value written again.
pub(super) type Again = fn(&[u8]) -> Result<Vec<u8>, String>;

/// A feature: its name, and its main struct.
pub(super) type Feature = (&'static str, Again);

macro_rules! feature {
    ($name:ident, $view:path) => {
        (stringify!($name), again!($view))
    };
}

macro_rules! again {
    ($view:path) => {
        |bytes| {
            let view = <$view>::parse_exact(bytes).map_err(|error| error.to_string())?;
            let mut out = vec![0; view.to_value().encoded_len()];
            let len = view.to_value().write(&mut out).map_err(|error| error.to_string())?;
            assert_eq!(len, out.len());
            assert_eq!(view.as_bytes(), bytes);
            Ok(out)
        }
    };
}

pub(super) const FEATURES: &[Feature] = &[
    feature!(by, features::by::MainView),
    feature!(checksums, features::checksums::MainView),
    feature!(choices, features::choices::MainView),
    feature!(counting, features::counting::MainView),
    feature!(deltas, features::deltas::MainView),
    feature!(groups, features::groups::MainView),
    ("hooks", crate::hooks::again),
    feature!(large, features::large::MainView),
    feature!(left, features::left::MainView),
    feature!(lists, features::lists::MainView),
    feature!(names, features::names::MainView),
    feature!(optionals, features::optionals::MainView),
    feature!(patches, features::patches::MainView),
    feature!(presence, features::presence::MainView),
    feature!(regions, features::regions::MainView),
    feature!(rules, features::rules::MainView),
    ("sessions", |_| Err("no examples of its own".to_owned())),
    feature!(sparse, features::sparse::MainView),
    feature!(states, features::states::MainView),
    feature!(text, features::text::MainView),
    feature!(values, features::values::MainView),
    feature!(varints, features::varints::MainView),
    feature!(versions, features::versions::v260::MainView),
    feature!(widths, features::widths::MainView),
];

/// Further structs with examples.
pub(super) const MORE: &[(&str, &str, Again)] = &[
    ("lists", "Ends", again!(features::lists::EndsView)),
    ("lists", "Long", again!(features::lists::LongView)),
    ("lists", "Nothing", again!(features::lists::NothingView)),
    ("lists", "Units", again!(features::lists::UnitsView)),
    ("optionals", "Inside", again!(features::optionals::InsideView)),
    ("rules", "Counts", again!(features::rules::CountsView)),
    ("sparse", "Moved", again!(features::sparse::MovedView)),
    ("text", "Places", again!(features::text::PlacesView)),
];
