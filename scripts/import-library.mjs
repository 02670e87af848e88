// Imports TypeScript modules of this repository by bundling them into a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bundle = (contents, outfile) =>
  build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The CommonJS of some packages cannot be bundled.
    mainFields: ['module', 'main'],
    // Some code is written for CommonJS bundles and calls require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'warning',
  })

/** Returns one module with all exports that `names` lists by file, relative to the repository. */
export async function importLibrary(names) {
  const folder = await mkdtemp(join(root, 'node_modules', '.library-'))
  const outfile = join(folder, 'library.mjs')
  const contents = Object.entries(names).map(([file, exports]) => `export { ${exports.join(', ')} } from './${file}'`)
  try {
    await bundle(contents.join('\n'), outfile)
    return await import(pathToFileURL(outfile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
