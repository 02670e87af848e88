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
    let shared = shared_folder(paths);
    let open = near::Folder::open(&format!("{folder}/{shared}"));
    let parts = on_threads(paths.len(), |next| {
        let mut part = Vec::new();
        let mut path = String::with_capacity(folder.len() + 128);
        while let Some(share) = share_of(paths.len(), next) {
            for index in share {
                path.clear();
                let rest = &paths[index][shared.len()..];
                // A rest that is empty is the folder itself, one with a `/` in front would be looked for at the root of the system.
                let from = open.as_ref().filter(|_| !rest.is_empty() && !rest.starts_with('/'));
                match from {
                    Some(_) => path.push_str(rest),
                    None => path.extend([folder, "/", paths[index]]),
                }
                part.push((index, near::stamp(from, &mut path)));
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

/// What all paths begin with, up to the last `/`.
fn shared_folder<'a>(paths: &[&'a str]) -> &'a str {
    let Some((first, rest)) = paths.split_first() else {
        return "";
    };
    let mut shared = *first;
    for path in rest {
        let same = shared.bytes().zip(path.bytes()).take_while(|(a, b)| a == b);
        shared = match &shared.as_bytes()[..same.count()].iter().rposition(|byte| *byte == b'/') {
            Some(at) => &shared[..=*at],
            None => return "",
        };
    }
    shared.rfind('/').map_or("", |at| &shared[..=at])
}

#[cfg(unix)]
mod near {
    use super::{UNKNOWN, WORDS};
    use std::fs::{File, OpenOptions};
    use std::io::{Error, ErrorKind};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    /// A folder that paths begin in: looking up what lies above it for each of them costs a fifth of a stamp.
    pub struct Folder(File);

    impl Folder {
        pub fn open(path: &str) -> Option<Folder> {
            let mut options = OpenOptions::new();
            options.read(true).custom_flags(libc::O_DIRECTORY);
            options.open(path).ok().map(Folder)
        }
    }

    /// Without a folder, a path is absolute. The numbers have other types on other systems.
    #[allow(clippy::unnecessary_cast)]
    pub fn stamp(folder: Option<&Folder>, path: &mut String) -> [i64; WORDS] {
        if path.contains('\0') {
            return UNKNOWN;
        }
        path.push('\0');
        let at = folder.map_or(libc::AT_FDCWD, |Folder(file)| file.as_raw_fd());
        // SAFETY: all bytes of a `stat` may be 0; the path ends with the one NUL that is in it, and both outlive the call.
        let (found, failed) = unsafe {
            let mut found: libc::stat = std::mem::zeroed();
            let failed = libc::fstatat(at, path.as_ptr().cast(), &mut found, libc::AT_SYMLINK_NOFOLLOW);
            (found, failed != 0)
        };
        match failed.then(Error::last_os_error) {
            None => [
                found.st_dev as i64,
                found.st_ino as i64,
                i64::from(found.st_mode),
                found.st_size as i64,
                found.st_mtime as i64 * 1_000_000_000 + found.st_mtime_nsec as i64,
                found.st_ctime as i64 * 1_000_000_000 + found.st_ctime_nsec as i64,
            ],
            Some(error) if error.kind() == ErrorKind::NotFound => [0; WORDS],
            Some(_) => UNKNOWN,
        }
    }
}

#[cfg(not(unix))]
mod near {
    use super::{UNKNOWN, WORDS};

    pub struct Folder;

    impl Folder {
        pub fn open(_: &str) -> Option<Folder> {
            None
        }
    }

    pub fn stamp(_: Option<&Folder>, _: &mut String) -> [i64; WORDS] {
        UNKNOWN
    }
}
