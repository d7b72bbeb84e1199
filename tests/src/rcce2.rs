//! rcce2's generated code, as the tests need it: the packet that its vectors are about, in both directions and to each
//! kind of receiver.

use std::sync::LazyLock;

use wireform_build::interpret::Value;
use wireform_build::model::Protocol;
use wireform_tests::rcce2::overheard::{StandardUpdateTail, StandardUpdateTailEnergy, StandardUpdateTailFlying};
use wireform_tests::rcce2::{Movement, WalkingBackward, overheard, to_client, to_server};

use crate::generated::{Generated, generated};
use crate::protocols::load;
use crate::random::Random;
use crate::rng::Rng;
use crate::show::{Show, enums, records};

/// The schema, for the interpreter.
pub static RCCE2: LazyLock<Protocol> = LazyLock::new(|| load("rcce2", None));

enums!(WalkingBackward);

records! {
    Movement { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount_runtime_id }
    to_server::StandardUpdate { dest_x, dest_z, y, x, z, is_running, walking_backward }
    to_client::StandardUpdate { movement, energy, y }
    overheard::StandardUpdate { movement, tail }
    StandardUpdateTailEnergy { energy }
    StandardUpdateTailFlying { y }
}

impl Show for StandardUpdateTail {
    fn show(&self) -> Value {
        let (name, fields) = match self {
            Self::Nothing => ("Nothing", Value::Record(Vec::new())),
            Self::Energy(energy) => ("Energy", energy.show()),
            Self::Flying(flying) => ("Flying", flying.show()),
        };
        let Value::Record(fields) = fields else { panic!("a shape has fields") };
        Value::Arm { name: name.to_owned(), fields }
    }
}

impl Random for StandardUpdateTail {
    fn random(rng: &mut Rng) -> Self {
        match rng.below(3) {
            0 => Self::Nothing,
            1 => Self::Energy(Random::random(rng)),
            _ => Self::Flying(Random::random(rng)),
        }
    }
}

/// What a server is told.
pub fn to_server() -> Generated {
    generated!("to_server::StandardUpdate" => RCCE2: to_server::StandardUpdate, to_server::StandardUpdateView)
}

/// What somebody hears who knows nothing.
pub fn overheard() -> Generated {
    generated!("overheard::StandardUpdate" => RCCE2: overheard::StandardUpdate, overheard::StandardUpdateView)
}

/// What a client is told: whether it is about its own actor, whether there is energy, whether the actor flies.
pub fn to_client(known: [bool; 3]) -> Generated {
    macro_rules! told {
        ($($known:literal $number:literal),*) => {
            Generated {
                params: &[$($number),*],
                ..generated!(
                    "to_client::StandardUpdate" => RCCE2:
                    to_client::StandardUpdate, to_client::StandardUpdateView, ($($known),*)
                )
            }
        };
    }
    match known {
        [false, false, false] => told!(false 0, false 0, false 0),
        [false, false, true] => told!(false 0, false 0, true 1),
        [false, true, false] => told!(false 0, true 1, false 0),
        [false, true, true] => told!(false 0, true 1, true 1),
        [true, false, false] => told!(true 1, false 0, false 0),
        [true, false, true] => told!(true 1, false 0, true 1),
        [true, true, false] => told!(true 1, true 1, false 0),
        [true, true, true] => told!(true 1, true 1, true 1),
    }
}

/// All of them.
pub fn targets() -> Vec<Generated> {
    let flags = |number: usize| [number & 1 != 0, number & 2 != 0, number & 4 != 0];
    (0..8).map(|number| to_client(flags(number))).chain([to_server(), overheard()]).collect()
}
