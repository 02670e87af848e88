// The output of the process: one document on stdout, prose on stderr.
import { writeSync } from 'node:fs'
import { type ErrorBody, gsdError } from '../errors.js'
import { isFields } from '../std/json.js'
import { someOf } from '../std/text.js'
import { visible, visibleJson } from '../std/visible.js'
import type { Flags } from './arguments.js'

/** Writes all of `text`: waits for a full pipe, and stops silently if the reader is gone. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** Compact JSON, indented under `--pretty`, a bare scalar under `--raw`. Only the scalar keeps control characters. */
export function documentOf(value: unknown, flags: Flags): string {
  if (flags.raw && (value === null || typeof value !== 'object')) return `${value === undefined ? '' : String(value)}\n`
  return `${visibleJson(JSON.stringify(value, null, flags.pretty && !flags.raw ? 2 : 0))}\n`
}

export const errorDocument = ({ code, message, fix }: ErrorBody): { readonly error: ErrorBody } => ({
  error: { code, message, fix },
})

/** Indents continuation lines, so that no text can pass for another complaint or fix. */
const setOff = (text: string): string => visible(text).replace(/\r\n|[\r\n\u2028\u2029]/g, '\n  | ')

export const complaintBy = (program: string, message: string, fix: string): string =>
  `${program}: ${setOff(message)}\n  fix: ${setOff(fix)}\n`

export const complaint = (body: ErrorBody): string =>
  complaintBy('gsd-tools', `${body.code}: ${body.message}`, body.fix)

/** The steps of `a.b[-1].c`; a key with a dot is written `["a.b"]`. */
function stepsOf(path: string): readonly (string | number)[] {
  const steps: (string | number)[] = []
  const step = /(?:^|\.)([^.[\]]+)|\[(-?\d+)\]|\["([^"]*)"\]/y
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    if (found === null) throw gsdError('USAGE', `invalid --pick "${path}"`, 'write it like --pick plans[-1].id')
    steps.push(found[2] === undefined ? ((found[1] ?? found[3]) as string) : Number(found[2]))
  }
  return steps
}

export function pick(value: unknown, path: string): { readonly found: boolean; readonly value: unknown } {
  let at = value
  for (const step of stepsOf(path)) {
    if (typeof step === 'number' && Array.isArray(at)) at = at.at(step)
    else if (isFields(at) && Object.hasOwn(at, String(step))) at = at[String(step)]
    else return { found: false, value: undefined }
    if (at === undefined) return { found: false, value: undefined }
  }
  return { found: true, value: at }
}

export const pickAbsent = (path: string, value: unknown): ErrorBody => ({
  code: 'PICK_FIELD_ABSENT',
  message: `the answer has no field ${path}`,
  fix: isFields(value)
    ? `pick one of: ${someOf(Object.keys(value)) || '(none)'}`
    : 'omit --pick: the answer is not an object',
})
