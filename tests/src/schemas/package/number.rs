//! What the functions of the program make of bytes, for those who ask and for the interpreter.

/// A number that depends on everything that it is made of.
pub fn number(function: &str, covered: &[u8], inputs: &[i128]) -> u64 {
    let inputs = inputs.iter().flat_map(|input| input.to_le_bytes());
    let all = function.bytes().chain(covered.iter().copied()).chain(inputs);
    all.fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(9))
}
