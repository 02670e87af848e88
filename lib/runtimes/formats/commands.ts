// Entries as files of commands.
import { emitting, type PromptDoc } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

const argumentHint = (doc: PromptDoc): readonly string[] =>
  doc.argumentHint === '' ? [] : [`argument-hint: ${quoted(doc.argumentHint)}`]

/** `<name>.md` with front matter; only the user starts it, so the model never pays for its listing. */
export const commandMarkdown = emitting(['description', 'argument-hint', 'disable-model-invocation'], (doc) => [
  {
    path: `${doc.name}.md`,
    text: frontMatter(
      [`description: ${quoted(doc.about)}`, ...argumentHint(doc), 'disable-model-invocation: true'],
      doc.body,
    ),
  },
])

/** Without these the client takes the rule for another one. */
const isRule = (cli: string): boolean => cli !== '' && !/[()*,$]/.test(cli)

/** The same for a client that asks before it runs something: behind the command it runs our CLI, and nothing else of it. */
export const commandAllowing = emitting([...commandMarkdown.keys, 'allowed-tools'], (doc) => [
  {
    path: `${doc.name}.md`,
    text: frontMatter(
      [
        `description: ${quoted(doc.about)}`,
        ...argumentHint(doc),
        ...(isRule(doc.cli) ? [`allowed-tools: ${quoted(`Bash(${doc.cli}:*)`)}`] : []),
        'disable-model-invocation: true',
      ],
      doc.body,
    ),
  },
])

/** `<name>.md` with nothing but what it is about, for clients that check every key. */
export const commandPlain = emitting(['description'], (doc) => [
  { path: `${doc.name}.md`, text: frontMatter([`description: ${quoted(doc.about)}`], doc.body) },
])

/** `<name>.md` with what it is about and what may follow its name; the client lists no command to the model. */
export const commandHinted = emitting(['description', 'argument-hint'], (doc) => [
  {
    path: `${doc.name}.md`,
    text: frontMatter([`description: ${quoted(doc.about)}`, ...argumentHint(doc)], doc.body),
  },
])
