//! Work on many files shared among a few threads.
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files a thread takes at a time.
const SHARE: usize = 16;
const MAX_THREADS: usize = 4;

/// The next indices that nobody has taken.
pub fn share_of(count: usize, next: &AtomicUsize) -> Option<std::ops::Range<usize>> {
    let from = next.fetch_add(SHARE, Ordering::Relaxed);
    (from < count).then(|| from..count.min(from + SHARE))
}

/// What each thread makes of the shares it takes.
pub fn on_threads<T: Send>(count: usize, work: impl Fn(&AtomicUsize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism()
        .map_or(1, |count| count.get())
        .min(MAX_THREADS);
    let threads = threads.min(count.div_ceil(SHARE)).max(1);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(&next))).collect();
        let mut parts = vec![work(&next)];
        for other in others {
            match other.join() {
                Ok(part) => parts.push(part),
                Err(cause) => std::panic::resume_unwind(cause),
            }
        }
        parts
    })
}
