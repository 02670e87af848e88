// Agents as Markdown with front matter.
import { type Emit, emitting, type PromptDoc } from '../runtime.js'
import { frontMatter, modelLine, quoted, toolNames } from './text.js'

/** How one family of clients wants its agents. */
interface AgentForm {
  /** Path below the folder of agents. */
  readonly file: (name: string) => string
  /** Key and value of the line that says which tools it has; null: it takes none. */
  readonly tools: { readonly key: string; readonly value: (names: readonly string[]) => string } | null
  /** It shows agents in a colour. */
  readonly coloured?: true
}

/** What it can do to the project: change code, write reports, only look. */
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

/** `<name>.md`; the tool list is always explicit, because a client gives an agent without one everything it has. */
export const agentMarkdown = agentWith({
  file: flat,
  tools: { key: 'tools', value: asWords },
})

/** The same for clients that show agents in the colours they know by these names. */
export const agentColoured = agentWith({
  file: flat,
  tools: { key: 'tools', value: asWords },
  coloured: true,
})

/** The same for clients whose tools are a list of YAML. */
export const agentListed = agentWith({
  file: flat,
  tools: { key: 'tools', value: asList },
})

/** `<name>.md` without tools, for clients that take none or whose names of tools nobody has shown. */
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

/** `<name>.yml`, front matter and text as in Markdown: its reader looks at no other ending. */
export const agentYaml = agentWith({
  file: (name) => `${name}.yml`,
  tools: { key: 'tools', value: asList },
})
