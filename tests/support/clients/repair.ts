// Plays a phase with a defect: the verifier finds the defect by running the code, and only after its repair can the phase be closed.
import type { Script, Step } from '../model/turn.js'
import { commandFor, type Player } from '../player.js'
import * as wordcount from '../wordcount.js'
import { buildPart, cliOf, executePhase, type Given, ROLES, type Roles } from './played.js'
import { expectRefusal, type Promised, verifierOf } from './trying.js'

const [COUNT, REPORT] = wordcount.PARTS as readonly [wordcount.Part, wordcount.Part]

/** A defective part: its tests pass, but white space at the ends of a text counts as words. */
const CARELESS: wordcount.Part = {
  ...COUNT,
  code: 'export const countWords = (text) => text.split(/\\s+/).length\n',
  testCode:
    COUNT.testCode.split('\n').slice(0, 4).join('\n') +
    "\ntest('white space separates words', () => assert.equal(countWords('a  b'), 2))\n",
}

const REPAIR = `---
requirements: [CNT-01]
files_modified: [${COUNT.source}, ${COUNT.test}]
verify:
  - node --test ${COUNT.test}
must_haves:
  truths: [a text with white space at its ends has as many words as without]
---

White space at the ends makes no words

1. \`countWords\` in ${COUNT.source} trims the text first, and answers 0 for an empty one (D-01); tests for both in ${COUNT.test}
`

/** Promises to verify. Only the awkward call of the first one reveals the defect. */
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
  yield* verifierOf(promises(given.texts))(player, given)
}

/** Roles that build the phase and find the defect. */
export const BUILDING: Roles = {
  ...ROLES,
  *executor(player, { unit, drafts }) {
    const part = [CARELESS, REPORT].find(({ plan }) => unit.endsWith(plan)) as wordcount.Part
    yield* buildPart(player, unit, part)
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, `**${part.title} works.**\n`)
  },
  verifier,
}

/** Roles that repair the defect. */
export const REPAIRING: Roles = {
  ...BUILDING,
  *planner(player, { drafts }) {
    yield* player.write(`${drafts}/01-03-PLAN.md`, REPAIR)
  },
  *executor(player, { unit, drafts, finish }) {
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, '**White space at the ends makes no words.**\n')
    yield* expectRefusal(player, finish, 'NO_COMMIT')
    yield* buildPart(player, unit, COUNT)
  },
  verifier,
}

/** Executes the phase, then tries in vain to close it despite the defect. */
export function* tryClosing(player: Player, entry: string, words: string): Script {
  yield* executePhase(player, entry, words)
  yield* expectRefusal(player, `${cliOf(player)} phase complete 1`, 'PHASE_VERIFICATION_INCOMPLETE')
  return 'The phase stays open.'
}
