//! A broker that nobody here wrote, Debian's mosquitto, on a port of its own, and the clients.
//!
//! With `WIREFORM_MOSQUITTO=required` it has to be installed; elsewhere the tests say `skipped`.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// Debian's folder of programs for the administrator is not in everybody's path.
const PROGRAMS: [&str; 2] = ["mosquitto", "/usr/sbin/mosquitto"];

struct Broker {
    process: Child,
    address: SocketAddr,
}

impl Broker {
    /// A broker on loopback, or nothing if there is none on this machine.
    fn start(name: &str) -> io::Result<Option<Self>> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let settings = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.conf"));
        fs::write(&settings, format!("listener {} 127.0.0.1\nallow_anonymous true\n", address.port()))?;
        let started = PROGRAMS.iter().find_map(|program| {
            Command::new(program).arg("-c").arg(&settings).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        });
        let Some(process) = started else {
            let required = env::var("WIREFORM_MOSQUITTO").is_ok_and(|it| it == "required");
            assert!(!required, "mosquitto is not installed, and WIREFORM_MOSQUITTO says that it is required");
            println!("skipped: mosquitto is not installed");
            return Ok(None);
        };
        let broker = Self { process, address };
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(began.elapsed() < Duration::from_secs(10), "the broker does not listen");
            sleep(Duration::from_millis(20));
        }
        Ok(Some(broker))
    }

    /// Runs the program for some seconds.
    fn meet(&self, seconds: u32) -> io::Result<Output> {
        Command::new(env!("CARGO_BIN_EXE_mqtt-client")).args([self.address.to_string(), seconds.to_string()]).output()
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Checks that each version hears each reading once and in order, and the will at last.
fn readings_and_the_will_arrive(name: &str, seconds: u32) -> io::Result<()> {
    let Some(broker) = Broker::start(name)? else { return Ok(()) };
    let output = broker.meet(seconds)?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for version in ["3.1.1", "5"] {
        let start = format!("MQTT {version}: wireform/{version}/");
        let heard: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(&start)).collect();
        let sent = (0..seconds).map(|second| format!("reading: {second} s")).chain(["gone: sensor".to_owned()]);
        assert_eq!(heard, sent.collect::<Vec<_>>(), "MQTT {version}");
    }
    Ok(())
}

#[test]
fn both_versions_publish_subscribe_and_leave_a_will() -> io::Result<()> {
    readings_and_the_will_arrive("short", 3)
}

#[test]
#[ignore = "long"]
fn more_readings_arrive_for_two_minutes() -> io::Result<()> {
    readings_and_the_will_arrive("long", 120)
}

#[test]
fn a_broker_that_is_not_there_is_an_error() -> io::Result<()> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let output = Command::new(env!("CARGO_BIN_EXE_mqtt-client")).arg(address.to_string()).output()?;
    assert!(!output.status.success() && output.stdout.is_empty());
    Ok(())
}
