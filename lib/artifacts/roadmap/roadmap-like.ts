// A new phase spelled as one that is there: the heading, or the line of a list.
import type { Heading, Item } from '../../markdown/reader.js'
import { phaseLineIn } from './phase-line.js'
import type { PhaseSection } from './roadmap.js'
import { phaseLineText } from './roadmap-fresh.js'
import { numberedText } from './roadmap-loose.js'
import { rankedText } from './roadmap-outline.js'

/** `## 4. Title` behind `## 3. Other`; `ours` behind one that says "Phase". */
export function headingLike(mate: Heading, phase: PhaseSection, ours: string): string {
  const said = /^phase\b/i.test(rankedText(mate) ?? '') || mate.text.startsWith('[') ? null : numberedText(mate.text)
  if (said === null) return ours
  const at = mate.text.indexOf(said.id)
  const between = mate.text.slice(at + said.id.length, mate.text.indexOf(said.title, at + said.id.length))
  return `${'#'.repeat(mate.level)} ${mate.text.slice(0, at)}${phase.id}${between}${phase.title}`
}

/** `raw` is the line as it stands, from its marker on. */
export function lineLike(raw: string, item: Item, phase: PhaseSection): string {
  const box = item.checked === null ? '' : '[ ] '
  const marker = item.ordered ? raw.replace(/^\d+([.)])[\s\S]*$/, `${Number.parseInt(phase.id, 10)}$1 `) : `${raw[0]} `
  const goal = phase.goal === null ? '' : ` - ${phase.goal}`
  const isBold = item.text.startsWith('**')
  const isPhase = phaseLineIn(item.text) !== null
  if (isPhase && isBold)
    return marker + box + phaseLineText({ ...phase, text: phase.goal ?? '', done: false, completed: null })
  const name = isPhase ? `Phase ${phase.id}: ${phase.title}` : isBold ? `**${phase.title}**` : phase.title
  return marker + box + name + goal
}
