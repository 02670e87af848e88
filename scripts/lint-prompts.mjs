// Lints the prompt sources: one line a finding, exit 1 when there is any.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(join(root, 'node_modules', '.lint-prompts-'))
const outfile = join(folder, 'lint.mjs')
try {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        "export { findingText, lintPrompts } from './lib/assets/lint.js'",
        "export { loadAssets } from './lib/assets/pack.js'",
        "export { callChecker } from './lib/cli/check-call.js'",
        "export { sourcesIn } from './lib/node/pack.js'",
        "export { RUNTIMES } from './lib/runtimes/all.js'",
      ].join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.12',
    // The addon's loader and other CommonJS parts call require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'warning',
  })
  const { callChecker, findingText, lintPrompts, loadAssets, RUNTIMES, sourcesIn } = await import(
    pathToFileURL(outfile)
  )
  const assets = loadAssets(sourcesIn(root))
  const findings = lintPrompts({ assets, runtimes: Object.values(RUNTIMES), checkCall: await callChecker() })
  for (const finding of findings) console.log(findingText(finding))
  console.error(`${assets.all.length} prompts, ${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
