// A text of the pack with what the layers bring: the project's words first, then the person's. Additions of both stand; of two replacements the later counts.
import { parseTokens } from '../../markdown/tokens.js'
import { nearest } from '../../std/text.js'
import { bytesOf } from '../../std/told.js'
import type { OverrideEntry, OverrideProblem } from './override-file.js'
import { type PromptSection, promptSections, sectionCalled } from './prompt-sections.js'

/** One passage of one layer, whose section is there and may be changed in this way. */
export interface Applied extends OverrideEntry {
  /** Where it is read. */
  readonly path: string
}

export interface Customised {
  readonly text: string
  readonly applied: readonly Applied[]
}

/** Bytes that all layers together may bring into one section; what is longer is read where it stands. */
const MOST_IN_SECTION = 2000

/** Whether a passage fits, or why not; `base` is the text of the pack. */
export function faultOf(path: string, base: string, entry: OverrideEntry): OverrideProblem | null {
  const sections = promptSections(path, base)
  const section = sectionCalled(sections, entry.section)
  const fault = (code: string, message: string, fix: string): OverrideProblem => ({
    code,
    line: entry.line,
    message,
    fix,
  })
  if (section === null) {
    const names = sections.map(({ name }) => name)
    const near = nearest(entry.section, names)
    const known = names.length === 0 ? 'it has no sections' : `it has ${names.join(', ')}`
    return fault(
      'OVERRIDE_SECTION_GONE',
      `${path} has no section "${entry.section}" (any more): ${known}`,
      near === null
        ? `name one of them, or remove the passage: gsd overrides explain ${path}`
        : `write \`## ${entry.word}: ${near}\`, if that is meant`,
    )
  }
  if (entry.word === 'replace' && !section.isReplaceable)
    return fault(
      'OVERRIDE_ADDS_ONLY',
      `"${section.name}" of ${path} holds what the pack answers for (calls, checks, rules): it can be added to, not replaced`,
      `write \`## add: ${section.name}\``,
    )
  const isBroken = path.startsWith('workflows/') && parseTokens(entry.text).problems.length > 0
  if (
    isBroken ||
    !isWhole(path, base, section, bodyWith(base.slice(section.bodyAt, section.end), [{ ...entry, path }]))
  )
    return fault(
      'OVERRIDE_UNCLOSED',
      `the passage for "${section.name}" would swallow or change what follows it`,
      'close its code fences, comments and conditions',
    )
  return null
}

/** Nothing but the one section differs. */
function isWhole(path: string, base: string, section: PromptSection, body: string): boolean {
  const text = base.slice(0, section.bodyAt) + body + base.slice(section.end)
  const shape = (of: string) =>
    promptSections(path, of).map(({ name, at, bodyAt, end }) =>
      name === section.name ? [name, of.slice(at, bodyAt)] : [name, of.slice(at, end)],
    )
  return JSON.stringify(shape(base)) === JSON.stringify(shape(text))
}

/** `entries` are without fault. */
export function customised(path: string, base: string, entries: readonly Applied[]): Customised {
  let text = base
  for (const section of promptSections(path, base).toReversed()) {
    const own = entries.filter((entry) => entry.section.toLowerCase() === section.name.toLowerCase())
    if (own.length === 0) continue
    text =
      text.slice(0, section.bodyAt) + bodyWith(base.slice(section.bodyAt, section.end), own) + text.slice(section.end)
  }
  return { text, applied: entries }
}

function bodyWith(body: string, entries: readonly Applied[]): string {
  const replacement = entries.findLast(({ word }) => word === 'replace')
  const kept = entries.filter((entry) => entry.word === 'add' || entry === replacement)
  const isLong = bytesOf(kept.map(({ text }) => text).join('\n\n')) > MOST_IN_SECTION
  const shown = ({ word, section, path, text }: Applied): string =>
    isLong
      ? `Read \`${path}\`, below \`${word}: ${section}\`: ${word === 'add' ? 'it belongs to this' : 'it holds in place of what stands here'}.`
      : text
  const first = replacement === undefined || isLong ? body.trim() : replacement.text
  const others = isLong ? kept : kept.filter(({ word }) => word === 'add')
  return `\n${[first, ...others.map(shown)].filter((part) => part !== '').join('\n\n')}\n\n`
}
