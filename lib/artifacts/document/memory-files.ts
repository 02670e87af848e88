// What people and agents keep beside the plan: todos, threads, seeds, debug sessions, questions, notes, learnings.
import type { ValueOf } from '../codec.js'
import { CAPTURE_CLASSES } from './capture-classes.js'
import { documentKind } from './document.js'
import { dayField, filesField, listField, recordsField, textField } from './document-fields.js'
import { itemsPart, prosePart } from './document-parts.js'

export const capture = documentKind({
  id: 'capture',
  about: 'A todo, or what somebody captured while work went on',
  heading: null,
  unfenced: true,
  front: {
    id: textField(['id']),
    created: dayField(['created', 'date'], { required: true }),
    title: textField(['title'], { required: true, hint: '[What is to be done]' }),
    area: textField(['area']),
    files: filesField(['files']),
    priority: textField(['priority']),
    resolvesPhase: textField(['resolves_phase', 'resolves-phase']),
    phase: textField(['phase']),
    class: textField(['class'], { words: CAPTURE_CLASSES }),
    status: textField(['status']),
    resolution: textField(['resolution']),
    executedAt: dayField(['executed_at']),
    milestone: textField(['milestone']),
    completed: dayField(['completed']),
    text: textField(['text']),
  },
  parts: {},
  body: '[What was seen, and what would solve it]',
  needs: ['title'],
})

export const thread = documentKind({
  id: 'thread',
  about: 'A line of thought that spans sessions',
  heading: '[Thread]',
  front: {
    status: textField(['status'], { words: ['open', 'in_progress', 'in-progress', 'resolved'], label: 'Status' }),
    title: textField(['title'], { required: true, hint: '[Thread]' }),
    created: dayField(['created'], { required: true }),
    updated: dayField(['updated']),
  },
  parts: {
    goal: prosePart(['Goal'], { hint: '[What this thread is to find out]' }),
    context: prosePart(['Context'], { hint: '[What is known]' }),
    references: itemsPart(['References'], { hint: '- [File or address]' }),
    nextSteps: itemsPart(['Next Steps', 'Next'], { hint: '- [What to do next]' }),
  },
  needs: ['title'],
})

export const seed = documentKind({
  id: 'seed',
  about: 'An idea that waits for its moment',
  heading: '[Idea]',
  front: {
    id: textField(['id'], { required: true }),
    status: textField(['status'], {
      words: ['dormant', 'active', 'triggered', 'implemented', 'rejected'],
      required: true,
    }),
    planted: dayField(['planted'], { required: true }),
    plantedDuring: textField(['planted_during', 'planted-during']),
    triggerWhen: textField(['trigger_when', 'trigger-when', 'trigger'], {
      required: true,
      hint: '[When to think of it again]',
    }),
    scope: textField(['scope']),
    title: textField(['title']),
  },
  parts: {
    why: prosePart(['Why This Matters', 'Why'], { hint: '[What it would give]' }),
    when: prosePart(['When to Surface', 'When'], {}),
    breadcrumbs: itemsPart(['Breadcrumbs', 'References'], { hint: '- [File where it would begin]' }),
    notes: prosePart(['Notes'], {}),
  },
  needs: ['triggerWhen'],
})

const DEBUG_STATUSES = [
  'gathering',
  'investigating',
  'fixing',
  'verifying',
  'awaiting_human_verify',
  'diagnosed',
  'resolved',
  'complete',
] as const

export const debug = documentKind({
  id: 'debug',
  about: 'A debug session: what was seen, tried, ruled out and found',
  heading: '[Session]',
  front: {
    status: textField(['status'], { words: DEBUG_STATUSES, required: true }),
    trigger: textField(['trigger'], { required: true, hint: '[The words of the report]' }),
    created: dayField(['created'], { required: true }),
    updated: dayField(['updated'], { required: true }),
  },
  parts: {
    currentFocus: prosePart(['Current Focus'], {
      hint: 'goal: [find the cause, or find and fix]\nhypothesis: [theory]\ntest: [how it is tested]\nexpecting: [what would prove it]\nnext_action: [the very next step]',
    }),
    symptoms: prosePart(['Symptoms'], {
      hint: 'expected: [what should happen]\nactual: [what happens]\nerrors: [messages]\nreproduction: [how to see it]\nstarted: [when it began]\nelsewhere: [where else it happens]',
    }),
    eliminated: prosePart(['Eliminated'], { hint: '[Theories that were ruled out, with what ruled them out]' }),
    evidence: prosePart(['Evidence'], { hint: '[What was checked, what was found, what it means]' }),
    resolution: prosePart(['Resolution'], {
      hint: 'root_cause: [cause]\nfix: [what was changed]\nverification: [how it was shown]\nfiles_changed: []',
    }),
  },
  needs: ['status', 'trigger', 'symptoms'],
})
export type DebugValue = ValueOf<typeof debug>

export const decision = documentKind({
  id: 'decision',
  about: 'A question that waits for a person, and its answer',
  heading: null,
  front: {
    question: textField(['question'], { required: true, hint: '[What a person must decide]' }),
    type: textField(['type']),
    options: listField(['options'], { form: 'block' }),
    phase: textField(['phase']),
    asked: dayField(['asked'], { required: true }),
    choice: textField(['choice']),
    note: textField(['note']),
    who: textField(['who']),
    answeredAt: dayField(['answered_at']),
  },
  parts: {},
  needs: ['question'],
})

export const note = documentKind({
  id: 'note',
  about: 'A note',
  heading: '[Note]',
  front: {
    date: dayField(['date', 'created'], { required: true }),
    title: textField(['title']),
    tags: listField(['tags']),
    promoted: textField(['promoted']),
  },
  parts: {},
  body: '[What is worth keeping]',
})

export const replan = documentKind({
  id: 'replan',
  about: 'Which reasons to plan a phase again were handled, and how',
  heading: '[Replanning of phase N]',
  front: {
    phase: textField(['phase'], { required: true }),
    replans: recordsField(['replans'], ['key', 'kind', 'source', 'at', 'result'], {
      about: 'Handled triggers, oldest first',
    }),
  },
  parts: {},
  needs: ['replans'],
})
