// Read this file first. A verb is a function with declared arguments, result and effects; command line, help, schemas,
// completion, MCP and reference pages are made from it. Ports: `lib/ports.ts`; the project: `view.ts`.
import type { Edit } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import type { ErrorBody } from '../errors.js'
import type { Agreed, RunResult } from '../ports.js'
import type { Shape } from '../std/shape.js'
import type { UnitStep } from './builtin-steps.js'
import type { PackView, View } from './view.js'

export interface Verb<A extends Args = Erased, R = Erased, N extends Need = Need> {
  /** Registry id: `noun.verb`, or one word. On the command line, the first dot is a blank. */
  readonly name: string
  readonly about: string
  readonly args: A
  readonly result: Shape<R>
  /** Kinds of planning files the verb parses. */
  readonly reads: readonly ArtifactId[]
  /** Kinds, logs and folders that the verb and the verbs it calls may change. Absent: read-only. */
  readonly writes?: readonly ArtifactId[]
  /** With these arguments the verb is read-only, and runs without the lock. */
  onlyLooks?(args: Given<A>): boolean
  /** What the verb needs beyond the project; its context offers nothing else. */
  readonly needs?: readonly N[]
  /** False for verbs that work outside a project. Default true: `NO_PROJECT` without `.planning/`. */
  readonly needsProject?: boolean
  /** False for verbs about the whole project; other verbs need to know the workstream. Default: `needsProject`. */
  readonly needsWorkstream?: boolean
  /** `markdown`: the result's `text` field is printed unchanged. */
  readonly output?: 'markdown'
  /** The text of `--pretty`; without it, `--pretty` prints indented JSON. */
  pretty?(result: R): string
  run(c: Ctx<N>, args: Given<A>): Change<R> | Promise<Change<R>>
}

/** Declares a verb; without `args` it takes none. */
export const verb = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  value: Omit<Verb<A, R, N>, 'name' | 'args'> & { readonly args?: A },
): Verb<A, R, N> => ({ name, args: {} as A, ...value })

type NoArgs = Record<never, Arg>
// biome-ignore lint/suspicious/noExplicitAny: the form that every projection iterates over
type Erased = any

/** How a verb is called: its id with a blank in place of the first dot. */
export const spoken = (name: string): string => name.replace('.', ' ')

/**
 * A verb's context: the project and its needs. Verbs that start programs or call verbs run without the lock: if files
 * they read change before the write, they rerun with the answers so far. Other writing verbs hold the lock.
 */
export type Ctx<N extends Need = 'programs'> = {
  readonly view: 'pack' extends N ? PackView : View
} & ('programs' extends N ? Programs : unknown) &
  ('calls' extends N ? Calls : unknown)

/** Finding the first four takes time, so only verbs that declare them pay for it. `speaker`: who makes the call. */
export type Need = 'extensions' | 'host' | 'pack' | 'speaker' | 'programs' | 'calls'

export const runsUnlocked = ({ needs = [] }: Pick<Verb, 'needs'>): boolean =>
  needs.includes('programs') || needs.includes('calls')

/** Starts programs. Tests supply other ports. */
export interface Programs {
  /** Results of the programs that have run so far. */
  readonly results: Results
  /** Runs the requested steps that have no result yet, until all have one. */
  run(steps: () => readonly UnitStep[]): Promise<void>
}

/** Results of programs by step name. */
export type Results = ReadonlyMap<string, RunResult>

/** Calls other verbs. Each verb makes its own writes. */
export interface Calls {
  /** A refused call is answered, not thrown. */
  call(call: Call): Promise<Done>
  /** Rewrites the calls in a value's texts as the caller must type them. */
  spelled<T>(value: T): Promise<T>
  /** How the caller starts this program. */
  cli(): Promise<string>
  /** The caller wants this session to do only one unit (`GSD_ONE_UNIT`). */
  readonly single: boolean
}

/** A call of another verb, as typed after the program's name. */
export interface Call {
  readonly verb: string
  readonly words: readonly string[]
}
export interface Done extends Call {
  readonly answer: Answer<unknown>
}

export interface Answer<R> {
  readonly result: R
  /** 1 for a negative verdict or a miss, 3 for a conflict, 4 if the user must decide. Absent: 0. */
  readonly exit?: 0 | 1 | 3 | 4
  /** Printed as `error` beside the result: for failed lookups and for holds. */
  readonly error?: ErrorBody
  /** The result's `text` is printed unchanged, whatever else the verb prints. */
  readonly output?: 'markdown'
}

export interface Change<R> extends Answer<R> {
  /** Absent: nothing changes. */
  readonly edits?: readonly Edit[]
  /** The unit of the change (`execute-plan/01-01`), for the journal. */
  readonly unit?: string
  /** Ids of the journal entries that the change undoes. */
  readonly undoes?: readonly string[]
  /** Commands to trust on this machine once the change is written. */
  readonly agrees?: readonly Agreed[]
  /** Digests of commands to distrust; `all`: every approval for this project, including those of vanished commands. */
  readonly forgets?: readonly string[] | 'all'
  /** Runs once the change is written; its outcome does not change the answer. */
  readonly after?: (() => Promise<void>) | undefined
  /** Continues once the change is written and returns the final answer. */
  readonly goesOn?: ((written: Answer<R>) => Promise<Answer<unknown>>) | undefined
}

/** A change that always lists its edits, so that a caller can build on them. */
export interface Edited<R> extends Change<R> {
  readonly edits: readonly Edit[]
}

interface ArgBase {
  readonly about: string
  /** Given by position, in order of declaration; `--name value` also works. */
  readonly positional?: boolean
  readonly required?: boolean
  /** Usual values, for completion. */
  readonly usual?: readonly string[]
}
interface Plain<T extends string> extends ArgBase {
  readonly type: T
}
type TextArg = Plain<'text'>
type IntArg = Plain<'int'>
type FlagArg = Plain<'flag'>
/** A path relative to the caller's folder. Verbs get it relative to the project root, with `/`; it must be inside. */
type PathArg = Plain<'path'>
/** All words except declared flags, in order and as typed, including unknown flags; after `--`, all words. */
type RestArg = Plain<'rest'>
interface ChoiceArg extends Plain<'choice'> {
  readonly values: readonly string[]
}
/** Repeatable option, or all remaining positionals. */
interface ListArg extends Plain<'list'> {
  /** Items are paths, resolved like a `path` argument. */
  readonly of?: 'path'
  /** The option takes every following word up to the next flag (`--files a b`). */
  readonly greedy?: boolean
}
export type Arg = TextArg | IntArg | FlagArg | ChoiceArg | PathArg | ListArg | RestArg
export type Args = Readonly<Record<string, Arg>>

type Declared<A extends Arg, More> = Pick<A, 'type' | 'about'> & More
const declared =
  <A extends Arg>(type: A['type']) =>
  <const More extends Omit<A, 'type' | 'about'>>(about: string, more = {} as More): Declared<A, More> =>
    ({ type, about, ...more }) as Declared<A, More>
const text = declared<TextArg>('text')

/** Arguments as a declaration writes them: type, description and options. */
export const arg = {
  text,
  path: declared<PathArg>('path'),
  int: declared<IntArg>('int'),
  flag: declared<FlagArg>('flag'),
  list: declared<ListArg>('list'),
  rest: declared<RestArg>('rest'),
  choice: <const V extends readonly string[], const More extends Omit<ChoiceArg, 'type' | 'about' | 'values'>>(
    values: V,
    about: string,
    more = {} as More,
  ) => declared<ChoiceArg>('choice')(about, { values, ...more }),
  /** A required positional text. */
  word: (about: string) => text(about, { positional: true, required: true }),
}

type ValueOf<A extends Arg> = A extends IntArg
  ? number
  : A extends FlagArg
    ? boolean
    : A extends ListArg | RestArg
      ? readonly string[]
      : A extends ChoiceArg
        ? A['values'][number]
        : string
type AlwaysGiven = { required: true } | { type: 'flag' | 'list' | 'rest' }
type Flat<T> = { [K in keyof T]: T[K] }
/** Values of arguments. Flags, lists and the rest always have one (`false`, `[]`); others only if required. */
export type Given<A extends Args> = Flat<
  {
    [K in keyof A as A[K] extends AlwaysGiven ? K : never]: ValueOf<A[K]>
  } & {
    [K in keyof A as A[K] extends AlwaysGiven ? never : K]?: ValueOf<A[K]>
  }
>
