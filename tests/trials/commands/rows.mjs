// What is tried of each command: the project it begins in, the user's words, what they answer when asked, and what must exist afterwards. Where it says nothing of a user's answer, nobody has to be asked.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, same } from '../acceptance.mjs'
import { BACKLOG, HALF_LINES, SEED, WORDS, WRONG_LINES } from './seeds.mjs'

const P = '.planning/'
const PHASE = `${P}phases/01-counting/`
/** Files of the project that show what came next. */
const SHOWN = [
  `${P}ORDER.md`,
  `${P}STATE.md`,
  `${P}ROADMAP.md`,
  `${P}REQUIREMENTS.md`,
  `${P}PROJECT.md`,
  `${P}ledger.jsonl`,
]
const CODE = ['src/', 'tests/', 'bin/', 'README.md', 'package.json']

const COUNTS_WORDS = ["import { words } from './src/words.mjs'; console.log(words(' a b  c'), words(''))", '3 0']
const COUNTS_LINES = [
  "import { lines } from './src/lines.mjs'; console.log(['a\\nb\\n', 'a\\nb', ''].map(lines).join(' '))",
  '2 2 0',
]

/** Breaks a file, and asks whether the project's tests notice; the file is as it was afterwards. */
function noticed(trial, path, text) {
  const good = trial.read(path)
  writeFileSync(join(trial.folder, path), text)
  const passes = trial.testsPass()
  writeFileSync(join(trial.folder, path), good)
  must(!passes, `the tests pass although ${path} is broken`)
}

const proven = async (trial, phase) => {
  const { phases } = await trial.call('roadmap', 'analyze')
  const found = phases.find(({ number }) => number === phase)
  must(found?.done === true && found.roadmap_complete, `phase ${phase}: ${JSON.stringify(found)}`)
}
const isNext = async (trial, unit) => same(await trial.next(), unit, 'what comes next')

/** By name of the command. */
export const ROWS = {
  'discuss-phase': {
    seed: 'project',
    words: '1',
    answers: 'Whatever you recommend, for each of them; the areas too.',
    may: [...SHOWN, PHASE],
    checks: {
      'the decisions of the phase stand in its context': (trial) =>
        must(/^- \*\*D-\d+/m.test(trial.read(`${PHASE}01-CONTEXT.md`)), 'no decision in it'),
      'planning is next': async (trial) => {
        trial.find(PHASE.slice(0, -1), 'CONTEXT.md')
        await isNext(trial, 'plan-phase 01')
      },
      'it was recorded by a commit': (trial) => must(trial.subjects().length > 0, 'no commit'),
    },
  },
  'execute-phase': {
    seed: 'planned',
    words: '1',
    may: [...SHOWN, PHASE, ...CODE, `${P}todos/`],
    checks: {
      'words and lines are counted': (trial) => {
        trial.answers(...COUNTS_WORDS)
        trial.answers(...COUNTS_LINES)
      },
      'the tests notice what is wrong': (trial) => {
        noticed(trial, 'src/lines.mjs', WRONG_LINES['src/lines.mjs'])
      },
      'both plans are summed up': (trial) => {
        for (const plan of ['01', '02']) trial.read(`${PHASE}01-${plan}-SUMMARY.md`)
      },
      'the phase is proven and closed': async (trial) => {
        must(/^status: "?passed/m.test(trial.read(`${PHASE}01-VERIFICATION.md`)), 'not passed')
        await proven(trial, '1')
      },
    },
  },
  help: {
    seed: 'verified',
    words: '',
    may: [],
    checks: {
      'the commands are named in their order': (trial) =>
        trial.says('new-project', 'plan-phase', 'verify-work', 'next'),
    },
  },
  'new-project': {
    seed: 'nothing',
    words:
      '--auto A command `leap <year>` that prints yes or no: is it a leap year by the Gregorian rule. Wrong words end with 2. Node, no dependencies. Plan the whole of it as one phase, and build nothing now. Decide yourself what I did not say.',
    may: [P],
    checks: {
      'the project, its requirements and its roadmap are there, and sound': async (trial) => {
        for (const name of ['PROJECT', 'REQUIREMENTS', 'ROADMAP', 'STATE', 'ORDER']) trial.read(`${P}${name}.md`)
        const { status } = await trial.call('validate', 'health')
        same(status, 'healthy', 'health')
      },
      'the order is kept in the words of the user': (trial) =>
        must(/leap year by the Gregorian rule/.test(trial.read(`${P}ORDER.md`)), 'their words are not in it'),
      'one phase, with criteria that can be tried': async (trial) => {
        const { phases } = await trial.call('roadmap', 'analyze')
        same(phases?.length, 1, 'phases')
        const { success_criteria: criteria } = await trial.call('roadmap', 'get-phase', '1')
        must(criteria.length > 0, 'no criteria')
      },
    },
  },
  next: {
    seed: 'gaps',
    words: 'Only up to the end of phase 1.',
    may: [...SHOWN, PHASE, ...CODE, `${P}todos/`],
    checks: {
      'what the verification found is mended, and a test holds it': async (trial) => {
        trial.answers(...COUNTS_LINES)
        noticed(trial, 'src/lines.mjs', WRONG_LINES['src/lines.mjs'])
      },
      'the phase was proven anew': (trial) =>
        must(/^status: "?passed/m.test(trial.read(`${PHASE}01-VERIFICATION.md`)), 'not passed'),
      'and closed; the next one was not begun': async (trial) => {
        await proven(trial, '1')
        must(!trial.has('bin/counter.mjs'), 'phase 2 is built')
      },
    },
  },
  'plan-phase': {
    seed: 'project',
    words: '1',
    may: [...SHOWN, PHASE],
    checks: {
      'plans are there, and executing is next': async (trial) => {
        trial.find(PHASE.slice(0, -1), '-PLAN.md')
        must(/^execute-plan 01-/.test((await trial.next()) ?? ''), `next is ${await trial.next()}`)
      },
      'they serve every requirement of the phase': async (trial) => {
        const { plans } = await trial.call('phase', 'plan-index', '1')
        const texts = plans.map(({ id }) => trial.read(`${PHASE}${id}-PLAN.md`)).join('\n')
        for (const id of ['COUNT-01', 'COUNT-02'])
          must(new RegExp(`^requirements:.*${id}`, 'm').test(texts), `no plan serves ${id}`)
      },
    },
  },
  progress: {
    seed: 'executed',
    words: '',
    may: [],
    checks: {
      'it says how far it is and what comes next': (trial) =>
        trial.says('0.{0,12}2|1.{0,12}2', 'Counting', 'Output', 'verif'),
    },
  },
  quick: {
    seed: 'verified',
    words: '`words(undefined)` and `words(null)` shall answer 0 instead of throwing',
    may: [...SHOWN, `${P}quick/`, 'src/words.mjs', 'tests/words.test.mjs'],
    checks: {
      'it does so, and what it did before': (trial) => {
        trial.answers(
          "import { words } from './src/words.mjs'; console.log(words(undefined), words(null), words('a b'))",
          '0 0 2',
        )
      },
      'the tests notice when it does not': async (trial) => {
        trial.answers("import { words } from './src/words.mjs'; console.log(words(null))", '0')
        noticed(trial, 'src/words.mjs', WORDS['src/words.mjs'])
      },
      'the task is summed up': (trial) => void trial.find(`${P}quick`, '-SUMMARY.md'),
    },
  },
  'resume-work': {
    seed: 'paused',
    words: 'Finish the plan that was begun, then stop.',
    may: [...SHOWN, PHASE, `${P}todos/`, `${P}.continue-here.md`, ...CODE],
    checks: {
      'the plan that was cut off is finished': (trial) => {
        trial.read(`${PHASE}01-02-SUMMARY.md`)
        trial.answers(...COUNTS_LINES)
      },
      'the notes are gone': (trial) => must(!trial.has(`${P}.continue-here.md`), 'they are still there'),
      'what only they said is kept': (trial) => {
        const kept = trial.changed().filter((path) => path.startsWith(P) && path.endsWith('.md') && trial.has(path))
        must(
          kept.some((path) => /empty text/i.test(trial.read(path))),
          'the decision on empty texts is nowhere',
        )
      },
    },
  },
  update: {
    seed: 'project',
    words: '',
    answers: 'No, fetch nothing now.',
    may: [],
    checks: {
      'it says what is installed, and that nothing was fetched': (trial) => trial.says('0\\.\\d+\\.\\d+', 'npm|fetch'),
    },
  },
  'verify-work': {
    seed: 'verified',
    words: '1',
    answers: 'I have tried everything: all of it does what it should. Yes to every test.',
    may: [...SHOWN, PHASE],
    checks: {
      'the tests are recorded, all passed': (trial) => {
        const text = trial.read(`${PHASE}01-UAT.md`)
        must(/^status: "?complete/m.test(text), 'not complete')
        must(/^result: pass/m.test(text) && !/^result: (?!pass)/m.test(text), 'not all passed')
      },
      'the phase is still proven': async (trial) => {
        trial.read(`${PHASE}01-UAT.md`)
        await proven(trial, '1')
      },
    },
  },

  capture: {
    seed: 'planned',
    words: '--backlog Count sentences too, people asked for it',
    may: [`${P}todos/`, ...SHOWN],
    checks: {
      'it waits for a later milestone': async (trial) => {
        const { captures } = await trial.call('capture', 'list', '--status', 'deferred')
        must(captures.length === 1 && /sentences/.test(captures[0].text), JSON.stringify(captures))
      },
    },
  },
  'complete-milestone': {
    seed: 'audited',
    words: 'v1.0',
    answers: 'Close it; its name is First; its folders stay where they are.',
    may: [P],
    checks: {
      'it is closed, and its requirements are archived': async (trial) => {
        must(/v1\.0 First/.test(trial.read(`${P}MILESTONES.md`)), 'no entry')
        trial.read(`${P}milestones/v1.0-ROADMAP.md`)
        trial.read(`${P}milestones/v1.0-REQUIREMENTS.md`)
        await isNext(trial, 'new-milestone milestone')
      },
      'the project says what it can do now': async (trial) => {
        await isNext(trial, 'new-milestone milestone')
        const active = trial.read(`${P}PROJECT.md`).split('### Active')[1]?.split('###')[0] ?? ''
        must(!/OUT-01|COUNT-0/.test(active), 'requirements that shipped are still called active')
      },
    },
  },
  debug: {
    seed: 'broken',
    words: "`lines('a\\nb')` answers 1; it should be 2, because the last line counts also without its end",
    may: [...SHOWN, `${P}debug/`, ...CODE],
    checks: {
      'the fault is gone': (trial) => trial.answers(...COUNTS_LINES),
      'a test holds it': async (trial) => {
        trial.answers(...COUNTS_LINES)
        noticed(trial, 'src/lines.mjs', WRONG_LINES['src/lines.mjs'])
      },
      'how it was found is kept': (trial) => {
        const path = trial.find(`${P}debug`, '.md')
        must(/^status: "?(resolved|fixed)/m.test(trial.read(path)), `${path} is not resolved`)
      },
    },
  },
  fast: {
    seed: 'verified',
    words: 'README.md shall say "Counts the words and lines of a text." in place of "Counts what is in a text."',
    may: ['README.md'],
    checks: {
      'README says it': (trial) =>
        same(trial.read('README.md'), '# counter\n\nCounts the words and lines of a text.\n', 'README.md'),
      'by one commit': (trial) => same(trial.subjects().length, 1, 'commits'),
    },
  },
  health: {
    seed: 'damaged',
    words: '--repair',
    answers: 'Yes, all of it.',
    may: SHOWN,
    checks: {
      'STATE.md is there again, and tells where the phase is': (trial) =>
        must(/Counting/.test(trial.read(`${P}STATE.md`)), 'it does not name the phase'),
      'nothing is left to mend': async (trial) => {
        trial.read(`${P}STATE.md`)
        same((await trial.call('validate', 'health')).status, 'healthy', 'health')
      },
    },
  },
  'map-codebase': {
    seed: 'code',
    words: '--fast',
    may: [P],
    checks: {
      'the two maps are drawn, and name what is here': (trial) => {
        must(/node/i.test(trial.read(`${P}codebase/STACK.md`)), 'STACK.md names no Node')
        must(/src\/signs\.mjs|src\//.test(trial.read(`${P}codebase/STRUCTURE.md`)), 'STRUCTURE.md names no folder')
      },
      'and no other': (trial) => {
        trial.read(`${P}codebase/STACK.md`)
        must(!trial.has(`${P}codebase/CONCERNS.md`), 'CONCERNS.md was drawn too')
      },
    },
  },
  'new-milestone': {
    seed: 'between',
    words:
      'v1.1 Sentences: they are counted by `sentences(text)` (what ends with . ! or ?), and the command prints them as a third number. One phase. Plan the milestone only; decide yourself what I did not say, and ask me nothing.',
    may: [P],
    checks: {
      'its phase goes on counting, and is next': async (trial) => {
        const { phases } = await trial.call('roadmap', 'analyze')
        same(
          phases.map(({ number }) => number),
          ['3'],
          'open phases',
        )
        must(/ 03$/.test((await trial.next()) ?? ''), `next is ${await trial.next()}`)
      },
      'its requirements are there, and the old ones are not': (trial) => {
        const text = trial.read(`${P}REQUIREMENTS.md`)
        must(/sentence/i.test(text) && !/\*\*COUNT-01\*\*/.test(text), text)
      },
    },
  },
  onboard: {
    seed: 'code',
    words: '--fast Words and lines shall be counted too, each by a function of its own. Plan only, build nothing.',
    answers: 'No maps; no document counts; decide yourself.',
    may: [P],
    checks: {
      'the project is under a plan': async (trial) => {
        for (const name of ['PROJECT', 'REQUIREMENTS', 'ROADMAP']) trial.read(`${P}${name}.md`)
        same((await trial.call('validate', 'health')).status, 'healthy', 'health')
      },
      'what was found is kept': (trial) =>
        must(/signs/.test(trial.read(`${P}onboarding/SUMMARY.md`)), 'it does not say what the code does'),
      'what the code can do is not required again': (trial) =>
        must(!/signs/i.test(trial.read(`${P}REQUIREMENTS.md`).split('## ')[1] ?? ''), 'signs are required'),
    },
  },
  'pause-work': {
    seed: 'begun',
    words: 'An empty text has no lines: remember that for whoever goes on.',
    may: [`${P}.continue-here.md`, ...SHOWN],
    checks: {
      'the notes are sound, and say where it stands': async (trial) => {
        const text = trial.read(`${P}.continue-here.md`)
        must(/lines\.mjs/.test(text) && /empty text/i.test(text), text)
        const { ok } = await trial.call('lint', `${P}.continue-here.md`, '--strict')
        same(ok, true, 'lint')
      },
      'what is half done is as it was': (trial) => {
        trial.read(`${P}.continue-here.md`)
        same(trial.read('src/lines.mjs'), HALF_LINES, 'src/lines.mjs')
      },
    },
  },
  phase: {
    seed: 'planned',
    words:
      'Add a phase "Sentences" at the end: sentences are counted. New requirement SENT-01: `sentences(text)` answers how many parts of the text end with . ! or ?. Criterion: `sentences("A. B!")` answers 2. I agree to exactly that.',
    may: [...SHOWN, `${P}phases/03-sentences/`],
    checks: {
      'the phase is there with all that was said': async (trial) => {
        const { found, goal, requirements, success_criteria: criteria } = await trial.call('roadmap', 'get-phase', '3')
        must(found && goal !== null && criteria.length === 1, `${goal} ${JSON.stringify(criteria)}`)
        same(requirements, ['SENT-01'], 'requirements')
      },
      'its requirement is one of the project': async (trial) => {
        const text = trial.read(`${P}REQUIREMENTS.md`)
        must(/- \[ \] \*\*SENT-01\*\*/.test(text), 'SENT-01 is not there')
      },
    },
  },
  replan: {
    seed: 'planned',
    words: '1 Words shall be found by Intl.Segmenter after all, so that Chinese has words too; D-01 is given up.',
    answers: 'Go on as you propose; ask nothing else. Plan only.',
    may: [...SHOWN, PHASE, `${P}todos/`],
    checks: {
      'the plan of words says it now': (trial) => {
        const open = trial.changed().filter((path) => path.endsWith('-PLAN.md') && trial.has(path))
        must(
          open.some((path) => /Segmenter/.test(trial.read(path))),
          'no plan names Intl.Segmenter',
        )
      },
      'what asked for it is answered, and executing is next': async (trial) => {
        const { replans } = await trial.call('pending', 'list', '1')
        must(replans.length > 0, 'nothing was recorded')
        must(/^execute-plan 01-/.test((await trial.next()) ?? ''), `next is ${await trial.next()}`)
      },
    },
  },
  settings: {
    seed: 'project',
    words: 'Code reviews shall be deep, and no model is to do research.',
    may: [`${P}config.json`, `${P}ledger.jsonl`],
    checks: {
      'both are set': async (trial) => {
        const { workflow } = JSON.parse(trial.read(`${P}config.json`))
        same([workflow?.code_review_depth, workflow?.research], ['deep', false], 'settings')
      },
    },
  },

  'add-tests': {
    seed: 'verified',
    words: '1',
    answers: 'Right as you propose; unit tests alone.',
    may: [...SHOWN, `${P}quick/`, `${P}todos/`, 'tests/'],
    checks: {
      'there are more tests, and they pass': (trial) => {
        must(
          trial.changed().some((path) => path.startsWith('tests/')),
          'no test is new',
        )
        must(trial.testsPass(), 'they fail')
      },
      'the code is as it was': (trial) => {
        must(
          trial.changed().some((path) => path.startsWith('tests/')),
          'no test is new',
        )
        same(
          trial.changed().filter((path) => path.startsWith('src/')),
          [],
          'changed code',
        )
      },
    },
  },
  'audit-milestone': {
    seed: 'finished',
    words: '',
    may: [`${P}milestone-MILESTONE-AUDIT.md`, ...SHOWN],
    checks: {
      'the audit is there and passed': (trial) =>
        must(/^status: "?passed/m.test(trial.read(`${P}milestone-MILESTONE-AUDIT.md`)), 'not passed'),
      'the milestone can be closed': async (trial) => isNext(trial, 'complete-milestone milestone'),
    },
  },
  cleanup: {
    seed: 'between',
    words: '',
    answers: 'Yes, all of them.',
    may: [`${P}phases/`, `${P}milestones/`, ...SHOWN],
    checks: {
      'the folders lie in the archive, with all their files': (trial) => {
        trial.read(`${P}milestones/v1.0-phases/01-counting/01-01-PLAN.md`)
        must(!trial.has(PHASE), 'they are still among the live ones')
      },
    },
  },
  'code-review': {
    seed: 'verified',
    words: '1',
    answers: 'Mend nothing now.',
    may: [PHASE, ...SHOWN],
    checks: {
      'the review is there': (trial) => must(/^status:/m.test(trial.read(`${PHASE}01-REVIEW.md`)), 'no status in it'),
      'the code is as it was': (trial) => {
        trial.read(`${PHASE}01-REVIEW.md`)
        same(
          trial.changed().filter((path) => !path.startsWith(P)),
          [],
          'changed code',
        )
      },
    },
  },
  'extract-learnings': {
    seed: 'verified',
    words: '1',
    answers: 'Keep the first one.',
    may: [P],
    checks: {
      'they are there': (trial) => void trial.find(PHASE.slice(0, -1), '01-LEARNINGS.md'),
      'and one is kept for later phases': (trial) => {
        const kept = trial.changed().filter((path) => /^\.planning\/(learnings|memory|lessons)/.test(path))
        must(kept.length > 0, `nothing is kept: ${trial.changed().join(', ')}`)
      },
    },
  },
  import: {
    seed: 'foreign',
    words: 'docs/plan.md',
    answers: 'Core value: numbers one can trust. One phase; build nothing now. Decide yourself what is left.',
    may: [P],
    checks: {
      'the plan became a project': async (trial) => {
        const text = trial.read(`${P}REQUIREMENTS.md`)
        must(/words\(text\)/.test(text) && /lines\(text\)/.test(text), text)
        same((await trial.call('validate', 'health')).status, 'healthy', 'health')
      },
      'its constraint holds here too': (trial) =>
        must(/dependenc/i.test(trial.read(`${P}PROJECT.md`)), 'PROJECT.md does not say it'),
    },
  },
  'milestone-summary': {
    seed: 'between',
    words: 'v1.0',
    may: [`${P}reports/`],
    checks: {
      'the summary is there, with all its sections': (trial) => {
        const text = trial.read(`${P}reports/MILESTONE_SUMMARY-v1.0.md`)
        must(/npm test/.test(text) && /bin\/counter\.mjs/.test(text), 'it does not say how one begins')
        must(text.split('\n').length <= 151, 'more than 150 lines')
      },
    },
  },
  'review-backlog': {
    seed: 'backlog',
    words: '',
    answers: `"${BACKLOG[0]}": drop it. "${BACKLOG[1]}": a phase of its own, "Numbers as JSON". "${SEED}": keep it.`,
    may: [`${P}todos/`, `${P}phases/`, ...SHOWN],
    checks: {
      'nothing of it waits any more but the idea': async (trial) => {
        same((await trial.call('capture', 'list', '--status', 'deferred')).captures, [], 'captures')
        same((await trial.call('list-seeds', 'dormant')).count, 1, 'ideas')
      },
      'the phase is there': async (trial) => {
        const { found, phase_name: name } = await trial.call('roadmap', 'get-phase', '3')
        must(found === true && /JSON/.test(name), `phase 3: ${name}`)
      },
    },
  },
  thread: {
    seed: 'planned',
    words:
      'Why do people want sentences counted? Anna of support hears it twice a week; nobody knows whether abbreviations count. Next: ask her for three examples.',
    may: [`${P}threads/`],
    checks: {
      'the thread is there with what is known': async (trial) => {
        const { threads } = await trial.call('thread', 'list')
        same(threads.length, 1, 'threads')
        const text = trial.read(trial.find(`${P}threads`, '.md'))
        must(/Anna/.test(text) && /three examples/.test(text), text)
      },
    },
  },
  undo: {
    seed: 'executed',
    words: '--plan 01-02',
    answers: 'Yes, take it back.',
    may: [...SHOWN, PHASE, 'src/lines.mjs', 'tests/lines.test.mjs'],
    checks: {
      'the plan is open again, its code is gone': async (trial) => {
        for (const path of ['src/lines.mjs', 'tests/lines.test.mjs', `${PHASE}01-02-SUMMARY.md`])
          must(!trial.has(path), `${path} is still there`)
        await isNext(trial, 'execute-plan 01-02')
      },
      'the other plan stands': (trial) => {
        must(!trial.has('src/lines.mjs'), 'nothing was taken back')
        trial.read(`${PHASE}01-01-SUMMARY.md`)
        trial.answers(...COUNTS_WORDS)
      },
    },
  },
  workstreams: {
    seed: 'planned',
    words: 'create billing',
    answers: 'Yes; call the present plan "counter".',
    may: [P, '.gitignore'],
    checks: {
      'both are there': async (trial) => {
        const { workstreams } = await trial.call('workstream', 'list')
        same(workstreams.map(({ name }) => name).sort(), ['billing', 'counter'], 'workstreams')
      },
      'the plan that was there is whole, and still what the user asked for': async (trial) => {
        trial.read(`${P}workstreams/counter/phases/01-counting/01-01-PLAN.md`)
        const { order } = await trial.call('next', '--ws', 'counter')
        same(order?.ours, true, 'the order')
      },
    },
  },
}
