//! Character codes, flags of a line and character classes.

pub(super) const TAB: u32 = 9;
pub(super) const LF: u32 = 10;
pub(super) const CR: u32 = 13;
pub(super) const SPACE: u32 = 32;
pub(super) const EXCLAMATION: u32 = 33;
pub(super) const DOUBLE_QUOTE: u32 = 34;
pub(super) const HASH: u32 = 35;
pub(super) const SINGLE_QUOTE: u32 = 39;
pub(super) const OPEN_PAREN: u32 = 40;
pub(super) const CLOSE_PAREN: u32 = 41;
pub(super) const STAR: u32 = 42;
pub(super) const PLUS: u32 = 43;
pub(super) const DASH: u32 = 45;
pub(super) const DOT: u32 = 46;
pub(super) const SLASH: u32 = 47;
pub(super) const ONE: u32 = 49;
pub(super) const COLON: u32 = 58;
pub(super) const LESS: u32 = 60;
pub(super) const EQUALS: u32 = 61;
pub(super) const GREATER: u32 = 62;
pub(super) const OPEN_BRACKET: u32 = 91;
pub(super) const BACKSLASH: u32 = 92;
pub(super) const CLOSE_BRACKET: u32 = 93;
pub(super) const UNDERSCORE: u32 = 95;
pub(super) const TICK: u32 = 96;
pub(super) const PIPE: u32 = 124;
pub(super) const TILDE: u32 = 126;
/// The value that `at` returns beyond the end of the text.
pub(super) const NOTHING: u32 = u32::MAX;

pub(super) const F_EOL: u8 = 1;
pub(super) const F_LESS: u8 = 2;
pub(super) const F_PIPE: u8 = 4;
pub(super) const F_COLON: u8 = 8;

const fn table(marks: &[(u32, u8)]) -> [u8; 128] {
    let mut out = [0u8; 128];
    let mut i = 0;
    while i < marks.len() {
        out[marks[i].0 as usize] = marks[i].1;
        i += 1;
    }
    out
}

pub(super) const CLASS: [u8; 128] = table(&[
    (LF, F_EOL),
    (CR, F_EOL),
    (LESS, F_LESS),
    (PIPE, F_PIPE),
    (COLON, F_COLON),
]);
pub(super) const NOT_IN_LABEL: [u8; 128] = table(&[
    (STAR, 1),
    (LESS, 1),
    (GREATER, 1),
    (TICK, 1),
    (PIPE, 1),
    (OPEN_BRACKET, 1),
    (CLOSE_BRACKET, 1),
    (BACKSLASH, 1),
]);

pub(super) fn is_blank(c: u32) -> bool {
    c == SPACE || c == TAB
}
pub(super) fn is_eol(c: u32) -> bool {
    c == LF || c == CR
}
pub(super) fn is_digit(c: u32) -> bool {
    (48..=57).contains(&c)
}
pub(super) fn is_letter(c: u32) -> bool {
    (65..=90).contains(&c) || (97..=122).contains(&c)
}
pub(super) fn is_tag_name(c: u32) -> bool {
    is_letter(c) || is_digit(c) || c == DASH || c == UNDERSCORE || c == DOT
}
pub(super) fn is_label_start(c: u32) -> bool {
    is_letter(c) || is_digit(c) || c == UNDERSCORE || (c >= 128 && c != NOTHING)
}
pub(super) fn starts_block(c: u32) -> bool {
    matches!(
        c,
        HASH | GREATER | DASH | STAR | UNDERSCORE | EQUALS | TICK | TILDE | LESS | PLUS
    ) || is_digit(c)
}
