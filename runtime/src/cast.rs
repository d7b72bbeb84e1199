//! Conversions between numbers that generated code needs and that say in their name what they do.
