//! A real client: Neovim, without a screen, on the guide's first schema, with the settings of `editors/neovim`.
//!
//! With `WIREFORM_NEOVIM=required` it has to be installed; otherwise the test is skipped where there is none.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::client::{buoy, root};

#[test]
fn a_user_of_neovim_sees_a_mistake_and_mends_it_by_one_key() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (schema, log) = (folder.join("buoy.wire"), folder.join("log.txt"));
    std::fs::write(&schema, buoy()).expect("the schema");
    // The user's settings, as `editors/neovim/README.md` has them.
    let init = folder.join("init.lua");
    let plugin = root().join("editors/neovim");
    let settings = format!(
        "vim.opt.runtimepath:append({plugin:?})\nrequire('wireform').setup({{ cmd = {{ {:?}, 'lsp' }}, keys = true }})\n",
        env!("CARGO_BIN_EXE_wireform")
    );
    std::fs::write(&init, settings).expect("the settings");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp/neovim.lua");
    let child = Command::new("nvim")
        .args(["--headless", "-i", "NONE", "-n", "-u"])
        .arg(&init)
        .arg("-S")
        .arg(&script)
        .env("SCHEMA", &schema)
        .env("LOG", &log)
        // Its own configuration and state, not those of the machine's user.
        .env("XDG_CONFIG_HOME", &folder)
        .env("XDG_STATE_HOME", &folder)
        .env("XDG_CACHE_HOME", &folder)
        .env("XDG_DATA_HOME", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let required = std::env::var("WIREFORM_NEOVIM").is_ok_and(|it| it == "required");
            assert!(!required, "nvim is not installed, and WIREFORM_NEOVIM says that it is required");
            println!("skipped: no nvim");
            return;
        }
        child => child.expect("Neovim starts"),
    };
    let output = child.wait_with_output().expect("Neovim ends");
    let said = std::fs::read_to_string(&log).expect("its log");
    let all = format!("{said}{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.ends_with("done\n"), "{all}");
    let steps = said.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(steps, 20, "{all}");
}
