// The end of a unit as extensions see it: what they find wrong before it is accepted, and what they keep once it is over.
import type { Notice } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { isJsonObject, type Json, type JsonObject } from '../../std/json.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { Claim } from '../dispatch/claims.js'
import type { Artifact } from '../dispatch/drafts.js'
import type { UnitFinding } from '../dispatch/unit-finding.js'
import { readLedger } from '../history/ledger.js'
import type { View } from '../view.js'
import { memorySource, type Staging } from '../writing/staging.js'
import type { OwnUnit } from './api.js'
import { type More, toldOf } from './asking.js'
import { withState } from './own-state.js'
import type { Trace } from './port.js'
import { failureNotice, isFailure } from './standing.js'

interface Ended {
  readonly view: View
  readonly derivation: Derivation
  readonly claim: Claim
  readonly phase: PhaseFacts | null
  readonly artifacts: readonly Artifact[]
}

/** Type and key of a unit of an extension; null for the core's own. */
function ownOf(view: View, { unitType, unitId }: Claim): OwnUnit | null {
  const found = unitType === 'extension' ? (view.extensions?.unitAbout(view, unitId) ?? null) : null
  return found === null ? null : { extension: found.name, type: found.type, key: found.key }
}

const told = ({ view, claim, artifacts }: Ended): More<'check'> => ({
  unit: { unitType: claim.unitType, unitId: claim.unitId, own: ownOf(view, claim) },
  artifacts: artifacts.map(({ path, source }) => ({
    path,
    frontMatter: (source.text?.startsWith('---') === true ? readFrontMatter(source).data : {}) as unknown as JsonObject,
  })),
})

/** What went wrong with a handler is said, and stands in nobody's way. */
const failures = (trace: readonly Trace[]): readonly UnitFinding[] =>
  trace.filter(isFailure).map((one) => ({ ...failureNotice(one), path: '', line: 0 }))

interface Found {
  readonly findings: readonly UnitFinding[]
  /** Said with whatever the finish answers. */
  readonly failed: readonly UnitFinding[]
  /** Why the unit cannot end yet, whatever it leaves. */
  readonly held: Notice | null
}

/** What extensions find wrong with what a unit leaves. */
export function extensionFindings(ended: Ended): Found {
  const { extensions } = ended.view
  if (extensions === null) return { findings: [], failed: [], held: null }
  const { answers, trace, held } = extensions.ask(
    'check',
    ended.view,
    toldOf<'check'>(ended.view, ended.derivation, readLedger(ended.view), told(ended), ended.phase),
  )
  const findings = answers.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : []).slice(0, 20).flatMap((found): readonly UnitFinding[] =>
      isJsonObject(found as Json) && typeof (found as JsonObject)['message'] === 'string'
        ? [
            {
              code: 'EXT_CHECK',
              message: `the extension ${name} finds: ${String((found as JsonObject)['message']).slice(0, 500)}`,
              path: ended.artifacts.find(({ path }) => path === (found as JsonObject)['path'])?.path ?? '',
              line: 0,
              fix: String((found as JsonObject)['fix'] ?? 'fix it and finish again').slice(0, 500),
            },
          ]
        : [],
    ),
  )
  return { findings, failed: failures(trace), held }
}

/** Stages what extensions keep of the end of a unit, and answers what went wrong. */
export function keepStates(
  staging: Staging,
  ended: Ended,
  status: More<'afterFinish'>['status'],
): Omit<Found, 'findings'> {
  const { extensions } = ended.view
  if (extensions === null) return { failed: [], held: null }
  // The plans that this very unit made are there by now.
  const derivation = derive(staging.view)
  const phase = derivation.facts.phases.find(({ id }) => id === ended.phase?.id) ?? null
  const { answers, trace, held } = extensions.ask(
    'afterFinish',
    staging.view,
    toldOf<'afterFinish'>(staging.view, derivation, readLedger(staging.view), { ...told(ended), status }, phase),
  )
  const unsafe: UnitFinding[] = []
  for (const { name, changes } of answers)
    for (const { path, value } of changes) {
      const source = staging.view.source(path)
      // What nothing was kept in needs no file to say so.
      if (source === null && value === null) continue
      const text = withState(source ?? memorySource(path, '', staging.view.digest), name, value)
      if (text !== null) staging.put(path, text)
      else
        unsafe.push({
          code: 'EXT_STATE_UNSAFE',
          message: `what the extension ${name} keeps could not be written: the front matter of ${path} cannot be edited safely`,
          path,
          line: 0,
          fix: `fix the front matter of ${path}`,
        })
    }
  return { failed: [...failures(trace), ...unsafe], held }
}
