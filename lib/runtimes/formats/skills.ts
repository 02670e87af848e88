// Entries as folders of skills.
import type { Emit } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

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
