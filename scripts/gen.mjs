// Writes the generated reference pages; `--check` only compares and exits 1 if one is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importLibrary, root } from './import-library.mjs'
import { sourceReader } from './sources.mjs'

const isCheck = process.argv.includes('--check')
const { generatedFiles, loadAssets } = await importLibrary({
  'scripts/generated/pages.js': ['generatedFiles'],
  'lib/assets/pack.js': ['loadAssets'],
})
const stale = []
for (const [path, text] of Object.entries(await generatedFiles(loadAssets(sourceReader(root))))) {
  const old = await readFile(join(root, path), 'utf8').catch(() => null)
  if (old === text) continue
  stale.push(path)
  if (isCheck) continue
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
for (const path of stale) console.log(isCheck ? `${path} is stale: run \`npm run gen\`` : `wrote ${path}`)
process.exitCode = isCheck && stale.length > 0 ? 1 : 0
