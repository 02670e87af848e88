// `gsd doctor`: finds problems of installations that would otherwise go unnoticed.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from '../../install/canary.js'
import type { TargetState } from '../../install/inspect.js'
import { isWithin, physicalPath } from '../../install/installed.js'
import { findForeign } from '../../install/takeover.js'
import { JOURNAL_FOLDER } from '../../install/target.js'
import { duplicateNames } from '../../install/visible.js'
import { chooseReader } from '../../markdown/native.js'
import { realDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import { findProgram, firstProgram } from '../../node/programs.js'
import type { Colours } from '../../node/terminal.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { grouped } from '../../std/grouped.js'
import { counted, shellQuoted } from '../../std/text.js'
import { clientAction } from './action.js'
import { askClients } from './canary.js'
import { COMMON, type CommonGiven } from './flags.js'
import { blocks, colours } from './report.js'
import { installTargetOf, namedRuntimes, noneInstalled, targetsOf, visibleScopes } from './selection.js'
import type { Answer, World } from './world.js'

export async function doctor(given: CommonGiven, world: World): Promise<Answer> {
  const found = await examine(given, world)
  const { targets, doubles, foreign, interrupted, asked } = found
  const hasClientProblems = asked.some(
    ({ verdict }) => verdict !== null && verdict.refused.length + verdict.missing.length + verdict.doubled.length > 0,
  )
  // Having no installation is a problem too.
  const hasProblems =
    targets.length === 0 ||
    targets.some(({ drift }) => drift.some(({ state }) => REMEDIES[state] !== editedRemedy)) ||
    hasClientProblems ||
    [doubles, foreign, interrupted].some(({ length }) => length > 0)
  const paint = colours(world)
  return {
    exit: hasProblems ? 1 : 0,
    result: { action: 'doctor', ok: !hasProblems, version: VERSION, ...found },
    text: blocks(
      [
        hasProblems
          ? paint.yellow(PROBLEMS_FOUND)
          : paint.green(found.asked.some(({ verdict }) => verdict === null) ? UNANSWERED : 'No problems.'),
      ],
      ...sections(found, given, paint),
    ),
  }
}

const UNANSWERED = 'No problems found, but not every client answered.'
const PROBLEMS_FOUND = 'Problems found. The fix is above each list.'

type Found = Awaited<ReturnType<typeof examine>>

async function examine(given: CommonGiven, world: World) {
  const targets = targetsOf(given, world)
  const runtimes = installedIn(targets)
  const places = visibleScopes(given, world).map((scope) => installTargetOf(scope, given, world))
  const ours = places.flatMap(({ installed, roots }) =>
    Object.keys(installed?.manifest.files ?? {}).map((key) => physicalPath(realDisk, roots, key)),
  )
  const isOurs = (path: string) => ours.some((one) => one === path || isWithin(path, one))
  return {
    node: { version: process.version, path: process.execPath, on_path: findProgram('node', world.env) },
    reader: chooseReader().choice(),
    clients: RUNTIME_IDS.filter((id) => runtimeOf(id).programs.length > 0).map((id) => ({
      runtime: id,
      program: firstProgram(runtimeOf(id).programs, world.env),
      checked: runtimeOf(id).evidence.with,
    })),
    targets,
    doubles: duplicateNames(realDisk, places, runtimes).map((double) => ({
      ...double,
      theirs: double.paths.filter((path) => !isOurs(path)),
    })),
    foreign: places.flatMap(({ roots, scope }) =>
      findForeign(realDisk, roots).map(({ pack, version, path, files, rows: [row = SHARED] }) => ({
        scope,
        row,
        pack,
        version,
        path,
        files: files.size,
      })),
    ),
    interrupted: places
      .map(({ scope, project }) => (scope === 'local' ? project : world.home))
      .filter((base) => existsSync(join(base, JOURNAL_FOLDER))),
    asked: await askClients(namedRuntimes(given), places, world),
  }
}

const installedIn = (targets: ReturnType<typeof targetsOf>): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => targets.some((target) => target.runtimes.includes(id)))

function sections(found: Found, given: CommonGiven, paint: Colours): readonly (readonly string[])[] {
  const { targets, node, reader } = found
  const concerned = new Set([...installedIn(targets), ...namedRuntimes(given)])
  const warning = paint.yellow('!')
  return [
    targets.length === 0 ? [`${noneInstalled(namedRuntimes(given))} To install: gsd install`] : [],
    group(
      paint.bold('Installed twice; keep one (gsd uninstall --global, or --local in the project)'),
      found.doubles.flatMap(({ runtime, name, paths, theirs }) =>
        theirs.length > 0 ? [] : `${warning} ${runtimeOf(runtime).title} sees ${name} in ${paths.join(' and ')}`,
      ),
    ),
    group(
      paint.bold('A file outside the pack has the same name; rename the file if you do not need it'),
      found.doubles.flatMap(({ runtime, name, theirs }) =>
        theirs.map((path) => `${warning} ${runtimeOf(runtime).title} sees ${name} twice: mv "${path}" "${path}.off"`),
      ),
    ),
    ...[...driftByRemedy(targets, given)].map(([remedy, drift]) =>
      group(paint.bold(remedy), [...new Set(drift.map(({ path, state }) => `${warning} ${path} (${state})`))]),
    ),
    group(
      paint.bold('Another GSD pack; installing this one replaces it'),
      found.foreign.map(
        ({ pack, version, path, scope, row }) =>
          `${warning} ${pack} ${version} is in ${path}: ${installCommand(scope, given)} --${row} --yes`,
      ),
    ),
    group(
      paint.bold('Fixed by the next gsd command that writes'),
      found.interrupted.map((base) => `${warning} an interrupted run in ${base}`),
    ),
    group(
      paint.bold('What the clients load'),
      found.asked.map(({ runtime, verdict, why }) => verdictLine(runtimeOf(runtime).title, verdict, why)),
    ),
    ...targets.map((target) => targetLines(target, paint)),
    [
      `Version ${VERSION}, node ${node.version}${node.on_path === null ? paint.yellow(' (not on PATH)') : ''}`,
      `Scanner: ${reader.name} (${reader.reason})`,
      ...found.clients
        .filter(({ runtime, program }) => program !== null || concerned.has(runtime))
        .map(
          ({ runtime, program, checked }) =>
            `${runtimeOf(runtime).title}: ${program ?? 'not on PATH'} (checked with ${checked})`,
        ),
    ],
  ]
}

const targetLines = (target: TargetState, paint: Colours): readonly string[] => [
  paint.bold(
    `${target.runtimes.map((id) => runtimeOf(id).title).join(', ')} (${target.scope}): version ${target.version}, ${target.profile.join(', ')}, ${counted(target.files, 'file')}`,
  ),
  `  ${target.record}`,
  ...target.waiting.map((path) => `  ${paint.yellow('waiting')} ${path}  (gsd reapply-patches)`),
]

type Drift = TargetState['drift'][number]

/** Returns the command that repeats the installation; without a terminal, the command takes the installed clients. */
const installCommand = (scope: Scope, { dir }: Pick<CommonGiven, 'dir'>): string =>
  `gsd install --${scope}${scope === 'local' && dir !== undefined ? ` ${shellQuoted(dir)}` : ''}`

const deletedRemedy = (call: string) => `Deleted; to restore: ${call} --restore`
/** The user's own edits are listed, but are not a problem. */
const editedRemedy = (call: string) =>
  `Edited by you, and kept; to get the pack's version back, delete yours, then run ${call} --restore`

const REMEDIES: Readonly<Record<Drift['state'], (call: string) => string>> = {
  damaged: (call) => `Broken: emptied or replaced by another program; to rewrite: ${call}`,
  deleted: deletedRemedy,
  'entry gone': deletedRemedy,
  conflict: () => 'Conflicts; to settle: gsd reapply-patches',
  edited: editedRemedy,
  'entry changed': editedRemedy,
  unreadable: (call) => `Cannot be read, so the entries in it have no effect; fix the file by hand, then run ${call}`,
  clean: () => '',
}

function driftByRemedy(targets: readonly TargetState[], given: CommonGiven) {
  const order = Object.keys(REMEDIES)
  const all = targets.flatMap(({ scope, drift }) =>
    drift.map((one) => ({ ...one, remedy: REMEDIES[one.state](installCommand(scope, given)) })),
  )
  return grouped(
    all.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
    ({ remedy }) => remedy,
  )
}

const group = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines]

function verdictLine(title: string, verdict: Verdict | null, why: string): string {
  if (verdict === null) return `${title} gave no answer: ${why}`
  const problems = [
    ...verdict.refused.map((each) => `refuses: ${each}`),
    ...(verdict.missing.length === 0 ? [] : [`does not list ${verdict.missing.join(', ')}`]),
    ...(verdict.doubled.length === 0 ? [] : [`lists ${verdict.doubled.join(', ')} twice`]),
  ]
  if (problems.length > 0) return `${title} ${problems.join('; ')}`
  if (verdict.isShown === null) return `${title} reads the installed files without warnings`
  return verdict.isShown ? `${title} lists every installed name once` : `${title} lists no installed name`
}

export const action = clientAction(
  'Find problems of installations: duplicates, other packs, the scanner, node; for a named client, ask it what it loads',
  COMMON,
  doctor,
)
