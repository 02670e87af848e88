// Plain values on one or more lines, and quoted ones.
import { hasColon, keyAt } from './keys.js'
import { quoted } from './quotes.js'
import { type Line, type Reader, SIMPLE_KEY } from './reader.js'
import type { YamlScalar } from './tree.js'

export function plain(r: Reader, from: number, parent: number, style: 'plain' | 'raw'): YamlScalar {
  const first = r.lines[r.at] as Line
  let end = r.textEnd(from, first.end)
  let out = r.text.slice(from, end)
  let ambiguous = hasColon(r, from, first.end)
  let breaks = 0
  let closed = r.skipBlanks(end, first.end) < first.end
  for (r.at++; !closed; r.at++) {
    const line = r.line
    if (line === undefined || line.comment) break
    if (line.empty) {
      breaks++
      continue
    }
    const key = line.indent > parent ? keyAt(r, line.first, line.end) : null
    if (line.indent <= parent || (key !== null && SIMPLE_KEY.test(key.text))) break
    ambiguous ||= key !== null
    end = r.textEnd(line.first, line.end)
    out += (breaks > 0 ? '\n'.repeat(breaks) : ' ') + r.text.slice(line.first, end)
    breaks = 0
    closed = r.skipBlanks(end, line.end) < line.end
  }
  if (ambiguous && style === 'plain') r.problem('YAML_COLON', from, first)
  return { kind: 'scalar', text: out, style: ambiguous ? 'raw' : style, start: from, end }
}

export function quotedValue(r: Reader, from: number, parent: number): YamlScalar {
  const line = r.lines[r.at] as Line
  const found = quoted(r, from, parent, r.end)
  if (found !== null && r.finish(found.end))
    return {
      kind: 'scalar',
      text: found.text,
      style: r.text[from] === '"' ? 'double' : 'single',
      start: from,
      end: found.end,
    }
  r.problem('YAML_QUOTE', from, line)
  return plain(r, from, parent, 'raw')
}
