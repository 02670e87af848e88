// Block scalars after `|` and `>`.
import type { Line, Reader } from './reader.js'
import { plain } from './scalars.js'
import type { YamlScalar } from './tree.js'

const BLOCK_HEADER = /^[|>](?:[-+]?[1-9]?|[1-9][-+])[ \t]*(?:[ \t]#.*)?$/

export function blockScalar(r: Reader, from: number, parent: number): YamlScalar {
  const line = r.lines[r.at] as Line
  const header = r.text.slice(from, line.end)
  if (!BLOCK_HEADER.test(header)) {
    r.problem('YAML_RESERVED', from, line)
    return plain(r, from, parent, 'raw')
  }
  const folded = header[0] === '>'
  const chomp = /^.[1-9]?([-+])/.exec(header)?.[1] ?? ''
  const explicit = Number(/^.[-+]?([1-9])/.exec(header)?.[1] ?? 0)
  const rows: string[] = []
  let indent = explicit > 0 ? Math.max(parent, 0) + explicit : -1
  let end = r.textEnd(from, line.end)
  for (r.at++; ; r.at++) {
    const row = r.line
    if (row === undefined) break
    const blank = row.first === row.end
    if (!blank && row.indent <= parent) break
    if (!blank && indent < 0) indent = row.indent
    if (!blank && row.indent < indent) break
    rows.push(r.text.slice(Math.min(row.end, row.start + Math.max(indent, 0)), row.end))
    if (!blank) end = row.end
  }
  return { kind: 'scalar', text: blockText(rows, folded, chomp), style: 'block', start: from, end }
}

function blockText(rows: readonly string[], folded: boolean, chomp: string): string {
  let used = rows.length
  while (used > 0 && (rows[used - 1] as string).trim() === '') used--
  const body = rows.slice(0, used).map((row) => (row.trim() === '' ? '' : row))
  const text = folded ? foldRows(body) : body.join('\n')
  if (chomp === '-') return text
  if (chomp === '+') return text + '\n'.repeat(rows.length - used + (used > 0 ? 1 : 0))
  return used > 0 ? `${text}\n` : ''
}

/** Joins lines with a blank; empty lines are newlines; more indented lines keep their breaks. */
function foldRows(rows: readonly string[]): string {
  let out = ''
  let breaks = 0
  let before: 'none' | 'text' | 'indented' = 'none'
  for (const row of rows) {
    if (row === '') {
      breaks++
      continue
    }
    const now = /^[ \t]/.test(row) ? 'indented' : 'text'
    if (before === 'none') out += '\n'.repeat(breaks)
    else if (before === 'text' && now === 'text') out += breaks > 0 ? '\n'.repeat(breaks) : ' '
    else out += '\n'.repeat(breaks + 1)
    out += row
    breaks = 0
    before = now
  }
  return out
}
