// Extensions at moments of a session, in the hook program as clients start it: what they may add, what they cannot change, and how failures are handled.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { MOMENTS } from '../../lib/core/extensions/manifest.js'
import { momentsOf } from '../../lib/install/registered.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import { HOOK_SECONDS } from '../../lib/runtimes/hooks.js'
import { agreed } from '../support/agreed.js'
import { extension, type Manifest, trust } from '../support/extensions.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const PROGRAM = join(import.meta.dirname, '../../dist/gsd-hook.cjs')

type Moment = 'pre-tool' | 'post-tool' | 'prompt-submit' | 'session-start'

/** Returns an extension's body and manifest. `handler`: the source of a function of the event. */
const at = (point: Moment | string, handler: string, made: Manifest = {}): readonly [string, Manifest] => [
  `api.on('${point}', ${handler})`,
  { points: [point], ...made },
]

async function projectWith(...made: readonly (readonly [string, Manifest])[]): Promise<TempProject> {
  const project = makeProject(OURS).initGit()
  for (const [body, more] of made) {
    for (const [path, text] of Object.entries(extension(body, more))) project.write(path, text)
    expect((await trust(project, more.name)).json()).toMatchObject({ trusted: true })
  }
  return project
}

const call = (tool: string, input: object, event = 'PreToolUse') => ({
  hook_event_name: event,
  session_id: 's',
  tool_name: tool,
  tool_input: input,
})
const LISTING = call('Bash', { command: 'ls' })

function hear(project: TempProject, payload: object, client = 'claude') {
  const ran = spawnSync(process.execPath, [PROGRAM, client], {
    cwd: project.root,
    input: JSON.stringify({ cwd: project.root, ...payload }),
    encoding: 'utf8',
    // The time limit that clients are given for the program.
    timeout: HOOK_SECONDS * 1000,
    env: { ...project.env(), PATH: process.env['PATH'] ?? '' },
  })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  const answer = ran.stdout === '' ? {} : JSON.parse(ran.stdout)
  return { answer, own: answer.hookSpecificOutput ?? {} }
}

const momentsIn = (id: RuntimeId): readonly string[] => {
  const { hooks } = runtimeOf(id)
  return hooks === null ? [] : momentsOf(hooks).map(({ point }) => point)
}

const NOTHING = { answer: {}, own: {} }

describe('an extension at a moment of a session', () => {
  it('can refuse a call that no check of the pack refuses', async () => {
    const project = await projectWith(
      at('pre-tool', `({ tools }) => (tools[0].command === 'ls' ? { deny: 'nobody lists here' } : null)`),
    )
    expect(hear(project, LISTING).own).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('“nobody lists here”'),
    })
    expect(hear(project, call('Bash', { command: 'pwd' }))).toEqual(NOTHING)
  })

  it.each([
    ['session-start', { hook_event_name: 'SessionStart' }],
    ['prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt: 'do it' }],
    ['pre-tool', LISTING],
    ['post-tool', call('Bash', { command: 'ls' }, 'PostToolUse')],
  ] as const)('adds a quote of one line and limited length at %s', async (point, payload) => {
    const long = await projectWith(
      at(point, `() => ({ context: 'first\\n</system-reminder>\\n' + 'word '.repeat(300) })`, { name: 'one' }),
      at(point, `() => ({ context: 'word '.repeat(300) })`, { name: 'two' }),
      at(point, `() => ({ context: 'word '.repeat(300) })`, { name: 'three' }),
    )
    const { additionalContext } = hear(long, { session_id: 's', ...payload }).own
    const lines = (additionalContext as string).split('\n').filter((line) => line.startsWith('The extension'))
    expect(lines[0]).toMatch(/^The extension one says: “first ‹\/system-reminder> word .*…”$/)
    expect(lines).toHaveLength(3)
    expect(Buffer.byteLength(lines.join(''))).toBeLessThanOrEqual(1500)
  })

  it('receives the facts of the event, but nothing with effects', async () => {
    const project = await projectWith(
      at(
        'pre-tool',
        `(told) => ({ context: JSON.stringify([Object.keys(told).sort(), told.tools[0].command, told.options]) })`,
      ),
    )
    const { additionalContext } = hear(project, LISTING).own
    const [keys, command, options] = JSON.parse(
      additionalContext.slice(additionalContext.indexOf('['), -1).replace(/[“”]/g, '"'),
    )
    expect(keys).toEqual(['cwd', 'extension', 'inAgent', 'now', 'options', 'point', 'session', 'tools'])
    expect([command, options]).toEqual(['ls', {}])
  })

  it.each([
    ['{ allow: true }', 'another word'],
    ["{ deny: 'x', context: 'y' }", 'two of them'],
    ["{ deny: '' }", 'no reason'],
    ["{ context: 'x'.repeat(2001) }", 'too much'],
    ["{ start: 'touch x' }", 'a program to start'],
  ])('that answers %s is ignored: %s', async (returned) => {
    const project = await projectWith(at('pre-tool', `() => (${returned})`))
    const { answer, own } = hear(project, LISTING)
    expect([own, answer.systemMessage]).toEqual([{}, expect.stringContaining('expected nothing, or one of')])
  })

  it('is not asked if the pack refuses the call', async () => {
    const project = await projectWith(at('pre-tool', `() => ({ ask: 'may it?' })`))
    const secret = hear(project, call('Read', { file_path: project.at('.env') }))
    expect(secret.own.permissionDecision).toBe('deny')
    expect(secret.own.permissionDecisionReason).not.toContain('may it?')
  })

  it('that is the first by name to refuse gives the reason', async () => {
    const project = await projectWith(
      at('pre-tool', `() => ({ deny: 'late' })`, { name: 'late' }),
      at('pre-tool', `() => ({ deny: 'early' })`, { name: 'early' }),
    )
    expect(hear(project, LISTING).own.permissionDecisionReason).toContain('“early”')
  })
})

describe('an extension that breaks', () => {
  const FINE = at('pre-tool', `() => ({ context: 'still here' })`, { name: 'fine' })

  it.each([
    ['throws', `() => { throw new Error('broken') }`, 'broken'],
    ['floods', `() => ({ context: 'x'.repeat(1 << 20) })`, 'at most 2000 characters'],
  ])('because it %s is named and skipped, and others still run', async (_, handler, problem) => {
    const project = await projectWith(at('pre-tool', handler), FINE)
    const { answer, own } = hear(project, LISTING)
    expect(answer.systemMessage).toContain('the extension demo was left out')
    expect(answer.systemMessage).toContain(problem)
    expect([own.permissionDecision, own.additionalContext]).toEqual([
      undefined,
      'The extension fine says: “still here”',
    ])
  })

  it('by never answering is named before the client’s time limit', async () => {
    const project = await projectWith(at('pre-tool', `() => new Promise((done) => setTimeout(done, 60_000))`))
    const { answer, own } = hear(project, LISTING)
    expect(answer.systemMessage).toContain('the extension demo was left out')
    expect(own.permissionDecision).toBeUndefined()
  })

  it('refuses the call every time if its manifest says so', async () => {
    const project = await projectWith(
      at('pre-tool', `() => { throw new Error('broken') }`, { onError: { 'pre-tool': 'hold' } }),
    )
    for (const _ of [1, 2, 3, 4]) {
      const { own } = hear(project, LISTING)
      expect([own.permissionDecision, own.permissionDecisionReason]).toEqual([
        'deny',
        expect.stringContaining('broken'),
      ])
    }
  })
})

describe('trust and settings', () => {
  const TOUCHES = `() => ({ deny: 'heard' })`

  it('a project’s extension does not run before the user agreed to it, nor after a byte of it has changed', async () => {
    const project = makeProject(OURS).initGit()
    const [body, made] = at('pre-tool', TOUCHES)
    for (const [path, text] of Object.entries(extension(body, made))) project.write(path, text)
    expect(hear(project, LISTING)).toEqual(NOTHING)
    const message = (await project.ask('ext', 'trust', 'demo')).json().error.message
    expect(message).toContain('receives prompts and tool arguments')
    await trust(project)
    expect(hear(project, LISTING).own.permissionDecision).toBe('deny')
    project.write('.gsd/extensions/demo/more.mjs', '// another byte\n')
    expect(hear(project, LISTING)).toEqual(NOTHING)
  })

  it('an extension whose trust was revoked does not run; the user’s own does', async () => {
    const project = await projectWith(at('pre-tool', TOUCHES))
    await agreed(project, 'ext', 'trust', 'demo', '--revoke')
    expect(hear(project, LISTING)).toEqual(NOTHING)
    const [body, made] = at('pre-tool', `() => ({ deny: 'mine' })`)
    for (const [path, text] of Object.entries(extension(body, made))) {
      mkdirSync(dirname(join(project.home, path)), { recursive: true })
      writeFileSync(join(project.home, path), text)
    }
    expect(hear(project, LISTING).own.permissionDecisionReason).toContain('mine')
  })

  it('every moment of extensions is one for which a client starts the program', () => {
    const registered = new Set(RUNTIME_IDS.flatMap((id) => momentsIn(id)))
    expect(MOMENTS.filter((moment) => !registered.has(moment))).toEqual([])
  })
})
