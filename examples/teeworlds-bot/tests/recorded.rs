//! A conversation with Debian's `teeworlds-server` 0.7.5, as `tests/live.rs` recorded it.

#[path = "support/conversation.rs"]
mod conversation;

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

const RECORDING: &str = include_str!("recorded.txt");

/// The datagrams, and whether the server has sent each of them.
fn conversation() -> Vec<(bool, Vec<u8>)> {
    let lines = RECORDING.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(sign, hex)| (sign == "<", bytes_of(hex))).collect()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|digit| digit.to_digit(16)?.try_into().ok()).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Plays a conversation of four seconds to the bot, and returns what the bot printed.
fn replay(conversation: Vec<(bool, Vec<u8>)>) -> io::Result<Output> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(Duration::from_secs(30)))?;
    let address = socket.local_addr()?;
    let server = thread::spawn(move || serve(&socket, &conversation));
    let output =
        Command::new(env!("CARGO_BIN_EXE_teeworlds-bot")).args([address.to_string(), "4".to_owned()]).output()?;
    server.join().expect("the server does not panic").map(|()| output)
}

/// Says what the server has said, each time when the bot has sent what it did then.
fn serve(socket: &UdpSocket, conversation: &[(bool, Vec<u8>)]) -> io::Result<()> {
    let mut bot = None;
    for (index, (is_to_bot, bytes)) in conversation.iter().enumerate() {
        match (is_to_bot, bot) {
            (true, Some(bot)) => _ = socket.send_to(bytes, bot)?,
            _ => {
                let told = |error: io::Error| io::Error::new(error.kind(), format!("line {index}: {error}"));
                bot = Some(wait(socket, bytes).map_err(told)?);
            }
        }
    }
    Ok(())
}

/// Waits for a datagram. The bot may repeat itself where it had to wait, so other ones are passed over.
fn wait(socket: &UdpSocket, bytes: &[u8]) -> io::Result<SocketAddr> {
    let mut buffer = [0; 2048];
    loop {
        let (len, bot) = socket.recv_from(&mut buffer)?;
        if buffer[..len] == *bytes {
            return Ok(bot);
        }
    }
}

#[test]
fn each_packet_is_read_and_written_again() -> Result<(), Box<dyn Error>> {
    let mut names = BTreeMap::<_, u32>::new();
    for (index, (_, bytes)) in conversation().iter().enumerate() {
        let messages = conversation::read(bytes).map_err(|error| format!("line {index}: {error}"))?;
        messages.into_iter().for_each(|name| *names.entry(name).or_default() += 1);
    }
    let connection = ["Token", "Connect", "Accept", "Close", "Info", "MapChange", "Ready", "ConReady", "EnterGame"];
    let game = ["Input", "InputTiming", "SnapSingle", "ClStartInfo", "ClSay", "SvChat", "SvMotd", "SvClientInfo"];
    for name in connection.into_iter().chain(game) {
        assert!(names.contains_key(name), "{name} is not among {names:?}");
    }
    Ok(())
}

#[test]
fn the_bot_sends_what_it_has_sent_to_a_real_server() -> io::Result<()> {
    let output = replay(conversation())?;
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{err}");
    let seen = ["the map is ctf3", "player 0 is Bot", "<0> I read you by a schema", "100 snapshots, with "];
    for line in seen {
        assert!(out.lines().any(|one| one.starts_with(line)), "{line} is not in\n{out}");
    }
    Ok(())
}

#[test]
fn a_conversation_that_breaks_off_is_an_error() -> io::Result<()> {
    let whole = conversation();
    let ends: Vec<usize> = (1..whole.len()).filter(|line| whole[*line].0).collect();
    for end in ends.into_iter().step_by(30) {
        let (mut part, (_, last)) = (whole[..end].to_vec(), &whole[end]);
        part.push((true, last[..last.len() / 2].to_vec()));
        let output = replay(part)?;
        assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    Ok(())
}
