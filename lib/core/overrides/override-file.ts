// A file that adds to a text of the pack, or puts other words in the place of some of it: headings `## add: Section` and `## replace: Section`, each with its text.
import { sectionsOf } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import { positionOf } from '../../std/text.js'
import { bytesOf } from '../../std/told.js'

export const OVERRIDE_FOLDERS = ['workflows', 'agents', 'references', 'templates'] as const

/** `workflows/plan-phase.md`: a text of the pack as the pack names it. */
const NAME = /^(workflows|agents|references|templates)\/[a-z0-9][a-z0-9-]*\.md$/
export const isOverrideName = (name: string): boolean => NAME.test(name)

export const OVERRIDE_WORDS = ['add', 'replace'] as const
type OverrideWord = (typeof OVERRIDE_WORDS)[number]

export interface OverrideEntry {
  readonly word: OverrideWord
  /** As the heading names it. */
  readonly section: string
  readonly text: string
  readonly line: number
}

/** What keeps a passage from counting. */
export interface OverrideProblem {
  readonly code: string
  readonly line: number
  readonly message: string
  readonly fix: string
}

export interface OverrideFile {
  readonly entries: readonly OverrideEntry[]
  readonly problems: readonly OverrideProblem[]
}

const HEADING = /^(add|replace):\s+(\S.*)$/i
/** Characters that show nothing, or turn what a person sees: whoever agreed to the text could not have read them. */
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u
const MOST_BYTES = 16 << 10
const FORM = 'write `## add: <section>` or `## replace: <section>`, and below it the text'

const problem = (code: string, line: number, message: string, fix: string): OverrideProblem => ({
  code,
  line,
  message,
  fix,
})

export function readOverride(raw: string): OverrideFile {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (bytesOf(text) > MOST_BYTES)
    return {
      entries: [],
      problems: [
        problem(
          'OVERRIDE_TOO_LONG',
          1,
          `it is longer than ${MOST_BYTES} bytes`,
          'shorten it: a text that adds to a prompt is read in every run',
        ),
      ],
    }
  if (UNSEEN.test(text)) {
    const { line } = positionOf(text, text.search(UNSEEN))
    return {
      entries: [],
      problems: [problem('OVERRIDE_UNSEEN', line, 'it holds a character that nobody sees', 'remove the character')],
    }
  }
  const sections = sectionsOf({ text, spans: scan(text) }).filter(({ heading }) => heading.level <= 2)
  const lead = text.slice(0, sections[0]?.start ?? text.length).trim()
  const problems: OverrideProblem[] = []
  const entries: OverrideEntry[] = []
  if (lead !== '' && !isComment(lead))
    problems.push(problem('OVERRIDE_FORM', 1, 'text above the first heading belongs to no section', FORM))
  sections.forEach(({ heading, start, bodyStart }, index) => {
    const { line } = positionOf(text, start)
    const [, word, section] = HEADING.exec(heading.text) ?? []
    const body = text.slice(bodyStart, sections[index + 1]?.start ?? text.length).trim()
    if (heading.level !== 2 || word === undefined || section === undefined)
      problems.push(
        problem(
          'OVERRIDE_FORM',
          line,
          `the heading "${heading.text}" says neither what to add to nor what to replace`,
          FORM,
        ),
      )
    else if (body === '')
      problems.push(
        problem(
          'OVERRIDE_EMPTY',
          line,
          `nothing stands below "${heading.text}"`,
          'write the text below it, or remove the heading',
        ),
      )
    else entries.push({ word: word.toLowerCase() as OverrideWord, section: section.trim(), text: body, line })
  })
  return { entries, problems }
}

/** A remark for people is all there is. */
const isComment = (text: string): boolean => text.startsWith('<!--') && text.indexOf('-->') === text.length - 3
