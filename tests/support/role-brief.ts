// Prints the brief that a subagent gets for a unit. The claim for the call is written and removed, so the project does not change.
import { claimFile } from '../../lib/core/dispatch/claim-store.js'
import { renderClaim } from '../../lib/core/dispatch/claims.js'
import { isUnitType, UNIT_TYPE_IDS, unitType } from '../../lib/core/dispatch/units/all.js'
import { CLAIM_RECORD } from './claim-record.js'
import type { Payload } from './payload.js'
import type { Called, Files, TempProject } from './project.js'

export const DELEGATED_TYPES = UNIT_TYPE_IDS.filter((type) => unitType(type).agent !== null)

const IDS: Readonly<Record<string, readonly string[]>> = {
  phase: ['1'],
  plan: ['01-01', '01-02'],
  project: ['project'],
}
/** Ids of units of a type in the sample projects. */
export const idsOf = (type: string): readonly string[] =>
  IDS[isUnitType(type) ? unitType(type).subject : ''] ?? ['1', '01-02', 'project']

export const ROLE_CALL = ['unit', 'brief', '--claim', CLAIM_RECORD.token, '--role'] as const

export function claimFiles(type: string, id: string, stream = ''): Files {
  const runtime = `.planning/.runtime${stream}`
  const dispatchId = `${type}-${id}-1-aaaaaa`
  const drafts = `${runtime}/drafts/${dispatchId}`
  const claim = { ...CLAIM_RECORD, unitType: type, unitId: id, dispatchId, drafts, machine: 'm' }
  return { [`${runtime}/claims/${claimFile(`${type}/${id}`)}`]: renderClaim(claim) }
}

interface BriefOptions {
  readonly payload?: Payload
  /** Path of a workstream below the planning folder: `/workstreams/web`. */
  readonly stream?: string
}

export async function roleBrief(
  project: TempProject,
  type: string,
  id: string,
  { payload, stream }: BriefOptions = {},
): Promise<Called> {
  const files = Object.entries(claimFiles(type, id, stream))
  for (const [path, text] of files) project.write(path, text)
  const answer = await (payload === undefined ? project.ask(...ROLE_CALL) : payload.ask(project, ROLE_CALL))
  for (const [path] of files) project.remove(path)
  return answer
}
