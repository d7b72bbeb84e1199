//! What an earlier message of a conversation says: values that parameters are in all later records.

use std::fmt::Write as _;

use super::body::User;
use super::{Schema, whole};
use crate::schemas::words::Names;

impl Schema {
    /// A message, and what the session keeps of it; then a family that has it.
    pub(super) fn session(&mut self) {
        let message = self.names.upper(&mut self.dice);
        let (mut fields, mut names, mut kept) = (Names::default(), Names::default(), String::new());
        let mut text = String::new();
        fields.take("rest");
        for _ in 0..self.dice.below(3) + 1 {
            let field = fields.field(&mut self.dice, true);
            let name = if self.dice.percent(50) { field.clone() } else { names.field(&mut self.dice, true) };
            let path = format!("session.{name}");
            if !self.session_names.insert(name.clone()) {
                continue;
            }
            let enums = self.enums_of_their_own();
            match self.dice.below(4) {
                0 => {
                    let wire = *self.dice.pick(&["bool", "u8 as truthy", "u16be as bool"]);
                    write!(text, "{field}: {wire}, ").unwrap();
                    self.said.push(User::Bool(path));
                }
                1 => {
                    write!(text, "bits u8 {{ {field}: bool, _: .. }}, ").unwrap();
                    self.said.push(User::Bool(path));
                }
                2 if !enums.is_empty() => {
                    let (of, kind) = self.dice.pick(&enums).clone();
                    write!(text, "{field}: {of}, ").unwrap();
                    self.said.push(User::Enum(path, kind, of));
                }
                _ => {
                    let (wire, min, max) = whole(&mut self.dice, 2);
                    write!(text, "{field}: {wire}, ").unwrap();
                    self.said.push(User::Int(path, min, max));
                }
            }
            writeln!(kept, "/// What was *said*.\nsession {name} = {message}.{field};").unwrap();
        }
        writeln!(self.text, "message {message} = 90 {{ {text}rest: latin1[u8] }}\n{kept}").unwrap();
        self.says = Some(message);
        self.family();
    }
}
