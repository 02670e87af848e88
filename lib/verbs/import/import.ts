// import: reads the plan of another tool and draws the charter of a project from it.
import { freshCharter } from '../../artifacts/charter/charter-write.js'
import { claimWith } from '../../core/brief/brief-subject.js'
import { draftsFolder } from '../../core/dispatch/claims.js'
import { charterOf } from '../../core/import/charter-of.js'
import { FORMAT_IDS, FORMATS, type FormatId } from '../../core/import/formats.js'
import { readOutside } from '../../core/import/read-outside.js'
import { importReport } from '../../core/import/report.js'
import { specPath } from '../../core/specs/places.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, orNull, record, text, texts } from '../../std/shape.js'
import { arg, type Change, mutation } from '../verb.js'

const RESULT = {
  kind: text(),
  files: int('Files that were read'),
  phases: listOf(
    record({ title: text(), done: bool('By the word of the other tool'), requirements: int(), tasks: int() }),
  ),
  requirements: int('In all phases and beside them'),
  decisions: int(),
  works: int('What is described as being there'),
  left: int('Passages that had no place; the report names each'),
  left_first: texts('The first of them, as path:line'),
  charter: orNull(text('Draft that was written; null without a claim')),
  specs: texts('Specs of the project that were written'),
  report: orNull(text('Page with sources, tasks and what had no place; null without a claim')),
}

const FIRST = 20

export const importPlan = mutation('import', {
  about: 'Read the plan of another tool; with a claim, draw the charter from it',
  args: {
    kind: arg.choice(FORMAT_IDS, 'Whose plan it is', { positional: true, required: true }),
    path: arg.file('Its folder or file'),
    claim: arg.text('Token of the claim of new-project; without it nothing is written'),
  },
  result: record(RESULT),
  reads: ['ledger', 'claim'],
  writes: ['draft', 'other', 'capability'],
  needsProject: false,
  needsWorkstream: true,
  onlyLooks: ({ claim }) => claim === undefined,
  run({ kind, path, claim: token }, view) {
    const id = kind as FormatId
    const found = readOutside(view, id, path)
    if (found === null)
      return refused(kind, {
        code: 'NOT_FOUND',
        message: `${path === '' ? 'the root of the project' : path} holds no ${kind} plan`,
        fix: `name the folder or file that holds it, or another kind: ${FORMAT_IDS.join(', ')}`,
      })
    const report = view.at(`imports/${kind}.md`)
    const { outside, left, files } = found
    const isWhole = left.length === 0 && outside.phases.every(({ tasks }) => tasks.length === 0)
    const { charter, sources } = charterOf(outside, isWhole ? null : report)
    const result = {
      kind,
      files: files.length,
      phases: outside.phases.map(({ title, done, requirements, tasks }) => ({
        title,
        done,
        requirements: requirements.length,
        tasks: tasks.length,
      })),
      requirements: outside.phases.reduce(
        (sum, { requirements }) => sum + requirements.length,
        outside.requirements.length,
      ),
      decisions: outside.decisions.length,
      works: outside.works.length,
      left: left.length,
      left_first: left.slice(0, FIRST).map(({ path: at, line }) => `${at}:${line}`),
      charter: null,
      specs: [],
      report: null,
    }
    if (token === undefined) return { result }
    const claim = claimWith(view, token)
    if (claim === null || claim.unitType !== 'new-project')
      return refused(kind, {
        code: 'NOT_FOUND',
        message: `${token} is not an open claim of new-project`,
        fix: 'gsd-tools unit claim new-project project',
      })
    const draft = `${draftsFolder(view, claim.dispatchId)}/CHARTER.md`
    if (view.source(draft) !== null)
      return refused(kind, {
        code: 'EXISTS',
        message: `${draft} already exists`,
        fix: 'go on with it, or move it away first',
      })
    const staging = new Staging(view)
    staging.put(draft, freshCharter(charter))
    staging.put(report, importReport(found, FORMATS[id].about, sources))
    const specs = (FORMATS[id].specs?.(files) ?? []).flatMap(({ from, capability }) => {
      const place = specPath(view, capability)
      const source = view.source(from)?.text ?? null
      if (source === null || staging.view.source(place) !== null) return []
      staging.put(place, source)
      return [place]
    })
    return {
      result: { ...result, charter: draft, specs, report },
      edits: staging.edits(),
      unit: `new-project/${claim.unitId}`,
    }
  },
})

function refused(kind: string, error: ErrorBody): Change<never> {
  const nothing = { kind, files: 0, phases: [], requirements: 0, decisions: 0, works: 0, left: 0 }
  return {
    result: { ...nothing, left_first: [], charter: null, specs: [], report: null } as never,
    exit: 1,
    error,
  }
}
