// Column widths, and Markdown tables.

export const widthsOf = (rows: readonly (readonly string[])[]): readonly number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))

export const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const tableRule = (widths: readonly number[]): string =>
  `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
