// Plays the path of a project in a real client by the printed texts: scripts for the session and for its subagents.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startModel } from '../model/server.js'
import type { Casting, Script, Step } from '../model/turn.js'
import { commandFor, nextPart, Player, writeLines } from '../player.js'
import { errandsIn, returnBlock, type Taken, takenUnit } from '../team.js'
import * as wordcount from '../wordcount.js'
import type { ClientId } from './all.js'
import type { Sandbox } from './client.js'
import { callEntry } from './run.js'

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

/** Follows a command from its entry's text to the end of its workflow; returns the printed parts. */
export function* followWorkflow(player: Player, entry: string, words: string): Step<string[]> {
  const parts = [yield* player.shell(commandFor(entry, 'brief', { "the user's words": words }))]
  for (let next = nextPart(parts[0] as string); next !== null; next = nextPart(parts.at(-1) as string))
    parts.push(yield* player.shell(next))
  return parts
}

/** Finishes and commits a unit by the call that the text names. */
function* finishUnit(player: Player, text: string, claim: string): Step<void> {
  const done = yield* player.shell(commandFor(text, 'unit finish', { claim }))
  if (!done.includes(': accepted.')) throw new Error(`unit finish refused: ${done}`)
}

/** Turns names of documents into paths of Markdown files in a folder. */
const inFolder = (folder: string, documents: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(documents).map(([name, text]) => [`${folder}/${name}.md`, text]))

export function* newProject(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  const { drafts, finish } = takenUnit(yield* player.shell(commandFor(text, 'begin new-project')))
  const files = { PROJECT: wordcount.PROJECT, REQUIREMENTS: wordcount.REQUIREMENTS, ROADMAP: wordcount.ROADMAP }
  yield* player.shell(writeLines(inFolder(drafts, files)))
  const done = yield* player.shell(finish)
  if (!done.includes('new-project project: accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The project is set up.'
}

export function* discussPhase(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  const { claim, drafts } = yield* player.json<Claim>(commandFor(text, 'unit claim discuss-phase', { phase: '1' }))
  yield* player.write(`${drafts}/01-CONTEXT.md`, wordcount.CONTEXT)
  yield* finishUnit(player, text, claim)
  return 'The phase is discussed.'
}

/** Delegates units to subagents as the printed text says, all at once; returns that text. */
export function* delegate(player: Player, call: string): Step<string> {
  const text = yield* player.shell(call)
  const answers = yield* player.spawn(errandsIn(text))
  if (answers.some((answer) => !answer.includes('status: COMPLETE')))
    throw new Error(`a sub-agent did not finish: ${answers.join('\n')}`)
  return text
}

/** Delegates units of the given types one after another, until `next` names another type. */
function* delegateTypes(player: Player, text: string, types: readonly string[]): Step<void> {
  for (let rounds = 0; rounds < 8; rounds++) {
    const decision = yield* player.json<Decision>(commandFor(text, 'next'))
    if (decision.kind !== 'dispatch' || !types.includes(decision.unit.unitType)) return
    yield* delegate(player, commandFor(text, 'unit delegate', { ...decision.unit }))
  }
  throw new Error(`the units ${types.join(', ')} do not come to an end`)
}

export function* planPhase(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  yield* delegateTypes(player, text, ['research-phase', 'plan-phase', 'check-plan'])
  yield* player.json(commandFor(text, 'commit'))
  return 'The phase is planned.'
}

export function* executePhase(player: Player, entry: string, words: string): Script {
  const parts = yield* followWorkflow(player, entry, words)
  const text = parts.join('\n')
  const { ready } = yield* player.json<Decision>(commandFor(text, 'next'))
  const unitIds = ready.map(({ unitId }) => unitId).join(' ')
  yield* delegate(player, commandFor(text, 'unit delegate execute-plan', { unitIds }))
  yield* delegateTypes(player, parts.at(-1) as string, ['verify-phase'])
  const { kind, unit } = yield* player.json<Decision>(commandFor(text, 'next'))
  if (kind !== 'dispatch' || unit.unitType !== 'transition') return 'The phase stays open.'
  yield* player.json(commandFor(text, 'phase complete', { phase: '1' }))
  return 'The phase is verified and complete.'
}

/** A unit that a subagent has taken, with the texts that the subagent has read. */
export interface Given extends Taken {
  readonly texts: string
}
/** The work of a role, between its brief and the finish of the unit. */
export type Role = (player: Player, given: Given) => Step<void>
export type Roles = Readonly<Record<string, Role>>

/** The beginning of each CLI call, as the client's texts spell it. */
export const cliOf = ({ ran }: Player): string =>
  ran.map((command) => /^node "[^"]+"/.exec(command)?.[0]).find((found) => found !== undefined) as string

/** Commits files as the role's text says; returns the hash. */
export function* commitFiles(player: Player, message: string, ...files: readonly string[]): Step<string> {
  // Two executors share one index, so a conflict is retried.
  for (let tries = 0; tries < 10; tries++) {
    const call = `${cliOf(player)} commit "${message}" --files ${files.join(' ')}`
    const { hash } = yield* player.json<{ hash?: string | null }>(call)
    if (hash != null) return hash
    yield* player.shell('sleep 0.3')
  }
  throw new Error(`no commit of ${files.join(' ')}`)
}

/** Writes and commits the code and test of a part; returns the hash. */
export function* buildPart(player: Player, unit: string, part: wordcount.Part): Step<string> {
  yield* player.shell(`mkdir -p src test\n${writeLines({ [part.source]: part.code, [part.test]: part.testCode })}`)
  return yield* commitFiles(player, `feat(${unit}): ${part.title.toLowerCase()}`, part.source, part.test)
}

export const ROLES = {
  *'phase-researcher'(player, { drafts }) {
    yield* player.write(`${drafts}/01-RESEARCH.md`, wordcount.RESEARCH)
  },
  *planner(player, { drafts }) {
    const plans = wordcount.PARTS.map((part) => [`01-${part.plan}-PLAN`, wordcount.planText(part)])
    yield* player.shell(writeLines(inFolder(drafts, Object.fromEntries(plans))))
  },
  *'plan-checker'(player, { drafts }) {
    yield* player.write(`${drafts}/01-CHECK.json`, '{"verdict":"passed","issues":[]}\n')
  },
  *executor(player, { unit, drafts }) {
    const part = wordcount.PARTS.find(({ plan }) => unit.endsWith(plan)) as wordcount.Part
    const hash = yield* buildPart(player, unit, part)
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, wordcount.summaryText(part, hash))
  },
  *verifier(player, { texts, drafts }) {
    yield* player.json(commandFor(texts, 'check run', { phase: '1', unit: '1', unitId: '1' }))
    yield* player.write(`${drafts}/01-VERIFICATION.md`, wordcount.VERIFICATION)
  },
} satisfies Roles

function* subagent(player: Player, system: string, task: string, roles: Roles): Script {
  const brief = yield* player.shell(commandFor(task, 'begin'))
  const given = { ...takenUnit(brief), texts: `${system}\n${brief}` }
  const { role, unit, finish } = given
  const play = roles[role]
  if (play === undefined) throw new Error(`nobody plays the role ${role}`)
  yield* play(player, given)
  const done = yield* player.json<Finished>(finish)
  if (done.verdict !== 'accept') throw new Error(`unit finish refused: ${JSON.stringify(done)}`)
  return returnBlock(role, unit)
}

function cliIn(home: string): string {
  const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('get-shit-done/bin/gsd-tools.cjs'),
  )
  expect(found).toHaveLength(1)
  return join(home, found[0] as string)
}

/** Calls the installed `gsd-tools` outside any session. */
export const installedTools =
  ({ home, project }: Sandbox) =>
  (...words: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [cliIn(home), ...words], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: home },
      }),
    )

/** Runs one command in a new session, with the script `main` and the scripts of the roles for subagents. */
export async function session(
  client: ClientId,
  sandbox: Sandbox,
  command: string,
  words: string,
  main: (player: Player, entry: string, words: string) => Script,
  roles: Roles = ROLES,
) {
  const players: Player[] = []
  const cast: Casting = (turn, index) => {
    const player = new Player(client)
    players.push(player)
    return index === 0 ? main(player, turn.task, words) : subagent(player, turn.system, turn.task, roles)
  }
  const model = await startModel(cast)
  const ran = await callEntry(client, sandbox, model.url, command, words)
  await model.close()
  expect(model.scriptErrors).toEqual([])
  expect(ran.exitCode, `${ran.stdout}\n${ran.stderr}`).toBe(0)
  return { conversations: players.length }
}
