// The end of an experiment: half of one is no result. What it answered is indexed, and what planning takes from all of them says the same as they do.
import type { FindingsValue, ManifestValue } from '../../../artifacts/document/experiments.js'
import { tablesOf } from '../../../markdown/reader.js'
import type { Source } from '../../../ports.js'
import type { View } from '../../view.js'
import { renderInto } from '../../writing/staging.js'
import type { Artifact } from '../drafts.js'
import { type ExperimentType, experimentOn, experimentsOn, isExperiment, numberOf, SHELVES } from '../experiments.js'
import type { UnitFinding } from '../unit-finding.js'
import type { ExperimentKind } from './experiment-kind.js'
import { bareText, findingAt, headingAt, secretFindings, valueIn } from './placed.js'
import { SKETCH } from './sketch.js'
import { SPIKE } from './spike.js'
import { textOf, type Work } from './work.js'

const KINDS: Readonly<Record<ExperimentType, ExperimentKind>> = { spike: SPIKE, sketch: SKETCH }

export function inspectExperiment({ view, gathered, claim }: Work): readonly UnitFinding[] {
  const { unitType: type } = claim
  return isExperiment(type)
    ? gathered.artifacts.flatMap(({ source }) => [...KINDS[type].inspect(view, source), ...secretFindings(source)])
    : []
}

const firstLine = (text: string | null): string | null =>
  text?.split(/\r?\n/).find((line) => line.trim() !== '') ?? null

/** A row of the index for what was finished; rows of others, and columns that are not ours, stay as they are. */
export function indexExperiment({ view, staging, gathered, claim }: Work): void {
  const { unitType: type, unitId } = claim
  const [artifact] = gathered.artifacts
  const codec = view.codec('manifest')
  if (!isExperiment(type) || artifact === undefined || codec === null) return
  const shelf = SHELVES[type]
  const number = numberOf(unitId)
  const { question, outcome } = KINDS[type].answer(view, artifact.source)
  const row = { number, name: unitId.slice((number ?? '').length + 1), question: firstLine(question), outcome }
  const path = view.at(`${shelf}/MANIFEST.md`)
  const source = view.source(path)
  const before = (source === null ? codec.empty : codec.parse(source).value) as ManifestValue
  const rows = before[shelf]
  const after = {
    ...before,
    title: before.title ?? TITLES[type],
    [shelf]: rows.some((other) => other.number === number)
      ? rows.map((other) => (other.number === number ? { ...other, outcome } : other))
      : [...rows, row],
  }
  staging.put(path, renderInto(view, 'manifest', after, path, source ?? undefined))
}

const TITLES: Readonly<Record<ExperimentType, string>> = { spike: 'Spikes', sketch: 'Sketches' }

/** How those came out that came out, by their number. */
function answered(view: View, type: ExperimentType): ReadonlyMap<string, string> {
  const shelf = SHELVES[type]
  return new Map(
    experimentsOn(view, shelf).flatMap((id) => {
      const source = view.source(view.at(`${shelf}/${id}/README.md`))
      const outcome = source === null ? null : KINDS[type].answer(view, source).outcome
      return outcome === null ? [] : [[numberOf(id) ?? '', outcome] as const]
    }),
  )
}

/** Offset of the row with this number; where there is none, of their heading. */
const rowAt = (source: Source, number: string): number | null =>
  tablesOf(source)
    .flatMap(({ rows }) => rows)
    .find(({ cells }) => bareText(cells[0]?.text ?? '') === number)?.start ?? headingAt(source, ['Verdicts'])

/** One row for each that came out, as it did; what is open has none. */
export function inspectFindings({ view, gathered, claim }: Work): readonly UnitFinding[] {
  const type = experimentOn(claim.unitId)
  if (type === null) return []
  const outcomes = answered(view, type)
  return gathered.artifacts.flatMap(({ source }) => {
    const rows = valueIn<FindingsValue>(view, 'findings', source)?.verdicts ?? []
    const differs = (number: string, message: string, fix: string) =>
      findingAt(source, rowAt(source, number), { code: 'VERDICT_DIFFERS', message, fix })
    return [
      ...[...outcomes]
        .filter(([number]) => !rows.some((row) => row.number === number))
        .map(([number, outcome]) =>
          differs(number, `${type} ${number} has no row`, `add one: ${outcome}, and what follows from it`),
        ),
      ...rows.flatMap(({ number, verdict, follows }) => {
        const known = outcomes.get(number ?? '')
        const named = `${type} ${number ?? 'without a number'}`
        if (known === undefined) return [differs(number ?? '', `${named} has not come out yet`, 'take the row out')]
        if (bareText(verdict ?? '') !== bareText(known))
          return [differs(number ?? '', `${named} says ${known}, not ${verdict}`, `write ${known}`)]
        return follows === null
          ? [differs(number ?? '', `nothing follows from ${named}`, 'say what planning does because of it')]
          : []
      }),
      ...secretFindings(source),
    ]
  })
}

/** Findings say when they were last put together. */
export function stampFindings({ view }: Work, artifact: Artifact): string {
  const value = valueIn<FindingsValue>(view, 'findings', artifact.source)
  const stamped = { ...value, updated: view.clock.today() }
  return value === null ? textOf(artifact) : renderInto(view, 'findings', stamped, artifact.path, artifact.source)
}
