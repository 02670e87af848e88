// STATE.md as git leaves it in a merge: it is drawn from other files, so no side of it is for a person to choose.

/** `label:` of front matter, or `**Label:**`. */
const LABEL = /^\s*(?:[-*] )?\**([A-Za-z_][\w -]{0,40}?)\**:/
const MARKS = [/^<{7} /, /^\|{7}/, /^={7}$/, /^>{7} /] as const

type Side = 'both' | 'ours' | 'base' | 'theirs'
const SIDES: readonly Side[] = ['ours', 'base', 'theirs', 'both']

/** What both sides say; of a label that both have, our side's. A text in which a mark has no end stays as it is. */
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
