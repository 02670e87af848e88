// `gsd try`: a small project from idea to proof. The model is a script; engine, git, checks and refusal are real.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { type Args, arg } from '../../core/verb.js'
import { gsdCommand } from '../../node/own-call.js'
import { findProgram } from '../../node/programs.js'
import { findProject } from '../../node/project.js'
import { gitEnv } from '../../node/repository.js'
import { outputOf, runSync } from '../../node/start.js'
import { wrapToTerminal } from '../../node/terminal.js'
import { shellQuoted } from '../../std/text.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { callTools } from './of-verb.js'
import { nothingDoneError } from './refusals.js'
import { CHARTER, ORDER, PARTS, type Part, proofOf } from './try-story.js'
import type { Answer, World } from './world.js'

const ARGS = {
  dir: arg.text('New or empty folder for it; default: a temporary one', { positional: true }),
  board: arg.flag('Then show it with gsd board, until Ctrl-C'),
  json: JSON_FLAG,
} as const satisfies Args

async function tryOut({ dir, board, json }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const missing = ['git', 'node'].find((program) => findProgram(program, world.env) === null)
  if (missing !== undefined) throw nothingDoneError('NOT_FOUND', `${missing} is not on your PATH`, 'install it')
  const folder = placeFor(dir, world)
  const lines: string[] = []
  for await (const line of played(folder, world)) {
    lines.push(line)
    if (!json) world.out(wrapToTerminal(`${line}\n`, { isTTY: world.isTTY.out }))
  }
  if (!board) return { exit: 0, result: { action: 'try', folder, lines }, text: ending(folder, world) }
  if (!json) world.out(`${ending(folder, world)}\n`)
  return (await import('./board/board.js')).board({ dir: folder, json, actions: false }, world)
}

function placeFor(dir: string | undefined, world: World): string {
  if (dir === undefined) return realpathSync(mkdtempSync(join(tmpdir(), 'gsd-try-')))
  const folder = resolve(world.cwd, dir)
  // Calls below a project would reach that one.
  const around = findProject({ start: folder, env: world.env, anyWorkstream: true })
  if (around !== null && existsSync(join(around.root, '.planning')))
    throw nothingDoneError('EXISTS', `${around.root} is already a project`, 'name a folder outside that project')
  if (existsSync(folder)) throw nothingDoneError('EXISTS', `${folder} exists`, 'name a new folder')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Yields each line as it happens. If the reader stops, the project stays as far as it got. */
export async function* played(folder: string, { env, bin }: Pick<World, 'env' | 'bin'>): AsyncGenerator<string> {
  // Keeps the engine's data about the user out of their own home.
  const home = mkdtempSync(join(tmpdir(), 'gsd-try-home-'))
  const session = sessionIn(folder, { PATH: env['PATH'], HOME: home, USERPROFILE: home, GSD_ONE_UNIT: '1' }, bin)
  try {
    yield `A scripted model builds a word counter in ${folder}`
    yield 'No tokens, no network. The engine, git, the checks and the refusal are real.\n'
    yield* founded(session)
    for (const [index, part] of PARTS.entries()) {
      yield `\nPhase ${index + 1}: ${part.title}`
      yield* built(session, part, `0${index + 1}`)
      yield* proven(session, part, `0${index + 1}`)
    }
    yield `\n${await session.begin()}\n`
    for (const [index, { title }] of PARTS.entries()) {
      const { receipt, phase_status: status } = await session.call('verification', 'status', `${index + 1}`)
      yield `  Phase ${index + 1}: ${title.padEnd(20)} ${status}, receipt ${receipt}`
      if (status !== 'verified') throw new Error(`phase ${index + 1} in ${folder} should be verified, but is not`)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The script's commits need a name and no key, even if the machine's Git has none or signs. */
const IDENTITY = { 'user.name': 'Scripted model', 'user.email': 'model@example.invalid', 'commit.gpgsign': 'false' }

async function* founded(session: Session): AsyncGenerator<string> {
  session.git('init', '--quiet', '--initial-branch=main')
  for (const [key, value] of Object.entries(IDENTITY)) session.git('config', key, value)
  yield `The idea: “${ORDER}”`
  yield await session.begin()
  session.draft('CHARTER.md', CHARTER)
  yield MODEL('writes requirements, two phases and the check that proves them')
  yield* told(await session.finish())
}

async function* built(session: Session, { title, files, mended, requirement }: Part, phase: string) {
  yield await session.begin()
  yield MODEL(`commits ${session.commit(files, `feat(${phase}): ${title}`)} and says it is done`)
  if (mended !== null) {
    yield* told(await session.finish('--said', requirement))
    yield MODEL(
      `fixes ${session.commit(mended.files, `fix(${phase}): ${mended.message}`)} and says again that it is done`,
    )
  }
  yield* told(await session.finish('--said', requirement))
}

async function* proven(session: Session, part: Part, phase: string) {
  yield await session.begin()
  const seen = [...part.tries.map(session.seen), session.probed(part)]
  session.draft(`${phase}-VERIFICATION.md`, proofOf(part, seen))
  yield* seen.map((what) => MODEL(`tries ${what}`))
  yield* told(await session.finish())
}

const line =
  (who: string) =>
  (what: string): string =>
    `  ${who.padEnd(22)}  ${what}`
const BEGIN = line('gsd-tools begin')
const MODEL = line('model')
const FINISH = line('gsd-tools unit finish')
const MORE = line('')

function* told({ verdict, findings = [], artifacts = [], text = '' }: Heard): Generator<string> {
  const { message = text } = findings[0] ?? {}
  const names = artifacts.map((path) => basename(path)).join(', ')
  if (verdict === 'accept') yield FINISH(`accepted: ${/checks passed/.test(text) ? 'its checks passed; ' : ''}${names}`)
  else yield* [FINISH(`refused: ${message.split(':')[0]}`), MORE(failedIn(message))]
}

/** The first failed test, in either of node's report formats. */
const failedIn = (output: string): string =>
  /^(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+ms\))?$/m.exec(output)?.[1]?.replace(/^/, 'failed: ') ?? 'no test failed'

interface Heard {
  readonly [field: string]: unknown
  readonly verdict?: string
  readonly text?: string
  readonly findings?: readonly { readonly message: string }[]
  readonly artifacts?: readonly string[]
}

type Session = ReturnType<typeof sessionIn>

/** The model: makes the calls it is told to make, and writes files. */
function sessionIn(folder: string, env: World['env'], bin: string) {
  let text = ''
  const call = async (...argv: readonly string[]): Promise<Heard> =>
    JSON.parse((await callTools({ env, cwd: folder, bin }, ...argv, '--json')).stdout)
  const git = (...words: readonly string[]) => outputOf(['git', ...words], { cwd: folder, env: gitEnv(process.env) })
  const write = (path: string, content: string) => writeFileSync(join(folder, path), content)
  const node = (words: string) => runSync([process.execPath, ...words.split(' ').slice(1)], { cwd: folder })
  return {
    call,
    git,
    async begin(): Promise<string> {
      text = (await call('begin')).text ?? ''
      return BEGIN(/^# (.+)/m.exec(text)?.[1] ?? text)
    },
    finish(...more: readonly string[]): Promise<Heard> {
      const claim = /unit finish --claim (\w+)/.exec(text)?.[1] ?? ''
      return call('unit', 'finish', '--claim', claim, '--commit', ...more)
    },
    draft: (name: string, content: string) =>
      write(join(/\.planning\/\.runtime\/drafts\/[^/`]+/.exec(text)?.[0] ?? '', name), content),
    commit(files: object, message: string): string {
      for (const [path, content] of Object.entries(files)) write(path, content)
      git('add', ...Object.keys(files))
      git('commit', '--quiet', `--message=${message}`)
      return Object.keys(files)
        .filter((path) => path.endsWith('.js'))
        .join(', ')
    },
    seen(words: string): string {
      const { status, stdout } = node(words)
      return `${words} → ${stdout.toString('utf8').trim()}${status === 0 ? '' : `, exit code ${status}`}`
    },
    /** Breaks the code on purpose, and restores it. */
    probed({ probe: [from = '', to = ''] }: Part): string {
      const whole = readFileSync(join(folder, 'tally.js'), 'utf8')
      write('tally.js', whole.replace(from, to))
      const { stdout } = node('node --test')
      write('tally.js', whole)
      return `tally.js broken on purpose (no ${from}) → ${failedIn(stdout.toString('utf8'))}`
    },
  }
}

function ending(folder: string, world: World): string {
  const gsd = gsdCommand(world.bin, world.env)
  const look = `
Every phase is verified by a check that can fail; its receipt is in git.

Show it     ${gsd} board ${shellQuoted(folder)}`
  // In a sandbox, the sandbox itself says how to delete it and how to install.
  if (world.env['GSD_SANDBOX'] !== undefined) return look
  return `${look}
Delete it   rm -r ${shellQuoted(folder)}; nothing else was changed
For real    the command gsd-new-project of your agent, in an empty folder; to add it: ${gsd} install
`
}

export const action = plainAction(
  'Watch a small project from idea to proof: a scripted model, no tokens, a throwaway folder',
  ARGS,
  tryOut,
)
