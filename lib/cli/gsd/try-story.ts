// The story of `gsd try`: the user's order, and the charter, code and proofs that the scripted model writes.

const WORDS = 'export const words = (text) => text.split(/\\s+/).filter(Boolean).length\n'

const TOTAL = `
export const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const report = (counts) =>
  [...Object.entries(counts), ['total', total(counts)]].map(([name, count]) => \`\${count} \${name}\`).join(', ')
`

const CLI = `import { readFileSync } from 'node:fs'
import { report, words } from './tally.js'

const paths = process.argv.slice(2)
const counts = Object.fromEntries(paths.map((path) => [path, words(readFileSync(path, 'utf8'))]))
console.log(paths.length === 1 ? counts[paths[0]] : report(counts))
`

const tests = (name: string, ...bodies: readonly string[]): string =>
  `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { ${name} } from './tally.js'\n
${bodies.map((body) => `test(${body})\n`).join('')}`

// `files` of the first phase have a fault, which `repair` fixes. `tries`: an ordinary call and an awkward one.
// `probe`: code of tally.js, and a faulty replacement that the tests must notice.
const PHASES = [
  {
    title: 'Count one file',
    goal: 'A writer sees how long a text is',
    requirement: 'It prints the number of words in a file; an empty file has 0',
    criterion: 'A file of three words gives 3',
    files: {
      'package.json': '{ "type": "module" }\n',
      'three.txt': 'one two three\n',
      'poem.txt': 'so much depends\nupon\n',
      'empty.txt': '',
      'tally.js': WORDS.replace('.filter(Boolean)', ''),
      'cli.js': `import { readFileSync } from 'node:fs'\nimport { words } from './tally.js'\n
console.log(words(readFileSync(process.argv[2], 'utf8')))\n`,
      'words.test.js': tests(
        'words',
        "'three words count as 3', () => assert.equal(words('one two three'), 3)",
        "'an empty file has 0 words', () => assert.equal(words(''), 0)",
      ),
    },
    repair: { files: { 'tally.js': WORDS }, message: 'an empty file has no words' },
    tries: ['node cli.js three.txt', 'node cli.js empty.txt'],
    probe: ['.filter(Boolean)', ''],
  },
  {
    title: 'Count several files',
    goal: 'A writer sees how long each chapter and the whole book are',
    requirement: 'For several files, it prints the word count of each, and the total',
    criterion: 'Two files give two numbers and their total',
    files: {
      'tally.js': WORDS + TOTAL,
      'cli.js': CLI,
      'report.test.js': tests(
        'report',
        "'each file has a count, and there is a total', () => assert.equal(report({ a: 3, b: 4 }), '3 a, 4 b, 7 total')",
      ),
    },
    tries: ['node cli.js three.txt poem.txt', 'node cli.js three.txt empty.txt'],
    probe: ['sum + count', 'sum'],
  },
]

export const PARTS = PHASES.map((part) => ({ repair: null, ...part }))
export type Part = (typeof PARTS)[number]

export const ORDER = 'A word counter. One file first, then several. Do it all, ask nothing.'

export const CHARTER = `# Tally
Counts the words of text files, for people who write.

Core value: the number is right
## Order
> ${ORDER}

Scope: all
## Requirements
### Counting
${PARTS.map(({ requirement }, n) => `- **CNT-0${n + 1}**: ${requirement}`).join('\n')}
## Phases
${PARTS.map(
  ({ title, goal, criterion }, n) =>
    `### Phase ${n + 1}: ${title}\n\nGoal: ${goal}\nRequirements: CNT-0${n + 1}\n1. ${criterion}\n`,
).join('\n')}
## Checks
- \`node --test\`
## Settings
- mode: yolo
`

export const proofOf = ({ goal }: Part, [tried, awkward, probe]: readonly string[]): string => `**Goal:** yes: ${goal}
## Observable Truths
- **1:** holds
  - tried: ${tried}
  - awkward: ${awkward}
## Probes
- ${probe}
`
