//! What can be said on the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use wireform_build::load::Disk;

use crate::diff::Require;

/// Describes binary protocols that already exist: checks schemas, generates Rust, explains packets.
#[derive(Debug, Parser)]
#[command(name = "wireform", version, arg_required_else_help = true)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Even in a file
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// Makes it so for all output.
    pub fn choose(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile schemas, execute their examples, show what is wrong
    Check(Check),
    /// Lay out schemas: white space and commas as in all schemas, nothing else changes
    #[command(after_help = FMT_HELP)]
    Fmt(Fmt),
    /// Write the Rust and the documents of all schemas of a folder
    Generate(Generate),
    /// Explain a packet
    #[command(after_help = READ_HELP)]
    Read(Read),
    /// Make a packet
    #[command(after_help = WRITE_HELP)]
    Write(Write),
    /// Print the model of a schema as JSON, for programs
    #[command(after_help = MODEL_HELP)]
    Model(Model),
    /// Write a dissector of a schema for Wireshark: one Lua file
    #[command(after_help = DISSECTOR_HELP)]
    Dissector(Dissector),
    /// Serve an editor on standard input and output, by the Language Server Protocol
    #[cfg(feature = "lsp")]
    Lsp(Lsp),
    /// Say what differs between two schemas, and which readers read the packets of which writers
    #[command(after_help = DIFF_HELP)]
    Diff(Diff),
    /// Begin a schema with the description that you have: of ProtoDef, Kaitai Struct or PDL
    #[cfg(feature = "import")]
    #[command(after_help = IMPORT_HELP)]
    Import(Import),
    /// List the shipped protocols: `check`, `read`, `write`, `model` and `dissector` take their names in place of a file
    #[command(after_help = PROTOCOLS_HELP)]
    Protocols,
    /// Print the schema of a shipped protocol
    Schema(Schema),
}

/// The folder of schemas, unless another one is given.
pub const SCHEMAS: &str = "schema";

/// Which files schemas may import.
#[derive(Debug, Args)]
pub struct Imports {
    /// Let schemas import files from outside of their folder
    #[arg(long)]
    pub allow_outside: bool,
}

impl Imports {
    /// The files for schemas of a folder.
    pub fn of_folder(&self, folder: &Path) -> Disk {
        if self.allow_outside { Disk::anywhere() } else { Disk::within(folder) }
    }

    /// The files for one schema.
    pub fn of_schema(&self, schema: &Path) -> Disk {
        if self.allow_outside { Disk::anywhere() } else { Disk::beside(schema) }
    }
}

/// `wireform check`
#[derive(Debug, Args)]
pub struct Check {
    /// The schemas: .wire files, or names, of `schema/NAME.wire`, `schema/GROUP/NAME.wire` or shipped protocols; a file
    /// that others import only counts with one of these
    #[arg(required = true, value_name = "SCHEMA")]
    pub files: Vec<PathBuf>,
    /// Say of each number who sets it, and what reads it
    #[arg(long)]
    pub owners: bool,
    /// The files that the schema may import.
    #[command(flatten)]
    pub imports: Imports,
}

/// `wireform fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// The schemas: .wire files, and folders, of which all .wire files are meant, also those in folders in them; `-`, or
    /// nothing: from standard input to standard output
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing; fail, with a list, if any schema would change
    #[arg(long)]
    pub check: bool,
}

/// `wireform import`
#[cfg(feature = "import")]
#[derive(Debug, Args)]
pub struct Import {
    /// The language of the description
    #[arg(value_enum, value_name = "LANGUAGE")]
    pub language: Language,
    /// The description, or `-` for standard input; of ProtoDef, a file for each version, the oldest first
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write `NAME.wire` in this folder; without it, the schema goes to standard output
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Replace a schema that is there already
    #[arg(long)]
    pub force: bool,
    /// The name of the protocol, in place of the description's
    #[arg(long)]
    pub name: Option<String>,
    /// The versions of the files of ProtoDef, in their order; unless `version.json` is beside each
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS")]
    pub versions: Vec<String>,
}

/// A language of descriptions.
#[cfg(feature = "import")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// ProtoDef's JSON, as `protocol.json` of minecraft-data
    Protodef,
    /// Kaitai Struct, `.ksy`
    Kaitai,
    /// PDL, `.pdl`
    Pdl,
}

/// `wireform generate`
#[derive(Debug, Args)]
pub struct Generate {
    /// Where the schemas are; a folder in it is a group of schemas
    #[arg(long, default_value = SCHEMAS, value_name = "FOLDER")]
    pub schema_dir: PathBuf,
    /// Where they go: the Rust to PROTOCOL/mod.rs in this folder, or to GROUP/PROTOCOL/mod.rs, the pages beside it; what
    /// was not generated from these schemas stays
    #[arg(long, default_value = "generated", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Generate types that change packets in place, too
    #[arg(long)]
    pub patch: bool,
    /// Generate types that borrow nothing, too
    #[arg(long)]
    pub owned: bool,
    /// Generate pages and no Rust for the schemas of this group; once for each group
    #[arg(long, value_name = "GROUP")]
    pub pages_only: Vec<String>,
    /// The files that the schema may import.
    #[command(flatten)]
    pub imports: Imports,
    /// Write nothing; fail, with a list, if what is there is not what the schemas say
    #[arg(long)]
    pub check: bool,
}

/// What `read` and `write` have in common.
#[derive(Debug, Args)]
pub struct Subject {
    /// The schema: a .wire file, or a name such as quake2, of `schema/quake2.wire` or of a shipped protocol
    pub schema: PathBuf,
    /// A message, struct or family of it, by its name or its source name; `[FAMILY]` for a stream of messages;
    /// `v259::NAME`, or `259::NAME`, in an older version
    pub name: String,
    /// The version of the protocol: `--version v259` is `v259::` before the name
    #[arg(long, value_name = "VERSION")]
    pub version: Option<String>,
    /// A value that the receiver knows and the bytes do not say; once for each parameter. A value that only other
    /// messages need is ignored with a note
    #[arg(long, value_name = "NAME=VALUE")]
    pub with: Vec<String>,
    /// The files that the schema may import.
    #[command(flatten)]
    pub imports: Imports,
}

/// `wireform read`
#[derive(Debug, Args)]
pub struct Read {
    /// Of what
    #[command(flatten)]
    pub subject: Subject,
    /// The packet, in hexadecimal; `-`, or nothing: standard input has it
    #[arg(value_name = "BYTES", allow_negative_numbers = true)]
    pub bytes: Vec<String>,
    /// Bytes are decimal numbers, here (-128 to 255) and in the answer
    #[arg(long)]
    pub dec: bool,
    /// The packet is the content of this file, byte for byte, at most 16 MiB; `-`: of standard input
    #[arg(long, value_name = "FILE", conflicts_with = "bytes")]
    pub file: Option<PathBuf>,
    /// Add what the schema says about each field
    #[arg(long, conflicts_with = "json")]
    pub docs: bool,
    /// Answer with one JSON object: the packet's fields
    #[arg(long)]
    pub json: bool,
    /// Read many packets, one JSON object a line on standard input, and answer line by line
    #[arg(long, conflicts_with_all = ["bytes", "file", "dec", "docs", "json"])]
    pub lines: bool,
}

/// `wireform write`
#[derive(Debug, Args)]
pub struct Write {
    /// Of what
    #[command(flatten)]
    pub subject: Subject,
    /// The fields, as `read --json` gives them; only those that may be absent may be left out; `-`, or nothing: standard input has them
    #[arg(value_name = "JSON")]
    pub fields: Vec<String>,
    /// Print the bytes as decimal numbers
    #[arg(long)]
    pub dec: bool,
    /// Refuse values that would be written as others: those that `clamp` and `wrap` bring into their range, and raw
    /// numbers that no writer makes
    #[arg(long)]
    pub strict: bool,
    /// Write many packets, one JSON object a line on standard input, and answer line by line
    #[arg(long, conflicts_with_all = ["fields", "dec"])]
    pub lines: bool,
}

/// `wireform model`
#[derive(Debug, Args)]
pub struct Model {
    /// The schema: a .wire file, or a name such as quake2, of `schema/quake2.wire` or of a shipped protocol
    pub schema: PathBuf,
    /// The files that the schema may import.
    #[command(flatten)]
    pub imports: Imports,
}

/// `wireform dissector`
#[derive(Debug, Args)]
pub struct Dissector {
    /// The schema: a .wire file, or a name such as quake2, of `schema/quake2.wire` or of a shipped protocol
    pub schema: PathBuf,
    /// The file to write; without it, the dissector goes to standard output
    #[arg(short, long = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write a capture of the schema's examples, for trying the dissector: packets from and to the first port that is
    /// given, each in a conversation of its own
    #[arg(long, value_name = "FILE.pcap")]
    pub examples: Option<PathBuf>,
    /// The UDP ports of the protocol: numbers and ranges, `28785,28786` or `7000-7010`
    #[arg(long, value_name = "PORTS")]
    pub udp: Option<String>,
    /// The TCP ports of the protocol
    #[arg(long, value_name = "PORTS")]
    pub tcp: Option<String>,
    /// One packet, or one message of a TCP stream, in both directions: a record, a family, `[FAMILY]` for messages up to
    /// the end of the packet
    #[arg(long, value_name = "NAME", conflicts_with_all = ["to_server", "to_client"])]
    pub packet: Option<String>,
    /// One packet to the port
    #[arg(long, value_name = "NAME", requires = "to_client")]
    pub to_server: Option<String>,
    /// One packet from the port
    #[arg(long, value_name = "NAME", requires = "to_server")]
    pub to_client: Option<String>,
    /// A parameter or session value that a conversation starts with; once for each
    #[arg(long, value_name = "NAME=VALUE")]
    pub with: Vec<String>,
    /// The version that a conversation starts with; the newest without it
    #[arg(long, value_name = "VERSION")]
    pub version: Option<String>,
    /// A parameter, or `version`, that the number of a message says for all later packets of its conversation; with VALUE, the
    /// message itself says it
    #[arg(long, value_name = "NAME=MESSAGE.FIELD | NAME=VALUE:MESSAGE")]
    pub learn: Vec<String>,
    /// A difference whose base is the state that the same field had before, in the same direction of the conversation. KEY
    /// is a number that distinguishes several states, of the same record or MESSAGE.FIELD of an earlier message in the
    /// packet; BASE, too, is the KEY of the state that is the base
    #[arg(long, value_name = "MESSAGE.FIELD[=KEY[:BASE]]")]
    pub follow: Vec<String>,
    /// Bytes that are a packet NAME when they are inflated, a stream of zlib
    #[arg(long, value_name = "MESSAGE.FIELD=NAME")]
    pub inflate: Vec<String>,
    /// Bytes that another dissector of Wireshark shows; with KEY=NUMBER only if the number KEY, of the same record or
    /// MESSAGE.FIELD around it, is that one
    #[arg(long, value_name = "MESSAGE.FIELD=DISSECTOR[:KEY=NUMBER]")]
    pub hand: Vec<String>,
    /// The name in Wireshark, with which its filters begin; the protocol's name without it. Wireshark refuses the name of
    /// one of its own protocols, such as dns
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The files that the schema may import.
    #[command(flatten)]
    pub imports: Imports,
}

/// `wireform lsp`
#[cfg(feature = "lsp")]
#[derive(Debug, Args)]
pub struct Lsp {
    /// Accepted for clients that pass it to every server; it changes nothing
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `wireform diff`
#[derive(Debug, Args)]
pub struct Diff {
    /// The old schema: a .wire file, or a name such as quake2; `NAME@VERSION` for one of its versions
    pub old: String,
    /// The new schema
    pub new: String,
    /// Requirements, with commas between several [default: new-reads-old,old-reads-new,rust]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub require: Vec<Require>,
    /// List comments that differ, too
    #[arg(long)]
    pub docs: bool,
    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
    /// The files that the schemas may import.
    #[command(flatten)]
    pub imports: Imports,
}

/// `wireform schema`
#[derive(Debug, Args)]
pub struct Schema {
    /// The protocol; `wireform protocols` lists them
    pub name: String,
}

const DIFF_HELP: &str = "\
Two schemas with versions are compared version by version, by their names. The page cli/diff.md describes the answer, its
JSON, and how a verdict about packets is found.

Examples:
  wireform diff old.wire new.wire
  wireform diff mqtt@v4 mqtt@v5
  wireform diff --require new-reads-old old.wire new.wire

Exit codes: 0 all that is required holds, 1 a schema is wrong, 2 the command line is wrong, 3 something required does not
hold.";

#[cfg(feature = "import")]
const IMPORT_HELP: &str = "\
The schema is one that `wireform check` accepts. A comment in it, `// import: ..`, is where something could not be said; the
summary, on standard error, counts the reasons. The page cli/import.md says what each construct becomes.

Examples:
  wireform import kaitai network/icmp_packet.ksy
  wireform import pdl bluetooth_hci.pdl -o schema
  wireform import protodef --versions 758,769 1.18.2/protocol.json 1.21.4/protocol.json -o schema";

const FMT_HELP: &str = "\
You decide which items are on one line; the command decides about everything else. The page schema/reference/layout.md
has the rules. It lists the files that it changes. A file that is no schema stays as it is: the command says what is
wrong with it.

Examples:
  wireform fmt schema
  wireform fmt --check schema/quake2.wire
  wireform fmt < draft.wire

Exit codes: 0 formatted, 1 a file would change (--check), is no schema or cannot be written, 2 the command line is wrong.";

const PROTOCOLS_HELP: &str = "\
Examples:
  wireform schema quake2
  wireform read quake2 Sound 091f377f8064ff1f0a00ecffff7f";

const MODEL_HELP: &str = "\
The model has all that the schema says of bytes and values: records with their fields in wire order, numbers with their
widths, meanings and owners, families with their codes. It is for back ends in other languages and for comparisons. The
page cli/model.md describes the form, `\"format\": 0`, which may change with every version before 1.0.

Examples:
  wireform model quake2

Exit codes: 0 printed, 1 the schema is wrong, 2 the command line is wrong.";

const DISSECTOR_HELP: &str = "\
The file needs nothing else. Put it into the folder of personal Lua plugins (Wireshark: Help > About > Folders), or give
it to tshark: `-X lua_script:FILE`. Fields are those of `wireform read`, and so are the names of messages; a MESSAGE.FIELD
is a path of `wireform model`, such as `ToClient.Sound.volume`.

Without --packet, --to-server and --to-client, the command takes what no other part of the schema contains: one
record or family, or a pair that its names tell apart, such as `ClientPacket` and `ServerPacket`. It says which.

The capture of --examples has the examples of these packets and of the messages in them, for the version, parameters and
session values that a conversation starts with: `tshark -r FILE.pcap -X lua_script:FILE`. A message is put into the example
of a packet that has room for it, with its code, its length and its checksum. An example that a reader refuses is shown with
its reason. The command says how many packets there are, and why other examples are in none.

Examples:
  wireform dissector quake2 --udp 27910 -o quake2.lua --examples quake2.pcap
  wireform dissector quake2 --udp 27910 --follow EntityUpdate.state=number -o quake2.lua
  wireform dissector quake2 --udp 27910 --follow PlayerInfo.player=Frame.number:Frame.delta_number -o quake2.lua
  wireform dissector sauerbraten --version v259 --name sauer259 -o sauer259.lua
  wireform dissector schema/gallery/enet.wire --udp 28785 --packet Datagram --hand Body.SendReliable.payload=sauerbraten -o enet.lua

Exit codes: 0 written, 1 the schema is wrong or the file cannot be written, 2 the command line is wrong.";

const READ_HELP: &str = "\
Examples:
  wireform read sauerbraten Pos --dec 4 1 17 16 11 39 102 35 207 27 134 112 90 132 151 126 35
  wireform read sauerbraten '[Positions]' --file packet.bin --json
  wireform read sauerbraten Pos --lines < packets.jsonl

A line of --lines is {\"hex\": \"0401..\", \"with\": {\"name\": value}} (\"with\" may be left out, other keys are ignored); its
answer is {\"ok\": true, \"fields\": {..}, \"rest\": \"hex\"} or
{\"ok\": false, \"error\": {\"kind\": .., \"message\": .., \"field\": .., \"offset\": .., \"text\": ..}}.

A packet that would be written otherwise than it came says so: `form -> 05` behind a field. JSON has it beside the fields:
--lines in the answer, \"differs\": [{\"path\": .., \"offset\": .., \"kind\": .., \"written\": \"hex\"}], --json on standard error. The kinds are reserved, form, spelling, flag, end,
filling, declared and follows. One that cannot be written says \"unwritten\" and why in an answer of --lines.

Exit codes: 0 read, 1 the packet or the schema is wrong, 2 the command line is wrong, 3 read, and bytes are left over.
With --lines wrong packets are answers: 0.";

const WRITE_HELP: &str = "\
Examples:
  wireform write sauerbraten Teleport '{\"cn\": 1, \"teleport\": 2, \"destination\": 3}'
  wireform read quake2 Sound --json 0908401200 | wireform write quake2 Sound

A field that is left out is absent, or has the value of its `else`. A quantity is given as {\"raw\": 16}, as {\"value\": 1.0}, or, where both
agree, as both; bits as {\"raw\": 5} or their parts. A bare number is refused there, since it may be the one or the other.
A message of a family is {\"Name\": {..}}. A raw number that is never written, such as one with reserved bits, is refused; beside its meaning it is
replaced with a note. So is a value outside of a range that has `clamp` or `wrap`. --strict refuses both.

A line of --lines is {\"fields\": {..}, \"with\": {\"name\": value}}, such as `read --lines` answers; its answer is
{\"ok\": true, \"hex\": \"0401..\"}, with \"unverified\": [\"checksum\"] where only a program could compute the number and
\"changed\": [\"kind\"] where another value was written than the given one, or
{\"ok\": false, \"error\": {\"kind\": .., \"message\": .., \"field\": .., \"offset\": null, \"text\": ..}}.

Exit codes: 0 written, 1 the value or the schema is wrong, 2 the command line is wrong.
With --lines wrong values are answers: 0.";
