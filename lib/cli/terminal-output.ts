// Formats output for users at a terminal: the verb's report or a plain listing instead of JSON, and each error once.
import type { Answer, Verb } from '../core/verb.js'
import { fitted } from '../std/fitted.js'
import { type Fields, isFields, parsedJson } from '../std/json.js'
import { visible, visibleLine } from '../std/visible.js'
import type { Flags } from './arguments.js'
import type { Outcome } from './execute.js'
import { recognisedHost } from './launcher.js'
import type { World } from './world.js'

/** Returns what a terminal shows. With an explicit format, and in a client, stdout stays as it is. */
export async function forTerminal(
  world: World,
  flags: Flags,
  outcome: Outcome,
  answer?: Answer<unknown>,
  verb?: Verb,
): Promise<Outcome> {
  if (flags.json || flags.pretty || flags.raw || flags.pick !== undefined)
    return hasErrorDocument(outcome) ? { ...outcome, stderr: '' } : outcome
  if ((await recognisedHost(world)) !== null) return outcome
  if (answer === undefined || verb === undefined) return { ...outcome, stdout: '' }
  if ((answer.output ?? verb.output) === 'markdown') return outcome
  // The user has just said no.
  if (answer.error?.code === 'DECLINED') return { ...outcome, stdout: '', stderr: `${answer.error.message}\n` }
  // With exit code 4, the user must decide and needs the result.
  if (answer.error !== undefined && outcome.exit !== 4) return { ...outcome, stdout: '' }
  const width = world.columns?.() ?? 80
  const text = verb.pretty?.(answer.result) ?? plainText(answer.result, width)
  const report = isDocument(text, answer.result) ? text : fitted(text, width)
  return { ...outcome, stdout: visible(report.endsWith('\n') ? report : `${report}\n`) }
}

/** Whether the report is a text in the result: it may be copied into a file, so no line may be wrapped. */
const isDocument = (report: string, result: unknown): boolean =>
  isFields(result) && Object.values(result).includes(report)

/** Whether the document on stdout has the error too, which the user would then read twice. */
function hasErrorDocument({ stdout, stderr }: Outcome): boolean {
  const document = stderr === '' ? undefined : parsedJson(stdout)
  return isFields(document) && isFields(document['error'])
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

const LITERALS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [null, '-'],
  [undefined, '-'],
  [true, 'yes'],
  [false, 'no'],
])
const scalarText = (value: unknown): string => LITERALS.get(value) ?? visibleLine(`${value}`)
const label = (key: string): string => visibleLine(key.replaceAll('_', ' '))

export const plainText = (value: unknown, width: number): string => `${linesOf(value, width).join('\n')}\n`

function linesOf(value: unknown, width: number): readonly string[] {
  if (isScalar(value)) return [scalarText(value)]
  if (Array.isArray(value)) return listLines(value, width)
  const fields = Object.entries(value as Fields).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? ['nothing'] : fields.flatMap(([key, field]) => fieldLines(label(key), field, width))
}

function fieldLines(name: string, value: unknown, width: number): readonly string[] {
  const shown = `${name}:`
  if (isScalar(value)) return [`${shown} ${scalarText(value)}`]
  if (isEmpty(value)) return [`${shown} none`]
  if (Array.isArray(value) && value.every(isScalar)) {
    const words = value.map(scalarText).join(', ')
    if (`${name}: ${words}`.length <= width) return [`${shown} ${words}`]
  }
  return [shown, ...linesOf(value, width - 2).map((line) => `  ${line}`)]
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(value as Fields).length === 0

function listLines(items: readonly unknown[], width: number): readonly string[] {
  if (items.length === 0) return ['none']
  return items.flatMap((item) => {
    const [first = '', ...rest] = linesOf(item, width - 2)
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
  })
}
