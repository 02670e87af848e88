// Decides a session's permission requests: by the run's permissions, otherwise by asking the user.
import { resolve } from 'node:path'
import { isAtOrBelow } from '../../../../node/disk.js'
import type { Answer } from '../../../../node/remote/notifier.js'
import type { Permission } from '../../../../runtimes/runtime.js'
import type { PermissionQuery } from '../../../acp-client.js'
import type { SessionOptions } from './driver.js'

/** Kinds of requests that change nothing, and kinds that change files. */
const READING_KINDS: readonly string[] = ['read', 'search', 'think']
const WRITING_KINDS: readonly string[] = ['edit', 'move', 'delete']

/** Whether the run's permissions cover a request. `edits` covers reading, and changes to named files in the folder. */
function isGranted({ kind, paths }: PermissionQuery, permission: Permission, folder: string): boolean {
  if (permission !== 'edits' || kind === null) return permission === 'all'
  if (READING_KINDS.includes(kind)) return true
  return WRITING_KINDS.includes(kind) && paths.length > 0 && paths.every((path) => isAtOrBelow(folder, resolve(path)))
}

const [ALLOW, REJECT] = ['Allow', 'Reject'] as const

export type Chosen = Pick<Answer, 'choice' | 'by'>

export interface Permits {
  readonly unit: string
  readonly cwd: string
  readonly permission: Permission
  /** Asks the user; returns null if no answer comes in time. The function is null if the user cannot be asked. */
  readonly ask: ((question: string, options: readonly string[], end: AbortSignal) => Promise<Chosen | null>) | null
  tell(event: Readonly<Record<string, unknown>>, text: string): void
}

export function permitsFor({ unit, cwd, permission, ask, tell }: Permits): SessionOptions['permit'] {
  const userAnswer = async (title: string, endSignal: AbortSignal): Promise<string | null> => {
    if (ask === null) return 'no user is present'
    const answer = await ask(`${unit} asks for permission: ${title}`, [ALLOW, REJECT], endSignal)
    if (answer === null) return endSignal.aborted ? 'the session has ended' : 'no answer in time'
    return answer.choice === ALLOW ? null : `refused by ${answer.by}`
  }
  return async (query, endSignal) => {
    if (isGranted(query, permission, cwd)) return null
    const refused = await userAnswer(query.title, endSignal)
    const answer = refused === null ? 'allowed' : `rejected: ${refused}`
    tell({ event: 'permit', unit, asked: query.title, refused }, `   ${query.title.slice(0, 200)}: ${answer}`)
    return refused
  }
}
