// Many writers on one tree, half of them killed at random moments.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleLibrary } from '../import-library.mjs'
import { child, plant } from './children.mjs'
import { none } from './report.mjs'

const STATE = '.planning/STATE.md'
const REQUIREMENTS = '.planning/REQUIREMENTS.md'
const NOTES = '.planning/phases/01-foundation/01-CONTEXT.md'

/** What writers do in turn, and how the effect is recognised. */
const KINDS = [
  {
    name: 'state add-decision',
    words: (mark) => ['state', 'add-decision', '--phase', '1', '--summary', `Choice ${mark} made`],
    shows: (files, mark) => files[STATE].includes(`Choice ${mark} made`),
  },
  {
    name: 'frontmatter set',
    words: (mark) => ['frontmatter', 'set', NOTES, `key_${mark.replace('-', '_')}`, mark],
    shows: (files, mark) => files[NOTES].includes(`key_${mark.replace('-', '_')}: `),
  },
  {
    name: 'requirements mark-complete',
    words: (mark) => [
      'requirements',
      'mark-complete',
      `TORT-${mark.replace('-', '')}`,
      '--overrule',
      '--by',
      'torture',
      '--reason',
      mark,
    ],
    shows: (files, mark) => files[REQUIREMENTS].includes(`- [x] **TORT-${mark.replace('-', '')}**`),
  },
  {
    name: 'config set',
    words: (_mark, turn) => ['config', 'set', 'mode', turn % 2 === 0 ? 'yolo' : 'interactive'],
    shows: () => true,
  },
  {
    name: 'capture add',
    words: (mark) => ['capture', 'add', '--text', `Thought ${mark} kept`],
    shows: (files, mark) =>
      Object.entries(files).some(([path, text]) => path.includes('/todos/') && text.includes(`Thought ${mark} kept`)),
  },
]

const WRITER = `
import { writeSync } from 'node:fs'
import { execute } from './lib/cli/execute.js'
const [project, tools, calls] = process.argv.slice(2)
writeSync(1, '\\n')
for (const { mark, kind, words } of JSON.parse(calls)) {
  const call = (argv) => execute({ argv, env: { PATH: process.env.PATH, HOME: process.env.HOME }, cwd: project, bin: tools.slice(0, tools.lastIndexOf('/')), script: tools })
  let { exit, stdout, stderr } = await call(words)
  let document = JSON.parse(stdout)
  if (document.error?.word !== undefined) {
    ;({ exit, stdout, stderr } = await call([...words, '--agree', document.error.word]))
    document = JSON.parse(stdout)
  }
  writeSync(1, JSON.stringify({ mark, kind, exit, journal: document.journal ?? null, error: document.error?.code ?? null, stderr: exit === 0 ? '' : stderr.slice(0, 200) }) + '\\n')
}
`

export async function run({ library, folder, tools, smoke, seed }) {
  const { OURS, randomOf, readLog, sha256 } = library
  const random = randomOf(seed)
  const writers = smoke ? 12 : 64
  const each = smoke ? 10 : 50
  const bundle = join(folder, 'writer.mjs')
  await bundleLibrary(WRITER, bundle)
  const home = join(folder, 'home')
  mkdirSync(join(home, '.gsd'), { recursive: true })
  // Nobody sits here who could type a word.
  writeFileSync(join(home, '.gsd/config.json'), '{"consent":{"agent_word":true}}')
  const env = { PATH: process.env.PATH, HOME: home }
  const kinds = KINDS.filter(
    ({ words }) =>
      spawnSync(process.execPath, [tools, ...words('0-0', 0).slice(0, 2), '--help'], { env, cwd: folder }).status === 0,
  )

  const project = join(folder, 'shared')
  const marks = (writer) =>
    Array.from({ length: each }, (_, index) => `${String(writer).padStart(2, '0')}-${String(index).padStart(2, '0')}`)
  plant(project, withRequirements(OURS, Array.from({ length: writers }, (_, writer) => marks(writer)).flat()))

  const started = performance.now()
  const reports = await Promise.all(
    Array.from({ length: writers }, (_, writer) => {
      const calls = marks(writer).map((mark, index) => {
        const kind = (writer + index) % kinds.length
        return { mark, kind, words: kinds[kind].words(mark, index) }
      })
      // Whoever is killed dies somewhere between its start and, on a quick machine, its last write.
      const killAfter = writer % 2 === 1 ? 300 + random.below(smoke ? 4_000 : 45_000) : null
      return child([bundle, project, tools, JSON.stringify(calls)], project, env, killAfter)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const answers = reports.flatMap(({ stdout }) =>
    stdout
      .split('\n')
      .slice(0, -1)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
  const committed = answers.filter(({ exit }) => exit === 0)
  const refused = answers.filter(({ exit }) => exit !== 0)
  const locked = refused.filter(({ error }) => error === 'LOCKED')
  const killed = reports.filter(({ signal }) => signal === 'SIGKILL').length
  const unfinished = reports.filter(({ signal, code }) => signal !== 'SIGKILL' && code !== 0)

  // One more write clears away what the killed left, as any next write does.
  const next = spawnSync(
    process.execPath,
    [tools, 'state', 'add-decision', '--phase', '1', '--summary', 'The last word'],
    { cwd: project, env, encoding: 'utf8' },
  )
  const files = readAll(project)
  const lost = committed
    .filter(({ mark, kind }) => !kinds[kind].shows(files, mark))
    .map(({ mark, kind }) => `${kinds[kind].name} ${mark}`)
  const journal = Object.entries(files)
    .filter(([path]) => /journal\/[^/]*\.jsonl$/.test(path))
    .flatMap(([, text]) => readLog(text, sha256).lines.map(({ payload }) => payload.id))
  const unjournaled = committed
    .filter(({ journal: id }) => id !== null && !journal.includes(id))
    .map(({ mark }) => mark)
  const leftOvers = Object.keys(files).filter(
    (path) => /\.lock(\.|$)/.test(path) || path.includes('.runtime/tx/') || path.endsWith('.tmp'),
  )
  const checked = spawnSync(process.execPath, [tools, 'fsck'], { cwd: project, env, encoding: 'utf8' })
  const fsck = JSON.parse(checked.stdout)
  const broken = [
    ...(fsck.ok ? [] : [`fsck: ${JSON.stringify(fsck.findings)}`]),
    ...fsck.mismatched.map(({ path }) => `journal and file disagree: ${path}`),
    ...(fsck.ledger.absent > 0 ? [`${fsck.ledger.absent} lines of the ledger are gone`] : []),
    ...(next.status === 0 ? [] : [`the next write: ${next.stderr}`]),
    ...readable(project),
  ]

  function readable(cwd) {
    return [
      ['config', 'list'],
      ['state', 'json'],
      ['roadmap', 'analyze'],
      ['validate', 'health'],
    ].flatMap((words) => {
      const { status, stderr } = spawnSync(process.execPath, [tools, ...words], { cwd, env, encoding: 'utf8' })
      return status === 0 || (words[0] === 'validate' && status === 1) ? [] : [`${words.join(' ')}: ${stderr}`]
    })
  }

  return [
    {
      what: 'writers and writes',
      figure: `${writers} × ${each}: ${committed.length} answered, ${killed} writers killed, ${refused.length} refusals, ${seconds.toFixed(0)} s, ${(committed.length / seconds).toFixed(0)} writes a second`,
      ok: committed.length > (writers * each) / 3 && (smoke || killed > writers / 8),
    },
    none('answered writes that are not there', committed.length, lost),
    none('answered writes without a line in the journal', committed.length, unjournaled),
    none('torn files, disagreements, failing verbs', committed.length, broken),
    none('locks and unfinished writes left over', writers, leftOvers),
    {
      what: 'writes told to come again later (LOCKED)',
      figure: `${locked.length} of ${writers * each}`,
      ok: null,
    },
    none('other refusals and broken-off writers', writers * each, [
      ...refused
        .filter(({ error }) => error !== 'LOCKED')
        .map(({ mark, error, stderr }) => `${mark}: ${error} ${stderr}`),
      ...unfinished.map(({ stderr }) => stderr.slice(0, 300)),
    ]),
  ]
}

const withRequirements = (files, marks) => ({
  ...files,
  [REQUIREMENTS]: files[REQUIREMENTS]
    .replace(
      '### Accounts',
      `### Torture\n\n${marks.map((mark) => `- [ ] **TORT-${mark.replace('-', '')}**: It holds`).join('\n')}\n\n### Accounts`,
    )
    .replace(
      '| CORE-01 |',
      `${marks.map((mark) => `| TORT-${mark.replace('-', '')} | Phase 1 | Pending |`).join('\n')}\n| CORE-01 |`,
    ),
  [NOTES]: `---\nphase: "01"\n---\n\n${files[NOTES]}`,
})

const readAll = (root) =>
  Object.fromEntries(
    readdirSync(join(root, '.planning'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/objects'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )
