// The units a conversation has claimed, from the claim files.
import { isLeased } from '../../core/dispatch/lease.js'
import { isJsonObject, objectIn } from '../../std/json.js'
import { CLAIMS, type HookProject } from '../check.js'

/** Returns the claims of a session that are still valid; none if the client gives no session id. */
export const claimsOf = (session: string | null, project: HookProject, now: number) =>
  session === null
    ? []
    : project.list(CLAIMS).flatMap((name) => {
        const claim = objectIn(project.read(`${CLAIMS}/${name}`) ?? '') ?? {}
        const { holder, leaseUntil, unitType, unitId, leavesCode } = claim
        if (!isJsonObject(holder) || holder['session'] !== session || !isLeased(leaseUntil, now)) return []
        return { unitType: String(unitType), unitId: String(unitId), leavesCode: leavesCode === true }
      })
