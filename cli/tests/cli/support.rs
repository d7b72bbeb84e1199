//! A folder to work in, and the command run in it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A schema that is right.
pub const RIGHT: &str = "\
//! A protocol for tests.
protocol right { byte_order: big }

/// Says hello.
message Hello = 1 { id: u16, kind: u8 }
";

/// An empty folder, for one test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    pub fn with(self, path: &str, content: &str) -> Self {
        self.write(path, content.as_bytes());
        self
    }

    pub fn write(&self, path: &str, content: &[u8]) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("its folder");
        std::fs::write(path, content).expect("the file");
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.join(path)).expect("the file is there")
    }

    pub fn has(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }

    /// Makes a link to a target, as seen from the link's folder.
    #[cfg(unix)]
    pub fn link(&self, target: &str, path: &str) {
        std::os::unix::fs::symlink(target, self.0.join(path)).expect("a link");
    }

    /// Makes a FIFO. Opening it waits for a writer, and there is none.
    #[cfg(unix)]
    pub fn fifo(&self, path: &str) {
        let made = Command::new("mkfifo").arg(self.0.join(path)).status().expect("mkfifo runs");
        assert!(made.success(), "{made}");
    }

    /// All files, hidden ones too.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let path = path.strip_prefix(&self.0).expect("inside the folder");
                    files.push(path.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        files.sort();
        files
    }

    /// All files, each with its content.
    pub fn contents(&self) -> Vec<(String, String)> {
        let files = self.files().into_iter();
        files.map(|file| (file.clone(), self.read(&file))).collect()
    }

    /// Runs `wireform` here, with nothing on standard input.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.pipe(arguments, b"")
    }

    /// Runs `wireform` here, with this on standard input.
    pub fn pipe(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("it has a standard input");
        let input = input.to_vec();
        let feeder = std::thread::spawn(move || {
            // A command that stops early does not read everything.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("the command ends");
        feeder.join().expect("the input is written");
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("text on standard output"),
            err: String::from_utf8(output.stderr).expect("text on standard error"),
        }
    }

    /// Runs `wireform` here, with a standard output that nobody reads any more.
    pub fn unread(&self, arguments: &[&str]) -> Ran {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let child = self.command(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn();
        let output = child.and_then(std::process::Child::wait_with_output).expect("the command runs");
        let err = String::from_utf8(output.stderr).expect("text on standard error");
        Ran { code: output.status.code(), out: String::new(), err }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireform"));
        command.args(arguments).current_dir(&self.0);
        // Whoever runs the tests may have their own wishes about colours, and cargo has told where it is.
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CARGO_PKG_NAME"] {
            command.env_remove(name);
        }
        command
    }
}

/// A text that is expected, with the paths in it as the command shows them here: Windows puts `\` between folders.
pub fn native(text: &str) -> String {
    if cfg!(windows) { text.replace('/', "\\") } else { text.to_owned() }
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Standard output of a run that went well and complained about nothing.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// Standard output of a run that read a packet with bytes left over.
    #[track_caller]
    pub fn left_over(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(3), ""), "{}", self.out);
        self.out
    }

    /// Standard error of a run that failed with this code and had no answer.
    #[track_caller]
    pub fn bad(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        self.err
    }
}
