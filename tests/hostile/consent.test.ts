// Who may say that work counts: an agent alone never, a tree never, a person by the word that was printed for exactly this.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { DECISIONS } from '../../lib/core/consent.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { agreed, typeWord } from '../support/agreed.js'
import { commonFolder, commonProgram, PERMISSIONS_HOLD, stopped } from '../support/another-user.js'
import { wordlessDecisions } from '../support/evidence.js'
import { picture, put } from '../support/home.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, type TempProject, TOOLS } from '../support/project.js'
import { hasTerminal, typeAt } from '../support/terminal.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const ONE = '.planning/phases/01-foundation'
const LEDGER = '.planning/ledger.jsonl'
const HOURS = 3_600_000

/** Phase 1 says that it is finished, and nothing proves it. */
const CLAIMED: Files = {
  ...OLDER,
  [`${ONE}/01-02-SUMMARY.md`]: (OLDER[`${ONE}/01-01-SUMMARY.md`] as string).replaceAll('"01"', '"02"'),
  '.planning/ROADMAP.md': (OLDER['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
}

const open = (files: Files = CLAIMED): TempProject => makeProject(files).initGit()
const derive = async (project: TempProject) => (await project.ask('state', 'derive')).json()
const status = async (project: TempProject) => (await project.ask('verification', 'status', '1')).json()
const lines = (project: TempProject) =>
  project
    .read(LEDGER)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)))
const personal = (project: TempProject, settings: unknown) => {
  mkdirSync(join(project.home, '.gsd'), { recursive: true })
  writeFileSync(join(project.home, '.gsd/config.json'), JSON.stringify(settings))
}

describe('an agent without a person', () => {
  it('completes nothing by adopting it: the phase stays claimed', async () => {
    const project = open()
    const called = await project.ask('adopt')
    expect([called.exit, called.json().error?.code]).toEqual([4, 'CONSENT_REQUIRED'])
    expect(called.json()).toMatchObject({ changed: false, adopted: [] })
    expect(project.has(LEDGER)).toBe(false)
    expect(await derive(project)).toMatchObject({ rule: 'D05a', progress: { phases: { done: 0 } } })
  })

  it('has nothing from the word that the refusal prints, while nobody typed it', async () => {
    const project = open()
    const { word } = (await project.ask('adopt')).json().error
    expect(word).toMatch(/^gsd-[0-9a-f]{8}$/)
    const called = await project.ask('adopt', '--agree', word)
    expect([called.exit, called.json().error.code]).toEqual([4, 'CONSENT_REQUIRED'])
    expect((await derive(project)).rule).toBe('D05a')
  })

  it.each(['gsd-00000000', 'yes', '', 'gsd-ABCDEF01'])('guesses no word: %j', async (guess) => {
    const project = open()
    typeWord(project, guess)
    expect((await project.ask('adopt', '--agree', guess)).exit).toBe(4)
  })

  it('is told how the person agrees: by a message where the client shows it to a hook, else at a terminal', async () => {
    const project = open()
    const inClient = (await project.askWith({ CLAUDECODE: '1' }, 'adopt')).json().error
    expect(inClient.fix).toContain(`type ${inClient.word} as their next message`)
    expect(inClient.fix).toContain(`adopt --agree ${inClient.word}`)
    const elsewhere = (await project.ask('adopt')).json().error
    expect(elsewhere.fix).not.toContain('next message')
    expect(elsewhere.fix).toContain('terminal')
  })
})

describe('an agent without a person drops no evidence, and puts no word in its place', () => {
  const files = (project: TempProject) =>
    Object.fromEntries(
      Object.entries(project.snapshot()).filter(
        ([path]) => !path.startsWith('.planning/.runtime') && path !== '.planning/.lock',
      ),
    )
  const DEBT = `---\nstatus: partial\nphase: 01-foundation\n---\n\n## Tests\n\n### 1. It starts\nexpected: it does\nresult: issue\nreported: "no"\nseverity: major\n`
  const UNFINISHED: Files = {
    '.planning/workstreams/api/ROADMAP.md': OURS['.planning/ROADMAP.md'] as string,
    '.planning/workstreams/api/STATE.md': OURS['.planning/STATE.md'] as string,
  }
  const CALLS: readonly (readonly [keyof typeof DECISIONS, readonly string[], Files])[] = [
    ['adopt', ['adopt'], CLAIMED],
    [
      'requirements.mark-complete',
      'requirements mark-complete CORE-02 --overrule --by Ada --reason seen'.split(' '),
      {},
    ],
    [
      'requirements.revert-phase',
      'requirements revert-phase CORE-01 --overrule --by Ada --reason broke'.split(' '),
      {},
    ],
    ['verification.override', ['verification', 'override', '1', 'It starts', '--reason', 'seen'], {}],
    ['audit-open', 'audit-open --acknowledge all --milestone v1.0'.split(' '), {}],
    ['phase.remove', 'phase remove 1 --force --confirm'.split(' '), {}],
    ['milestone.complete', 'milestone complete v1.0 --force --confirm'.split(' '), {}],
    ['workstream.complete', 'workstream complete api --confirm'.split(' '), UNFINISHED],
    ['unit.reset', 'unit reset execute-plan 01-02 --reason seen --confirm'.split(' '), {}],
  ]

  it.each(CALLS)('%s', async (_, call, more) => {
    const project = open({ ...OURS, [`${ONE}/01-UAT.md`]: DEBT, ...more })
    const before = files(project)
    const called = await project.ask(...call)
    expect([called.exit, called.json().error?.code], called.stdout).toEqual([4, 'CONSENT_REQUIRED'])
    const { word } = called.json().error
    expect((await project.ask(...call, '--agree', word)).exit).toBe(4)
    expect(files(project)).toEqual(before)
    const done = await agreed(project, ...call)
    expect([done.exit, done.json().changed], done.stdout).toEqual([0, true])
    expect(wordlessDecisions(project)).toEqual([])
    const undone = await project.ask('undo', '--last', '1', '--confirm')
    expect([undone.exit, undone.json().error?.code]).toEqual([4, 'CONSENT_REQUIRED'])
  })

  it('brings back by an undo nothing that a person took back', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const drop = (await agreed(project, 'adopt', '--drop')).json().journal
    expect((await project.ask('undo', drop)).json().error.code).toBe('CONSENT_REQUIRED')
    expect((await status(project)).status).not.toBe('adopted')
  })

  it('undoes what no person decided, as ever', async () => {
    const project = open(OURS)
    await project.ask('phase', 'add', 'More')
    expect((await project.ask('undo')).exit).toBe(0)
  })
})

describe('a word that a person typed', () => {
  it('completes exactly what it was printed for, and the record says that it was typed in a session', async () => {
    const project = open()
    const called = await agreed(project, 'adopt')
    expect([called.exit, called.json().word]).toEqual([0, 'prompt'])
    expect(lines(project)).toMatchObject([{ kind: 'adopted', word: 'prompt', seal: expect.any(String) }])
    expect(await status(project)).toMatchObject({ status: 'adopted', word: 'prompt' })
    expect(await derive(project)).toMatchObject({ phase: { id: '02' } })
  })

  it('is another word for another subject: a byte more, and it is asked again', async () => {
    const project = open()
    const { word } = (await project.ask('adopt')).json().error
    typeWord(project, word)
    project.write(`${ONE}/01-01-SUMMARY.md`, `${project.read(`${ONE}/01-01-SUMMARY.md`)} `)
    const called = await project.ask('adopt', '--agree', word)
    expect([called.exit, called.json().error.code]).toEqual([4, 'CONSENT_REQUIRED'])
    expect(called.json().error.word).not.toBe(word)
  })

  it('answers no other verb and no other project', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const { word } = (await project.ask('adopt', '--drop')).json().error
    const other = open()
    expect((await other.ask('adopt')).json().error.word).not.toBe(word)
    typeWord(project, word)
    expect((await project.ask('adopt', '1', '--agree', word)).json().changed).toBe(false)
    expect((await project.ask('adopt', '--drop', '--agree', word)).exit).toBe(0)
  })

  it('is used up by what it allowed', async () => {
    const project = open()
    const { word } = (await project.ask('adopt')).json().error
    typeWord(project, word)
    expect((await project.ask('adopt', '--agree', word)).exit).toBe(0)
    await agreed(project, 'adopt', '--drop')
    expect((await project.ask('adopt', '--agree', word)).exit).toBe(4)
  })

  it('counts for twelve hours', async () => {
    const project = open()
    const { word } = (await project.ask('adopt')).json().error
    typeWord(project, word)
    project.time += 12 * HOURS
    expect((await project.ask('adopt', '--agree', word)).exit).toBe(4)
    typeWord(project, word)
    project.time += 11 * HOURS
    expect((await project.ask('adopt', '--agree', word)).exit).toBe(0)
  })

  it('is needed to take an acceptance back too, and not to decline', async () => {
    const project = open()
    await agreed(project, 'adopt')
    expect((await project.ask('adopt', '--drop')).json().error.code).toBe('CONSENT_REQUIRED')
    const declining = open()
    expect((await declining.ask('adopt', '--drop')).exit).toBe(0)
    expect((await derive(declining)).progress.phases.done).toBe(0)
  })
})

/** The home is there to be read, as the sandbox of a client leaves it; hooks run outside of that and can write. */
describe('a word that cannot be used up', () => {
  const below = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  const give = (folder: string) => {
    const { uid, gid } = stopped
    if (uid !== undefined) for (const path of [folder, ...below(folder)]) chownSync(path, uid, gid)
  }

  /** A project of whom permissions stop, in which the person has typed the word for `adopt`. */
  function typedBySomebody() {
    const here = commonFolder()
    for (const [path, text] of Object.entries(CLAIMED)) put(here, `project/${path}`, text)
    mkdirSync(join(here, 'home'))
    give(here)
    const [home, root, dist] = [join(here, 'home'), join(here, 'project'), join(dirname(commonProgram()), '../dist')]
    const run = (program: string, words: readonly string[], input = '') =>
      spawnSync(process.execPath, [join(dist, program), ...words], {
        ...stopped,
        cwd: root,
        env: { PATH: '/usr/bin:/bin', HOME: home },
        input,
        encoding: 'utf8',
      })
    const adopt = (...words: readonly string[]) => JSON.parse(run('gsd-tools.cjs', ['adopt', ...words]).stdout)
    const { word } = adopt().error
    const said = { session_id: 's', cwd: root, hook_event_name: 'UserPromptSubmit', prompt: word }
    expect(run('gsd-hook.cjs', ['claude'], JSON.stringify(said)).status).toBe(0)
    const trust = join(home, '.gsd/trust')
    const mode = (bits: number) => {
      for (const place of [join(home, '.gsd'), trust]) chmodSync(place, bits)
    }
    return { root, trust, word, adopt, mode }
  }

  itWhere(PERMISSIONS_HOLD)('does not count: nothing is changed, and it is said how to go on', () => {
    const { root, trust, word, adopt, mode } = typedBySomebody()
    mode(0o555)
    const before = picture(join(root, '.planning/phases'))
    for (const _ of ['once', 'again']) {
      const { error, changed } = adopt('--agree', word)
      expect([error?.code, changed]).toEqual(['WORD_UNSPENT', undefined])
      expect(error.message).toMatch(/counts once.*\.gsd\/trust cannot be written \(EACCES\).*nothing was changed/)
      expect(error.fix).toMatch(/outside the sandbox.*terminal of their own/)
    }
    expect([
      picture(join(root, '.planning/phases')),
      readdirSync(join(root, '.planning')).includes('ledger.jsonl'),
    ]).toEqual([before, false])
    mode(0o700)
    expect(adopt('--agree', word)).toMatchObject({ word: 'prompt', changed: true })
    const [record = ''] = readdirSync(trust)
    expect(JSON.parse(readFileSync(join(trust, record), 'utf8')).words).toEqual({})
  })
})

describe.runIf(hasTerminal())('a terminal', () => {
  const typed = (project: TempProject, text: string, env: Readonly<Record<string, string>> = {}) =>
    typeAt({
      cwd: project.root,
      env: project.env(env),
      argv: [process.execPath, TOOLS, 'adopt'],
      text,
      until: 'Agree?',
    })

  it('is asked itself, and the record says so', async () => {
    const project = open()
    const { shown, exit } = await typed(project, 'y\n')
    expect([shown, exit]).toEqual([expect.stringContaining('though no check of it ran in this folder?'), 0])
    expect(lines(project)).toMatchObject([{ kind: 'adopted', word: 'terminal' }])
    expect(await status(project)).toMatchObject({ status: 'adopted', word: 'terminal' })
  })

  it.each(['n\n', '\n', 'maybe\n', '\u0004'])('that answers %j has agreed to nothing', async (answer) => {
    const project = open()
    const { exit } = await typed(project, answer)
    expect(exit).toBe(4)
    expect(project.has(LEDGER)).toBe(false)
  })

  it('in which a client runs its commands is not asked: the client, not a person, types there', async () => {
    const project = open()
    const { shown, exit } = await typed(project, 'y\n', { GEMINI_CLI: '1' })
    expect([exit, shown.includes('Agree?')]).toEqual([4, false])
    expect(project.has(LEDGER)).toBe(false)
  })
})

describe('the hook of a client', () => {
  const HOOK = join(import.meta.dirname, '../../dist/gsd-hook.cjs')
  const hear = (project: TempProject, said: object) =>
    spawnSync(process.execPath, [HOOK, 'claude'], {
      cwd: project.root,
      input: JSON.stringify({ session_id: 's', cwd: project.root, ...said }),
      env: project.env(),
      encoding: 'utf8',
    })
  /** Asks for the word, lets the hook hear it, and tries. The clock of the hook is the system's. */
  async function tried(said: (word: string) => object) {
    const project = open()
    project.time = Date.now()
    const { word } = (await project.ask('adopt')).json().error
    const heard = hear(project, said(word))
    expect([heard.status, heard.stdout, heard.stderr]).toEqual([0, '', ''])
    project.time = Date.now()
    return (await project.ask('adopt', '--agree', word)).json()
  }
  const answer = (answered: string, options: readonly string[] = ['Yes', 'No'], more: object = {}) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: { questions: [{ question: 'Agree?', options: options.map((label) => ({ label })) }], ...more },
    tool_response: { questions: [{ question: 'Agree?' }], answers: { 'Agree?': answered } },
  })

  it.each([
    ['a message of the person', (prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt })],
    ['an answer that the person typed', (word: string) => answer(word)],
  ])('counts the word in %s', async (_, said) => {
    expect(await tried(said)).toMatchObject({ word: 'prompt', changed: true })
  })

  it.each([
    [
      'what a tool gave back',
      (word: string) => ({
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'gsd-tools adopt' },
        tool_response: { stdout: word, answers: { a: word } },
      }),
    ],
    [
      'what the model runs',
      (word: string) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: word } }),
    ],
    [
      'what the model writes',
      (word: string) => ({
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'a', content: word },
        tool_response: { content: word },
      }),
    ],
    ['an option that the model offered', (word: string) => answer(word, [word, 'No'])],
    ['an answer that the model gave itself', (word: string) => answer(word, [], { answers: { 'Agree?': word } })],
    ['a task of an agent', (prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt, agent_id: 'a1' })],
    ['the end of a turn', (prompt: string) => ({ hook_event_name: 'Stop', prompt, last_assistant_message: prompt })],
  ])('counts it not in %s', async (_, said) => {
    expect((await tried(said)).error.code).toBe('CONSENT_REQUIRED')
  })
})

describe('a word typed in a session inside a linked work tree', () => {
  const HOOK = join(import.meta.dirname, '../../dist/gsd-hook.cjs')
  /** The project's `.planning/` comes with the work tree, or git does not keep it. */
  it.each(['tracked', 'ignored'])('counts for the project that the CLI sees there (%s)', async (kept) => {
    const project = makeProject({
      ...CLAIMED,
      ...(kept === 'ignored' ? { '.gitignore': '.planning/\n' } : {}),
    }).initGit()
    const tree = join(project.home, 'side')
    project.git('worktree', 'add', '--quiet', tree, '-b', 'side')
    const folder = join(tree, 'deep')
    mkdirSync(folder)
    project.time = Date.now()
    const call = (...more: readonly string[]) =>
      spawnSync(process.execPath, [TOOLS, 'adopt', ...more], { cwd: folder, env: project.env(), encoding: 'utf8' })
    const { word } = JSON.parse(call().stdout).error
    const heard = spawnSync(process.execPath, [HOOK, 'claude'], {
      cwd: folder,
      input: JSON.stringify({ session_id: 's', cwd: folder, hook_event_name: 'UserPromptSubmit', prompt: word }),
      env: project.env(),
      encoding: 'utf8',
    })
    expect([heard.status, heard.stdout, heard.stderr]).toEqual([0, '', ''])
    const { stdout } = call('--agree', word)
    expect(JSON.parse(stdout), stdout).toMatchObject({ word: 'prompt', changed: true })
    expect(project.has(LEDGER)).toBe(true)
  })

  it('counts also where there is no project yet, for the folder that becomes one', () => {
    const project = makeProject({ 'README.md': 'x' })
    const call = (...more: readonly string[]) =>
      spawnSync(process.execPath, [TOOLS, 'config', 'new-project', '{"workflow":{"verifier":false}}', ...more], {
        cwd: project.root,
        env: project.env(),
        encoding: 'utf8',
      })
    const { word } = JSON.parse(call().stdout).error
    spawnSync(process.execPath, [HOOK, 'claude'], {
      cwd: project.root,
      input: JSON.stringify({ session_id: 's', cwd: project.root, hook_event_name: 'UserPromptSubmit', prompt: word }),
      env: project.env(),
    })
    const done = call('--agree', word)
    expect(done.status, done.stdout).toBe(0)
  })
})

describe("an agent's word", () => {
  it('counts only where the own file of the person allows it, never by a setting of the project, and is shown as that', async () => {
    const project = open()
    const { word } = (await project.ask('adopt')).json().error
    const config = JSON.parse(project.read('.planning/config.json'))
    project.write('.planning/config.json', JSON.stringify({ ...config, consent: { agent_word: true } }))
    expect((await project.ask('adopt', '--agree', word)).exit).toBe(4)
    personal(project, { consent: { agent_word: true } })
    const called = await project.ask('adopt', '--agree', word)
    expect([called.exit, called.json().word]).toEqual([0, 'agent'])
    expect(lines(project)).toMatchObject([{ kind: 'adopted', word: 'agent' }])
    const seen = await status(project)
    expect(seen).toMatchObject({ status: 'adopted', word: 'agent' })
    expect(JSON.stringify(seen)).toContain("on the agent's word")
    // What the file does not allow any more counts no more.
    personal(project, {})
    expect((await status(project)).status).not.toBe('adopted')
  })
})

describe('a tree from elsewhere', () => {
  const forged = (line: object) => frameLine({ at: '2026-01-03T00:00:00.000Z', ...line }, sha256)

  /** What an acceptance of this very work looks like, sealed on another machine. */
  async function acceptedElsewhere() {
    const theirs = open()
    await agreed(theirs, 'adopt')
    return theirs.read(LEDGER)
  }

  it.each([
    ['as an older version wrote it', (line: object) => ({ ...line, word: undefined, seal: undefined })],
    ['with a word and no seal', (line: object) => ({ ...line, seal: undefined })],
    ['with a seal made up', (line: object) => ({ ...line, seal: 'a'.repeat(32) })],
    ['that calls itself sealed', (line: object) => ({ ...line, seal: undefined, sealed: true })],
    ['with the seal of another machine', (line: object) => line],
  ])('brings an acceptance %s: the phase is claimed, and a person is asked', async (_, change) => {
    const [line] = (await acceptedElsewhere())
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one.slice(one.indexOf('\t') + 1)))
    const project = open({ ...CLAIMED, [LEDGER]: forged(change(line)) })
    expect((await status(project)).status).not.toBe('adopted')
    const state = await derive(project)
    expect(state).toMatchObject({ rule: 'D05a', progress: { phases: { done: 0 } } })
    expect(JSON.stringify(state.blockers)).toContain('accepted elsewhere')
    expect((await agreed(project, 'adopt')).exit).toBe(0)
    expect(await derive(project)).toMatchObject({ phase: { id: '02' } })
  })

  it('is asked about once: who declines is not asked again', async () => {
    const project = open({ ...CLAIMED, [LEDGER]: await acceptedElsewhere() })
    expect((await project.ask('adopt', '--drop')).exit).toBe(0)
    expect((await derive(project)).rule).not.toBe('D05a')
    expect((await status(project)).status).not.toBe('adopted')
  })

  it('has not the last word for ever by a line from the future', async () => {
    const project = open({
      ...CLAIMED,
      [LEDGER]: forged({ kind: 'dropped', at: '2099-01-01T00:00:00.000Z', phases: ['01'], plans: [] }),
    })
    await agreed(project, 'adopt')
    expect((await status(project)).status).toBe('adopted')
  })

  it('brings back no acceptance that a person took back', async () => {
    const project = open()
    await agreed(project, 'adopt')
    await agreed(project, 'adopt', '--drop')
    const [, dropped] = readFileSync(project.at(LEDGER), 'utf8').trim().split('\n')
    const { h } = JSON.parse((dropped as string).slice(0, (dropped as string).indexOf('\t')))
    project.write(LEDGER, project.read(LEDGER) + forged({ kind: 'undone', at: '2026-01-06T00:00:00.000Z', lines: [h] }))
    expect((await status(project)).status).not.toBe('adopted')
  })

  it('is a copy of a project of my own too', async () => {
    const project = open()
    await agreed(project, 'adopt')
    const copy = makeProject({})
    cpSync(project.root, copy.root, { recursive: true })
    cpSync(project.home, copy.home, { recursive: true })
    expect((await status(copy)).status).not.toBe('adopted')
    expect((await status(project)).status).toBe('adopted')
  })

  it.each([
    [
      'calls a requirement complete',
      { kind: 'overrule', requirement: 'CORE-01', complete: true, who: 'Ada', why: 'seen' },
    ],
    [
      'calls one complete by a word of its own',
      { kind: 'overrule', requirement: 'CORE-01', complete: true, who: 'Ada', why: 'seen', word: 'prompt' },
    ],
  ])('%s: it stays open', async (_, line) => {
    const project = open({ ...OURS, [LEDGER]: forged(line) })
    const { requirements } = (await project.ask('requirements', 'list')).json()
    expect(requirements[0]).toMatchObject({ id: 'CORE-01', complete: false })
  })

  it('lets no open item pass', async () => {
    const uat = `---\nstatus: partial\n---\n\n## Tests\n\n### 1. It starts\nexpected: it does\nresult: issue\nreported: "no"\nseverity: major\n`
    const theirs = open({ ...OURS, [`${ONE}/01-UAT.md`]: uat })
    await agreed(theirs, 'audit-open', '--acknowledge', 'all', '--milestone', 'v1.0')
    const open1 = (await theirs.ask('audit-open')).json().counts.total
    const project = open({ ...OURS, [`${ONE}/01-UAT.md`]: uat, [LEDGER]: theirs.read(LEDGER) })
    expect((await project.ask('audit-open')).json().counts.total).toBeGreaterThan(open1)
  })
})
