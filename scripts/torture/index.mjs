// The index of answers and of what is known about files, against none: random edits, also such that keep size and time, then many readers at once that are killed.
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTree } from '../bench/tree.mjs'
import { child } from './children.mjs'
import { none } from './report.mjs'

const QUESTIONS = [
  ['progress'],
  ['roadmap', 'analyze'],
  ['state', 'json'],
  ['state', 'derive', '--explain'],
  ['phase', 'plan-index', '3'],
  ['requirements', 'list'],
]
/** Longer than the clock of a file system takes to tell two writes apart. */
const SETTLED_MS = 60

/** Other bytes under the same size and times. */
function quietly(path) {
  const { atime, mtime } = statSync(path)
  const bytes = readFileSync(path)
  const at = bytes.findIndex((byte) => byte >= 0x31 && byte <= 0x38)
  if (at >= 0) bytes[at] += 1
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

const EDITS = {
  append: (path) => appendFileSync(path, '\nmore\n'),
  quietly,
  swap: (path) => {
    copyFileSync(path, `${path}.new`)
    quietly(`${path}.new`)
    renameSync(`${path}.new`, path)
  },
  untick: (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('[x]', '[ ]')),
  conflict: (path) => appendFileSync(path, '\n<<<<<<< a\n=======\n>>>>>>> b\n'),
  cut: (path) => truncateSync(path, statSync(path).size >> 1),
  remove: (path) => rmSync(path),
  summary: (path) => copyFileSync(path, path.replace('-PLAN.md', '-SUMMARY.md')),
  move: (path) => path.includes('/phases/') && renameSync(dirname(path), `${dirname(path)}-moved`),
}

export async function run({ library, scratch, tools, smoke, seed }) {
  const { execute, randomOf } = library
  const random = randomOf(seed)
  const home = join(scratch, 'index-home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), GSD_INDEX: 'always' }
  const root = join(scratch, 'index-tree')
  const ask = async (words) => {
    const { exit, stdout, stderr } = await execute({ argv: words, env, cwd: root, bin: dirname(tools), script: tools })
    return `${exit} ${stdout} ${stderr}`
  }
  const plant = () => {
    rmSync(root, { recursive: true, force: true })
    writeTree(root, { phases: 6, plans: 2, seed: random.below(1e6) })
  }
  const files = () =>
    readdirSync(join(root, '.planning'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(root, '.planning', name))

  /** Ended at some moment, which may be one of keeping. */
  const killed = async (words) => {
    const started = spawn(process.execPath, [tools, ...words], { cwd: root, env, stdio: 'ignore' })
    await pause(30 + random.below(150))
    started.kill('SIGKILL')
    return null
  }

  const different = []
  const edits = smoke ? 30 : 3000
  for (let edit = 0; edit < edits; edit++) {
    if (edit % 10 === 0) plant()
    if (edit % 3 === 0) await pause(SETTLED_MS)
    const [kind, path] = [random.pick(Object.keys(EDITS)), random.pick(files())]
    if (path !== undefined) EDITS[kind](path)
    for (const words of QUESTIONS)
      for (const reader of [[], ['--reader', 'ts']]) {
        const [found, anew] = [await ask([...words, ...reader]), await ask([...words, ...reader, '--no-index'])]
        if (found !== anew) different.push(`edit ${edit}, ${kind} ${path}: ${words.join(' ')}`)
      }
  }

  plant()
  const wrong = []
  const readers = smoke ? 8 : 64
  const rounds = smoke ? 2 : 10
  for (let round = 0; round < rounds; round++) {
    const path = random.pick(files())
    if (existsSync(path)) EDITS.append(path)
    await pause(SETTLED_MS)
    const words = random.pick(QUESTIONS)
    const anew = await child([tools, ...words, '--no-index'], root, env, null)
    const all = await Promise.all(
      Array.from({ length: readers }, (_, n) =>
        n % 4 === 0 ? killed(words) : child([tools, ...words], root, env, null),
      ),
    )
    for (const found of all)
      if (found !== null && (found.stdout !== anew.stdout || found.code !== anew.code))
        wrong.push(`round ${round}: ${words.join(' ')}`)
  }
  return [
    none('answers that differ with the index and without it', edits * QUESTIONS.length * 2, different),
    none(`answers that differ among ${readers} readers at once, some of them killed`, readers * rounds, wrong),
  ]
}
