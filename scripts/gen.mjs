// Writes the generated reference pages; `--check` only compares and exits 1 when one is stale.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(join(root, 'node_modules', '.gen-'))
const outfile = join(folder, 'gen.mjs')
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/gen.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    // Parts of it are written for CommonJS bundles and call require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'warning',
  })
  const { generatedFiles } = await import(pathToFileURL(outfile))
  const stale = []
  for (const [path, text] of Object.entries(await generatedFiles())) {
    const old = await readFile(join(root, path), 'utf8').catch(() => null)
    if (old === text) continue
    stale.push(path)
    if (process.argv.includes('--check')) continue
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const isCheck = process.argv.includes('--check')
  for (const path of stale) console.log(isCheck ? `${path} is stale: run \`npm run gen\`` : `wrote ${path}`)
  process.exitCode = isCheck && stale.length > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
