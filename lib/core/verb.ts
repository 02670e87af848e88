// Read this file first. A verb is a function with declared arguments, result and effects; the command line, help, schemas, completion, MCP and the pages of
// reference are made from these values. What lies outside is in `lib/ports.ts`, the project as a verb sees it in `view.ts`.
import type { Edit } from '../artifacts/codec.js'
import type { ArtifactId } from '../artifacts/paths.js'
import type { ErrorBody } from '../errors.js'
import type { Agreed, RunResult } from '../ports.js'
import type { Shape } from '../std/shape.js'
import type { UnitStep } from './builtin-steps.js'
import type { PackView, View } from './view.js'

export interface Verb<A extends Args = Erased, R = Erased, N extends Need = Need> {
  /** Registry id: `noun.verb`, or one word. On the command line the first dot is a blank. */
  readonly name: string
  readonly about: string
  readonly args: A
  readonly result: Shape<R>
  /** Kinds of planning files it parses. */
  readonly reads: readonly ArtifactId[]
  /** Kinds, logs and folders it may change, with those of the verbs that it calls; any other edit is refused. Absent: it only looks. */
  readonly writes?: readonly ArtifactId[]
  /** With these arguments it changes nothing, and runs without the lock. */
  onlyLooks?(args: Given<A>): boolean
  /** What it asks for beyond the project; its context offers nothing else. */
  readonly needs?: readonly N[]
  /** False for verbs that work outside a project. Default true: `NO_PROJECT` when there is no `.planning/`. */
  readonly needsProject?: boolean
  /** False for verbs that answer for the whole project; else one of several workstreams must be named. Default: as `needsProject`. */
  readonly needsWorkstream?: boolean
  /** `markdown`: the result's `text` field is printed as it is. */
  readonly output?: 'markdown'
  /** The text `--pretty` prints for people; without it `--pretty` is indented JSON. */
  pretty?(result: R): string
  run(c: Ctx<N>, args: Given<A>): Change<R> | Promise<Change<R>>
}

/** A verb as its file declares it, behind its name; without `args` it takes none. */
export const verb = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  value: Omit<Verb<A, R, N>, 'name' | 'args'> & { readonly args?: A },
): Verb<A, R, N> => ({ name, args: {} as A, ...value })

type NoArgs = Record<never, Arg>
// biome-ignore lint/suspicious/noExplicitAny: the form that every projection iterates over
type Erased = any

/** How a verb is called: the id with a blank in place of its first dot. */
export const spoken = (name: string): string => name.replace('.', ' ')

/**
 * What a verb works with: the project, and what it needs besides. A verb that starts programs or calls other verbs runs without the lock: before its edits are
 * written, all it read is compared, and if something changed it runs again with the answers it has. Any other verb that writes runs under the lock.
 */
export type Ctx<N extends Need = 'programs'> = {
  readonly view: 'pack' extends N ? PackView : View
} & ('programs' extends N ? Programs : unknown) &
  ('calls' extends N ? Calls : unknown)

/** Looking for the first four takes time that other calls do not pay for. `speaker`: who makes the call. */
export type Need = 'extensions' | 'host' | 'pack' | 'speaker' | 'programs' | 'calls'

export const runsUnlocked = ({ needs = [] }: Pick<Verb, 'needs'>): boolean =>
  needs.includes('programs') || needs.includes('calls')

/** Starting programs. Tests give other ports. */
export interface Programs {
  /** What programs answered so far. */
  readonly results: Results
  /** Runs what is asked for and has no answer yet, until nothing more is asked for. */
  run(steps: () => readonly UnitStep[]): Promise<void>
}

/** Answers of programs, by the names of their steps. */
export type Results = ReadonlyMap<string, RunResult>

/** Calling other verbs. Each of them writes for itself. */
export interface Calls {
  /** What it refuses is an answer too. Null: under `--dry-run` nothing is called that may write. */
  call(call: Call): Promise<Done | null>
  /** A value with the calls in its texts as they can be made from here. */
  spelled<T>(value: T): Promise<T>
  /** How this program is called. */
  cli(): Promise<string>
  /** The caller wants one unit of this session (`GSD_ONE_UNIT`). */
  readonly single: boolean
  readonly isDryRun: boolean
}

/** A call of another verb, as it would be typed behind the name of the program. */
export interface Call {
  readonly verb: string
  readonly words: readonly string[]
}
export interface Done extends Call {
  readonly answer: Answer<unknown>
}

export interface Answer<R> {
  readonly result: R
  /** 1 for a negative verdict or a miss, 3 for a conflict, 4 when a human must decide. Absent: 0. */
  readonly exit?: 0 | 1 | 3 | 4
  /** Printed beside the result as `error`: for lookups that found nothing and for holds. */
  readonly error?: ErrorBody
  /** The result has a `text` that is printed as it is, whatever the verb prints else. */
  readonly output?: 'markdown'
  /** `null` is the right answer because nothing is there; `--default` replaces it. */
  readonly absent?: boolean
}

export interface Change<R> extends Answer<R> {
  /** Absent: nothing changes. */
  readonly edits?: readonly Edit[]
  /** The unit the change belongs to (`execute-plan/01-01`), for the journal. */
  readonly unit?: string
  /** Ids of the journal entries the change takes back. */
  readonly undoes?: readonly string[]
  /** Commands that are trusted on this machine once the change is made. */
  readonly agrees?: readonly Agreed[]
  /** Digests of commands that are trusted no more; `all`: every agreement for this project, also those whose command is gone. */
  readonly forgets?: readonly string[] | 'all'
  /** Runs once the change is written; how it ends changes no answer. */
  readonly after?: (() => Promise<void>) | undefined
  /** Continues once the change is written; what it answers is the answer. */
  readonly goesOn?: ((written: Answer<R>) => Promise<Answer<unknown>>) | undefined
}

/** A change that always says its edits, so that others can be laid over them. */
export interface Edited<R> extends Change<R> {
  readonly edits: readonly Edit[]
}

interface ArgBase {
  readonly about: string
  /** Taken by position, in the order of the declaration; it may still be given as `--name value`. */
  readonly positional?: boolean
  readonly required?: boolean
  /** What its values are names of; completion asks for those that are there. */
  readonly names?: Named
}
export type Named = 'phase' | 'plan' | 'workstream' | 'setting' | 'profile' | 'client' | 'extra'
interface TextArg extends ArgBase {
  readonly type: 'text'
}
interface IntArg extends ArgBase {
  readonly type: 'int'
}
interface FlagArg extends ArgBase {
  readonly type: 'flag'
}
interface ChoiceArg extends ArgBase {
  readonly type: 'choice'
  readonly values: readonly string[]
}
/** A file given relative to the caller's folder; the verb gets it relative to the project root, with `/`. A path that leaves the project is refused. */
interface PathArg extends ArgBase {
  readonly type: 'path'
}
/** Repeatable option, or all remaining positionals. */
interface ListArg extends ArgBase {
  readonly type: 'list'
  /** Items are paths, resolved as those of a `path` argument. */
  readonly of?: 'path'
  /** The option takes every following word up to the next flag (`--files a b`). */
  readonly greedy?: boolean
}
/** Every word that is not a declared flag, in order and as typed, unknown flags included; after `--` everything. */
interface RestArg extends ArgBase {
  readonly type: 'rest'
}
export type Arg = TextArg | IntArg | FlagArg | ChoiceArg | PathArg | ListArg | RestArg
export type Args = Readonly<Record<string, Arg>>

type Declared<A extends Arg, More> = Pick<A, 'type' | 'about'> & More
const declared =
  <A extends Arg>(type: A['type']) =>
  <const More extends Omit<A, 'type' | 'about'>>(about: string, more = {} as More): Declared<A, More> =>
    ({ type, about, ...more }) as Declared<A, More>
const text = declared<TextArg>('text')

/** An argument as a declaration writes it: its type, what it is about, and its options. */
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
  /** A required text, taken by its position. */
  word: <const More extends Pick<TextArg, 'names'>>(about: string, more = {} as More) =>
    text(about, { positional: true, required: true, ...more }),
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
/** The values of arguments. Flags, lists and the rest always have one (`false`, `[]`); the others only when required. */
export type Given<A extends Args> = Flat<
  {
    [K in keyof A as A[K] extends AlwaysGiven ? K : never]: ValueOf<A[K]>
  } & {
    [K in keyof A as A[K] extends AlwaysGiven ? never : K]?: ValueOf<A[K]>
  }
>
