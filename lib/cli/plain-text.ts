// A result as text for users: names and values, or a table for similar records. Pure; programs get the JSON.
import { tableRow, tableRule, widthsOf } from '../std/columns.js'
import { type Fields, isFields } from '../std/fields.js'
import { visibleLine } from '../std/visible.js'

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const wordOf = (value: unknown): string =>
  value === null || value === undefined
    ? '-'
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : visibleLine(`${value}`)
const label = (key: string): string => visibleLine(key.replaceAll('_', ' '))

/** `width`: columns of the terminal. */
export const plainText = (value: unknown, width: number): string => `${linesOf(value, width).join('\n')}\n`

function linesOf(value: unknown, width: number): readonly string[] {
  if (isScalar(value)) return [wordOf(value)]
  if (Array.isArray(value)) return listLines(value, width)
  const fields = Object.entries(value as Fields).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? ['nothing'] : fields.flatMap(([key, field]) => fieldLines(label(key), field, width))
}

function fieldLines(name: string, value: unknown, width: number): readonly string[] {
  const shown = `${name}:`
  if (isScalar(value)) return [`${shown} ${wordOf(value)}`]
  if (isEmpty(value)) return [`${shown} none`]
  if (Array.isArray(value) && value.every(isScalar)) {
    const words = value.map(wordOf).join(', ')
    if (`${name}: ${words}`.length <= width) return [`${shown} ${words}`]
  }
  return [shown, ...linesOf(value, width - 2).map((line) => `  ${line}`)]
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value as Fields).length === 0

function listLines(items: readonly unknown[], width: number): readonly string[] {
  if (items.length === 0) return ['none']
  const table = items.every(isFields) ? tableOf(items, width) : null
  if (table !== null) return table
  return items.flatMap((item) => {
    const [first = '', ...rest] = linesOf(item, width - 2)
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
  })
}

const GAP = '  '
/** A narrower column is useless. */
const LEAST = 12

/** Null if rows have nested values, or more columns than fit. */
function tableOf(rows: readonly Fields[], width: number): readonly string[] | null {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => keys.map((key) => cellOf(row[key])))
  if (cells.some((row) => row.includes(null))) return null
  const text = [keys.map(label), ...(cells as string[][])]
  const fitted = withinRoom(widthsOf(text), width - GAP.length * (keys.length - 1))
  if (fitted === null) return null
  const lines = text.map((row) =>
    row
      .map((cell, at) => shortened(cell, fitted[at] as number))
      .join(GAP)
      .trimEnd(),
  )
  return lines
}

/** A word, or a list of words; null for anything deeper. */
const cellOf = (value: unknown): string | null =>
  isScalar(value)
    ? value === undefined
      ? ''
      : wordOf(value)
    : Array.isArray(value) && value.every(isScalar)
      ? value.map(wordOf).join(', ')
      : null

/** Shrinks the widest columns until all fit. */
function withinRoom(wide: readonly number[], room: number): readonly number[] | null {
  const fitted = [...wide]
  while (fitted.reduce((sum, each) => sum + each, 0) > room) {
    const widest = Math.max(...fitted)
    if (widest <= LEAST) return null
    fitted[fitted.indexOf(widest)] = widest - 1
  }
  return fitted
}

const shortened = (text: string, width: number): string =>
  text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`

const ROW = /^\|.*\|$/
const RULE = /^[\s|:-]+$/

/** The text with its Markdown tables shrunk to the terminal, column by column. */
export function fittedTables(text: string, width: number): string {
  const lines = text.split('\n')
  const shown: string[] = []
  while (lines.length > 0) {
    const rest = lines.findIndex((line) => !ROW.test(line))
    const table = lines.splice(0, rest < 0 ? lines.length : rest)
    shown.push(...fittedTable(table, width), ...lines.splice(0, 1))
  }
  return shown.join('\n')
}

function fittedTable(rows: readonly string[], width: number): readonly string[] {
  if (rows.every((row) => row.length <= width)) return rows
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  const isRule = (row: number) => RULE.test(rows[row] ?? '')
  const count = cells[0]?.length ?? 0
  const room = withinRoom(widthsOf(cells.filter((_, row) => !isRule(row))), width - 3 * count - 1)
  if (room === null || cells.some((row) => row.length !== count)) return rows
  return cells.map((row, at) =>
    isRule(at) ? tableRule(room) : tableRow(row.map((cell, column) => shortened(cell, room[column] ?? 0))),
  )
}
