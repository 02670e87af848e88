//! The scanner of lib/markdown/scan.ts, line by line: what it means is documented there, and a differential test keeps the two equal.
use std::collections::HashMap;

use crate::kinds::*;

const NO_LIMIT: i64 = i64::MAX;
const TAB: u32 = 9;
const LF: u32 = 10;
const CR: u32 = 13;
const SPACE: u32 = 32;
const EXCLAMATION: u32 = 33;
const DOUBLE_QUOTE: u32 = 34;
const HASH: u32 = 35;
const SINGLE_QUOTE: u32 = 39;
const OPEN_PAREN: u32 = 40;
const CLOSE_PAREN: u32 = 41;
const STAR: u32 = 42;
const PLUS: u32 = 43;
const DASH: u32 = 45;
const DOT: u32 = 46;
const SLASH: u32 = 47;
const ONE: u32 = 49;
const COLON: u32 = 58;
const LESS: u32 = 60;
const EQUALS: u32 = 61;
const GREATER: u32 = 62;
const OPEN_BRACKET: u32 = 91;
const BACKSLASH: u32 = 92;
const CLOSE_BRACKET: u32 = 93;
const UNDERSCORE: u32 = 95;
const TICK: u32 = 96;
const PIPE: u32 = 124;
const TILDE: u32 = 126;
/// What stands beyond the end of the text.
const NOTHING: u32 = u32::MAX;

const F_EOL: u8 = 1;
const F_LESS: u8 = 2;
const F_PIPE: u8 = 4;
const F_COLON: u8 = 8;

const fn table(marks: &[(u32, u8)]) -> [u8; 128] {
    let mut out = [0u8; 128];
    let mut i = 0;
    while i < marks.len() {
        out[marks[i].0 as usize] = marks[i].1;
        i += 1;
    }
    out
}

const CLASS: [u8; 128] = table(&[
    (LF, F_EOL),
    (CR, F_EOL),
    (LESS, F_LESS),
    (PIPE, F_PIPE),
    (COLON, F_COLON),
]);
const NOT_IN_LABEL: [u8; 128] = table(&[
    (STAR, 1),
    (LESS, 1),
    (GREATER, 1),
    (TICK, 1),
    (PIPE, 1),
    (OPEN_BRACKET, 1),
    (CLOSE_BRACKET, 1),
    (BACKSLASH, 1),
]);

fn is_blank(c: u32) -> bool {
    c == SPACE || c == TAB
}
fn is_eol(c: u32) -> bool {
    c == LF || c == CR
}
fn is_digit(c: u32) -> bool {
    (48..=57).contains(&c)
}
fn is_letter(c: u32) -> bool {
    (65..=90).contains(&c) || (97..=122).contains(&c)
}
fn is_tag_name(c: u32) -> bool {
    is_letter(c) || is_digit(c) || c == DASH || c == UNDERSCORE || c == DOT
}
fn is_label_start(c: u32) -> bool {
    is_letter(c) || is_digit(c) || c == UNDERSCORE || (c >= 128 && c != NOTHING)
}
fn starts_block(c: u32) -> bool {
    matches!(
        c,
        HASH | GREATER | DASH | STAR | UNDERSCORE | EQUALS | TICK | TILDE | LESS | PLUS
    ) || is_digit(c)
}

/// One code unit: a byte of ASCII or a UTF-16 unit.
pub trait Unit: Copy + Into<u32> {}
impl Unit for u8 {}
impl Unit for u16 {}

/// Flat spans of a text given as ASCII bytes or UTF-16 units.
pub fn scan<U: Unit>(text: &[U]) -> Vec<u32> {
    Scan::new(text).run()
}

struct Scan<'a, U: Unit> {
    text: &'a [U],
    n: usize,
    out: Vec<u32>,
    eol: usize,
    flags: u8,
    colon: Option<usize>,
    last_end: usize,
    depth: usize,
    columns: [i64; MAX_DEPTH],
    items: [usize; MAX_DEPTH],
    hollow: bool,
    paragraph: Option<usize>,
    paragraph_start: usize,
    lazy_paragraph: bool,
    label_detail: u32,
    label_from: usize,
    table: Option<usize>,
    fence: Option<usize>,
    fence_mark: u32,
    fence_length: usize,
    fence_base: i64,
    fence_limit: i64,
    tags: usize,
    tag_at: [usize; MAX_TAGS],
    tag_length: [usize; MAX_TAGS],
    rule_mark: u32,
    rule_fail: Option<usize>,
    close_from: usize,
    close_at: Option<usize>,
    no_comment_before: usize,
    ticks_end: Option<usize>,
    ticks: HashMap<usize, usize>,
}

impl<'a, U: Unit> Scan<'a, U> {
    fn new(text: &'a [U]) -> Self {
        Scan {
            text,
            n: text.len(),
            out: Vec::with_capacity(text.len() / 8 + 64),
            eol: 0,
            flags: 0,
            colon: None,
            last_end: 0,
            depth: 0,
            columns: [0; MAX_DEPTH],
            items: [0; MAX_DEPTH],
            hollow: false,
            paragraph: None,
            paragraph_start: 0,
            lazy_paragraph: false,
            label_detail: 0,
            label_from: 0,
            table: None,
            fence: None,
            fence_mark: 0,
            fence_length: 0,
            fence_base: 0,
            fence_limit: 3,
            tags: 0,
            tag_at: [0; MAX_TAGS],
            tag_length: [0; MAX_TAGS],
            rule_mark: 0,
            rule_fail: None,
            close_from: 0,
            close_at: None,
            no_comment_before: 0,
            ticks_end: None,
            ticks: HashMap::new(),
        }
    }

    fn run(mut self) -> Vec<u32> {
        let mut pos = usize::from(self.at(0) == 0xfeff);
        pos = self.front_matter(pos);
        while pos < self.n {
            pos = self.line(pos);
        }
        self.close_fence(self.n);
        self.pop_to(0);
        self.out
    }

    #[inline(always)]
    fn at(&self, p: usize) -> u32 {
        match self.text.get(p) {
            Some(unit) => (*unit).into(),
            None => NOTHING,
        }
    }

    #[inline(always)]
    fn push(&mut self, kind: u32, detail: u32, start: usize, end: usize, from: usize, to: usize) -> usize {
        let at = self.out.len();
        self.out
            .extend_from_slice(&[kind, detail, start as u32, end as u32, from as u32, to as u32]);
        at
    }

    fn measure(&mut self, p: usize) {
        let mut flags = 0;
        let mut colon = None;
        let mut q = p;
        for unit in &self.text[p.min(self.n)..] {
            let c: u32 = (*unit).into();
            if c < 128 {
                let f = CLASS[c as usize];
                if f != 0 {
                    if f == F_EOL {
                        break;
                    }
                    if f == F_COLON && colon.is_none() {
                        colon = Some(q);
                    }
                    flags |= f;
                }
            }
            q += 1;
        }
        self.eol = q;
        self.flags = flags;
        self.colon = colon;
    }

    fn end_of_line(&self, mut p: usize) -> usize {
        while p < self.n && !is_eol(self.at(p)) {
            p += 1;
        }
        p
    }

    fn next_line(&self, eol: usize) -> usize {
        if self.at(eol) == CR && self.at(eol + 1) == LF {
            eol + 2
        } else {
            eol + 1
        }
    }

    fn skip_blanks(&self, mut p: usize, end: usize) -> usize {
        while p < end && is_blank(self.at(p)) {
            p += 1;
        }
        p
    }

    fn trim_end(&self, from: usize, mut end: usize) -> usize {
        while end > from && is_blank(self.at(end - 1)) {
            end -= 1;
        }
        end
    }

    fn front_matter(&mut self, pos: usize) -> usize {
        if !self.dashes(pos) {
            return pos;
        }
        let from = self.n.min(self.next_line(self.end_of_line(pos)));
        let mut p = from;
        while p < self.n {
            let eol = self.end_of_line(p);
            if self.at(p) == DASH && self.dashes(p) {
                self.push(FRONT_MATTER, 1, pos, eol, from, p);
                return self.next_line(eol);
            }
            p = self.next_line(eol);
        }
        self.push(FRONT_MATTER, 0, pos, self.n, from, self.n);
        self.n
    }

    fn dashes(&self, p: usize) -> bool {
        if self.at(p) != DASH || self.at(p + 1) != DASH || self.at(p + 2) != DASH {
            return false;
        }
        let q = self.skip_blanks(p + 3, self.n);
        q >= self.n || is_eol(self.at(q))
    }

    /// First character from `p` on that is no blank, and its column.
    fn indented(&self, mut p: usize) -> (usize, i64) {
        let mut column = 0;
        while p < self.n {
            match self.at(p) {
                SPACE => column += 1,
                TAB => column += 4 - (column & 3),
                _ => break,
            }
            p += 1;
        }
        (p, column)
    }

    fn line(&mut self, pos: usize) -> usize {
        let (p, column) = self.indented(pos);
        if p >= self.n {
            return self.blank_line(self.n);
        }
        let c = self.at(p);
        if is_eol(c) {
            return self.blank_line(p);
        }
        if let Some(fence) = self.fence {
            if self.depth == 0 && c != self.fence_mark {
                return self.next_line(self.end_of_line(p));
            }
            if self.depth == 0 || column >= self.columns[self.depth - 1] {
                self.eol = self.end_of_line(p);
                self.fence_line(fence, pos, p, column);
                return self.next_line(self.eol);
            }
            self.close_fence(pos);
        }
        self.measure(p);
        self.rule_fail = None;
        self.hollow = false;
        self.blocks(p, column);
        self.next_line(self.eol)
    }

    fn blank_line(&mut self, eol: usize) -> usize {
        if self.fence.is_none() {
            self.paragraph = None;
            self.table = None;
            if self.hollow {
                self.hollow = false;
                self.pop_to(self.depth - 1);
            }
        }
        let mut p = eol + 1;
        while p < self.n && is_eol(self.at(p)) {
            p += 1;
        }
        p
    }

    fn pop_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.depth -= 1;
            self.out[self.items[self.depth] + 3] = self.last_end as u32;
        }
    }

    fn enter(&mut self, keep: usize) {
        self.pop_to(keep);
        self.paragraph = None;
        self.table = None;
    }

    fn kept(&self, column: i64) -> usize {
        self.columns[..self.depth].partition_point(|open| *open <= column)
    }

    fn blocks(&mut self, mut p: usize, mut column: i64) {
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
        let mut keep = self.kept(column);
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
            let mark = self.box_at(q, end);
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

    fn leaf(&mut self, c: u32, p: usize, end: usize, keep: usize, lazy: bool) -> bool {
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

    fn is_underline(&self, mark: u32, mut p: usize, end: usize) -> bool {
        while p < end && self.at(p) == mark {
            p += 1;
        }
        p == end
    }

    fn underline(&mut self, at: usize, mark: u32, end: usize) {
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

    fn heading(&mut self, p: usize, end: usize, keep: usize) -> bool {
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

    fn quote(&mut self, p: usize, end: usize) {
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

    fn is_rule(&mut self, mark: u32, p: usize, end: usize) -> bool {
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

    fn open_fence(&mut self, mark: u32, p: usize, end: usize, keep: usize, base: i64, indent: i64) -> bool {
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

    fn fence_line(&mut self, fence: usize, pos: usize, p: usize, column: i64) {
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

    fn close_fence(&mut self, pos: usize) {
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

    fn marker_width(&self, c: u32, p: usize, end: usize, interrupts: bool) -> usize {
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

    fn box_at(&self, p: usize, end: usize) -> u32 {
        if p + 3 > end || self.at(p) != OPEN_BRACKET || self.at(p + 2) != CLOSE_BRACKET {
            return 0;
        }
        if p + 3 < end && !is_blank(self.at(p + 3)) {
            return 0;
        }
        match self.at(p + 1) {
            SPACE => ITEM_BOX,
            120 | 88 => ITEM_BOX | ITEM_CHECKED,
            _ => 0,
        }
    }

    fn text_line(&mut self, p: usize, end: usize, indent: i64, keep: usize, lazy: bool, base: i64) {
        let flags = self.flags;
        let limit = if self.tags > 0 { NO_LIMIT } else { 3 };
        let piped = flags & F_PIPE != 0 && !lazy && indent <= limit;
        if piped {
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
        let labelled = self.colon.is_some() && (self.paragraph.is_some() || indent <= limit) && self.label_at(p, end);
        if self.paragraph.is_none() || (lazy && labelled) {
            self.enter(keep);
            if indent <= limit || lazy {
                self.paragraph = Some(self.out.len());
                self.paragraph_start = p;
                self.lazy_paragraph = lazy;
            }
        }
        self.last_end = end;
        if piped && self.open_table(p, end, base, limit) {
            return;
        }
        if labelled {
            self.push(LABEL, self.label_detail, p, end, self.label_from, end);
        }
        if flags & F_LESS != 0 {
            self.inline(p, end, false, true);
        }
    }

    fn open_table(&mut self, p: usize, end: usize, base: i64, limit: i64) -> bool {
        let (q, column) = self.indented(self.next_line(self.eol));
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

    fn delimiter_columns(&self, mut p: usize) -> u32 {
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

    fn table_line(&mut self, table: usize, p: usize, end: usize) {
        self.row(p, end, 2);
        if self.out[table + 4] == self.out[table + 3] {
            self.out[table + 4] = p as u32;
        }
        self.out[table + 3] = end as u32;
        self.out[table + 5] = end as u32;
        self.last_end = end;
    }

    fn row(&mut self, p: usize, end: usize, detail: u32) {
        let from = if self.at(p) == PIPE { p + 1 } else { p };
        let mut to = end;
        if to > from && self.at(to - 1) == PIPE && !self.escaped(to - 1, from) {
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

    fn escaped(&self, p: usize, from: usize) -> bool {
        let mut q = p;
        while q > from && self.at(q - 1) == BACKSLASH {
            q -= 1;
        }
        (p - q) & 1 == 1
    }

    fn cells(&mut self, p: usize, end: usize, emit: bool) -> u32 {
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

    fn merge(&mut self, first: usize, middle: usize) {
        let left = self.out[first..middle].to_vec();
        let right = self.out[middle..].to_vec();
        let (mut l, mut r) = (0, 0);
        self.out.truncate(first);
        while l < left.len() || r < right.len() {
            let take_left = r >= right.len() || (l < left.len() && left[l + 2] <= right[r + 2]);
            if take_left {
                self.out.extend_from_slice(&left[l..l + SPAN_WORDS]);
                l += SPAN_WORDS;
            } else {
                self.out.extend_from_slice(&right[r..r + SPAN_WORDS]);
                r += SPAN_WORDS;
            }
        }
    }

    fn label_at(&mut self, p: usize, end: usize) -> bool {
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

    fn found_label(&mut self, form: u32, length: usize, after: usize, end: usize) -> bool {
        self.label_detail = form | ((length as u32) << 8);
        self.label_from = self.skip_blanks(after, end);
        true
    }

    fn colon_after(&self, p: usize, end: usize) -> Option<usize> {
        (p..end.min(p + MAX_LABEL + 1)).find(|q| self.at(*q) == COLON)
    }

    fn bold_label(&mut self, p: usize, end: usize) -> bool {
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

    fn is_comment(&self, p: usize) -> bool {
        self.at(p + 1) == EXCLAMATION && self.at(p + 2) == DASH && self.at(p + 3) == DASH
    }

    fn next_close(&mut self, from: usize) -> usize {
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

    fn find_close(&self, from: usize) -> usize {
        let text = &self.text[from.min(self.n)..];
        let found = text
            .windows(3)
            .position(|w| w[0].into() == DASH && w[1].into() == DASH && w[2].into() == GREATER);
        found.map_or(self.n, |at| from + at)
    }

    fn comment(&mut self, p: usize, end: usize) {
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

    fn close_comment(&mut self, p: usize, close: usize) -> usize {
        self.push(COMMENT, 1, p, close + 3, (p + 4).min(close), close);
        close + 3
    }

    fn end_after(&mut self, close: usize, mut end: usize) -> usize {
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

    fn reaches(&mut self, close: usize) -> bool {
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

    fn inline(&mut self, mut p: usize, mut end: usize, mut chain: bool, many: bool) {
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

    fn skip_code(&mut self, p: usize, end: usize) -> usize {
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

    fn tag_end(&self, p: usize, end: usize) -> usize {
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

    fn tag(&mut self, p: usize, end: usize) -> usize {
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

    fn close_tag(&mut self, from: usize, length: usize) {
        for i in (0..self.tags).rev() {
            if self.tag_length[i] == length && self.same_text(self.tag_at[i], from, length) {
                self.tags = i;
                return;
            }
        }
    }

    fn same_text(&self, a: usize, b: usize, length: usize) -> bool {
        (0..length).all(|i| self.at(a + i) == self.at(b + i))
    }
}
