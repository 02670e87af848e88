// Formats and writes the output of a process: one document on stdout, prose on stderr.
import { writeSync } from 'node:fs'
import { type ErrorBody, gsdError } from '../errors.js'
import { isFields } from '../std/json.js'
import { someOf } from '../std/text.js'
import { visible, visibleJson } from '../std/visible.js'
import type { Flags } from './arguments.js'

/** Writes all of `text`: waits while a pipe is full, and stops silently if the reader is gone. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let offset = 0
  while (offset < bytes.length) {
    try {
      offset += writeSync(fd, bytes, offset)
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** Returns compact JSON, indented JSON for `--pretty`, or a bare scalar for `--raw`, which keeps control characters. */
export function documentOf(value: unknown, flags: Flags): string {
  if (flags.raw && (value === null || typeof value !== 'object')) return `${value === undefined ? '' : String(value)}\n`
  return `${visibleJson(JSON.stringify(value, null, flags.pretty && !flags.raw ? 2 : 0))}\n`
}

export const errorDocument = ({ code, message, fix }: ErrorBody): { readonly error: ErrorBody } => ({
  error: { code, message, fix },
})

/** Indents continuation lines, so that no text can pass for another error or fix. */
const indented = (text: string): string => visible(text).replace(/\r\n|[\r\n\u2028\u2029]/g, '\n  | ')

export const errorTextBy = (program: string, message: string, fix: string): string =>
  `${program}: ${indented(message)}\n  fix: ${indented(fix)}\n`

export const errorText = (body: ErrorBody): string =>
  errorTextBy('gsd-tools', `${body.code}: ${body.message}`, body.fix)

/** Returns the steps of a path such as `a.b[-1].c`; a key with a dot is written `["a.b"]`. */
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
  let current = value
  for (const step of stepsOf(path)) {
    if (typeof step === 'number' && Array.isArray(current)) current = current.at(step)
    else if (isFields(current) && Object.hasOwn(current, String(step))) current = current[String(step)]
    else return { found: false, value: undefined }
    if (current === undefined) return { found: false, value: undefined }
  }
  return { found: true, value: current }
}

export const absentFieldError = (path: string, value: unknown): ErrorBody => ({
  code: 'PICK_FIELD_ABSENT',
  message: `the answer has no field ${path}`,
  fix: isFields(value)
    ? `pick one of: ${someOf(Object.keys(value)) || '(none)'}`
    : 'omit --pick: the answer is not an object',
})
