// Programs that project files name. Only this file builds steps for them, and a step runs only if a user of this
// machine has approved exactly that command.
import type { Caller, Digest, Run } from '../ports.js'
import { escaped } from '../std/visible.js'

/** Not exported: no other file can build such a step. */
const BY: unique symbol = Symbol('named by')

/** Marks a step that does not run now: only whether it is trusted is checked. */
const LATER: unique symbol = Symbol('asked')

/** `tree`: a project file · `unit`: a draft of a unit claimed by this installation. */
type NamedBy = 'tree' | 'unit'

/** A step with a program that a project file names. It is never read-only, because its effects are unknown. */
export interface NamedStep extends Run {
  readonly name: string
  readonly [BY]: NamedBy
  readonly [LATER]?: true
}

type Named = Run & { readonly name: string }

export const isNamed = (step: Run): step is NamedStep => Object.hasOwn(step, BY)

/** Makes a step of a check in settings, plan or receipt. */
export const treeStep = (step: Named): NamedStep => ({ ...step, [BY]: 'tree' })
/** Makes a step of a check that will run later, and that is refused now if it is not trusted. */
export const laterStep = (step: Named): NamedStep => ({ ...treeStep(step), [LATER]: true })
export const isLater = (step: Run): boolean => Object.hasOwn(step, LATER)
/** Makes a step of a check in a plan that this unit itself introduces. */
export const unitStep = (step: Named): NamedStep => ({ ...step, [BY]: 'unit' })

/** A program with arguments and folder, which users approve. Expected exit code and timeout are not part of it. */
export interface Command {
  readonly argv: readonly string[]
  /** Relative to the project root. */
  readonly cwd?: string | undefined
}

export const commandDigest = (digest: Digest, { argv, cwd = '.' }: Command): string =>
  digest(JSON.stringify(['run', cwd, ...argv]))

/** Escapes ambiguous and invisible characters, so that the user approves what they read. */
const unmistakable = (text: string): string => JSON.stringify(text).replace(/[^\x20-\x7e]/g, escaped)

export const shownLine = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : unmistakable(text))

/** Returns the command for display. Arguments that a shell would interpret are quoted. */
export const shownCommand = ({ argv, cwd = '.' }: Command): string =>
  `${argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : unmistakable(word))).join(' ')}${cwd === '.' ? '' : `  (in ${shownLine(cwd)})`}`

/** Returns the unapproved commands among these steps. Steps of a unit's draft, and our own programs, need no approval. */
export function untrustedIn(
  steps: readonly Run[],
  { caller, digest }: { readonly caller: Caller; readonly digest: Digest },
  isOwn: (program: string) => boolean,
): readonly Command[] {
  const needsApproval = (step: Run) => (isNamed(step) ? step[BY] === 'tree' : !isOwn(step.argv[0]))
  return steps.filter((step) => needsApproval(step) && caller.trustedBy(commandDigest(digest, step)) === null)
}
