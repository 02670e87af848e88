// `gsd auto` with real clients and the loopback model: each builds a plan unattended, and some verify a phase, with one session per unit. acp.test.ts tests
// their Agent Client Protocol, tests/cli/auto-acp.test.ts a run over it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { oneUnit } from '../support/clients/one-unit.js'
import { codexProvider, piProvider, qwenLogin } from '../support/clients/person.js'
import { environmentFor, hasClient } from '../support/clients/run.js'
import { COUNTING, type Counting, countingProject } from '../support/counting.js'
import { PACKAGE } from '../support/gsd.js'
import { startModel } from '../support/model/server.js'
import type { TempProject } from '../support/project.js'
import { install } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

interface Trial {
  readonly client: ClientId
  /** Arguments with which the client uses the loopback model. */
  readonly words: readonly string[]
  /** Writes the settings in the home that a user would have written once. */
  readonly settings?: (sandbox: Sandbox, url: string) => void
}

/** The trial of each client, by its flag of `gsd auto`. */
const TRIED: Readonly<Record<string, Trial>> = {
  claude: { client: 'claude', words: [] },
  codex: { client: 'codex', words: ['--model', 'gpt-6.1-sol'], settings: codexProvider },
  gemini: { client: 'gemini', words: ['--model', 'gemini-2.5-pro'] },
  opencode: { client: 'opencode', words: ['--model', 'mock/mock-model'] },
  kilo: { client: 'kilo', words: ['--model', 'mock/mock-model'] },
  copilot: { client: 'copilot', words: [] },
  cline: { client: 'cline', words: ['--model', 'mock-model'] },
  qwen: { client: 'qwen', words: ['--model', 'mock-model'], settings: qwenLogin },
  augment: { client: 'auggie', words: [] },
  pi: { client: 'pi', words: ['--model', 'mock-model'], settings: piProvider },
  'kimi-code': { client: 'kimi', words: [] },
}

it('every client whose row supports unattended runs is tested', () => {
  const able = RUNTIME_IDS.filter((id) => runtimeOf(id).headless !== null)
  expect(Object.keys(TRIED).sort()).toEqual([...able].sort())
})

interface FinishedRun {
  readonly project: TempProject
  readonly events: readonly Readonly<Record<string, never>>[]
}

/** Runs `gsd auto` on a planned phase until the run ends by itself. */
async function drive(
  flag: string,
  plans: NonNullable<Counting['plans']>,
  more: { readonly words: readonly string[]; readonly exit: number },
): Promise<FinishedRun> {
  const { client, words, settings } = TRIED[flag] as Trial
  const config = { planning_schema: 1, mode: 'yolo', workflow: { research: false, plan_check: false, depth: 'light' } }
  const project = countingProject({
    plans,
    files: { '.planning/config.json': JSON.stringify(config), '.gitignore': '.planning/.runtime/\n' },
  })
  project.initGit()
  const sandbox = { home: project.home, project: project.root, out: join(project.home, '..', 'out') }
  const model = await startModel((turn) => oneUnit(client, turn))
  try {
    install(sandbox, [`--${flag}`, '--global'])
    const env = environmentFor(client, sandbox, model.url)
    settings?.(sandbox, model.url)
    const args = [`--${flag}`, '--to', '1', '--permissions', 'all', '--json', ...more.words, ...words]
    const ran = await runAuto(args, project.root, env)
    expect(ran.exit, ran.out).toBe(more.exit)
    const lines = ran.out.trim().split('\n')
    return { project, events: lines.map((line) => JSON.parse(line)) }
  } finally {
    await model.close()
  }
}

const sessionsIn = ({ events }: FinishedRun): readonly string[] =>
  events.filter(({ event }) => event === 'ended').map(({ unit, outcome }) => `${unit}: ${outcome}`)

/** Returns the run's events as text, for debugging a failure. */
const outputOf = ({ events }: FinishedRun): string => events.map((event) => JSON.stringify(event)).join('\n')

/** Expects a multiple of the twenty tokens of a request, not counting cached ones, or no count if the client has no readable records. */
function expectTokens(flag: string, { events }: FinishedRun): void {
  const tokens = Number(events.at(-1)?.['tokens'] ?? Number.NaN)
  if (typeof runtimeOf(flag as RuntimeId).records === 'string') expect(tokens).toBeNaN()
  else expect([tokens > 0, tokens % 20]).toEqual([true, 0])
}

/** Clients for the longer test. Three are enough, because to a client parallel plans are no different from sequential ones. */
const SEVERAL: readonly string[] = ['claude', 'codex', 'opencode']
const SESSIONS = ['execute-plan 01-01: moved', 'execute-plan 01-02: moved', 'verify-phase 01: moved']

describe.each(Object.entries(TRIED).filter(([flag]) => !SEVERAL.includes(flag)))('%s', (flag, { client }) => {
  it.runIf(required || hasClient(client))(
    'builds a plan in a session',
    async () => {
      const done = await drive(flag, { '01': {} }, { words: ['--max-sessions', '1'], exit: 5 })
      expect(sessionsIn(done), outputOf(done)).toEqual(['execute-plan 01-01: moved'])
      expect(done.project.read('.planning/ROADMAP.md')).toMatch(/\*\*Plans\*\*: 1\/1 plans complete/)
      expectTokens(flag, done)
    },
    600_000,
  )
})

describe.each(SEVERAL)('%s, several at a time', (flag) => {
  it.runIf(required || hasClient((TRIED[flag] as Trial).client))(
    'builds and verifies a phase with one session per unit and parallel plans in worktrees, which are removed after the merge',
    async () => {
      const done = await drive(flag, { '01': {}, '02': {} }, { words: ['--jobs', '2'], exit: 0 })
      // A client whose session database is locked by the other session is restarted.
      const moved = sessionsIn(done).filter((line) => flag !== 'opencode' || !line.endsWith(': error'))
      expect([...moved.slice(0, 2).sort(), ...moved.slice(2)], outputOf(done)).toEqual(SESSIONS)
      const merged = done.events.filter(({ event }) => event === 'merged').map(({ unit }) => unit)
      expect(merged.map((unit) => `${unit}: moved`).sort(), outputOf(done)).toEqual(SESSIONS)
      expect(done.project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(true)
      expect(done.project.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
      expect(done.project.git('status', '--porcelain')).toBe('')
      expect(done.project.read('.planning/ROADMAP.md')).toMatch(/\*\*Plans\*\*: 2\/2 plans complete/)
      expectTokens(flag, done)
    },
    600_000,
  )
})

function runAuto(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly exit: number | null; readonly out: string }>((done) => {
    const child = spawn(process.execPath, [PACKAGE, 'auto', ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    const hear = (bytes: Buffer) => {
      out += bytes.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (exit) => done({ exit, out }))
  })
}
