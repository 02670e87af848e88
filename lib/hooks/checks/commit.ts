// Checks a commit message before the commit. Off unless the user switches it on.
import { wordTable } from '../../std/text.js'
import { BEFORE_CALLS, type CheckAt } from '../check.js'
import { commandsIn } from '../shell.js'
import { settingOf } from '../surroundings.js'

const TYPES: readonly string[] = wordTable('feat fix docs style refactor perf test build ci chore revert')
const LONGEST_SUBJECT = 72

export const commitGuard: CheckAt<'pre-tool'> = {
  id: 'commit-guard',
  about: 'Refuses commits with an unconventional or too long subject',
  ...BEFORE_CALLS,
  actions: ['shell'],
  setting: 'hooks.community',
  run: (event, around) => {
    const listed = settingOf(around)('hooks.commit_types')
    const types = Array.isArray(listed) && listed.every((one) => typeof one === 'string') ? (listed as string[]) : TYPES
    for (const subject of event.tools.flatMap(({ command }) => (command === null ? [] : subjectsIn(command)))) {
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
    return []
  },
}

const refusal = (code: string, text: string) => [{ kind: 'deny', code, text } as const]

/** Subject lines of the commits in a shell line, except those the shell computes. */
export const subjectsIn = (line: string): readonly string[] =>
  commandsIn(line).flatMap(({ program, words }) => {
    const verb = words.findIndex((word, at) => !word.startsWith('-') && !/^-[Cc]$/.test(words[at - 1] ?? ''))
    if (program !== 'git' || words[verb] !== 'commit') return []
    const rest = words.slice(verb + 1)
    const at = rest.findIndex((word) => /^(?:--message|-[a-zA-Z]*m)/.test(word))
    if (at < 0 || rest.slice(0, at).includes('--')) return []
    const given = /^(?:--message=|-[a-zA-Z]*?m)([\s\S]+)$/.exec(rest[at] as string)?.[1] ?? rest[at + 1] ?? ''
    const subject = given.split('\n')[0] as string
    return subject === '' || /[$`]/.test(subject) ? [] : [subject]
  })
