// Bundles one TypeScript file of the tests, so that it can run as a separate process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { lastingFolder } from './temporary.js'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

const bundles = new Map<string, Uint8Array>()

function bundleBytes(path: string): Uint8Array {
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

/** Bundles a file and returns the path of the bundle, which lasts for the tests of one file. */
export function bundlePath(path: string): string {
  const bytes = bundles.get(path) ?? bundleBytes(path)
  bundles.set(path, bytes)
  const file = join(lastingFolder('gsd-bundle-'), 'main.mjs')
  writeFileSync(file, bytes)
  return file
}
