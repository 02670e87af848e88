// Entries as folders of skills or files of commands, and agents: Markdown with front matter, or TOML.
import { escaped } from '../../std/visible.js'
import type { Emit, PromptDoc, Runtime } from '../runtime.js'
import { ACTIONS, type Action } from '../terms.js'

/** A double-quoted scalar: valid YAML and valid JSON for any text. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)

/** On one line: JSON's escapes are TOML's, except that DEL must be escaped too. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f')

const frontMatter = (lines: readonly string[], body: string): string => `---\n${lines.join('\n')}\n---\n${body}`

/** Rows restrict a model to a plain YAML word. */
const modelLine = ({ model }: PromptDoc): readonly string[] => (model === null ? [] : [`model: ${model}`])

/** The client's tool names, deduplicated, in the prompt's order. */
const toolNames = (doc: PromptDoc, runtime: Runtime): readonly string[] => [
  ...new Set(doc.tools.flatMap((action) => runtime.tools[action] ?? [])),
]

/** `<name>/SKILL.md` with the two keys every client accepts, and further lines. */
const skillWith =
  (...more: readonly string[]): Emit =>
  ({ name, about, body }) => [
    { path: `${name}/SKILL.md`, text: frontMatter([`name: ${name}`, `description: ${quoted(about)}`, ...more], body) },
  ]

/** Only the user starts it, so the model never pays for its listing, if the client obeys the key. */
const HIDDEN = 'disable-model-invocation: true'

export const skillPlain = skillWith()
export const skillMarkdown = skillWith(HIDDEN)
/** With the key some clients need before the user can start it. */
export const skillInvocable = skillWith(HIDDEN, 'user-invocable: true')
/** With the version of its format, so that a new release does not change every skill. */
export const skillVersioned = skillWith('version: "1.0.0"')

/** A skill without any client's words, and a sidecar for clients that ignore the key. */
export const neutralSkill: Emit = (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
]

type Head = (doc: PromptDoc) => readonly string[]

const description: Head = ({ about }) => [`description: ${quoted(about)}`]

const hint: Head = ({ argumentHint }) => (argumentHint === '' ? [] : [`argument-hint: ${quoted(argumentHint)}`])

const hidden: Head = () => [HIDDEN]

/** Otherwise the client would parse a different rule. */
const isRule = (cli: string): boolean => cli !== '' && !/[()*,$]/.test(cli)

/** Allows our CLI, and nothing else, without a question. */
const allowed: Head = ({ cli }) => (isRule(cli) ? [`allowed-tools: ${quoted(`Bash(${cli}:*)`)}`] : [])

const commandWith =
  (...heads: readonly Head[]): Emit =>
  (doc) => {
    const lines = heads.flatMap((head) => head(doc))
    return [{ path: `${doc.name}.md`, text: frontMatter(lines, doc.body) }]
  }

export const commandMarkdown = commandWith(description, hint, hidden)
export const commandAllowing = commandWith(description, hint, allowed, hidden)
/** Commands for clients that check every key. */
export const commandPlain = commandWith(description)
/** Commands for clients that list none to the model. */
export const commandHinted = commandWith(description, hint)

interface AgentForm {
  /** Path below the folder of agents; default `<name>.md`. */
  readonly file?: (name: string) => string
  /** Key of the line of tools. */
  readonly key?: string
  readonly isColoured?: boolean
}

/** The colour shows the ability: change code, write reports, only read. */
const colourOf = ({ tools }: PromptDoc): string =>
  tools.includes('edit') ? 'green' : tools.includes('write') ? 'blue' : 'cyan'

/** `value`: that of the line of tools; null if it takes none. */
const agentWith =
  (
    value: ((names: readonly string[]) => string) | null,
    { file = (name) => `${name}.md`, key = 'tools', isColoured = false }: AgentForm = {},
  ): Emit =>
  (doc, runtime) => {
    const head = [
      `name: ${doc.name}`,
      `description: ${quoted(doc.about)}`,
      ...modelLine(doc),
      ...(value === null ? [] : [`${key}: ${value(toolNames(doc, runtime))}`]),
      ...(isColoured ? [`color: ${colourOf(doc)}`] : []),
    ]
    return [{ path: file(doc.name), text: frontMatter(head, doc.body) }]
  }

const asWords = (names: readonly string[]): string => names.join(', ')
const asList = (names: readonly string[]): string => `[${names.map(quoted).join(', ')}]`

/** With an explicit tool list: without one the client grants everything. */
export const agentMarkdown = agentWith(asWords)
export const agentColoured = agentWith(asWords, { isColoured: true })
export const agentListed = agentWith(asList)
/** For clients that take no tools, or whose tool names are unproven. */
export const agentPlain = agentWith(null)
export const agentFolder = agentWith(asList, { file: (name) => `${name}/AGENT.md`, key: 'allowed-tools' })
export const agentDotted = agentWith(asList, { file: (name) => `${name}.agent.md` })
/** Front matter and text as in Markdown: no other extension is read. */
export const agentYaml = agentWith(asList, { file: (name) => `${name}.yml` })

/** The client's names of unavailable actions, except names shared with an available one. */
function denied(doc: PromptDoc, runtime: Runtime): readonly string[] {
  const named = (actions: readonly Action[]) => actions.flatMap((action) => runtime.tools[action] ?? [])
  const granted = named(doc.tools)
  return [...new Set(named(ACTIONS).filter((name) => !granted.includes(name)))]
}

/** `<name>.md`, a subagent. Without a tool list, tools that are not denied follow the user's own rules. */
export const agentPermissions: Emit = (doc, runtime) => {
  const without = denied(doc, runtime).map((name) => `  ${name}: deny`)
  const head = [
    `description: ${quoted(doc.about)}`,
    'mode: subagent',
    ...modelLine(doc),
    ...(without.length === 0 ? [] : ['permission:', ...without]),
  ]
  return [{ path: `${doc.name}.md`, text: frontMatter(head, doc.body) }]
}

/** `<name>.toml` with the three keys every version accepts, and the model if chosen. */
export const agentToml: Emit = (doc) => [
  {
    path: `${doc.name}.toml`,
    text: [
      `name = ${tomlString(doc.name)}`,
      `description = ${tomlString(doc.about)}`,
      ...(doc.model === null ? [] : [`model = ${tomlString(doc.model)}`]),
      `developer_instructions = ${tomlBlock(doc.body)}`,
      '',
    ].join('\n'),
  },
]

/** `<pack>/<name>.toml`, which the client calls `/<pack>:<name>`. */
export const commandToml: Emit = (doc) => [
  {
    path: `${doc.name.replace('-', '/')}.toml`,
    text: [`description = ${tomlString(doc.about)}`, `prompt = ${tomlBlock(doc.body)}`, ''].join('\n'),
  },
]

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A literal block is the most readable; text it cannot hold is escaped in a basic block. */
const tomlBlock = (text: string): string =>
  text.includes("'''") || text.search(CONTROLS) >= 0 || text.endsWith("'")
    ? `"""\n${text.replace(/[\\"]/g, '\\$&').replace(CONTROLS, escaped)}"""`
    : `'''\n${text}'''`
