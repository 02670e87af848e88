// Entries as folders of skills, or as files of commands.
import { type Emit, emitting, type PromptDoc } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

/** `<name>/SKILL.md` with the two keys every client accepts, and more by name. */
const skillWith = (more: Readonly<Record<string, string>> = {}): Emit =>
  emitting(['name', 'description', ...Object.keys(more)], ({ name, about, body }) => {
    const lines = Object.entries(more).map(([key, value]) => `${key}: ${value}`)
    return [
      {
        path: `${name}/SKILL.md`,
        text: frontMatter([`name: ${name}`, `description: ${quoted(about)}`, ...lines], body),
      },
    ]
  })

/** Hidden from the model, if the client obeys the key. */
const HIDDEN_SKILL = { 'disable-model-invocation': 'true' }

export const skillPlain = skillWith()
export const skillMarkdown = skillWith(HIDDEN_SKILL)
/** With the key some clients need before the user can start it. */
export const skillInvocable = skillWith({ ...HIDDEN_SKILL, 'user-invocable': 'true' })
/** With the version of its format, so that a new release does not change every skill. */
export const skillVersioned = skillWith({ version: '"1.0.0"' })

/** A skill without any client's words, and a sidecar for clients that ignore the key. */
export const neutralSkill = emitting(skillMarkdown.keys, (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
])

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
