// Builds dist/: the CommonJS bundles that land in a runtime's home. ESM splitting keeps every verb in a lazy chunk; each chunk is then
// rewritten to CommonJS, which starts faster than ESM and can carry V8 cached data.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import {
  asksWhatRan,
  hooksOfFeatures,
  packChunks,
  placeChunks,
  placeHooks,
  SAYING,
  SELDOM,
  verbFiles,
  WRITING,
} from './build/packs.mjs'
import { packedExtensions, packedSources } from './build/sources.mjs'
import { importLibrary } from './import-library.mjs'
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
try {
  await mkdir(staging, { recursive: true })
  const pictures = await buildPictures()
  const { codes, metafile, hookPlaces } = await bundled({ __GSD_PICTURES__: JSON.stringify(pictures.digest) })
  refuseMovingExports(Object.keys(metafile.inputs))
  const places = new Map([...placeChunks(metafile, verbFiles(root)), ...hookPlaces])
  await writeChunks(codes, places, null)
  const ran = whatRan()
  await rm(join(staging, 'chunks'), { recursive: true })
  await writeChunks(codes, places, ran)
  const programs = [pictures.inputs, ...(await Promise.all([buildMcp(), buildHost()]))]
  await buildApi()
  await writeFile(join(staging, 'sources.json.br'), packedSources(root))
  await writeFile(join(staging, 'extensions.json.br'), packedExtensions(root))
  await writeFile(join(staging, 'NOTICE.txt'), noticesOf(root, [...Object.keys(metafile.inputs), ...programs.flat()]))
  const old = join(root, `dist.old-${process.pid}`)
  if (existsSync(dist)) await rename(dist, old)
  await rename(staging, dist)
  await rm(old, { recursive: true, force: true })
} finally {
  await rm(staging, { recursive: true, force: true })
}

/** The files of chunks, and the programs that begin with them. */
async function writeChunks(codes, places, ran) {
  const { files, ends, idOf } = await packChunks(codes, places, minified, ran)
  await mkdir(join(staging, 'chunks'), { recursive: true })
  await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(staging, name), code)))
  const names = { __GSD_FILES__: ends }
  const hooks = {
    __GSD_HOOK__: idOf('look'),
    __GSD_CHECKS__: idOf('hook'),
    __GSD_READING__: idOf('reading'),
    __GSD_HEAVY__: idOf('hook-heavy'),
    __GSD_ASKING__: idOf('hook-asking'),
  }
  const tools = { __GSD_MAIN__: idOf('tools'), __GSD_WARM_UP__: idOf('warm-up') }
  await buildBoot('gsd-tools', 'boot', { ...names, ...hooks, ...tools })
  await buildBoot('gsd', 'boot-gsd', { ...names, __GSD_MAIN__: idOf('gsd') })
  const hookFile = ends.find(([, end]) => hooks.__GSD_HOOK__ < end)?.[0]
  await buildBoot('gsd-hook', 'boot-hook', { ...names, ...hooks, __GSD_HOOK_FILE__: hookFile })
}

/** Ids of the chunks that are made where an installation compiles the hot files. */
function whatRan() {
  const env = { ...process.env, GSD_CODE_CACHE: 'print' }
  const asks = asksWhatRan(join(staging, 'gsd-tools.cjs'))
  return new Set(JSON.parse(execFileSync(process.execPath, ['-e', asks], { env, encoding: 'utf8' })))
}

/** In the place of `lib/cli/hook-facts.ts`: what it answers for each row, as a table. */
async function hookFacts() {
  const { POINTS, RUNTIME_IDS, hookFactsOf } = await importLibrary({
    'lib/runtimes/hooks.js': ['POINTS'],
    'lib/runtimes/all.js': ['RUNTIME_IDS'],
    'lib/cli/hook-facts.js': ['hookFactsOf'],
  })
  const rows = RUNTIME_IDS.map((id) => [id, hookFactsOf(id)]).filter(([, facts]) => facts !== null)
  // Names of events in the order of the moments, and once what several rows say alike.
  const named = (events) => `named(${JSON.stringify(POINTS.map((point) => (events[point] ?? []).join('|')).join(' '))})`
  const textsOf = (facts) =>
    Object.entries(facts).map(([name, value]) => [name, name === 'events' ? named(value) : JSON.stringify(value)])
  const texts = rows.flatMap(([, facts]) => textsOf(facts).map(([, text]) => text))
  const shared = [...new Set(texts)].filter((text) => text.length > 40 && texts.indexOf(text) < texts.lastIndexOf(text))
  const parts = shared.map((text, at) => `const shared${at}=()=>(${text});`).join('')
  const table = rows.map(([id, facts]) => {
    const fields = textsOf(facts).map(
      ([name, text]) => `${name}:${shared.includes(text) ? `shared${shared.indexOf(text)}()` : text}`,
    )
    return `${JSON.stringify(id)}:()=>({${fields}})`
  })
  const contents = `import { POINTS } from '../runtimes/hooks.js'
const named=(text)=>{const names=text.split(' ');return Object.fromEntries(POINTS.map((point,at)=>[point,names[at]?names[at].split('|'):[]]))};
${parts}const rows={${table}};export const hookFactsOf=(id)=>Object.hasOwn(rows,id)?rows[id]():null`
  return {
    name: 'hook-facts',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]lib[\\/]cli[\\/]hook-facts\.ts$/ }, ({ path }) => ({
        contents,
        loader: 'js',
        resolveDir: dirname(path),
      })),
  }
}

/** In the place of `lib/runtimes/callers.ts`: what it holds, without the rows that say so. */
async function callers() {
  const { CALLERS } = await importLibrary({ 'lib/runtimes/callers.js': ['CALLERS'] })
  const contents = `export const CALLERS = ${JSON.stringify(CALLERS)}`
  return {
    name: 'callers',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]lib[\\/]runtimes[\\/]callers\.ts$/ }, () => ({ contents, loader: 'js' })),
  }
}

/** In the place of `lib/features/all.ts`: what features look at at moments of a session, without their verbs. */
async function featureHooks() {
  const { FEATURES } = await importLibrary({ 'lib/features/all.js': ['FEATURES'] })
  const ids = FEATURES.filter(({ hooks }) => hooks !== null).map(({ id }) => id)
  const imports = ids.map((id, at) => `import { checks as of${at} } from './${id}/hooks.js'`)
  const contents = `${imports.join('\n')}\nexport const FEATURES = [${ids.map((_, at) => `{ hooks: () => of${at} }`)}]`
  return {
    name: 'feature-hooks',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]lib[\\/]features[\\/]all\.ts$/ }, ({ path }) => ({
        contents,
        loader: 'js',
        resolveDir: dirname(path),
      })),
  }
}

/** Every chunk as CommonJS, by id. The hook program shares no chunk with the verbs: it would have to read all that lies in a file with it. */
async function bundled(names) {
  const programs = {
    tools: 'lib/cli/tools.ts',
    'warm-up': 'lib/cli/warm-up.ts',
    gsd: 'lib/cli/gsd.ts',
    'hook-heavy': 'lib/cli/hook-heavy.ts',
    'hook-asking': 'lib/cli/hook-asking.ts',
    ...Object.fromEntries([...WRITING, ...SELDOM].map((path) => [basename(path, '.ts'), path])),
    ...hooksOfFeatures(root),
  }
  const verbs = await chunksOf('', programs, [await callers()], names)
  const entries = {
    look: 'lib/cli/hook-look.ts',
    hook: 'lib/cli/hook.ts',
    reading: 'lib/cli/hook-reading.ts',
    ...SAYING,
  }
  const hook = await chunksOf('hook-', entries, [await hookFacts(), await featureHooks()])
  const inputs = { ...verbs.metafile.inputs, ...hook.metafile.inputs }
  return {
    metafile: { ...verbs.metafile, inputs },
    codes: new Map([...verbs.codes, ...hook.codes]),
    hookPlaces: placeHooks(hook.metafile),
  }
}

async function chunksOf(prefix, entries, plugins, names = {}) {
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, path]) => [`chunks/${name}`, path])),
    outdir: staging,
    // Its other build loads its parts by paths that no bundle has.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    minify: true,
    keepNames: false,
    outExtension: { '.js': '.cjs' },
    chunkNames: `chunks/${prefix}[name]-[hash]`,
    define: { __GSD_VERSION__: JSON.stringify(version), ...names },
    plugins,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const codes = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'neutral',
        target: 'node20.12',
        supported: { 'dynamic-import': false },
        define: { 'import.meta.dirname': '__dirname' },
      })
      return [basename(path, '.cjs'), code]
    }),
  )
  return { metafile, codes: new Map(codes) }
}

/** The entry of a program is a file of its own that shares nothing: whatever it loads may come from compiled code. An old node must be able to read it. */
async function buildBoot(name, entry, names) {
  // Said before anything else is read, because what follows are words that it does not know.
  const oldNode =
    '!function(v){if(v[0]<20||v[0]==20&&v[1]<12){process.stderr.write("gsd-pack: Node 20.12 or newer is needed, this is "+v.join(".")+"\\n");process.exit(70)}}(process.versions.node.split("."));'
  await build({
    absWorkingDir: root,
    entryPoints: [`lib/cli/${entry}.ts`],
    outfile: join(staging, `${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node10',
    banner: { js: oldNode },
    minify: true,
    define: {
      'import.meta.dirname': '__dirname',
      ...Object.fromEntries(Object.entries(names).map(([key, file]) => [key, JSON.stringify(file)])),
    },
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/** A program that shares nothing with the others, in one file. Answers its bytes and the files that it is made of. */
async function standalone(entry) {
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: [`lib/cli/${entry}.ts`],
    outdir: staging,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.12',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  return { bytes: outputFiles[0].contents, inputs: Object.keys(metafile.inputs) }
}

/** What draws pictures is one file that only the package brings; an installed copy knows it by its digest. */
async function buildPictures() {
  const { bytes, inputs } = await standalone('gsd/board/pictures')
  await writeFile(join(staging, 'gsd-pictures.cjs'), bytes)
  return { inputs, digest: createHash('sha256').update(bytes).digest('hex') }
}

/** What runs extensions is started as a program and as its own threads. */
async function buildHost() {
  const { bytes, inputs } = await standalone('extension-host')
  await writeFile(join(staging, 'gsd-ext.cjs'), bytes)
  return inputs
}

/** What speaks MCP, with its library: compressed, one action loads it. */
async function buildMcp() {
  const { bytes, inputs } = await standalone('mcp-server')
  await writeFile(join(staging, 'gsd-mcp.cjs.br'), brotliCompressSync(bytes))
  return inputs
}

/** What authors of extensions import: one module and its types. */
async function buildApi() {
  const source = 'lib/core/extensions/api.ts'
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: join(staging, 'extension.mjs'),
    format: 'esm',
    target: 'node20.12',
    logLevel: 'warning',
  })
  const folder = join(staging, 'types')
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const words = [
    '--ignoreConfig',
    '--declaration',
    '--emitDeclarationOnly',
    '--strict',
    '--target',
    'es2022',
    '--outDir',
    folder,
  ]
  execFileSync(process.execPath, [compiler, ...words, join(root, source)])
  await rename(join(folder, 'api.d.ts'), join(staging, 'extension.d.ts'))
  await rm(folder, { recursive: true })
}

/** A chunk hands out what its exports are once it has run. Those of a library stay within the chunk of the one file that imports it. */
function refuseMovingExports(inputs) {
  const own = inputs.filter((path) => !path.startsWith('node_modules/'))
  const moving = own.find((path) => /^export let\b/m.test(readFileSync(join(root, path), 'utf8')))
  if (moving !== undefined) throw new Error(`${moving} exports a variable that may change, which chunks cannot pass on`)
}

/** `text` is one expression; esbuild would drop it, were it not assigned. */
async function minified(text) {
  const { code } = await transform(`$file = ${text}`, { minify: true, target: 'node20.12' })
  return `(${ascii(code).replace(/^\$file=|;\n$/g, '')})`
}

/** One byte a character, which V8 keeps and reads as it is; esbuild escapes what stands in strings, but not in regular expressions. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
