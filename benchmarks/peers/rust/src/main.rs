//! A peer of pyssz's benchmarks: the SSZ crates of Rust behind the protocol of ../README.md.

mod measure;
mod memory;
mod object;
mod operations;
// Written when the peer is built, by write_types.py.
mod of_libssz;
mod persistent;
mod plain;

use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

#[global_allocator]
static MEMORY: memory::Counting = memory::Counting;

#[derive(Deserialize)]
pub struct Request {
    pub library: String,
    pub operation: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub file: String,
    #[serde(default)]
    pub calls: usize,
    #[serde(default)]
    pub each: bool,
    #[serde(default)]
    pub threads: usize,
}

#[derive(Default, Serialize)]
pub struct Answer {
    pub seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<f64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result: String,
    pub allocations: f64,
    pub allocated: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unsupported: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
}

/// By name: the crate whose version is told, and what runs a request.
type Run = fn(&Request, &[u8]) -> Option<Answer>;
const LIBRARIES: [(&str, &str, Run); 3] = [
    ("ethereum_ssz", "ethereum_ssz", plain::respond),
    ("ethereum_ssz on milhouse", "milhouse", persistent::respond),
    ("libssz", "libssz", of_libssz::respond),
];

/// The version of a crate, from the lock file that the peer was built with.
fn version(name: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let entry = lock.split("[[package]]").find(|text| text.contains(&format!("name = \"{name}\"\n")));
    let line = entry.and_then(|text| text.lines().find(|line| line.starts_with("version")));
    line.map_or("unknown".into(), |line| line.split('"').nth(1).unwrap_or("unknown").to_string())
}

fn respond(asked: &Request, data: &[u8]) -> Answer {
    let (_, _, run) = LIBRARIES
        .iter()
        .find(|(name, _, _)| *name == asked.library)
        .expect("a library that was introduced");
    run(asked, data).unwrap_or_else(|| Answer {
        unsupported: "the library has no such type or operation".into(),
        ..Default::default()
    })
}

fn main() {
    let mut output = std::io::stdout().lock();
    let language = option_env!("PEER_LANGUAGE").unwrap_or("Rust");
    for (name, package, _) in LIBRARIES {
        let hello = serde_json::json!(
            {"library": name, "version": version(package), "language": language});
        writeln!(output, "{hello}").unwrap();
    }
    writeln!(output, "{{}}").unwrap();
    output.flush().unwrap();
    let mut latest = (String::new(), Vec::new());
    for line in std::io::stdin().lock().lines() {
        let answer = serde_json::from_str::<Request>(&line.unwrap())
            .map_err(|problem| problem.to_string())
            .and_then(|asked| {
                if latest.0 != asked.file {
                    let data = std::fs::read(&asked.file).map_err(|problem| problem.to_string())?;
                    latest = (asked.file.clone(), data);
                }
                catch_unwind(AssertUnwindSafe(|| respond(&asked, &latest.1)))
                    .map_err(|_| "panicked".to_string())
            })
            .unwrap_or_else(|error| Answer { error, ..Default::default() });
        writeln!(output, "{}", serde_json::to_string(&answer).unwrap()).unwrap();
        output.flush().unwrap();
    }
}
