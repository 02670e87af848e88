// The content of a channel's folder, and what its programs read from it at an arbitrary location.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadAssets } from '../../../lib/assets/pack.js'
import { bytesOf, textOf } from '../../../lib/install/disk.js'
import { PAYLOAD_FOLDER } from '../../../lib/install/target.js'
import { openPack, sourcesIn } from '../../../lib/node/pack.js'
import { CHANNELS } from '../../../lib/runtimes/channels/all.js'
import type { Channel } from '../../../lib/runtimes/channels/channel.js'
import { channelFiles, channelProfile, type PackageInput } from '../../../scripts/packaging.js'
import { lastingFolder } from '../../support/temporary.js'

const assets = loadAssets(sourcesIn(fileURLToPath(new URL('../../..', import.meta.url))))
const ingredients: PackageInput = {
  version: '1.2.3',
  assets,
  programs: ['gsd-tools.cjs', 'gsd.cjs', 'sources.json.br', 'program.cjs'].map((path) => ({
    path,
    bytes: bytesOf(path),
  })),
}
const facts = { title: 'The Pack', about: 'About it', license: 'MIT' }
const filesOf = (channel: Channel) => channelFiles(channel, ingredients, facts, ['full'])
const textsOf = (channel: Channel) =>
  new Map(filesOf(channel).map(({ path, bytes }) => [path, textOf(bytes) ?? ''] as const))

const base = lastingFolder('gsd channel-')

/** Writes the channel's folder to an arbitrary place, and opens the pack there as the channel's programs do. */
async function openChannel(channel: Channel) {
  const payload = join(base, channel.id, channel.root, PAYLOAD_FOLDER)
  for (const { path, bytes } of filesOf(channel)) {
    mkdirSync(dirname(join(base, channel.id, path)), { recursive: true })
    writeFileSync(join(base, channel.id, path), bytes)
  }
  return { payload, pack: await openPack(join(payload, 'bin'), join(payload, 'bin/gsd-tools.cjs')) }
}

describe.each(CHANNELS.map((channel) => [channel.id, channel] as const))('the channel %s', (_, channel) => {
  const texts = textsOf(channel)

  it('has unique paths, all below its folder', () => {
    expect(texts.size).toBe(filesOf(channel).length)
    expect([...texts.keys()].filter((path) => path.startsWith('/') || path.split('/').includes('..'))).toEqual([])
  })

  it('declares no hooks, and neither contains nor calls the installer', () => {
    expect([...texts.keys()].filter((path) => /hooks|\/gsd\.cjs$|sources\.json/.test(path))).toEqual([])
    expect([...texts].filter(([, text]) => /gsd\.cjs"|\{\{gsd\}\}/.test(text)).map(([path]) => path)).toEqual([])
    for (const [path, text] of texts)
      if (/(plugin|marketplace|extension)\.json$/.test(path))
        expect(Object.keys(JSON.parse(text))).not.toContain('hooks')
  })

  it('has the same version everywhere', () => {
    const versions = [...texts].flatMap(([path, text]) =>
      path.endsWith('.json') ? [...text.matchAll(/"version": "([^"]*)"/g)].map(([, version]) => version) : [],
    )
    expect(
      new Set([...versions, texts.get([channel.root, PAYLOAD_FOLDER, 'VERSION'].filter(Boolean).join('/'))?.trim()]),
    ).toEqual(new Set(['1.2.3']))
  })

  it('calls the programs in every entry through a placeholder that is explained or filled in', () => {
    const entries = [...texts].filter(([, text]) => text.includes(channel.launchers.command))
    expect(entries.length).toBeGreaterThanOrEqual(assets.profile(channelProfile(assets, ['full'])).commands.length)
    if (channel.launchers.legend !== null)
      for (const [, text] of entries) expect(text).toContain(channel.launchers.legend)
    expect([...texts].filter(([path, text]) => text.includes('<payload>') && !path.includes('get-shit-done/'))).toEqual(
      [],
    )
  })

  it('names its location, and commands and agents in its client’s spelling', async () => {
    const { payload, pack } = await openChannel(channel)
    const workflow = pack.read('workflows/new-project.md') ?? ''
    expect(workflow).toContain(`node "${payload}/bin/gsd-tools.cjs"`)
    expect(workflow).not.toContain('<payload>')
    const { host } = pack
    const { prefix, separator } = channel.row.invoke.own
    expect(host.command('next')).toBe(`${prefix}gsd${separator}next`)
    if (channel.names.agent !== null)
      expect(host.agent('executor')).toContain(`gsd${channel.names.agent || '-'}executor`)
  })
})
