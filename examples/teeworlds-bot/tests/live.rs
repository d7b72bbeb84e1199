//! Debian's `teeworlds-server`, on a port of its own, and the bot. `apt-get install teeworlds-server` installs it.
//!
//! With `WIREFORM_TEEWORLDS=required` it has to be there; elsewhere the test says `skipped`. With
//! `WIREFORM_TEEWORLDS_RECORD=FILE` it writes four seconds to a file, as `tests/recorded.txt` is.

#[path = "support/conversation.rs"]
mod conversation;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::UdpSocket;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// A datagram, and whether the bot has sent it.
type Line = (bool, Vec<u8>);

/// The server ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server, as it is ready for clients, and its port; none where it is not installed.
fn server() -> Result<Option<(Server, u16)>, Box<dyn Error>> {
    let path = env::var_os("PATH").unwrap_or_default();
    // Debian keeps games where few search.
    let mut programs = env::split_paths(&path).chain(["/usr/games".into()]).map(|it| it.join("teeworlds-server"));
    let Some(program) = programs.find(|it| it.is_file()) else { return Ok(None) };
    // The socket is closed here: the port is free.
    let port = UdpSocket::bind("127.0.0.1:0")?.local_addr()?.port();
    let settings = ["bindaddr 127.0.0.1", "sv_register 0", "sv_gametype ctf", "sv_map ctf3", "sv_motd Welcome"];
    let mut command = Command::new(program);
    command.env("HOME", env!("CARGO_TARGET_TMPDIR")).arg(format!("sv_port {port}")).args(settings);
    let mut server = Server(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?);
    let mut lines = BufReader::new(server.0.stdout.take().expect("it is piped")).lines();
    if !lines.any(|line| line.is_ok_and(|line| line.contains("server name is"))) {
        return Err("the server does not start".into());
    }
    // It says more than a pipe holds.
    thread::spawn(move || lines.for_each(drop));
    Ok(Some((server, port)))
}

/// Stands between the bot and the server, tells what each of them sends, and returns its address for the bot.
fn relay(port: u16, lines: Sender<Line>) -> Result<String, Box<dyn Error>> {
    let (bot, server) = (UdpSocket::bind("127.0.0.1:0")?, UdpSocket::bind("127.0.0.1:0")?);
    server.connect(("127.0.0.1", port))?;
    let address = bot.local_addr()?.to_string();
    thread::spawn(move || -> std::io::Result<()> {
        let mut buffer = [0; 2048];
        let (len, from) = bot.peek_from(&mut buffer)?;
        assert!(len > 0, "an empty datagram");
        bot.connect(from)?;
        let (to_bot, from_server, said) = (bot.try_clone()?, server.try_clone()?, lines.clone());
        thread::spawn(move || pass(&from_server, &to_bot, |bytes| said.send((false, bytes))));
        pass(&bot, &server, |bytes| lines.send((true, bytes)))
    });
    Ok(address)
}

/// Passes datagrams on, and tells each of them first, so that what is said of an answer comes after the question.
fn pass<E>(from: &UdpSocket, to: &UdpSocket, mut tell: impl FnMut(Vec<u8>) -> Result<(), E>) -> std::io::Result<()> {
    let mut buffer = [0; 2048];
    loop {
        let len = from.recv(&mut buffer)?;
        if tell(buffer[..len].to_vec()).is_err() {
            return Ok(());
        }
        to.send(&buffer[..len])?;
    }
}

#[test]
#[ignore = "long: two minutes, at a `teeworlds-server` that has to be installed"]
fn the_bot_plays_two_minutes_without_an_error() -> Result<(), Box<dyn Error>> {
    let Some((_server, port)) = server()? else {
        let required = env::var("WIREFORM_TEEWORLDS").is_ok_and(|it| it == "required");
        assert!(!required, "there is no teeworlds-server, and WIREFORM_TEEWORLDS says that it is required");
        println!("skipped: there is no teeworlds-server");
        return Ok(());
    };
    let file = env::var_os("WIREFORM_TEEWORLDS_RECORD");
    let seconds = if file.is_some() { 4 } else { 120 };
    let (sender, lines) = mpsc::channel();
    let bot =
        Command::new(env!("CARGO_BIN_EXE_teeworlds-bot")).args([relay(port, sender)?, seconds.to_string()]).output()?;
    let out = String::from_utf8_lossy(&bot.stdout);
    assert!(bot.status.success(), "{out}{}", String::from_utf8_lossy(&bot.stderr));
    let snapshots = format!("{} snapshots, with ", seconds * 25);
    for line in ["the map is ctf3", "player 0 is Bot", "<0> I read you by a schema", &snapshots] {
        assert!(out.lines().any(|one| one.starts_with(line)), "{line} is not in\n{out}");
    }
    let (mut text, mut names) = (String::new(), BTreeMap::<_, u32>::new());
    for (is_by_bot, bytes) in lines.try_iter() {
        for name in conversation::read(&bytes)? {
            *names.entry(name).or_default() += 1;
        }
        write!(text, "{} ", if is_by_bot { '>' } else { '<' })?;
        bytes.iter().try_for_each(|byte| write!(text, "{byte:02x}"))?;
        text.push('\n');
    }
    println!("{out}{names:?}");
    file.map_or(Ok(()), |file| fs::write(file, text))?;
    Ok(())
}
