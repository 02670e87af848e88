// Output of a failed check, cut so that every failed test is seen, not only the last.
import { lastLines } from '../../std/text.js'

/** First line of a failure: TAP, node's own form, pytest, vitest, jest, go test, cargo. */
const FAILURE =
  /^(?:\s*not ok \d+ - .+|✖ (?!failing tests).+|_{3,} .+ _{3,}|\s*FAIL {1,2}\S.* > .+|\s{2}● .+ › .+|--- FAIL: .+|---- .+ ----)$/
const OTHER = /^\s*(?:ok \d+ - |# |1\.\.\d|ℹ |✔ )/
/** Lines of the test runner, not of the test. */
const NOISE = /\bnode:internal\/|^\s*(?:duration_ms|failureType|type|\.\.\.|---)\b|^\s*(?:\.\.\.|---)$/

const MOST_LINES = 40
const MOST_CHARACTERS = 4000
const LAST = 6

export function failureText(output: string): string {
  const blocks = failuresIn(output)
  if (blocks.length < 2) return lastLines(output, MOST_LINES).join('\n').slice(-MOST_CHARACTERS)
  const each = Math.max(2, Math.floor((MOST_LINES - LAST) / blocks.length))
  const shown = blocks.map((block) =>
    block
      .slice(0, each)
      .join('\n')
      .slice(0, MOST_CHARACTERS / blocks.length),
  )
  return [...shown, ...lastLines(output, LAST)].join('\n').slice(0, 2 * MOST_CHARACTERS)
}

/** One block for each failed test: where a runner lists it twice, the longer one. */
function failuresIn(output: string): readonly (readonly string[])[] {
  const blocks = new Map<string, readonly string[]>()
  let block: string[] | null = null
  for (const line of output.split('\n')) {
    if (FAILURE.test(line)) {
      const name = line.trim().replace(/ \([\d.]+ ?m?s\)$/, '')
      block = [line]
      if ((blocks.get(name)?.length ?? 0) <= 1) blocks.set(name, block)
    } else if (OTHER.test(line)) block = null
    else if (line.trim() !== '' && !NOISE.test(line)) block?.push(line)
  }
  return [...blocks.values()]
}
