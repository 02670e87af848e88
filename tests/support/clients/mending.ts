// A phase that does not hold what it promised, as sub-agents of a real client play it: the verifier finds it, its repair is planned and built, and only then the
// phase can be closed. Nothing here is believed: the verdict is what the code answered, and each shortcut on the way is tried first.
import type { Script, Step } from '../model/turn.js'
import { commandFor, type Player } from '../player.js'
import * as wordcount from '../wordcount.js'
import { cliOf, executePhase, type Given, partBuilt, ROLES, type Roles } from './played.js'
import { type Promised, refused, trying } from './trying.js'

const [COUNT, REPORT] = wordcount.PARTS as readonly [wordcount.Part, wordcount.Part]

/** Its tests pass, and white space at the ends of a text makes words. */
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

/** Those that build the phase, and find what it lacks. */
export const BUILDING: Roles = {
  ...ROLES,
  *executor(player, { unit, drafts }) {
    const part = [CARELESS, REPORT].find(({ plan }) => unit.endsWith(plan)) as wordcount.Part
    yield* partBuilt(player, unit, part)
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, `**${part.title} works.**\n`)
  },
  verifier,
}

/** Those that repair it. */
export const MENDING: Roles = {
  ...BUILDING,
  *planner(player, { drafts }) {
    yield* player.write(`${drafts}/01-03-PLAN.md`, REPAIR)
  },
  *executor(player, { unit, drafts, finish }) {
    yield* player.write(`${drafts}/${unit}-SUMMARY.md`, '**White space at the ends makes no words.**\n')
    yield* refused(player, finish, 'NO_COMMIT')
    yield* partBuilt(player, unit, COUNT)
  },
  verifier,
}

/** Goes on where the phase was left open: it is closed all the same. */
export function* closedAnyway(player: Player, entry: string, words: string): Script {
  yield* executePhase(player, entry, words)
  yield* refused(player, `${cliOf(player)} phase complete 1`, 'PHASE_VERIFICATION_INCOMPLETE')
  return 'The phase is closed.'
}
