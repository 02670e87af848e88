// Programs that others than this pack name: the tree, or the call itself. A step with such a program can be built only here, and one that
// the tree names runs only where a person of this machine agreed to exactly that command.
import type { Caller, Digest, Run } from '../ports.js'

/** Not exported: no other file can build such a step. */
const BY: unique symbol = Symbol('named by')

/** `tree`: a file of the project names it · `unit`: a draft of a unit that this installation claimed · `call`: the words of the call itself. */
type NamedBy = 'tree' | 'unit' | 'call'

/** A step whose program is none of ours. It never only looks: nobody knows what it does. */
export interface NamedStep extends Run {
  readonly name: string
  readonly looks?: false
  readonly [BY]: NamedBy
}

type Named = Run & { readonly name: string }

export const isNamed = (step: Run): step is NamedStep => Object.hasOwn(step, BY)

/** What a check of the settings, of a plan or of a receipt says. */
export const treeStep = (step: Named): NamedStep => ({ ...step, [BY]: 'tree' })
/** What a plan says that this unit itself brings into being: it was not there before. */
export const unitStep = (step: Named): NamedStep => ({ ...step, [BY]: 'unit' })
/** What the caller typed: they could as well have started it themselves. */
export const callStep = (step: Named): NamedStep => ({ ...step, [BY]: 'call' })

/** A program and where it runs: what is agreed to. What it is expected to answer, and for how long it may run, is not part of it. */
export interface Command {
  readonly argv: readonly string[]
  /** Relative to the project root. */
  readonly cwd?: string | undefined
}

export const commandDigest = (digest: Digest, { argv, cwd = '.' }: Command): string =>
  digest(JSON.stringify(['run', cwd, ...argv]))

/** What could be taken for something else, or is not seen at all, stands as its escape: what is agreed to is what is read. */
const unmistakable = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A line of text as a person reads it. */
export const shownLine = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : unmistakable(text))

/** As a person reads it. Words that a shell would read otherwise stand in quotes. */
export const shownCommand = ({ argv, cwd = '.' }: Command): string =>
  `${argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : unmistakable(word))).join(' ')}${cwd === '.' ? '' : `  (in ${shownLine(cwd)})`}`

/** The commands among these steps to which nobody agreed. A step that was not built here counts as the tree's, unless its program is one of ours. */
export function untrustedIn(
  steps: readonly Run[],
  { caller, digest }: { readonly caller: Caller; readonly digest: Digest },
  isOwn: (program: string) => boolean,
): readonly Command[] {
  const isTheTrees = (step: Run) => (isNamed(step) ? step[BY] === 'tree' : !isOwn(step.argv[0]))
  return steps.filter((step) => isTheTrees(step) && caller.trustedBy(commandDigest(digest, step)) === null)
}
