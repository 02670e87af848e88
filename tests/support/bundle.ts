// Bundles one TypeScript file of the tests, so that it can run as a process of its own.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { lastingFolder } from './temporary.js'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

const made = new Map<string, Uint8Array>()

function built(path: string): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(REPOSITORY, path)],
    write: false,
    outfile: 'main.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Some packages' CommonJS cannot be bundled.
    mainFields: ['module', 'main'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire as gsdRequire } from 'node:module'; const require = gsdRequire(import.meta.url);",
    },
  })
  return (outputFiles[0] as { readonly contents: Uint8Array }).contents
}

/** Path of the bundle, in a folder that goes away with the file's tests. */
export function bundled(path: string): string {
  const bytes = made.get(path) ?? built(path)
  made.set(path, bytes)
  const file = join(lastingFolder('gsd-bundle-'), 'main.mjs')
  writeFileSync(file, bytes)
  return file
}
