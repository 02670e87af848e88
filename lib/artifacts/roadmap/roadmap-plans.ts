// Lines of a phase's plan list: `01-01: text`, `01-01-PLAN.md — text`, `**01-01** text`, `[01-01-PLAN.md](path)`,
// `Plan 01: text`.

const ID = /^(?:[A-Z][A-Z0-9_]*-)?\d+[A-Za-z]?(?:\.\d+)*(?:-[A-Za-z0-9._]+)+$/

/** Reads a boxed list line; null if it names no plan. `phase`: the section's id, for named ids such as `AUTH-01`. */
export function planTextIn(line: string, phase: string): { readonly id: string; readonly text: string } | null {
  const bold = line.startsWith('**')
  let rest = (bold ? line.slice(2) : line).replace(/^[`[]+/, '')
  const short = /^plan\s+(\d+[a-z]?)\b/i.exec(rest)
  if (short !== null) rest = rest.slice(5).trimStart()
  const word = /^[^\s:`\]*—–]+/.exec(rest)?.[0] ?? ''
  const id = word.replace(/\.md$/i, '').replace(/-PLAN$/i, '')
  const known =
    short !== null ||
    (id !== word && /-PLAN\.md$/i.test(word)) ||
    ID.test(id) ||
    (id.length > phase.length + 1 && id.startsWith(`${phase}-`) && /\d$/.test(id))
  if (!known || id === '') return null
  const tail = afterId(rest.slice(word.length), bold)
  return { id, text: tail }
}

/** Text after the id, without closing marks, link target and separator. */
function afterId(rest: string, bold: boolean): string {
  const closed = rest.replace(/^[`\]]+/, '').replace(/^\([^)\s]*\)/, '')
  const plain = bold ? closed.replace('**', '') : closed
  return plain
    .trim()
    .replace(/^[:–—\-\s]+/, '')
    .trim()
}

/** The line we write, without bullet and box. */
export const planLineText = (id: string, text: string): string => `${id}-PLAN.md${text === '' ? '' : ` — ${text}`}`
