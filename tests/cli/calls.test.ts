// Spellings of a call, usage errors, exit codes, help, stdout and the project that is found: in this process, or with the built executable.
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CODES } from '../../lib/errors.js'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import { disposeProjects, makeProject, OLDER, OURS, TOOLS } from '../support/project.js'

afterEach(disposeProjects)

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

describe('spellings of one call', () => {
  it.each([
    [['config', 'get', 'mode']],
    [['config.get', 'mode']],
    [['--cwd', '.', 'config', 'get', 'mode']],
    [['config', '--pretty', 'get', 'mode']],
    [['config', 'get', '--key', 'mode']],
    [['config', 'get', '--key=mode', '--json']],
    [['config', 'get', 'mode', '--cwd=.']],
    [['config', 'get', '--', 'mode']],
  ])('%j answers the setting', async (words) => {
    const answer = await makeProject(OURS).ask(...words)
    expect([answer.exit, answer.json()]).toEqual([0, 'yolo'])
  })

  it.each([
    ['phase.plan-index', '--phase', '1'],
    ['phase', 'plan-index', '1'],
  ])('the older tools’ %s %s %s still works', async (...words) => {
    expect((await makeProject(OURS).ask(...words)).exit).toBe(0)
  })
})

describe('next', () => {
  const recognised = RUNTIME_IDS.filter((id) => runtimeOf(id).recognisedBy.length > 0)
  it.each(recognised)('names the command as %s spells it, recognised by each of its variables', async (id) => {
    const project = makeProject(OURS)
    const { recognisedBy, invoke } = runtimeOf(id)
    const command = `${invoke.shared.prefix}gsd${invoke.shared.separator}execute-phase 1`
    for (const name of recognisedBy)
      expect((await project.askWith({ [name]: '1' }, 'next')).json().command, name).toBe(command)
    // One variable is enough to show that the built program passes on its environment.
    const [first = ''] = recognisedBy
    if (id === recognised.at(0)) expect(project.runIn('.', { [first]: '1' }, 'next').json().command).toBe(command)
  })
})

describe('usage errors exit with 2, say how to continue, and change nothing', () => {
  it.each([
    ['an unknown verb', ['confg', 'get'], 'UNKNOWN_VERB', 'config get'],
    ['an unknown second word', ['config', 'gte'], 'UNKNOWN_VERB', 'config get'],
    ['two words in the wrong order', ['finish', 'unit', '--claim', 'x'], 'UNKNOWN_VERB', 'gsd-tools unit finish`'],
    ['a hyphen between the words', ['config-get', 'mode'], 'UNKNOWN_VERB', 'gsd-tools config get`'],
    ['two other words in the wrong order', ['list', 'config'], 'UNKNOWN_VERB', 'gsd-tools config list`'],
    ['a group alone', ['config'], 'UNKNOWN_VERB', 'gsd-tools'],
    ['no verb at all', [], 'USAGE', '--help'],
    ['an unknown flag', ['config', 'set', 'mode', 'yolo', '--pikc', 'x'], 'UNKNOWN_FLAG', '--pick'],
    ['an unknown short flag', ['config', 'get', 'mode', '-x'], 'UNKNOWN_FLAG', 'help'],
    ['the exit contract flag of another tool', ['config', 'get', 'mode', '--exit-contract'], 'UNKNOWN_FLAG', 'help'],
    ['--version after a verb', ['config', 'get', 'mode', '--version'], 'UNKNOWN_FLAG', 'help'],
    ['a missing argument', ['config', 'set', 'mode'], 'USAGE', 'config set <key> <value>'],
    ['one argument too many', ['config', 'get', 'a', 'b'], 'USAGE', 'config get <key>'],
    ['a flag without its value', ['config', 'get', 'mode', '--pick'], 'USAGE', '--pick <value>'],
    ['a flag in place of a value', ['config', 'get', 'mode', '--pick', '--raw'], 'USAGE', '--pick=<value>'],
    ['a value for a flag that takes none', ['config', 'get', 'mode', '--raw=x'], 'USAGE', 'config get'],
    ['a word outside its list', ['begin', 'pln-phase', '1'], 'USAGE', 'plan-phase'],
    ['two values for one argument', ['phase', 'plan-index', '1', '--phase', '2'], 'USAGE', 'phase plan-index'],
    ['a folder that is not there', ['config', 'get', 'mode', '--cwd', 'nowhere'], 'USAGE', 'folder'],
    ['a setting outside its list', ['config', 'set', 'mode', 'foo'], 'CONFIG_INVALID_VALUE', 'interactive'],
    ['an unknown setting', ['config', 'set', 'moed', 'yolo'], 'CONFIG_INVALID_KEY', 'mode'],
    ['a workstream with a path for a name', ['config', 'get', 'mode', '--ws', '../x'], 'USAGE', 'letters'],
    ['a path outside the project', ['lint', '../../etc/passwd'], 'PATH_OUTSIDE', 'inside'],
  ])('%s', async (_, words, code, hint) => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const answer = await project.ask(...words)
    expect([answer.exit, answer.json().error.code]).toEqual([2, code])
    expect(answer.json().error.fix).toContain(hint)
    expect(answer.stderr).toContain(code)
    expect(lines(answer.stdout)).toHaveLength(1)
    expect(project.snapshot()).toEqual(before)
  })
})

describe('exit codes', () => {
  it.each([
    ['an answer', OURS, ['config', 'get', 'mode'], 0],
    ['a miss', OURS, ['phase', 'plan-index', '99'], 1],
    ['settings that do not parse', { '.planning/config.json': '{ "mode": }' }, ['config', 'get', 'mode'], 1],
    ['no project', {}, ['progress'], 1],
    [
      'two directories of one number, neither named after the phase',
      { ...OURS, '.planning/phases/02-this/.gitkeep': '', '.planning/phases/02-that/.gitkeep': '' },
      ['phase', 'plan-index', '2'],
      4,
    ],
    ['a workstream that is not there', { ...OURS, '.planning/active-workstream': 'api\n' }, ['progress'], 4],
    [
      'a newer schema, on a write',
      { '.planning/config.json': '{"planning_schema": 99}' },
      ['config', 'set', 'mode', 'yolo'],
      3,
    ],
  ] as const)('of %s', async (_, files, words, exit) => {
    const answer = await makeProject(files).ask(...words)
    expect(answer.exit).toBe(exit)
    const { error } = answer.json() ?? {}
    if (error !== undefined) {
      expect(CODES[error.code as keyof typeof CODES]).toBe(exit)
      expect(error.fix).not.toBe('')
    }
  })

  it('are those of the built executable, which also prints the error code on stderr', () => {
    for (const [words, exit, code] of [
      [['phase', 'plan-index', '99'], 1, ''],
      [['config', 'gte'], 2, 'UNKNOWN_VERB'],
      [['config', 'get', 'mode', '-x'], 2, 'UNKNOWN_FLAG'],
    ] as const) {
      const answer = makeProject(OURS).run(...words)
      expect([answer.exit, answer.stderr.includes(code), lines(answer.stdout).length]).toEqual([exit, true, 1])
    }
  })

  it('an invalid config is refused with line and column', () => {
    const answer = makeProject({ '.planning/config.json': '{\n  "mode": ,\n}\n' }).run('config', 'get', 'mode')
    expect(answer.json().error).toMatchObject({ code: 'CONFIG_PARSE_FAILED' })
    expect(answer.json().error.message).toContain('.planning/config.json:2:11')
  })

  it('a file in place of a folder is refused and named', () => {
    const project = makeProject(OURS)
    project.remove('.planning/STATE.md')
    mkdirSync(project.at('.planning/journal'), { recursive: true })
    writeFileSync(project.at('.planning/journal/objects'), 'a file where a folder must be')
    const answer = project.run('config', 'set', 'mode', 'interactive')
    expect([answer.exit, answer.json().error]).toEqual([
      1,
      expect.objectContaining({ code: 'WRITE_REFUSED', message: expect.stringContaining('.planning/journal/objects') }),
    ])
    expect(answer.json().error.fix).toContain('.planning/journal/objects')
    expect(project.read('.planning/config.json')).toContain('yolo')
  })
})

describe('help and version', () => {
  it.each([['--help'], ['-h'], ['-?'], ['--h'], ['--usage']])(
    '%s anywhere prints text with exit code 0 and runs nothing',
    async (flag) => {
      const project = makeProject(OURS)
      const before = project.snapshot()
      for (const words of [
        [flag],
        [flag, 'config', 'set', 'mode', 'interactive'],
        ['config', flag, 'set', 'mode', 'interactive'],
        ['config', 'set', 'mode', 'interactive', flag],
        ['config', 'set', 'mode', 'interactive', '--nonsense', flag],
      ]) {
        const help = await project.ask(...words)
        expect([help.exit, help.stderr]).toEqual([0, ''])
        expect(help.stdout).toContain('gsd-tools')
        expect(help.stdout.startsWith('{')).toBe(false)
      }
      expect(project.snapshot()).toEqual(before)
    },
  )

  it('words after -- are data, not a call for help', async () => {
    const answer = await makeProject(OURS).ask('phase', 'plan-index', '--', '--help')
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'PHASE_NOT_FOUND'])
  })

  it('lists the verbs of one group or of all, describes one verb, and rejects an unknown one', async () => {
    const project = makeProject({})
    expect(project.run('config', '--help').stdout).toMatch(/config get[\s\S]*config set/)
    expect((await project.ask('help')).stdout).toMatch(/state derive[\s\S]*health/)
    expect((await project.ask('help', 'config', 'get')).stdout).toContain('gsd-tools config get <key>')
    expect((await project.ask('help', 'confg')).stdout).toContain('Unknown verb "confg"')
  })

  it('--version prints the version', () => {
    const answer = makeProject({}).run('--version')
    expect([answer.exit, answer.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })
})

describe('stdout', () => {
  it('is one line of JSON', () => {
    const { stdout } = makeProject(OURS).run('progress')
    expect(lines(stdout)).toHaveLength(1)
    expect(JSON.parse(stdout).phase_count).toBe(3)
  })

  it.each([
    [['progress', '--pick', 'phases[-1].number'], '"3"\n'],
    [['progress', '--pick', 'phases[-1].number', '--raw'], '3\n'],
    [['progress', '--pick', 'phases[0].has_context', '--raw'], 'true\n'],
    [['progress', '--pick', 'phase_count'], '3\n'],
    [['config', 'get', 'mode', '--raw'], 'yolo\n'],
    [['config', 'get', 'response_language'], 'null\n'],
  ])('%j prints %j', async (words, printed) => {
    const answer = await makeProject(OURS).ask(...words)
    expect([answer.exit, answer.stdout, answer.stderr]).toEqual([0, printed, ''])
  })

  it('--pick of an unknown field is an error that lists the fields', () => {
    const answer = makeProject(OURS).run('progress', '--pick', 'phasez')
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'PICK_FIELD_ABSENT'])
    expect(answer.json().error.fix).toContain('phases')
  })

  it('--pick of an object is JSON', () => {
    const answer = makeProject(OURS).run('progress', '--pick', 'phases[0]', '--raw')
    expect(answer.json().number).toBe('1')
  })

  it('--pretty prints a verb’s own text, or else indented JSON', () => {
    const project = makeProject(OURS)
    expect(project.run('config', 'list', 'mode', '--pretty').stdout).toBe(
      'mode = "yolo"  (project; interactive | yolo): Ask before each step, or continue without asking\n',
    )
    expect(project.run('phase', 'plan-index', '1', '--pretty').stdout).toContain('\n  "phase": "01"')
  })

  const LONG = JSON.stringify({ response_language: 'word '.repeat(1_000_000) })

  it('carries a document of many megabytes to a slow reader', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': LONG })
    const text = await new Promise<string>((done, fail) => {
      const child = spawn(process.execPath, [TOOLS, 'config', 'get', 'response_language'], {
        cwd: project.root,
        env: project.env(),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (chunk: string) => {
        out += chunk
        child.stdout.pause()
        setTimeout(() => child.stdout.resume(), 1)
      })
      child.on('error', fail)
      child.on('close', () => done(out))
    })
    expect(JSON.parse(text)).toHaveLength(5_000_000)
  })

  it('may be closed early without an error', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': LONG })
    const [code, said] = await new Promise<[number | null, string]>((done) => {
      const child = spawn(process.execPath, [TOOLS, 'config', 'get', 'response_language'], {
        cwd: project.root,
        env: project.env(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let err = ''
      child.stderr.on('data', (chunk: Buffer) => {
        err += String(chunk)
      })
      child.stdout.once('data', () => child.stdout.destroy())
      child.on('close', (exit) => done([exit, err]))
    })
    expect([code, said]).toEqual([0, ''])
  })
})

describe('the project', () => {
  it('is found from a folder below, with results relative to its root', () => {
    const project = makeProject({ ...OURS, 'src/deep/.keep': '' })
    const answer = project.runIn('src/deep', {}, 'phase', 'plan-index', '1', '--pick', 'directory', '--raw')
    expect(answer.stdout).toBe('.planning/phases/01-foundation\n')
    expect(project.runIn('src', {}, 'lint', '../.planning/STATE.md').exit).toBe(0)
  })

  it('is that of the folder around a repository only if its settings name the repository; a refusal says how', () => {
    const project = makeProject(OURS)
    mkdirSync(project.at('api'))
    project.git('init', '--quiet', 'api')
    const refused = project.runIn('api', {}, 'phase', 'plan-index', '1')
    expect([refused.exit, refused.json().error.code]).toEqual([1, 'NO_PROJECT'])
    expect(refused.json().error.fix).toContain(`config set planning.sub_repos '["api"]' --cwd ${project.root}`)
    expect(project.run('config', 'set', 'planning.sub_repos', '["api"]').exit).toBe(0)
    expect(project.runIn('api', {}, 'config', 'get', 'mode').json()).toBe('yolo')
  })

  it('takes its workstream from --ws, then the environment, then the pointer', () => {
    const project = makeProject({
      ...OURS,
      '.planning/workstreams/api/config.json': '{ "mode": "interactive" }',
      '.planning/workstreams/web/config.json': '{ "granularity": "fine" }',
    })
    const mode = (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
      project.runIn('.', env, 'config', 'get', 'mode', ...words).json()
    expect(mode({})).toBe('yolo')
    expect(mode({ GSD_WORKSTREAM: 'api' })).toBe('interactive')
    expect(mode({ GSD_WORKSTREAM: 'api' }, '--ws', 'web')).toBe('yolo')
    project.write('.planning/active-workstream', 'api\n')
    expect(mode({})).toBe('interactive')
    project.run('config', 'set', 'granularity', 'coarse')
    expect(project.read('.planning/workstreams/api/config.json')).toContain('coarse')
  })

  it('cannot be left through a link', () => {
    const project = makeProject(OURS)
    writeFileSync(join(project.home, 'secret.md'), '---\nkey: value\n---\n')
    symlinkSync(join(project.home, 'secret.md'), project.at('link.md'))
    const answer = project.run('lint', 'link.md')
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'PATH_OUTSIDE'])
  })

  it('of an older tool is not changed by reading', () => {
    const project = makeProject(OLDER).initGit()
    const before = project.snapshot()
    for (const words of [
      ['config', 'list'],
      ['state', 'derive'],
      ['progress'],
      ['phase', 'plan-index', '1'],
      ['requirements', 'list'],
      ['health'],
      ['config', 'get', 'granularity'],
    ])
      project.run(...words)
    expect(project.snapshot()).toEqual(before)
    expect(project.git('status', '--porcelain')).toBe('')
  })
})

it('a large project gets the same answer as a small one, with nothing on stderr', () => {
  const project = makeProject(OURS)
  const small = project.run('state', 'derive', '--pick', 'step')
  project.write('.planning/ROADMAP.md', `${project.read('.planning/ROADMAP.md')}${'\n'.repeat(20_000)}`)
  const large = project.run('state', 'derive', '--pick', 'step')
  expect([large.exit, large.stdout, large.stderr]).toEqual([0, small.stdout, ''])
})
