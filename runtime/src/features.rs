//! Help for programs that lack a feature.
//!
//! A function exists without the feature that adds it, with a bound that nothing meets: the compiler names the feature,
//! instead of a method that it cannot find. Generated code that needs a feature is in a macro, which without the feature
//! is one error.

/// Generated code with serde's traits: `Builder::serde(true)`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_serde {
    ($($items:tt)*) => { $($items)* };
}

/// The same without the feature: none of it.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_serde {
    ($($items:tt)*) => {
        compile_error!(
            "`serde(true)` needs the feature `serde` of the crate `wireform`: `wireform = { .., features = [\"serde\"] }`"
        );
    };
}

/// Generated code with owned values: `Builder::owned(true)`.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_owned {
    ($($items:tt)*) => { $($items)* };
}

/// The same without the feature: none of it.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_owned {
    ($($items:tt)*) => {
        compile_error!(
            "`owned(true)` needs the feature `alloc` of the crate `wireform`: `wireform = { .., features = [\"alloc\"] }`"
        );
    };
}

/// Functions that return or extend a vector.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! allocating {
    ($($items:tt)*) => { $($items)* };
}

/// The same without the feature: the traits' functions of these names say what they lack.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! allocating {
    ($($items:tt)*) => {};
}

/// Nothing implements it: the feature `alloc` is off.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "this function needs the feature `alloc` of the crate `wireform`",
    label = "`wireform` is compiled without the feature `alloc`",
    note = "enable it in Cargo.toml: `wireform = {{ .., features = [\"alloc\"] }}`"
)]
pub trait WithAlloc {}

/// Nothing implements it: the feature `bytes` is off.
#[cfg(not(feature = "bytes"))]
#[diagnostic::on_unimplemented(
    message = "this function needs the feature `bytes` of the crate `wireform`",
    label = "`wireform` is compiled without the feature `bytes`",
    note = "enable it in Cargo.toml: `wireform = {{ .., features = [\"bytes\"] }}`"
)]
pub trait WithBytes {}

/// The functions of `Encode` that a feature adds, while it is off. Their results can be used as those of the real ones, so
/// that the compiler reports one error.
macro_rules! needs {
    ($feature:literal, $needed:ident: $($name:ident($($arg:ident: $ty:ty),*) -> $gives:ty = $none:expr;)*) => {$(
        #[doc = concat!("Needs the feature `", $feature, "`.")]
        ///
        /// # Errors
        /// Nothing can call it.
        #[cfg(not(feature = $feature))]
        #[doc(hidden)]
        fn $name(&self, $($arg: $ty),*) -> Result<$gives, Error>
        where
            Self: crate::features::$needed,
        {
            $(let _ = $arg;)*
            Ok($none)
        }
    )*};
}
pub(crate) use needs;
