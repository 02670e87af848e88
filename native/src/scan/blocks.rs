//! The blocks of a line outside an open fence: headings, rules, quotes and list items, and the text after them.
use super::*;

impl Scan<'_> {
    pub(super) fn open_items_at(&self, column: i64) -> usize {
        self.columns[..self.depth].partition_point(|open| *open <= column)
    }

    pub(super) fn blocks(&mut self, mut p: usize, mut column: i64) {
        let end = self.trim_end(p, self.eol);
        let start = p;
        let plain = !starts_block(self.at(p));
        if plain && self.paragraph.is_some() && self.colon.is_none() && self.flags & F_PIPE == 0 {
            self.last_end = end;
            if self.flags != 0 {
                self.inline(p, end, false, true);
            }
            return;
        }
        let mut keep = self.open_items_at(column);
        let mut lazy = keep < self.depth && self.paragraph.is_some();
        let mut base = if keep > 0 { self.columns[keep - 1] } else { 0 };
        while !plain || p > start {
            let indent = column - base;
            let limit = if self.tags > 0 { NO_LIMIT } else { 3 };
            let c = self.at(p);
            if indent <= 3 && self.leaf(c, p, end, keep, lazy) {
                return;
            }
            if indent > limit {
                break;
            }
            if (c == TICK || c == TILDE) && self.open_fence(c, p, end, keep, base, indent) {
                return;
            }
            if c == LESS && self.is_comment(p) {
                self.enter(keep);
                self.comment(p, end);
                return;
            }
            let width = if keep < MAX_DEPTH {
                self.marker_width(c, p, end, self.paragraph.is_some() && !lazy)
            } else {
                0
            };
            if width == 0 {
                break;
            }
            self.enter(keep);
            let mut q = p + width;
            let mut after = column + width as i64;
            while q < end {
                match self.at(q) {
                    SPACE => after += 1,
                    TAB => after += 4 - (after & 3),
                    _ => break,
                }
                q += 1;
            }
            let mark = self.box_flags(q, end);
            let from = if mark == 0 { q } else { self.skip_blanks(q + 3, end) };
            let ordered = if c == DASH || c == STAR || c == PLUS {
                0
            } else {
                ITEM_ORDERED
            };
            let at = self.push(
                LIST_ITEM,
                (column as u32 & ITEM_INDENT_MASK) | ordered | mark,
                p,
                end,
                from,
                end,
            );
            let empty = q >= end;
            let width = width as i64;
            base = if empty || after - column - width >= 5 {
                column + width + 1
            } else {
                after
            };
            self.items[keep] = at;
            self.columns[keep] = base;
            keep += 1;
            self.depth = keep;
            if empty {
                self.hollow = true;
                self.last_end = end;
                return;
            }
            p = from;
            column = after;
            lazy = false;
            if mark != 0 {
                break;
            }
        }
        self.text_line(p, end, column - base, keep, lazy, base);
    }

    pub(super) fn leaf(&mut self, c: u32, p: usize, end: usize, keep: usize, lazy: bool) -> bool {
        if (c == DASH || c == EQUALS) && !lazy && !self.lazy_paragraph {
            if let Some(at) = self.paragraph {
                if self.is_underline(c, p, end) {
                    self.underline(at, c, end);
                    return true;
                }
            }
        }
        if c == HASH {
            return self.heading(p, end, keep);
        }
        if c == GREATER {
            self.enter(keep);
            self.quote(p, end);
            return true;
        }
        if (c == DASH || c == STAR || c == UNDERSCORE) && self.is_rule(c, p, end) {
            self.enter(keep);
            self.push(RULE, 0, p, end, p, end);
            self.last_end = end;
            return true;
        }
        false
    }

    pub(super) fn is_underline(&self, mark: u32, mut p: usize, end: usize) -> bool {
        while p < end && self.at(p) == mark {
            p += 1;
        }
        p == end
    }

    pub(super) fn underline(&mut self, at: usize, mark: u32, end: usize) {
        let level = if mark == EQUALS { 1 } else { 2 };
        let start = self.paragraph_start;
        let words = [
            HEADING,
            level | HEADING_SETEXT,
            start as u32,
            end as u32,
            start as u32,
            self.last_end as u32,
        ];
        self.out.splice(at..at, words);
        self.paragraph = None;
        self.last_end = end;
    }

    pub(super) fn heading(&mut self, p: usize, end: usize, keep: usize) -> bool {
        let mut q = p + 1;
        while q < end && self.at(q) == HASH {
            q += 1;
        }
        let level = q - p;
        if level > 6 || (q < end && !is_blank(self.at(q))) {
            return false;
        }
        let from = self.skip_blanks(q, end);
        let mut hash = end;
        while hash > from && self.at(hash - 1) == HASH {
            hash -= 1;
        }
        let mut to = end;
        if hash < end && (hash == from || is_blank(self.at(hash - 1))) {
            to = self.trim_end(from, hash);
        }
        self.enter(keep);
        self.push(HEADING, level as u32, p, end, from, to);
        self.last_end = end;
        if self.flags & F_LESS != 0 {
            self.inline(from, end, false, false);
        }
        true
    }

    pub(super) fn quote(&mut self, p: usize, end: usize) {
        let from = self.skip_blanks(p + 1, end);
        let c = if from < end { self.at(from) } else { HASH };
        self.last_end = end;
        if c == HASH || ((c == TICK || c == TILDE) && self.at(from + 1) == c) {
            return;
        }
        self.paragraph = Some(self.out.len());
        self.paragraph_start = from;
        self.lazy_paragraph = true;
    }

    pub(super) fn is_rule(&mut self, mark: u32, p: usize, end: usize) -> bool {
        if mark == self.rule_mark && self.rule_fail.is_some_and(|fail| p <= fail) {
            return false;
        }
        let mut count = 0;
        for q in p..end {
            let c = self.at(q);
            if c == mark {
                count += 1;
            } else if !is_blank(c) {
                self.rule_mark = mark;
                self.rule_fail = Some(q);
                return false;
            }
        }
        count >= 3
    }

    pub(super) fn marker_width(&self, c: u32, p: usize, end: usize, interrupts: bool) -> usize {
        let mut q = p;
        if c == DASH || c == STAR || c == PLUS {
            q += 1;
        } else if is_digit(c) {
            while q < end && q - p < 10 && is_digit(self.at(q)) {
                q += 1;
            }
            if q - p > 9 || q >= end {
                return 0;
            }
            let mark = self.at(q);
            if mark != DOT && mark != CLOSE_PAREN {
                return 0;
            }
            if interrupts && (q - p != 1 || c != ONE) {
                return 0;
            }
            q += 1;
        } else {
            return 0;
        }
        if q < end {
            return if is_blank(self.at(q)) { q - p } else { 0 };
        }
        if interrupts {
            0
        } else {
            q - p
        }
    }

    pub(super) fn box_flags(&self, p: usize, end: usize) -> u32 {
        if p + 3 > end || self.at(p) != OPEN_BRACKET || self.at(p + 2) != CLOSE_BRACKET {
            return 0;
        }
        if p + 3 < end && !is_blank(self.at(p + 3)) {
            return 0;
        }
        match self.at(p + 1) {
            SPACE => ITEM_HAS_CHECKBOX,
            120 | 88 => ITEM_HAS_CHECKBOX | ITEM_CHECKED,
            _ => 0,
        }
    }

    pub(super) fn text_line(&mut self, p: usize, end: usize, indent: i64, keep: usize, lazy: bool, base: i64) {
        let flags = self.flags;
        let limit = if self.tags > 0 { NO_LIMIT } else { 3 };
        let may_be_row = flags & F_PIPE != 0 && !lazy && indent <= limit;
        if may_be_row {
            if let Some(table) = self.table {
                self.table_line(table, p, end);
                return;
            }
        }
        if flags & F_LESS != 0 && self.at(p) == LESS && self.tag_end(p, end) > 0 {
            self.enter(keep);
            self.last_end = end;
            self.inline(p, end, true, true);
            return;
        }
        let has_label = self.colon.is_some() && (self.paragraph.is_some() || indent <= limit) && self.label_at(p, end);
        if self.paragraph.is_none() || (lazy && has_label) {
            self.enter(keep);
            if indent <= limit || lazy {
                self.paragraph = Some(self.out.len());
                self.paragraph_start = p;
                self.lazy_paragraph = lazy;
            }
        }
        self.last_end = end;
        if may_be_row && self.open_table(p, end, base, limit) {
            return;
        }
        if has_label {
            self.push(LABEL, self.label_detail, p, end, self.label_from, end);
        }
        if flags & F_LESS != 0 {
            self.inline(p, end, false, true);
        }
    }
}
