// Builds dist/: bundles of `gsd-tools` and the hook with V8's compiled code; the other code of `gsd`, MCP, ACP, the board and
// the sources of prompts and extensions, compressed; types for extensions, notices, and a small launcher per program.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, crc32 } from 'node:zlib'
import { joinChunks } from './chunks.mjs'
import { noticesOf } from './notices.mjs'
import { compressedTexts, extensionPaths, sourcePaths } from './sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(join(root, 'node_modules/esbuild'))) {
  console.error('esbuild is not installed yet: run `npm install` first')
  process.exit(1)
}
const { build, transformSync } = await import('esbuild')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** Refuses an old Node, in syntax that such a Node understands. */
const OLD_NODE =
  '!function(v){if(v[0]<20||v[0]==20&&v[1]<19){process.stderr.write("gsd-pack: Node 20.19 or newer is needed; this is "+v.join(".")+"\\n");process.exit(70)}}(process.versions.node.split("."));'

/** Wraps a bundle in one function, so that V8's compiled code can be loaded for it. */
const FUNCTION = {
  banner: { js: '(function(exports,require,module,__dirname,load,importModule){' },
  footer: { js: '})' },
}
const SETTINGS = {
  metafile: true,
  write: false,
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // The CommonJS of some packages cannot be bundled.
  mainFields: ['module', 'main'],
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
}
const DEFINED = { __GSD_VERSION__: JSON.stringify(version), 'import.meta.dirname': '__dirname' }

const dist = join(root, 'dist')
const staging = join(root, `dist.tmp-${process.pid}`)
const inputs = new Set()
try {
  await mkdir(staging, { recursive: true })
  const sums = {
    program: await programs(),
    hook: await bundle('hook', 'hook', FUNCTION),
  }
  for (const [name, main] of [
    ['gsd', 'gsd'],
    ['gsd-tools', 'tools'],
    ['gsd-hook', 'hook'],
  ])
    await bundle(name, 'start', {
      target: 'node10',
      banner: { js: OLD_NODE },
      define: { __GSD_MAIN__: JSON.stringify(main), __GSD_SUMS__: JSON.stringify(sums) },
    })
  const unused = join(root, 'scripts/nothing.cjs')
  await bundle('gsd-protocols', 'protocols', { packed: true, alias: { ajv: unused, 'ajv-formats': unused } })
  await buildBoard()
  await buildApi()
  await writeFile(join(staging, 'sources.json.br'), compressedTexts(root, sourcePaths(root)))
  await writeFile(join(staging, 'extensions.json.br'), compressedTexts(join(root, 'examples'), extensionPaths(root)))
  await writeFile(join(staging, 'NOTICE.txt'), noticesOf(root, inputs))
  for (const [program, name] of [
    ['gsd-tools', 'program'],
    ['gsd-hook', 'hook'],
  ])
    await writeFile(join(staging, `${name}.${process.version}-${process.arch}.cache`), compiled(program))
  const old = join(root, `dist.old-${process.pid}`)
  if (existsSync(dist)) await rename(dist, old)
  await rename(staging, dist)
  await rm(old, { recursive: true, force: true })
} finally {
  await rm(staging, { recursive: true, force: true })
}

/** Writes `program`, in which `part(id)` runs a chunk on first use, and `gsd-main`, which adds chunks. Returns the checksum of `program`. */
async function programs() {
  const entries = ['program', 'hook-parts', 'gsd']
  const built = await build({
    ...SETTINGS,
    entryPoints: entries.map((name) => `lib/cli/${name}.ts`),
    outdir: staging,
    splitting: true,
    format: 'esm',
    define: DEFINED,
  })
  for (const path of Object.keys(built.metafile.inputs)) inputs.add(path)
  const { part, scripts } = joinChunks(built, [entries.slice(0, 2), entries.slice(2)], transformSync)
  const [{ chunks, runs }, gsd] = scripts
  await pack('gsd-main', `"use strict";const{${part},chunks}=load("program");chunks.push(${gsd.chunks});${gsd.runs[0]}`)
  const made = `const made=[],chunks=[${chunks}],${part}=(id)=>made[id]??=chunks[id]()`
  const exported = `Object.assign(exports,${runs[0]},{hooks:()=>${runs[1]},${part},chunks})`
  return writeScript('program', `${FUNCTION.banner.js}"use strict";${made};${exported}${FUNCTION.footer.js}`)
}

/** Writes a single-file program, packed or as a script; returns the checksum of a script. */
async function bundle(name, entry, { define, packed: isPacked = false, ...options } = {}) {
  const { metafile, outputFiles } = await build({
    ...SETTINGS,
    entryPoints: [`lib/cli/${entry}.ts`],
    outdir: staging,
    format: 'cjs',
    define: { ...DEFINED, ...define },
    ...options,
  })
  for (const path of Object.keys(metafile.inputs)) inputs.add(path)
  return (isPacked ? pack : writeScript)(name, outputFiles[0].text)
}

async function writeScript(name, text) {
  await writeFile(join(staging, `${name}.cjs`), ascii(text))
  return crc32(ascii(text))
}

function pack(name, text) {
  return writeFile(join(staging, `${name}.cjs.br`), brotliCompressSync(ascii(text)))
}

/** Writes the script of the board's page and of reports. */
async function buildBoard() {
  const options = { entryPoints: ['lib/pictures/client.tsx'], format: 'iife', platform: 'browser', target: 'es2022' }
  const { metafile, outputFiles } = await build({ ...SETTINGS, ...options })
  for (const path of Object.keys(metafile.inputs)) inputs.add(path)
  // A report inlines this script in HTML.
  const text = outputFiles[0].text.replaceAll('</script', '<\\/script')
  await writeFile(join(staging, 'gsd-board.js.br'), brotliCompressSync(text))
}

/** Escapes the non-ASCII characters that esbuild leaves in regular expressions, because V8 reads ASCII fastest. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns V8's compiled code of a program, which the program prints itself. */
function compiled(program) {
  const env = { ...process.env, GSD_CODE_CACHE: 'print' }
  return execFileSync(process.execPath, [join(staging, `${program}.cjs`)], { env, maxBuffer: 1 << 26 })
}

/** Writes the types for authors of extensions. */
async function buildApi() {
  const source = 'lib/core/extensions/api.ts'
  const folder = join(staging, 'types')
  const args = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--target', 'es2022']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, ...args, '--outDir', folder, join(root, source)])
  await rename(join(folder, 'api.d.ts'), join(staging, 'extension.d.ts'))
  await rm(folder, { recursive: true })
}
