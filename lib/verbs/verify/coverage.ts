// What was asked for against what is planned: requirements and decisions of a phase.
import type { ContextDecision } from '../../artifacts/context/context.js'
import { parsePhaseId, samePhase } from '../../core/ids.js'
import { citable, cites } from '../../core/judging/citations.js'
import { listPhaseFiles, type PhaseFiles } from '../../core/layout.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { bool, type Infer, int, listOf, oneOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'
import { locateSubject } from './verification.js'

const ROW = record({
  source: oneOf(['REQUIREMENTS', 'CONTEXT']),
  item: text(),
  status: oneOf(['covered', 'uncovered']),
})

export const gapAnalysis = query('gap-analysis', {
  about: 'Requirements and decisions of a phase that no plan of it carries',
  args: {
    'phase-dir': arg.text('Directory of the phase, or its number', { names: 'phase' }),
    phase: arg.text('Phase, or its directory', { positional: true, names: 'phase' }),
  },
  result: record({
    enabled: bool(),
    rows: listOf(ROW),
    table: text('The rows as a table'),
    summary: text(),
    counts: record({ total: int(), covered: int(), uncovered: int() }),
  }),
  reads: ['roadmap', 'requirements', 'context', 'plan', 'config'],
  run({ 'phase-dir': folder, phase }, view) {
    const none = { enabled: true, rows: [], table: '', summary: '', counts: { total: 0, covered: 0, uncovered: 0 } }
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: none, error: settings.problem }
    if (settings.get('workflow.post_planning_gaps') === false)
      return { result: { ...none, enabled: false, summary: 'workflow.post_planning_gaps is off' } }
    const given = folder ?? phase
    if (given === undefined)
      return {
        result: none,
        error: { code: 'USAGE', message: 'expected a phase', fix: 'gap-analysis --phase-dir <directory>' },
      }
    const located = locateSubject(view, given)
    if ('error' in located) return { result: none, error: located.error }
    const files = listPhaseFiles(view, located.directory)
    const rows = rowsOf(view, files)
    const uncovered = rows.filter(({ status }) => status === 'uncovered')
    const counts = { total: rows.length, covered: rows.length - uncovered.length, uncovered: uncovered.length }
    return {
      result: {
        enabled: true,
        rows,
        table: tableOf(rows),
        summary:
          rows.length === 0
            ? 'nothing was asked of this phase by id'
            : `${counts.covered} of ${counts.total} are carried by a plan${uncovered.length === 0 ? '' : `; missing: ${uncovered.map(({ item }) => item).join(', ')}`}`,
        counts,
      },
      exit: uncovered.length > 0 ? 1 : 0,
    }
  },
})

type Row = Infer<typeof ROW>

const tableOf = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : [
        '| Source | Item | Status |',
        '|--------|------|--------|',
        ...rows.map(({ source, item, status }) => `| ${source} | ${item} | ${status} |`),
      ].join('\n')

/** Requirements count when a plan names them; decisions when a plan cites them anywhere outside of comments. */
function rowsOf(view: View, files: PhaseFiles): readonly Row[] {
  const plans = livePlans(view, files)
  const carried = new Set(plans.flatMap(({ value }) => value.requirements))
  return [
    ...requirementsOf(view, files).map(
      (item): Row => ({
        source: 'REQUIREMENTS',
        item,
        status: carried.has(item) ? 'covered' : 'uncovered',
      }),
    ),
    ...decisionsOf(view, files.context)
      .filter(({ trackable }) => trackable)
      .map(
        ({ id }): Row => ({
          source: 'CONTEXT',
          item: id,
          status: plans.some(({ text: words }) => cites(words, id)) ? 'covered' : 'uncovered',
        }),
      ),
  ]
}

/** Plans that are not taken out, with their text. */
export const livePlans = (view: View, files: PhaseFiles) =>
  files.plans.flatMap(({ id, path }) => {
    const parsed = view.parse('plan', path)
    const source = view.source(path)
    return parsed === null || source === null || parsed.value.status === 'superseded'
      ? []
      : [{ id, path, value: parsed.value, text: citable(source) }]
  })

function requirementsOf(view: View, { directory }: PhaseFiles): readonly string[] {
  const sections = view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []
  const section = sections.find(({ id }) => {
    const parsed = parsePhaseId(id)
    return parsed !== null && samePhase(parsed, directory.id)
  })
  return section?.requirements ?? []
}

export const decisionsOf = (view: View, path: string | null): readonly ContextDecision[] =>
  path === null ? [] : (view.parse('context', path)?.value.decisions ?? [])
