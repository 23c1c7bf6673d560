//! Windows by value: what each shows is read back from the display.
//!
//! A program of its own, because event loops want the main thread. It starts a display server without a screen (Xvfb) and runs
//! itself again on it; arguments name the checks to run.
#![cfg_attr(
    not(target_os = "linux"),
    allow(unused_crate_dependencies, reason = "the display server is Linux's")
)]

#[cfg(target_os = "linux")]
#[path = "windows/checks.rs"]
mod checks;
#[cfg(target_os = "linux")]
#[path = "windows/desk.rs"]
mod desk;
#[cfg(target_os = "linux")]
#[path = "windows/places.rs"]
mod places;
#[cfg(target_os = "linux")]
#[path = "windows/player.rs"]
mod player;

#[cfg(target_os = "linux")]
fn main() {
    const INSIDE: &str = "RETROGRAPH_WINDOWS_INSIDE";
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    if std::env::var_os(INSIDE).is_some() {
        let names: Vec<String> =
            std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
        return checks::run(&names);
    }
    let (mut server, display) = desk::start_server();
    let status = std::process::Command::new(std::env::current_exe().expect("this program has a path"))
        .args(std::env::args().skip(1))
        .env(INSIDE, "1")
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        // Some drivers complain where there is none.
        .env("XDG_RUNTIME_DIR", std::env::temp_dir())
        .status();
    server.kill().expect("the server ends");
    server.wait().expect("the server ended");
    assert!(status.expect("the checks ran").success(), "a check failed");
}

#[cfg(not(target_os = "linux"))]
fn main() {}
