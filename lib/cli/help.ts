// Builds help texts, and the error for an unknown verb, from the registry.
import { type Arg, callName, runsUnlocked, type Verb } from '../core/verb.js'
import { type GsdError, gsdError } from '../errors.js'
import { nearest } from '../std/text.js'
import { ALL_GROUPS, isVerb, loadVerb, type VerbName, verbNames } from '../verbs/registry.js'
import { argumentsOf, flagOf, GLOBAL_FLAGS, usageOf } from './arguments.js'
import { verbsOf } from './command-line.js'
import { currentCommand } from './older-calls.js'

const twoColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.min(34, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n')
}

export const effectOf = (verb: Verb): string =>
  verb.writes === undefined ? 'Read-only' : runsUnlocked(verb) ? 'Runs programs or other verbs' : 'Changes files'

function argumentRow(key: string, arg: Arg): readonly [string, string] {
  const values = arg.type === 'choice' ? ` (${arg.values.join(', ')})` : ''
  const needed = arg.required === true ? ' (required)' : ''
  const flag = flagOf(key)
  const left = arg.type === 'rest' ? `<${flag}…>` : `--${flag}${VALUES[arg.type]}`
  return [arg.positional === true ? flag : left, `${arg.about}${values}${needed}`]
}
const VALUES = { text: ' <text>', int: ' <number>', path: ' <path>', choice: ' <word>', list: ' <item>', flag: '' }

function verbHelp(verb: Verb): string {
  const rows = argumentsOf(verb).map(([key, arg]) => argumentRow(key, arg))
  return [
    `gsd-tools ${usageOf(verb)}`,
    '',
    `${verb.about}.`,
    `${effectOf(verb)}.`,
    ...(rows.length === 0 ? [] : ['', 'Arguments:', twoColumns(rows)]),
    '',
    'Global flags: see `gsd-tools --help`.',
    '',
  ].join('\n')
}

async function overview(title: string, names: readonly VerbName[]): Promise<string> {
  const verbs = await Promise.all(names.map(loadVerb))
  const flags = Object.entries(GLOBAL_FLAGS).map(
    ([name, { takesValue, about }]) => [`--${name}${takesValue ? ' <value>' : ''}`, about] as const,
  )
  return [
    title,
    '',
    ...ALL_GROUPS.flatMap((group) => {
      const members = verbs.filter(({ name }) => Object.hasOwn(group.verbs, name))
      return members.length === 0
        ? []
        : [`${group.title}:`, twoColumns(members.map(({ name, about }) => [callName(name), about] as const)), '']
    }),
    'Global flags:',
    twoColumns(flags),
    '',
    'Exit codes: 0 success, 1 the answer is no, 2 usage error, 3 locked or conflict, 4 the user must decide, 70 internal error.',
    'Help for one verb: gsd-tools <verb> --help',
    '',
  ].join('\n')
}

/** Returns help for a verb, a noun (`config`) or all verbs. For an unknown subject, the overview says so. */
export async function helpText(subject: string | null): Promise<string> {
  const title = 'gsd-tools <verb> [arguments] [flags]: JSON about the project in .planning/'
  if (subject === null) return overview(title, verbNames())
  if (isVerb(subject)) return verbHelp(await loadVerb(subject))
  const siblings = verbsOf(subject)
  if (siblings.length > 0) return overview(`gsd-tools ${subject} <verb> [arguments] [flags]`, siblings)
  const near = nearest(subject, verbNames().map(callName))
  return overview(`${title}\nUnknown verb "${subject}".${near === null ? '' : ` Did you mean "${near}"?`}`, verbNames())
}

export async function unknownVerbError(words: readonly string[]): Promise<GsdError> {
  const text = words.join(' ')
  if (words.length === 0) return gsdError('USAGE', 'no verb was given', 'run gsd-tools --help')
  const current = currentCommand(words)
  if (current !== null)
    return gsdError('UNKNOWN_VERB', `"${text}" exists only in get-shit-done; nothing was done`, `run ${current}`)
  const siblings = verbsOf(words[0] as string)
  const candidates = (siblings.length > 0 ? siblings : verbNames()).map(callName)
  const swapped = `${words[1]}.${words[0]}`
  const near =
    (isVerb(swapped) ? callName(swapped) : null) ?? nearest(text, candidates) ?? nearest(words[0] as string, candidates)
  const choices =
    siblings.length > 0
      ? `; the verbs of "${words[0]}" are ${siblings.map((name) => name.slice(name.indexOf('.') + 1)).join(', ')}`
      : ''
  return gsdError(
    'UNKNOWN_VERB',
    `unknown verb "${text}"${choices}; nothing was done`,
    near === null ? 'run gsd-tools --help' : `did you mean \`gsd-tools ${near}\`?`,
  )
}
