// Extensions at the end of a unit: their findings before the unit is accepted, and their state afterwards.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { JsonObject } from '../../std/json.js'
import { derive } from '../derivation/derive.js'
import type { Claim } from '../dispatch/claims.js'
import type { Artifact } from '../dispatch/drafts.js'
import type { Work } from '../dispatch/finish/work.js'
import { subjectsOf } from '../dispatch/unit-decisions.js'
import { finding, type UnitFinding } from '../dispatch/unit-finding.js'
import type { Staging } from '../writing/staging.js'
import type { OwnUnit } from './api.js'
import { askExtensions, type PointInput } from './asking.js'
import { EXTENSION_UNIT, type HandlerResults } from './port.js'

interface EndedUnit {
  readonly claim: Claim
  readonly artifacts: readonly Artifact[]
}

function ownUnit(unitId: string): OwnUnit {
  const [extension = '', type = '', ...key] = unitId.split('.')
  return { extension, type, key: key.join('.') }
}

function checkInput({ claim: { unitType, unitId }, artifacts }: EndedUnit): PointInput<'check'> {
  return {
    unit: { unitType, unitId, own: unitType === EXTENSION_UNIT ? ownUnit(unitId) : null },
    artifacts: artifacts.map(({ path, source }) => ({
      path,
      frontMatter: (source.text?.startsWith('---') === true ? readFrontMatter(source).data : {}) as never,
    })),
  }
}

/** Returns `failed`, which is added to any answer of the finish and blocks nothing, and `hold`, why the unit cannot end yet. */
const failuresOf = ({ failures, hold }: HandlerResults) => ({
  failed: failures.map((notice): UnitFinding => ({ ...notice, path: '', line: 0 })),
  hold,
})

/** Returns findings of extensions about a unit's files, at most twenty of each extension, and failures. */
export async function extensionFindings({ claim, derivation, phase, gathered: { artifacts } }: Work) {
  const results = await askExtensions('check', derivation, checkInput({ claim, artifacts }), phase)
  const findings = results.answers.flatMap(({ name, value }) => {
    const found = (value ?? []) as unknown as readonly JsonObject[]
    return found.slice(0, 20).map(({ message, path, fix }) => {
      const text = `finding of the extension ${name}: ${String(message).slice(0, 500)}`
      const at = artifacts.find((artifact) => artifact.path === path)?.path ?? ''
      return finding('EXT_CHECK', text, at, String(fix ?? 'fix it and finish again').slice(0, 500))
    })
  })
  return { findings, ...failuresOf(results) }
}

export async function storeStates(staging: Staging, ended: EndedUnit, status: PointInput<'afterFinish'>['status']) {
  if (staging.view.extensions === null) return { failed: [], hold: null }
  // The plans that this unit created now exist.
  const derivation = derive(staging.view)
  const { phase } = subjectsOf(derivation.facts, ended.claim.unitType, ended.claim.unitId)
  const results = await askExtensions('afterFinish', derivation, { ...checkInput(ended), status }, phase)
  for (const { path, value } of results.answers.flatMap(({ changes }) => changes))
    if (value !== null) staging.put(path, `${JSON.stringify(value, null, 2)}\n`)
    else if (staging.view.source(path) !== null) staging.remove(path)
  return failuresOf(results)
}
