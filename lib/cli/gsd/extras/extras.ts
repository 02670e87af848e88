// `gsd extras`: servers of tools that clients start for their sessions, registered in the clients' own settings and started by us.
import { GsdError } from '../../../errors.js'
import { EXTRA_IDS, type ExtraId, extraOf, isExtraId } from '../../../install/extras.js'
import type { SharedServer } from '../../../install/shared.js'
import { secretNames } from '../../../node/secrets.js'
import { runtimeOf } from '../../../runtimes/all.js'
import type { ExtrasGiven } from '../flags.js'
import { installSettled, settledAgain } from '../install.js'
import { variables } from '../own-folder.js'
import { blocks, colours, noticeLines } from '../report.js'
import { defaultScope, installedRuntimes, presentRuntimes, refuseForeignRoot } from '../selection.js'
import { type MendedPlace, mendedPlace } from '../session.js'
import { refuseSome } from '../surface.js'
import type { Answer, World } from '../world.js'
import { dropUnused, isFetched } from './fetched.js'
import { type FoundServer, foundServers, keyLines, serverLines, sharedIn, sharing, withShared } from './share.js'
import { missingKey, refuseOldNode, startExtra } from './start.js'

type Change = 'add' | 'remove' | 'share'

const CHANGED: Readonly<Record<Change, (now: readonly ExtraId[], names: readonly string[]) => readonly ExtraId[]>> = {
  add: (now, names) => EXTRA_IDS.filter((id) => now.includes(id) || names.includes(id)),
  remove: (now, names) => now.filter((id) => !names.includes(id)),
  share: (now) => now,
}

export async function extras(asked: ExtrasGiven, world: World): Promise<Answer> {
  const given = { ...asked, all: false, detect: false, restore: false, minimal: false }
  const change = given.change ?? 'list'
  const words = (given.names ?? []).flatMap((word) => word.split(',')).filter((word) => word !== '')
  if (change === 'start') return startExtra(namesIn(words, change)[0] as ExtraId, world)
  refuseForeignRoot(given, world)
  const isRead = given.dryRun || change === 'list' || (change === 'share' && words.length === 0)
  const place = mendedPlace(defaultScope(given, world), { ...given, dryRun: isRead }, world)
  const now = registeredIn(place)
  const before = sharedIn(place)
  if (change === 'list') {
    namesIn(words, change)
    return listed(given, now, place, world)
  }
  const found = change === 'share' ? foundServers(sharing(place)) : []
  if (change === 'share' && words.length === 0) return shareable(found, before)
  const isName = (word: string) => change === 'share' || before.some(({ name }) => name === word)
  const ids = namesIn(
    words.filter((word) => !isName(word)),
    words.some(isName) ? 'list' : change,
  )
  const names = [...ids, ...words.filter(isName)]
  presentRuntimes(place)
  refuseSome(given, place, 'is told of')
  if (change === 'add') for (const id of ids) refuseOldNode(id)
  const extras = CHANGED[change](now, names)
  const shared =
    change === 'share' ? withShared(before, names, found) : before.filter(({ name }) => !names.includes(name))
  const done = await installSettled(given, world, settledAgain(place, { extras, shared }))
  if (!given.dryRun) dropUnused(given, world)
  const told = toldOf(place)
  const has = hasKey(world)
  const lines = names.flatMap((id) => {
    const missing = change === 'add' && isExtraId(id) ? missingKey(extraOf(id), has) : null
    return [
      `${{ add: '+', share: '+', remove: '-' }[change]} ${id}`,
      ...keyLines(found.find(({ name }) => name === id)?.keys ?? []),
      ...(missing === null ? [] : [`  it needs ${missing}: gsd secret set ${missing}`]),
    ]
  })
  return {
    exit: done.exit,
    result: { ...done.result, action: 'extras', change, clients: told, extras, shared },
    text: given.dryRun
      ? blocks(lines, done.text.trimEnd().split('\n'))
      : blocks(
          given.quiet ? [] : [...lines, `  from their next sessions on: ${told.join(', ') || 'no client here'}`],
          noticeLines(done.notices, world.home, colours(given, world)),
        ),
  }
}

const shareable = (found: readonly FoundServer[], shared: readonly SharedServer[]): Answer => ({
  exit: 0,
  result: { action: 'extras', change: 'share', found, shared },
  text: blocks(
    found.length === 0
      ? ['No client of yours has a server of its own.']
      : ['Servers that your clients have:', ...serverLines(found)],
    found.some(({ lacking, problem }) => lacking.length > 0 && problem === null)
      ? ['gsd extras share <name> … tells the others; gsd extras remove <name> takes it out of them again']
      : [],
  ),
})

function namesIn(names: readonly string[], change: NonNullable<ExtrasGiven['change']>): readonly ExtraId[] {
  const unknown = names.find((name) => !isExtraId(name))
  if (unknown !== undefined)
    throw new GsdError({
      code: 'USAGE',
      message: `there is no "${unknown}" among the extras; nothing was done`,
      fix: `one of ${EXTRA_IDS.join(', ')}`,
    })
  const some = names.length > 0
  const fits = { list: !some, add: some, remove: some, share: some, start: names.length === 1 }
  if (!fits[change])
    throw new GsdError({
      code: 'USAGE',
      message: change === 'list' ? 'list takes no names; nothing was done' : `${change} takes names; nothing was done`,
      fix: change === 'list' ? 'gsd extras list' : `gsd extras ${change} ${EXTRA_IDS[0]}`,
    })
  return names.filter(isExtraId)
}

const registeredIn = ({ installed }: MendedPlace): readonly ExtraId[] =>
  EXTRA_IDS.filter((id) => installed.some(({ manifest }) => manifest.extras.includes(id)))

/** Titles of the clients of a place that start such servers. */
const toldOf = (place: MendedPlace): readonly string[] =>
  installedRuntimes(place)
    .map(runtimeOf)
    .flatMap(({ title, servers }) => (servers === null ? [] : [title]))

function hasKey(world: World): (name: string) => boolean {
  const kept = secretNames(variables(world))
  return (name) => (world.env[name] ?? '') !== '' || kept.includes(name)
}

function listed(given: ExtrasGiven, now: readonly ExtraId[], place: MendedPlace, world: World): Answer {
  const has = hasKey(world)
  const all = EXTRA_IDS.map((id) => {
    const { about, package: name, version, licence, source, node, keys } = extraOf(id)
    return {
      name: id,
      brings: about,
      package: name,
      version,
      licence,
      source,
      node,
      keys: keys.map((key) => ({ ...key, there: has(key.name) })),
      registered: now.includes(id),
      fetched: isFetched(id, world),
    }
  })
  const paint = colours(given, world)
  const clients = toldOf(place)
  const keyWord = (key: (typeof all)[number]['keys'][number]) =>
    `${key.name} (${key.there ? 'there' : key.required ? 'needed: gsd secret set' : 'may be set'})`
  return {
    exit: 0,
    result: { action: 'extras', scope: place.scope, clients, extras: all },
    text: blocks(
      [paint.bold(`Servers of tools, told to ${clients.join(', ') || 'no client yet'} (${place.scope})`)],
      all.flatMap((one) => [
        `  ${one.registered ? '+' : '-'} ${one.name.padEnd(14)} ${one.brings}`,
        `    ${paint.dim(`${one.package} ${one.version}, ${one.licence}, ${one.source}`)}`,
        ...one.keys.map((key) => `    ${keyWord(key)}`),
      ]),
      ['gsd extras add <name> …, remove <name> …; what an added one reads and sends is its makers’ affair'],
    ),
  }
}
