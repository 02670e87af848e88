// `gsd surface`: which commands the clients list, changed without a new installation.
import { type Assets, withCommands, withoutCommands } from '../../assets/pack.js'
import { GsdError } from '../../errors.js'
import { counted } from '../../std/text.js'
import type { CHANGES, SurfaceGiven } from './flags.js'
import { installSettled, settledAgain } from './install.js'
import { blocks, colours } from './report.js'
import {
  defaultScope,
  installedRuntimes,
  namedRuntimes,
  type Place,
  presentRuntimes,
  refuseForeignRoot,
} from './selection.js'
import { mendedPlace } from './session.js'
import { openAssets } from './supply.js'
import type { Answer, World } from './world.js'

type Change = (typeof CHANGES)[number]

/** What the profile is after a change, as `--profile` takes it. */
const CHANGED: Readonly<
  Record<Change, (assets: Assets, now: readonly string[], names: readonly string[]) => readonly string[]>
> = {
  list: (_, now) => now,
  add: withCommands,
  remove: withoutCommands,
  profile: (_assets, _now, names) => names,
}

export async function surface(asked: SurfaceGiven, world: World): Promise<Answer> {
  const given = { ...asked, all: false, detect: false, restore: false, minimal: false }
  refuseForeignRoot(given, world)
  const change = given.change ?? 'list'
  const names = (given.names ?? []).flatMap((name) => name.split(',')).filter((name) => name !== '')
  if ((change === 'list') !== (names.length === 0))
    throw new GsdError({
      code: 'USAGE',
      message: change === 'list' ? 'list takes no names; nothing was done' : `${change} takes names; nothing was done`,
      fix: change === 'list' ? 'gsd surface list' : `gsd surface ${change} <command> …`,
    })
  const isRead = given.dryRun || change === 'list'
  const place = mendedPlace(defaultScope(given, world), { ...given, dryRun: isRead }, world)
  presentRuntimes(place)
  const now = place.installed[0]?.manifest.profile ?? []
  if (change !== 'list') refuseSome(given, place, 'lists')
  const assets = openAssets(world.bin)
  const profile = CHANGED[change](assets, now, names)
  const listed = new Set(assets.profile(profile).commands.map(({ name }) => name))
  const commands = [...assets.commands.values()].map(({ name, group, about, requires }) => ({
    name,
    group,
    about,
    listed: listed.has(name),
    requires,
  }))
  const before = new Set(assets.profile(now).commands.map(({ name }) => name))
  const done = change === 'list' ? null : await installSettled(given, world, settledAgain(place, { profile }))
  const paint = colours(given, world)
  const would = given.dryRun && done !== null ? 'would be listed' : 'listed'
  const shown = commands.filter(({ name, listed: on }) => done === null || on !== before.has(name))
  return {
    exit: done?.exit ?? 0,
    result: { ...done?.result, action: 'surface', dry_run: given.dryRun, scope: place.scope, profile, commands },
    text: blocks(
      [
        paint.bold(`${listed.size} of ${counted(commands.length, 'command')} ${would} (${profile.join(', ')})`),
        ...shown.map(
          ({ name, group, about, listed: on }) => `  ${on ? '+' : '-'} ${name.padEnd(22)} ${group.padEnd(9)} ${about}`,
        ),
      ],
      done === null
        ? ['gsd surface add <command> …, remove <command> …, profile <name>']
        : done.text.trimEnd().split('\n'),
    ),
  }
}

/** One record serves every client of a scope, so naming some of them would change the others as well. */
export function refuseSome(given: Parameters<typeof namedRuntimes>[0], place: Place, does: string): void {
  const named = namedRuntimes(given)
  const others = installedRuntimes(place).filter((id) => !named.includes(id))
  if (named.length === 0 || others.length === 0) return
  throw new GsdError({
    code: 'USAGE',
    message: `every client of a scope ${does} the same, including ${others.join(', ')}; nothing was done`,
    fix: 'leave out the name of the client',
  })
}
