// Entries as files of commands.
import { type Emit, emitting, type PromptDoc } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

/** A front-matter key and its lines. */
type Head = readonly [key: string, lines: (doc: PromptDoc) => readonly string[]]

const DESCRIPTION: Head = ['description', ({ about }) => [`description: ${quoted(about)}`]]

const HINT: Head = [
  'argument-hint',
  ({ argumentHint }) => (argumentHint === '' ? [] : [`argument-hint: ${quoted(argumentHint)}`]),
]

/** Only the user starts it, so the model never pays for its listing. */
const HIDDEN: Head = ['disable-model-invocation', () => ['disable-model-invocation: true']]

/** Otherwise the client would parse a different rule. */
const isRule = (cli: string): boolean => cli !== '' && !/[()*,$]/.test(cli)

/** Allows our CLI, and nothing else, without a question. */
const ALLOWED: Head = [
  'allowed-tools',
  ({ cli }) => (isRule(cli) ? [`allowed-tools: ${quoted(`Bash(${cli}:*)`)}`] : []),
]

/** `<name>.md` with these keys. */
const commandWith = (...heads: readonly Head[]): Emit =>
  emitting(
    heads.map(([key]) => key),
    (doc) => [
      {
        path: `${doc.name}.md`,
        text: frontMatter(
          heads.flatMap(([, lines]) => lines(doc)),
          doc.body,
        ),
      },
    ],
  )

export const commandMarkdown = commandWith(DESCRIPTION, HINT, HIDDEN)
export const commandAllowing = commandWith(DESCRIPTION, HINT, ALLOWED, HIDDEN)
/** Commands for clients that check every key. */
export const commandPlain = commandWith(DESCRIPTION)
/** Commands for clients that list none to the model. */
export const commandHinted = commandWith(DESCRIPTION, HINT)
