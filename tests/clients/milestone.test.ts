// The whole path of a milestone in real clients, every command in a separate session, following the printed texts: from an idea to the next milestone. Work is
// paused and resumed, a defective phase is repaired before it can be closed, and a quick task is done.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  discussPhase,
  executePhase,
  followWorkflow,
  installedTools,
  newProject,
  planPhase,
  type Roles,
  session,
} from '../support/clients/played.js'
import { BUILDING, REPAIRING, tryClosing } from '../support/clients/repair.js'
import { hasClient } from '../support/clients/run.js'
import type { Script } from '../support/model/turn.js'
import { commandFor, type Player, writeLines } from '../support/player.js'
import { install, repositoryFor } from '../support/sandbox.js'
import { takenUnit } from '../support/team.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const NOTES = '.planning/.continue-here.md'

function* pauseWork(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  yield* player.write(NOTES, wordcount.HANDOVER)
  yield* player.json(commandFor(text, 'lint'))
  yield* player.json(commandFor(text, 'state record-session', { 'where, in one line': 'before the plans' }))
  yield* player.json(commandFor(text, 'commit'))
  return 'The notes lie there.'
}

function* resumeWork(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  if (!text.includes(NOTES)) throw new Error(`the text does not name the notes:\n${text}`)
  yield* player.json(commandFor(text, 'state record-session --taken-up'))
  return 'The notes are read.'
}

function* quick(player: Player, entry: string, words: string): Script {
  const call = /`(node "[^"`]+" begin quick )/.exec(entry)?.[1]
  if (call === undefined) throw new Error(`the entry names no call: ${entry}`)
  const text = yield* player.shell(`${call}"${words}"`)
  const { drafts, finish } = takenUnit(text)
  const name = /`[^`]*\/([\w-]+-SUMMARY\.md)`/.exec(text)?.[1] as string
  const files = writeLines({
    'README.md': '# Wordcount\n\nCounts the words of a text.\n',
    [`${drafts}/${name}`]: '**The README says what it is.**\n',
  })
  yield* player.shell(`${files}\ngit add README.md && git commit -qm "docs: say what it is"`)
  const done = yield* player.shell(finish)
  if (!done.includes('accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'It is written.'
}

function* auditMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  // The unit's id if the roadmap has no version.
  const id = 'milestone'
  const { drafts, finish } = takenUnit(yield* player.shell(commandFor(text, 'begin audit-milestone', { id })))
  yield* player.write(`${drafts}/MILESTONE-AUDIT.md`, wordcount.AUDIT)
  const done = yield* player.shell(finish)
  if (!done.includes('accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The milestone is audited.'
}

function* completeMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  yield* player.json(commandFor(text, 'milestone audit'))
  const version = { version: 'v1.0' }
  const plan = yield* player.shell(`${commandFor(text, 'milestone complete <version>', version)} --name First`)
  if (!plan.includes('plan')) throw new Error(`no plan is shown: ${plan}`)
  const call = commandFor(text, 'milestone complete <version> --yes', version)
  const { changed } = yield* player.json<{ readonly changed: boolean }>(`${call} --name First`)
  if (!changed) throw new Error('the milestone was not closed')
  yield* player.json(commandFor(text, 'commit', version))
  return 'The milestone is closed.'
}

function* newMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* followWorkflow(player, entry, words)).join('\n')
  const { drafts, finish } = takenUnit(yield* player.shell(commandFor(text, 'begin new-milestone')))
  yield* player.write(`${drafts}/MILESTONE.md`, wordcount.NEXT_MILESTONE)
  const done = yield* player.shell(finish)
  if (!done.includes('new-milestone milestone: accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The next milestone is open.'
}

describe.each(['claude', 'codex'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes from an idea through a milestone: paused and resumed, a phase closed only after its repair, an audit, the close, the next milestone, and a quick task',
    async () => {
      const sandbox = repositoryFor(client)
      // The default sandbox is read-only there; still, no approval is needed for commands that the work itself adds.
      if (client === 'codex') writeFileSync(join(sandbox.home, '.gsd/trust'), 'no folder can be made here')
      const play = (command: string, words: string, script: Parameters<typeof session>[4], roles?: Roles) =>
        session(client, sandbox, command, words, script, roles)
      const at = (...path: string[]) => join(sandbox.project, '.planning', ...path)
      const read = (...path: string[]) => readFileSync(at(...path), 'utf8')
      const git = (...words: string[]) => execFileSync('git', words, { cwd: sandbox.project, encoding: 'utf8' })
      const ask = installedTools(sandbox)
      const phase = ['phases', '01-count-and-report'] as const

      await play('gsd-new-project', `--auto ${wordcount.IDEA}`, newProject)
      expect(read('PROJECT.md')).toContain('The count is right.')
      await play('gsd-discuss-phase', '1 --auto', discussPhase)
      await play('gsd-pause-work', 'the day is over', pauseWork)
      expect(read('STATE.md')).toContain(NOTES)
      await play('gsd-resume-work', '', resumeWork)
      expect(ask('next').unit).toMatchObject({ unitType: 'research-phase', unitId: '01' })
      await play('gsd-plan-phase', '1', planPhase)

      const { conversations } = await play('gsd-execute-phase', '1', tryClosing, BUILDING)
      // The session, two executors of one wave, and a verifier.
      expect(conversations).toBe(4)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: gaps_found$/m)
      expect(ask('verification', 'status', '1').verdict).toBe('gaps_found')
      expect(ask('state', 'derive')).toMatchObject({ step: 'needs-plan', progress: { phases: { done: 0, total: 1 } } })
      expect(ask('next').unit).toMatchObject({ unitType: 'plan-phase', unitId: '01', payload: { mode: 'gaps' } })
      expect(read('ROADMAP.md')).toContain('- [ ] **Phase 1: Count and report**')

      await play('gsd-plan-phase', '1 --gaps', planPhase, REPAIRING)
      expect(read(...phase, '01-03-PLAN.md')).toMatch(/^gap_closure: true$/m)
      await play('gsd-execute-phase', '1', executePhase, REPAIRING)

      for (const plan of ['01-01', '01-02', '01-03'])
        expect(read(...phase, `${plan}-SUMMARY.md`)).toMatch(/^completed_at: "\d{4}-/m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^covers: /m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: passed$/m)
      expect(read(...phase, '01-01-VERIFY.json')).toContain('test/count.test.js')
      expect(ask('state', 'derive').progress.phases).toEqual({ done: 1, total: 1 })
      expect(
        [...read('ledger.jsonl').matchAll(/"kind":"vouched".*?"verdict":"(\w+)"/g)].map(([, said]) => said),
      ).toEqual(['gaps_found', 'passed'])
      // Only the repair changed the code of the first plan.
      expect(git('log', '--format=%s', '--', 'src/count.js').trim().split('\n')).toEqual([
        'feat(01-03): count words',
        'feat(01-01): count words',
      ])
      expect(git('log', '--format=%s')).toContain('feat(01-02): report the count')
      expect(read('ROADMAP.md')).toMatch(/\*\*Plans\*\*: (\d+)\/\1 plans complete/)
      expect(existsSync(at('.runtime/agreed.json'))).toBe(true)
      expect(ask('health').errors).toEqual([])

      await play('gsd-quick', 'say what it is', quick)
      // An ordinary installation does not list the audit.
      install(sandbox, [`--${client}`, '--global', '--profile', 'full'])
      await play('gsd-audit-milestone', '', auditMilestone)
      const offered = ask('next')
      expect(offered.unit, JSON.stringify(offered)).toMatchObject({ unitType: 'complete-milestone' })
      await play('gsd-complete-milestone', '', completeMilestone)
      expect(read('MILESTONES.md')).toContain('v1.0 First')
      expect(ask('state', 'derive').step).toBe('between-milestones')
      await play('gsd-new-milestone', 'Count the lines too', newMilestone)

      expect(ask('state', 'derive').milestone).toMatchObject({ id: 'v1.1' })
      expect(ask('next').unit).toMatchObject({ unitId: '02' })
      expect(ask('health').errors).toEqual([])
      expect(git('status', '--porcelain')).toBe('')
      expect(git('log', '--format=%s')).toContain('docs: say what it is')
    },
    600_000,
  )
})
