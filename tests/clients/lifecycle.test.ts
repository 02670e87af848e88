// The whole path of one phase in real clients, following the printed texts: from an idea to a verified, completed phase. milestone.test.ts plays a whole
// milestone in Claude Code and Codex.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import {
  discussPhase,
  executePhase,
  installedTools,
  newProject,
  planPhase,
  session,
} from '../support/clients/played.js'
import { hasClient } from '../support/clients/run.js'
import type { Script } from '../support/model/turn.js'
import type { Player } from '../support/player.js'
import { repositoryFor } from '../support/sandbox.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

type Path = (client: ClientId, sandbox: Sandbox) => Promise<number>
const IDEA = `--auto ${wordcount.IDEA}`
/** Conversations: of the session itself; of a researcher, a planner and a checker; of two executors of one wave and a verifier. */
const [SESSION, PLANNING, BUILDING] = [1, 3, 3]

/** Runs every command in a separate session; returns the number of conversations, with the four sessions counted as one. */
const commandByCommand: Path = async (client, sandbox) => {
  const first = await session(client, sandbox, 'gsd-new-project', IDEA, newProject)
  const discussed = await session(client, sandbox, 'gsd-discuss-phase', '1 --auto', discussPhase)
  const planned = await session(client, sandbox, 'gsd-plan-phase', '01', planPhase)
  const built = await session(client, sandbox, 'gsd-execute-phase', '01', executePhase)
  return [first, discussed, planned, built].reduce((sum, { conversations }) => sum + conversations, 0) - 3 * SESSION
}

/** Plays all four commands in one session. */
function* wholePath(player: Player, entry: string, words: string): Script {
  const entryOf = (workflow: string) => entry.replaceAll(' brief new-project', ` brief ${workflow}`)
  yield* newProject(player, entry, words)
  yield* discussPhase(player, entryOf('discuss-phase'), '1 --auto')
  yield* planPhase(player, entryOf('plan-phase'), '01')
  return yield* executePhase(player, entryOf('execute-phase'), '01')
}

const inOneSession: Path = async (client, sandbox) =>
  (await session(client, sandbox, 'gsd-new-project', IDEA, wholePath)).conversations

/** One session is usually enough: each client's contract tests a typed command, and in Gemini CLI, Claude Code and Codex all commands of README are typed. */
const PATHS = { gemini: commandByCommand, opencode: inOneSession, qwen: inOneSession, copilot: inOneSession } as const

describe.each(Object.entries(PATHS) as [keyof typeof PATHS, Path][])('%s', (client, path) => {
  it.runIf(required || hasClient(client))(
    'goes from an idea to a verified phase, with two parallel plans, real commits and receipts',
    async () => {
      const sandbox = repositoryFor(client)
      const at = (...path: string[]) => join(sandbox.project, ...path)
      const read = (...path: string[]) => readFileSync(at('.planning', ...path), 'utf8')

      expect(await path(client, sandbox)).toBe(SESSION + PLANNING + BUILDING)
      expect(read('PROJECT.md')).toContain('The count is right.')

      const phase = ['phases', '01-count-and-report'] as const
      for (const plan of ['01-01', '01-02'])
        expect(read(...phase, `${plan}-SUMMARY.md`)).toMatch(/^completed_at: "\d{4}-/m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^covers: /m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: passed$/m)
      const receipt = JSON.parse(read(...phase, '01-01-VERIFY.json'))
      expect(JSON.stringify(receipt)).toContain('test/count.test.js')
      expect(read('ROADMAP.md')).toMatch(/\*\*Plans\*\*: (\d+)\/\1 plans complete/)

      const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: sandbox.project, encoding: 'utf8' })
      expect(subjects).toContain('feat(01-01): count words')
      expect(subjects).toContain('feat(01-02): report the count')
      const derived = installedTools(sandbox)('state', 'derive')
      expect(existsSync(at('.planning/.runtime/agreed.json'))).toBe(true)
      expect(derived.progress.phases).toEqual({ done: 1, total: 1 })
    },
  )
})
