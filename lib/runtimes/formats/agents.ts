// Agents as Markdown with front matter.
import type { Emit, PromptDoc, Runtime } from '../runtime.js'
import { frontMatter, quoted, toolNames } from './text.js'

/** How one family of clients wants its agents. */
interface AgentForm {
  /** Path below the folder of agents. */
  readonly file: (name: string) => string
  /** The lines that say which tools it has. */
  readonly tools: (doc: PromptDoc, runtime: Runtime) => readonly string[]
}

const agentWith =
  ({ file, tools }: AgentForm): Emit =>
  (doc, runtime) => [
    {
      path: file(doc.name),
      text: frontMatter([`name: ${doc.name}`, `description: ${quoted(doc.about)}`, ...tools(doc, runtime)], doc.body),
    },
  ]

const flat = (name: string): string => `${name}.md`
const asList = (names: readonly string[]): string => `[${names.map(quoted).join(', ')}]`

/** `<name>.md`; the tool list is always explicit, because a client gives an agent without one everything it has. */
export const agentMarkdown: Emit = agentWith({
  file: flat,
  tools: (doc, runtime) => [`tools: ${toolNames(doc, runtime).join(', ')}`],
})

/** The same for clients whose tools are a list of YAML. */
export const agentListed: Emit = agentWith({
  file: flat,
  tools: (doc, runtime) => [`tools: ${asList(toolNames(doc, runtime))}`],
})

/** `<name>.md` without tools, for clients that take none or whose names of tools nobody has shown. */
export const agentPlain: Emit = agentWith({ file: flat, tools: () => [] })

/** `<name>/AGENT.md`: the folder is the name. */
export const agentFolder: Emit = agentWith({
  file: (name) => `${name}/AGENT.md`,
  tools: (doc, runtime) => [`allowed-tools: ${asList(toolNames(doc, runtime))}`],
})

/** `<name>.agent.md`. */
export const agentDotted: Emit = agentWith({
  file: (name) => `${name}.agent.md`,
  tools: (doc, runtime) => [`tools: ${asList(toolNames(doc, runtime))}`],
})

/** `<name>.yml`, front matter and text as in Markdown: its reader looks at no other ending. */
export const agentYaml: Emit = agentWith({
  file: (name) => `${name}.yml`,
  tools: (doc, runtime) => [`tools: ${asList(toolNames(doc, runtime))}`],
})
