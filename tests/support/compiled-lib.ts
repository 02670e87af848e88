// Lets Node itself load `lib/`, compiled once per run. If the test runner loaded it, calls between its files would be slower, and workers would start later.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'vitest/config'

const ROOT = join(import.meta.dirname, '../..')
const LIB = join(ROOT, 'lib')
/** Below `node_modules`, so that imports of packages resolve. */
const COMPILED = join(ROOT, 'node_modules/.cache/lib')

export const compiledLib = (define: Record<string, string>): Plugin => ({
  name: 'compiled-lib',
  enforce: 'pre',
  configResolved: () => compile(define),
  async resolveId(source, importer) {
    if (!source.startsWith('.')) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    if (found === null || relative(LIB, found.id).startsWith('..')) return found
    return { id: join(COMPILED, relative(LIB, found.id)).replace(/\.tsx?$/, '.js'), external: true }
  },
})

/** Compiles `lib/`. Another run may be reading the output, so unchanged files are left alone, and a rename replaces each changed one. */
async function compile(define: Record<string, string>): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/**/*.ts', 'lib/**/*.tsx'],
    outdir: COMPILED,
    write: false,
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'inline',
    define,
  })
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
  const made = new Set(outputFiles.map(({ path }) => path))
  for (const { parentPath, name } of readdirSync(COMPILED, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    const path = join(parentPath, name)
    if (path.endsWith('.js') && !made.has(path)) rmSync(path)
  }
  // The scanner looks for its addon above its own folder.
  const addon = join(COMPILED, '../native')
  if (existsSync(addon)) return
  rmSync(addon, { force: true })
  symlinkSync('../../native', addon)
}
