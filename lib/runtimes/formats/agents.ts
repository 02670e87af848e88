// Agents as Markdown with front matter.
import type { Emit } from '../runtime.js'
import { frontMatter, quoted, toolNames } from './text.js'

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
