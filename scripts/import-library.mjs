// Imports parts of the library, which is TypeScript: bundled into a folder that is gone when this answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** One file that runs on its own: `contents` imports parts of the library by `./lib/…`. */
export const bundleLibrary = (contents, outfile) =>
  build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Some packages' CommonJS cannot be bundled.
    mainFields: ['module', 'main'],
    // Parts of it are written for CommonJS bundles and call require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'warning',
  })

/** `names` by the file they are exported from, below the repository. Everything is loaded at once. */
export async function importLibrary(names) {
  const folder = await mkdtemp(join(root, 'node_modules', '.library-'))
  const outfile = join(folder, 'library.mjs')
  const contents = Object.entries(names).map(([file, exports]) => `export { ${exports.join(', ')} } from './${file}'`)
  try {
    await bundleLibrary(contents.join('\n'), outfile)
    return await import(pathToFileURL(outfile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
