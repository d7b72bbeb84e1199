//! The server of npm's `minecraft-protocol`, on a port of its own, and the bot. `npm ci` in the folder `server` installs it.
//!
//! With `WIREFORM_MINECRAFT=required` it has to be there; elsewhere the test says `skipped`.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
#[ignore = "long: five minutes, at a server that `npm ci` in `server` installs"]
fn the_bot_plays_more_than_five_minutes_without_an_error() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("server");
    if !folder.join("node_modules").is_dir() {
        let required = env::var("WIREFORM_MINECRAFT").is_ok_and(|it| it == "required");
        assert!(!required, "there is no node_modules, and WIREFORM_MINECRAFT says that it is required");
        println!("skipped: there is no node_modules");
        return Ok(());
    }
    let mut server =
        Command::new("node").args(["server.js", "305"]).current_dir(folder).stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(server.stdout.take().expect("it is piped")).lines();
    let port = lines.next().expect("the port")?;
    let bot = Command::new(env!("CARGO_BIN_EXE_minecraft-bot")).arg(format!("127.0.0.1:{port}")).output()?;
    let status = server.wait()?;
    assert!(bot.status.success(), "{}", String::from_utf8_lossy(&bot.stderr));
    assert!(status.success(), "the server says why");
    println!("{}", lines.next().expect("what the server has seen")?);
    Ok(())
}
