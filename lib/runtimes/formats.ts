// The files a client reads: pure emitters from a prompt to text.
import type { Emit, PromptDoc, Runtime } from './runtime.js'

/** A double-quoted scalar: valid YAML and valid JSON, whatever the text holds. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => `\\u${hex4(char)}`)
const hex4 = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0')

const frontMatter = (lines: readonly string[], body: string): string => `---\n${lines.join('\n')}\n---\n${body}`

/** Names of the client's own tools, each once, in the order the prompt gives them. */
const toolNames = (doc: PromptDoc, runtime: Runtime): readonly string[] => [
  ...new Set(doc.tools.flatMap((action) => runtime.tools[action] ?? [])),
]

const argumentHint = (doc: PromptDoc): readonly string[] =>
  doc.argumentHint === '' ? [] : [`argument-hint: ${quoted(doc.argumentHint)}`]

/** `<name>.md` with front matter; only the user starts it, so the model never pays for its listing. */
export const commandMarkdown: Emit = (doc) => [
  {
    path: `${doc.name}.md`,
    text: frontMatter(
      [`description: ${quoted(doc.about)}`, ...argumentHint(doc), 'disable-model-invocation: true'],
      doc.body,
    ),
  },
]

/** `<name>/SKILL.md` without any client's word in it, and the sidecar that one family of readers obeys instead of the front matter key. */
export const neutralSkill: Emit = (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter(
      [`name: ${doc.name}`, `description: ${quoted(doc.about)}`, 'disable-model-invocation: true'],
      doc.body,
    ),
  },
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
]

/** `<name>.md`; the tool list is always explicit, because a client gives an agent without one everything it has. */
export const agentMarkdown: Emit = (doc, runtime) => [
  {
    path: `${doc.name}.md`,
    text: frontMatter(
      [`name: ${doc.name}`, `description: ${quoted(doc.about)}`, `tools: ${toolNames(doc, runtime).join(', ')}`],
      doc.body,
    ),
  },
]

/** `<name>.toml` with exactly the three keys every version of the client accepts. */
export const agentToml: Emit = (doc) => [
  {
    path: `${doc.name}.toml`,
    text: [
      `name = ${tomlBasic(doc.name)}`,
      `description = ${tomlBasic(doc.about)}`,
      `developer_instructions = ${tomlBlock(doc.body)}`,
      '',
    ].join('\n'),
  },
]

const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) => `\\u${hex4(char)}`)

const tomlBasic = (text: string): string => `"${escaped(text).replaceAll('\t', '\\t').replaceAll('\n', '\\n')}"`

/** A literal block reads best; text that cannot stand in one is escaped in a basic block. */
const tomlBlock = (text: string): string =>
  text.includes("'''") || controls.test(text) || text.endsWith("'") ? `"""\n${escaped(text)}"""` : `'''\n${text}'''`
