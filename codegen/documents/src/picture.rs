//! A picture of the bytes of a record, as SVG: fixed, optional, varying and repeated parts, bits and shapes, readable on
//! a phone. Fields that a number governs have its colour.

mod canvas;
mod flow;
mod sketch;

use super::block::Block;
use super::here::Here;
use crate::pages::page::Page;
use canvas::Canvas;
use sketch::Sketch;

/// The folder of a protocol's pictures, in that of its pages.
pub const PICTURES: &str = "pictures";

/// The file of a picture, as seen from the pages.
pub(super) fn path(file: &str) -> String {
    format!("{PICTURES}/{file}.svg")
}

/// The picture of a record, in a file of this name; nothing if it has no fields.
pub(super) fn picture(here: &Here<'_>, file: String) -> Option<Block> {
    if here.record.fields.is_empty() {
        return None;
    }
    let sketch = Sketch::of(*here);
    Some(Block::Image { file, alternative: sketch.words(), svg: Canvas::draw(&sketch) })
}

/// The files of all pictures in a page.
pub(super) fn files(blocks: &[Block]) -> Vec<Page> {
    let of = |block: &Block| match block {
        Block::Section { body, .. } => files(body),
        Block::Image { file, svg, .. } => vec![Page::new(path(file), None, svg.clone())],
        Block::Text { .. } | Block::Table { .. } | Block::List { .. } | Block::Line { .. } | Block::Picture { .. } => {
            Vec::new()
        }
    };
    blocks.iter().flat_map(of).collect()
}
