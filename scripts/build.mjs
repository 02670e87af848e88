// Builds dist/: a bundle for `gsd-tools` and one for hooks with V8's compiled code of both, packed bundles for what is started seldom, and a small file that
// starts each program.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, crc32 } from 'node:zlib'
import { noticesOf } from './notices.mjs'
import { extensionPaths, packed, sourcePaths } from './sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(join(root, 'node_modules/esbuild'))) {
  console.error('esbuild is not installed yet: run `npm install` first')
  process.exit(1)
}
const { build } = await import('esbuild')
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** An old node says so before it reads anything it does not understand. */
const OLD_NODE =
  '!function(v){if(v[0]<20||v[0]==20&&v[1]<19){process.stderr.write("gsd-pack: Node 20.19 or newer is needed, this is "+v.join(".")+"\\n");process.exit(70)}}(process.versions.node.split("."));'

/** A bundle is one function, so that it is compiled as a script and can take V8's compiled code. */
const FUNCTION = {
  banner: { js: '(function(exports,require,module,__dirname,load,importModule){' },
  footer: { js: '})' },
}

const dist = join(root, 'dist')
const staging = join(root, `dist.tmp-${process.pid}`)
const inputs = new Set()
try {
  await mkdir(staging, { recursive: true })
  const sums = {
    program: await bundle('program', 'program', FUNCTION),
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
  await bundle('gsd-main', 'gsd', { packed: true })
  await bundle('gsd-mcp', 'mcp-server', { packed: true })
  await buildApi()
  await writeFile(join(staging, 'sources.json.br'), packed(root, sourcePaths(root)))
  await writeFile(join(staging, 'extensions.json.br'), packed(join(root, 'examples'), extensionPaths(root)))
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

/** Writes a program of one file. Answers the checksum of its text. */
async function bundle(name, entry, { define, packed: isPacked = false, ...options } = {}) {
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: [`lib/cli/${entry}.ts`],
    outdir: staging,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    define: { __GSD_VERSION__: JSON.stringify(version), 'import.meta.dirname': '__dirname', ...define },
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  })
  for (const path of Object.keys(metafile.inputs)) inputs.add(path)
  const text = ascii(outputFiles[0].text)
  if (isPacked) await writeFile(join(staging, `${name}.cjs.br`), brotliCompressSync(text))
  else await writeFile(join(staging, `${name}.cjs`), text)
  return crc32(text)
}

/** V8 reads ASCII fastest. esbuild escapes other characters everywhere but in regular expressions. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function compiled(program) {
  const env = { ...process.env, GSD_CODE_CACHE: 'print' }
  return execFileSync(process.execPath, [join(staging, `${program}.cjs`)], { env, maxBuffer: 1 << 26 })
}

/** The types that authors of extensions import. */
async function buildApi() {
  const source = 'lib/core/extensions/api.ts'
  const folder = join(staging, 'types')
  const words = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--target', 'es2022']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, ...words, '--outDir', folder, join(root, source)])
  await rename(join(folder, 'api.d.ts'), join(staging, 'extension.d.ts'))
  await rm(folder, { recursive: true })
}
