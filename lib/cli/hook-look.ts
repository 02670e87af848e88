// What clients start at moments of a session: reads what the client says, and ends where no check could have anything to say. The program with the checks is loaded for all else.
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { SILENT, type Spoken } from '../hooks/dialect.js'
import type { HookContext } from '../hooks/event.js'
import { readEvent } from '../hooks/fields.js'
import { isPlainCall, isPlainReading, type Known } from '../hooks/plain-call.js'
import { homeOf, PERSONAL_FILES } from '../node/home.js'
import { namesIn } from '../node/names-in.js'
import { statOf } from '../node/obstacle.js'
import { readPayload } from '../node/payload-in.js'
import { isFree, memoryPath } from '../node/session-memory.js'
import {
  documentIn,
  mayBeHeard,
  ownFolder,
  realAt,
  rootAround,
  systemHome,
  tailAt,
  textAt,
  textOfOwn,
} from './hook-disk.js'
import { hookFactsOf } from './hook-facts.js'

/** What the entry loads other chunks with. */
export { chunkLoader, loadersOf } from '../node/chunks.js'
/** What runs before it is compiled, beside answers. */
export { readEveryWay } from '../node/payload-in.js'

/** Where the program lies, and what events need and load. */
export interface HookBundle {
  readonly bin: string
  readonly program: () => typeof import('./hook.js')
  readonly reading: () => typeof import('./hook-reading.js')
  readonly heavy: () => typeof import('./hook-heavy.js')
  readonly asking: () => typeof import('./hook-asking.js')
}

/** Whether something was kept, and lies where its name says: the path tells that of itself at once where no link is in it. */
const isOurs = (root: string, path: string): boolean => {
  const at = `${root}/${path}`
  return existsSync(at) && (realAt(at) === `${realAt(root)}/${path}` || isFree(root, path))
}

/** What is around an event, looked up when it is asked for. */
function knownAt({ cwd, session }: HookContext): Known & { readonly kept: string | null } {
  let root: string | null | undefined
  let kept: string | null | undefined
  return {
    get root() {
      if (root === undefined) root = rootAround(isAbsolute(cwd) ? cwd : resolve(cwd))
      return root
    },
    get kept() {
      if (kept === undefined) kept = textOfOwn(memoryPath(session, this.root, ownFolder, isOurs))
      return kept
    },
    real: realAt,
    exists: existsSync,
    names: namesIn,
    tail: tailAt,
    now: Date.now,
    changedAt: (folder) => statOf(folder)?.mtimeMs ?? null,
    get home() {
      return homeOf(process.env, systemHome)
    },
    get own() {
      return ownFolder()
    },
    get memory() {
      return documentIn(this.kept)
    },
    get settings() {
      const personal = PERSONAL_FILES.map((name) => `${ownFolder()}/${name}`)
      return [`${this.root}/.planning/config.json`, ...personal].map((path) => textAt(path) ?? '')
    },
  }
}

/** Nothing that was found before waits to be said, either. */
function isQuiet(event: HookContext, bundle: HookBundle): boolean {
  const known = knownAt(event)
  const told = toldBy(event, known, bundle)
  if (told === null || mayBeHeard(event.point, known.root)) return false
  const { kept } = known
  if (kept?.includes('"waiting"') && !kept.includes('"waiting":[]')) return false
  return told()
}

/** What tells that no check has anything to say: the look itself, or what it loads. Null: the program alone does. */
function toldBy(event: HookContext, known: Known, { reading }: HookBundle): (() => boolean) | null {
  if (isPlainCall(event, known)) return () => true
  return isPlainReading(event, known) ? () => reading().noted(event, known) : null
}

type Answer = Spoken | null
type Read = () => string | Promise<string>

/** Null where nothing can be read: that is no event, not even one of which the registration says what it is. */
function saidBy(read: Read): string | null | Promise<string> {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * The answer to one event; null: nothing, and nothing is left to do. It is no promise where nothing had to be waited for and no check is asked: the process then ends
 * before its registration makes a timer. `words`: the row, and what the registration says about the event; `read` gives what the client says.
 */
export function answerTo(
  [runtime = '', hint]: readonly string[],
  read: Read,
  bundle: HookBundle,
): Answer | Promise<Answer> {
  const facts = hookFactsOf(runtime)
  if (facts === null) return null
  const guest = Object.entries(facts.guests ?? {}).find(([variable]) => process.env[variable] !== undefined)
  const dialect = guest?.[1] ?? facts.dialect
  const heard = (text: string | null): Answer | Promise<Answer> => {
    let event: HookContext | null = null
    try {
      event = text === null ? null : readEvent(facts, documentIn(text), hint ?? null)
      if (SILENT.has(dialect) && (event === null || isQuiet(event, bundle))) return null
    } catch {
      // The program goes on with what was understood.
    }
    return bundle.program().answer(event, dialect, facts, bundle)
  }
  const said = saidBy(read)
  return said instanceof Promise ? said.then(heard) : heard(said)
}

/** The word that makes the program look for a newer version instead of hearing an event. */
export const LOOK = '--look-for-update'

export function run(bundle: HookBundle): void {
  const words = process.argv.slice(2)
  const end = (answer: Answer) => (answer === null ? process.exit(0) : bundle.program().finish(answer))
  if (words[0] === LOOK) bundle.program().lookForUpdate(dirname(bundle.bin))
  else
    try {
      const answer = answerTo(words, readPayload, bundle)
      if (answer instanceof Promise) answer.then(end, () => end(null))
      else end(answer)
    } catch {
      end(null)
    }
}
