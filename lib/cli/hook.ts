// The hook program: reads one event of a client and prints one answer. If the program fails, the client gets no answer and goes on.
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
import { isRuntimeId, loadRuntime, WARM_UP_CLIENT } from '../runtimes/rows.js'
import { attempt, quietly } from '../std/attempt.js'
import { withCalls } from '../std/calls.js'
import { isFields, objectIn } from '../std/json.js'
import { once } from '../std/once.js'

/** Loads a bundle; `start.ts` supplies this. Code for rare events is in the bundle of the verbs. */
declare const load: (bundle: 'program') => { hooks(): typeof import('./hook-parts.js') }
const parts = () => load('program').hooks()

const { env } = process
const MAX_BYTES = 16_000_000
const CHUNK = 65_536
/** Few systems accept a longer path: such a path is neither resolved nor searched for a project. */
const MAX_PATH_LENGTH = 8192

const home = () => homeOf(env, homedir)
const userFolder = () => personalFolderOf(env, homedir)

const documentIn = (text: string | null): Readonly<Record<string, unknown>> => objectIn(text ?? '') ?? {}

const settingIn = (settings: Readonly<Record<string, unknown>>, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (isFields(value) ? value[part] : undefined), settings)

/** Reads a file of the user or the client, which may be a link; null if it cannot be read. */
const textAt = (path: string): string | null =>
  existsSync(path) ? plainText(path, { maxBytes: MAX_BYTES, follow: true }) : null

/** Resolves the links in a path, unless the path is too long. */
const realPath = (path: string): string => (path.length > MAX_PATH_LENGTH ? path : realOf(path)).replaceAll('\\', '/')

function rootAround(cwd: string): string | null {
  if (cwd.length > MAX_PATH_LENGTH) return null
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.planning'))) return at
    if (dirname(at) === at) return null
  }
}

const mayHaveExtensionFor = (point: string, root: string): boolean =>
  [`${root}/.gsd/extensions`, `${userFolder()}/extensions`].some((folder) =>
    namesIn(folder).some((name) => textAt(`${folder}/${name}/gsd-extension.json`)?.includes(`"${point}"`)),
  )

/** Reads a file of the project. As in the CLI, only a document may be a link, and only to a document of the project. */
function textBelow(root: string, path: string): string | null {
  const at = join(root, path)
  if (obstacleAt(root, path, 'file') === null) return plainText(at, { maxBytes: MAX_BYTES })
  const [top, target] = [targetOf(root), targetOf(at)]
  const isDocument = path.endsWith('.md') && target?.endsWith('.md') === true
  return isDocument && top !== null && isAtOrBelow(top, target) ? plainText(target, { maxBytes: MAX_BYTES }) : null
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

/** Whether there may be rules. If not, as in most projects, the code for rules is not loaded. */
const mayHaveRules = ({ root, setting }: HookProject): boolean =>
  [`${root}/.gsd`, userFolder()].some((folder) => namesIn(`${folder}/${RULES}`).length > 0) ||
  setting(RULES) !== undefined ||
  personalSetting(RULES) !== undefined

const personalFiles = once(() => PERSONAL_FILES.map((name) => documentIn(textAt(`${userFolder()}/${name}`))))
const personalSetting = (key: string): unknown =>
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
    real: realPath,
    home: home(),
    personal: personalSetting,
    rules: () => (project !== null && mayHaveRules(project) ? parts().rulesAt(project.root, env) : []),
    payload: dirname(bin),
  }
}

/** Time limit of extensions from the start of the process; the client waits a little longer. */
const EXTENSIONS_MS = 1850

function openEnvironment(context: HookContext, bin: string, runtime: string): HookEnvironment {
  const { cwd } = context
  const root = rootAround(cwd)
  const project = root === null ? null : projectAt(root)
  const memoryFile = memoryPath(context.session, root, userFolder)
  // Outside a project, the memory is in the user's folder, where an ended session leaves nothing.
  if (root === null && context.point === 'session-end' && memoryFile !== null) rmSync(memoryFile, { force: true })
  const remembered = once(() =>
    documentIn(memoryFile !== null && existsSync(memoryFile) ? plainText(memoryFile, { maxBytes: MAX_BYTES }) : null),
  )
  const start = (program: string, ...words: readonly string[]) =>
    startDetached([process.execPath, join(bin, program), ...words], { cwd: root ?? cwd })
  return {
    around: surroundings(project, bin),
    withCallerCommands: (text) => (text.includes('gsd') ? withCalls(text, installedSpelling(bin)) : text),
    host: {
      now: Date.now,
      storedValue: (check) => remembered()[check],
      recordRequest: (prompt) => parts().recordOrder(env, cwd, prompt, Date.now()),
      recordUsage: () => start('gsd.cjs', 'usage', '--note', runtime),
    },
    extensions: async () => {
      if (project === null || !mayHaveExtensionFor(context.point, project.root)) return []
      const deadline = Math.round(performance.timeOrigin) + EXTENSIONS_MS
      const inputs = { env, now: Date.now(), deadline, read: project.read }
      return parts().extensionFindings(context, inputs)
    },
    store: (more) => {
      const text = JSON.stringify({ ...remembered(), ...more })
      if (memoryFile !== null && text !== JSON.stringify(remembered())) saveMemory(memoryFile, text)
    },
  }
}

/** Returns the answer to one event. The arguments are the client and the name under which the event was registered. */
async function answerTo([runtime = '', hint]: readonly string[], text: string, bin: string): Promise<string> {
  const row = isRuntimeId(runtime) ? (await loadRuntime(runtime)).hooks : null
  if (row === null) return ''
  const guest = Object.entries(row.guests ?? {}).find(([variable]) => env[variable] !== undefined)
  const dialect = DIALECTS[guest?.[1] ?? row.dialect](row)
  try {
    const found = readEvent(row, documentIn(text), hint ?? null)
    const event = found && { ...found, cwd: isAbsolute(found.cwd) ? found.cwd : resolve(found.cwd) }
    const checks = checksWith(parts)
    return event === null ? dialect.silence : await handle(event, dialect, checks, openEnvironment(event, bin, runtime))
  } catch {
    return dialect.silence
  }
}

const MAX_RUN_MS = 2500
const MAX_READ_MS = 2000

/** Reads until the end, a whole document, or a limit of time or size, because some clients never close the pipe. */
async function readStdin(): Promise<string> {
  const stat = fstatSync(0)
  if (!stat.isFile() && !stat.isFIFO() && !stat.isSocket()) return ''
  const pieces: Buffer[] = []
  let bytes = 0
  const isCompleteWith = (part: Buffer): boolean => {
    pieces.push(part)
    bytes += part.length
    if (part.length === 0 || bytes >= MAX_BYTES) return true
    const mayEnd = part.length < CHUNK && part.toString('latin1').trimEnd().endsWith('}')
    return mayEnd && Object.keys(documentIn(textOf(pieces))).length > 0
  }
  // A stream would take a tenth of the process's time, and one read nearly always gets the whole text.
  const file = stat.isFIFO() ? openPipe() : 0
  const isNonBlocking = stat.isSocket() && makeNonBlocking()
  for (const end = Date.now() + MAX_READ_MS; Date.now() < end; ) {
    const buffer = Buffer.allocUnsafe(CHUNK)
    const count = readFrom(file, buffer)
    if (count === null) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4)
    else if (isCompleteWith(buffer.subarray(0, count))) break
    else if (file === 0 && !stat.isFile() && !isNonBlocking) return readStream(pieces, isCompleteWith)
  }
  return textOf(pieces)
}

/** Opens a second, non-blocking handle on the pipe; returns standard input itself if that fails. */
const openPipe = (): number => attempt(() => openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK), 0)

/** Makes the socket non-blocking, and returns whether that succeeded. A stream would take longer. */
const makeNonBlocking = (): boolean =>
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

/** Reads into the buffer, and returns the number of bytes: 0 at the end, null if there are none yet. */
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

const readStream = (pieces: readonly Buffer[], isAll: (part: Buffer) => boolean): Promise<string> =>
  new Promise((done) => {
    const end = () => done(textOf(pieces))
    setTimeout(end, MAX_READ_MS)
    process.stdin.on('data', (part: Buffer) => isAll(part) && end())
    process.stdin.on('end', end).on('error', end)
  })

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString('utf8')

export async function hook(bin: string): Promise<void> {
  process.on('uncaughtException', () => process.exit(0))
  const args = process.argv.slice(2)
  setTimeout(() => process.exit(0), MAX_RUN_MS).unref()
  const answer = await readStdin()
    .then((text) => answerTo(args, text, bin))
    .catch(() => '')
  // The client may have stopped reading.
  quietly(() => answer !== '' && writeSync(1, answer))
  process.exit(0)
}

export async function warmUp(bin: string): Promise<void> {
  // Without a session id, nothing is stored.
  const common = { cwd: bin, tool_response: 'x' }
  const tool_input = { file_path: 'a.js', command: 'cd src && npm test 2>&1 | tail -5', content: 'x' }
  for (const hook_event_name of ['PreToolUse', 'PostToolUse'])
    for (const tool_name of ['Read', 'Write', 'Edit', 'Bash'])
      await answerTo([WARM_UP_CLIENT], JSON.stringify({ ...common, hook_event_name, tool_name, tool_input }), bin)
  await readStdin()
}
