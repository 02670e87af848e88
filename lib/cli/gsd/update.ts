// `gsd update`: everything installed in a scope to this version, and then the edits that wait.
import { GsdError } from '../../errors.js'
import { VERSION } from '../../node/pack.js'
import type { UpdateGiven } from './actions.js'
import { installSettled, profileOf } from './install.js'
import { reapply } from './reapply.js'
import { defaultScope, installedRuntimes, placeOf, refuseForeignRoot } from './selection.js'
import { packageAround } from './supply.js'
import type { Answer, World } from './world.js'

export async function update(given: UpdateGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const place = placeOf(defaultScope(given, world), given, world)
  const runtimes = installedRuntimes(place)
  if (runtimes.length === 0)
    throw new GsdError({
      code: 'NOT_FOUND',
      message: `nothing is installed in ${place.scope} scope; nothing was done`,
      fix: `gsd install --${place.scope}`,
    })
  // An installed copy has nothing newer than itself; bringing edits back is all it can do.
  if (packageAround(world.bin) === null) return given.reapply ? reapply(given, world) : nothingNewer()
  const profile = profileOf(given)
  const updated = await installSettled(given, world, { place, runtimes, profile, replace: false, isAsked: false })
  if (!given.reapply || given.dryRun) return { ...updated, result: { ...updated.result, action: 'update' } }
  const reapplied = await reapply(given, world)
  return {
    exit: reapplied.exit === 0 ? updated.exit : reapplied.exit,
    result: { ...updated.result, action: 'update', reapplied: reapplied.result },
    text: updated.text + reapplied.text,
  }
}

const nothingNewer = (): Answer => ({
  exit: 1,
  result: { action: 'update', version: VERSION, newer: null, fix: 'npx gsd-pack@latest update' },
  text: `This is the installed copy ${VERSION}; it looks for nothing on the network. To update: npx gsd-pack@latest update\n`,
})
