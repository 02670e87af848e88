//! Labels at the start of a line or list item.
use super::*;

impl Scan<'_> {
    pub(super) fn label_at(&mut self, p: usize, end: usize) -> bool {
        let c = self.at(p);
        if c == STAR {
            return self.at(p + 1) == STAR && self.bold_label(p, end);
        }
        if !is_label_start(c) {
            return false;
        }
        let found = self
            .colon
            .filter(|colon| *colon >= p)
            .or_else(|| self.colon_after(p, end));
        let Some(colon) = found else { return false };
        if colon - p > MAX_LABEL || (colon + 1 < end && !is_blank(self.at(colon + 1))) {
            return false;
        }
        for q in p..colon {
            let x = self.at(q);
            if x < 128 && NOT_IN_LABEL[x as usize] == 1 {
                return false;
            }
        }
        let length = self.trim_end(p, colon) - p;
        self.found_label(0, length, colon + 1, end)
    }

    pub(super) fn found_label(&mut self, form: u32, length: usize, after: usize, end: usize) -> bool {
        self.label_detail = form | ((length as u32) << 8);
        self.label_from = self.skip_blanks(after, end);
        true
    }

    pub(super) fn colon_after(&self, p: usize, end: usize) -> Option<usize> {
        (p..end.min(p + MAX_LABEL + 1)).find(|q| self.at(*q) == COLON)
    }

    pub(super) fn bold_label(&mut self, p: usize, end: usize) -> bool {
        let start = p + 2;
        if start >= end || is_blank(self.at(start)) {
            return false;
        }
        let stop = (end - 1).min(start + MAX_LABEL + 1);
        let mut q = start;
        while q < stop && self.at(q) != STAR {
            q += 1;
        }
        if q >= stop && !(q < end && self.at(q) == STAR) {
            return false;
        }
        if q == start || self.at(q + 1) != STAR || q + 1 >= end {
            return false;
        }
        if self.at(q - 1) == COLON {
            let length = self.trim_end(start, q - 1) - start;
            return length > 0 && self.found_label(1, length, q + 2, end);
        }
        let length = self.trim_end(start, q) - start;
        let mut r = self.skip_blanks(q + 2, end);
        if r < end && self.at(r) == OPEN_PAREN {
            let note_stop = end.min(r + MAX_NOTE);
            while r < note_stop && self.at(r) != CLOSE_PAREN {
                r += 1;
            }
            if r >= note_stop {
                return false;
            }
            r = self.skip_blanks(r + 1, end);
        }
        if r >= end || self.at(r) != COLON || (self.at(r + 1) == SLASH && self.at(r + 2) == SLASH) {
            return false;
        }
        self.found_label(2, length, r + 1, end)
    }
}
