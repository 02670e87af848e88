// Parses the words and flags after a command by the schema of its workflow.
import type { ErrorBody } from '../../errors.js'
import { nearest } from '../../std/text.js'
import type { Workflow, WorkflowFlag } from './workflow.js'

export interface WorkflowInput {
  /** Values by argument name; an absent argument has no entry. */
  readonly args: ReadonlyMap<string, string>
  /** Values of the given flags by name (with dashes); the value of a switch is the empty text. */
  readonly flags: ReadonlyMap<string, string>
  /** The words as given, including flags with their values but without switches. */
  readonly words: string
}

/** Splits at blanks, because a client may pass the whole line as one word. The user's quotes stay in the text. */
const wordsOf = (given: readonly string[]): readonly string[] =>
  given
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '')

export function readWorkflowInput(
  workflow: Workflow,
  given: readonly string[],
): { readonly input: WorkflowInput } | { readonly error: ErrorBody } {
  const words = wordsOf(given)
  const free = workflow.args.some((arg) => arg.words)
  const [from, to] = free ? freeTextRange(workflow.flags, words) : [words.length, words.length]
  const flags = new Map<string, string>()
  const plain: string[] = []
  const kept: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const at = i
    const isText = i >= from && i < to
    if (isText || !word.startsWith('--') || word === '--') {
      if (word !== '--') plain.push(word)
      kept.push(word)
      continue
    }
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    const flag = workflow.flags.find((candidate) => candidate.name === name)
    if (flag === undefined) return { error: unknownFlag(workflow, name) }
    if (flag.value === null) flags.set(name, '')
    else {
      const value = equals < 0 ? words[++i] : word.slice(equals + 1)
      if (value === undefined || value === '') return { error: missingValue(workflow, flag) }
      flags.set(name, value)
      kept.push(...words.slice(at, i + 1))
    }
  }
  return { input: { args: argumentsFrom(workflow, plain), flags, words: kept.join(' ') } }
}

/** Returns the range of free text, which may mention flags. Any flag is read before it; switches and `--flag=value` after it. */
function freeTextRange(flags: readonly WorkflowFlag[], words: readonly string[]): readonly [number, number] {
  const isFlag = (word: string | undefined) =>
    word !== undefined && flags.some(({ name }) => name === (word.split('=')[0] ?? ''))
  const takesNext = (word: string) =>
    !word.includes('=') && flags.some(({ name, value }) => name === word && value !== null)
  let from = 0
  while (isFlag(words[from])) from += takesNext(words[from] as string) ? 2 : 1
  let to = words.length
  while (to > from && isFlag(words[to - 1])) to--
  return [Math.min(from, words.length), to]
}

function argumentsFrom(workflow: Workflow, plain: readonly string[]): ReadonlyMap<string, string> {
  const args = new Map<string, string>()
  workflow.args.forEach(({ name, words }, index) => {
    const text = words ? plain.slice(index).join(' ') : plain[index]
    if (text !== undefined && text !== '') args.set(name, text)
  })
  return args
}

const namesOf = (workflow: Workflow) => workflow.flags.map(({ name }) => name)

function unknownFlag(workflow: Workflow, name: string): ErrorBody {
  const near = nearest(name, namesOf(workflow))
  const known = namesOf(workflow).join(', ') || 'none'
  return {
    code: 'UNKNOWN_FLAG',
    message: `${workflow.name} has no flag ${name} (it takes: ${known}); nothing was done`,
    fix: near === null ? `omit ${name}` : `did you mean ${near}?`,
  }
}

const missingValue = (workflow: Workflow, { name, value }: WorkflowFlag): ErrorBody => ({
  code: 'USAGE',
  message: `${workflow.name} expects ${name} <${value}>, received ${name} alone`,
  fix: `write ${name} <${value}>`,
})

const SHELL_SAFE = /^[A-Za-z0-9._/=:@,+-]+$/
/** Whether the text fits into a brief, and sh, PowerShell and cmd all read it literally in double quotes. */
const isQuotable = (text: string) => /^[\p{L}\p{M}\p{N} ._/=:@,+;?'’()[\]{}<>|&#*~–—…-]{1,600}$/u.test(text)

/** Returns the shell-safe input to repeat in the next step's call: the session may be compacted before then. */
export function repeatedWords(workflow: Workflow, { args, flags }: WorkflowInput): readonly string[] {
  const positional: string[] = []
  for (const { name, words } of workflow.args) {
    const value = args.get(name)
    if (value === undefined || !(words ? isQuotable(value) : SHELL_SAFE.test(value))) break
    positional.push(SHELL_SAFE.test(value) ? value : `"${value}"`)
  }
  const options = [...flags].flatMap(([name, value]) =>
    value === '' ? [name] : SHELL_SAFE.test(value) ? [`${name}=${value}`] : [],
  )
  return [...positional, ...options]
}
