//! Reads many files on a few threads and lays the results out flat: decoded and scanned, or as their digests alone.
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read};

use crate::scan::scan;
use crate::sha256;
use crate::threads::{on_threads, share_of};

const FIRST_BUFFER: usize = 1 << 17;

const ABSENT: u32 = 0;
const NARROW: u32 = 1;
const WIDE: u32 = 2;
const OTHER: u32 = 3;
const META_WORDS: usize = 5;

/// The file holds one of the words asked for.
const HOLDS_WORD: u8 = 2;
/// Bytes of one entry of `looks`: the state, then the digest.
const DIGEST_BYTES: usize = 1 + sha256::BYTES;

#[derive(Default)]
pub struct Batch {
    pub meta: Vec<u32>,
    pub narrow: Vec<u8>,
    pub wide: Vec<u16>,
    pub spans: Vec<u32>,
}

/// One thread's results; offsets in `entries` count within it.
#[derive(Default)]
struct Part {
    entries: Vec<(usize, [u32; META_WORDS])>,
    batch: Batch,
}

pub fn read(paths: &[&str], max_bytes: usize) -> Batch {
    join(
        on_threads(paths.len(), |next| work(paths, max_bytes, next)),
        paths.len(),
    )
}

/// Digests of texts, `DIGEST_BYTES` a file, or that one of the words, given in small letters, stands in it in whatever case.
pub fn looks(paths: &[&str], words: &[&str], max_bytes: usize) -> Vec<u8> {
    let parts = on_threads(paths.len(), |next| {
        let mut buffer = vec![0u8; FIRST_BUFFER];
        let mut small = String::new();
        let mut part = Vec::new();
        while let Some(share) = share_of(paths.len(), next) {
            for index in share {
                part.push((index, look_at(paths[index], words, max_bytes, &mut buffer, &mut small)));
            }
        }
        part
    });
    let mut out = vec![0u8; paths.len() * DIGEST_BYTES];
    for (index, entry) in parts.into_iter().flatten() {
        out[index * DIGEST_BYTES..][..DIGEST_BYTES].copy_from_slice(&entry);
    }
    out
}

fn look_at(
    path: &str,
    words: &[&str],
    max_bytes: usize,
    buffer: &mut Vec<u8>,
    small: &mut String,
) -> [u8; DIGEST_BYTES] {
    let mut entry = [0u8; DIGEST_BYTES];
    let length = match bytes_of(path, max_bytes, buffer) {
        Ok(length) => length,
        Err(state) => {
            entry[0] = state as u8;
            return entry;
        }
    };
    let Ok(text) = std::str::from_utf8(&buffer[..length]) else {
        entry[0] = OTHER as u8;
        return entry;
    };
    small.clear();
    small.push_str(text);
    small.make_ascii_lowercase();
    if words.iter().any(|word| small.contains(word)) {
        entry[0] = HOLDS_WORD;
        return entry;
    }
    entry[0] = NARROW as u8;
    entry[1..].copy_from_slice(&sha256::digest(text.as_bytes()));
    entry
}

fn work(paths: &[&str], max_bytes: usize, next: &std::sync::atomic::AtomicUsize) -> Part {
    let mut part = Part::default();
    let mut buffer = vec![0u8; FIRST_BUFFER];
    while let Some(share) = share_of(paths.len(), next) {
        for index in share {
            let entry = one(paths[index], max_bytes, &mut buffer, &mut part.batch);
            part.entries.push((index, entry));
        }
    }
    part
}

fn one(path: &str, max_bytes: usize, buffer: &mut Vec<u8>, batch: &mut Batch) -> [u32; META_WORDS] {
    let length = match bytes_of(path, max_bytes, buffer) {
        Ok(length) => length,
        Err(state) => return [state, 0, 0, 0, 0],
    };
    let bytes = &buffer[..length];
    let markdown = path.ends_with(".md");
    let first = batch.spans.len();
    let (state, from, units) = if bytes.is_ascii() {
        let from = batch.narrow.len();
        batch.narrow.extend_from_slice(bytes);
        if markdown {
            batch.spans.extend_from_slice(&scan(bytes));
        }
        (NARROW, from, length)
    } else {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return [OTHER, 0, 0, 0, 0];
        };
        let from = batch.wide.len();
        batch.wide.extend(text.encode_utf16());
        if markdown {
            batch.spans.extend_from_slice(&scan(&batch.wide[from..]));
        }
        (WIDE, from, batch.wide.len() - from)
    };
    [
        state,
        from as u32,
        units as u32,
        first as u32,
        (batch.spans.len() - first) as u32,
    ]
}

/// Bytes read into the buffer, or the state of a file that gives none.
fn bytes_of(path: &str, max_bytes: usize, buffer: &mut Vec<u8>) -> Result<usize, u32> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Links are judged by the caller, and a named pipe must not hold the thread.
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    let mut file = options.open(path).map_err(|error| state_of(&error))?;
    #[cfg(not(unix))]
    if std::fs::symlink_metadata(path).map_or(true, |found| found.file_type().is_symlink()) {
        return Err(OTHER);
    }
    // A pipe that nobody writes to would read as an empty file.
    let size = match file.metadata() {
        Ok(found) if found.is_file() || found.is_dir() => found.len(),
        _ => return Err(OTHER),
    };
    let mut length = 0;
    loop {
        match file.read(&mut buffer[length..]) {
            Ok(0) => return Ok(length),
            Ok(got) => length += got,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(state_of(&error)),
        }
        if length > max_bytes {
            return Err(OTHER);
        }
        // Asking once more whether that was all is a fifth of a small file. What has no size, although there is something in it, is asked.
        if length as u64 == size {
            return Ok(length);
        }
        if length == buffer.len() {
            let size = file.metadata().map_or(u64::MAX, |found| found.len());
            if size > max_bytes as u64 {
                return Err(OTHER);
            }
            let larger = (buffer.len() * 2).max(size as usize + 1);
            buffer.resize(larger, 0);
        }
    }
}

fn state_of(error: &std::io::Error) -> u32 {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory => ABSENT,
        _ => OTHER,
    }
}

fn join(mut parts: Vec<Part>, files: usize) -> Batch {
    let mut meta = vec![0u32; files * META_WORDS];
    let mut out = Batch::default();
    let alone = parts.len() == 1;
    for part in &mut parts {
        let (narrow, wide, spans) = (out.narrow.len() as u32, out.wide.len() as u32, out.spans.len() as u32);
        for (index, entry) in &part.entries {
            let at = index * META_WORDS;
            let base = if entry[0] == WIDE { wide } else { narrow };
            meta[at] = entry[0];
            meta[at + 1] = entry[1] + base;
            meta[at + 2] = entry[2];
            meta[at + 3] = entry[3] + spans;
            meta[at + 4] = entry[4];
        }
        if alone {
            out = std::mem::take(&mut part.batch);
        } else {
            out.narrow.extend_from_slice(&part.batch.narrow);
            out.wide.extend_from_slice(&part.batch.wide);
            out.spans.extend_from_slice(&part.batch.spans);
        }
    }
    out.meta = meta;
    out
}
