//! Fenced code.
use super::*;

impl Scan<'_> {
    pub(super) fn open_fence(&mut self, mark: u32, p: usize, end: usize, keep: usize, base: i64, indent: i64) -> bool {
        let mut q = p;
        while q < end && self.at(q) == mark {
            q += 1;
        }
        let length = q - p;
        if length < 3 {
            return false;
        }
        if mark == TICK {
            while q < end {
                if self.at(q) == TICK {
                    return false;
                }
                q += 1;
            }
        }
        self.enter(keep);
        let from = self.n.min(self.next_line(self.eol));
        self.fence = Some(self.push(FENCE, if mark == TILDE { 2 } else { 0 }, p, end, from, from));
        self.fence_mark = mark;
        self.fence_length = length;
        self.fence_base = base;
        self.fence_limit = if indent > 3 { NO_LIMIT } else { 3 };
        self.last_end = end;
        true
    }

    pub(super) fn fence_line(&mut self, fence: usize, pos: usize, p: usize, column: i64) {
        let end = self.trim_end(p, self.eol);
        self.last_end = end;
        if self.at(p) != self.fence_mark || column - self.fence_base > self.fence_limit {
            return;
        }
        let mut q = p;
        while q < end && self.at(q) == self.fence_mark {
            q += 1;
        }
        if q < end || q - p < self.fence_length {
            return;
        }
        self.out[fence + 1] |= 1;
        self.out[fence + 3] = end as u32;
        self.out[fence + 5] = pos as u32;
        self.fence = None;
    }

    pub(super) fn close_fence(&mut self, pos: usize) {
        let Some(fence) = self.fence else { return };
        let mut end = pos;
        if end > 0 && self.at(end - 1) == LF {
            end -= 1;
        }
        if end > 0 && self.at(end - 1) == CR {
            end -= 1;
        }
        let end = (end as u32).max(self.out[fence + 3]);
        self.out[fence + 3] = end;
        self.out[fence + 4] = self.out[fence + 4].min(end);
        self.out[fence + 5] = end;
        self.fence = None;
    }
}
