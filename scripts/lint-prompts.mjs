// Lints the prompt sources: one line a finding, exit 1 when there is any.
import { importLibrary, root } from './import-library.mjs'

const { callChecker, findingText, lintPrompts, loadAssets, RUNTIME_IDS, runtimeOf, sourcesIn } = await importLibrary({
  'lib/assets/lint.js': ['findingText', 'lintPrompts'],
  'lib/assets/pack.js': ['loadAssets'],
  'lib/cli/check-call.js': ['callChecker'],
  'lib/node/pack.js': ['sourcesIn'],
  'lib/runtimes/all.js': ['RUNTIME_IDS', 'runtimeOf'],
})
const assets = loadAssets(sourcesIn(root))
const findings = lintPrompts({ assets, runtimes: RUNTIME_IDS.map(runtimeOf), checkCall: await callChecker() })
for (const finding of findings) console.log(findingText(finding))
console.error(`${assets.all.length} prompts, ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
