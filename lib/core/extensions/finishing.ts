// Extensions at the end of a unit: their findings before acceptance, and their state after it.
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
import { askExtensions, type More } from './asking.js'
import { EXTENSION_UNIT, type HandlerResults } from './port.js'

interface Ended {
  readonly claim: Claim
  readonly artifacts: readonly Artifact[]
}

function ownUnit(unitId: string): OwnUnit {
  const [extension = '', type = '', ...key] = unitId.split('.')
  return { extension, type, key: key.join('.') }
}

function checkInput({ claim: { unitType, unitId }, artifacts }: Ended): More<'check'> {
  return {
    unit: { unitType, unitId, own: unitType === EXTENSION_UNIT ? ownUnit(unitId) : null },
    artifacts: artifacts.map(({ path, source }) => ({
      path,
      frontMatter: (source.text?.startsWith('---') === true ? readFrontMatter(source).data : {}) as never,
    })),
  }
}

/** `failed` is added to any answer of the finish and blocks nothing; `hold`: why the unit cannot end yet. */
const endOf = ({ failures, hold }: HandlerResults) => ({
  failed: failures.map((one): UnitFinding => ({ ...one, path: '', line: 0 })),
  hold,
})

/** Findings of extensions about a unit's files. */
export async function extensionFindings({ claim, derivation, phase, gathered: { artifacts } }: Work) {
  const asked = await askExtensions('check', derivation, checkInput({ claim, artifacts }), phase)
  const findings = asked.answers.flatMap(({ name, value }) => {
    const found = (value ?? []) as unknown as readonly JsonObject[]
    return found.slice(0, 20).map(({ message, path, fix }) => {
      const said = `finding of the extension ${name}: ${String(message).slice(0, 500)}`
      const own = artifacts.find((artifact) => artifact.path === path)?.path ?? ''
      return finding('EXT_CHECK', said, own, String(fix ?? 'fix it and finish again').slice(0, 500))
    })
  })
  return { findings, ...endOf(asked) }
}

export async function keepStates(staging: Staging, ended: Ended, status: More<'afterFinish'>['status']) {
  if (staging.view.extensions === null) return { failed: [], hold: null }
  // The plans that this unit created now exist.
  const derivation = derive(staging.view)
  const { phase } = subjectsOf(derivation.facts, ended.claim.unitType, ended.claim.unitId)
  const asked = await askExtensions('afterFinish', derivation, { ...checkInput(ended), status }, phase)
  for (const { path, value } of asked.answers.flatMap(({ changes }) => changes))
    if (value !== null) staging.put(path, `${JSON.stringify(value, null, 2)}\n`)
    else if (staging.view.source(path) !== null) staging.remove(path)
  return endOf(asked)
}
