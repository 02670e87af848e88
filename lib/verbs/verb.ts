// Verb: a pure function with declared arguments, result and effects. Every projection (CLI, help, schema, completion, docs, prompt lint) reads these values.
import type { ArtifactId } from '../artifacts/paths.js'
import type { Answer, Change } from '../core/answer.js'
import type { Ctx } from '../core/context.js'
import type { Need, ViewWith } from '../core/view.js'
import type { Shape } from '../std/shape.js'

export type { Answer, Change } from '../core/answer.js'

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

type Said<A extends Arg, More> = Pick<A, 'type' | 'about'> & More
const said =
  <A extends Arg>(type: A['type']) =>
  <const More extends Omit<A, 'type' | 'about'>>(about: string, more = {} as More): Said<A, More> =>
    ({ type, about, ...more }) as Said<A, More>
const POSITIONAL = { positional: true, required: true } as const
const text = said<TextArg>('text')
const path = said<PathArg>('path')

/** An argument as a declaration writes it: its type, what it is about, and what else is to say of it. */
export const arg = {
  text,
  path,
  int: said<IntArg>('int'),
  flag: said<FlagArg>('flag'),
  list: said<ListArg>('list'),
  rest: said<RestArg>('rest'),
  choice: <const V extends readonly string[], const More extends Omit<ChoiceArg, 'type' | 'about' | 'values'>>(
    values: V,
    about: string,
    more = {} as More,
  ) => said<ChoiceArg>('choice')(about, { values, ...more }),
  /** A text or a file that has to be given, by its position. */
  word: <const More extends Pick<TextArg, 'names'>>(about: string, more = {} as More) =>
    text(about, { ...POSITIONAL, ...more }),
  file: (about: string) => path(about, POSITIONAL),
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
/** Flags, lists and the rest always have a value (`false`, `[]`); the others only when required. */
export type Given<A extends Args> = Flat<
  {
    [K in keyof A as A[K] extends AlwaysGiven ? K : never]: ValueOf<A[K]>
  } & {
    [K in keyof A as A[K] extends AlwaysGiven ? never : K]?: ValueOf<A[K]>
  }
>

interface Common<A extends Args, R, N extends Need> {
  /** Registry id: `noun.verb`, or one word. On the command line the first dot is a blank. */
  readonly name: string
  readonly about: string
  readonly aliases?: readonly string[]
  readonly args: A
  readonly result: Shape<R>
  readonly reads: readonly ArtifactId[]
  /** False for verbs that work outside a project. Default true: `NO_PROJECT` when there is no `.planning/`. */
  readonly needsProject?: boolean
  /** False for verbs that answer for the whole project; else `WORKSTREAM_NONE_ACTIVE` where one of several workstreams must be named. Default: as `needsProject`. */
  readonly needsWorkstream?: boolean
  /** What it asks the view for beyond the project; the rest is not looked for, and the view it is given does not offer it. */
  readonly needs?: readonly N[]
  /** `markdown`: the result's `text` field is printed as it is (only `brief`). */
  readonly output?: 'markdown'
  /** The text `--pretty` prints for people; without it `--pretty` is indented JSON. */
  readonly pretty?: (result: R) => string
}
export interface Query<A extends Args = Args, R = unknown, N extends Need = Need> extends Common<A, R, N> {
  readonly kind: 'query'
  run(args: Given<A>, view: ViewWith<N>): Answer<R>
}
export interface Mutation<A extends Args = Args, R = unknown, N extends Need = Need> extends Common<A, R, N> {
  readonly kind: 'mutation'
  /** Artifacts, logs and folders it may change; an edit outside of them is refused. */
  readonly writes: readonly ArtifactId[]
  /** With these arguments it changes nothing: it runs as a query does, without the lock. */
  readonly onlyLooks?: (args: Given<A>) => boolean
  run(args: Given<A>, view: ViewWith<N>): Change<R>
}
/** Runs programs or calls other verbs on its way. No lock is held meanwhile; what it read is compared before its edits are written. */
export interface Task<A extends Args = Args, R = unknown, N extends Need = Need> extends Common<A, R, N> {
  readonly kind: 'task'
  /** With what the verbs that it calls may change. */
  readonly writes: readonly ArtifactId[]
  /** It only calls other verbs: no project is opened for it, and each of them writes for itself. */
  readonly calls?: true
  run(args: Given<A>, c: TaskCtx<N>): Promise<Change<R>>
}
export interface TaskCtx<N extends Need = Need> extends Ctx, Calls {
  readonly view: ViewWith<N>
}

/** A call of another verb, as it would be typed behind the name of the program. */
export interface Call {
  readonly verb: string
  readonly words: readonly string[]
}
export interface Done extends Call {
  readonly answer: Answer<unknown>
}
/** Calling other verbs. */
export interface Calls {
  /** What it refuses is an answer too. Null: under `--dry-run` nothing is called that may write. */
  call(call: Call): Promise<Done | null>
  /** A value with the calls in its texts as they can be made from here. */
  spelled<T>(value: T): Promise<T>
  /** How this program is called. */
  cli(): Promise<string>
  /** Whoever drives the session wants one unit of it (`GSD_ONE_UNIT`). */
  readonly single: boolean
  readonly isDryRun: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: the erased form that every projection iterates over
export type Verb = Query<any, any, Need> | Mutation<any, any, Need> | Task<any, any, Need>

type NoArgs = Record<never, Arg>
/** A verb as its file declares it, behind its name; without `args` it takes none. */
type Declared<V extends Verb> = Omit<V, 'kind' | 'name' | 'args'> & { readonly args?: V['args'] }

export const query = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  verb: Declared<Query<A, R, N>>,
): Query<A, R, N> => ({ kind: 'query', name, args: {} as A, ...verb })
export const mutation = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  verb: Declared<Mutation<A, R, N>>,
): Mutation<A, R, N> => ({ kind: 'mutation', name, args: {} as A, ...verb })
export const task = <const A extends Args = NoArgs, R = unknown, N extends Need = never>(
  name: string,
  verb: Declared<Task<A, R, N>>,
): Task<A, R, N> => ({ kind: 'task', name, args: {} as A, ...verb })

/** How a verb is called: the id with a blank in place of its first dot. */
export const spoken = (name: string): string => name.replace('.', ' ')
