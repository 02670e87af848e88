// File formats of entries (skills or commands) and agents: Markdown with front matter, or TOML.
import { scalarText } from '../../markdown/yaml-text.js'
import { escaped } from '../../std/visible.js'
import type { Emit, PromptDoc, Runtime } from '../runtime.js'
import { ACTIONS, type Action } from '../terms.js'

/** Returns a double-quoted scalar that is valid YAML and valid JSON for any text. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)

/** Returns a TOML string on one line. JSON's escapes are valid in TOML, where DEL must be escaped too. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f')

const frontMatter = (lines: readonly string[], body: string): string => `---\n${lines.join('\n')}\n---\n${body}`

const modelLine = ({ model }: PromptDoc): readonly string[] => (model === null ? [] : [`model: ${scalarText(model)}`])

/** Returns the client's tool names without duplicates, in the prompt's order. */
const toolNames = (doc: PromptDoc, runtime: Runtime): readonly string[] => [
  ...new Set(doc.tools.flatMap((action) => runtime.tools[action] ?? [])),
]

/** Emits `<name>/SKILL.md` with the two keys that every client accepts, and further lines. */
const skillEmitter =
  (...extraLines: readonly string[]): Emit =>
  ({ name, about, body }) => [
    {
      path: `${name}/SKILL.md`,
      text: frontMatter([`name: ${name}`, `description: ${quoted(about)}`, ...extraLines], body),
    },
  ]

/** Lets only the user start an entry. Clients that obey the key do not list the entry to the model. */
const HIDDEN = 'disable-model-invocation: true'

export const skillPlain = skillEmitter()
export const skillMarkdown = skillEmitter(HIDDEN)
/** Adds the key that some clients need before the user can start a skill. */
export const skillInvocable = skillEmitter(HIDDEN, 'user-invocable: true')
/** Adds a fixed version: the pack's own version would change every skill at each release. */
export const skillVersioned = skillEmitter('version: "1.0.0"')

/** Emits a skill, and a sidecar file that hides the skill from the model in clients that ignore the key. */
export const neutralSkill: Emit = (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
]

type LinesOf = (doc: PromptDoc) => readonly string[]

const descriptionLine: LinesOf = ({ about }) => [`description: ${quoted(about)}`]

const hintLine: LinesOf = ({ argumentHint }) => (argumentHint === '' ? [] : [`argument-hint: ${quoted(argumentHint)}`])

const hiddenLine: LinesOf = () => [HIDDEN]

/** Whether a rule can hold the command line; with these characters the client would parse a different rule. */
const canBeRule = (cli: string): boolean => cli !== '' && !/[()*,$]/.test(cli)

/** Lets the model run our CLI, and nothing else, without asking the user. */
const allowedToolsLine: LinesOf = ({ cli }) => (canBeRule(cli) ? [`allowed-tools: ${quoted(`Bash(${cli}:*)`)}`] : [])

const commandEmitter =
  (...heads: readonly LinesOf[]): Emit =>
  (doc) => {
    const lines = heads.flatMap((head) => head(doc))
    return [{ path: `${doc.name}.md`, text: frontMatter(lines, doc.body) }]
  }

export const commandMarkdown = commandEmitter(descriptionLine, hintLine, hiddenLine)
export const commandAllowing = commandEmitter(descriptionLine, hintLine, allowedToolsLine, hiddenLine)
/** For clients that check every key of a command. */
export const commandPlain = commandEmitter(descriptionLine)
/** For clients that list no commands to the model. */
export const commandHinted = commandEmitter(descriptionLine, hintLine)

interface AgentForm {
  /** Path below the folder of agents; default `<name>.md`. */
  readonly file?: (name: string) => string
  /** Key of the line that lists tools; default `tools`. */
  readonly key?: string
  readonly isColoured?: boolean
}

/** The colour shows what an agent can do: green edits code, blue writes reports, cyan only reads. */
const colourOf = ({ tools }: PromptDoc): string =>
  tools.includes('edit') ? 'green' : tools.includes('write') ? 'blue' : 'cyan'

/** Emits an agent. `value` formats the list of tools; null leaves that line out. */
const agentEmitter =
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

const commaList = (names: readonly string[]): string => names.join(', ')
const yamlList = (names: readonly string[]): string => `[${names.map(quoted).join(', ')}]`

/** Lists the tools, because without a list the client grants all of them. */
export const agentMarkdown = agentEmitter(commaList)
export const agentColoured = agentEmitter(commaList, { isColoured: true })
export const agentListed = agentEmitter(yamlList)
/** For clients that take no tools, or whose tool names are unproven. */
export const agentPlain = agentEmitter(null)
export const agentFolder = agentEmitter(yamlList, { file: (name) => `${name}/AGENT.md`, key: 'allowed-tools' })
export const agentDotted = agentEmitter(yamlList, { file: (name) => `${name}.agent.md` })
/** Uses front matter and text as in Markdown, in a `.yml` file: the client reads no other extension. */
export const agentYaml = agentEmitter(yamlList, { file: (name) => `${name}.yml` })

/** Returns the client's tool names that belong to no action granted to the agent. */
function deniedTools(doc: PromptDoc, runtime: Runtime): readonly string[] {
  const namesOf = (actions: readonly Action[]) => actions.flatMap((action) => runtime.tools[action] ?? [])
  const granted = namesOf(doc.tools)
  return [...new Set(namesOf(ACTIONS).filter((name) => !granted.includes(name)))]
}

/** Emits `<name>.md` for a subagent. Tools that are not denied follow the user's own rules. */
export const agentPermissions: Emit = (doc, runtime) => {
  const denials = deniedTools(doc, runtime).map((name) => `  ${name}: deny`)
  const head = [
    `description: ${quoted(doc.about)}`,
    'mode: subagent',
    ...modelLine(doc),
    ...(denials.length === 0 ? [] : ['permission:', ...denials]),
  ]
  return [{ path: `${doc.name}.md`, text: frontMatter(head, doc.body) }]
}

/** Emits `<name>.toml` with the three keys that every version accepts, and the model if one is chosen. */
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

/** Emits `<prefix>/<name>.toml`, which the user starts as `/<prefix>:<name>`. */
export const commandToml: Emit = (doc) => [
  {
    path: `${doc.name.replace('-', '/')}.toml`,
    text: [`description = ${tomlString(doc.about)}`, `prompt = ${tomlBlock(doc.body)}`, ''].join('\n'),
  },
]

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Returns a literal block, the most readable form; for text that it cannot hold, an escaped basic block. */
const tomlBlock = (text: string): string =>
  text.includes("'''") || text.search(CONTROLS) >= 0 || text.endsWith("'")
    ? `"""\n${text.replace(/[\\"]/g, '\\$&').replace(CONTROLS, escaped)}"""`
    : `'''\n${text}'''`
