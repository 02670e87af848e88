// `gsd doctor`: finds faults that otherwise go unnoticed.

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
import { type InstallTarget, installTargetOf, namedRuntimes, targetsOf, visibleScopes } from './selection.js'
import type { Answer, World } from './world.js'

export async function doctor(given: CommonGiven, world: World): Promise<Answer> {
  const found = await look(given, world)
  const { targets, doubles, foreign, interrupted, asked } = found
  const complains = asked.some(
    ({ verdict }) => verdict !== null && verdict.refused.length + verdict.missing.length + verdict.doubled.length > 0,
  )
  // No installation counts as a fault too.
  const isIll =
    targets.length === 0 ||
    targets.some(({ drift }) => drift.some(({ state }) => REMEDIES[state] !== KEPT)) ||
    complains ||
    [doubles, foreign, interrupted].some(({ length }) => length > 0)
  const paint = colours(world)
  return {
    exit: isIll ? 1 : 0,
    result: { action: 'doctor', ok: !isIll, version: VERSION, ...found },
    text: blocks(
      [
        isIll
          ? paint.yellow(VERDICT)
          : paint.green(found.asked.some(({ verdict }) => verdict === null) ? UNASKED : 'No problems.'),
      ],
      ...sections(found, given, paint),
    ),
  }
}

const UNASKED = 'No fault found, but not every client could be asked.'
const VERDICT = 'Problems found. The fix is above each list.'

type Found = Awaited<ReturnType<typeof look>>

async function look(given: CommonGiven, world: World) {
  const targets = targetsOf(given, world)
  const runtimes = installedIn(targets)
  const places = visibleScopes(given, world).map((scope) => installTargetOf(scope, given, world))
  const ours = places.flatMap(({ installed, roots }) =>
    Object.keys(installed?.manifest.files ?? {}).map((key) => physicalPath(realDisk, roots, key)),
  )
  const ask = (place: InstallTarget) =>
    askClients(
      runtimes.filter((id) => place.installed?.manifest.runtimes.includes(id)),
      place,
      world,
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
    asked: namedRuntimes(given).length === 0 ? [] : (await Promise.all(places.map(ask))).flat(),
  }
}

const installedIn = (targets: ReturnType<typeof targetsOf>): readonly RuntimeId[] =>
  RUNTIME_IDS.filter((id) => targets.some((target) => target.runtimes.includes(id)))

function sections(found: Found, given: CommonGiven, paint: Colours): readonly (readonly string[])[] {
  const { targets, node, reader } = found
  const concerned = new Set([...installedIn(targets), ...namedRuntimes(given)])
  const warning = paint.yellow('!')
  return [
    targets.length === 0 ? ['Nothing is installed. To install: gsd install'] : [],
    group(
      paint.bold('Installed twice; keep one (gsd uninstall --global, or --local in the project)'),
      found.doubles.flatMap(({ runtime, name, paths, theirs }) =>
        theirs.length > 0 ? [] : `${warning} ${runtimeOf(runtime).title} sees ${name} in ${paths.join(' and ')}`,
      ),
    ),
    group(
      paint.bold('Names that a file outside the pack has too; rename it if you do not need it'),
      found.doubles.flatMap(({ runtime, name, theirs }) =>
        theirs.map((path) => `${warning} ${runtimeOf(runtime).title} sees ${name} twice: mv "${path}" "${path}.off"`),
      ),
    ),
    ...[...remedied(targets, given)].map(([remedy, drift]) =>
      group(paint.bold(remedy), [...new Set(drift.map(({ path, state }) => `${warning} ${path} (${state})`))]),
    ),
    group(
      paint.bold('Another pack of the family; installing this one replaces it'),
      found.foreign.map(
        ({ pack, version, path, scope, row }) =>
          `${warning} ${pack} ${version} is in ${path}: ${installCall(scope, given)} --${row} --yes`,
      ),
    ),
    group(
      paint.bold('Fixed by the next gsd command that writes'),
      found.interrupted.map((base) => `${warning} an interrupted run in ${base}`),
    ),
    group(
      paint.bold('Answers of the clients'),
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

/** The call that repeats the installation; it needs no answers, so it also works without a terminal. */
const installCall = (scope: Scope, { dir }: Pick<CommonGiven, 'dir'>): string =>
  `gsd install --${scope}${scope === 'local' && dir !== undefined ? ` ${shellQuoted(dir)}` : ''}`

const RESTORED = (call: string) => `Deleted; to restore: ${call} --restore`
/** The user's own edits are no fault: they are listed, and the installation is healthy. */
const KEPT = (call: string) => `Edited by you, and kept; to get ours back, delete yours, then ${call} --restore`

const REMEDIES: Readonly<Record<Drift['state'], (call: string) => string>> = {
  damaged: (call) => `Broken: emptied or replaced by another program; to rewrite: ${call}`,
  deleted: RESTORED,
  'entry gone': RESTORED,
  conflict: () => 'Conflicts; to settle: gsd reapply-patches',
  edited: KEPT,
  'entry changed': KEPT,
  unreadable: (call) => `Cannot be read, so its entries have no effect; fix it by hand, then: ${call}`,
  clean: () => '',
}

function remedied(targets: readonly TargetState[], given: CommonGiven) {
  const order = Object.keys(REMEDIES)
  const all = targets.flatMap(({ scope, drift }) =>
    drift.map((one) => ({ ...one, remedy: REMEDIES[one.state](installCall(scope, given)) })),
  )
  return grouped(
    all.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
    ({ remedy }) => remedy,
  )
}

const group = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines]

function verdictLine(title: string, verdict: Verdict | null, why: string): string {
  if (verdict === null) return `${title} was not asked: ${why}`
  const said = [
    ...verdict.refused.map((each) => `refuses: ${each}`),
    ...(verdict.missing.length === 0 ? [] : [`does not list ${verdict.missing.join(', ')}`]),
    ...(verdict.doubled.length === 0 ? [] : [`lists twice ${verdict.doubled.join(', ')}`]),
  ]
  if (said.length > 0) return `${title} ${said.join('; ')}`
  if (verdict.isShown === null) return `${title} reads the installed files without complaints`
  return verdict.isShown ? `${title} lists every installed name once` : `${title} lists nothing of ours`
}

export const action = clientAction(
  'Find problems of installations: duplicates, other packs, the scanner, node; for a named client, ask it what it loads',
  COMMON,
  doctor,
)
