// The span record: what the scanners return, and the one table of kinds both of them share.

/** Number of u32 words of one span: kind, detail, start, end, contentStart, contentEnd. Offsets are UTF-16 units of the text, BOM included. */
export const SPAN_WORDS = 6

/**
 * Kinds and what their `detail` word holds. The table generates the constants of the Rust crate, so a number is never typed twice.
 * Spans come in the order of their start; a container stands before what it contains.
 */
export const SPAN_KINDS = {
  /** Whole block with both fences; content = between them. detail 1 = closed, 0 = never closed (content runs to the end). */
  frontMatter: 1,
  /** ATX or setext heading line(s); content = its text. detail = level 1–6. */
  heading: 2,
  /** Fenced code block; content = between the fences. detail: bit 0 closed, bit 1 tilde fence. */
  fence: 3,
  /** HTML comment `<!-- … -->`; content = inside. detail 1 = closed. */
  comment: 4,
  /** One list item, its continuation lines included; content = text of the first line after marker and box. detail = indent columns, with ITEM_ORDERED, ITEM_BOX and ITEM_CHECKED. */
  listItem: 5,
  /** A table of pipes, header row to last row; content = the body rows. detail = number of columns of the header. */
  table: 6,
  /** One row of a table; content = without the outer pipes and blanks. detail: 0 header, 1 delimiter, 2 body. */
  tableRow: 7,
  /** One cell; content = trimmed text. detail = column index. */
  tableCell: 8,
  /** `<name …>` alone on its line or opening it; content = the tag's name and attributes. detail 1 = self-closing. */
  tagOpen: 9,
  /** `</name>`; content = the name. */
  tagClose: 10,
  /** `**Label:** value`, `**Label**: value` or plain `Label: value` at the start of a line or list item. The span is the whole line part, content = the value. detail: 0 plain, 1 bold with the colon inside, 2 bold with the colon outside; bits 8 and up = length of the label text. */
  label: 11,
  /** Thematic break line outside front matter. */
  rule: 12,
} as const

export type SpanKind = keyof typeof SPAN_KINDS

export const ITEM_INDENT_MASK = 0x00ff_ffff
export const ITEM_ORDERED = 0x2000_0000
export const ITEM_BOX = 0x4000_0000
export const ITEM_CHECKED = 0x8000_0000

/** Flat spans: `SPAN_WORDS` words each. */
export type Spans = Uint32Array
