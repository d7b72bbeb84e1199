//! The level of a record: how many nested parts of its circle are around it.

use std::fmt;

use crate::model::Circle;

/// A circle, and the level within it. Outside of a circle all levels are 0.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::interpret) struct Level<'p> {
    circle: Option<&'p Circle>,
    level: u16,
}

impl<'p> Level<'p> {
    /// The level in a record of this circle: the same, or 0 if it is another one.
    pub(in crate::interpret) fn within(self, circle: Option<&'p Circle>) -> Self {
        if self.circle == circle { self } else { Self { circle, level: 0 } }
    }

    /// The level in a nested part of this circle; `None` if it would be too deep.
    pub(in crate::interpret) fn deeper(self, circle: Option<&'p Circle>) -> Option<Self> {
        match circle {
            Some(own) if self.circle == circle => {
                (self.level < own.depth).then(|| Self { circle, level: self.level.saturating_add(1) })
            }
            _ => Some(Self { circle, level: 0 }),
        }
    }

    /// The most levels, in words.
    pub(in crate::interpret) fn most(self) -> impl fmt::Display {
        format!("at most {}", self.circle.map_or(0, |circle| circle.depth))
    }
}
