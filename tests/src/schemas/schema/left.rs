//! What is told by how much is left of a region: it stands last.

use super::body::Scope;
use super::{Dice, Schema};

impl Schema {
    /// A field, or several, of which the first asks how much is left.
    pub(super) fn left(&mut self, scope: &mut Scope) -> String {
        scope.held = None;
        // What keeps the number of a shape of several is called so.
        scope.names.take("code");
        let name = scope.names.field(&mut self.dice, true);
        let other = scope.names.field(&mut self.dice, true);
        let inner = scope.names.field(&mut self.dice, true);
        let last = scope.names.field(&mut self.dice, true);
        match self.dice.below(13) {
            0 => format!("{name}: u16 if left() == 2"),
            1 => format!("{name}: u8 if left() > 0 else 7"),
            2 => format!("{name}: if left() > 0 {{ {inner}: u16, {other}: if left() > 0 {{ {last}: i24 }} }}"),
            3 => format!("{name}: match left() {{ 1 => u8, 2 => u16, 4 => u32 }}"),
            4 => format!(
                "{name}: match left() {{ 0 => Nothing {{}}, 2 => Short {{ {inner}: i16 }}, 3.. => Long {{ {inner}: u24, {last}: bytes[..] }} }}"
            ),
            5 if Dice::new(self.dice.clone().next()).percent(60) => {
                format!("{inner}: u8, {name}: latin1[left() - {inner} * 2 - 1], {last}: [i16; {inner}], {other}: u8")
            }
            5 => format!("{name}: bytes[left() - 2], {other}: u16"),
            6 => format!("{name}: latin1[left() - 1], {other}: u8"),
            7 => format!("_: [u8; left() - 3], {other}: u24be"),
            9 => format!("{name}: bytes[3 or end]"),
            11 => format!("{name}: [u16; 2 or end]"),
            10 => format!("{name}: f32 if left() == 4 else 0.5"),
            8 => format!("within (left() - 2) {{ {name}: u8, {inner}: bytes[..], }}, {other}: u16"),
            _ => format!(
                "{name}: [{{ {inner}: u32, {last}: latin1[u8] }}; until left() <= 2], {other}: u16 if left() == 2"
            ),
        }
    }
}
