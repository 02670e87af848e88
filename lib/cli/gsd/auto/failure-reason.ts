// Why a session made no progress: what `unit finish` refused, or the last result or error in its log, or its last line.
import { join } from 'node:path'
import { oneLine } from '../../../artifacts/parts/draft.js'
import type { Unit } from '../../../core/auto/decide.js'
import { claimPath } from '../../../core/dispatch/claims.js'
import { plainText } from '../../../node/disk.js'
import { isJsonObject, type JsonObject, objectIn } from '../../../std/json.js'
import { type Engine, findingsIn } from './engine.js'

const MAX_BYTES = 8 * 1024 * 1024
const MAX_SHOWN = 400

export function failureReason({ cwd, base }: Engine, unit: Unit, log: string, lastLine: string): string {
  const text = (path: string) => plainText(path, { maxBytes: MAX_BYTES }) ?? ''
  const claim = objectIn(text(join(cwd, claimPath({ base }, unit.unitType, unit.unitId))))
  const refused = findingsIn({ findings: claim?.['refused'] ?? [] })
  const results = text(log).trim().split('\n').map(resultIn)
  const reason = refused.length > 0 ? `unit finish refused it: ${refused.join('; ')}` : results.findLast(Boolean)
  return oneLine(reason ?? lastLine).slice(0, MAX_SHOWN)
}

/** Returns the result or error in a line of a client's JSON output; null for other lines, such as those of hooks. */
function resultIn(line: string): string | null {
  if (!/"(?:result|error)":/.test(line)) return null
  const { result, error } = objectIn(line) ?? {}
  if (typeof result === 'string') return result
  return isJsonObject(error) ? errorIn(error) : typeof error === 'string' ? error : null
}

/** Returns the message and details of an error. Over ACP only the details name the cause. */
function errorIn({ message, data }: JsonObject): string | null {
  const details = isJsonObject(data) ? data['details'] : null
  return [message, details].filter((part) => typeof part === 'string').join(': ') || null
}
