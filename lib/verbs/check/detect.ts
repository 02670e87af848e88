// Verbs that look at what a phase is about, and that judge conditions of prompts.

import { briefWorld, conditionWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import {
  allHold,
  type Condition,
  HAS_NAMES,
  PREDICATES,
  parseConditions,
  STATE_FACTS,
} from '../../core/brief/conditions.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { indicatorsOf } from '../../core/judging/phase-kinds.js'
import { pushCommand, schemaFiles } from '../../core/judging/push-facts.js'
import { schemaUse } from '../../core/judging/schema-use.js'
import { listPhaseFiles } from '../../core/layout.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { parseJson } from '../../std/json.js'
import { bool, orNull, record, text, texts } from '../../std/shape.js'
import { query } from '../verb.js'
import { touchedSchema } from '../verify/drift.js'

export const detectPhaseType = query({
  name: 'detect.phase-type',
  about: 'What a phase is about: screens, schema, interfaces, infrastructure',
  args: { phase: { type: 'text', positional: true, required: true, about: 'Phase, or its directory' } },
  result: record({
    phase: text(),
    has_frontend: bool(),
    frontend_indicators: texts('Words of the roadmap and files of the plans'),
    has_schema: bool(),
    schema_orm: orNull(text()),
    schema_files: texts(),
    push_command: orNull(text('What brings a change of the schema to the database')),
    has_api: bool(),
    has_infra: bool(),
  }),
  reads: FACT_READS,
  run({ phase: given }, view) {
    const found = subjectPhase(view, given)
    const none = {
      phase: given,
      has_frontend: false,
      frontend_indicators: [],
      has_schema: false,
      schema_orm: null,
      schema_files: [],
      push_command: null,
      has_api: false,
      has_infra: false,
    }
    if ('error' in found) return { result: none, error: found.error }
    const { phase } = found
    const files = phase.plans.flatMap(({ plan }) => [
      ...plan.filesModified,
      ...plan.tasks.flatMap((task) => task.files),
    ])
    const schema =
      phase.directory === null
        ? schemaFiles(files, schemaUse(view))
        : touchedSchema(view, listPhaseFiles(view, phase.directory))
    const tool = schema[0]?.tool ?? null
    const frontend = indicatorsOf('frontend', phase.section, files)
    return {
      result: {
        phase: phase.id,
        has_frontend: frontend.length > 0,
        frontend_indicators: frontend,
        has_schema: schema.length > 0,
        schema_orm: tool?.id ?? null,
        schema_files: [...new Set(schema.map(({ path }) => path))],
        push_command: tool === null ? null : pushCommand(tool),
        has_api: indicatorsOf('api', phase.section, files).length > 0,
        has_infra: indicatorsOf('infra', phase.section, files).length > 0,
      },
    }
  },
})

const MAX_TEXT = 10_000
const MAX_DEPTH = 20

/** `"cfg:mode=yolo"`, `{"when": "…"}`, `{"all": […]}`, `{"any": […]}`, `{"not": …}`; anything else is a problem in words. */
type Judged = { readonly value: boolean } | { readonly problem: string }

function judge(value: unknown, depth: number, holds: (conditions: readonly Condition[]) => boolean): Judged {
  if (depth > MAX_DEPTH) return { problem: `conditions lie more than ${MAX_DEPTH} deep in each other` }
  if (typeof value === 'string') return judgeText(value, holds)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'expected a text or an object' }
  const entries = Object.entries(value)
  const [entry] = entries
  if (entries.length !== 1 || entry === undefined) return { problem: 'expected exactly one of when, all, any, not' }
  const [key, inner] = entry
  if (key === 'when') return judge(inner, depth + 1, holds)
  if (key === 'not') {
    const found = judge(inner, depth + 1, holds)
    return 'problem' in found ? found : { value: !found.value }
  }
  if (key !== 'all' && key !== 'any') return { problem: `"${key}" is none of when, all, any, not` }
  if (!Array.isArray(inner) || inner.length === 0)
    return { problem: `"${key}" needs a list with at least one condition` }
  const found = inner.map((item) => judge(item, depth + 1, holds))
  const problem = found.find((one) => 'problem' in one)
  if (problem !== undefined) return problem
  const values = found.map((one) => 'value' in one && one.value)
  return { value: key === 'all' ? values.every(Boolean) : values.some(Boolean) }
}

function judgeText(text: string, holds: (conditions: readonly Condition[]) => boolean): Judged {
  const conditions = parseConditions(text)
  if (conditions.length === 0) return { problem: 'the condition is empty' }
  for (const condition of conditions) {
    const problem = problemOf(condition)
    if (problem !== null) return { problem }
  }
  return { value: holds(conditions) }
}

function problemOf({ predicate, subject, text }: Condition): string | null {
  if (predicate === null) return `"${text}" begins with none of ${PREDICATES.map((name) => `${name}:`).join(', ')}`
  if (predicate === 'has' && !(HAS_NAMES as readonly string[]).includes(subject))
    return `has: knows ${HAS_NAMES.join(', ')}`
  if (predicate === 'state' && !Object.hasOwn(STATE_FACTS, subject))
    return `state: knows ${Object.keys(STATE_FACTS).join(', ')}`
  return null
}

export const checkPredicate = query({
  name: 'check.predicate',
  about: 'Whether a condition of a prompt holds now',
  args: {
    predicate: { type: 'text', required: true, about: 'JSON: a condition, or {all|any|not: …}' },
    phase: { type: 'text', positional: true, about: 'Phase it is asked about; default: the active one' },
  },
  result: record({ result: orNull(bool()), reason: text() }),
  reads: FACT_READS,
  needs: ['host', 'pack'],
  run({ predicate, phase }, view) {
    const unclear = (reason: string) => ({ result: { result: null, reason }, exit: 1 as const })
    if (predicate.length > MAX_TEXT) return unclear(`the predicate is longer than ${MAX_TEXT} characters`)
    let value: unknown
    try {
      value = parseJson(predicate)
    } catch {
      // A bare condition is what people type.
      value = predicate
    }
    const world = conditionWorld(briefWorld(view, NO_INPUT, phase ?? null))
    const found = judge(value, 0, (conditions) => allHold(conditions, world))
    if ('problem' in found) return unclear(found.problem)
    return {
      result: { result: found.value, reason: found.value ? 'it holds' : 'it does not hold' },
      exit: found.value ? 0 : 1,
    }
  },
})
