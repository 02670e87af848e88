// `gsd try`: plays a small project from idea to proof. The model is a script; engine, git, checks and the refusal are real.

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
import { callTools } from './call-tools.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { nothingDoneError } from './refusals.js'
import { CHARTER, ORDER, PARTS, type Part, proofOf } from './try-story.js'
import type { Answer, World } from './world.js'

const ARGS = {
  dir: arg.text('Folder to create for the project; default: a temporary one', { positional: true }),
  board: arg.flag('Afterwards show the project with gsd board, until Ctrl-C'),
  json: JSON_FLAG,
} as const satisfies Args

async function tryOut({ dir, board, json }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const missing = ['git', 'node'].find((program) => findProgram(program, world.env) === null)
  if (missing !== undefined) throw nothingDoneError('NOT_FOUND', `${missing} is not on your PATH`, `install ${missing}`)
  const folder = createFolder(dir, world)
  const lines: string[] = []
  for await (const line of playStory(folder, world)) {
    lines.push(line)
    if (!json) world.out(wrapToTerminal(`${line}\n`, { isTTY: world.isTTY.out }))
  }
  if (!board) return { exit: 0, result: { action: 'try', folder, lines }, text: closingText(folder, world) }
  if (!json) world.out(`${closingText(folder, world)}\n`)
  return (await import('./board/board.js')).board({ dir: folder, json, actions: false }, world)
}

function createFolder(dir: string | undefined, world: World): string {
  if (dir === undefined) return realpathSync(mkdtempSync(join(tmpdir(), 'gsd-try-')))
  const folder = resolve(world.cwd, dir)
  // Calls in a folder inside a project would change that project.
  const project = findProject({ start: folder, env: world.env, anyWorkstream: true })
  if (project !== null && existsSync(join(project.root, '.planning')))
    throw nothingDoneError('EXISTS', `${project.root} is already a project`, 'name a folder outside that project')
  if (existsSync(folder)) throw nothingDoneError('EXISTS', `${folder} already exists`, 'name a new folder')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Plays the story and yields each line as it happens. If the caller stops reading, the project stays as it is. */
export async function* playStory(folder: string, { env, bin }: Pick<World, 'env' | 'bin'>): AsyncGenerator<string> {
  // Keeps what the engine stores about the user out of the real home.
  const home = mkdtempSync(join(tmpdir(), 'gsd-try-home-'))
  const session = sessionIn(folder, { PATH: env['PATH'], HOME: home, USERPROFILE: home, GSD_ONE_UNIT: '1' }, bin)
  try {
    yield `A scripted model builds a word counter in ${folder}`
    yield 'No tokens, no network. The engine, git, the checks and the refusal are real.\n'
    yield* playStart(session)
    for (const [index, part] of PARTS.entries()) {
      yield `\nPhase ${index + 1}: ${part.title}`
      yield* playBuild(session, part, `0${index + 1}`)
      yield* playProof(session, part, `0${index + 1}`)
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

/** Git settings for the script's commits: an author, and no signature, whatever this machine's git is set to. */
const IDENTITY = { 'user.name': 'Scripted model', 'user.email': 'model@example.invalid', 'commit.gpgsign': 'false' }

async function* playStart(session: Session): AsyncGenerator<string> {
  session.git('init', '--quiet', '--initial-branch=main')
  for (const [key, value] of Object.entries(IDENTITY)) session.git('config', key, value)
  yield `The idea: “${ORDER}”`
  yield await session.begin()
  session.draft('CHARTER.md', CHARTER)
  yield modelLine('writes requirements, two phases and the check that proves them')
  yield* replyLines(await session.finish())
}

async function* playBuild(session: Session, { title, files, repair, requirement }: Part, phase: string) {
  yield await session.begin()
  yield modelLine(`commits ${session.commit(files, `feat(${phase}): ${title}`)} and says it is done`)
  if (repair !== null) {
    yield* replyLines(await session.finish('--said', requirement))
    const fixed = session.commit(repair.files, `fix(${phase}): ${repair.message}`)
    yield modelLine(`fixes ${fixed} and says again that it is done`)
  }
  yield* replyLines(await session.finish('--said', requirement))
}

async function* playProof(session: Session, part: Part, phase: string) {
  yield await session.begin()
  const observations = [...part.tries.map(session.tryCommand), session.probeTests(part)]
  session.draft(`${phase}-VERIFICATION.md`, proofOf(part, observations))
  yield* observations.map((what) => modelLine(`tries ${what}`))
  yield* replyLines(await session.finish())
}

const lineOf =
  (who: string) =>
  (what: string): string =>
    `  ${who.padEnd(22)}  ${what}`
const beginLine = lineOf('gsd-tools begin')
const modelLine = lineOf('model')
const endLine = lineOf('gsd-tools unit finish')
const moreLine = lineOf('')

function* replyLines({ verdict, findings = [], artifacts = [], text = '' }: Reply): Generator<string> {
  const { message = text } = findings[0] ?? {}
  const names = artifacts.map((path) => basename(path)).join(', ')
  if (verdict === 'accept')
    yield endLine(`accepted: ${/checks passed/.test(text) ? 'its checks passed; ' : ''}${names}`)
  else yield* [endLine(`refused: ${message.split(':')[0]}`), moreLine(firstFailure(message))]
}

/** Names the first failed test in node's output, in either of its report formats, or says that none failed. */
const firstFailure = (output: string): string =>
  /^(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+ms\))?$/m.exec(output)?.[1]?.replace(/^/, 'failed: ') ?? 'no test failed'

interface Reply {
  readonly [field: string]: unknown
  readonly verdict?: string
  readonly text?: string
  readonly findings?: readonly { readonly message: string }[]
  readonly artifacts?: readonly string[]
}

type Session = ReturnType<typeof sessionIn>

/** Returns the scripted model: it makes calls, and writes and commits files. */
function sessionIn(folder: string, env: World['env'], bin: string) {
  let text = ''
  const call = async (...argv: readonly string[]): Promise<Reply> =>
    JSON.parse((await callTools({ env, cwd: folder, bin }, ...argv, '--json')).stdout)
  const git = (...words: readonly string[]) => outputOf(['git', ...words], { cwd: folder, env: gitEnv(process.env) })
  const write = (path: string, content: string) => writeFileSync(join(folder, path), content)
  const node = (words: string) => runSync([process.execPath, ...words.split(' ').slice(1)], { cwd: folder })
  return {
    call,
    git,
    async begin(): Promise<string> {
      text = (await call('begin')).text ?? ''
      return beginLine(/^# (.+)/m.exec(text)?.[1] ?? text)
    },
    finish(...more: readonly string[]): Promise<Reply> {
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
    tryCommand(words: string): string {
      const { status, stdout } = node(words)
      return `${words} → ${stdout.toString('utf8').trim()}${status === 0 ? '' : `, exit code ${status}`}`
    },
    /** Breaks the code on purpose, runs the tests, and restores the code. */
    probeTests({ probe: [from = '', to = ''] }: Part): string {
      const original = readFileSync(join(folder, 'tally.js'), 'utf8')
      write('tally.js', original.replace(from, to))
      const { stdout } = node('node --test')
      write('tally.js', original)
      return `tally.js broken on purpose (no ${from}) → ${firstFailure(stdout.toString('utf8'))}`
    },
  }
}

function closingText(folder: string, world: World): string {
  const gsd = gsdCommand(world.bin, world.env)
  const text = `
Every phase is verified by a check that can fail; its receipt is in git.

Show it     ${gsd} board ${shellQuoted(folder)}`
  // A sandbox has its own advice on deleting the project and on installing.
  if (world.env['GSD_SANDBOX'] !== undefined) return text
  return `${text}
Delete it   rm -r ${shellQuoted(folder)}; nothing else was changed
For real    use the command gsd-new-project of your agent in an empty folder; to install it: ${gsd} install
`
}

export const action = plainAction(
  'Watch a small project from idea to proof: a scripted model, no tokens, a throwaway folder',
  ARGS,
  tryOut,
)
