//! The functions that the addon exports to JavaScript. A panic in one becomes an error and does not end the process.
#[rustfmt::skip]
mod kinds;
mod scan;

use std::panic::{catch_unwind, AssertUnwindSafe};

use napi::bindgen_prelude::Uint32Array;
use napi::{Error, JsString, Result};
use napi_derive::napi;

/// Returns the number that the loader compares with `ABI` in lib/markdown/spans.ts.
#[napi]
pub fn abi() -> u32 {
    kinds::ABI
}

#[napi]
pub fn scan(text: JsString) -> Result<Uint32Array> {
    let length = text.utf16_len()?;
    let units = text.into_utf16()?;
    // The buffer ends with a NUL that is not part of the text.
    catch_panic(|| scan::scan(&units.as_slice()[..length])).map(Uint32Array::new)
}

/// Panics inside `catch_panic`, so that a test can check that the panic becomes an error.
#[napi]
pub fn panics() -> Result<u32> {
    catch_panic(|| panic!("asked to"))
}

fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T> {
    // The standard panic hook would print to stderr, where only the CLI may print.
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
