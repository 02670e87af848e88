// Read this file first. A verb is a function with declared arguments, result and effects; command line, help, schemas,
// completion, MCP and reference pages are made from the declaration. Ports: `lib/ports.ts`; the project: `view.ts`.
import type { Edit } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import type { ErrorBody } from '../errors.js'
import type { Agreed, RunResult } from '../ports.js'
import type { Shape } from '../std/shape.js'
import type { UnitStep } from './builtin-steps.js'
import type { PackView, View } from './view.js'

export interface Verb<A extends Args = Erased, R = Erased, N extends Need = Need> {
  /** Registry id: `noun.verb`, or one word. On the command line, the first dot is a space. */
  readonly name: string
  readonly about: string
  readonly args: A
  readonly result: Shape<R>
  /** Kinds of planning files the verb parses. */
  readonly reads: readonly ArtifactId[]
  /** Kinds, logs and folders that the verb and the verbs it calls may change. Absent for a read-only verb. */
  readonly writes?: readonly ArtifactId[]
  /** Whether the verb only reads if it is called with these arguments. It then runs without the lock. */
  isReadOnly?(args: Given<A>): boolean
  /** What the verb needs beyond the project; its context offers nothing else. */
  readonly needs?: readonly N[]
  /** Whether the verb is refused (`NO_PROJECT`) if there is no `.planning/`. Default: true. */
  readonly needsProject?: boolean
  /** Whether the workstream must be known; false for verbs about the whole project. Default: `needsProject`. */
  readonly needsWorkstream?: boolean
  /** `markdown`: the result's `text` field is printed unchanged. */
  readonly output?: 'markdown'
  /** Returns the text that `--pretty` prints; without this function, `--pretty` prints indented JSON. */
  pretty?(result: R): string
  run(c: Ctx<N>, args: Given<A>): Change<R> | Promise<Change<R>>
}

/** Declares a verb. Without `args`, the verb takes no arguments. */
export const verb = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  value: Omit<Verb<A, R, N>, 'name' | 'args'> & { readonly args?: A },
): Verb<A, R, N> => ({ name, args: {} as A, ...value })

type NoArgs = Record<never, Arg>
// biome-ignore lint/suspicious/noExplicitAny: the form that every projection iterates over
type Erased = any

/** Returns how a verb is called: its id with a space in place of the first dot. */
export const callName = (name: string): string => name.replace('.', ' ')

/**
 * A verb's context: the project and the verb's needs. Verbs that start programs or call verbs run without the lock: if files
 * they read change before the write, they rerun with the answers so far. Other writing verbs hold the lock.
 */
export type Ctx<N extends Need = 'programs'> = {
  readonly view: 'pack' extends N ? PackView : View
} & ('programs' extends N ? Programs : unknown) &
  ('calls' extends N ? Calls : unknown)

/** What a verb may need. The first four take time to find, so only verbs that declare them get them. `speaker`: the caller. */
export type Need = 'extensions' | 'host' | 'pack' | 'speaker' | 'programs' | 'calls'

export const runsUnlocked = ({ needs = [] }: Pick<Verb, 'needs'>): boolean =>
  needs.includes('programs') || needs.includes('calls')

/** Starts programs. */
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
  /** Makes a call. If it is refused, the answer says so; nothing is thrown. */
  call(call: Call): Promise<Done>
  /** Rewrites the commands in a value's texts as the caller must type them. */
  withCallerCommands<T>(value: T): Promise<T>
  /** Returns how the caller starts this program. */
  cli(): Promise<string>
  /** Whether the caller wants this session to do only one unit (`GSD_ONE_UNIT`). */
  readonly isSingleUnit: boolean
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
  /** The exit code: 1 if the answer is no or nothing was found, 3 for a conflict, 4 if the user must decide. Default: the error's code, or 0. */
  readonly exit?: 0 | 1 | 3 | 4
  /** Printed as `error` next to the result, for example if nothing was found or the user must decide. */
  readonly error?: ErrorBody
  /** `markdown`: the result's `text` is printed unchanged, even if the verb otherwise prints JSON. */
  readonly output?: 'markdown'
}

export interface Change<R> extends Answer<R> {
  /** The edits of files; absent if nothing changes. */
  readonly edits?: readonly Edit[]
  /** The unit that the change belongs to (`execute-plan/01-01`), for the journal. */
  readonly unit?: string
  /** Ids of the journal entries that the change undoes. */
  readonly undoes?: readonly string[]
  /** Commands to trust on this machine once the change is written. */
  readonly agrees?: readonly Agreed[]
  /** Digests of commands to distrust. `all`: every approval for this project, even of commands it no longer names. */
  readonly forgets?: readonly string[] | 'all'
  /** Runs once the change is written; its outcome does not change the answer. */
  readonly after?: (() => Promise<void>) | undefined
  /** Continues once the change is written and returns the final answer. */
  readonly continueWith?: ((written: Answer<R>) => Promise<Answer<unknown>>) | undefined
}

/** A change that always lists its edits, so that a caller can add to them. */
export interface Edited<R> extends Change<R> {
  readonly edits: readonly Edit[]
}

interface ArgBase {
  readonly about: string
  /** Whether the argument is given by position, in order of declaration; `--name value` also works. */
  readonly positional?: boolean
  readonly required?: boolean
  /** Common values, for completion. */
  readonly usual?: readonly string[]
}
interface Plain<T extends string> extends ArgBase {
  readonly type: T
}
type TextArg = Plain<'text'>
type IntArg = Plain<'int'>
type FlagArg = Plain<'flag'>
/** A path inside the project, relative to the caller's folder. The verb gets it relative to the project root, with `/`. */
type PathArg = Plain<'path'>
/** All words as typed, in order, except declared flags; after `--`, all words. Unknown flags are included. */
type RestArg = Plain<'rest'>
interface ChoiceArg extends Plain<'choice'> {
  readonly values: readonly string[]
}
/** A repeatable option, or all remaining positional arguments. */
interface ListArg extends Plain<'list'> {
  /** `path`: the items are paths, resolved like a `path` argument. */
  readonly of?: 'path'
  /** Whether the option takes every following word up to the next flag (`--files a b`). */
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

/** Functions that declare an argument of each type, from a description and options. */
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
/** Values of arguments. Flags, lists and `rest` always have a value (`false`, `[]`); others only if required. */
export type Given<A extends Args> = Flat<
  {
    [K in keyof A as A[K] extends AlwaysGiven ? K : never]: ValueOf<A[K]>
  } & {
    [K in keyof A as A[K] extends AlwaysGiven ? never : K]?: ValueOf<A[K]>
  }
>
