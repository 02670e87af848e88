// The possible next words of a call; shells ask on every Tab. Reads a few files, writes none.
import { join } from 'node:path'
import { knownNames } from '../artifacts/config/config-keys.js'
import { pathOfKind } from '../artifacts/paths.js'
import { PROFILES } from '../assets/prompt.js'
import { displayPhaseId, parseDirectoryName, parsePhaseId, parsePlanStem } from '../core/ids.js'
import { type Arg, type Args, type Named, spoken } from '../core/verb.js'
import { EXTRA_IDS } from '../install/extras.js'
import type { Variables } from '../node/home.js'
import { namesIn } from '../node/names-in.js'
import { plainText } from '../node/plain-file.js'
import { findProject } from '../node/project.js'
import { RUNTIME_IDS } from '../runtimes/all.js'
import { loadVerb, verbNames } from '../verbs/registry.js'
import { flagOf, takesValue, tokensOf } from './arguments.js'
import { readCommandLine } from './command-line.js'
import { GLOBAL_FLAGS } from './flags.js'

export interface Around {
  readonly cwd: string
  readonly env: Variables
}

const PLAN_FILE = '-PLAN.md'
const MOST_ROADMAP = 16 * 1024 * 1024

/** Null if there is no plan; throws if one of several workstreams must be named. */
function baseOf({ cwd, env }: Around): string | null {
  const project = findProject({ start: cwd, env })
  return project === null ? null : join(project.root, project.base)
}

/** Reads ROADMAP.md, as some phases have no folder yet. Omits phases of finished milestones. */
async function phasesIn(around: Around): Promise<readonly string[]> {
  const base = baseOf(around)
  const path = pathOfKind('roadmap')
  const text = base === null ? null : plainText(join(base, path), { most: MOST_ROADMAP })
  if (text === null) return []
  const [{ outlineOf }, { scan }] = await Promise.all([
    import('../artifacts/roadmap/roadmap-outline.js'),
    import('../markdown/scan.js'),
  ])
  const { phases } = outlineOf({ path, text, spans: scan(text), sha256: '' })
  return phases.flatMap(({ phase, folded }) => {
    const id = folded ? null : parsePhaseId(phase.id)
    return id === null ? [] : [displayPhaseId(id)]
  })
}

function plansIn(around: Around): readonly string[] {
  const folder = join(baseOf(around) ?? '', 'phases')
  return namesIn(folder).flatMap((phase) => {
    const id = parseDirectoryName(phase)?.id
    if (id === undefined) return []
    return namesIn(join(folder, phase)).flatMap((name) =>
      name.endsWith(PLAN_FILE) ? [parsePlanStem(name.slice(0, -PLAN_FILE.length), id)] : [],
    )
  })
}

function workstreamsIn({ cwd, env }: Around): readonly string[] {
  const root = findProject({ start: cwd, env, anyWorkstream: true })?.root ?? cwd
  return namesIn(join(root, '.planning/workstreams'))
}

const NAMES: Readonly<Record<Named, (around: Around) => readonly string[] | Promise<readonly string[]>>> = {
  phase: phasesIn,
  plan: plansIn,
  workstream: workstreamsIn,
  setting: knownNames,
  profile: () => PROFILES,
  client: () => RUNTIME_IDS,
  extra: () => EXTRA_IDS,
}

/** The argument the next word belongs to; `isValue`: it is the value of a flag. */
function nextArgument(args: Args, words: readonly string[]) {
  const byFlag = (flag: string) => Object.keys(args).find((key) => flagOf(key) === flag) ?? ''
  let free = Object.keys(args).filter((key) => args[key]?.positional === true)
  const take = (key: string) => {
    if (args[key]?.type !== 'list') free = free.filter((other) => other !== key)
  }
  for (const token of tokensOf(args, words))
    if (token.kind === 'positional') take(free[0] ?? '')
    else if (token.kind === 'option' && takesValue(args, token.name)) {
      if (token.value === undefined) return { arg: args[byFlag(token.name)], isValue: true }
      take(byFlag(token.name))
    }
  return { arg: args[free[0] ?? ''], isValue: false }
}

/** The possible next words after these arguments. `shared`: the global flags. */
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
    return positional !== true && type !== 'rest'
  })
  return isValue ? values : [...values, ...[...flags, ...shared].map((name) => `--${flagOf(name)}`)]
}

/** Shells would split or expand other words. */
const PLAIN = /^-{0,2}[A-Za-z0-9][A-Za-z0-9._-]*$/

/** One word a line; empty if there are none, or on any fault. */
export async function wordLines(words: () => Promise<readonly string[]>): Promise<string> {
  try {
    return [...new Set(await words())].map((word) => (PLAIN.test(word) ? `${word}\n` : '')).join('')
  } catch {
    return ''
  }
}

export const toolsWords = (words: readonly string[], around: Around): Promise<string> =>
  wordLines(async () => {
    const bare = words.filter((word) => !word.startsWith('-'))
    const spelled = verbNames().map((name) => spoken(name).split(' '))
    const nouns = spelled.flatMap((parts) =>
      parts.length > bare.length && bare.every((word, at) => word === parts[at]) ? (parts[bare.length] ?? []) : [],
    )
    const line = readCommandLine(words)
    if (line.kind !== 'call') return nouns
    const { args } = await loadVerb(line.name)
    return [...nouns, ...(await nextIn(args as Args, line.words, around, Object.keys(GLOBAL_FLAGS)))]
  })
