//! Random values, written by generated code and by the interpreter: to the same bytes, which both read to the same
//! value, or both refuse them for the same reason.

use wireform_build::interpret;

use crate::generated::Refused;
use crate::rng::Rng;
use crate::sauerbraten::targets;
use crate::show::plain;
use crate::vectors::SAUERBRATEN;

const EACH: usize = 1_000;

#[test]
fn random_values_survive() {
    let mut rng = Rng::new(3);
    let mut survived = 0;
    let targets = targets::all();
    for generated in &targets {
        let target = interpret::target(&SAUERBRATEN, generated.name).expect("the interpreter knows it");
        for _ in 0..EACH {
            let written = (generated.write)(&mut rng);
            let theirs = interpret::write(&SAUERBRATEN, target, &written.value, &[]).map_err(Refused::from);
            assert_eq!(written.bytes, theirs, "{:?}", written.value);
            let Ok(bytes) = written.bytes else { continue };
            let value = plain(written.value);
            let read = (generated.read)(&bytes).expect("what is written is read");
            assert_eq!(plain(read.value), value, "{bytes:02x?}");
            assert_eq!(read.bytes, bytes, "all of it");
            let interpreted = interpret::read(&SAUERBRATEN, target, &bytes, &[]).expect("by both");
            assert_eq!(plain(interpreted.value), value, "{bytes:02x?}");
            survived += 1;
        }
    }
    let all = EACH * targets.len();
    assert!(survived > all / 2 && survived < all, "{survived} of {all} values can be written");
}
