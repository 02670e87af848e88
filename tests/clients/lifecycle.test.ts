// The whole path in each real client: from an idea to a verified, completed phase, every command in a session of its own, played by the served texts.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { callEntry, hasClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Casting, Script, Step } from '../support/model/turn.js'
import { commandFor, nextPart, Player } from '../support/player.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'
import { errandsIn, returned, taken } from '../support/team.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

interface Claim {
  readonly claim: string
  readonly drafts: string
}
interface Decision {
  readonly kind: string
  readonly step: string
  readonly ready: readonly { readonly unitType: string; readonly unitId: string }[]
  readonly unit: { readonly unitType: string; readonly unitId: string }
}
interface Finished {
  readonly status: string
  readonly verdict: string
}

/** Follows a command from its entry's text to the end of its workflow; answers the parts as they were served. */
function* served(player: Player, entry: string, words: string): Step<string[]> {
  const parts = [yield* player.shell(commandFor(entry, 'brief', { "the user's words": words }))]
  for (let next = nextPart(parts[0] as string); next !== null; next = nextPart(parts.at(-1) as string))
    parts.push(yield* player.shell(next))
  return parts
}

function* handIn(player: Player, text: string, claim: string): Step<void> {
  const done = yield* player.json<Finished>(commandFor(text, 'unit finish', { claim }))
  if (done.verdict !== 'accept') throw new Error(`unit finish refused: ${JSON.stringify(done)}`)
}

function* newProject(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  const { drafts, finish } = taken(yield* player.shell(commandFor(text, 'unit begin new-project')))
  yield* player.write(`${drafts}/PROJECT.md`, wordcount.PROJECT)
  yield* player.write(`${drafts}/REQUIREMENTS.md`, wordcount.REQUIREMENTS)
  yield* player.write(`${drafts}/ROADMAP.md`, wordcount.ROADMAP)
  const done = yield* player.shell(finish)
  if (!done.includes('new-project project: accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The project is set up.'
}

function* discussPhase(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  const { claim, drafts } = yield* player.json<Claim>(commandFor(text, 'unit claim discuss-phase', { phase: '1' }))
  yield* player.write(`${drafts}/01-CONTEXT.md`, wordcount.CONTEXT)
  yield* handIn(player, text, claim)
  yield* player.json(commandFor(text, 'commit'))
  return 'The phase is discussed.'
}

/** Gives units to sub-agents as the served text says, all at once; they end with a return block. */
function* delegate(player: Player, call: string): Step<void> {
  const text = yield* player.shell(call)
  const answers = yield* player.spawn(errandsIn(text))
  if (answers.some((answer) => !answer.includes('status: COMPLETE')))
    throw new Error(`a sub-agent did not finish: ${answers.join('\n')}`)
}

/** Has the units of the given types done, one after another, until `next` names another type. */
function* direct(player: Player, text: string, types: readonly string[]): Step<void> {
  for (let rounds = 0; rounds < 8; rounds++) {
    const decision = yield* player.json<Decision>(commandFor(text, 'next'))
    if (decision.kind !== 'dispatch' || !types.includes(decision.unit.unitType)) return
    yield* delegate(player, commandFor(text, 'unit delegate', { ...decision.unit }))
  }
  throw new Error(`the units ${types.join(', ')} do not come to an end`)
}

function* planPhase(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  yield* direct(player, text, ['research-phase', 'plan-phase', 'check-plan'])
  yield* player.json(commandFor(text, 'commit'))
  return 'The phase is planned.'
}

function* executePhase(player: Player, entry: string, words: string): Script {
  const parts = yield* served(player, entry, words)
  const text = parts.join('\n')
  const { ready } = yield* player.json<Decision>(commandFor(text, 'next'))
  const unitIds = ready.map(({ unitId }) => unitId).join(' ')
  yield* delegate(player, commandFor(text, 'unit delegate execute-plan', { unitIds }))
  yield* direct(player, parts.at(-1) as string, ['verify-phase'])
  yield* player.json(commandFor(text, 'phase complete', { phase: '1' }))
  return 'The phase is verified and complete.'
}

/** What each role does with the working set it is served. Its prompt names the brief to run; the brief names the drafts folder and the finish. */
const ROLES: Readonly<Record<string, (player: Player, texts: string, unit: string, drafts: string) => Step<void>>> = {
  *'phase-researcher'(player, _texts, _unit, drafts) {
    yield* player.write(`${drafts}/01-RESEARCH.md`, wordcount.RESEARCH)
  },
  *planner(player, _texts, _unit, drafts) {
    for (const part of wordcount.PARTS)
      yield* player.write(`${drafts}/01-${part.plan}-PLAN.md`, wordcount.planText(part))
  },
  *'plan-checker'(player, _texts, _unit, drafts) {
    yield* player.write(`${drafts}/01-CHECK.json`, '{"verdict":"passed","issues":[]}\n')
  },
  *executor(player, _texts, unit, drafts) {
    const part = wordcount.PARTS.find(({ plan }) => unit.endsWith(plan)) as wordcount.Part
    yield* player.shell('mkdir -p src test')
    yield* player.write(part.source, part.code)
    yield* player.write(part.test, part.testCode)
    const cli = player.ran
      .map((command) => /^node "[^"]+"/.exec(command)?.[0])
      .find((found) => found !== undefined) as string
    const commit = `${cli} commit "feat(${unit}): ${part.title.toLowerCase()}" --files ${part.source} ${part.test}`
    let hash: string | null = null
    // Two executors share one index: a conflict is answered by trying again, as the role's text says.
    for (let tries = 0; hash === null && tries < 10; tries++) {
      hash = (yield* player.json<{ hash?: string | null }>(commit)).hash ?? null
      if (hash === null) yield* player.shell('sleep 0.3')
    }
    if (hash === null) throw new Error(`no commit for ${unit}`)
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, wordcount.summaryText(part, hash))
  },
  *verifier(player, texts, _unit, drafts) {
    yield* player.json(commandFor(texts, 'check run', { phase: '1', unit: '1', unitId: '1' }))
    yield* player.write(`${drafts}/01-VERIFICATION.md`, wordcount.VERIFICATION)
  },
}

function* subagent(player: Player, system: string, task: string): Script {
  const brief = yield* player.shell(commandFor(task, 'unit begin'))
  const { role, unit, drafts, finish: call } = taken(brief)
  yield* (ROLES[role] as (typeof ROLES)[string])(player, `${system}\n${brief}`, unit, drafts)
  const done = yield* player.json<Finished>(call)
  if (done.verdict !== 'accept') throw new Error(`unit finish refused: ${JSON.stringify(done)}`)
  return returned(role, unit)
}

/** The installed engine, wherever the client's payload lies. */
function cliIn(home: string): string {
  const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('get-shit-done/bin/gsd-tools.cjs'),
  )
  expect(found).toHaveLength(1)
  return join(home, found[0] as string)
}

/** One command in a fresh session; the script of the main conversation, and `subagent` for every other one. */
async function session(
  client: ClientId,
  sandbox: Sandbox,
  command: string,
  words: string,
  main: (player: Player, entry: string, words: string) => Script,
) {
  const players: Player[] = []
  const cast: Casting = (turn, index) => {
    const player = new Player(client)
    players.push(player)
    return index === 0 ? main(player, turn.task, words) : subagent(player, turn.system, turn.task)
  }
  const model = await startModel(cast)
  const ran = await callEntry(client, sandbox, model.url, command, words)
  await model.close()
  expect(model.faults).toEqual([])
  expect(ran.exitCode, `${ran.stdout}\n${ran.stderr}`).toBe(0)
  return { conversations: players.length }
}

describe.each(['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes from an idea to a verified phase, two plans at once, with real commits and receipts',
    async () => {
      const sandbox = newSandbox()
      install(sandbox, [`--${client}`, '--global'])
      gitInit(sandbox.project)
      // Its default sandbox lets nothing be written there; still nobody is asked about what the work itself brings into being.
      if (client === 'codex') writeFileSync(join(sandbox.home, '.gsd/trust'), 'no folder can be made here')
      const at = (...path: string[]) => join(sandbox.project, ...path)
      const read = (...path: string[]) => readFileSync(at('.planning', ...path), 'utf8')

      await session(client, sandbox, 'gsd-new-project', `--auto ${wordcount.IDEA}`, newProject)
      expect(read('PROJECT.md')).toContain('The count is right.')

      await session(client, sandbox, 'gsd-discuss-phase', '1 --auto', discussPhase)
      await session(client, sandbox, 'gsd-plan-phase', '01', planPhase)
      const { conversations } = await session(client, sandbox, 'gsd-execute-phase', '01', executePhase)
      // The session itself, two executors in one wave, one verifier.
      expect(conversations).toBe(4)

      const phase = ['phases', '01-count-and-report'] as const
      for (const plan of ['01-01', '01-02'])
        expect(read(...phase, `${plan}-SUMMARY.md`)).toMatch(/^completed_at: "\d{4}-/m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^covers: /m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: passed$/m)
      const receipt = JSON.parse(read(...phase, '01-01-VERIFY.json'))
      expect(JSON.stringify(receipt)).toContain('test/count.test.js')
      expect(read('ROADMAP.md')).toMatch(/- \[x\] \*\*Phase 1: Count and report\*\*/)
      expect(read('REQUIREMENTS.md')).toContain('- [x] **CNT-01**')

      const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: sandbox.project, encoding: 'utf8' })
      expect(subjects).toContain('feat(01-01): count words')
      expect(subjects).toContain('feat(01-02): report the count')
      const cli = cliIn(sandbox.home)
      const derived = JSON.parse(
        // Evidence counts for the person whose key sealed it.
        execFileSync(process.execPath, [cli, 'state', 'derive'], {
          cwd: sandbox.project,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'] ?? '', HOME: sandbox.home },
        }),
      )
      expect(existsSync(at('.planning/.runtime/agreed.json'))).toBe(client === 'codex')
      expect(derived.progress.phases).toEqual({ done: 1, total: 1 })
    },
  )
})
