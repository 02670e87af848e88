// Every verb is there for somebody: a prompt, a hook, a program or a page of ours calls it, or scripts of an older tool do. What nobody calls goes.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommandLine } from '../../lib/cli/command-line.js'
import { KEPT, olderCalls } from '../../lib/compat/older-calls.js'
import { verbNames } from '../../lib/features/verbs.js'

const ROOT = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
  '\n',
)
const textsOf = (paths: RegExp, but = /^$/): string =>
  tracked
    .filter((path) => paths.test(path) && !but.test(path) && existsSync(join(ROOT, path)))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n')

/** The verb that one or two words name. */
function verbOf(words: string): string | null {
  const read = readCommandLine(words.split(' '))
  return read.kind === 'call' ? read.name : null
}

const CALL = /(?:gsd-tools(?:\.cjs)?"?|\{\{cli\}\}|\$\{cli\}|\$\{CLI\})[`"']*\s+([a-z][a-z-]*)(?:[ .]([a-z][a-z-]*))?/g
/** The words of a call as programs hand them over: `['unit', 'finish'`. */
const LIST = /\['([a-z][a-z-]*)'(?:, '([a-z][a-z-]*)')?/g

function called(): ReadonlySet<string> {
  const said = textsOf(
    /^(?:commands|workflows|agents|references|hooks|docs\/(?:how-to|tutorials|explanation))\/|^README\.md$|^lib\/.*\.ts$/,
  )
  const handed = textsOf(/^lib\/(?:cli|hooks|install)\/.*\.ts$/)
  // What one call does by calling others, and what the installer's program hands on.
  const courses = textsOf(/^lib\/verbs\/dispatch\/begin\.ts$/).matchAll(/'([a-z]+\.[a-z-]+)'/g)
  const handedOn = said.matchAll(/\bgsd (ext) ([a-z]+)/g)
  const words = [...said.matchAll(CALL), ...handedOn, ...handed.matchAll(LIST)].flatMap(([, first, second]) =>
    second === undefined ? [`${first}`] : [`${first} ${second}`, `${first}`],
  )
  return new Set([...words.map(verbOf), ...[...courses].map(([, name]) => name ?? '')].filter((name) => name !== null))
}

describe('the vocabulary', () => {
  const callers = called()

  it('answers every call of the older tool', () => {
    expect(olderCalls().filter((words) => verbOf(words) === null)).toEqual([])
  })

  it('holds no verb that nobody calls', () => {
    expect(verbNames().filter((name) => !callers.has(name) && !KEPT.includes(name))).toEqual([])
  })

  it('keeps for older scripts alone what they call and nothing of ours does', () => {
    const older = new Set(olderCalls().map(verbOf))
    expect(KEPT.filter((name) => !older.has(name))).toEqual([])
    expect(KEPT.filter((name) => callers.has(name))).toEqual([])
  })
})
