// Resolves git conflicts in STATE.md: it is derived from other files, so the user need not choose a side.

/** `label:` of front matter, or `**Label:**`. */
const LABEL = /^\s*(?:[-*] )?\**([A-Za-z_][\w -]{0,40}?)\**:/
const MARKS = [/^<{7} /, /^\|{7}/, /^={7}$/, /^>{7} /] as const

type Side = 'both' | 'ours' | 'base' | 'theirs'
const SIDES: readonly Side[] = ['ours', 'base', 'theirs', 'both']

/** Keeps both sides; for a label on both, ours. Text with an unclosed marker stays. */
export function withoutMarks(text: string): string {
  if (!/^<{7} /m.test(text)) return text
  const out: string[] = []
  const said: Record<Side, string[]> = { both: out, ours: [], base: [], theirs: [] }
  let side: Side = 'both'
  for (const line of text.split(/(?<=\n)/)) {
    const mark = MARKS.findIndex((one) => one.test(line.trimEnd()))
    if (mark === 0 ? side === 'both' : mark > 0 && side !== 'both') side = SIDES[mark] as Side
    else {
      said[side].push(line)
      continue
    }
    if (side !== 'both') continue
    out.push(...said.ours, ...said.theirs.filter((one) => isNew(one, said.ours)))
    said.ours = []
    said.theirs = []
  }
  return side === 'both' ? out.join('') : text
}

function isNew(line: string, ours: readonly string[]): boolean {
  const label = LABEL.exec(line)?.[1]
  return label === undefined
    ? ours.every((one) => one.trimEnd() !== line.trimEnd())
    : ours.every((one) => LABEL.exec(one)?.[1] !== label)
}
