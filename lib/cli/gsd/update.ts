// `gsd update`: updates an installation, with all its clients, to this version.

import { join } from 'node:path'
import { VERSION } from '../../node/pack.js'
import { inClone } from '../../std/set-up.js'
import { shellQuoted } from '../../std/text.js'
import { plainAction } from './action.js'
import { INSTALL_FLAGS, type InstallingGiven } from './flags.js'
import { installChosen, parseProfile } from './install.js'
import { blocks } from './report.js'
import { defaultScope, type InstallTarget, refuseForeignRoot, requireInstalledRuntimes } from './selection.js'
import { recoveredTarget } from './session.js'
import { packageAround } from './supply.js'
import type { Answer, World } from './world.js'

export async function update(given: InstallingGiven, world: World): Promise<Answer> {
  refuseForeignRoot(given, world)
  const place = recoveredTarget(defaultScope(given, world), given, world)
  const runtimes = requireInstalledRuntimes(place)
  const root = packageAround(world.bin)
  // An installed copy contains no version newer than itself.
  if (root === null) return nothingNewerAnswer(place)
  const before = place.installed?.manifest.version ?? VERSION
  const changelog = before === VERSION ? null : join(root, 'CHANGELOG.md')
  const installed = await installChosen(given, world, { place, runtimes, profile: parseProfile(given) })
  return {
    ...installed,
    result: { ...installed.result, action: 'update', before, changelog },
    text: blocks(changelog === null ? [] : [`New since ${before}: see ${changelog}`], [installed.text.trimEnd()]),
  }
}

function nothingNewerAnswer({ scope, project }: InstallTarget): Answer {
  const folder = scope === 'local' ? ` ${shellQuoted(project)}` : ''
  const prepare = 'git pull && npm ci'
  const command = `node bin/install.js update --${scope}${folder}`
  return {
    exit: 1,
    result: { action: 'update', version: VERSION, scope, prepare, command },
    text: `This is the installed copy ${VERSION}; it does not use the network. To update, run this ${inClone(`${prepare} && ${command}`)}\n`,
  }
}

const { all: _, ...ARGS } = INSTALL_FLAGS

export const action = plainAction(
  'Update an installation, with all its clients, to this version',
  ARGS,
  (given, world) => update({ ...given, all: false }, world),
)
