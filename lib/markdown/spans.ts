// The output format of both scanners: flat records of spans, and the table of span kinds.

/** Number of words in a span: kind, detail, start, end, contentStart, contentEnd. Offsets count UTF-16 units, with a BOM. */
export const SPAN_U32_COUNT = 6

/**
 * The kinds of spans, with the meaning of their `detail` word. The Rust constants are generated from this table. Spans
 * are sorted by start, containers first, and exclude the final line ending. Nothing inside front matter, fences and
 * comments is scanned. Block quotes (`> …`) are text.
 */
export const SPAN_KINDS = {
  /** The block with both fences; content = whole lines between them. detail 1 = closed, 0 = open to the end of text. */
  frontMatter: 1,
  /**
   * ATX or setext heading line(s); content = its text without closing #s. detail = level 1–6 (HEADING_LEVEL_MASK) plus
   * HEADING_SETEXT if underlined.
   */
  heading: 2,
  /** Fenced code from its first fence character; content = lines between. detail: bit 0 closed, bit 1 tilde fence. */
  fence: 3,
  /** HTML comment `<!-- … -->`, on one or more lines; content = inside. detail 1 = closed. */
  comment: 4,
  /**
   * A list item from its marker, with continuation lines and nested items; content = first line after marker and box.
   * detail = marker's indent in columns, with ITEM_ORDERED, ITEM_HAS_CHECKBOX and ITEM_CHECKED.
   */
  listItem: 5,
  /** A pipe table; content = body rows. detail = columns of the header. A line without a pipe ends the table. */
  table: 6,
  /** A table row; content = without outer pipes and blanks. detail: 0 header, 1 delimiter (without cells), 2 body. */
  tableRow: 7,
  /**
   * A cell between its pipes; content = trimmed text, `\|` still escaped. detail = column index. A body row may have
   * more or fewer cells than the header.
   */
  tableCell: 8,
  /**
   * `<name …>` at the start of a line or list item, after other tags and comments there, or after a closing tag;
   * content = name and attributes. detail 1 = self-closing.
   */
  tagOpen: 9,
  /** `</name>` anywhere in a line outside inline code and quotes; content = the name. */
  tagClose: 10,
  /**
   * `**Label:** value`, `**Label**: value`, `**Label** (note): value` or plain `Label: value` at the start of a line or
   * list item (after its box). Span = rest of the line, trimmed; content = the value. detail: 0 = plain; 1 = bold,
   * colon inside; 2 = bold, colon outside; bits 8 and up = length of the label, at start (plain) or start + 2 (bold).
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
export const ITEM_HAS_CHECKBOX = 0x4000_0000
export const ITEM_CHECKED = 0x8000_0000

/** Raise this number if a span's meaning or a limit changes: an addon with another number is not used. */
export const ABI = 4

export const LIMITS = {
  /** Maximum depth of nested lists. */
  depth: 64,
  /** Maximum number of open tags that are tracked at once, and maximum length of their names. */
  tags: 32,
  tagName: 64,
  /** Maximum length of a label's name; a bold one may be one longer if its colon is outside. */
  label: 60,
  /** Maximum length of the note after a label, with its parentheses. */
  note: 80,
} as const
