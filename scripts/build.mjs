// Builds dist/: the CommonJS bundles that land in a runtime's home. ESM splitting keeps every verb in a lazy chunk; each chunk is then
// rewritten to CommonJS, which starts faster than ESM and can carry V8 cached data.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noticesOf } from './notices.mjs'

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
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: { 'chunks/tools': 'lib/cli/tools.ts', 'chunks/warm-up': 'lib/cli/warm-up.ts', gsd: 'lib/cli/gsd.ts' },
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
const names = (await readdir(staging, { recursive: true })).filter((name) => name.endsWith('.cjs'))
const modules = new Map(
  await Promise.all(
    names.map(async (name) => {
      const { code } = await transform(await readFile(join(staging, name), 'utf8'), {
        format: 'cjs',
        platform: 'node',
        target: 'node20.12',
        minify: true,
        supported: { 'dynamic-import': false },
        define: { 'import.meta.dirname': '__dirname' },
      })
      return [name.replaceAll('\\', '/'), code]
    }),
  ),
)
await Promise.all([
  ...Object.entries(gathered(modules)).map(([name, code]) => writeFile(join(staging, name), code)),
  ...names.filter((name) => isSmall(name, modules)).map((name) => rm(join(staging, name))),
])
await buildBoot()
await writeFile(join(staging, 'NOTICE.txt'), noticesOf(root, Object.keys(metafile.inputs)))
const old = join(root, `dist.old-${process.pid}`)
if (existsSync(dist)) await rename(dist, old)
await rename(staging, dist)
await rm(old, { recursive: true, force: true })

/** The entry of gsd-tools is a file of its own that shares nothing: whatever it loads may come from compiled code. */
async function buildBoot() {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/cli/boot.ts'],
    outfile: join(staging, 'gsd-tools.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.12',
    minify: true,
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** Opening a file costs more than compiling two kilobytes. */
function isSmall(name, all) {
  const key = name.replaceAll('\\', '/')
  return key.startsWith('chunks/') && all.get(key).length < 2500 && !all.get(key).includes('__dirname')
}

/** Puts the small chunks into one file, `chunks/small-<hash>.cjs`, as functions that run on first use; the code of each stays as it is, but for the calls of `require`. */
function gathered(all) {
  const id = (name) => name.slice('chunks/'.length, -'.cjs'.length)
  const small = new Set([...all.keys()].filter((name) => isSmall(name, all)).map(id))
  const redirect = (code, loader) =>
    code.replace(/require\("(\.\/(?:chunks\/)?)([\w-]+)\.cjs"\)/g, (call, folder, chunk) =>
      small.has(chunk) ? loader(folder, chunk) : call,
    )
  const table = [...small].map((chunk) => {
    const code = redirect(all.get(`chunks/${chunk}.cjs`), (_, other) => `load("${other}")`)
    return `${JSON.stringify(chunk)}(module,exports){${code}\n}`
  })
  const loaded = `const made={};function load(name){let m=made[name];if(!m){m=made[name]={exports:{}};table[name](m,m.exports)}return m.exports}`
  const others = [...all].filter(([name]) => !small.has(id(name)) || !name.startsWith('chunks/'))
  const text = `"use strict";const table={${table.join(',\n')}};${loaded};module.exports=load;\n`
  // Compiled code is kept by name, so the name must change with the content.
  const file = `small-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.cjs`
  return {
    ...Object.fromEntries(
      others.map(([name, code]) => [
        name,
        redirect(code, (folder, chunk) => `require("${folder}${file}")("${chunk}")`),
      ]),
    ),
    [`chunks/${file}`]: text,
  }
}
