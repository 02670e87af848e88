// The words that may stand next in a call, asked by the shells on every Tab. Names of folders and files and the headings of ROADMAP.md are all that is
// looked at, nothing is derived and nothing is written.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { knownNames } from '../artifacts/config/config-keys.js'
import { pathOfKind } from '../artifacts/paths.js'
import { PROFILES } from '../assets/prompt.js'
import { comparePhaseIds, displayPhaseId, parseDirectoryName, parsePhaseId, parsePlanStem } from '../core/ids.js'
import { EXTRA_IDS, extraOf } from '../install/extras.js'
import { personalFolderOf, type Variables } from '../node/home.js'
import { namesIn } from '../node/names-in.js'
import { plainText } from '../node/plain-file.js'
import { findProject } from '../node/project.js'
import { secretNames } from '../node/secrets.js'
import { RUNTIME_IDS } from '../runtimes/all.js'
import { type Arg, type Args, type Named, spoken } from '../verbs/verb.js'
import { flagOf } from './arguments.js'
import { commandNames, readCommandLine } from './command-line.js'
import { GLOBAL_FLAGS, type GlobalFlag } from './flags.js'
import { loadCommand } from './load.js'
import { tokensOf } from './tokens.js'

export interface Around {
  readonly cwd: string
  readonly env: Variables
  /** Folder of the running bundle. */
  readonly bin: string
}

const PLAN_FILE = '-PLAN.md'

/** Null where no plan is; throws where one of several workstreams must be named. */
const placeOf = ({ cwd, env }: Around) => findProject({ start: cwd, env })

const phasesIn = (around: Around) => {
  const place = placeOf(around)
  const folder = place === null ? '' : join(place.root, place.base, 'phases')
  return namesIn(folder)
    .flatMap((name) => {
      const id = parseDirectoryName(name)?.id
      return id === undefined ? [] : [{ id, folder: join(folder, name) }]
    })
    .sort((a, b) => comparePhaseIds(a.id, b.id))
}

const plansIn = (around: Around): readonly string[] =>
  phasesIn(around).flatMap(({ id, folder }) =>
    namesIn(folder).flatMap((name) =>
      name.endsWith(PLAN_FILE) ? [parsePlanStem(name.slice(0, -PLAN_FILE.length), id)] : [],
    ),
  )

/** Phases that have no folder yet stand in ROADMAP.md alone; the milestones that are over are folded there. */
async function phaseNames(around: Around): Promise<readonly string[]> {
  const place = placeOf(around)
  const path = place === null ? '' : join(place.root, place.base, pathOfKind('roadmap'))
  const ahead = existsSync(path) ? await phasesAhead(path) : []
  return [...phasesIn(around).map(({ id }) => id), ...ahead].sort(comparePhaseIds).map(displayPhaseId)
}

/** What a person waits for on a Tab is shorter; a link or a pipe in its place is none. */
const MOST_ROADMAP = 16 * 1024 * 1024

async function phasesAhead(path: string) {
  const [{ outlineOf }, { scan }] = await Promise.all([
    import('../artifacts/roadmap/roadmap-outline.js'),
    import('../markdown/scan.js'),
  ])
  const text = plainText(path, { most: MOST_ROADMAP }) ?? ''
  const { phases } = outlineOf({ path, text, spans: scan(text), sha256: '' })
  return phases.flatMap(({ phase, folded }) => (folded ? [] : (parsePhaseId(phase.id) ?? [])))
}

const rootOf = ({ cwd, env }: Around): string => findProject({ start: cwd, env, anyWorkstream: true })?.root ?? cwd

const NAMES: Readonly<Record<Named, (around: Around) => readonly string[] | Promise<readonly string[]>>> = {
  phase: phaseNames,
  plan: plansIn,
  workstream: (around) => namesIn(join(rootOf(around), '.planning/workstreams')),
  setting: knownNames,
  profile: () => PROFILES,
  client: () => RUNTIME_IDS,
  extra: () => EXTRA_IDS,
  extension: (around) =>
    [join(rootOf(around), '.gsd'), personalFolderOf(around.env, homedir)].flatMap((folder) =>
      namesIn(join(folder, 'extensions')),
    ),
  secret: ({ env }) => [...secretNames(env), ...EXTRA_IDS.flatMap((id) => extraOf(id).keys.map(({ name }) => name))],
}

/** The argument that the next word belongs to; `isValue`: a flag waits for it. */
function nextArgument(
  args: Args,
  words: readonly string[],
): { readonly arg: Arg | undefined; readonly isValue: boolean } {
  const byFlag = new Map(Object.keys(args).map((key) => [flagOf(key), key]))
  const free = Object.keys(args).filter((key) => args[key]?.positional === true)
  const takesValue = (name: string): boolean => {
    const type = args[byFlag.get(name) ?? '']?.type
    if (type !== undefined) return type !== 'flag' && type !== 'pairs' && type !== 'rest'
    return GLOBAL_FLAGS[name as GlobalFlag]?.takesValue === true
  }
  for (const token of tokensOf(words, takesValue)) {
    if (token.kind === 'word') {
      if (args[free[0] ?? '']?.type !== 'list') free.shift()
    } else if (token.kind === 'flag' && takesValue(token.name)) {
      const key = byFlag.get(token.name) ?? ''
      if (token.value === undefined) return { arg: args[key], isValue: true }
      if (args[key]?.type !== 'list') free.splice(0, free.length, ...free.filter((other) => other !== key))
    }
  }
  return { arg: args[free[0] ?? ''], isValue: false }
}

/** The words that may follow in a call with these arguments. `shared`: flags that every call takes. */
export async function nextIn(
  args: Args,
  words: readonly string[],
  around: Around,
  shared: readonly string[],
): Promise<readonly string[]> {
  const { arg, isValue } = nextArgument(args, words)
  const values = arg?.type === 'choice' ? arg.values : arg?.names === undefined ? [] : await NAMES[arg.names](around)
  const flags = Object.keys(args).filter((key) => {
    const { type, positional } = args[key] as Arg
    return positional !== true && type !== 'pairs' && type !== 'rest'
  })
  return isValue ? values : [...values, ...[...flags, ...shared].map((name) => `--${flagOf(name)}`)]
}

/** Shells take such words apart and expand what stands in them: only what is plain is told. */
const PLAIN = /^-{0,2}[A-Za-z0-9][A-Za-z0-9._-]*$/

/** One word a line; nothing where there is none, and whatever goes wrong. */
export async function told(words: () => Promise<readonly string[]>): Promise<string> {
  try {
    return [...new Set(await words())].map((word) => (PLAIN.test(word) ? `${word}\n` : '')).join('')
  } catch {
    return ''
  }
}

/** Of `gsd-tools`. */
export const toolsWords = (words: readonly string[], around: Around): Promise<string> =>
  told(async () => {
    const bare = words.filter((word) => !word.startsWith('-'))
    const spelled = commandNames().map((name) => spoken(name).split(' '))
    const nouns = spelled.flatMap((parts) =>
      parts.length > bare.length && bare.every((word, at) => word === parts[at]) ? (parts[bare.length] ?? []) : [],
    )
    const line = readCommandLine(words)
    if (line.kind !== 'call') return nouns
    const { args } = await loadCommand(line.name)
    return [...nouns, ...(await nextIn(args as Args, line.words, around, Object.keys(GLOBAL_FLAGS)))]
  })
