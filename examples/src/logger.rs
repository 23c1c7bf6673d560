//! Warnings of the libraries, on standard error.

use log::{LevelFilter, Log, Metadata, Record};

struct Logger;

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("retrograph")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("{}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Shows warnings and errors of this project's crates.
pub fn install() {
    // A second call finds the logger of the first and changes nothing.
    if log::set_logger(&Logger).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}
