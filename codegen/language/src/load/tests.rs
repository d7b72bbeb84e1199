//! Diagnostics of schemas with several syntax errors: every error is reported, none of its consequences.

mod several;
