// PLAN.md: one plan of a phase, as its planner wrote it.
import type { Issue } from '../../errors.js'
import { type FrontMap, type FrontValue, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import * as s from '../../std/shape.js'
import { entriesField, idsField, listField, ownField, textField } from '../document/document-fields.js'
import { type PageValue, page, pageCodec, piece } from '../document/page.js'
import { draftIssue } from '../parts/draft-issues.js'
import { numberOf, partOf, textOf } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import { visibleLines } from '../parts/placeholders.js'
import { blockText } from '../parts/prose.js'
import { mustHavesField } from './must-haves.js'
import { CHECK, checkInput, readChecks } from './plan-checks.js'
import { isCheckpoint, type LocatedTask, type PlanTask, readTasks, renderTask, TASK, wrapped } from './plan-tasks.js'

export type { MustHaveArtifact, MustHaveLink, MustHaves } from './must-haves.js'
export type { PlanCheck } from './plan-checks.js'
export type { PlanTask } from './plan-tasks.js'

const SETUP = s.record({
  service: s.textOrNull(),
  why: s.textOrNull(),
  /** The other keys of the entry as they stand (`env_vars`, `dashboard_config`, …). */
  rest: s.mapOf(s.any()) as s.Shape<FrontMap>,
})
export type UserSetup = s.Infer<typeof SETUP>

const setupInput = (setup: UserSetup): FrontInput => ({
  service: setup.service,
  why: setup.why,
  ...(setup.rest as Readonly<Record<string, FrontInput>>),
})

function setupOf(value: FrontValue): UserSetup {
  if (!isFrontMap(value)) return { service: textOf(value), why: null, rest: {} }
  const { service: _service, why: _why, ...rest } = value
  return { service: textOf(partOf(value, 'service')), why: textOf(partOf(value, 'why')), rest }
}

const isFalse = (text: string | null): boolean => text !== null && /^(?:false|no|off)$/i.test(text)

const REF = /^\s*(?:[-*]\s+)?@(\S+)/

function refsIn(source: Source, name: string): readonly string[] {
  const range = wrapped(source, name)
  if (range === null) return []
  return [...visibleLines(source, range)].flatMap(({ text }) => REF.exec(text)?.[1] ?? [])
}

/** A text of the body. */
const element = (name: string) =>
  piece(s.textOrNull(), (source) => {
    const range = wrapped(source, name)
    return range === null ? null : blockText(source, range)
  })

const planPage = page(
  {
    phase: textField(['phase'], {
      about: 'As written: 02-auth, 2, 02',
      required: true,
      hint: '[02-name-of-the-phase]',
    }),
    /** The plan's id is made of the file name, not of this. */
    plan: textField(['plan'], { about: 'As written: 01, 1', required: true, hint: '[number, two digits]' }),
    type: textField(['type'], { about: 'execute or tdd', required: true, hint: '[execute or tdd]' }),
    /** Null when absent or no whole number. */
    wave: ownField(['wave'], s.orNull(s.int('Computed from dependsOn')), numberOf, (wave) => wave, {
      required: true,
      hint: '[1; computed from depends_on]',
    }),
    dependsOn: idsField(['depends_on', 'depends-on'], {
      about: 'Plan ids in any of their spellings',
      required: true,
      form: 'inline',
    }),
    filesModified: idsField(['files_modified', 'files-modified'], {
      required: true,
      form: 'block',
      hint: ['[every path the tasks change]'],
    }),
    autonomous: {
      ...ownField(
        ['autonomous'],
        s.bool('False when a task waits for a person'),
        (value) => !isFalse(textOf(value)),
        (autonomous) => autonomous,
        { required: true },
      ),
      empty: true,
    },
    requirements: idsField(['requirements'], { required: true, form: 'inline', hint: ['[ids this plan serves]'] }),
    userSetup: entriesField(['user_setup', 'user-setup'], SETUP, setupOf, setupInput),
    gapClosure: ownField(
      ['gap_closure', 'gap-closure'],
      s.bool(),
      (value) => textOf(value) === 'true',
      (closes) => (closes ? true : null),
    ),
    handles: listField(['handles'], {
      about: 'Pending actions that it takes up, `01-02#1`, or gives up, `01-02#1 dropped: why`',
      form: 'block',
    }),
    status: textField(['status'], { about: 'superseded takes the plan out of its phase' }),
    verify: ownField(
      ['verify'],
      s.listOf(CHECK),
      (value, { source }) => readChecks(source, value).checks,
      (checks) => checks.map(checkInput),
      { required: true, hint: [{ run: ['[program]', '[argument]'], expect: 0 }], inner: ['run'] },
    ),
    mustHaves: mustHavesField,
  },
  {
    objective: element('objective'),
    contextRefs: piece(s.texts('Paths of the @path lines'), (source) => [
      ...refsIn(source, 'execution_context'),
      ...refsIn(source, 'context'),
    ]),
    tasks: piece(s.listOf(TASK), (source) => readTasks(source).tasks.map(({ task }) => task)),
    verification: element('verification'),
    successCriteria: element('success_criteria'),
    output: element('output'),
    threatModel: element('threat_model'),
  },
)
export type PlanValue = PageValue<typeof planPage>

function waveIssues(source: Source, wave: number | null): readonly Issue[] {
  const { data, keys } = readFrontMatter(source)
  const text = textOf(data['wave'])
  if (text === null || wave !== null) return []
  const key = keys.find(({ path }) => path.join('.') === 'wave')
  return [
    issueAt(source, key?.valueStart ?? 0, {
      code: 'PLAN_WAVE',
      severity: 'notice',
      expected: 'a whole number',
      received: text,
      message: `wave is "${text}", not a whole number; it is computed from depends_on anyway`,
      fix: 'Write wave: 1; the CLI corrects it.',
    }),
  ]
}

const wrap = (name: string, text: string | null, placeholder: string | null): string | null =>
  text === null && placeholder === null ? null : `<${name}>\n${text ?? placeholder}\n</${name}>`

const TASK_TEMPLATE = `<task type="auto">
  <name>[Outcome in a few words]</name>
  <files>[paths it changes]</files>
  <read_first>[paths to read before]</read_first>
  <action>[What to do: names, signatures, values, edge cases]</action>
  <verify>
    <automated>[One command that fails until this is done]</automated>
  </verify>
  <acceptance_criteria>
    - [Fact that can be searched for or run]
  </acceptance_criteria>
  <done>[Observable state]</done>
</task>`

function blocks(value: PlanValue, hint: (text: string) => string | null): readonly (string | null)[] {
  const refs = value.contextRefs.map((path) => `@${path}`).join('\n')
  const tasks = hint(TASK_TEMPLATE) ?? value.tasks.map(renderTask).join('\n\n')
  return [
    wrap('objective', value.objective, '[What this plan achieves, and why]'),
    wrap('context', refs === '' ? null : refs, hint('[@path of each file an executor must read; one per line]')),
    wrap('threat_model', value.threatModel, null),
    `<tasks>\n${tasks}\n</tasks>`,
    wrap('verification', value.verification, hint('[What shows that the whole plan is done]')),
    wrap('success_criteria', value.successCriteria, hint('[What can be observed afterwards]')),
    wrap('output', value.output, hint('[Path of the plan summary]')),
  ]
}

const MISSING_KEYS: Readonly<Record<string, (value: PlanValue) => boolean>> = {
  phase: (value) => value.phase === null,
  plan: (value) => value.plan === null,
  'must_haves.truths': (value) => value.mustHaves.truths.length === 0,
}

const keyMissing = (source: Source, key: string, fix = `Add ${key}: to the front matter.`): Issue =>
  draftIssue(source, 'KEY_MISSING', `${key} in the front matter`, fix, `the front matter has no "${key}"`)

function lacks(source: Source, value: PlanValue, issues: readonly Issue[]): readonly Issue[] {
  const found: Issue[] = [...issues]
  for (const [key, isMissing] of Object.entries(MISSING_KEYS)) if (isMissing(value)) found.push(keyMissing(source, key))
  if (value.objective === null)
    found.push(draftIssue(source, 'SECTION_MISSING', 'an <objective>', 'Add <objective> with what the plan achieves.'))
  if (value.tasks.length === 0)
    found.push(
      draftIssue(
        source,
        'NO_TASKS',
        'a <task>',
        'Add at least one <task type="auto"> inside <tasks>.',
        'the plan has no task',
      ),
    )
  if (value.verify.length === 0)
    found.push({
      ...draftIssue(
        source,
        'NO_CHECKS',
        'at least one entry below verify:',
        'Add verify: with `- run: [program, argument]` and `expect: 0`.',
      ),
      severity: 'notice',
    })
  if (value.autonomous && value.tasks.some(isCheckpoint))
    found.push(
      draftIssue(
        source,
        'AUTONOMOUS_CHECKPOINT',
        'autonomous: false',
        'Set autonomous: false.',
        'a task waits for a person, but the plan says autonomous: true',
      ),
    )
  if (value.filesModified.length === 0 && value.tasks.some((task) => task.files.length > 0))
    found.push(keyMissing(source, 'files_modified', 'List every file the tasks change below files_modified:.'))
  return [...found, ...readTasks(source).tasks.flatMap((task, index) => taskIssues(source, task, index + 1))]
}

const TASK_PARTS: Readonly<Record<string, (task: PlanTask) => boolean>> = {
  name: (task) => task.name !== null,
  action: (task) => task.action !== null || isCheckpoint(task),
  verify: (task) => task.verify !== null || task.automated !== null || task.humanCheck !== null || isCheckpoint(task),
  done: (task) => task.done !== null || task.acceptanceCriteria.length > 0 || isCheckpoint(task),
}

function taskIssues(source: Source, { task, start }: LocatedTask, number: number): readonly Issue[] {
  return Object.entries(TASK_PARTS)
    .filter(([, has]) => !has(task))
    .map(([part]) =>
      issueAt(source, start, {
        code: `TASK_${part.toUpperCase()}`,
        severity: 'error',
        expected: `<${part}> in task ${number}`,
        received: 'none',
        message: `task ${number}${task.name === null ? '' : ` (${task.name})`} has no <${part}>`,
        fix: `Add <${part}> to it.`,
      }),
    )
}

export const plan = pageCodec(planPage, {
  id: 'plan',
  about: 'One plan: tasks an executor carries out, and what must be true afterwards',
  odd: (source, { wave }) => [
    ...waveIssues(source, wave),
    ...readChecks(source, readFrontMatter(source).data['verify']).issues,
    ...readTasks(source).issues,
  ],
  bare: ({ tasks }) => tasks.length === 0,
  blocks,
  lacks,
})
