// Trees as they are found in the wild, damaged at random, under the verbs that people and prompts call most.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mutated } from './documents.mjs'
import { none } from './report.mjs'

const READING = [
  'next',
  'state derive --explain',
  'state json',
  'roadmap analyze',
  'phase find 1',
  'phase plan-index 1',
  'validate health',
  'config get mode',
  'adopt --dry-run',
  'log',
  'blame .planning/STATE.md status',
  'requirements coverage',
  'progress',
]
const WRITING = [
  'state add-decision --summary x',
  'state record-session --stopped-at here',
  'config set mode yolo',
  'requirements mark-complete CORE-01 --overrule --by me --reason seen',
  'adopt',
  'frontmatter set .planning/STATE.md probe 1',
  'undo --last 1',
  'fsck',
]
const SLOW_MS = 5000

export async function run({ library, scratch, smoke, seed }) {
  const { execute, randomOf, OURS, OLDER } = library
  const random = randomOf(seed)
  const bases = [OURS, OLDER]
  const trees = smoke ? 25 : 1500
  const crashes = []
  const silent = []
  const slow = []
  const wrote = []
  let calls = 0
  let done = 0
  for (let tree = 0; tree < trees; tree++) {
    const root = mkdtempSync(join(scratch, 'tree-'))
    const home = join(root, 'home')
    const project = join(root, 'project')
    mkdirSync(home)
    plant(project, damaged(random.pick(bases)))
    for (const words of [...READING, ...WRITING]) {
      const name = `tree ${tree}, ${words}`
      const before = READING.includes(words) ? stateOf(project) : null
      const started = performance.now()
      let outcome
      try {
        outcome = await execute({
          argv: words.split(' '),
          env: { PATH: process.env.PATH, HOME: home },
          cwd: project,
          bin: dirname(process.argv[1]),
          script: process.argv[1],
        })
      } catch (error) {
        crashes.push(`${name}: ${error.stack?.split('\n').slice(0, 3).join(' ')}`)
        continue
      }
      calls++
      if (outcome.exit === 0) done++
      const ms = performance.now() - started
      if (ms > SLOW_MS) slow.push(`${name}: ${ms.toFixed(0)} ms`)
      if (before !== null && stateOf(project) !== before) wrote.push(name)
      if (outcome.exit === 70) crashes.push(`${name}: ${outcome.stderr.slice(0, 300)}`)
      else if (!saysSomething(outcome)) silent.push(`${name}: exit ${outcome.exit} ${outcome.stdout.slice(0, 200)}`)
    }
    rmSync(root, { recursive: true, force: true })
  }
  return [
    {
      what: 'calls',
      figure: `${calls} on ${trees} damaged trees, ${done} of them done, the others refused`,
      ok: done > calls / 4,
    },
    none('crashes and internal errors', calls, crashes),
    none('refusals without code, message and fix', calls, silent),
    none('reads that wrote', trees * READING.length, wrote),
    none(`calls slower than ${SLOW_MS} ms`, calls, slow),
  ]

  function damaged(files) {
    const out = { ...files }
    for (let times = 1 + random.below(6); times > 0; times--) {
      const path = random.pick(Object.keys(out))
      const way = random.below(8)
      if (way === 0) delete out[path]
      else if (way === 1)
        out[
          path.replace(
            /phases\/[^/]*/,
            `phases/${random.pick(['01-again', '1-foundation', 'ABC-01-x', '01.1-b', '99-z', 'junk', '001-a'])}`,
          )
        ] = out[path]
      else if (way === 2) out[path] = ''
      else if (way === 3 && path.includes('phases/')) out[path.replace(/([^/]*)$/, 'plans/$1')] = out[path]
      else if (out[path] !== undefined) out[path] = mutated(out[path], random)
    }
    return out
  }
}

/** Every refusal teaches: a document, and where it is an error a code, a message and a fix. */
function saysSomething({ exit, stdout, stderr }) {
  let document
  try {
    document = JSON.parse(stdout)
  } catch {
    return false
  }
  if (exit === 0 || exit === 1) return document.error === undefined || complete(document.error)
  return complete(document.error) && stderr !== ''
}
const complete = (error) => Boolean(error?.code && error.message && error.fix)

function plant(root, files) {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(root, '.planning'), { recursive: true })
}

const stateOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? `${path}\n${readFileSync(path, 'latin1')}` : path
    })
    .sort()
    .join('\n')
