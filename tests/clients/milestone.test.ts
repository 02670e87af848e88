// The circle of a milestone in real clients, every command in a session of its own: paused and taken up again, audited, closed, the next one opened, and a
// small task beside it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  asking,
  discussPhase,
  executePhase,
  newProject,
  planPhase,
  served,
  session,
} from '../support/clients/played.js'
import { hasClient } from '../support/clients/run.js'
import type { Script } from '../support/model/turn.js'
import { commandFor, type Player } from '../support/player.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'
import { taken } from '../support/team.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const NOTES = '.planning/.continue-here.md'

function* pauseWork(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  yield* player.write(NOTES, wordcount.HANDOVER)
  yield* player.json(commandFor(text, 'lint'))
  yield* player.json(commandFor(text, 'state record-session', { 'where, in one line': 'before the plans' }))
  yield* player.json(commandFor(text, 'commit'))
  return 'The notes lie there.'
}

function* resumeWork(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  if (!text.includes(NOTES)) throw new Error(`nothing is said of the notes:\n${text}`)
  yield* player.json(commandFor(text, 'handoff drop'))
  return 'The notes are read.'
}

function* quick(player: Player, entry: string, words: string): Script {
  const call = /`(node "[^"`]+" begin quick )/.exec(entry)?.[1]
  if (call === undefined) throw new Error(`the entry names no call: ${entry}`)
  const text = yield* player.shell(`${call}"${words}"`)
  const { drafts, finish } = taken(text)
  const name = /`[^`]*\/([\w-]+-DONE\.md)`/.exec(text)?.[1] as string
  yield* player.write('README.md', '# Wordcount\n\nCounts the words of a text.\n')
  yield* player.shell('git add README.md && git commit -qm "docs: say what it is"')
  yield* player.write(`${drafts}/${name}`, '**The README says what it is.**\n')
  const done = yield* player.shell(finish)
  if (!done.includes('accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'It is written.'
}

function* auditMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  // A roadmap without a version.
  const id = 'milestone'
  const { drafts, finish } = taken(yield* player.shell(commandFor(text, 'begin audit-milestone', { id })))
  yield* player.write(`${drafts}/${id}-MILESTONE-AUDIT.md`, wordcount.AUDIT)
  const done = yield* player.shell(finish)
  if (!done.includes('accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The milestone is audited.'
}

function* completeMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  yield* player.json(commandFor(text, 'milestone audit'))
  const version = { version: 'v1.0' }
  const plan = yield* player.shell(`${commandFor(text, 'milestone complete <version>', version)} --name First`)
  if (!plan.includes('plan')) throw new Error(`no plan is shown: ${plan}`)
  const call = commandFor(text, 'milestone complete <version> --confirm', version)
  const { changed } = yield* player.json<{ readonly changed: boolean }>(`${call} --name First`)
  if (!changed) throw new Error('the milestone was not closed')
  yield* player.json(commandFor(text, 'commit', version))
  return 'The milestone is closed.'
}

function* newMilestone(player: Player, entry: string, words: string): Script {
  const text = (yield* served(player, entry, words)).join('\n')
  const { drafts, finish } = taken(yield* player.shell(commandFor(text, 'begin new-milestone')))
  yield* player.write(`${drafts}/MILESTONE.md`, wordcount.NEXT_MILESTONE)
  const done = yield* player.shell(finish)
  if (!done.includes('new-milestone milestone: accepted')) throw new Error(`unit finish refused: ${done}`)
  return 'The next milestone is open.'
}

describe.each(['claude', 'codex'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes round a milestone: paused and resumed, audited, closed and opened again, with a small task beside it',
    async () => {
      const sandbox = newSandbox()
      install(sandbox, [`--${client}`, '--global', '--profile', 'full'])
      gitInit(sandbox.project)
      const play = (command: string, words: string, script: Parameters<typeof session>[4]) =>
        session(client, sandbox, command, words, script)
      const read = (...path: string[]) => readFileSync(join(sandbox.project, '.planning', ...path), 'utf8')
      const ask = asking(sandbox)

      await play('gsd-new-project', `--auto ${wordcount.IDEA}`, newProject)
      await play('gsd-discuss-phase', '1 --auto', discussPhase)
      await play('gsd-pause-work', 'the day is over', pauseWork)
      expect(read('STATE.md')).toContain(NOTES)
      await play('gsd-resume-work', '', resumeWork)
      expect(ask('next').unit).toMatchObject({ unitType: 'research-phase', unitId: '01' })
      await play('gsd-plan-phase', '1', planPhase)
      await play('gsd-execute-phase', '1', executePhase)
      await play('gsd-quick', 'say what it is', quick)
      await play('gsd-audit-milestone', '', auditMilestone)
      const offered = ask('next')
      expect(offered.unit, JSON.stringify(offered)).toMatchObject({ unitType: 'complete-milestone' })
      await play('gsd-complete-milestone', '', completeMilestone)
      expect(read('MILESTONES.md')).toContain('v1.0 First')
      expect(ask('state', 'derive').step).toBe('between-milestones')
      await play('gsd-new-milestone', 'Count the lines too', newMilestone)

      expect(ask('state', 'derive').milestone).toMatchObject({ id: 'v1.1' })
      expect(ask('next').unit).toMatchObject({ unitId: '02' })
      expect(ask('validate', 'health').errors).toEqual([])
      const git = (...words: string[]) => execFileSync('git', words, { cwd: sandbox.project, encoding: 'utf8' })
      expect(git('status', '--porcelain')).toBe('')
      expect(git('log', '--format=%s')).toContain('docs: say what it is')
    },
  )
})
