//! Recordings that the generated writers make: one is followed by the program, which says what `expected.txt` says.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use sauerbraten_watch::Recording;
use sauerbraten_watch::sauerbraten::positions::{JumpPad, Pos, Teleport};
use sauerbraten_watch::sauerbraten::v260::{
    self, DemoKnown, DemoRecord, DemoRecordKnown, DemoRecordPacket, said, to_client,
};
use sauerbraten_watch::sauerbraten::{Cubes, GameMode, MapChange, Point, Positions, v259};
use v260::{Said, SwitchName, ToClient, ToClientKnown};
use wireform::prelude::*;

/// A recording that grows record by record.
struct Writer {
    bytes: Vec<u8>,
    /// What messages said for later ones.
    known: ToClientKnown,
}

impl Writer {
    fn new() -> Self {
        let mut bytes = Vec::new();
        v260::Demo::default().append_to(&mut bytes, DemoKnown::default()).expect("a head");
        Self { bytes, known: ToClientKnown::default() }
    }

    fn says(&mut self, millis: i32, messages: &[ToClient<'_>]) {
        self.record(DemoRecord { millis, packet: DemoRecordPacket::Messages(messages.into()) });
        for message in messages {
            if let ToClient::MapChange(change) = message {
                self.known.mode = Some(change.mode);
            }
        }
    }

    fn moves(&mut self, millis: i32, positions: &[Positions]) {
        self.record(DemoRecord { millis, packet: DemoRecordPacket::Positions(positions.into()) });
    }

    fn record(&mut self, record: DemoRecord<'_>) {
        let known = DemoRecordKnown { mode: self.known.mode };
        record.append_to(&mut self.bytes, known).expect("it can be written");
    }
}

/// A game of hold: two players, one of which comes later and leaves.
fn a_game() -> Vec<u8> {
    let mut writer = Writer::new();
    let map = MapChange { map: "reissen".into(), mode: GameMode::Hold, needs_items: false };
    writer.says(0, &[to_client::Welcome {}.into(), map.into(), client(0, "pix", "good").into()]);
    let hold = Some(to_client::FlagHold { team: 0, time: Some(120) });
    let flag = to_client::Flag { owner_cn: 0, hold, ..to_client::Flag::default() };
    writer.says(20, &[to_client::InitFlags { scores: [1, 0], flags: (&[flag]).into() }.into()]);
    writer.moves(100, &[at(0, 512.0, 512.0, 100.0).into()]);
    writer.says(2_000, &[client(1, "Cookie", "evil").into(), said(1, &[said::Spawn::default().into()]).into()]);
    writer.moves(2_033, &[at(0, 515.0, 516.0, 100.0).into(), at(1, 20.0, 30.5, -4.0).into()]);
    let hello = v260::Text { text: "\x0c2good luck, \x0c7have fun".into() };
    writer.says(5_100, &[said(1, &[hello.into()]).into()]);
    writer.moves(9_000, &[Teleport { cn: 0, teleport: 1, destination: 2 }.into(), at(0, 900.0, 40.0, 200.0).into()]);
    writer.moves(9_033, &[JumpPad { cn: 0, jump_pad: 3 }.into(), at(0, 900.0, 40.0, 212.0).into()]);
    writer.says(59_999, &[to_client::TakeFlag { cn: 0, flag: 0, version: 1 }.into()]);
    let died = to_client::Died { victim_cn: 0, actor_cn: 1, actor_frags: 1, team_frags: 1 };
    let position = Point { x: cubes(900.0), y: cubes(40.0), z: cubes(212.0) };
    let lost = to_client::DropFlag { cn: 0, flag: 0, version: 2, position };
    writer.says(60_000, &[died.into(), lost.into()]);
    writer.says(64_250, &[said(0, &[SwitchName { name: "pixel".into() }.into()]).into()]);
    writer.says(605_000, &[to_client::Disconnected { cn: 1 }.into(), to_client::TimeUp { seconds_left: 0 }.into()]);
    writer.bytes
}

fn client<'a>(cn: i32, name: &'a str, team: &'a str) -> to_client::InitClient<'a> {
    to_client::InitClient { cn, name: name.into(), team: team.into(), model: 0 }
}

fn said<'a>(cn: i32, messages: &'a [Said<'a>]) -> to_client::Client<'a> {
    to_client::Client { cn, messages: messages.into() }
}

fn at(cn: i32, x: f64, y: f64, z: f64) -> Pos {
    Pos { cn, x: cubes(x), y: cubes(y), z: cubes(z), ..Pos::default() }
}

fn cubes(cubes: f64) -> Cubes {
    Cubes::new(cubes).expect("a place")
}

/// Runs the program on a file with these bytes.
fn watch(name: &str, bytes: &[u8]) -> (PathBuf, Output) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_sauerbraten-watch")).arg(&path).output().expect("the program runs");
    (path, output)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Its one line about what is wrong, behind the file's name.
fn complaint(path: &std::path::Path, output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    let line = String::from_utf8(output.stderr.clone()).expect("text");
    let line = line.strip_prefix(&format!("{}: ", path.display())).expect("the file's name");
    line.strip_suffix('\n').filter(|line| !line.contains('\n')).expect("one line").to_owned()
}

#[test]
fn the_program_tells_what_happens() {
    let (_, output) = watch("game.dmo", &packed(&a_game()));
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    let expected = include_str!("../expected.txt").replace("\r\n", "\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let readme = include_str!("../README.md").replace("\r\n", "\n");
    assert!(readme.contains(expected.as_str()), "the page shows it");
}

#[test]
fn the_other_version_has_other_codes() {
    let team = v259::to_client::SetTeam { cn: 3, team: "evil".into(), reason: Default::default() };
    let messages = [v259::ToClient::from(team)];
    let packet = v259::DemoRecordPacket::Messages((&messages).into());
    let records = [v259::DemoRecord { millis: 1_000, packet }];
    let bytes = v259::Demo { records: (&records).into() }.to_vec().expect("a recording");
    let mut recording = Recording::open(&bytes).expect("a recording");
    assert_eq!(recording.next(), Some(Ok(())));
    assert_eq!(recording.next(), None);
    assert_eq!(recording.lines(), ["A recording in protocol 259.", "   0:01  client 3 is in team evil"]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let (path, output) = watch("text.dmo", b"no recording at all");
    assert_eq!(complaint(&path, &output), "cannot be unpacked behind byte 0: invalid gzip header");
    let mut other = a_game();
    other[20] = 2;
    let (path, output) = watch("258.dmo", &packed(&other));
    let why = "byte 20 of what was unpacked: Demo.protocol: not the constant that belongs here";
    assert_eq!(complaint(&path, &output), why);
    let game = a_game();
    let (path, output) = watch("cut.dmo", &packed(&game[..game.len() - 1]));
    let why = "of what was unpacked: DemoRecord.within: 1 more byte needed, but the packet ends here";
    assert!(complaint(&path, &output).ends_with(why));
    let (path, output) = watch("head.dmo", &packed(&game[..17]));
    let why = "byte 16 of what was unpacked: Demo.version: 3 more bytes needed, but the packet ends here";
    assert_eq!(complaint(&path, &output), why);
}

#[test]
fn behind_a_message_that_nobody_knows_it_goes_on() {
    let mut writer = Writer::new();
    writer.says(0, &[client(0, "pix", "good").into(), to_client::Welcome {}.into()]);
    let unknown = writer.bytes.len() - 1;
    writer.bytes[unknown] = 120;
    let note = to_client::ServerMessage { text: "still there".into() };
    writer.says(1_000, &[note.into()]);
    let (path, output) = watch("unknown.dmo", &packed(&writer.bytes));
    let why = format!("byte {unknown} of what was unpacked: ToClient.code: unexpected code");
    assert_eq!(complaint(&path, &output), why);
    assert!(include_str!("../README.md").contains(&format!("unknown.dmo: {why}")), "the page shows it");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<_> = told.lines().map(str::trim_start).collect();
    let expected = [
        "A recording in protocol 260.",
        "0:00  pix (0) is there, in team good",
        "0:01  the server: still there",
        "0:01  the recording ends",
    ];
    assert_eq!(lines, expected);
}
