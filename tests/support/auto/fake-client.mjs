// A client for tests of unattended runs: takes the prompt of a session, makes the call in it and does its unit, or misbehaves as its mode says.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { filledForm } from './by-brief.mjs'

const folder = process.env.FAKE_FOLDER
const prompt = process.argv.find((word) => word.includes('gsd-tools.cjs'))
const [, tools, begin] = /node "([^"]+)" ([^`]+)`/.exec(prompt)

const modesFile = join(folder, 'modes')
const [mode = 'work', ...rest] = existsSync(modesFile)
  ? readFileSync(modesFile, 'utf8').split('\n').filter(Boolean)
  : []
writeFileSync(modesFile, rest.join('\n'))
const flag = process.argv.indexOf('--model')
const model = flag < 0 ? null : process.argv[flag + 1]
appendFileSync(join(folder, 'models'), `${model ?? '-'}\n`)
writeFileSync(join(folder, 'told'), JSON.stringify([process.argv, process.env]))
writeFileSync(join(folder, 'pid'), String(process.pid))
appendFileSync(join(folder, 'ran'), `${mode}\n`)
const records = join(process.env.HOME, '.claude/projects/-p')
mkdirSync(records, { recursive: true })
appendFileSync(
  join(records, 'session.jsonl'),
  `${JSON.stringify({
    type: 'assistant',
    timestamp: new Date().toISOString(),
    cwd: process.cwd(),
    message: {
      id: `m${process.pid}`,
      model: model ?? 'claude-sonnet-4-5-20250929',
      usage: { input_tokens: 70, cache_read_input_tokens: 900, output_tokens: 30 },
    },
  })}\n`,
)

const call = (...words) => {
  try {
    return execFileSync(process.execPath, [tools, ...words], { encoding: 'utf8' })
  } catch ({ stdout }) {
    return stdout
  }
}
const git = (...words) => execFileSync('git', words, { stdio: 'ignore' })

const ONLY_ONE = '[ "$(ls part-??.js | wc -l)" -eq 1 ]\n'

/** Records a lesson with the call that the brief shows. */
function learn(text) {
  const [, words = ''] = /`[^`]*(learn add [^`]+)`/.exec(text) ?? []
  const [, source] = /--source "([^"]+)"/.exec(words) ?? []
  if (source === undefined) return
  call('learn', 'add', '--text', `Words end at blanks (${source}).`, '--category', 'pattern', '--source', source)
}

/** Resolves a merge conflict by keeping both sides. */
function resolveConflict() {
  const text = readFileSync('shared.txt', 'utf8')
  writeFileSync('shared.txt', text.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''))
  git('commit', '-qam', 'merge: both')
}

function work() {
  const text = call(...begin.split(' '))
  const [, type, id] = /^# ([a-z-]+) ([\w.-]+)/m.exec(text) ?? []
  const drafts = /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0]
  const claim = /--claim (\w+)/.exec(text)?.[1]
  if (type === undefined || claim === undefined) return console.log(text)
  if (type === 'triage-captures') {
    const kind = mode === 'work' ? 'note' : mode
    for (const { id: one } of JSON.parse(call('note', 'list', '--unsorted', '--json')).notes)
      call('note', 'triage', one, '--class', kind)
    return console.log(call('unit', 'finish', '--claim', claim, '--begin'))
  }
  if (mode.startsWith('question')) {
    for (const which of mode === 'questions' ? ['question 1', 'question 2'] : [mode])
      call('decision', 'add', '--question', `Which words count (${which})?`, '--options', 'All of them|Long ones')
    return call('commit', 'docs: ask a question', '--files', '.planning')
  }
  if (mode === 'meet') call('note', 'add', '--text', `After ${id} the README is out of date`)
  const name = type === 'execute-plan' ? `${id}-SUMMARY.md` : `${id}-VERIFICATION.md`
  if (type === 'execute-plan') {
    const files = [`part-${id.slice(-2)}.js`, `part-${id.slice(-2)}.test.sh`]
    for (const file of files) writeFileSync(file, readFileSync(join(folder, file)))
    if (mode === 'clash' || mode === 'add') writeFileSync('shared.txt', `${id}\n`)
    // Passes alone, but not after a merge with another plan's part.
    if (mode === 'rival') appendFileSync(files[1], ONLY_ONE)
    git('add', '--', ...files, ...(mode === 'clash' || mode === 'add' ? ['shared.txt'] : []))
    // An interrupted session may have committed the files already.
    git('commit', '-qm', `feat: ${id}`, '--allow-empty')
  } else learn(text)
  if (mode === 'cut') process.exit(1)
  writeFileSync(join(drafts, name), readFileSync(join(folder, name)))
  if (mode === 'late') {
    call('unit', 'finish', '--claim', claim)
    process.exit(1)
  }
  const ended = call('unit', 'finish', '--claim', claim, '--begin')
  writeFileSync(join(folder, 'last'), ended)
  console.log(JSON.stringify({ type: 'result', text: `did ${type} ${id}` }))
}

/** Does a unit with nothing but the forms and calls that its brief shows. */
function brief() {
  const text = call(...begin.split(' '))
  const [, type, id] = /^- Unit: (\S+) (\S+)/m.exec(text) ?? []
  const [, draft] = /^- `(\.planning\/\.runtime\/drafts\/[^`]+)`/m.exec(text) ?? []
  const [, finish] =
    /^`node "[^"`]+" (unit finish[^`]+)`/m.exec(text) ?? /^`gsd-tools (unit finish[^`]+)`/m.exec(text) ?? []
  if (finish === undefined) return console.log(text)
  if (type === 'execute-plan') {
    const part = `part-${id.slice(0, 2)}`
    writeFileSync(`${part}.js`, 'module.exports = (text) => text.split(/\\s+/).length\n')
    writeFileSync(`${part}.test.sh`, `grep -q 'length$' ${part}.js && printf '# pass 1\\n# fail 0\\n'\n`)
    git('add', '--', `${part}.js`, `${part}.test.sh`)
    git('commit', '-qm', `feat: ${id}`)
  }
  if (mode === 'stray') {
    writeFileSync('stray.js', '')
    git('add', '--', 'stray.js')
    git('commit', '-qm', 'feat: too early')
  }
  if (type === 'verify-phase') learn(text)
  const form = filledForm(text)
  writeFileSync(draft, mode === 'unfinished' ? form.replace(/^requirements:.*\n/m, '') : form)
  console.log(call(...finish.split(' ')))
}

/** Works once two sessions have begun, then leaves a lock; fails after a minute alone. */
async function meet() {
  const met = join(folder, 'met')
  appendFileSync(met, '.')
  for (const until = Date.now() + 60_000; readFileSync(met, 'utf8').length < 2; ) {
    if (Date.now() > until) process.exit(1)
    await new Promise((done) => setTimeout(done, 20))
  }
  locked()
}

function locked() {
  work()
  leaveLock()
}

/** Leaves a lock behind, like a hook that is killed while it writes. */
function leaveLock() {
  const [acquired, token] = [new Date().toISOString(), '0123456789abcdef']
  const owner = { pid: process.pid, cwd: process.cwd(), acquired, start: 'gone', host: hostname(), token }
  writeFileSync('.planning/.lock', JSON.stringify(owner))
}

const MODES = {
  work,
  brief,
  unfinished: brief,
  stray: brief,
  'stray no more': () => git('revert', '--no-edit', 'HEAD~1'),
  mend: resolveConflict,
  clash: work,
  add: work,
  rival: work,
  note: work,
  stop: work,
  question: work,
  'question 2': work,
  questions: work,
  'quick-task': work,
  meet,
  locked,
  cut: work,
  // Exits after the finish of its unit, before anything that follows.
  late: work,
  lie: () => console.log('All units are done, verified and committed.'),
  silent: () => {},
  hang: () => setInterval(() => {}, 1000),
  deaf: () => {
    process.on('SIGTERM', () => {})
    setInterval(() => console.log('still here'), 200)
  },
  flood: () => {
    for (let i = 0; i < 200; i++) process.stdout.write(`${'x'.repeat(50_000)}\n`)
    work()
  },
  child: () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })
    writeFileSync(join(folder, 'left'), String(left.pid))
    work()
    process.exit(0)
  },
}
MODES[mode]()
