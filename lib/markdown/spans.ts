// The span record: what the scanners return, and the one table of kinds both of them share.

/** Number of u32 words of one span: kind, detail, start, end, contentStart, contentEnd. Offsets are UTF-16 units of the text, BOM included. */
export const SPAN_WORDS = 6

/**
 * Kinds and what their `detail` word holds. The table generates the constants of the Rust crate, so a number is never typed twice.
 * Spans come in the order of their start; a container stands before what it contains. A span never includes the line ending after it.
 * Front matter, fences and comments hide what is inside them; block quotes (`> …`) are text.
 */
export const SPAN_KINDS = {
  /** Whole block with both fences; content = the lines between them, their line endings included. detail 1 = closed, 0 = never closed (content runs to the end of the text). */
  frontMatter: 1,
  /** ATX or setext heading line(s); content = its text without closing #s. detail = level 1–6, plus HEADING_SETEXT for the underlined form (mask with HEADING_LEVEL_MASK). */
  heading: 2,
  /** Fenced code block, from the first fence character on; content = the lines between the fences. detail: bit 0 closed, bit 1 tilde fence. */
  fence: 3,
  /** HTML comment `<!-- … -->`, on one line or many; content = inside. detail 1 = closed. */
  comment: 4,
  /** One list item from its marker on, its continuation lines and nested items included; content = text of the first line after marker and box. detail = indent columns of the marker, with ITEM_ORDERED, ITEM_BOX and ITEM_CHECKED. */
  listItem: 5,
  /** A table of pipes, header row to last row; content = the body rows. detail = number of columns of the header. A line without a pipe ends it. */
  table: 6,
  /** One row of a table; content = without the outer pipes and blanks. detail: 0 header, 1 delimiter (it has no cells), 2 body. */
  tableRow: 7,
  /** One cell between its pipes; content = trimmed text, `\\|` still escaped. detail = column index. A body row may have more or fewer cells than the header. */
  tableCell: 8,
  /** `<name …>` that opens its line or list item, or follows another tag or comment that does, or follows a closing tag; content = name and attributes. detail 1 = self-closing. */
  tagOpen: 9,
  /** `</name>` anywhere in a line outside inline code; content = the name. */
  tagClose: 10,
  /**
   * `**Label:** value`, `**Label**: value`, `**Label** (note): value` or plain `Label: value` at the start of a line or list item (after its box). The span is
   * the rest of the line without blanks at its end, content = the value. detail: 0 plain, 1 bold with the colon inside, 2 bold with the colon outside; bits 8
   * and up = length of the label's text, which begins at start (plain) or start + 2 (bold).
   */
  label: 11,
  /** Thematic break line outside front matter. */
  rule: 12,
} as const

export type SpanKind = keyof typeof SPAN_KINDS

export const HEADING_LEVEL_MASK = 7
export const HEADING_SETEXT = 8
export const ITEM_INDENT_MASK = 0x00ff_ffff
export const ITEM_ORDERED = 0x2000_0000
export const ITEM_BOX = 0x4000_0000
export const ITEM_CHECKED = 0x8000_0000

/** Raised whenever a span's meaning or a limit changes: an addon that speaks another number is not used. */
export const ABI = 4

/** Where the scanners stop looking: deepest list, tags kept account of, longest name of such a tag, longest label, longest note in brackets after one. */
export const LIMITS = { depth: 64, tags: 32, tagName: 64, label: 60, note: 80 } as const
