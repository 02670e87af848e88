// Entries as folders of skills.
import { type Emit, emitting } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

/** `<name>/SKILL.md` with the two keys every client accepts, and more by name. */
const skillWith = (more: Readonly<Record<string, string>> = {}): Emit =>
  emitting(['name', 'description', ...Object.keys(more)], ({ name, about, body }) => {
    const lines = Object.entries(more).map(([key, value]) => `${key}: ${value}`)
    return [
      {
        path: `${name}/SKILL.md`,
        text: frontMatter([`name: ${name}`, `description: ${quoted(about)}`, ...lines], body),
      },
    ]
  })

/** Hidden from the model, if the client obeys the key. */
const HIDDEN = { 'disable-model-invocation': 'true' }

export const skillPlain = skillWith()
export const skillMarkdown = skillWith(HIDDEN)
/** With the key some clients need before the user can start it. */
export const skillInvocable = skillWith({ ...HIDDEN, 'user-invocable': 'true' })
/** With the version of its format, so that a new release does not change every skill. */
export const skillVersioned = skillWith({ version: '"1.0.0"' })

/** A skill without any client's words, and a sidecar for clients that ignore the key. */
export const neutralSkill = emitting(skillMarkdown.keys, (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
])
