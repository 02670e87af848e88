//! SHA-256 of bytes.
//! Here because loading node:crypto costs a process that reads a few files more than reading them.
use sha2::{Digest, Sha256};

pub const BYTES: usize = 32;

pub fn hex(bytes: &[u8]) -> String {
    digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn digest(bytes: &[u8]) -> [u8; BYTES] {
    Sha256::digest(bytes).into()
}
