//! Inline code, comments and tags inside a line.
use super::*;

impl Scan<'_> {
    pub(super) fn inline(&mut self, mut p: usize, mut end: usize, mut chain: bool, many: bool) {
        while p < end {
            let c = self.at(p);
            if c == LESS {
                let next = self.at(p + 1);
                if next == EXCLAMATION && self.is_comment(p) {
                    let close = if p < self.no_comment_before {
                        self.n
                    } else {
                        self.next_close(p + 2)
                    };
                    if close + 3 <= end || (many && close < self.n && self.reaches(close)) {
                        p = self.close_comment(p, close);
                        end = self.end_after(close, end);
                        continue;
                    }
                } else if next == LESS && p + 1 < end {
                    while p + 1 < end && self.at(p + 1) == LESS {
                        p += 1;
                    }
                    chain = false;
                    continue;
                } else if next == SLASH || chain {
                    let after = self.tag(p, end);
                    if after > 0 {
                        p = after;
                        chain = true;
                        continue;
                    }
                }
                chain = false;
                p += 1;
            } else if c == TICK {
                chain = false;
                p = self.skip_code(p, end);
            } else if c == BACKSLASH {
                chain = false;
                p += 2;
            } else {
                if !is_blank(c) {
                    chain = false;
                }
                p += 1;
            }
        }
    }

    pub(super) fn skip_code(&mut self, p: usize, end: usize) -> usize {
        let mut q = p;
        while q < end && self.at(q) == TICK {
            q += 1;
        }
        let length = q - p;
        let known = self.ticks_end == Some(end);
        if known && self.ticks.get(&length).is_none_or(|last| *last < q) {
            return q;
        }
        let mut r = q;
        while r < end {
            if self.at(r) != TICK {
                r += 1;
                continue;
            }
            let run = r;
            while r < end && self.at(r) == TICK {
                r += 1;
            }
            if r - run == length {
                return r;
            }
            if !known {
                self.ticks.insert(r - run, run);
            }
        }
        self.ticks_end = Some(end);
        q
    }

    pub(super) fn tag_end(&self, p: usize, end: usize) -> usize {
        let closing = self.at(p + 1) == SLASH;
        let mut q = if closing { p + 2 } else { p + 1 };
        if q >= end || !is_letter(self.at(q)) {
            return 0;
        }
        while q < end && is_tag_name(self.at(q)) {
            q += 1;
        }
        if closing {
            q = self.skip_blanks(q, end);
            return if q < end && self.at(q) == GREATER { q + 1 } else { 0 };
        }
        if q >= end {
            return 0;
        }
        let first = self.at(q);
        if first != GREATER && first != SLASH && !is_blank(first) {
            return 0;
        }
        let mut quote = 0;
        while q < end {
            let c = self.at(q);
            if quote != 0 {
                if c == quote {
                    quote = 0;
                }
            } else if c == GREATER {
                return q + 1;
            } else if c == LESS {
                return 0;
            } else if c == DOUBLE_QUOTE || c == SINGLE_QUOTE {
                quote = c;
            }
            q += 1;
        }
        0
    }

    pub(super) fn tag(&mut self, p: usize, end: usize) -> usize {
        let after = self.tag_end(p, end);
        if after == 0 {
            return 0;
        }
        let closing = self.at(p + 1) == SLASH;
        let from = if closing { p + 2 } else { p + 1 };
        let mut name = from;
        while is_tag_name(self.at(name)) {
            name += 1;
        }
        let length = name - from;
        if closing {
            self.push(TAG_CLOSE, 0, p, after, from, name);
            self.close_tag(from, length);
            return after;
        }
        let self_closing = self.at(after - 2) == SLASH;
        let to = self.trim_end(from, if self_closing { after - 2 } else { after - 1 });
        self.push(TAG_OPEN, u32::from(self_closing), p, after, from, to.max(name));
        if !self_closing && length <= MAX_TAG_NAME && self.tags < MAX_TAGS {
            self.tag_at[self.tags] = from;
            self.tag_length[self.tags] = length;
            self.tags += 1;
        }
        after
    }

    pub(super) fn close_tag(&mut self, from: usize, length: usize) {
        for i in (0..self.tags).rev() {
            if self.tag_length[i] == length && self.same_text(self.tag_at[i], from, length) {
                self.tags = i;
                return;
            }
        }
    }

    pub(super) fn same_text(&self, a: usize, b: usize, length: usize) -> bool {
        (0..length).all(|i| self.at(a + i) == self.at(b + i))
    }
}
