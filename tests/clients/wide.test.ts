// Three real clients, each in its own clone and home, complete a project of five phases over a bare remote. Each run is killed at random moments and
// restarted.
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseLedger } from '../../lib/core/history/ledger.js'
import { sha256 } from '../../lib/node/digest.js'
import type { ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { codexProvider } from '../support/clients/person.js'
import { environmentFor, hasClient } from '../support/clients/run.js'
import { PROJECT_FILES, verificationDraft } from '../support/drafts.js'
import { installedGsd } from '../support/gsd.js'
import { type ModelServer, startModel } from '../support/model/server.js'
import type { Script, Turn } from '../support/model/turn.js'
import { Player, writeLines } from '../support/player.js'
import { disposeProjects, makeProject } from '../support/project.js'
import { type Random, randomOf, seedsOf } from '../support/random.js'
import { install, newSandbox } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const KILLS = 2
/** A kill comes after five seconds, at a random moment of this span: about the time of three sessions. */
const WITHIN_MS = 40_000

const CLIENTS = ['claude', 'codex', 'opencode'] as const
const MODELS = { claude: [], codex: ['--model', 'gpt-6.1-sol'], opencode: ['--model', 'mock/mock-model'] } as const

const NEEDS = { '1': 'Nothing', '2': 'Phase 1', '3': 'Phase 1', '4': 'Phase 1', '5': 'Phase 2, Phase 3, Phase 4' }
const PHASES = Object.keys(NEEDS)

const ROADMAP = `# Roadmap: Counter

## Phases

${PHASES.map((number) => `- [ ] **Phase ${number}: Part ${number}** - Part ${number} counts`).join('\n')}

## Phase Details
${Object.entries(NEEDS)
  .map(
    ([number, needs]) => `
### Phase ${number}: Part ${number}

**Goal**: Part ${number} counts
**Depends on**: ${needs}
**Success Criteria** (what must be TRUE):
1. Part ${number} counts
`,
  )
  .join('')}`

const planOf = (number: string): string => `---
requirements: []
files_modified: [part-${number}.js, part-${number}.test.js]
files_appended: [PARTS.md]
verify:
  - node part-${number}.test.js
must_haves:
  truths: [Part ${number} counts]
---

Part ${number}

1. Write the test and the function in \`part-${number}.js\`, and name it in \`PARTS.md\`
`

const FILES = {
  ...PROJECT_FILES,
  '.planning/ROADMAP.md': ROADMAP,
  '.planning/config.json': JSON.stringify({
    ...{ planning_schema: 1, mode: 'yolo', claims: { remote: 'origin' } },
    workflow: { research: false, plan_check: false, skip_discuss: true, depth: 'light' },
  }),
  '.gitignore': '.planning/.runtime/\n',
  'PARTS.md': '# Parts\n\n',
  ...Object.fromEntries(
    PHASES.map((number) => [`.planning/phases/0${number}-part-${number}/0${number}-01-PLAN.md`, planOf(number)]),
  ),
}

const codeOf = (number: string): Readonly<Record<string, string>> => ({
  [`part-${number}.js`]: 'module.exports = (text) => text.split(/\\s+/).length\n',
  [`part-${number}.test.js`]: `const { test } = require('node:test')\nconst assert = require('node:assert')\nconst count = require('./part-${number}.js')\ntest('counts', () => assert.equal(count('a b c'), 3))\n`,
})

/** Plays the session that a prompt begins, also if an earlier one of its unit was interrupted. */
function* session(client: ClientId, { task }: Turn): Script {
  const player = new Player(client)
  const begin = /`(node "[^"`]+" begin(?: [\w. -]+)?)`/.exec(task.replaceAll('\\"', '"'))?.[1]
  if (begin === undefined) return 'there is nothing to keep'
  const text = yield* player.shell(begin)
  const [, type, id = ''] = /# ([a-z]+-[a-z]+) (\d[\w.-]*):/.exec(text) ?? []
  const drafts = /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0]
  const finish = /node "[^"`]+" unit finish --claim \w+ --(?:begin|commit)/.exec(text)?.[0]
  if (drafts === undefined || finish === undefined) return 'nothing to do'
  const number = id.slice(1, 2)
  if (type === 'execute-plan') {
    const done = { [`${drafts}/${id}-SUMMARY.md`]: `**Part ${number} counts its part of a text.**\n` }
    const line = `grep -q "part ${number}" PARTS.md || echo "- part ${number}" >> PARTS.md`
    const commit = `git add part-* PARTS.md && git commit -qm "feat: ${id}" || true`
    yield* player.shell(`${writeLines({ ...codeOf(number), ...done })}\n${line}\n${commit}`)
  } else
    yield* player.write(
      `${drafts}/${id}-VERIFICATION.md`,
      verificationDraft(`0${number}-part-${number}`, 'passed', [[`Part ${number} counts`, `part-${number}.test.js`]]),
    )
  const ended = yield* player.shell(finish)
  return ended.includes('This session ends here') ? 'it is done' : 'it goes on'
}

interface Machine {
  readonly client: (typeof CLIENTS)[number]
  readonly sandbox: Sandbox
  readonly env: Readonly<Record<string, string>>
  readonly model: ModelServer
}

async function machineFor(client: Machine['client'], clone: (to: string) => void, trust: string): Promise<Machine> {
  const sandbox = newSandbox()
  clone(sandbox.project)
  const model = await startModel((turn) => session(client, turn))
  install(sandbox, [`--${client}`, '--global'])
  const env = { ...environmentFor(client, sandbox, model.url), GSD_TRUST: trust }
  if (client === 'codex') codexProvider(sandbox, model.url)
  return { client, sandbox, env, model }
}

interface Ended {
  readonly exit: number | null
  readonly out: string
}

function start({ client, sandbox, env }: Machine): { child: ChildProcess; ended: Promise<Ended> } {
  const words = ['auto', `--${client}`, '--jobs', '2', '--permissions', 'all', ...MODELS[client]]
  const child = spawn(process.execPath, [installedGsd(sandbox.home), ...words], {
    ...{ cwd: sandbox.project, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (out += bytes.toString()))
  const ended = new Promise<Ended>((done) =>
    child.on('exit', (exit) => setTimeout(() => done({ exit, out: `${client}:\n${out}` }), 50)),
  )
  return { child, ended }
}

/** Kills a run at up to `KILLS` random moments, alone or with everything it started, and restarts it until it ends by itself; returns all runs. */
async function survive(machine: Machine, random: Random): Promise<readonly Ended[]> {
  const runs: Ended[] = []
  for (let kills = 0; ; kills++) {
    const { child, ended } = start(machine)
    const patience = kills === KILLS ? null : 5000 + random.below(WITHIN_MS)
    const first =
      patience === null
        ? await ended
        : await Promise.race([ended, new Promise<null>((done) => setTimeout(() => done(null), patience))])
    if (first !== null) return [...runs, first]
    const all = random.below(2) === 0 ? processesIn(machine) : []
    for (const pid of [child.pid as number, ...all]) kill(pid)
    const { out } = await ended
    runs.push({ exit: null, out: `${out}killed ${all.length > 0 ? 'with all it started ' : ''}after ${patience} ms\n` })
  }
}

const processesIn = ({ sandbox }: Machine): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${sandbox.home}\0`)
      } catch {
        return false
      }
    })
    .map(Number)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

afterAll(disposeProjects)

it.runIf(required || CLIENTS.every(hasClient)).each([...seedsOf('1')])(
  'three clients verify a project of five phases and do each unit once, although they are killed, seed %i',
  async (seed) => {
    const project = makeProject(FILES)
    project.initGit()
    const bare = join(project.home, 'bare.git')
    project.git('clone', '-q', '--bare', project.root, bare)
    const trust = (await project.ask('trust')).json()['digest'] as string
    const clone = (to: string) => project.git('clone', '-q', bare, to)
    const machines = await Promise.all(CLIENTS.map((client) => machineFor(client, clone, trust)))
    const random = randomOf(seed)
    try {
      const runs = await Promise.all(machines.map((machine) => survive(machine, random)))
      const git = (...words: readonly string[]) => project.git('-C', bare, ...words).trim()
      const log = git('log', '--graph', '--format=%h %cd %s', '--date=format:%T', 'main')
      const output = `${runs.flatMap((all) => all.map(({ out }) => out)).join('\n')}\n${log}`
      expect(
        runs.map((all) => all.at(-1)?.exit),
        output,
      ).toEqual([0, 0, 0])
      const { lines } = parseLedger(git('show', 'main:.planning/ledger.jsonl'), sha256, { now: Date.now })
      const done = lines.flatMap((line) =>
        line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : [],
      )
      const units = PHASES.flatMap((number) => [`execute-plan 0${number}-01`, `verify-phase 0${number}`])
      expect(done.filter((unit) => !unit.startsWith('transition ')).sort(), output).toEqual(units.sort())
      const closed = git('log', '--format=%s', 'main').match(/^docs\(\d+\): complete the phase$/gm)
      expect(closed?.sort(), output).toEqual(PHASES.map((number) => `docs(0${number}): complete the phase`))
      expect(
        git('show', 'main:PARTS.md')
          .match(/- part \d/g)
          ?.sort(),
        output,
      ).toEqual(PHASES.map((id) => `- part ${id}`))
      expect(git('for-each-ref', '--format=%(refname)', 'refs/gsd'), output).toBe('')
      for (const machine of machines) {
        const own = (...words: readonly string[]) => project.git('-C', machine.sandbox.project, ...words).trim()
        expect(own('status', '--porcelain'), output).toBe('')
        expect(own('rev-parse', 'main'), output).toBe(git('rev-parse', 'main'))
        expect(processesIn(machine), output).toEqual([])
      }
    } finally {
      for (const machine of machines) {
        for (const pid of processesIn(machine)) kill(pid)
        await machine.model.close()
      }
    }
  },
  900_000,
)
