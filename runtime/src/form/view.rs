//! Views, which serde writes as the plain values that they mean.

/// `Serialize` for a view, by the function that makes its plain value.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_view {
    ([$($generics:tt)*] $view:ty, $value:ident) => {
        impl<$($generics)*> $crate::form::serde::Serialize for $view {
            fn serialize<S: $crate::form::serde::Serializer>(
                &self,
                to: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::form::serde::Serialize::serialize(&self.$value(), to)
            }
        }
    };
}
