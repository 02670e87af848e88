// The commands that the user agrees to when a test writes a planning file for them.
import { createHash } from 'node:crypto'
import { config } from '../../lib/artifacts/config/config-check.js'
import { plan } from '../../lib/artifacts/plan/plan.js'
import { ownChecks } from '../../lib/core/judging/check.js'
import { agreedBySettings } from '../../lib/core/tree-commands.js'
import { type Command, commandDigest, shownCommand } from '../../lib/core/trust.js'
import { memorySource } from '../../lib/core/writing/staging.js'
import { saveAgreed } from '../../lib/node/trusted.js'
import type { Agreed } from '../../lib/ports.js'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const NOTHING = { settings: {}, readable: true }

/** The commands in the settings or a plan, as agreed to by the user. */
export function agreedIn(path: string, text: string): readonly Agreed[] {
  // The commands of a draft are agreed to by `unit finish`.
  if (path.includes('/.runtime/')) return []
  const source = () => memorySource(path, text, digest)
  if (path.endsWith('config.json')) {
    const found = agreedBySettings({ digest } as never, NOTHING, config.parse(source()).value)
    return found.map((one) => ({ ...one, by: 'person' }))
  }
  if (path.endsWith('PLAN.md')) return agreedTo(ownChecks(plan.parse(source()).value))
  return []
}

export const agreedTo = (commands: readonly Command[]): readonly Agreed[] =>
  commands.map((command) => ({ digest: commandDigest(digest, command), command: shownCommand(command), by: 'person' }))

export const saveAgreements = (home: string, root: string, agreed: readonly Agreed[]): void =>
  saveAgreed({ HOME: home }, root, null, agreed)
