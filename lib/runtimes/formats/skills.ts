// Entries as folders of skills.
import { emitting } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

/** `<name>/SKILL.md`; the last key hides it from the model, if the client obeys it. */
export const skillMarkdown = emitting(['name', 'description', 'disable-model-invocation'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter(
      [`name: ${doc.name}`, `description: ${quoted(doc.about)}`, 'disable-model-invocation: true'],
      doc.body,
    ),
  },
])

/** A skill without any client's words, and a sidecar for clients that ignore the last key. */
export const neutralSkill = emitting(skillMarkdown.keys, (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
])

/** `<name>/SKILL.md` with the two keys every client accepts. */
export const skillPlain = emitting(['name', 'description'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter([`name: ${doc.name}`, `description: ${quoted(doc.about)}`], doc.body),
  },
])

/** A skill with the key some clients need before the user can start it. */
export const skillInvocable = emitting(['name', 'description', 'disable-model-invocation', 'user-invocable'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter(
      [
        `name: ${doc.name}`,
        `description: ${quoted(doc.about)}`,
        'disable-model-invocation: true',
        'user-invocable: true',
      ],
      doc.body,
    ),
  },
])

/** `<name>/SKILL.md` with the version of its format, so that a new release does not change every skill. */
export const skillVersioned = emitting(['name', 'description', 'version'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter([`name: ${doc.name}`, `description: ${quoted(doc.about)}`, 'version: "1.0.0"'], doc.body),
  },
])
