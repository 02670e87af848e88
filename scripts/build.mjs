// Builds dist/: the CommonJS bundles that land in a runtime's home. ESM splitting keeps every verb in a lazy chunk; each chunk is then
// rewritten to CommonJS, which starts faster than ESM and can carry V8 cached data.

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(join(root, 'node_modules/esbuild'))) {
  console.error('esbuild is not installed yet: run `npm install` first')
  process.exit(1)
}
const { build, transform } = await import('esbuild')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

const dist = join(root, 'dist')
const staging = join(root, `dist.tmp-${process.pid}`)
await rm(staging, { recursive: true, force: true })
await mkdir(staging, { recursive: true })
await build({
  absWorkingDir: root,
  entryPoints: { 'gsd-tools': 'lib/cli/tools.ts', gsd: 'lib/cli/gsd.ts' },
  outdir: staging,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  minify: true,
  keepNames: false,
  outExtension: { '.js': '.cjs' },
  chunkNames: 'chunks/[name]-[hash]',
  define: { __GSD_VERSION__: JSON.stringify(version) },
  legalComments: 'none',
  logLevel: 'warning',
})
const files = (await readdir(staging, { recursive: true })).filter((name) => name.endsWith('.cjs'))
await Promise.all(
  files.map(async (name) => {
    const file = join(staging, name)
    const { code } = await transform(await readFile(file, 'utf8'), {
      format: 'cjs',
      platform: 'node',
      target: 'node20.12',
      minify: true,
      supported: { 'dynamic-import': false },
      define: { 'import.meta.dirname': '__dirname' },
    })
    await writeFile(file, code)
  }),
)
const old = join(root, `dist.old-${process.pid}`)
if (existsSync(dist)) await rename(dist, old)
await rename(staging, dist)
await rm(old, { recursive: true, force: true })
