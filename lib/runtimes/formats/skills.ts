// Entries as folders of skills.
import { emitting } from '../runtime.js'
import { frontMatter, quoted } from './text.js'

/** `<name>/SKILL.md`; the model never pays for its listing where the client obeys the last key. */
export const skillMarkdown = emitting(['name', 'description', 'disable-model-invocation'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter(
      [`name: ${doc.name}`, `description: ${quoted(doc.about)}`, 'disable-model-invocation: true'],
      doc.body,
    ),
  },
])

/** The same without any client's word in it, and the sidecar that one family of readers obeys instead of the key. */
export const neutralSkill = emitting(skillMarkdown.keys, (doc, runtime) => [
  ...skillMarkdown(doc, runtime),
  { path: `${doc.name}/agents/openai.yaml`, text: 'policy:\n  allow_implicit_invocation: false\n' },
])

/** `<name>/SKILL.md` with the two keys every client takes. */
export const skillPlain = emitting(['name', 'description'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter([`name: ${doc.name}`, `description: ${quoted(doc.about)}`], doc.body),
  },
])

/** The same with the key of clients that let a person start only what says so. */
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

/** `<name>/SKILL.md` with a version: that of its form, so that a new release of the pack does not make every skill another one. */
export const skillVersioned = emitting(['name', 'description', 'version'], (doc) => [
  {
    path: `${doc.name}/SKILL.md`,
    text: frontMatter([`name: ${doc.name}`, `description: ${quoted(doc.about)}`, 'version: "1.0.0"'], doc.body),
  },
])
