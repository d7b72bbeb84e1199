//! Runs tshark, Wireshark without windows.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pcap::Capture;
use crate::tree::Node;

/// One run: a capture, dissectors, and options. It has a folder of its own, which is also the home of its user: nobody's
/// preferences matter.
#[derive(Debug)]
pub struct Tshark {
    program: PathBuf,
    folder: PathBuf,
    arguments: Vec<String>,
}

/// The output of a run.
#[derive(Debug)]
pub struct Printed {
    /// On standard output.
    pub out: String,
    /// On standard error.
    pub err: String,
}

impl Tshark {
    /// Prepares a run in this folder, which is emptied. If there is no tshark, it says `skipped`, and is none.
    ///
    /// # Panics
    /// If there is no tshark, and [`REQUIRED`](crate::REQUIRED) says that there has to be one.
    #[must_use]
    pub fn new(folder: &Path, capture: &Capture) -> Option<Self> {
        let program = crate::program("tshark")?;
        crate::emptied(folder);
        let path = folder.join("capture.pcap");
        std::fs::write(&path, capture.bytes()).expect("the capture");
        let arguments = ["-r".to_owned(), path.display().to_string(), "-n".to_owned()].into();
        Some(Self { program, folder: folder.to_owned(), arguments })
    }

    /// Loads a Lua script; the name is that of its file. Several are loaded in order.
    #[must_use]
    pub fn script(self, name: &str, text: &str) -> Self {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("the script");
        self.with(&["-X", &format!("lua_script:{}", path.display())])
    }

    /// Sets a preference: `quake2.direction`, `client`.
    #[must_use]
    pub fn preference(self, name: &str, value: &str) -> Self {
        self.with(&["-o", &format!("{name}:{value}")])
    }

    /// Shows only packets that a display filter takes.
    #[must_use]
    pub fn filter(self, filter: &str) -> Self {
        self.with(&["-Y", filter])
    }

    /// Decodes a port as a protocol, as `Decode As` does: `udp.port==1000,quake2`.
    #[must_use]
    pub fn decode_as(self, rule: &str) -> Self {
        self.with(&["-d", rule])
    }

    /// Goes through the capture twice, as Wireshark does.
    #[must_use]
    pub fn two_passes(self) -> Self {
        self.with(&["-2"])
    }

    /// Other arguments.
    #[must_use]
    pub fn with(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|one| (*one).to_owned()));
        self
    }

    /// Runs it, and gives the layers of each packet that is shown: `_source.layers` of `-T json -x`.
    ///
    /// # Panics
    /// As [`printed`](Self::printed).
    #[must_use]
    pub fn packets(self) -> Vec<Node> {
        let printed = self.with(&["-T", "json", "-x"]).printed();
        let all = Node::parse(&printed.out).unwrap_or_else(|error| panic!("{error}: {}", printed.out));
        let layers = all.elements().iter().map(|packet| packet.get("_source").and_then(|it| it.get("layers")).cloned());
        layers.map(|layers| layers.expect("each packet has layers")).collect()
    }

    /// Runs it, and gives the values of fields: a row for each packet, with all values of each field.
    ///
    /// # Panics
    /// As [`printed`](Self::printed).
    #[must_use]
    pub fn fields(self, names: &[&str]) -> Vec<Vec<Vec<String>>> {
        // Control characters stand in no text of a field.
        let own = ["-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=\u{1}"];
        let names: Vec<&str> = names.iter().flat_map(|name| ["-e", name]).collect();
        let printed = self.with(&own).with(&names).printed();
        let values = |cell: &str| match cell {
            "" => Vec::new(),
            cell => cell.split('\u{1}').map(str::to_owned).collect(),
        };
        printed.out.lines().map(|line| line.split('\t').map(values).collect()).collect()
    }

    /// Runs it, and gives what it prints.
    ///
    /// # Panics
    /// If it fails, or tells of an error in Lua.
    #[must_use]
    pub fn printed(self) -> Printed {
        let home = self.folder.join("home");
        std::fs::create_dir_all(&home).expect("a home");
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "WIRESHARK_CONFIG_DIR"] {
            command.env(name, &home);
        }
        command.env("TZ", "UTC").env("LC_ALL", "C.UTF-8");
        let output = command.output().expect("tshark runs");
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        assert!(output.status.success(), "{}: {err}", output.status);
        let is_told = |line: &str| line.starts_with("lua: ") || line.starts_with("tshark: Lua:");
        let in_tree = out.lines().find(|line| line.contains("Lua Error"));
        let is_error = in_tree.is_some() || err.contains("Lua Error") || err.lines().any(is_told);
        assert!(!is_error, "{err}{}", in_tree.unwrap_or_default());
        Printed { out, err }
    }
}
