// Asks extensions for findings at an event. Loaded only if a manifest names the event.
import { isMoment, type Point } from '../core/extensions/manifest.js'
import type { Ground, HandlerResults } from '../core/extensions/port.js'
import type { Finding, HookContext } from '../hooks/check.js'
import { openCaller } from '../node/caller.js'
import { sha256 } from '../node/digest.js'
import { openExtensions } from '../node/extensions/open.js'
import type { Variables } from '../node/home.js'
import { findProject } from '../node/project.js'
import type { JsonObject } from '../std/json.js'
import { bytesOf, ours, quotedLabel, say } from '../std/safe-text.js'

interface EventInputs {
  readonly env: Variables
  readonly now: number
  /** Deadline for the answer, in milliseconds since the epoch. */
  readonly deadline: number
  /** Reads a file below the project's root, as the pack's own checks do. */
  readonly read: (path: string) => string | null
}

/** Limit for the advice of all extensions together at one event. */
const MAX_BYTES = 1500

export async function extensionFindings(
  { name: _, ...event }: HookContext,
  { env, now, deadline, read }: EventInputs,
): Promise<readonly Finding[]> {
  const project = findProject({ start: event.cwd, env, anyWorkstream: true })
  if (project === null || !isMoment(event.point)) return []
  const { root, base } = project
  const source: Ground['source'] = (path) => ({ path, text: read(path) }) as ReturnType<Ground['source']>
  const ground = { caller: openCaller({ env, root, now: () => now }), digest: sha256, base, source, list: () => [] }
  const pointInput = event as unknown as JsonObject
  const input = { now: new Date(now).toISOString(), state: {}, plans: [], pointInput }
  const results = await openExtensions({ root, env, deadline })?.ask(event.point as Point, ground, input)
  if (results === undefined) return []
  const { hold } = results
  return [
    ...(hold === null ? [] : [{ kind: 'deny' as const, code: hold.code, text: `${hold.message} (${hold.fix})` }]),
    ...findingsOf(results.answers),
    ...results.failures.map(({ message, fix }): Finding => ({ kind: 'message', text: `${message} (${fix})` })),
  ]
}

function findingsOf(answers: HandlerResults['answers']): readonly Finding[] {
  const findings: Finding[] = []
  let bytesLeft = MAX_BYTES
  for (const { name, value } of answers) {
    const { deny, context } = (value ?? {}) as Readonly<Record<string, string>>
    // The name is safe to show: it is the folder's name, of lower-case letters, digits and dashes.
    const label = ours(name)
    if (deny !== undefined) {
      const text = say`the extension ${label} of this project or of the user refuses this call: ${quotedLabel(deny, 600)}`
      return [{ kind: 'deny', code: 'EXT_DENIED', text }]
    }
    if (context === undefined || bytesLeft < 80) continue
    const text = say`The extension ${label} says: ${quotedLabel(context, Math.min(600, bytesLeft - 40))}`
    bytesLeft -= bytesOf(text)
    findings.push({ kind: 'advice', text })
  }
  return findings
}
