//! What JavaScript sees of the addon. Every call is guarded: a panic becomes an error, never a dead process.
mod files;
#[rustfmt::skip]
mod kinds;
mod scan;
mod sha256;
mod stamps;
mod threads;

use std::panic::{catch_unwind, AssertUnwindSafe};

use napi::bindgen_prelude::{Buffer, Uint16Array, Uint32Array};
use napi::{Error, JsString, Result};
use napi_derive::napi;

/// The number that the loader compares: see `ABI` in lib/markdown/spans.ts.
#[napi]
pub fn abi() -> u32 {
    kinds::ABI
}

/// The flat spans of one text.
#[napi]
pub fn scan(text: JsString) -> Result<Uint32Array> {
    let length = text.utf16_len()?;
    let units = text.into_utf16()?;
    // The view ends with a NUL that is not part of the text.
    guarded(|| scan::scan(&units.as_slice()[..length])).map(Uint32Array::new)
}

/// Hex SHA-256 of the UTF-8 bytes of one text.
#[napi]
pub fn sha256(text: JsString) -> Result<String> {
    let bytes = text.into_utf8()?;
    guarded(|| sha256::hex(bytes.as_slice()))
}

/// Many files at once, flat; see `Batch` in lib/markdown/native.ts.
#[napi(object)]
pub struct Batch {
    pub meta: Uint32Array,
    pub narrow: Buffer,
    pub wide: Uint16Array,
    pub spans: Uint32Array,
}

/// Reads and scans files in parallel. `paths` are absolute and joined by NUL.
#[napi]
pub fn read_files(paths: String, max_bytes: u32) -> Result<Batch> {
    let batch = guarded(|| files::read(&paths.split('\0').collect::<Vec<_>>(), max_bytes as usize))?;
    Ok(Batch {
        meta: Uint32Array::new(batch.meta),
        narrow: Buffer::from(batch.narrow),
        wide: Uint16Array::new(batch.wide),
        spans: Uint32Array::new(batch.spans),
    })
}

/// Digests of many files; see `lookFiles` in lib/markdown/native.ts. `paths` are absolute; these and the words are joined by NUL.
#[napi]
pub fn look_files(paths: String, words: String, max_bytes: u32) -> Result<Buffer> {
    let paths = paths.split('\0').collect::<Vec<_>>();
    let words = words.split('\0').collect::<Vec<_>>();
    guarded(|| files::looks(&paths, &words, max_bytes as usize)).map(Buffer::from)
}

/// What tells files from any others without reading them; see lib/node/index/stamps.ts. `paths` are relative to the folder and joined by NUL.
#[napi]
pub fn stamp_files(folder: String, paths: String) -> Result<Buffer> {
    let paths = paths.split('\0').collect::<Vec<_>>();
    guarded(|| stamps::of(&folder, &paths)).map(Buffer::from)
}

/// Panics inside the guard, so that a test can see what becomes of it.
#[napi]
pub fn panics() -> Result<u32> {
    guarded(|| panic!("asked to"))
}

fn guarded<T>(work: impl FnOnce() -> T) -> Result<T> {
    // The standard hook would print to stderr, which belongs to the CLI.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    result.map_err(|cause| {
        let text = cause
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .or_else(|| cause.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown".to_string());
        Error::from_reason(format!("the scanner panicked: {text}"))
    })
}
