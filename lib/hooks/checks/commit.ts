// Judges the message of a commit before it is made. The person switches it on.
import { type Check, NOTHING } from '../check.js'

const TYPES: readonly string[] = [
  'feat',
  'fix',
  'docs',
  'style',
  'refactor',
  'perf',
  'test',
  'build',
  'ci',
  'chore',
  'revert',
]
const LONGEST_SUBJECT = 72

/** The first line of the message a command line would commit with; null where it names none. */
export function subjectOf(command: string): string | null {
  if (!/(?:^|[\s;&|(])git\s+(?:-[^\s]+(?:\s+[^\s-][^\s]*)?\s+)*commit(?:\s|$)/.test(command)) return null
  const quoted = /\s(?:-[a-z]*m|--message)(?:\s+|=)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;&|]+))/.exec(command)
  const message = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3]
  return message === undefined ? null : (message.split(/\n|\\n/)[0] as string)
}

export const commitGuard: Check = {
  id: 'commit-guard',
  about: 'Refuses a commit whose subject is not in the conventional form or too long',
  points: ['pre-tool'],
  actions: ['shell'],
  setting: { key: 'hooks.community', isOn: false },
  needsProject: true,
  run: (event, { project }) => {
    const listed = project?.setting('hooks.commit_types')
    const types = Array.isArray(listed) && listed.every((one) => typeof one === 'string') ? (listed as string[]) : TYPES
    for (const { command } of event.tools) {
      const subject = command === null ? null : subjectOf(command)
      if (subject === null) continue
      const form = /^([a-z]+)(?:\([^()]+\))?!?: \S/.exec(subject)
      if (form === null || !types.includes(form[1] as string))
        return refusal(
          'CONVENTIONAL_COMMITS_VIOLATION',
          `"${subject}" is not type(scope): subject; types: ${types.join(', ')}`,
        )
      if ([...subject].length > LONGEST_SUBJECT)
        return refusal(
          'COMMIT_SUBJECT_TOO_LONG',
          `the subject has ${[...subject].length} characters, at most ${LONGEST_SUBJECT}`,
        )
    }
    return NOTHING
  },
}

const refusal = (code: string, text: string) => ({ findings: [{ kind: 'deny', code, text } as const] })
