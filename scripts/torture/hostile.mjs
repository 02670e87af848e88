// Input that means harm: paths that lead out, links, prototypes, patterns that never end, sizes nobody writes. Each is refused in bounded time and memory.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { none } from './report.mjs'

const SECRET = 'the-secret-of-somebody-else'
const TIME_MS = 20_000
const MEMORY_MB = 800

const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'
const CONFIG = '.planning/config.json'
const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'

export async function run({ library, scratch, tools, smoke }) {
  const { execute, OURS } = library
  const rows = []
  rows.push(...(await group('paths that lead out', paths())))
  rows.push(...(await group('links', links())))
  rows.push(...(await group('endless patterns', patterns())))
  rows.push(
    ...(await group(
      'sizes',
      sizes().filter((_, index) => !smoke || index % 3 === 0),
    )),
  )
  rows.push(await prototypes())
  return rows

  /** Runs the cases of a group, each in a fresh project with a secret beside it. */
  async function group(title, cases) {
    const wrong = []
    let slowest = { ms: 0, name: '' }
    let largest = { mb: 0, name: '' }
    for (const { name, prepare, words, refuses } of cases) {
      const box = mkdtempSync(join(scratch, 'hostile-'))
      const project = join(box, 'project')
      plant(project, OURS)
      plant(box, { 'outside/secret.md': `# ${SECRET}\n`, 'outside/phases/01-x/01-01-PLAN.md': `# ${SECRET}\n` })
      prepare?.(project, box)
      const { exit, stdout, stderr, ms, mb } = await call(words, project, box)
      const told = stdout + stderr
      if (ms > slowest.ms) slowest = { ms, name }
      if (mb > largest.mb) largest = { mb, name }
      if (exit === null) wrong.push(`${name}: not done after ${TIME_MS} ms`)
      else if (mb > MEMORY_MB) wrong.push(`${name}: ${mb.toFixed(0)} MB`)
      if (told.includes(SECRET)) wrong.push(`${name}: it tells what lies outside`)
      if (changedOutside(box)) wrong.push(`${name}: it wrote outside`)
      if (exit !== null && ![0, 1, 2, 3, 4].includes(exit)) wrong.push(`${name}: exit ${exit}: ${stderr.slice(0, 300)}`)
      if (refuses === true && (exit === 0 || !errorOf(stdout)))
        wrong.push(`${name}: exit ${exit}, no clear refusal: ${told.slice(0, 200)}`)
      if (!smoke && existsSync(join(project, '.planning')) && exit !== null) {
        const again = await call(['log', '--limit', '1'], project, box)
        if (again.exit !== 0 && again.exit !== 1) wrong.push(`${name}: afterwards exit ${again.exit}`)
      }
      rmSync(box, { recursive: true, force: true })
    }
    return [
      none(`${title}: what went wrong`, cases.length, wrong),
      {
        what: `${title}: slowest, largest`,
        figure: `${slowest.ms.toFixed(0)} ms (${slowest.name}), ${largest.mb.toFixed(0)} MB (${largest.name})`,
        ok: null,
      },
    ]
  }

  function paths() {
    const outward = [
      '../outside/secret.md',
      '../../../../../../etc/passwd',
      '/etc/passwd',
      '.planning/../../outside/secret.md',
      '..\\outside\\secret.md',
      '%2e%2e/outside/secret.md',
      '~/secret',
      'file:///etc/passwd',
      './././../outside/secret.md',
    ]
    const verbs = [
      (path) => ['frontmatter', 'get', path],
      (path) => ['frontmatter', 'set', path, 'x', '1'],
      (path) => ['blame', path, 'x'],
      (path) => ['log', '--file', path],
      (path) => ['show', `@0:${path}`],
      (path) => ['undo', path],
      (path) => ['phase', 'find', path],
      (path) => ['phase', 'plan-index', path],
      (path) => ['roadmap', 'get-phase', path],
      (path) => ['state', 'add-decision', '--phase', path, '--summary', 'x'],
      (path) => ['state', 'add-decision', '--summary-file', path],
      (path) => ['config', 'get', 'mode', '--ws', path],
      (path) => ['config', 'set', path, '1'],
      (path) => ['unit', 'claim', 'execute-plan', path, '--revision', 'x'],
      (path) => ['brief', path],
      (path) => ['commit', 'x', '--files', path],
    ]
    return (smoke ? outward.slice(0, 2) : outward).flatMap((path) =>
      verbs
        .filter((_, index) => !smoke || index % 2 === 1)
        .map((verb) => ({ name: verb(path).join(' '), words: verb(path) })),
    )
  }

  function links() {
    const link = (at, to) => (project, box) => {
      rmSync(join(project, at), { recursive: true, force: true })
      mkdirSync(dirname(join(project, at)), { recursive: true })
      symlinkSync(to.startsWith('outside') ? join(box, to) : to, join(project, at))
    }
    const places = [
      ['file to outside', link(ROADMAP, 'outside/secret.md')],
      ['state to outside', link(STATE, 'outside/secret.md')],
      ['settings to outside', link(CONFIG, 'outside/secret.md')],
      ['phases to outside', link('.planning/phases', 'outside/phases')],
      ['journal to outside', link('.planning/journal', 'outside')],
      ['runtime folder to outside', link('.planning/.runtime', 'outside')],
      ['ledger to outside', link('.planning/ledger.jsonl', 'outside/secret.md')],
      ['planning folder to outside', link('.planning', 'outside')],
      ['dangling file', link(STATE, 'nowhere.md')],
      ['dangling file outside', link(STATE, 'outside/new.md')],
      ['dangling lock', link('.planning/.lock', 'nowhere')],
      ['lock to outside', link('.planning/.lock', 'outside/secret.md')],
      ['loop of a file', link(ROADMAP, 'ROADMAP.md')],
      ['loop of a folder', link('.planning/phases/01-foundation', '../phases')],
      ['folder that holds itself', link('.planning/phases/09-loop', '..')],
    ]
    const verbs = [
      ['next'],
      ['state', 'json'],
      ['validate', 'health'],
      ['state', 'add-decision', '--phase', '1', '--summary', 'x'],
      ['config', 'set', 'mode', 'interactive'],
      ['adopt'],
      ['fsck'],
    ]
    // In the shortened run nobody waits for a lock.
    return places
      .filter(([name]) => !smoke || !name.includes('lock'))
      .flatMap(([name, prepare]) =>
        (smoke ? verbs.slice(3, 4) : verbs).map((words) => ({ name: `${name}, ${words.join(' ')}`, prepare, words })),
      )
  }

  function patterns() {
    const size = smoke ? 50_000 : 400_000
    const units = [
      'a',
      ' ',
      '#',
      '# ',
      '*',
      '**a',
      '`',
      '|',
      '| a ',
      '- ',
      '- [ ] ',
      '[',
      '](',
      '<',
      '<a ',
      '<!--',
      '-->',
      '<task>',
      '</',
      '---\n',
      '\\',
      '1.',
      '> ',
      ':',
      'a: ',
      '"',
      "'",
      '{',
      '\t',
      '\r',
      '\n\n',
      '01-',
      'Phase 1: ',
      '@.planning/',
      '1.1.1.',
      '-PLAN.md ',
      '✅ ',
      '<details>\n',
    ]
    const places = [
      [ROADMAP, ['roadmap', 'analyze']],
      [STATE, ['state', 'json']],
      [PLAN, ['phase', 'plan-index', '1']],
      [CONFIG, ['config', 'get', 'mode']],
      ['.planning/REQUIREMENTS.md', ['validate', 'health']],
    ]
    return (smoke ? units.filter((_, index) => index % 9 === 0) : units).flatMap((unit) =>
      (smoke ? places.slice(0, 2) : places).map(([path, words]) => ({
        name: `${JSON.stringify(unit)} × ${size} in ${path}, ${words.join(' ')}`,
        words,
        prepare: (project) =>
          writeFileSync(
            join(project, path),
            `${path === CONFIG ? '{"mode": "' : `${OURS[path].slice(0, 400)}\n`}${unit.repeat(size / unit.length)}`,
          ),
      })),
    )
  }

  function sizes() {
    const put = (path, text) => (project) => plant(project, { [path]: text })
    const deep = smoke ? 20_000 : 100_000
    const large = Buffer.alloc(100 * 1024 * 1024, 'All work and no play.\n')
    const front = (text) => `---\n${text}\n---\n# X\n`
    return [
      {
        name: 'ROADMAP of 100 MB, analyze',
        words: ['roadmap', 'analyze'],
        prepare: put(ROADMAP, large),
        refuses: true,
      },
      {
        name: 'STATE of 100 MB, add-decision',
        words: ['state', 'add-decision', '--phase', '1', '--summary', 'x'],
        prepare: put(STATE, large),
        refuses: true,
      },
      { name: 'config of 100 MB', words: ['config', 'get', 'mode'], prepare: put(CONFIG, large), refuses: true },
      { name: 'ledger of 100 MB, next', words: ['next'], prepare: put('.planning/ledger.jsonl', large) },
      { name: 'journal of 100 MB, log', words: ['log'], prepare: put('.planning/journal/2026-01.jsonl', large) },
      { name: 'journal of 100 MB, fsck', words: ['fsck'], prepare: put('.planning/journal/2026-01.jsonl', large) },
      {
        name: 'ROADMAP of a million lines',
        words: ['roadmap', 'analyze'],
        prepare: put(ROADMAP, `${OURS[ROADMAP]}${'- a line\n'.repeat(1e6)}`),
      },
      {
        name: 'ROADMAP of a hundred thousand phases',
        words: ['roadmap', 'analyze'],
        prepare: put(ROADMAP, '- [ ] **Phase 1: a**\n'.repeat(1e5)),
      },
      {
        name: 'STATE of a million lines',
        words: ['state', 'json'],
        prepare: put(STATE, `${OURS[STATE]}${'- a\n'.repeat(1e6)}`),
      },
      {
        name: 'STATE of a million lines, add-decision',
        words: ['state', 'add-decision', '--phase', '1', '--summary', 'x'],
        prepare: put(STATE, `${OURS[STATE]}${'- a\n'.repeat(1e6)}`),
      },
      {
        name: 'deep JSON objects',
        words: ['config', 'get', 'mode'],
        prepare: put(CONFIG, '{"a":'.repeat(deep)),
        refuses: true,
      },
      {
        name: 'deep JSON arrays',
        words: ['config', 'set', 'mode', 'yolo'],
        prepare: put(CONFIG, '['.repeat(deep) + ']'.repeat(deep)),
        refuses: true,
      },
      {
        name: 'deep YAML',
        words: ['frontmatter', 'get', STATE],
        prepare: put(STATE, front(Array.from({ length: 4000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'))),
      },
      {
        name: 'deep flow YAML',
        words: ['frontmatter', 'get', STATE],
        prepare: put(STATE, front(`a: ${'['.repeat(deep)}`)),
      },
      {
        name: 'deep lists',
        words: ['state', 'json'],
        prepare: put(STATE, Array.from({ length: 4000 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')),
      },
      { name: 'deep quotes', words: ['state', 'json'], prepare: put(STATE, '>'.repeat(deep)) },
      { name: 'deep elements', words: ['phase', 'plan-index', '1'], prepare: put(PLAN, '<task>'.repeat(deep)) },
      {
        name: 'front matter of 10 MB',
        words: ['frontmatter', 'get', STATE],
        prepare: put(STATE, front('key: value\n'.repeat(1e6))),
      },
      { name: 'a deep JSON argument', words: ['frontmatter', 'set', STATE, 'x', '['.repeat(deep)] },
      {
        name: 'an argument of 100 KB',
        words: ['state', 'add-decision', '--phase', '1', '--summary', 'x'.repeat(100_000)],
      },
    ]
  }

  /** In this process, where a polluted prototype would show. */
  async function prototypes() {
    const keys = [
      '__proto__',
      'constructor',
      'prototype',
      'constructor.prototype',
      '__proto__.polluted',
      'a.__proto__.polluted',
    ]
    const wrong = []
    let tried = 0
    const poison = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"mode":"yolo"}'
    const front = `---\n__proto__:\n  polluted: "1"\nconstructor:\n  prototype:\n    polluted: "1"\n---\n`
    const words = keys.flatMap((key) => [
      ['config', 'set', key, '1'],
      ['config', 'get', key],
      ['frontmatter', 'set', STATE, key, '{"polluted":1}'],
      ['frontmatter', 'get', STATE, key],
      ['frontmatter', 'set', STATE, 'x', poison],
      ['blame', STATE, key],
      ['blame', CONFIG, key],
      ['phase', 'find', key],
      ['state', 'update', key, 'x'],
      ['show', key],
      ['next', '--pick', key],
      [key],
    ])
    for (const argv of [...words, ['next'], ['state', 'json'], ['config', 'list'], ['validate', 'health']]) {
      const box = mkdtempSync(join(scratch, 'prototype-'))
      plant(join(box, 'project'), {
        ...OURS,
        [CONFIG]: poison,
        [STATE]: `${front}${OURS[STATE]}`,
        [PLAN]: `${front}# X\n`,
      })
      mkdirSync(join(box, 'home'))
      const { exit, stderr } = await execute({
        argv,
        env: { PATH: process.env.PATH, HOME: join(box, 'home') },
        cwd: join(box, 'project'),
        bin: dirname(tools),
        script: tools,
      })
      tried++
      if ({}.polluted !== undefined || Object.prototype.polluted !== undefined) {
        wrong.push(`${argv.join(' ')}: the prototype of all objects is polluted`)
        delete Object.prototype.polluted
      }
      if (exit === 70) wrong.push(`${argv.join(' ')}: ${stderr.slice(0, 200)}`)
      rmSync(box, { recursive: true, force: true })
    }
    return none('prototypes: what went wrong', tried, wrong)
  }

  function call(words, project, box) {
    return new Promise((resolve) => {
      const started = performance.now()
      const child = spawn(process.execPath, [tools, ...words], {
        cwd: existsSync(project) ? project : box,
        env: { PATH: process.env.PATH, HOME: join(box, 'home') },
      })
      let stdout = ''
      let stderr = ''
      let mb = 0
      let late = false
      child.stdout.on('data', (bytes) => {
        if (stdout.length < 1e7) stdout += bytes
      })
      child.stderr.on('data', (bytes) => {
        stderr += bytes
      })
      const watch = setInterval(() => {
        mb = Math.max(mb, peakOf(child.pid))
      }, 10)
      const timer = setTimeout(() => {
        late = true
        child.kill('SIGKILL')
      }, TIME_MS)
      child.on('error', (error) => {
        clearInterval(watch)
        clearTimeout(timer)
        resolve({ exit: 2, stdout: '', stderr: error.message, ms: 0, mb: 0 })
      })
      child.on('close', (code) => {
        clearInterval(watch)
        clearTimeout(timer)
        resolve({ exit: late ? null : code, stdout, stderr, ms: performance.now() - started, mb })
      })
    })
  }
}

/** Largest resident size so far, where the system tells. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const errorOf = (stdout) => {
  try {
    const { error, findings } = JSON.parse(stdout)
    return Boolean((error?.code && error.message && error.fix) || findings?.length > 0)
  } catch {
    return false
  }
}

function plant(root, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Nothing but what was put there lies beside the project. */
const changedOutside = (box) =>
  readFileSync(join(box, 'outside/secret.md'), 'utf8') !== `# ${SECRET}\n` ||
  [
    'outside/new.md',
    'outside/objects',
    'outside/tx',
    'outside/.gitignore',
    'outside/.lock',
    'outside/STATE.md',
    'outside/config.json',
    'outside/journal',
    'outside/.runtime',
  ].some((path) => existsSync(join(box, path)))
