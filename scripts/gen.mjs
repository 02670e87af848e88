// Writes all files that derive from registries: lists of clients, routers, reference pages, first versions of files, the
// schema. `--check` only compares, and exits with code 1 if a file is stale.
import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importLibrary, root } from './import-library.mjs'

const isCheck = process.argv.includes('--check')
const stale = []

async function writeChanged(files) {
  for (const [path, text] of Object.entries(files)) {
    const old = await readFile(join(root, path), 'utf8').catch(() => null)
    if (old === text) continue
    stale.push(path)
    if (isCheck) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

const ids = readdirSync(join(root, 'lib/runtimes/clients')).map((name) => name.replace(/\.ts$/, ''))
const { clientFiles, exportOf } = await importLibrary({ 'scripts/generated/clients.js': ['clientFiles', 'exportOf'] })
const rows = await importLibrary(Object.fromEntries(ids.map((id) => [`lib/runtimes/clients/${id}.js`, [exportOf(id)]])))
await writeChanged(clientFiles(ids.map((id) => rows[exportOf(id)])))
const { generatedFiles, loadAssets, sourcesIn } = await importLibrary({
  'scripts/generated/pages.js': ['generatedFiles'],
  'lib/assets/pack.js': ['loadAssets'],
  'lib/node/pack.js': ['sourcesIn'],
})
await writeChanged(await generatedFiles(loadAssets(sourcesIn(root))))
for (const path of stale) console.log(isCheck ? `${path} is stale: run \`npm run gen\`` : `wrote ${path}`)
process.exitCode = isCheck && stale.length > 0 ? 1 : 0
