// Findings of extensions at an event. Loaded only if a manifest names the event.
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

interface Asking {
  readonly env: Variables
  readonly now: number
  /** Deadline for the answer, in milliseconds since the epoch. */
  readonly due: number
  /** Reads a file below the project's root, like the pack's checks. */
  readonly read: (path: string) => string | null
}

/** Limit for all extensions together at one event. */
const MAX_BYTES = 1500

export async function extensionFindings(
  { name: _, ...event }: HookContext,
  { env, now, due: deadline, read }: Asking,
): Promise<readonly Finding[]> {
  const project = findProject({ start: event.cwd, env, anyWorkstream: true })
  if (project === null || !isMoment(event.point)) return []
  const { root, base } = project
  const source: Ground['source'] = (path) => ({ path, text: read(path) }) as ReturnType<Ground['source']>
  const ground = { caller: openCaller({ env, root, now: () => now }), digest: sha256, base, source, list: () => [] }
  const more = event as unknown as JsonObject
  const told = { now: new Date(now).toISOString(), state: {}, plans: [], more }
  const asked = await openExtensions({ root, env, deadline })?.ask(event.point as Point, ground, told)
  if (asked === undefined) return []
  const { hold } = asked
  return [
    ...(hold === null ? [] : [{ kind: 'deny' as const, code: hold.code, text: `${hold.message} (${hold.fix})` }]),
    ...findingsOf(asked.answers),
    ...asked.failures.map(({ message, fix }): Finding => ({ kind: 'message', text: `${message} (${fix})` })),
  ]
}

function findingsOf(answers: HandlerResults['answers']): readonly Finding[] {
  const findings: Finding[] = []
  let room = MAX_BYTES
  for (const { name, value } of answers) {
    const { deny, context } = (value ?? {}) as Readonly<Record<string, string>>
    // The name of its folder, which the manifest repeats: lower-case letters, digits and dashes.
    const who = ours(name)
    if (deny !== undefined) {
      const text = say`the extension ${who} of this project or of the user refuses this call: ${quotedLabel(deny, 600)}`
      return [{ kind: 'deny', code: 'EXT_DENIED', text }]
    }
    if (context === undefined || room < 80) continue
    const text = say`The extension ${who} says: ${quotedLabel(context, Math.min(600, room - 40))}`
    room -= bytesOf(text)
    findings.push({ kind: 'advice', text })
  }
  return findings
}
