// PLAN.md: one plan of a phase, as its planner wrote it.
import type { Issue } from '../../errors.js'
import { type FrontMap, type FrontValue, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { once } from '../../std/once.js'
import { same } from '../../std/same.js'
import { any, bool, int, listOf, mapOf, orNull, record, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import type { Codec, Parsed } from '../codec.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import {
  extraOf,
  type Front,
  type FrontTable,
  freshFront,
  idsOf,
  mapsOf,
  numberOf,
  partOf,
  textOf,
} from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'
import { phaseFile } from '../parts/phase-file.js'
import { visibleLines } from '../parts/placeholders.js'
import { blockText, document } from '../parts/prose.js'
import { artifactInput, linkInput, type MustHaves, readMustHaves } from './must-haves.js'
import { checkInput, type PlanCheck, readChecks } from './plan-checks.js'
import { isCheckpoint, type LocatedTask, type PlanTask, readTasks, renderTask, wrapped } from './plan-tasks.js'

export type { MustHaveArtifact, MustHaveLink, MustHaves } from './must-haves.js'
export type { PlanCheck } from './plan-checks.js'
export type { PlanTask } from './plan-tasks.js'

export interface UserSetup {
  readonly service: string | null
  readonly why: string | null
  /** The other keys of the entry as they stand (`env_vars`, `dashboard_config`, …). */
  readonly rest: FrontMap
}

export interface PlanValue {
  /** As written: `02-auth`, `2`, `02`. */
  readonly phase: string | null
  /** As written: `01`, `1`. The plan's id is made of the file name, not of this. */
  readonly plan: string | null
  readonly type: string | null
  /** Projection of `dependsOn`; null when absent or no whole number. */
  readonly wave: number | null
  /** As written, any of the five spellings of a plan id. */
  readonly dependsOn: readonly string[]
  readonly filesModified: readonly string[]
  /** True when absent. */
  readonly autonomous: boolean
  readonly requirements: readonly string[]
  readonly userSetup: readonly UserSetup[]
  readonly gapClosure: boolean
  /** `superseded` takes the plan out of the phase. */
  readonly status: string | null
  readonly verify: readonly PlanCheck[]
  readonly mustHaves: MustHaves
  /** Keys of the front matter that are not named above. */
  readonly extra: FrontMap
  readonly objective: string | null
  /** Paths of the `@path` lines in `<execution_context>` and `<context>`. */
  readonly contextRefs: readonly string[]
  readonly tasks: readonly PlanTask[]
  readonly verification: string | null
  readonly successCriteria: string | null
  readonly output: string | null
  readonly threatModel: string | null
}

const shape = record({
  phase: textOrNull('As written: 02-auth, 2, 02'),
  plan: textOrNull('As written: 01, 1'),
  type: textOrNull('execute or tdd'),
  wave: orNull(int('Computed from dependsOn')),
  dependsOn: texts('Plan ids in any of their spellings'),
  filesModified: texts(),
  autonomous: bool('False when a task waits for a person'),
  requirements: texts(),
  userSetup: listOf(record({ service: textOrNull(), why: textOrNull(), rest: mapOf(any()) })),
  gapClosure: bool(),
  status: textOrNull('superseded takes the plan out of its phase'),
  verify: listOf(
    record({ argv: texts('Program and arguments, no shell'), expect: int('Exit code that means success') }),
  ),
  mustHaves: record({
    truths: texts(),
    artifacts: listOf(
      record({
        path: text(),
        provides: textOrNull(),
        minLines: orNull(int()),
        exports: texts(),
        contains: textOrNull(),
      }),
    ),
    keyLinks: listOf(record({ from: text(), to: text(), via: textOrNull(), pattern: textOrNull() })),
    prohibitions: texts(),
  }),
  extra: mapOf(any(), 'Other keys of the front matter'),
  objective: textOrNull(),
  contextRefs: texts('Paths of the @path lines'),
  tasks: listOf(
    record({
      type: text('auto or one of the checkpoint types'),
      tdd: bool(),
      gate: textOrNull(),
      name: textOrNull(),
      files: texts(),
      readFirst: texts(),
      action: textOrNull(),
      behavior: textOrNull(),
      verify: textOrNull(),
      automated: textOrNull(),
      humanCheck: textOrNull(),
      acceptanceCriteria: texts(),
      done: textOrNull(),
    }),
  ),
  verification: textOrNull(),
  successCriteria: textOrNull(),
  output: textOrNull(),
  threatModel: textOrNull(),
}) as Shape<PlanValue>

const empty: PlanValue = {
  phase: null,
  plan: null,
  type: null,
  wave: null,
  dependsOn: [],
  filesModified: [],
  autonomous: true,
  requirements: [],
  userSetup: [],
  gapClosure: false,
  status: null,
  verify: [],
  mustHaves: { truths: [], artifacts: [], keyLinks: [], prohibitions: [] },
  extra: {},
  objective: null,
  contextRefs: [],
  tasks: [],
  verification: null,
  successCriteria: null,
  output: null,
  threatModel: null,
}

const TABLE: FrontTable<PlanValue> = {
  fields: [
    { paths: ['phase'], input: ({ phase }) => phase, required: true, hint: '[02-name-of-the-phase]' },
    { paths: ['plan'], input: ({ plan }) => plan, required: true, hint: '[number, two digits]' },
    { paths: ['type'], input: ({ type }) => type, required: true, hint: '[execute or tdd]' },
    { paths: ['wave'], input: ({ wave }) => wave, required: true, hint: '[1; computed from depends_on]' },
    { paths: ['depends_on', 'depends-on'], input: ({ dependsOn }) => dependsOn, required: true },
    {
      paths: ['files_modified', 'files-modified'],
      input: ({ filesModified }) => filesModified,
      required: true,
      hint: ['[every path the tasks change]'],
    },
    { paths: ['autonomous'], input: ({ autonomous }) => autonomous, required: true },
    {
      paths: ['requirements'],
      input: ({ requirements }) => requirements,
      required: true,
      hint: ['[ids this plan serves]'],
    },
    { paths: ['user_setup', 'user-setup'], input: ({ userSetup }) => userSetup.map(setupInput) },
    { paths: ['gap_closure', 'gap-closure'], input: ({ gapClosure }) => (gapClosure ? true : null) },
    { paths: ['status'], input: ({ status }) => status },
    {
      paths: ['verify'],
      input: ({ verify }) => verify.map(checkInput),
      required: true,
      hint: [{ run: ['[program]', '[argument]'], expect: 0 }],
    },
    {
      paths: ['must_haves.truths', 'must-haves.truths'],
      input: ({ mustHaves }) => mustHaves.truths,
      required: true,
      hint: ['[What somebody can observe when this works]'],
    },
    {
      paths: ['must_haves.artifacts', 'must-haves.artifacts'],
      input: ({ mustHaves }) => mustHaves.artifacts.map(artifactInput),
      required: true,
      hint: [{ path: '[path]', provides: '[what it gives]' }],
    },
    {
      paths: ['must_haves.key_links', 'must_haves.key-links', 'must-haves.key-links'],
      input: ({ mustHaves }) => mustHaves.keyLinks.map(linkInput),
      required: true,
      hint: [{ from: '[path]', to: '[path or name]', via: '[how they are connected]' }],
    },
    { paths: ['must_haves.prohibitions'], input: ({ mustHaves }) => mustHaves.prohibitions },
  ],
  inline: ['depends_on', 'requirements', 'run'],
  block: ['files_modified'],
}

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

function read(source: Source, front: Front): Parsed<PlanValue> {
  const checks = readChecks(source, front.at('verify'))
  const reading = once(() => readTasks(source))
  const tasks = once(() => reading().tasks.map(({ task }) => task))
  const wave = front.at('wave')
  const value: PlanValue = {
    phase: front.text('phase'),
    plan: front.text('plan'),
    type: front.text('type'),
    wave: numberOf(wave),
    dependsOn: idsOf(front.at('depends_on', 'depends-on')),
    filesModified: idsOf(front.at('files_modified', 'files-modified')),
    autonomous: !isFalse(front.text('autonomous')),
    requirements: idsOf(front.at('requirements')),
    userSetup: mapsOf(front.at('user_setup', 'user-setup')).map(setupOf),
    gapClosure: front.text('gap_closure', 'gap-closure') === 'true',
    status: front.text('status'),
    verify: checks.checks,
    mustHaves: readMustHaves(front),
    extra: extraOf(TABLE, front.data),
    ...bodyOf(source),
    // Derivation asks for what plans depend on; what their tasks are, only who carries one out.
    get tasks() {
      return tasks()
    },
  }
  return {
    value,
    get issues() {
      return [...waveIssues(source, wave, value.wave), ...checks.issues, ...reading().issues]
    },
  }
}

function bodyOf(source: Source) {
  const text = (name: string): string | null => {
    const range = wrapped(source, name)
    return range === null ? null : blockText(source, range)
  }
  return {
    objective: text('objective'),
    contextRefs: [...refsIn(source, 'execution_context'), ...refsIn(source, 'context')],
    verification: text('verification'),
    successCriteria: text('success_criteria'),
    output: text('output'),
    threatModel: text('threat_model'),
  }
}

const REF = /^\s*(?:[-*]\s+)?@(\S+)/

function refsIn(source: Source, name: string): readonly string[] {
  const range = wrapped(source, name)
  if (range === null) return []
  return [...visibleLines(source, range)].flatMap(({ text }) => REF.exec(text)?.[1] ?? [])
}

function waveIssues(source: Source, found: FrontValue | undefined, wave: number | null): readonly Issue[] {
  const text = textOf(found)
  if (text === null || wave !== null) return []
  const key = readFrontMatter(source).keys.find(({ path }) => path.join('.') === 'wave')
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

/** Texts of the body that can be changed in place; tasks and references are only written in new files. */
const BODY_ELEMENTS: Readonly<Record<string, (value: PlanValue) => string | null>> = {
  objective: (value) => value.objective,
  verification: (value) => value.verification,
  success_criteria: (value) => value.successCriteria,
  output: (value) => value.output,
  threat_model: (value) => value.threatModel,
}

function change(draft: Draft, source: Source, before: PlanValue, value: PlanValue): void {
  for (const [name, read] of Object.entries(BODY_ELEMENTS)) {
    const next = read(value)
    if (read(before) === next) continue
    const range = wrapped(source, name)
    if (range === null)
      draft.refuse(`<${name}> in the plan`, 'none', `Add <${name}> to ${source.path}, then repeat the command.`)
    else draft.replace(range, next === null ? '' : `${draft.eol}${next.replaceAll('\n', draft.eol)}${draft.eol}`)
  }
  if (!same(before.tasks, value.tasks) || !same(before.contextRefs, value.contextRefs))
    draft.refuse('tasks and references as they are', 'a change of them', `Edit the tasks in ${source.path} by hand.`)
}

const wrap = (name: string, text: string | null, placeholder: string | null): string | null =>
  text === null && placeholder === null ? null : `<${name}>\n${text ?? placeholder}\n</${name}>`

const TASK_TEMPLATE = `<task type="auto">
  <name>[Outcome in a few words]</name>
  <files>[paths it changes]</files>
  <read_first>[paths to read before]</read_first>
  <action>[What to do: names, signatures, values, edge cases]</action>
  <verify>
    <automated>[One command that fails while this is not done]</automated>
  </verify>
  <acceptance_criteria>
    - [Fact that can be searched for or run]
  </acceptance_criteria>
  <done>[Observable state]</done>
</task>`

/** Without any task the text is the template: every part with a placeholder. */
function fresh(value: PlanValue): string {
  const bare = value.tasks.length === 0
  const refs = value.contextRefs.map((path) => `@${path}`).join('\n')
  const tasks = bare ? TASK_TEMPLATE : value.tasks.map(renderTask).join('\n\n')
  const hint = (text: string): string | null => (bare ? text : null)
  return (
    freshFront(TABLE, value, bare) +
    '\n' +
    document([
      wrap('objective', value.objective, '[What this plan achieves, and why]'),
      wrap('context', refs === '' ? null : refs, hint('[@path of each file an executor must read; one a line]')),
      wrap('threat_model', value.threatModel, null),
      `<tasks>\n${tasks}\n</tasks>`,
      wrap('verification', value.verification, hint('[What shows that the whole plan is done]')),
      wrap('success_criteria', value.successCriteria, hint('[What can be observed afterwards]')),
      wrap('output', value.output, hint('[Path of the summary this plan ends with]')),
    ])
  )
}

const MISSING_KEYS: Readonly<Record<string, (value: PlanValue) => boolean>> = {
  phase: (value) => value.phase === null,
  plan: (value) => value.plan === null,
  'must_haves.truths': (value) => value.mustHaves.truths.length === 0,
}

function lacks(source: Source, value: PlanValue, issues: readonly Issue[]): readonly Issue[] {
  const found: Issue[] = [...issues]
  for (const [key, isMissing] of Object.entries(MISSING_KEYS))
    if (isMissing(value))
      found.push(draftIssue(source, 'KEY_MISSING', `${key} in the front matter`, `Add ${key}: to the front matter.`))
  if (value.objective === null)
    found.push(draftIssue(source, 'SECTION_MISSING', 'an <objective>', 'Add <objective> with what the plan achieves.'))
  if (value.tasks.length === 0)
    found.push(draftIssue(source, 'NO_TASKS', 'a <task>', 'Add at least one <task type="auto"> inside <tasks>.'))
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
        'autonomous: false, as a task waits for a person',
        'Set autonomous: false.',
      ),
    )
  if (value.filesModified.length === 0 && value.tasks.some((task) => task.files.length > 0))
    found.push(
      draftIssue(source, 'KEY_MISSING', 'files_modified', 'List every file the tasks change below files_modified:.'),
    )
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

export const plan: Codec<PlanValue> = phaseFile({
  id: 'plan',
  about: 'One plan: tasks an executor carries out, and what must be true afterwards',
  path: 'phases/{dir}/{pp}-{NN}-PLAN.md',
  shape,
  empty,
  table: TABLE,
  read,
  fresh,
  change,
  lacks,
})
