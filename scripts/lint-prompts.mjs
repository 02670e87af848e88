// Lints the prompt sources. Prints one line for each finding, and exits with code 1 if there is any.
import { frontFindings } from './front-matter.mjs'
import { importLibrary, root } from './import-library.mjs'

const { callChecker, findingText, lintPrompts, loadAssets, RUNTIME_IDS, runtimeOf, sourcesIn } = await importLibrary({
  'scripts/prompt-lint/lint.js': ['findingText', 'lintPrompts'],
  'lib/assets/pack.js': ['loadAssets'],
  'lib/node/pack.js': ['sourcesIn'],
  'scripts/prompt-lint/check-call.js': ['callChecker'],
  'lib/runtimes/all.js': ['RUNTIME_IDS', 'runtimeOf'],
})
const assets = loadAssets(sourcesIn(root))
const findings = lintPrompts({ assets, runtimes: RUNTIME_IDS.map(runtimeOf), checkCall: await callChecker() })
const texts = [...findings.map(findingText), ...assets.all.flatMap(frontFindings)]
for (const text of texts) console.log(text)
console.error(`${assets.all.length} prompts, ${texts.length} findings`)
process.exitCode = texts.length === 0 ? 0 : 1
