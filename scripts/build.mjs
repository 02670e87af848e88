// Builds dist/: the CommonJS bundles that land in a runtime's home. ESM splitting keeps every verb in a lazy chunk; each chunk is then
// rewritten to CommonJS, which starts faster than ESM and can carry V8 cached data.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noticesOf } from './notices.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(join(root, 'node_modules/esbuild'))) {
  console.error('esbuild is not installed yet: run `npm install` first')
  process.exit(1)
}
const { build, transform } = await import('esbuild')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** Entries of what reading verbs run. */
const HOT =
  /^lib\/(?:cli\/tools|verbs\/(?:config\/config|dispatch\/(?:next|derive)|brief\/brief|phase\/phase|state\/state|roadmap\/roadmap)|artifacts\/(?:config|context|plan|project|requirements|research|roadmap|state|summary|uat|verification)|markdown\/native|runtimes\/all)\.ts$/

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
        supported: { 'dynamic-import': false },
        define: { 'import.meta.dirname': '__dirname' },
      })
      const late = await transform(linkedLate(code), { format: 'cjs', minify: true })
      return [name.replaceAll('\\', '/'), ascii(late.code)]
    }),
  ),
)
await Promise.all(names.map((name) => rm(join(staging, name))))
const chunks = gathered(modules, hotChunks(metafile))
await Promise.all(Object.entries(chunks).map(([name, code]) => writeFile(join(staging, name), code)))
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

/** One byte a character, which V8 keeps and reads as it is; esbuild escapes what stands in strings, but not in regular expressions. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A chunk loads another one when it first uses something of it, not when it is loaded itself: a verb pays for what it runs. */
function linkedLate(code) {
  const imports = /^var (import_\w+) = require\("(\.[^"]+)"\);$/gm
  const names = [...code.matchAll(imports)].map(([, name]) => name)
  if (names.length === 0) return code
  const uses = new RegExp(`\\b(${names.join('|')})\\.`, 'g')
  return code
    .replace(uses, '($1()).')
    .replace(imports, (_, name, path) => `var ${name}_loaded, ${name} = () => ${name}_loaded ??= require("${path}");`)
}

/**
 * The chunks that reading verbs are made of: whatever their entries import, but not what those load only when it comes to that.
 * @returns {Set<string>} ids
 */
function hotChunks({ outputs }) {
  const hot = new Set()
  const add = (path) => {
    if (hot.has(path)) return
    hot.add(path)
    for (const found of outputs[path].imports) if (found.kind === 'import-statement' && !found.external) add(found.path)
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (HOT.test(entryPoint ?? '')) add(path)
  return new Set([...hot].map((path) => basename(path, '.cjs')))
}

/** Puts the hot chunks into one file, `chunks/hot-<hash>.cjs`, as functions that run on first use; the code of each stays as it is, but for the calls of `require`. */
function gathered(all, hot) {
  const id = (name) => basename(name, '.cjs')
  const redirect = (code, loader) =>
    code.replace(/require\("(\.\/(?:chunks\/)?)([\w-]+)\.cjs"\)/g, (call, folder, chunk) =>
      hot.has(chunk) ? loader(folder, chunk) : call,
    )
  const table = [...all]
    .filter(([name]) => hot.has(id(name)))
    .map(
      ([name, code]) =>
        `${JSON.stringify(id(name))}(module,exports){${redirect(code, (_, other) => `$chunk("${other}")`)}\n}`,
    )
  const loaded = `const made={};function $chunk(name){let m=made[name];if(!m){m=made[name]={exports:{}};table[name](m,m.exports)}return m.exports}`
  const text = `"use strict";const table={${table.join(',\n')}};${loaded};module.exports=$chunk;\n`
  // Compiled code is kept by name, so the name must change with the content.
  const file = `hot-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.cjs`
  const others = [...all].filter(([name]) => !hot.has(id(name)))
  return {
    ...Object.fromEntries(
      others.map(([name, code]) => [
        name,
        redirect(code, (folder, chunk) => `require("${folder}${file}")("${chunk}")`),
      ]),
    ),
    'chunks/tools.cjs': `module.exports=require("./${file}")("tools");\n`,
    [`chunks/${file}`]: text,
  }
}
