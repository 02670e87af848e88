//! Stamps of many paths at once: what lib/node/index/stamps.ts asks of each, without an object for every answer.
use crate::threads::{on_threads, share_of};

/// Numbers of one stamp: device, inode, mode, size, and when contents and inode changed last, in nanoseconds. All 0: nothing is there.
const WORDS: usize = 6;

/// Null bytes of a stamp that is not to be had: no file has that mode.
const UNKNOWN: [i64; WORDS] = [-1; WORDS];

/// The stamps as bytes in the order of this machine, or nothing where the platform has no such numbers.
pub fn of(folder: &str, paths: &[&str]) -> Vec<u8> {
    if cfg!(not(unix)) {
        return Vec::new();
    }
    let parts = on_threads(paths.len(), |next| {
        let mut part = Vec::new();
        let mut path = String::with_capacity(folder.len() + 128);
        while let Some(share) = share_of(paths.len(), next) {
            for index in share {
                path.clear();
                path.push_str(folder);
                path.push('/');
                path.push_str(paths[index]);
                part.push((index, one(&path)));
            }
        }
        part
    });
    let mut out = vec![0u8; paths.len() * WORDS * 8];
    for (index, stamp) in parts.into_iter().flatten() {
        for (at, word) in stamp.iter().enumerate() {
            out[(index * WORDS + at) * 8..][..8].copy_from_slice(&word.to_ne_bytes());
        }
    }
    out
}

#[cfg(unix)]
fn one(path: &str) -> [i64; WORDS] {
    use std::os::unix::fs::MetadataExt;
    match std::fs::symlink_metadata(path) {
        Ok(found) => [
            found.dev() as i64,
            found.ino() as i64,
            i64::from(found.mode()),
            found.size() as i64,
            found.mtime() * 1_000_000_000 + found.mtime_nsec(),
            found.ctime() * 1_000_000_000 + found.ctime_nsec(),
        ],
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => [0; WORDS],
        Err(_) => UNKNOWN,
    }
}

#[cfg(not(unix))]
fn one(_: &str) -> [i64; WORDS] {
    UNKNOWN
}
