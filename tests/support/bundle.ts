// Bundles one TypeScript file of the tests, so that it can run as a process of its own.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const REPOSITORY = new URL('../..', import.meta.url).pathname

/** Path of the bundle. */
export function bundled(path: string): string {
  const outfile = join(mkdtempSync(join(tmpdir(), 'gsd-bundle-')), 'main.mjs')
  buildSync({
    entryPoints: [join(REPOSITORY, path)],
    outfile,
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
  return outfile
}
