// What finished work left: one SUMMARY in the family's terms, and the history over all of them.
import { flatKeyFiles, type SummaryValue } from '../../artifacts/summary/summary.js'
import { readHistory } from '../../core/derivation/work-history.js'
import type { ErrorBody } from '../../errors.js'
import type { Source } from '../../ports.js'
import { bool, int, listOf, mapOf, maybe, orNull, record, text, textOrNull } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { arg, query } from '../verb.js'

const FIELDS = ['one_liner', 'key_files', 'tech_added', 'patterns', 'decisions', 'requirements_completed'] as const
type Field = (typeof FIELDS)[number]

export const summaryExtract = query('summary-extract', {
  about: 'What a SUMMARY says, in one form whatever its dialect',
  args: {
    path: arg.file('SUMMARY file'),
    fields: arg.text(`Only these, comma-separated: ${FIELDS.join(', ')}`),
  },
  result: record({
    path: text(),
    one_liner: maybe(textOrNull()),
    key_files: maybe(
      record({
        created: orNull(listOf(text(), 'null where the file does not tell new from changed')),
        modified: orNull(listOf(text())),
        files: maybe(listOf(text(), 'The plain list of a file that does not tell them apart')),
      }),
    ),
    tech_added: maybe(listOf(text())),
    patterns: maybe(listOf(text())),
    decisions: maybe(listOf(record({ summary: text(), rationale: textOrNull() }))),
    requirements_completed: maybe(listOf(text())),
  }),
  reads: ['summary'],
  run({ path, fields }, view) {
    const wanted = fields?.split(/[\s,]+/).filter((name) => name !== '')
    const unknown = wanted?.find((name) => !FIELDS.includes(name as Field))
    if (unknown !== undefined) return { result: { path }, error: noField(unknown) }
    const source = view.source(path)
    const value = view.parse('summary', path)?.value
    if (source === null || value === undefined)
      return {
        result: { path },
        error: {
          code: 'FILE_NOT_FOUND',
          message: `expected ${path}, it is not there`,
          fix: 'gsd-tools phase find <phase> lists the files of a phase',
        },
      }
    const all = extract(source, value)
    if (wanted === undefined) return { result: { path, ...all } }
    return { result: { path, ...Object.fromEntries(wanted.map((name) => [name, all[name as Field]])) } }
  },
})

const noField = (name: string): ErrorBody => {
  const near = nearest(name, FIELDS)
  return {
    code: 'USAGE',
    message: `"${name}" is not a field of a summary`,
    fix: near === null ? `fields: ${FIELDS.join(', ')}` : `did you mean ${near}?`,
  }
}

function extract(source: Source, value: SummaryValue) {
  const files = flatKeyFiles(source)
  return {
    one_liner: value.oneLiner,
    key_files: files === null ? { ...value.keyFiles } : { created: null, modified: null, files },
    tech_added: value.techStack.added,
    patterns: value.patternsEstablished,
    decisions: value.keyDecisions.map(decisionIn),
    requirements_completed: value.requirementsCompleted,
  }
}

function decisionIn(decision: string) {
  const colon = decision.indexOf(':')
  return colon < 0
    ? { summary: decision, rationale: null }
    : { summary: decision.slice(0, colon).trim(), rationale: decision.slice(colon + 1).trim() || null }
}

export const historyDigest = query('history-digest', {
  about: 'What all phases provide, touch and decided, archived ones included',
  args: { limit: arg.int('Only the last phases; all unless given') },
  result: record({
    phases: mapOf(
      record({ name: text(), provides: listOf(text()), affects: listOf(text()), patterns: listOf(text()) }),
      'By phase id, oldest first; with its milestone in front where two phases share an id',
    ),
    decisions: listOf(record({ phase: text(), decision: text() })),
    tech_stack: listOf(text()),
    phase_count: int('Phases that left a SUMMARY'),
    truncated: bool('--limit left some out'),
  }),
  reads: ['summary'],
  run({ limit }, view) {
    const { phases, total } = readHistory(view, limit === undefined ? null : Math.max(0, limit))
    const decisions = phases.flatMap(({ key, fronts }) =>
      fronts.flatMap((front) => front.decisions.map((decision) => ({ phase: key, decision }))),
    )
    return {
      result: {
        phases: Object.fromEntries(
          phases.map(({ key, name, fronts }) => [
            key,
            {
              name,
              provides: unique(fronts.flatMap((front) => front.provides)),
              affects: unique(fronts.flatMap((front) => front.affects)),
              patterns: unique(fronts.flatMap((front) => front.patterns)),
            },
          ]),
        ),
        decisions,
        tech_stack: unique(phases.flatMap(({ fronts }) => fronts.flatMap((front) => front.techAdded))),
        phase_count: total,
        truncated: phases.length < total,
      },
    }
  },
})

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
