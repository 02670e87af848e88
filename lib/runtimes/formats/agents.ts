// Agents as Markdown with front matter.
import { type Emit, emitting, type PromptDoc } from '../runtime.js'
import { frontMatter, modelLine, quoted, toolNames } from './text.js'

interface AgentForm {
  /** Path below the folder of agents. */
  readonly file: (name: string) => string
  /** Key and value of the line of tools; null if it takes none. */
  readonly tools: { readonly key: string; readonly value: (names: readonly string[]) => string } | null
  /** Whether it shows agents in a colour. */
  readonly coloured?: true
}

/** The colour shows the ability: change code, write reports, only read. */
const colourOf = ({ tools }: PromptDoc): string =>
  tools.includes('edit') ? 'green' : tools.includes('write') ? 'blue' : 'cyan'

const agentWith = ({ file, tools, coloured }: AgentForm): Emit => {
  const keys = ['name', 'description', 'model', ...(tools === null ? [] : [tools.key]), ...(coloured ? ['color'] : [])]
  return emitting(keys, (doc, runtime) => {
    const line = tools === null ? [] : [`${tools.key}: ${tools.value(toolNames(doc, runtime))}`]
    return [
      {
        path: file(doc.name),
        text: frontMatter(
          [
            `name: ${doc.name}`,
            `description: ${quoted(doc.about)}`,
            ...modelLine(doc),
            ...line,
            ...(coloured ? [`color: ${colourOf(doc)}`] : []),
          ],
          doc.body,
        ),
      },
    ]
  })
}

const flat = (name: string): string => `${name}.md`
const asWords = (names: readonly string[]): string => names.join(', ')
const asList = (names: readonly string[]): string => `[${names.map(quoted).join(', ')}]`

/** `<name>.md` with an explicit tool list: without one the client grants everything. */
export const agentMarkdown = agentWith({
  file: flat,
  tools: { key: 'tools', value: asWords },
})

/** Agents with colour names. */
export const agentColoured = agentWith({
  file: flat,
  tools: { key: 'tools', value: asWords },
  coloured: true,
})

/** Agents with the tools as a YAML list. */
export const agentListed = agentWith({
  file: flat,
  tools: { key: 'tools', value: asList },
})

/** `<name>.md` without tools, for clients that take none or whose tool names are unproven. */
export const agentPlain = agentWith({ file: flat, tools: null })

/** `<name>/AGENT.md`: the folder is the name. */
export const agentFolder = agentWith({
  file: (name) => `${name}/AGENT.md`,
  tools: { key: 'allowed-tools', value: asList },
})

/** `<name>.agent.md`. */
export const agentDotted = agentWith({
  file: (name) => `${name}.agent.md`,
  tools: { key: 'tools', value: asList },
})

/** `<name>.yml`, front matter and text as in Markdown: no other extension is read. */
export const agentYaml = agentWith({
  file: (name) => `${name}.yml`,
  tools: { key: 'tools', value: asList },
})
