//! The loss of real quantities: the compiler must find the measured figures.

use super::{compiled, right};
use crate::model::{Code, Interval, Loss, Number, Outside, Quantity, Value};
use crate::quantity::{Amount, Arithmetic, OutOfRange, digits, packed_raw, raw, value};

fn quantity(item: &str) -> Quantity {
    right(&format!("varint Int: i32 {{ -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }}\n{item}"))
        .quantities
        .remove(0)
}

#[test]
fn what_games_lose_is_counted() {
    for (item, lost) in [
        ("quantity N: i16 as f32 = raw * (1 / 32767) from trunc(value * 32767) range -1..=1 lossy;", 1_536),
        (
            "quantity P: i16 as f32 = raw * 4.793836e-5 from trunc(value * 20860.12) range -1.5708..=1.5708 lossy;",
            65_514,
        ),
        ("quantity PerFifty: u8 = raw / 50 clamp trunc lossy;", 14),
        ("quantity Delay: u8 = raw / 1000 in seconds clamp trunc lossy;", 0),
    ] {
        let quantity = quantity(item);
        if lost > 0 {
            assert_eq!(quantity.loss, Loss::Counted(lost), "{item}");
        } else {
            assert!(matches!(quantity.loss, Loss::Counted(_)), "{item}");
        }
    }
}

#[test]
fn what_loses_nothing_needs_no_word() {
    for (item, number) in [
        ("quantity Signed: i16 = raw * (1 / 32767) range -1..=1 clamp round;", Number::F32),
        ("quantity Unsigned: u16 = raw / 65535 range 0..=1 clamp round;", Number::F32),
        ("const PI = 3.141592653589793; quantity Yaw: i16 = raw * (PI / 32767) in radians clamp;", Number::F32),
        ("quantity InChunk: u16 = raw * 16 / 65535 in blocks clamp round;", Number::F32),
        ("quantity Small: i24 = raw / 16 trunc;", Number::F32),
        ("quantity Cubes: Int = raw / 16 in cubes trunc;", Number::F64),
        ("quantity Coord: i16 = raw / 8 in units wrap trunc;", Number::F32),
        ("quantity Angle8: i8 = raw * 360 / 256 in degrees wrap trunc;", Number::F32),
        ("quantity Angle16: i16 = raw * 360 / 65536 in degrees wrap trunc;", Number::F32),
        ("quantity Unit255: u8 = raw / 255 clamp trunc;", Number::F32),
        ("quantity Attenuation: u8 = raw / 64 wrap trunc;", Number::F32),
        ("quantity Time8: u8 = raw * 8 in milliseconds clamp trunc;", Number::F32),
        ("quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp trunc;", Number::I32),
        ("quantity Speed: u16 = raw in cubes_per_second clamp trunc;", Number::I32),
        ("quantity Wide: u32 = raw + 1;", Number::I64),
    ] {
        let quantity = quantity(item);
        assert_eq!((quantity.loss, quantity.number), (Loss::None, number), "{item}");
    }
}

#[test]
fn unorms_are_exact_in_f32_as_far_as_that_is_proved() {
    for bits in 1..=50_u32 {
        let most = (1_u64 << bits) - 1;
        let protocol = right(&format!("quantity U: u{bits} = raw / {most};"));
        let number = if bits <= 23 { Number::F32 } else { Number::F64 };
        assert_eq!(protocol.quantities[0].number, number, "{bits}");
    }
}

/// Proofs for more than 16 bits hold for every raw number.
#[test]
fn proofs_hold() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let mut proved = 0;
    for _ in 0..60 {
        let steps: String = (0..=random(3))
            .map(|_| {
                let by = format!("{}.{:03}", random(3000), random(1000));
                ["+", "-", "*", "/"][random(4) as usize].to_owned() + " (" + &by + " + 1 / 7) "
            })
            .collect();
        let bits = 17 + random(3);
        let number = ["", " as f32", " as f64"][random(3) as usize];
        let item = format!("protocol test {{ byte_order: little }} quantity Q: i{bits}{number} = raw {steps};");
        let (Some(protocol), ..) = compiled(&[&item]) else { continue };
        let quantity = &protocol.quantities[0];
        proved += 1;
        let arithmetic = Arithmetic::new(quantity);
        for raw in (quantity.raw.min..=quantity.raw.max).step_by(3) {
            assert_eq!(arithmetic.raw(arithmetic.value(raw)), Ok(raw), "{item}");
        }
    }
    assert!(proved > 20, "{proved}");
}

#[test]
fn twenty_bit_components_are_proved() {
    let protocol = right(
        "quantity Small: u20 = (raw - 524287) * 0.7072 / 524287 range -0.7072..=0.7072 refuse round;
         enum Component: u2 { X = 0, Y = 1, Z = 2, W = 3 }
         bits SmallestThree: u64 { third: Small, second: Small, first: Small, _: u2, largest: Component }",
    );
    let small = &protocol.quantities[0];
    assert_eq!((small.loss, small.number), (Loss::None, Number::F32));
    assert_eq!(small.range.map(|range| range.raws), Some(Interval::new(0, 1_048_574)));
    assert_eq!(raw(small, value(small, 1_048_574)), Ok(1_048_574));
    assert_eq!(protocol.bits[0].parts.len(), 5);
    assert_eq!(protocol.bits[0].parts[4].low, 62);
}

#[test]
fn outside_the_range() {
    let roll = quantity("quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp;");
    assert_eq!(value(&roll, 200), Amount::Int(90));
    assert_eq!((raw(&roll, Amount::Int(-500)), raw(&roll, Amount::Int(91))), (Ok(0), Ok(180)));

    let signed = quantity("quantity Signed: i16 = raw * (1 / 32767) range -1..=1;");
    assert_eq!(raw(&signed, Amount::F32(1.1)), Err(OutOfRange));
    assert_eq!(raw(&signed, Amount::F32(f32::NAN)), Err(OutOfRange));
    let Amount::F32(lowest) = value(&signed, -32768) else { panic!() };
    assert!(lowest < -1.);

    let angle = quantity("quantity Angle: i16 = raw * 360 / 65536 wrap;");
    assert_eq!(angle.outside, Outside::Wrap { period: 65536 });
    for (degrees, expected) in [(0., 0), (180., -32768), (-180., -32768), (359.999, 0), (270., -16384), (36090., 16384)]
    {
        assert_eq!(raw(&angle, Amount::F32(degrees)), Ok(expected), "{degrees}");
    }
    assert_eq!(raw(&angle, Amount::F32(f32::INFINITY)), Err(OutOfRange));

    let down = quantity("quantity Down: u8 = 10 - raw / 2 clamp;");
    assert!(!down.increasing);
    assert_eq!((raw(&down, Amount::F32(10.)), raw(&down, Amount::F32(1e9))), (Ok(0), Ok(0)));

    let heading = quantity("quantity Heading: u16 = raw / 100 range 0..360 wrap;");
    assert_eq!(heading.outside, Outside::Wrap { period: 36000 });
    assert_eq!(raw(&heading, Amount::F32(360.5)), Ok(50));
    assert_eq!(raw(&heading, Amount::F32(-0.01)), Ok(35999));
}

#[test]
fn digits_of_mixed_radix() {
    let protocol = right("packed Look: u16 { yaw: 0..360 in degrees wrap, pitch: -90..=90 in degrees clamp }");
    let look = &protocol.packed[0];
    assert_eq!(digits(look, 32407 + 6 - 7), vec![6, 0]);
    assert_eq!(packed_raw(look, &[6, -10]), Ok(6 + 360 * 80));
    assert_eq!(packed_raw(look, &[-1, 100]), Ok(359 + 360 * 180));
    assert_eq!(digits(look, 65535), vec![15, 90]);
    for value in 0..65_160 as Code {
        assert_eq!(packed_raw(look, &digits(look, value)), Ok(value));
    }
}

#[test]
fn types_stand_in_any_order() {
    let protocol = right(
        "bits State: ByteSized { kind: Kind, alive, count: u4, _: .. }
         type ByteSized = u8;
         enum Kind: u2 { A = FIRST, B = 1 | 2, .. }
         const FIRST = SECOND - 1;
         const SECOND = if 1 < 2 <= 2 && !(3 == 4) { 10 / 10 } else { 0 };",
    );
    let parts: Vec<_> = protocol.bits[0].parts.iter().map(|part| (part.low, part.width)).collect();
    assert_eq!(parts, [(0, 2), (2, 1), (3, 4), (7, 1)]);
    assert!(matches!(protocol.bits[0].parts[0].value, Value::Enum(_)));
    assert_eq!(protocol.enums[0].codes[1].read, [Interval::only(1), Interval::only(2)]);
}
