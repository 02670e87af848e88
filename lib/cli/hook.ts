// The hook program: one client event in, one answer out. If it breaks, the client goes on without it.
import { constants, existsSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { HookContext, HookProject, Surroundings } from '../hooks/check.js'
import { checksWith } from '../hooks/checks/all.js'
import { DIALECTS } from '../hooks/dialects.js'
import { readEvent } from '../hooks/fields.js'
import { type HookEnvironment, handle } from '../hooks/run.js'
import { isAtOrBelow, namesIn, obstacleAt, plainText, realOf, statOf, tailOf, targetOf } from '../node/disk.js'
import { homeOf, PERSONAL_FILES, personalFolderOf } from '../node/home.js'
import { installedSpelling } from '../node/own-call.js'
import { memoryPath, saveMemory } from '../node/session-memory.js'
import { startDetached } from '../node/start.js'
import { isRuntimeId, loadRuntime } from '../runtimes/rows.js'
import { attempt, quietly } from '../std/attempt.js'
import { withCalls } from '../std/calls.js'
import { isFields, objectIn } from '../std/json.js'
import { once } from '../std/once.js'

/** Loads a bundle; supplied by `start.ts`. Code for rare events is in the bundle of the verbs. */
declare const load: (bundle: 'program') => { hooks(): typeof import('./hook-parts.js') }
const parts = () => load('program').hooks()

const { env } = process
const MAX_READ = 16_000_000
const CHUNK = 65_536
/** No system takes a longer path. */
const LONGEST_PATH = 8192

const home = () => homeOf(env, homedir)
const ownFolder = () => personalFolderOf(env, homedir)

const documentIn = (text: string | null): Readonly<Record<string, unknown>> => objectIn(text ?? '') ?? {}

const settingIn = (settings: Readonly<Record<string, unknown>>, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (isFields(value) ? value[part] : undefined), settings)

/** A file of the user or the client, possibly a link. */
const textAt = (path: string): string | null =>
  existsSync(path) ? plainText(path, { maxBytes: MAX_READ, follow: true }) : null

/** The path with links resolved; unchanged if too long for any system. */
const realAt = (path: string): string => (path.length > LONGEST_PATH ? path : realOf(path)).replaceAll('\\', '/')

function rootAround(cwd: string): string | null {
  if (cwd.length > LONGEST_PATH) return null
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.planning'))) return at
    if (dirname(at) === at) return null
  }
}

const mayBeHeard = (point: string, root: string): boolean =>
  [`${root}/.gsd/extensions`, `${ownFolder()}/extensions`].some((folder) =>
    namesIn(folder).some((name) => textAt(`${folder}/${name}/gsd-extension.json`)?.includes(`"${point}"`)),
  )

/** Reads like the CLI: only a document may be a link, to another document of the project. */
function textBelow(root: string, path: string): string | null {
  const at = join(root, path)
  if (obstacleAt(root, path, 'file') === null) return plainText(at, { maxBytes: MAX_READ })
  const [top, target] = [targetOf(root), targetOf(at)]
  const isDocument = path.endsWith('.md') && target?.endsWith('.md') === true
  return isDocument && top !== null && isAtOrBelow(top, target) ? plainText(target, { maxBytes: MAX_READ }) : null
}

function projectAt(root: string): HookProject {
  const settings = once(() => documentIn(textBelow(root, '.planning/config.json')))
  return {
    root,
    list: (folder) => (obstacleAt(root, folder, 'folder') === null ? namesIn(join(root, folder)) : []),
    changedAt: (folder) =>
      obstacleAt(root, folder, 'folder') === null ? (statOf(join(root, folder))?.mtimeMs ?? null) : null,
    read: (path) => textBelow(root, path),
    setting: (key) => settingIn(settings(), key),
  }
}

const RULES = 'rules'

/** Most projects have none, so the code for them is not loaded. */
const mayHaveRules = ({ root, setting }: HookProject): boolean =>
  [`${root}/.gsd`, ownFolder()].some((folder) => namesIn(`${folder}/${RULES}`).length > 0) ||
  setting(RULES) !== undefined ||
  personal(RULES) !== undefined

const personalFiles = once(() => PERSONAL_FILES.map((name) => documentIn(textAt(`${ownFolder()}/${name}`))))
const personal = (key: string): unknown =>
  personalFiles()
    .map((file) => settingIn(file, key))
    .findLast((value) => value !== undefined)

function surroundings(project: HookProject | null, bin: string): Surroundings {
  return {
    env: (name) => env[name] ?? null,
    project,
    read: textAt,
    tail: (path) => tailOf(path, CHUNK),
    names: namesIn,
    real: realAt,
    home: home(),
    personal,
    rules: () => (project !== null && mayHaveRules(project) ? parts().rulesAt(project.root, env) : []),
    payload: dirname(bin),
  }
}

/** Counted from the start of the process. The client waits longer, but the answer must still be assembled. */
const EXTENSIONS_MS = 1850

function opened(context: HookContext, bin: string, runtime: string): HookEnvironment {
  const cwd = isAbsolute(context.cwd) ? context.cwd : resolve(context.cwd)
  const root = rootAround(cwd)
  const project = root === null ? null : projectAt(root)
  const place = memoryPath(context.session, root, ownFolder)
  // Ended sessions leave nothing in the user's own folder.
  if (root === null && context.point === 'session-end' && place !== null) rmSync(place, { force: true })
  const remembered = once(() =>
    documentIn(place !== null && existsSync(place) ? plainText(place, { maxBytes: MAX_READ }) : null),
  )
  const start = (program: string, ...words: readonly string[]) =>
    startDetached([process.execPath, join(bin, program), ...words], { cwd: root ?? cwd })
  return {
    around: surroundings(project, bin),
    withCallerCommands: (text) => (text.includes('gsd') ? withCalls(text, installedSpelling(bin)) : text),
    host: {
      now: Date.now,
      storedValue: (check) => remembered()[check],
      recordRequest: (prompt) => parts().keepOrderIn(env, cwd, prompt, Date.now()),
      recordUsage: () => start('gsd.cjs', 'usage', '--note', runtime),
    },
    extensions: async () => {
      if (project === null || !mayBeHeard(context.point, project.root)) return []
      const due = Math.round(performance.timeOrigin) + EXTENSIONS_MS
      const around = { env, now: Date.now(), due, read: project.read }
      return parts().saidBy({ ...context, cwd }, around)
    },
    store: (more) => {
      const text = JSON.stringify({ ...remembered(), ...more })
      if (place !== null && text !== JSON.stringify(remembered())) saveMemory(place, text)
    },
  }
}

/** The answer to one event. `words`: the client, and the event's name in its registration. */
async function answerTo([runtime = '', hint]: readonly string[], text: string, bin: string): Promise<string> {
  const row = isRuntimeId(runtime) ? (await loadRuntime(runtime)).hooks : null
  if (row === null) return ''
  const guest = Object.entries(row.guests ?? {}).find(([variable]) => env[variable] !== undefined)
  const dialect = DIALECTS[guest?.[1] ?? row.dialect](row)
  try {
    const event = readEvent(row, documentIn(text), hint ?? null)
    const checks = checksWith(parts)
    return event === null ? dialect.silence : await handle(event, dialect, checks, opened(event, bin, runtime))
  } catch {
    return dialect.silence
  }
}

const LIFE_MS = 2500
const PATIENCE_MS = 2000

/** Reads to the end, a whole document, or the time limit: some clients never close the pipe. */
async function stdin(): Promise<string> {
  const kind = fstatSync(0)
  if (!kind.isFile() && !kind.isFIFO() && !kind.isSocket()) return ''
  const pieces: Buffer[] = []
  let bytes = 0
  const isAll = (part: Buffer): boolean => {
    pieces.push(part)
    bytes += part.length
    if (part.length === 0 || bytes >= MAX_READ) return true
    const mayEnd = part.length < CHUNK && part.toString('latin1').trimEnd().endsWith('}')
    return mayEnd && Object.keys(documentIn(textOf(pieces))).length > 0
  }
  // A stream costs a tenth of the process, and one read nearly always gets the whole text.
  const file = kind.isFIFO() ? openPipe() : 0
  const isWaiting = kind.isSocket() && isUnblocked()
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const buffer = Buffer.allocUnsafe(CHUNK)
    const count = readFrom(file, buffer)
    if (count === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4)
    else if (isAll(buffer.subarray(0, count))) break
    else if (file === 0 && !kind.isFile() && !isWaiting) return streamed(pieces, isAll)
  }
  return textOf(pieces)
}

/** A second, non-blocking handle on the pipe; standard input itself if there is none. */
const openPipe = (): number => attempt(() => openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK), 0)

/** Makes the socket non-blocking. A stream would too, but costs a tenth of the process. */
const isUnblocked = (): boolean =>
  attempt(() => {
    const { Pipe, constants: kinds } = (process as unknown as Bindings).binding('pipe_wrap')
    return !new Pipe(kinds.SOCKET).open(0)
  }, false)

interface Bindings {
  binding(name: 'pipe_wrap'): {
    readonly Pipe: new (kind: number) => { open(file: number): unknown }
    readonly constants: { readonly SOCKET: number }
  }
}

/** Bytes read; 0 at the end, null if there are none yet. */
function readFrom(file: number, buffer: Buffer): number | null {
  try {
    return readSync(file, buffer)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') return null
    // Windows reports the end of a pipe this way.
    if (code === 'EOF') return 0
    throw error
  }
}

const streamed = (pieces: readonly Buffer[], isAll: (part: Buffer) => boolean): Promise<string> =>
  new Promise((done) => {
    const end = () => done(textOf(pieces))
    setTimeout(end, PATIENCE_MS)
    process.stdin.on('data', (part: Buffer) => isAll(part) && end())
    process.stdin.on('end', end).on('error', end)
  })

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString('utf8')

export async function hook(bin: string): Promise<void> {
  process.on('uncaughtException', () => process.exit(0))
  const words = process.argv.slice(2)
  setTimeout(() => process.exit(0), LIFE_MS).unref()
  const answer = await stdin()
    .then((text) => answerTo(words, text, bin))
    .catch(() => '')
  // The client may have stopped reading.
  quietly(() => answer !== '' && writeSync(1, answer))
  process.exit(0)
}

export async function warmUp(bin: string): Promise<void> {
  // Without a session id, nothing is stored.
  const said = { cwd: bin, tool_response: 'x' }
  const tool_input = { file_path: 'a.js', command: 'cd src && npm test 2>&1 | tail -5', content: 'x' }
  for (const hook_event_name of ['PreToolUse', 'PostToolUse'])
    for (const tool_name of ['Read', 'Write', 'Edit', 'Bash'])
      await answerTo(['claude'], JSON.stringify({ ...said, hook_event_name, tool_name, tool_input }), bin)
  await stdin()
}
