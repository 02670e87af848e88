//! What JavaScript sees of the addon. Every call is guarded: a panic becomes an error, never a dead process.
#[rustfmt::skip]
mod kinds;
mod scan;

use std::panic::{catch_unwind, AssertUnwindSafe};

use napi::bindgen_prelude::Uint32Array;
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
