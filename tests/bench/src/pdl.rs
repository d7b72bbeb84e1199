//! What PDL's own compiler makes of `pdl/*.pdl`, by `build.rs`.
#![allow(missing_docs, clippy::all, unused)]

pub mod clc_move {
    include!(concat!(env!("OUT_DIR"), "/clc_move.pdl.rs"));
}

pub mod entity_update {
    include!(concat!(env!("OUT_DIR"), "/entity_update.pdl.rs"));
}

pub mod standard_update {
    include!(concat!(env!("OUT_DIR"), "/standard_update.pdl.rs"));
}
