// Verbs for the person who tests: the test that waits now, and what of a SUMMARY needs a look.
import type { UatTest, UatValue } from '../artifacts/verification/uat.js'
import { isFinishedUat } from '../core/derivation/acceptance-debt.js'
import type { ErrorBody } from '../errors.js'
import { orNull, record, text } from '../std/shape.js'
import { fileMissing } from '../verbs/frontmatter/frontmatter.js'
import { query } from '../verbs/verb.js'

const FILE = { type: 'path', required: true } as const

export const uatRenderCheckpoint = query('uat.render-checkpoint', {
  about: 'The test that waits for a person, ready to show',
  args: { file: { ...FILE, about: 'UAT file' } },
  result: record({
    file_path: text(),
    test_number: orNull(text()),
    test_name: orNull(text()),
    checkpoint: text(),
  }),
  reads: ['uat'],
  run({ file }, view) {
    const none = { file_path: file, test_number: null, test_name: null, checkpoint: '' }
    const value = view.parse('uat', file)?.value
    if (value === undefined) return { result: none, error: fileMissing(file) }
    const found = currentOf(value, file)
    if ('code' in found) return { result: none, error: found }
    return {
      result: {
        file_path: file,
        test_number: found.number,
        test_name: found.name,
        checkpoint: shownTest(found, value.tests.length),
      },
    }
  },
})

/** The test that the file says is on now; else the first pending one. A file that names one it does not hold is malformed. */
function currentOf(value: UatValue, path: string): UatTest | ErrorBody {
  const pending = value.tests.find(({ result }) => result === 'pending')
  if (isFinishedUat(value) || (pending === undefined && value.current === null))
    return {
      code: 'NOT_FOUND',
      message: `${path} leaves no test: its session is complete`,
      fix: 'nothing to do',
    }
  const { number, name } = value.current ?? { number: null, name: null }
  if (number === null && name === null)
    return pending ?? malformed(path, 'no test is pending, and none is named as the current one')
  const found = value.tests.find((test) => test.number === number) ?? value.tests.find((test) => test.name === name)
  return found ?? malformed(path, `"## Current Test" names test ${number ?? name}, which the file does not hold`)
}

const malformed = (path: string, message: string): ErrorBody => ({
  code: 'BAD_DATA',
  message: `${path}: ${message}`,
  fix: 'correct number: and name: below "## Current Test"',
})

const shownTest = ({ number, name, expected }: UatTest, total: number): string =>
  [
    `── Test ${number} of ${total}: ${name} ──`,
    '',
    expected === null ? 'Try it, and say what you see.' : `Expected: ${expected}`,
    '',
    'Does it do that? Answer "yes", or say in your words what happens instead. "skip" leaves it out.',
  ].join('\n')
