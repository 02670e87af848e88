// Agents as Markdown whose tools are a map of permissions.
import { emitting, type PromptDoc, type Runtime } from '../runtime.js'
import type { Action } from '../terms.js'
import { ACTIONS } from '../terms.js'
import { frontMatter, modelLine, quoted } from './text.js'

/** The client's names of what the agent does without, each once; a name that one of its actions shares is not among them. */
function denied(doc: PromptDoc, runtime: Runtime): readonly string[] {
  const named = (actions: readonly Action[]) => actions.flatMap((action) => runtime.tools[action] ?? [])
  const granted = named(doc.tools)
  return [...new Set(named(ACTIONS).filter((name) => !granted.includes(name)))]
}

/** `<name>.md`, an agent for others to start. It gives no list of tools: what is not denied is granted as the person's own rules have it. */
export const agentPermissions = emitting(['description', 'mode', 'model', 'permission'], (doc, runtime) => {
  const without = denied(doc, runtime).map((name) => `  ${name}: deny`)
  return [
    {
      path: `${doc.name}.md`,
      text: frontMatter(
        [
          `description: ${quoted(doc.about)}`,
          'mode: subagent',
          ...modelLine(doc),
          ...(without.length === 0 ? [] : ['permission:', ...without]),
        ],
        doc.body,
      ),
    },
  ]
})
