//! A conversation with a server that others wrote, as `server/server.js` recorded it: the bot sends the same bytes again.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread;

const RECORDING: &str = include_str!("recorded.txt");

/// The place of the port in the first bytes, after the host in them.
const HOST: &[u8] = b"127.0.0.1";

/// The frames of the server, and what the bot has sent between them.
fn conversation() -> Vec<(bool, Vec<u8>)> {
    let lines = RECORDING.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(sign, hex)| (sign == "<", bytes_of(hex))).collect()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|digit| digit.to_digit(16)?.try_into().ok()).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Plays a conversation to the bot, in pieces of so many bytes, and returns what the bot printed.
fn replay(mut conversation: Vec<(bool, Vec<u8>)>, piece: usize) -> io::Result<Output> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    // The bot says by which port it found the server.
    if let Some((_, first)) = conversation.first_mut()
        && let Some(at) = first.windows(HOST.len()).position(|bytes| bytes == HOST)
    {
        first[at + HOST.len()..][..2].copy_from_slice(&address.port().to_be_bytes());
    }
    let server = thread::spawn(move || listener.accept().and_then(|(bot, _)| serve(&bot, &conversation, piece)));
    let output = Command::new(env!("CARGO_BIN_EXE_minecraft-bot")).arg(address.to_string()).output()?;
    server.join().expect("the server does not panic").map(|()| output)
}

fn serve(mut bot: &TcpStream, conversation: &[(bool, Vec<u8>)], piece: usize) -> io::Result<()> {
    bot.set_nodelay(true)?;
    for (index, (is_to_bot, bytes)) in conversation.iter().enumerate() {
        if *is_to_bot {
            bytes.chunks(piece).try_for_each(|piece| bot.write_all(piece))?;
        } else {
            let mut sent = vec![0; bytes.len()];
            bot.read_exact(&mut sent)?;
            assert_eq!(sent, *bytes, "line {index} of the recording");
        }
    }
    bot.shutdown(Shutdown::Write)
}

#[test]
fn the_bot_sends_what_it_has_sent_to_a_real_server() -> io::Result<()> {
    for piece in [usize::MAX, 7] {
        let output = replay(conversation(), piece)?;
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(output.status.success(), "{err}");
        let seen = ["logged in as Bot", "46 places for items", "entity 77, kind 28", "<> Welcome Bot", "chunk 0, 0"];
        let said = ["<Server> 3: a step a step a step ", "the server ended it: The scene is over"];
        for line in seen.into_iter().chain(said) {
            assert!(out.lines().any(|one| one == line), "{line} is not in\n{out}");
        }
    }
    Ok(())
}

#[test]
fn a_conversation_that_breaks_off_is_an_error() -> io::Result<()> {
    let whole = conversation();
    let ends: Vec<usize> = (0..whole.len()).filter(|line| whole[*line].0).collect();
    for end in ends.into_iter().step_by(40) {
        let (mut part, (_, last)) = (whole[..end].to_vec(), &whole[end]);
        part.push((true, last[..last.len() / 2].to_vec()));
        let output = replay(part, usize::MAX)?;
        assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    Ok(())
}
