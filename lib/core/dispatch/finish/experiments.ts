// The end of an experiment: half of one is no result. What it answered is indexed, and what planning takes from all of them says the same as they do.
import {
  type FindingsValue,
  type ManifestValue,
  SPIKE_PARTS,
  type SpikeValue,
} from '../../../artifacts/document/experiments.js'
import { issueAt } from '../../../artifacts/parts/issues.js'
import type { ArtifactId } from '../../../artifacts/paths.js'
import { readFrontMatter } from '../../../markdown/frontmatter.js'
import { headingsOf, tablesOf } from '../../../markdown/reader.js'
import type { Source } from '../../../ports.js'
import { secretIn } from '../../judging/secrets.js'
import type { View } from '../../view.js'
import { renderInto } from '../../writing/staging.js'
import type { Artifact, UnitFinding } from '../drafts.js'
import { experimentOn, experimentsOn, numberOf, type Shelf } from '../experiments.js'
import { textOf, type Work } from './work.js'

interface Said {
  readonly code: string
  readonly message: string
  readonly fix: string
}

/** A finding at an offset of the text; null: the file as a whole. */
function at(source: Source, offset: number | null, { code, message, fix }: Said): UnitFinding {
  const { line } = issueAt(source, offset, { code, severity: 'error', expected: '', received: '', message, fix })
  return { code, message, path: source.path, line, fix }
}

/** Null where the verb did not declare the kind. */
const valueIn = <T>(view: View, artifact: ArtifactId, source: Source): T | null =>
  (view.codec(artifact)?.parse(source).value ?? null) as T | null

const fieldAt = (source: Source, name: string): number =>
  readFrontMatter(source).keys.find(({ path }) => path[0] === name)?.start ?? 0

const bare = (text: string): string =>
  text
    .replaceAll(/[*_`:]/g, '')
    .trim()
    .toLowerCase()

const headingAt = (source: Source, titles: readonly string[]): number | null =>
  headingsOf(source).find(({ text }) => titles.some((title) => bare(title) === bare(text)))?.start ?? null

/** Words a verdict is said with, whatever stands around them; null: there is none yet. */
function verdictOf({ verdict }: SpikeValue): string | null {
  const [word = ''] = /[A-Z]+/.exec((verdict ?? '').toUpperCase()) ?? []
  return ['VALIDATED', 'PARTIAL', 'INVALIDATED'].includes(word) ? word : null
}

const secretFindings = (source: Source): readonly UnitFinding[] => {
  const secret = secretIn(source.text ?? '')
  return secret === null
    ? []
    : [
        at(source, null, {
          code: 'SECRET',
          message: `it seems to hold ${secret}`,
          fix: 'name the place, never the value',
        }),
      ]
}

/** What to write into a part that is empty. */
const ASKED: Readonly<Record<keyof typeof SPIKE_PARTS, string>> = {
  question: 'the question, what would show yes and what would show no',
  tried: 'each try with its command or file, and the words of its output',
  findings: 'what planning must know: what to build on, limits, traps',
}

export function inspectSpike({ view, gathered }: Work): readonly UnitFinding[] {
  return gathered.artifacts.flatMap(({ source }) => {
    const value = valueIn<SpikeValue>(view, 'spike', source)
    if (value === null) return []
    const open = (offset: number | null, message: string, fix: string) =>
      at(source, offset, { code: 'SPIKE_OPEN', message, fix })
    const parts = (Object.keys(SPIKE_PARTS) as (keyof typeof SPIKE_PARTS)[]).flatMap((part) => {
      const [title] = SPIKE_PARTS[part]
      const offset = headingAt(source, SPIKE_PARTS[part])
      if ((value[part] ?? (part === 'question' ? value.validates : null)) !== null) return []
      const message = offset === null ? `it has no part "## ${title}"` : `nothing stands below "## ${title}"`
      return [open(offset ?? (source.text ?? '').trimEnd().length, message, `below ## ${title}: ${ASKED[part]}`)]
    })
    return [
      ...(verdictOf(value) === null
        ? [
            open(
              fieldAt(source, 'verdict'),
              value.verdict === null ? 'it has no verdict' : `"${value.verdict}" is no verdict`,
              'verdict: VALIDATED, PARTIAL or INVALIDATED; it is not known yet: leave the unit begun',
            ),
          ]
        : []),
      ...parts,
      ...(value.tried !== null && !value.tried.includes('`')
        ? [
            open(
              headingAt(source, SPIKE_PARTS.tried),
              'no command and no file stands below it, so nothing shows that it was tried',
              'name them in code, with the words of the output',
            ),
          ]
        : []),
      ...secretFindings(source),
    ]
  })
}

const firstLine = (text: string | null): string | null =>
  text?.split(/\r?\n/).find((line) => line.trim() !== '') ?? null

/** A row of the index for what was finished; rows of others, and columns that are not ours, stay as they are. */
export function indexSpike({ view, staging, gathered, claim }: Work): void {
  const [artifact] = gathered.artifacts
  const codec = view.codec('manifest')
  const value = artifact === undefined ? null : valueIn<SpikeValue>(view, 'spike', artifact.source)
  if (value === null || codec === null) return
  const number = numberOf(claim.unitId)
  const row = {
    number,
    name: claim.unitId.slice((number ?? '').length + 1),
    question: value.validates ?? firstLine(value.question),
    verdict: verdictOf(value),
  }
  const path = view.at('spikes/MANIFEST.md')
  const source = view.source(path)
  const before = (source === null ? codec.empty : codec.parse(source).value) as ManifestValue
  const isThere = before.spikes.some((other) => other.number === number)
  const spikes = isThere
    ? before.spikes.map((other) => (other.number === number ? { ...other, verdict: row.verdict } : other))
    : [...before.spikes, row]
  const after = { ...before, title: before.title ?? 'Spikes', spikes }
  staging.put(path, renderInto(view, 'manifest', after, path, source ?? undefined))
}

/** Number and verdict of those that have one. */
function answered(view: View, shelf: Shelf): ReadonlyMap<string, string> {
  return new Map(
    experimentsOn(view, shelf).flatMap((id) => {
      const value = view.parse('spike', view.at(`${shelf}/${id}/README.md`))?.value
      const verdict = value === undefined ? null : verdictOf(value)
      return verdict === null ? [] : [[numberOf(id) ?? '', verdict] as const]
    }),
  )
}

/** Offset of the row with this number. */
const rowAt = (source: Source, number: string): number | null =>
  tablesOf(source)
    .flatMap(({ rows }) => rows)
    .find(({ cells }) => bare(cells[0]?.text ?? '') === number)?.start ?? headingAt(source, ['Verdicts'])

/** One row for each that has a verdict, with that verdict; what is open has none. */
export function inspectFindings({ view, gathered, claim }: Work): readonly UnitFinding[] {
  const type = experimentOn(claim.unitId)
  if (type === null) return []
  const verdicts = answered(view, claim.unitId as Shelf)
  return gathered.artifacts.flatMap(({ source }) => {
    const rows = valueIn<FindingsValue>(view, 'findings', source)?.verdicts ?? []
    const differs = (number: string, message: string, fix: string) =>
      at(source, rowAt(source, number), { code: 'VERDICT_DIFFERS', message, fix })
    return [
      ...[...verdicts]
        .filter(([number]) => !rows.some((row) => row.number === number))
        .map(([number, verdict]) =>
          differs(number, `${type} ${number} has no row`, `add one: ${verdict}, and what follows from it`),
        ),
      ...rows.flatMap(({ number, verdict, follows }) => {
        const known = verdicts.get(number ?? '')
        if (known === undefined)
          return [differs(number ?? '', `${type} ${number ?? 'without a number'} has no verdict`, 'take the row out')]
        if ((verdict ?? '').toUpperCase() !== known)
          return [differs(number ?? '', `${type} ${number} says ${known}, not ${verdict}`, `write ${known}`)]
        return follows === null
          ? [differs(number ?? '', `nothing follows from ${type} ${number}`, 'say what planning does because of it')]
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
