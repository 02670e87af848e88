// The hook program with its checks: one event in, one answer out. Whatever breaks in it, the host goes on as if it were not there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { allChecks } from '../features/checks.js'
import type { Spoken } from '../hooks/dialect.js'
import { DIALECTS } from '../hooks/dialects/all.js'
import type { HookContext } from '../hooks/event.js'
import { type HookRim, handle } from '../hooks/run.js'
import type { HookProject } from '../hooks/surroundings.js'
import { homeOf, PERSONAL_FILES } from '../node/home.js'
import { namesIn } from '../node/names-in.js'
import { isBelow, obstacleAt, statOf, targetOf } from '../node/obstacle.js'
import { plainText } from '../node/plain-file.js'
import { keepMemory, memoryPath } from '../node/session-memory.js'
import type { DialectId, HookFacts } from '../runtimes/hooks.js'
import { isFields } from '../std/fields.js'
import {
  documentIn,
  MOST_READ,
  mayBeHeard,
  ownFolder,
  realAt,
  rootAround,
  systemHome,
  tailAt,
  textAt,
  textOfOwn,
} from './hook-disk.js'
import { type HookBundle, LOOK } from './hook-look.js'

declare const __GSD_VERSION__: string

const settingIn = (settings: Readonly<Record<string, unknown>>, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (isFields(value) ? value[part] : undefined), settings)

let own: readonly Readonly<Record<string, unknown>>[] | undefined

/** The later file over the earlier. */
function personal(key: string): unknown {
  own ??= PERSONAL_FILES.map((name) => documentIn(textAt(`${ownFolder()}/${name}`)))
  return own.map((settings) => settingIn(settings, key)).findLast((value) => value !== undefined)
}

function projectAt(root: string): HookProject {
  let settings: Readonly<Record<string, unknown>> | undefined
  return {
    root,
    list: (folder) => (obstacleAt(root, folder, 'folder') === null ? namesIn(join(root, folder)) : []),
    changedAt: (folder) =>
      obstacleAt(root, folder, 'folder') === null ? (statOf(join(root, folder))?.mtimeMs ?? null) : null,
    read: (path) => textBelow(root, path),
    setting: (key) => {
      settings ??= documentIn(textBelow(root, '.planning/config.json'))
      return settingIn(settings, key)
    },
  }
}

/** The same files that the CLI reads: a document may be a link to another one of the project, nothing else may be one. */
function textBelow(root: string, path: string): string | null {
  const at = join(root, path)
  if (obstacleAt(root, path, 'file') === null) return plainText(at, { most: MOST_READ })
  const [top, target] = [targetOf(root), targetOf(at)]
  const isDocument = path.endsWith('.md') && target?.endsWith('.md') === true
  return isDocument && top !== null && isBelow(top, target) ? plainText(target, { most: MOST_READ }) : null
}

/** From the start of the process; the client waits longer, and whatever is said must still be put together. */
const ASKING_MS = 2000

const rimOf = ({ bin, heavy, asking }: HookBundle): HookRim => ({
  open: (context: HookContext) => {
    const cwd = isAbsolute(context.cwd) ? context.cwd : resolve(context.cwd)
    const root = rootAround(cwd)
    const project = root === null ? null : projectAt(root)
    let place: string | null | undefined
    const placeOf = () => (place ??= memoryPath(context.session, project?.root ?? null, ownFolder))
    // In the person's own folder nothing stays of a session that is over.
    if (project === null && context.point === 'session-end') {
      const kept = placeOf()
      if (kept !== null) rmSync(kept, { force: true })
    }
    let memory: Readonly<Record<string, unknown>> | undefined
    const remembered = () => (memory ??= documentIn(textOfOwn(placeOf())))
    /** Beside the session, and forgotten. */
    const start = (program: string, ...words: readonly string[]) =>
      spawn('node', [join(bin, program), ...words], { cwd: project?.root ?? cwd, detached: true, stdio: 'ignore' })
        .on('error', () => {})
        .unref()
    return {
      around: {
        env: (name) => process.env[name] ?? null,
        project,
        read: textAt,
        tail: tailAt,
        exists: existsSync,
        names: namesIn,
        real: realAt,
        get home() {
          return homeOf(process.env, systemHome)
        },
        get own() {
          return ownFolder()
        },
        personal,
        payload: dirname(bin),
        version: __GSD_VERSION__,
      },
      host: {
        now: Date.now,
        recalled: (check) => remembered()[check],
        remind:
          project === null
            ? null
            : (token, bucket) => remind({ bin, heavy }, project.root, token, bucket, context.session),
        typed: (words) => heavy().keepWords(process.env, cwd, words, Date.now()),
        ordered: (prompt) => heavy().keepOrderIn(process.env, cwd, prompt, Date.now()),
        look: () => start('gsd-hook.cjs', LOOK),
        build: () => start('gsd-tools.cjs', 'graphify', 'build'),
        record: ({ tokens, event, model }) =>
          start(
            'gsd-tools.cjs',
            'metrics',
            'record',
            ...['--tokens', String(tokens), '--event', event],
            ...(model === null ? [] : ['--model', model]),
          ),
      },
      extensions: (failed) =>
        project !== null && mayBeHeard(context.point, project.root)
          ? asking().saidBy(
              { ...context, cwd },
              {
                env: process.env,
                bin,
                now: Date.now(),
                due: Math.round(performance.timeOrigin) + ASKING_MS,
                read: project.read,
                failed,
              },
            )
          : null,
      keep: (own) => {
        const at = placeOf()
        const text = JSON.stringify({ ...remembered(), ...own })
        if (at !== null && text !== JSON.stringify(remembered())) keepMemory(at, text)
      },
    }
  },
})

/** What was said, so that it is not said again; done when the answer is out. */
const after: (() => Promise<unknown>)[] = []

/** Kept by the CLI within this process: what it answers was committed before. */
async function remind(
  { bin, heavy }: Pick<HookBundle, 'bin' | 'heavy'>,
  root: string,
  token: string,
  bucket: number,
  session: string | null,
): Promise<string | null> {
  const call = (...more: readonly string[]) =>
    heavy().execute({
      argv: ['task', 'remind', '--claim', token, '--bucket', String(bucket), ...more],
      env: process.env,
      cwd: root,
      bin,
      script: join(bin, 'gsd-tools.cjs'),
    })
  const { exit, stdout } = await call()
  const { text } = exit === 0 ? (documentIn(stdout) as { readonly text?: unknown }) : {}
  if (typeof text !== 'string') return null
  after.push(() => call('--delivered', session ?? 'unknown'))
  return text
}

/** A look for a newer version, in a process of its own beside the session. */
export function lookForUpdate(payload: string): void {
  // From the home folder: the settings of npm that a project brings name servers and places to write.
  const ran = spawnSync('npm', ['view', 'gsd-pack', 'version'], {
    cwd: homeOf(process.env, systemHome),
    encoding: 'utf8',
    timeout: 20_000,
    shell: process.platform === 'win32',
  })
  const latest = ran.stdout?.trim() ?? ''
  if (/^\d+\.\d+\.\d+/.test(latest))
    writeFileSync(join(payload, 'update.json'), JSON.stringify({ latest, at: Date.now() }))
}

/** The answer to one event; null: it is none. */
export async function answer(
  event: HookContext | null,
  id: DialectId,
  facts: HookFacts,
  bundle: HookBundle,
): Promise<Spoken> {
  const dialect = DIALECTS[id](facts)
  try {
    return event === null ? dialect.silence : await handle(event, dialect, allChecks(bundle.heavy), rimOf(bundle))
  } catch {
    return dialect.silence
  }
}

export async function finish({ stdout, stderr, exit }: Spoken): Promise<never> {
  try {
    if (stdout !== '') writeSync(1, stdout)
    if (stderr !== '') writeSync(2, stderr)
  } catch {
    // The host does not listen any more.
  }
  for (const one of after) await one().catch(() => {})
  process.exit(exit)
}
