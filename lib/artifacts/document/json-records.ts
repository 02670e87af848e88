// Planning files that are JSON: the handoff, records of checks.
import type { Json } from '../../std/json.js'
import { any, int, listOf, mapOf, number, orNull, type Shape, text, textOrNull, texts } from '../../std/shape.js'
import { jsonKey, jsonKind } from './json-file.js'

const nullableText = (about: string, always?: true) => jsonKey(textOrNull(about), null, always)
const textList = (about: string) => jsonKey(texts(about), [] as readonly string[])
const anyList = (about: string) => jsonKey(listOf(any() as Shape<Json>, about), [] as readonly Json[])
const count = (about: string) => jsonKey(orNull(number(about)), null as number | null)

/** A number or a text: both are found. */
const idKey = jsonKey(
  { anyOf: [text() as Shape, int() as Shape, { type: 'null' }] } as Shape<string | number | null>,
  null,
  true,
)

export const handoff = jsonKind({
  id: 'handoff',
  about: 'Where a session stopped, for the one that resumes it',
  keys: {
    version: idKey,
    timestamp: nullableText('RFC 3339', true),
    phase: idKey,
    phase_name: nullableText('Title of the phase', true),
    phase_dir: nullableText('Its folder', true),
    plan: idKey,
    task: idKey,
    total_tasks: count('Tasks of the plan'),
    status: nullableText('Why it stopped', true),
    completed_tasks: anyList('What is done'),
    remaining_tasks: anyList('What is left'),
    blockers: anyList('description, type technical|human_action|external, workaround'),
    human_actions_pending: anyList('What only a person can do'),
    decisions: anyList('What was decided, and why'),
    uncommitted_files: textList('Paths'),
    next_action: nullableText('The very next step', true),
    context_notes: nullableText('What the next session must know', true),
  },
  needs: ['timestamp', 'next_action'],
})

export const checkRecord = jsonKind({
  id: 'check-record',
  about: 'What the check of the plans of a phase found, and which plans it saw',
  keys: {
    plans: jsonKey(mapOf(text('Digest of the plan'), 'By plan id'), {} as Readonly<Record<string, string>>, true),
    context: nullableText('Digest of the CONTEXT it was checked against'),
    verdict: nullableText('passed or issues', true),
    issues: jsonKey(listOf(any() as Shape<Json>, 'What must change'), [] as readonly Json[], true),
    at: nullableText('RFC 3339', true),
  },
  needs: ['verdict'],
})

export const receipt = jsonKind({
  id: 'receipt',
  about: 'Proof that the checks of a plan ran',
  keys: {
    v: jsonKey(orNull(int('Version of this form')), null as number | null, true),
    plan: nullableText('Plan id', true),
    at: nullableText('RFC 3339', true),
    verdict: nullableText('pass, fail or inconclusive', true),
    executed: jsonKey(orNull(int('Checks that ran')), null as number | null, true),
    skippedRequired: textList('Required checks that did not run'),
    newFailures: textList('Checks that fail and did not before'),
    treeDigest: nullableText('Digest of the project when they had run', true),
    receipts: anyList('One record per check'),
  },
  needs: ['plan', 'verdict'],
})
