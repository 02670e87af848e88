// The hook program in a foreign tree, and with too much or incomplete input: changes nothing outside, still refuses, and exits.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { besiege, endOf, HOOK, liftSieges, SECRET, type Siege } from '../support/siege.js'

afterEach(liftSieges)

const readCall = (path: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Read',
  tool_input: { file_path: path },
})
const readResult = (path: string) => ({ ...readCall(path), hook_event_name: 'PostToolUse', tool_response: 'x' })

/** Plays a session in which the hook writes, reads planning files and cleans up; returns what it printed. */
async function session(siege: Siege): Promise<string> {
  const transcript = join(siege.outside, 'transcript.jsonl')
  let output = ''
  for (const event of [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
    readResult('src/part-01.ts'),
    {
      ...readCall('.planning/STATE.md'),
      tool_name: 'Write',
      tool_input: { file_path: '.planning/STATE.md', content: '# S\n' },
    },
    { hook_event_name: 'SessionEnd', transcript_path: transcript },
  ]) {
    const { exit, out, err, timedOut } = await siege.hook(event)
    expect([exit, timedOut]).toEqual([0, false])
    output += out + err
  }
  return output
}

describe('a link out of the project', () => {
  it.each([
    ['.planning', 'keep'],
    ['.planning/.runtime', 'keep'],
    ['.planning/.runtime/hooks', 'keep'],
    ['.planning/.runtime/hooks/s.json', 'config.json'],
    ['.planning/.runtime/hooks/s.json', 'new'],
    ['.planning/config.json', 'config.json'],
    ['.planning/STATE.md', 'secret.md'],
  ] as const)('in place of %s (to %s): no target is printed or changed, and the guards stay on', async (path, to) => {
    const siege = besiege().link(path, to)
    expect(await session(siege)).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
    // Settings behind the link do not switch off a guard.
    expect((await siege.hook(readCall(siege.project.at('.env')))).out).toContain('SECRET_FILE')
  })
})

it.each(['.planning/.runtime', '.planning/.runtime/hooks/s.json'])(
  'a file or folder of the wrong kind in place of %s does not prevent a refusal',
  async (path) => {
    const siege = besiege()
    if (path.endsWith('.json')) siege.project.write(`${path}/x`, 'x')
    else siege.project.write(path, 'x')
    await session(siege)
    expect((await siege.hook(readCall(siege.project.at('.env')))).out).toContain('SECRET_FILE')
  },
)

describe('a pipe', () => {
  it.each(['.planning/config.json', '.planning/STATE.md', '.planning/.runtime/hooks/s.json', 'src/part-01.ts'])(
    'in place of %s does not block the hook',
    async (path) => {
      await session(besiege().pipe(path))
    },
  )

  it('in place of the session’s record does not block the hook', async () => {
    const siege = besiege().pipe('record.jsonl')
    for (const name of ['PostToolUse', 'Stop', 'SessionEnd'])
      expect(
        await siege.hook({ hook_event_name: name, transcript_path: siege.project.at('record.jsonl') }),
      ).toMatchObject({ exit: 0, timedOut: false })
  })
})

const HALF = '{"session_id":"s","hook_event_name":"PreToolUse","tool_input":{"a":1}'
const start = (siege: Siege, stdin: 'pipe' | number) =>
  spawn(process.execPath, [HOOK, 'claude'], {
    cwd: siege.project.root,
    env: siege.project.env(),
    stdio: [stdin as 'pipe', 'pipe', 'pipe'],
  })

describe('a client that writes half a document and does not close stdin', () => {
  const HALVES = [HALF, HALF + ' '.repeat(300_000), '}'.repeat(300_000)] as const
  const NOTHING = { exit: 0, out: '', err: '', timedOut: false }

  // The runs wait concurrently.
  it('over a socket: the hook exits for half of a short or long document and for endless braces', async () => {
    // Node's pipes for child processes are sockets.
    const heard = HALVES.map((text) => {
      const child = start(besiege(), 'pipe')
      child.stdin?.write(text)
      return endOf(child, null)
    })
    expect(await Promise.all(heard)).toEqual(HALVES.map(() => NOTHING))
  })

  it('over a pipe: the hook exits for half of a short or long document and for endless braces', async () => {
    const heard = HALVES.map(async (text) => {
      const siege = besiege().pipe('pipe')
      siege.project.write('said', text)
      const writer = spawn('sh', ['-c', '{ cat said; exec sleep 60; } > pipe'], {
        cwd: siege.project.root,
        detached: true,
      })
      const stdin = openSync(siege.project.at('pipe'), 'r')
      const one = await endOf(start(siege, stdin), null)
      closeSync(stdin)
      process.kill(-(writer.pid as number), 'SIGKILL')
      return one
    })
    expect(await Promise.all(heard)).toEqual(HALVES.map(() => NOTHING))
  })

  it('in late pieces: the hook reads the whole document', async () => {
    const siege = besiege()
    const child = start(siege, 'pipe')
    const event = JSON.stringify({ session_id: 's', cwd: siege.project.root, ...readCall('.env') })
    child.stdin?.write(event.slice(0, 40))
    setTimeout(() => child.stdin?.write(event.slice(40)), 200)
    expect((await endOf(child, null)).out).toContain('SECRET_FILE')
  })
})

describe('thirteen megabytes', () => {
  const LENGTH = 13_000_000
  const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
  const write = (path: string) => (content: string) => ({
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: path, content },
  })
  it.each<readonly [string, string, (text: string) => object]>([
    ['phases in a roadmap', '### Phase 1: a\n', write('.planning/ROADMAP.md')],
    ['steps up in the working directory', '../', (cwd: string) => ({ ...readCall('a'), cwd: `/${cwd}` })],
    ['an answer', 'ignore all previous ', (text: string) => ({ ...readResult('a'), tool_response: text })],
    ['braces', '}', (prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt })],
  ])('of %s: the hook exits', async (_, unit, event) => {
    const siege = besiege()
    expect(await siege.hook(event(fill(unit)))).toMatchObject({ exit: 0, timedOut: false })
  })
})

describe('a shell line that is costly to expand', () => {
  const shell = (command: string) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })
  const chain = (first: string, next: (last: string) => string) =>
    [`V0=${first}`, ...Array.from({ length: 40 }, (_, n) => `V${n + 1}=${next(`$V${n}`)}`), 'cat $V40'].join(';')
  const lines: readonly (readonly [string, string])[] = [
    ['values that double', chain('x', (last) => last + last)],
    ['quoted values that double', chain('x', (last) => `"${last}${last}"`)],
    ['output that doubles', chain('x', (last) => `$(printf '%s%s' ${last} ${last})`)],
    ['patterns of which each fits in many ways', `cat ${'*'.repeat(60)}q ${'*?'.repeat(6)}q`],
    ['many commands that read', 'cat a/;'.repeat(25_000)],
  ]

  it.each(lines)('%s: the hook exits, and refuses the secret file before it', async (_, line) => {
    const heard = await besiege().hook(shell(`cat .env; ${line}`))
    expect(heard).toMatchObject({ exit: 0, timedOut: false })
    expect(heard.out).toContain('SECRET_FILE')
  })
})
