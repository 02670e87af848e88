// Builds dist/: the CommonJS bundles that land in a runtime's home. ESM splitting keeps every verb in a lazy chunk; each chunk is then
// rewritten to CommonJS, which starts faster than ESM and can carry V8 cached data.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packChunks, placeChunks, verbFiles } from './build/packs.mjs'
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
  await mkdir(join(staging, 'chunks'), { recursive: true })
  const { codes, metafile } = await bundled()
  const { files, nameOf } = packChunks(codes, placeChunks(metafile, codes, verbFiles(root)))
  await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(staging, name), code)))
  await buildBoot('gsd-tools', 'boot', { __GSD_MAIN__: nameOf('tools'), __GSD_WARM_UP__: nameOf('warm-up') })
  await buildBoot('gsd', 'boot-gsd', { __GSD_MAIN__: nameOf('gsd') })
  await writeFile(join(staging, 'NOTICE.txt'), noticesOf(root, Object.keys(metafile.inputs)))
  const old = join(root, `dist.old-${process.pid}`)
  if (existsSync(dist)) await rename(dist, old)
  await rename(staging, dist)
  await rm(old, { recursive: true, force: true })
} finally {
  await rm(staging, { recursive: true, force: true })
}

/** Every chunk as CommonJS, by id. */
async function bundled() {
  const { metafile, outputFiles } = await build({
    metafile: true,
    write: false,
    absWorkingDir: root,
    entryPoints: {
      'chunks/tools': 'lib/cli/tools.ts',
      'chunks/warm-up': 'lib/cli/warm-up.ts',
      'chunks/gsd': 'lib/cli/gsd.ts',
    },
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
  const codes = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'node',
        target: 'node20.12',
        supported: { 'dynamic-import': false },
        define: { 'import.meta.dirname': '__dirname' },
      })
      const late = await transform(sharedLoaders(linkedLate(code)), { format: 'cjs', minify: true })
      return [basename(path, '.cjs'), ascii(late.code)]
    }),
  )
  return { metafile, codes: new Map(codes) }
}

/** The entry of a program is a file of its own that shares nothing: whatever it loads may come from compiled code. */
async function buildBoot(name, entry, names) {
  await build({
    absWorkingDir: root,
    entryPoints: [`lib/cli/${entry}.ts`],
    outfile: join(staging, `${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.12',
    minify: true,
    define: {
      'import.meta.dirname': '__dirname',
      ...Object.fromEntries(Object.entries(names).map(([key, file]) => [key, JSON.stringify(file)])),
    },
    legalComments: 'none',
    logLevel: 'warning',
  })
}

/**
 * The loaders of verbs differ in two names, so they are made by one function, which every file of chunks has: two hundred functions of their own would be a
 * tenth of the compiled code.
 */
function sharedLoaders(code) {
  const loader =
    /async \(\) => \(await Promise\.resolve\(\)\.then\(\(\) => __toESM\(require\("(\.[^"]+)"\)\)\)\)\.(\w+)/g
  return code.replace(loader, (_, path, name) => `$loader("${path}", "${name}")`)
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
