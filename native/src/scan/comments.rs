//! Comments, which may span lines and blocks.
use super::*;

impl Scan<'_> {
    pub(super) fn is_comment(&self, p: usize) -> bool {
        self.at(p + 1) == EXCLAMATION && self.at(p + 2) == DASH && self.at(p + 3) == DASH
    }

    pub(super) fn next_close(&mut self, from: usize) -> usize {
        match self.close_at {
            Some(close) if from >= self.close_from && from <= close => close,
            _ => {
                let close = self.find_close(from);
                self.close_from = from;
                self.close_at = Some(close);
                close
            }
        }
    }

    pub(super) fn find_close(&self, from: usize) -> usize {
        let text = &self.text[from.min(self.n)..];
        let found = text
            .windows(3)
            .position(|w| u32::from(w[0]) == DASH && u32::from(w[1]) == DASH && u32::from(w[2]) == GREATER);
        found.map_or(self.n, |at| from + at)
    }

    pub(super) fn comment(&mut self, p: usize, end: usize) {
        let close = self.next_close(p + 2);
        if close >= self.n {
            self.push(COMMENT, 0, p, self.n, p + 4, self.n);
            self.eol = self.n;
            self.last_end = self.n;
            return;
        }
        let after = self.close_comment(p, close);
        let end = self.end_after(close, end);
        self.inline(after, end, true, true);
    }

    pub(super) fn close_comment(&mut self, p: usize, close: usize) -> usize {
        self.push(COMMENT, 1, p, close + 3, (p + 4).min(close), close);
        close + 3
    }

    pub(super) fn end_after(&mut self, close: usize, mut end: usize) -> usize {
        let p = close + 3;
        if p > self.eol {
            let flags = self.flags;
            self.measure(p);
            self.flags |= flags;
            end = self.trim_end(p, self.eol);
        }
        self.last_end = end.max(p);
        self.last_end
    }

    pub(super) fn reaches(&mut self, close: usize) -> bool {
        let mut q = self.eol;
        while q < close {
            q = self.next_line(q);
            if q > close {
                break;
            }
            let p = self.skip_blanks(q, self.n);
            if p >= self.n || is_eol(self.at(p)) {
                self.no_comment_before = q;
                return false;
            }
            q = self.end_of_line(p);
        }
        true
    }
}
