// Trees from elsewhere, hostile at random: links, pipes, second names, unfinished writes, locks, forged records and settings, weird names. Whatever a call
// answers, no byte outside the project changes, nothing outside is told, and no program that the tree names is started.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { none } from './report.mjs'

const SECRET = 'the-secret-of-somebody-else'
const LIMIT_MS = 30_000

const PHASE = '.planning/phases/01-foundation'
const FOLDERS = [
  '.planning',
  '.planning/.runtime',
  '.planning/.runtime/tx',
  '.planning/.runtime/hooks',
  '.planning/.runtime/claims',
  '.planning/.runtime/drafts',
  '.planning/.aside',
  '.planning/journal',
  '.planning/journal/objects',
  '.planning/phases',
  PHASE,
  '.planning/workstreams',
  '.planning/workstreams/web',
  '.planning/milestones',
  '.planning/todos',
  '.planning/quick',
]
const FILES = [
  '.planning/STATE.md',
  '.planning/ROADMAP.md',
  '.planning/PROJECT.md',
  '.planning/config.json',
  '.planning/ledger.jsonl',
  '.planning/.lock',
  '.planning/STATE.md.lock',
  '.planning/active-workstream',
  '.planning/.runtime/.gitignore',
  '.planning/.runtime/metrics.jsonl',
  '.planning/.runtime/hooks/s.json',
  '.planning/journal/.gitignore',
  `${PHASE}/01-02-PLAN.md`,
  `${PHASE}/01-01-SUMMARY.md`,
  `${PHASE}/01-01-VERIFY.json`,
  'CLAUDE.md',
]
const OUTWARD = [
  '../outside/new.md',
  '../home/.bashrc',
  '/tmp/gsd-elsewhere-canary',
  '.git/hooks/pre-commit',
  '.GIT/hooks/post-checkout',
  '.planning/../../outside/keep/a.md',
  '.planning\\..\\..\\x',
  '.planning/.lock',
  '.planning/.runtime/tx/20260101000000-00000000/intent.json',
  '.planning/a\0b',
  'src/x.sh',
  'C:/x.md',
  '.planning/STATE.md',
  '.planning/ledger.jsonl',
  'CLAUDE.md',
]
const NAMES = [
  'a\nb',
  'a\u001b[31mb',
  '\u202egnp.md',
  'é\u0301',
  '-rf',
  '$(touch canary)',
  '`touch canary`',
  'a;touch canary',
  'x'.repeat(200),
  ' ',
  '...',
  'CON',
  'nul.md',
  '%2e%2e',
]
const CALLS = [
  ['next'],
  ['state', 'json'],
  ['validate', 'health'],
  ['fsck'],
  ['log'],
  ['progress'],
  ['roadmap', 'analyze'],
  ['brief', 'execute-phase', '1'],
  ['config', 'set', 'mode', 'interactive'],
  ['state', 'add-decision', '--phase', '1', '--summary', 'x'],
  ['metrics', 'record', '--tokens', '5', '--event', 'e'],
  ['todo', 'add', 'x'],
  ['undo', '--last', '1'],
  ['adopt'],
  ['instructions', 'generate', '--output', 'CLAUDE.md'],
  ['workstream', 'create', 'api', '--migrate-name', 'core'],
  ['fsck', '--repair'],
  ['state', 'record-session', '--stopped-at', 'here'],
]
const EVENTS = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: 'src/part-01.ts' },
    tool_response: 'x',
  },
  {
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: '.planning/STATE.md', content: '# S\n' },
  },
  { hook_event_name: 'SessionEnd', reason: 'exit' },
]

export async function run({ library, scratch, tools, smoke, seed }) {
  const { execute, randomOf, OURS } = library
  const random = randomOf(seed)
  const trees = smoke ? 25 : 600
  const wrong = []
  const told = []
  const crashes = []
  const late = []
  let calls = 0
  for (let tree = 0; tree < trees; tree++) {
    const box = mkdtempSync(join(scratch, 'elsewhere-'))
    const [project, home, outside] = ['project', 'home', 'outside'].map((name) => join(box, name))
    plant(project, OURS)
    plant(outside, {
      'keep/a.md': `# ${SECRET}\n`,
      'keep/b/c.json': `{"a":"${SECRET}"}`,
      // A second name is a file of the project like any other: it may be read, and the first one keeps its bytes.
      'plain.md': '# Plain\n',
      'log.jsonl': `${SECRET}\n`,
      'config.json': `{"mode":"${SECRET}"}`,
    })
    plant(home, { '.bashrc': `# ${SECRET}\n`, '.env': `A=${SECRET}\n` })
    const done = []
    for (let times = 1 + random.below(5); times > 0; times--) done.push(spoil({ project, outside, random, OURS }))
    const hasPipe = done.some((one) => one.startsWith('pipe'))
    const before = around(box)
    const name = (words) => `seed ${seed}, tree ${tree} (${done.join('; ')}), ${words}`
    // What may hang is started as a process of its own, everything else within this one.
    for (const words of pick(CALLS, hasPipe ? 3 : 8, random)) {
      calls++
      const { exit, text } = hasPipe ? await started(tools, words, project, home, '') : await inside(words)
      if (exit === 'late') late.push(name(words.join(' ')))
      if (exit === 70) crashes.push(`${name(words.join(' '))}: ${text.slice(0, 300)}`)
      if (text.includes(SECRET)) told.push(name(words.join(' ')))
    }
    for (const event of pick(EVENTS, smoke ? 1 : 2, random)) {
      calls++
      const said = JSON.stringify({ session_id: 's', cwd: project, ...event })
      const { exit, text } = await started(join(dirname(tools), 'gsd-hook.cjs'), ['claude'], project, home, said)
      if (exit === 'late') late.push(name(event.hook_event_name))
      if (exit !== 0 && exit !== 'late') crashes.push(`${name(event.hook_event_name)}: exit ${exit}`)
      if (text.includes(SECRET)) told.push(name(event.hook_event_name))
    }
    const after = around(box)
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[path] !== after[path]) wrong.push(`${name('')} ${path}: ${before[path]} → ${after[path]}`)
    rmSync(box, { recursive: true, force: true })

    async function inside(argv) {
      try {
        const { exit, stdout, stderr } = await execute({
          argv,
          env: { PATH: process.env.PATH, HOME: home },
          cwd: project,
          bin: dirname(tools),
          script: tools,
        })
        return { exit, text: stdout + stderr }
      } catch (error) {
        return { exit: 70, text: String(error.stack) }
      }
    }
  }
  return [
    none('bytes outside of the project that changed, canaries that ran', calls, wrong),
    none('calls that told what lies outside', calls, told),
    none('crashes and internal errors', calls, crashes),
    none(`calls that did not end in ${LIMIT_MS / 1000} s`, calls, late),
  ]
}

/** One thing that is wrong with the tree; answers what. */
function spoil({ project, outside, random, OURS }) {
  const put = (path, make) => {
    try {
      rmSync(join(project, path), { recursive: true, force: true })
      mkdirSync(dirname(join(project, path)), { recursive: true })
      make(join(project, path))
    } catch {
      // An earlier one is in the way.
    }
  }
  const canary = { run: ['touch', join(outside, 'canary')] }
  const ways = {
    'folder link': (path = random.pick(FOLDERS)) =>
      put(path, (at) => symlinkSync(join(outside, random.pick(['keep', 'keep/b', 'new'])), at)),
    'file link': (path = random.pick(FILES)) =>
      put(path, (at) =>
        symlinkSync(join(outside, random.pick(['keep/a.md', 'log.jsonl', 'config.json', 'new', '../home/.env'])), at),
      ),
    'second name': (path = random.pick(FILES.filter((one) => !one.endsWith('.lock')))) =>
      put(path, (at) => linkSync(join(outside, 'plain.md'), at)),
    pipe: (path = random.pick(FILES)) => put(path, (at) => spawnSync('mkfifo', [at])),
    'wrong kind': () =>
      random.below(2) === 0
        ? put(random.pick(FILES), (at) => mkdirSync(at))
        : put(random.pick(FOLDERS), (at) => writeFileSync(at, 'x')),
    'unfinished write': () => {
      const id = random.pick(['20260101000000-0123abcd', '20260101000000-0123abce', 'evil', '..x'])
      const path = random.pick(OUTWARD)
      const staged = random.pick(['0', '0', '../../../../../home/.env', '/etc/hostname', '..', '1'])
      const before = random.below(2) === 0 || OURS[path] === undefined ? null : sha(OURS[path])
      const intent = {
        v: 1,
        id,
        files: random.below(3) === 0 ? [] : [{ path, before, after: sha('evil\n'), staged }],
        appends: random.below(2) === 0 ? [] : [{ path: random.pick(OUTWARD), text: 'evil\n' }],
        folders: random.below(3) === 0 ? [random.pick([...OUTWARD, '../outside/keep', '../home'])] : [],
      }
      const text = random.below(4) === 0 ? JSON.stringify(intent).slice(0, random.below(200)) : JSON.stringify(intent)
      put(`.planning/.runtime/tx/${id}/0`, (at) => writeFileSync(at, 'evil\n'))
      put(`.planning/.runtime/tx/${id}/intent.json`, (at) => writeFileSync(at, text))
    },
    lock: () => {
      const owner = {
        pid: random.pick([999_999_999, 0, -1, '1', 1.5]),
        host: random.pick([hostname(), 7, undefined]),
        token: random.pick(['../../../outside/x/y', '/tmp/gsd-elsewhere-canary/x', 'a/b', '0123456789abcdef', 3]),
        acquired: random.pick(['2099-01-01T00:00:00Z', 'x']),
      }
      put(random.pick(['.planning/.lock', '.planning/STATE.md.lock', '.planning/.lock.0123456789abcdef']), (at) =>
        // One that names nobody is waited for half a minute; that it ends is another test's matter.
        writeFileSync(at, JSON.stringify(owner.pid === 999_999_999 ? owner : { ...owner, pid: 999_999_999 })),
      )
    },
    'forged records': () => {
      put('.planning/ledger.jsonl', (at) =>
        writeFileSync(
          at,
          `{"v":1,"n":2,"h":"x"}\t{}\n{"kind":"claim","path":"../../outside/new"}\n${'['.repeat(3000)}\n`,
        ),
      )
      put('.planning/.runtime/claims/execute-plan-01-02.json', (at) =>
        writeFileSync(
          at,
          JSON.stringify({
            unitType: 'execute-plan',
            unitId: '01-02',
            token: '../../../outside/x',
            drafts: '../../outside/keep',
            expects: ['../../../outside/new.md'],
          }),
        ),
      )
      put(`${PHASE}/01-01-VERIFY.json`, (at) =>
        writeFileSync(at, JSON.stringify({ verdict: 'passed', checks: [canary] })),
      )
    },
    settings: () =>
      put('.planning/config.json', (at) =>
        writeFileSync(
          at,
          JSON.stringify({
            planning_schema: 1,
            verification: { commands: [canary.run] },
            workflow: { plan_bounce: true, plan_bounce_script: `touch ${join(outside, 'canary')}` },
            claude_md_path: random.pick(OUTWARD),
            planning: { sub_repos: ['../outside', '/', '..'] },
            git: { hooks_path: join(outside, 'keep') },
            response_language: '\u001b[2Jx',
          }),
        ),
      ),
    name: () =>
      put(
        `.planning/${random.pick(['phases', 'todos/pending', 'workstreams', 'milestones', '.runtime/claims', 'journal'])}/${random.pick(NAMES)}`,
        (at) => writeFileSync(at, random.pick(['', '# x\n', '{}', '\0'])),
      ),
    pointer: () =>
      put('.planning/active-workstream', (at) =>
        writeFileSync(at, random.pick(['../..', '/etc', 'web', 'a b', '..\\..', '\0'])),
      ),
  }
  const way = random.pick(Object.keys(ways))
  ways[way]()
  return way
}

const sha = (text) => createHash('sha256').update(text).digest('hex')

const pick = (all, count, random) => Array.from({ length: count }, () => random.pick(all))

function plant(root, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Everything beside the project by name; nothing is followed. The person's own folder of ours is where records outside of a tree belong. */
function around(box) {
  const out = {}
  const walk = (folder, path) => {
    for (const name of readdirSync(folder)) {
      const [at, here] = [join(folder, name), path === '' ? name : `${path}/${name}`]
      if (here === 'project' || here === 'home/.gsd') continue
      const found = lstatSync(at)
      if (found.isDirectory()) walk(at, here)
      out[here] = found.isSymbolicLink() ? `link ${readlinkSync(at)}` : found.isFile() ? sha(readFileSync(at)) : 'other'
    }
  }
  walk(box, '')
  for (const name of readdirSync('/tmp')) if (name.startsWith('gsd-elsewhere-canary')) out[`/tmp/${name}`] = 'made'
  return out
}

function started(program, words, cwd, home, said) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
    })
    let text = ''
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, LIMIT_MS)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text += bytes))
    child.stdin.on('error', () => {})
    child.stdin.end(said)
    child.on('close', (exit) => {
      clearTimeout(timer)
      resolve({ exit: isLate ? 'late' : exit, text })
    })
  })
}
