// `npm run package -- [<folder>] [--profile a,b]`: builds the pack in each client's package format, one folder per
// channel. Default: `dist.channels/`, which is outside dist/ because all of dist/ is installed.

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importLibrary, root } from './import-library.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'string', default: 'standard' } },
})
const target = resolve(positionals[0] ?? join(root, 'dist.channels'))

const { CHANNELS, channelFiles, openAssets, openSupply } = await importLibrary({
  'lib/runtimes/channels/all.js': ['CHANNELS'],
  'scripts/packaging.js': ['channelFiles'],
  'lib/cli/gsd/supply.js': ['openAssets', 'openSupply'],
})
const { description, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const dist = join(root, 'dist')
const facts = { title: 'GSD Pack', about: description, license }
const ingredients = {
  version,
  assets: openAssets(dist),
  // The programs do not depend on settings or pages.
  programs: openSupply(dist, 'local', null, []).programs,
}

await mkdir(dirname(target), { recursive: true })
const staging = await mkdtemp(`${target}.tmp-`)
try {
  for (const channel of CHANNELS) {
    const files = channelFiles(channel, ingredients, facts, values.profile.split(','))
    for (const { path, bytes } of files) {
      const place = join(staging, channel.id, path)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, bytes)
    }
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    console.log(`${join(target, channel.id)}: ${files.length} files, ${Math.ceil(size / 1000)} kB`)
    for (const line of channel.install) console.log(`  ${line.replace('<source>', join(target, channel.id))}`)
  }
  await rm(target, { recursive: true, force: true })
  await rename(staging, target)
} finally {
  await rm(staging, { recursive: true, force: true })
}
