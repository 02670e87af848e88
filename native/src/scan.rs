//! A translation of lib/markdown/scan.ts and scan/, which have the comments; a differential test compares the results.
mod blocks;
mod characters;
mod comments;
mod fences;
mod inline;
mod labels;
mod tables;

use std::collections::HashMap;

use crate::kinds::*;
use characters::*;

const NO_LIMIT: i64 = i64::MAX;

/// Returns the spans of a text of UTF-16 code units as flat words.
pub fn scan(text: &[u16]) -> Vec<u32> {
    Scan::new(text).run()
}

struct Scan<'a> {
    text: &'a [u16],
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

impl<'a> Scan<'a> {
    fn new(text: &'a [u16]) -> Self {
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
            Some(unit) => u32::from(*unit),
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
            let c: u32 = u32::from(*unit);
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
        if !self.is_dashes(pos) {
            return pos;
        }
        let from = self.n.min(self.next_line(self.end_of_line(pos)));
        let mut p = from;
        while p < self.n {
            let eol = self.end_of_line(p);
            if self.at(p) == DASH && self.is_dashes(p) {
                self.push(FRONT_MATTER, 1, pos, eol, from, p);
                return self.next_line(eol);
            }
            p = self.next_line(eol);
        }
        self.push(FRONT_MATTER, 0, pos, self.n, from, self.n);
        self.n
    }

    fn is_dashes(&self, p: usize) -> bool {
        if self.at(p) != DASH || self.at(p + 1) != DASH || self.at(p + 2) != DASH {
            return false;
        }
        let q = self.skip_blanks(p + 3, self.n);
        q >= self.n || is_eol(self.at(q))
    }

    /// Returns the offset of the first non-blank from `p` on, and its column.
    fn to_ink(&self, mut p: usize) -> (usize, i64) {
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
        let (p, column) = self.to_ink(pos);
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
}
