//! Schemas of so many messages of four shapes. The program that counts how instructions grow makes them, too.

const HEAD: &str = "protocol messages { byte_order: little }\n";

/// The messages as structs, as the other libraries have them.
pub fn records(messages: usize) -> String {
    let all = (0..messages).map(|index| format!("struct M{index} {{ {} }}\n", fields(index)));
    HEAD.to_owned() + &all.collect::<String>()
}

/// The messages with codes in a family, as a protocol has them.
pub fn family(messages: usize) -> String {
    let all = (0..messages).map(|index| format!("    message M{index} = {index} {{ {} }}\n", fields(index)));
    format!("{HEAD}family All: u16 {{\n{}}}\n", all.collect::<String>())
}

fn fields(index: usize) -> &'static str {
    match index % 4 {
        0 => "id: u16, x: f32, y: f32, z: f32, yaw: u16, state: u8, speed: u16, health: u16",
        1 => {
            "id: u16, bits u8 { has_target, has_speed, has_place, alive, _: .. }, target: u16 if has_target, \
             speed: u32 if has_speed, place: f32 if has_place, time: u32"
        }
        2 => "id: u16, count: u8, entries: [{ id: u16, x: f32, y: f32, state: u8 }; count]",
        _ => "id: u32, channel: u8, text: bytes[u8], time: u32",
    }
}
