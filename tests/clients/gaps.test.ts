// A phase that does not hold what it promised, in real clients: the verifier finds it, its repair is planned and built, and only then the phase can be closed.
// Nothing here is believed: the verdict is what the code answered, and each shortcut on the way is tried first.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  asking,
  cliOf,
  discussPhase,
  executePhase,
  type Given,
  newProject,
  partBuilt,
  planPhase,
  ROLES,
  type Roles,
  session,
} from '../support/clients/played.js'
import { hasClient } from '../support/clients/run.js'
import { believing, type Promised, refused, trying } from '../support/clients/trying.js'
import type { Script, Step } from '../support/model/turn.js'
import { commandFor, type Player } from '../support/player.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

const [COUNT, REPORT] = wordcount.PARTS as readonly [wordcount.Part, wordcount.Part]

/** Its tests pass, and white space at the ends of a text makes words. */
const CARELESS: wordcount.Part = {
  ...COUNT,
  code: 'export const countWords = (text) => text.split(/\\s+/).length\n',
  testCode:
    COUNT.testCode.split('\n').slice(0, 4).join('\n') +
    "\ntest('white space separates words', () => assert.equal(countWords('a  b'), 2))\n",
}

const REPAIR = `# Phase 1: Count and report

## Plans

### Plan 03: White space at the ends makes no words

- requirements: CNT-01
- files: ${COUNT.source}, ${COUNT.test}
- verify: \`node --test ${COUNT.test}\`
- true: a text with white space at its ends has as many words as without

1. \`countWords\` in ${COUNT.source} trims the text first, and answers 0 for an empty one (D-01); tests for both in ${COUNT.test}
   - check: \`node --test ${COUNT.test}\`
`

/** The awkward call of the first tells the careless code from the mended one. */
const promises = (texts: string): readonly Promised[] => [
  {
    keys: texts.includes('- 03.1: ') ? '1, 01.1, 03.1' : '1, 01.1',
    module: COUNT.source,
    tried: { call: 'countWords("a  b")', expected: 2 },
    awkward: { call: 'countWords(" a b ")', expected: 2 },
  },
  {
    keys: '2, 02.1',
    module: REPORT.source,
    tried: { call: 'report(2)', expected: '2 words' },
    awkward: { call: 'report(0)', expected: '0 words' },
  },
]

function* verifier(player: Player, given: Given): Step<void> {
  yield* player.json(commandFor(given.texts, 'check run', { phase: given.unit }))
  yield* trying(promises(given.texts))(player, given)
}

const BUILDING: Roles = {
  ...ROLES,
  *executor(player, { unit, drafts }) {
    const part = [CARELESS, REPORT].find(({ plan }) => unit.endsWith(plan)) as wordcount.Part
    yield* partBuilt(player, unit, part)
    yield* player.write(`${drafts}/${unit}-DONE.md`, `**${part.title} works.**\n`)
  },
  *verifier(player, given) {
    yield* believing('1, 01.1, 2, 02.1')(player, given)
    yield* verifier(player, given)
  },
}

const MENDING: Roles = {
  ...BUILDING,
  *planner(player, { drafts }) {
    yield* player.write(`${drafts}/01-DRAFT.md`, REPAIR)
  },
  *executor(player, { unit, drafts, finish }) {
    yield* player.write(`${drafts}/${unit}-DONE.md`, '**White space at the ends makes no words.**\n')
    yield* refused(player, finish, 'NO_COMMIT')
    yield* partBuilt(player, unit, COUNT)
  },
  verifier,
}

/** Goes on where the phase was left open: it is closed all the same. */
function* closedAnyway(player: Player, entry: string, words: string): Script {
  yield* executePhase(player, entry, words)
  yield* refused(player, `${cliOf(player)} phase complete 1`, 'PHASE_VERIFICATION_INCOMPLETE')
  return 'The phase is closed.'
}

describe.each(['claude', 'codex'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'closes a phase only when its gaps are mended, whoever says before that it has passed',
    async () => {
      const sandbox = newSandbox()
      install(sandbox, [`--${client}`, '--global'])
      gitInit(sandbox.project)
      const play = (command: string, words: string, script: Parameters<typeof session>[4], roles: Roles) =>
        session(client, sandbox, command, words, script, roles)
      const read = (...path: string[]) => readFileSync(join(sandbox.project, '.planning', ...path), 'utf8')
      const phase = ['phases', '01-count-and-report'] as const
      const ask = asking(sandbox)

      await play('gsd-new-project', `--auto ${wordcount.IDEA}`, newProject, BUILDING)
      await play('gsd-discuss-phase', '1 --auto', discussPhase, BUILDING)
      await play('gsd-plan-phase', '1', planPhase, BUILDING)
      await play('gsd-execute-phase', '1', closedAnyway, BUILDING)

      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: gaps_found$/m)
      expect(ask('verification', 'status', '1').status).toBe('gaps_found')
      expect(ask('state', 'derive')).toMatchObject({ step: 'needs-plan', progress: { phases: { done: 0, total: 1 } } })
      expect(ask('next').unit).toMatchObject({ unitType: 'plan-phase', unitId: '01', payload: { mode: 'gaps' } })
      expect(read('ROADMAP.md')).toContain('- [ ] **Phase 1: Count and report**')

      await play('gsd-plan-phase', '1 --gaps', planPhase, MENDING)
      expect(read(...phase, '01-03-PLAN.md')).toMatch(/^gap_closure: true$/m)
      await play('gsd-execute-phase', '1', executePhase, MENDING)

      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: passed$/m)
      expect(ask('state', 'derive').progress.phases).toEqual({ done: 1, total: 1 })
      const ledger = read('ledger.jsonl')
      expect([...ledger.matchAll(/"kind":"vouched".*?"verdict":"(\w+)"/g)].map(([, verdict]) => verdict)).toEqual([
        'gaps_found',
        'passed',
      ])
      // The repair alone changed what the first plan had built.
      const git = (...words: string[]) => execFileSync('git', words, { cwd: sandbox.project, encoding: 'utf8' })
      expect(git('log', '--format=%s', '--', COUNT.source).trim().split('\n')).toEqual([
        'feat(01-03): count words',
        'feat(01-01): count words',
      ])
      expect(read('ROADMAP.md')).toMatch(/- \[x\] \*\*Phase 1: Count and report\*\*/)
      expect(ask('validate', 'health').errors).toEqual([])
    },
  )
})
