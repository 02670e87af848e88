// Agents as Markdown whose tools are a permission map.
import { emitting, type PromptDoc, type Runtime } from '../runtime.js'
import type { Action } from '../terms.js'
import { ACTIONS } from '../terms.js'
import { frontMatter, modelLine, quoted } from './text.js'

/** The client's names of unavailable actions, except names shared with an available one. */
function denied(doc: PromptDoc, runtime: Runtime): readonly string[] {
  const named = (actions: readonly Action[]) => actions.flatMap((action) => runtime.tools[action] ?? [])
  const granted = named(doc.tools)
  return [...new Set(named(ACTIONS).filter((name) => !granted.includes(name)))]
}

/** `<name>.md`, a subagent. Without a tool list, tools that are not denied follow the user's own rules. */
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
