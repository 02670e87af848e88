// The native scanner against the TypeScript one: cold processes that read and scan a whole tree, as ratios against bare `node -e 0`,
// and one text of a megabyte at a time, warm. `--smoke`: few pairs, small trees.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BARE_NODE, comparePairs } from './startup.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const addon = join(root, 'native', `gsd-native.${process.platform}-${process.arch}.node`)
const smoke = process.argv.includes('--smoke')
const SIZES = smoke ? [10, 100] : [10, 1000, 20_000]
const PER_FOLDER = 20
/** What a text at its worst may cost beside prose of the same length. */
const HARD = 2

/** A file as large as planning files are (4 to 12 KB), two of three with characters beyond ASCII. */
function textOf(index) {
  const dash = index % 3 === 0 ? '-' : '—'
  const head = `---\nphase: "${index}"\nplan: "01"\nwave: 1\ndepends_on: []\n---\n\n# Phase ${index} ${dash} Plan\n\n`
  const part = (n) =>
    [
      `## Part ${n}\n\n**Goal**: The ledger balances whatever the order of postings is\n**Status:** In progress\n\n`,
      'Some sentences of prose explain what was done, why it was done that way, and what a reader of this\n',
      `file has to know before the next plan begins ${dash} not more than that, and never twice.\n\n`,
      '- [x] **REQ-01**: An account can be opened\n- [ ] **REQ-02**: It can be closed\n  1. First\n  2. Second\n\n',
      '| Phase | Status | Completed |\n|-------|--------|-----------|\n| 1. Start | Complete | 2026-01-01 |\n\n',
      '<task type="auto">\n  <name>Write it</name>\n  <action>\n```ts\nconst a = 1\n# no heading\n```\n  </action>\n</task>\n\n',
    ].join('')
  return head + Array.from({ length: 5 + (index % 10) }, (_, n) => part(n)).join('')
}

function treeOf(folder, files) {
  for (let index = 0; index < files; index++) {
    const at = join(folder, `phases/${Math.floor(index / PER_FOLDER)}`)
    if (index % PER_FOLDER === 0) mkdirSync(at, { recursive: true })
    writeFileSync(join(at, `${index}-PLAN.md`), textOf(index))
  }
}

const PROGRAM = `
import { chooseReader } from './lib/markdown/native.js'
import { openTree } from './lib/node/tree.js'
const [root, want, addon] = process.argv.slice(2)
const tree = openTree(root, chooseReader({ want: want === 'auto' ? undefined : want, candidates: [addon] }))
const paths = tree.list('phases').flatMap(({ name }) => tree.list('phases/' + name).map((file) => 'phases/' + name + '/' + file.name))
let words = 0
for (const source of tree.read(paths)) words += source.text.length + source.spans.length
if (words === 0) process.exitCode = 1
`

async function bundle(folder, name, contents) {
  const outfile = join(folder, name)
  const stdin = { contents, resolveDir: root, loader: 'ts' }
  await build({
    stdin,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    logLevel: 'error',
    logOverride: { 'empty-import-meta': 'silent' },
  })
  return outfile
}

const cell = ({ median, low, high }) => `${median.toFixed(2).padStart(6)} (${low.toFixed(2)} to ${high.toFixed(2)})`

const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-scanner-'))
try {
  const readers = existsSync(addon) ? ['ts', 'native', 'auto'] : ['ts']
  if (readers.length === 1) console.log('the addon is not built (npm run build:native): TypeScript only')
  const program = await bundle(folder, 'program.cjs', PROGRAM)
  for (const files of SIZES) {
    const tree = join(folder, `tree-${files}`)
    treeOf(tree, files)
    const pairs = smoke ? 1 : files > 10_000 ? 5 : 11
    console.log(`\n${files} files, cold process, × bare node, median (range) of ${pairs} pairs`)
    for (const reader of readers) {
      const figure = comparePairs(BARE_NODE, { argv: [process.execPath, program, tree, reader, addon] }, pairs)
      console.log(
        `  ${reader.padEnd(7)} wall ${cell(figure.wall)}   cpu ${cell(figure.cpu)}   ${figure.wallMs.median.toFixed(0)} ms`,
      )
    }
  }
  const { chooseReader, WORST } = createRequire(import.meta.url)(
    await bundle(
      folder,
      'reader.cjs',
      `export { chooseReader } from './lib/markdown/native.js'; export { WORST } from './tests/support/hard-texts.js'`,
    ),
  )
  const million = (text) => text.repeat(Math.ceil((1 << 20) / text.length)).slice(0, 1 << 20)
  const prose = million(
    'The quick brown fox jumps over the lazy dog and goes on running until it is late in the evening.\n',
  )
  const warm = readers.filter((reader) => reader !== 'auto')
  /** Milliseconds for a million characters, the best of `runs`. */
  const cost = (want, text, runs) => {
    const { scanner } = chooseReader({ want, candidates: [addon] })
    const times = Array.from({ length: runs }, () => {
      const start = process.hrtime.bigint()
      scanner.scan(text)
      return Number(process.hrtime.bigint() - start) / 1e6
    })
    return (Math.min(...times) * (1 << 20)) / text.length
  }
  const [many, some] = smoke ? [1, 1] : [15, 5]
  console.log(`\nms for 1 MB, warm, best of ${many}`)
  for (const [name, text] of Object.entries({ 'planning file': million(textOf(3)), 'plain prose': prose }))
    console.log(
      `  ${name.padEnd(14)} ${warm.map((want) => `${want} ${cost(want, text, many).toFixed(2)}`).join('   ')}`,
    )
  console.log(`\nwhat is hard to read × plain prose, best of ${some} (aim ${HARD} or less)`)
  for (const want of warm) {
    const plain = cost(want, prose, some)
    const over = Object.entries(WORST)
      .map(([name, text]) => [name, cost(want, text, some) / plain])
      .sort(([, one], [, other]) => other - one)
    const shown = over.filter(([, ratio], index) => index < 3 || ratio > HARD)
    console.log(`  ${want.padEnd(7)} ${shown.map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`).join('   ')}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
