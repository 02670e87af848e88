//! Tables, with their rows and cells.
use super::*;

impl Scan<'_> {
    pub(super) fn open_table(&mut self, p: usize, end: usize, base: i64, limit: i64) -> bool {
        let (q, column) = self.to_ink(self.next_line(self.eol));
        if column < base || column - base > limit {
            return false;
        }
        let columns = self.delimiter_columns(q);
        if columns == 0 || columns != self.cells(p, end, false) {
            return false;
        }
        let eol = self.end_of_line(q);
        let to = self.trim_end(q, eol);
        self.paragraph = None;
        self.table = Some(self.push(TABLE, columns, p, to, to, to));
        self.row(p, end, 0);
        self.row(q, to, 1);
        self.eol = eol;
        self.last_end = to;
        true
    }

    pub(super) fn delimiter_columns(&self, mut p: usize) -> u32 {
        let mut columns = 0;
        let mut pipes = 0;
        let mut dashes = 0;
        let mut state = 0;
        while p < self.n {
            let c = self.at(p);
            if is_eol(c) {
                break;
            }
            if c == DASH {
                if state == 3 {
                    return 0;
                }
                state = 2;
                dashes += 1;
            } else if c == COLON {
                match state {
                    0 => state = 1,
                    2 => state = 3,
                    _ => return 0,
                }
            } else if is_blank(c) {
                if state == 1 {
                    return 0;
                }
                if state == 2 {
                    state = 3;
                }
            } else if c == PIPE {
                if state == 1 || (state == 0 && pipes > 0) {
                    return 0;
                }
                if state >= 2 {
                    columns += 1;
                }
                pipes += 1;
                state = 0;
            } else {
                return 0;
            }
            p += 1;
        }
        if state == 1 {
            return 0;
        }
        if state >= 2 {
            columns += 1;
        }
        if pipes > 0 && dashes > 0 {
            columns
        } else {
            0
        }
    }

    pub(super) fn table_line(&mut self, table: usize, p: usize, end: usize) {
        self.row(p, end, 2);
        if self.out[table + 4] == self.out[table + 3] {
            self.out[table + 4] = p as u32;
        }
        self.out[table + 3] = end as u32;
        self.out[table + 5] = end as u32;
        self.last_end = end;
    }

    pub(super) fn row(&mut self, p: usize, end: usize, detail: u32) {
        let from = if self.at(p) == PIPE { p + 1 } else { p };
        let mut to = end;
        if to > from && self.at(to - 1) == PIPE && !self.is_escaped(to - 1, from) {
            to -= 1;
        }
        to = self.trim_end(from, to);
        let start = self.skip_blanks(from, to);
        self.push(TABLE_ROW, detail, p, end, start, to);
        if detail == 1 {
            return;
        }
        let first = self.out.len();
        self.cells(p, end, true);
        if self.flags & F_LESS == 0 {
            return;
        }
        let middle = self.out.len();
        self.inline(p, end, false, false);
        if self.out.len() > middle {
            self.merge(first, middle);
        }
    }

    pub(super) fn is_escaped(&self, p: usize, from: usize) -> bool {
        let mut q = p;
        while q > from && self.at(q - 1) == BACKSLASH {
            q -= 1;
        }
        (p - q) & 1 == 1
    }

    pub(super) fn cells(&mut self, p: usize, end: usize, emit: bool) -> u32 {
        let mut start = if self.at(p) == PIPE { p + 1 } else { p };
        let mut count = 0;
        let mut q = start;
        while q <= end {
            let c = if q < end { self.at(q) } else { PIPE };
            if c == BACKSLASH {
                let next = self.at(q + 1);
                if q + 1 < end && (next == PIPE || next == BACKSLASH) {
                    q += 1;
                }
            } else if c == PIPE {
                if q == end && start >= end {
                    break;
                }
                if emit {
                    let from = self.skip_blanks(start, q);
                    let to = self.trim_end(from, q);
                    self.push(TABLE_CELL, count, start, q, from, to);
                }
                count += 1;
                start = q + 1;
            }
            q += 1;
        }
        count
    }

    pub(super) fn merge(&mut self, first: usize, middle: usize) {
        let left = self.out[first..middle].to_vec();
        let right = self.out[middle..].to_vec();
        let (mut l, mut r) = (0, 0);
        self.out.truncate(first);
        while l < left.len() || r < right.len() {
            let take_left = r >= right.len() || (l < left.len() && left[l + 2] <= right[r + 2]);
            if take_left {
                self.out.extend_from_slice(&left[l..l + SPAN_U32_COUNT]);
                l += SPAN_U32_COUNT;
            } else {
                self.out.extend_from_slice(&right[r..r + SPAN_U32_COUNT]);
                r += SPAN_U32_COUNT;
            }
        }
    }
}
