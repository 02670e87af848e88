// Extensions at the end of a unit: their findings before acceptance, and their state after it.
import type { Notice } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { JsonObject } from '../../std/json.js'
import { type Derivation, derive } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { Claim } from '../dispatch/claims.js'
import type { Artifact } from '../dispatch/drafts.js'
import { finding, type UnitFinding } from '../dispatch/unit-finding.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import type { OwnUnit } from './api.js'
import { askExtensions, type More } from './asking.js'
import { EXTENSION_UNIT, type HandlerResults } from './port.js'

interface Ended {
  readonly view: View
  readonly derivation: Derivation
  readonly claim: Claim
  readonly phase: PhaseFacts | null
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

interface Found {
  readonly findings: readonly UnitFinding[]
  /** Added to any answer of the finish; blocks nothing. */
  readonly failed: readonly UnitFinding[]
  /** Why the unit cannot end yet. */
  readonly hold: Notice | null
}

const inNoFile = ({ failures }: HandlerResults) => failures.map((one): UnitFinding => ({ ...one, path: '', line: 0 }))

/** Findings of extensions about a unit's files. */
export async function extensionFindings(ended: Ended): Promise<Found> {
  const asked = await askExtensions('check', ended.view, ended.derivation, checkInput(ended), ended.phase)
  const findings = asked.answers.flatMap(({ name, value }) =>
    ((value ?? []) as unknown as readonly JsonObject[])
      .slice(0, 20)
      .map(({ message, path, fix }) =>
        finding(
          'EXT_CHECK',
          `finding of the extension ${name}: ${String(message).slice(0, 500)}`,
          ended.artifacts.find((artifact) => artifact.path === path)?.path ?? '',
          String(fix ?? 'fix it and finish again').slice(0, 500),
        ),
      ),
  )
  return { findings, failed: inNoFile(asked), hold: asked.hold }
}

/** Stages the state that extensions keep at the end of a unit. */
export async function keepStates(
  staging: Staging,
  ended: Ended,
  status: More<'afterFinish'>['status'],
): Promise<Omit<Found, 'findings'>> {
  if (ended.view.extensions === null) return { failed: [], hold: null }
  // The plans that this unit created now exist.
  const derivation = derive(staging.view)
  const phase = derivation.facts.phases.find(({ id }) => id === ended.phase?.id) ?? null
  const asked = await askExtensions('afterFinish', staging.view, derivation, { ...checkInput(ended), status }, phase)
  for (const { path, value } of asked.answers.flatMap(({ changes }) => changes))
    if (value !== null) staging.put(path, `${JSON.stringify(value, null, 2)}\n`)
    else if (staging.view.source(path) !== null) staging.remove(path)
  return { failed: inNoFile(asked), hold: asked.hold }
}
