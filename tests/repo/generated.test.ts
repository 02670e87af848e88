// Generated files match the registries.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import { clientFiles } from '../../scripts/generated/clients.js'
import { generatedFiles } from '../../scripts/generated/pages.js'
import { realAssets } from '../support/payload.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const textAt = (path: string): string => {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return ''
  }
}

it('every generated file is fresh; if not, run `npm run gen`', async () => {
  const clients = clientFiles(RUNTIME_IDS.map(runtimeOf))
  const stale = Object.entries({ ...clients, ...(await generatedFiles(realAssets())) })
    .filter(([path, text]) => textAt(path) !== text)
    .map(([path]) => `${path}: run \`npm run gen\``)
  expect(stale).toEqual([])
})

it('every file of a client is in the registry', () => {
  const files = readdirSync(join(ROOT, 'lib/runtimes/clients')).map((name) => name.replace('.ts', ''))
  expect(files.sort()).toEqual([...RUNTIME_IDS].sort())
})
