// Generated pages are what the registries say now.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
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

it('every generated page is fresh; if not, run `npm run gen`', async () => {
  const stale = Object.entries(await generatedFiles(realAssets()))
    .filter(([path, text]) => textAt(path) !== text)
    .map(([path]) => `${path}: run \`npm run gen\``)
  expect(stale).toEqual([])
})
