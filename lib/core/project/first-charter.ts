// Turns a few words on a new project into a charter: each phase with one requirement and one criterion.
import { isLabelOfCharter } from '../../artifacts/charter/charter-read.js'
import { oneLine } from '../../artifacts/parts/draft.js'
import { document } from '../../artifacts/parts/prose.js'

export interface FewWords {
  readonly name: string
  /** The product and its users; null if not given. */
  readonly what: string | null
  /** The one thing that must work; null: same as `what`. */
  readonly value: string | null
  /** Titles; if empty, one example phase. */
  readonly phases: readonly string[]
}

const EXAMPLE = 'A first version that runs'

export function firstCharter({ name, what, value, phases }: FewWords): string {
  const about = plain(what ?? `The project ${name}.`)
  const titles = (phases.length === 0 ? [EXAMPLE] : phases).map(plain)
  const title = plain(name)
  return document([
    // A folder may have the name of a form label.
    `# ${isLabelOfCharter(title) ? `The ${title}` : title}`,
    about,
    `Core value: ${plain(value ?? about)}`,
    `## Order\n\n> ${about}\n\nScope: all`,
    `## Requirements\n\n### Core\n\n${titles.map((text, at) => `- **${idOf(at)}**: ${text}`).join('\n')}`,
    '## Phases',
    ...titles.map((text, at) =>
      [
        `### Phase ${at + 1}: ${text}\n`,
        `Goal: ${text}`,
        `Requirements: ${idOf(at)}`,
        `1. Somebody tries it and sees: ${text}`,
      ].join('\n'),
    ),
  ])
}

/** One line without block markers: heading, list or quote. */
const plain = (text: string): string => oneLine(text).replace(/^(?:[#>*+-]+ )+/, '')

const idOf = (index: number): string => `CORE-${String(index + 1).padStart(2, '0')}`
