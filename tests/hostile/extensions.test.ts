// An extension in a cloned tree does not run before the user has agreed to exactly these bytes.
import { spawnSync } from 'node:child_process'
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { extension, trust } from '../support/extensions.js'
import { askGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'
import { hasTerminal } from '../support/terminal.js'

afterEach(disposeProjects)

const POINTS = ['next', 'brief', 'check', 'afterFinish']

/** Returns the files of an extension that writes one file to the project when it is loaded, and another when it is registered. */
const canary = (project: TempProject) =>
  Object.entries(
    extension(
      `try { execFileSync('touch', [${JSON.stringify(project.at('called'))}]) } catch {}; api.on('next', () => ({ kind: 'default' }))`,
      { points: POINTS },
    ),
  ).map(([path, text]): [string, string] => [
    path,
    path.endsWith('.mjs')
      ? `import { execFileSync } from 'node:child_process'\ntry { execFileSync('touch', [${JSON.stringify(project.at('read'))}]) } catch {}\n${text}`
      : text,
  ])

function makeClone(): TempProject {
  const project = makeProject(OURS, { foreign: true })
  for (const [path, text] of canary(project)) project.write(path, text, { foreign: true })
  return project.initGit()
}

const hasRun = (project: TempProject) => project.has('read') || project.has('called')

/** Makes calls that could load an extension, up to a claim. */
async function makeLoadingCalls(project: TempProject): Promise<void> {
  for (const words of [['list'], ['trust', 'demo']]) await project.ask('ext', ...words)
  const { unit, revision } = (await project.ask('next')).json()
  await project.ask('begin')
  await project.ask('unit', 'claim', unit?.unitType ?? 'execute-plan', unit?.unitId ?? '01-02', '--revision', revision)
  await project.ask('progress')
}

describe('an extension of a cloned tree', () => {
  it('is not even loaded before the user agrees, and next says so', async () => {
    const project = makeClone()
    await makeLoadingCalls(project)
    expect(hasRun(project)).toBe(false)
    expect((await project.ask('next')).json().notices).toContainEqual(
      expect.objectContaining({ code: 'EXT_UNTRUSTED' }),
    )
  })

  it('is not trusted because of markers, settings or a record in the tree', async () => {
    const project = makeClone()
    const mark = JSON.stringify({ machine: 'f'.repeat(32), commands: { ['0'.repeat(64)]: 'x' } })
    project.write('.gsd/trust.json', mark, { foreign: true })
    project.write('.planning/.runtime/agreed.json', mark, { foreign: true })
    project.write(
      '.planning/config.json',
      '{"planning_schema":1,"extensions":{"enabled":["demo"],"trusted":["demo"]}}',
      { foreign: true },
    )
    await makeLoadingCalls(project)
    expect(hasRun(project)).toBe(false)
  })

  it('cannot be trusted without a terminal or in a client’s terminal', async () => {
    const project = makeClone()
    const refused = await askGsd(project.home, ['ext', 'trust', 'demo', '--json'], { cwd: project.root })
    expect([refused.exit, refused.out]).toEqual([4, expect.stringContaining('PERSON_ONLY')])
    const env = project.env({ GEMINI_CLI: '1' })
    for (const words of hasTerminal() ? [[], ['--yes']] : []) {
      const argv = [process.execPath, TOOLS, 'ext', 'trust', 'demo', ...words]
      const called = spawnSync('script', ['--quiet', '--return', '--command', argv.join(' '), '/dev/null'], {
        ...{ cwd: project.root, env, input: 'y\n', encoding: 'utf8' },
      })
      expect([called.status, called.stdout], called.stderr).toEqual([
        4,
        expect.stringContaining('Only the user can decide this, in their own terminal'),
      ])
      expect(called.stdout).not.toContain('Agree?')
    }
    await makeLoadingCalls(project)
    expect(hasRun(project)).toBe(false)
  })

  it('runs after the user has agreed, until one byte, name, file or option changes', async () => {
    const project = makeClone()
    const at = (name: string) => `.gsd/extensions/demo/${name}`
    const writeOthers = () => {
      project.write(at('a.mjs'), '//')
      project.write(at('bb.mjs'), '//')
    }
    writeOthers()
    expect((await trust(project)).json().trusted).toBe(true)
    await project.ask('next')
    expect(hasRun(project)).toBe(true)
    const own = at('index.mjs')
    const settings = project.read('.planning/config.json')
    const text = project.read(own)
    for (const change of [
      () => project.write(own, `${text} `),
      // The same length as before.
      () => project.write(own, text.replace(/\n$/, ' ')),
      () => project.write(at('more.mjs'), ''),
      () => {
        // The concatenation of names and texts is unchanged.
        project.write(at('a.mjs'), '//b')
        project.remove(at('bb.mjs'))
        project.write(at('b.mjs'), '//')
      },
      // The project's options for the extension are part of the agreement.
      () =>
        project.write('.planning/config.json', '{"planning_schema":1,"extensions":{"options":{"demo":{"run":"rm"}}}}'),
    ]) {
      change()
      project.remove('read')
      project.remove('called')
      expect((await project.ask('next')).json().notices).toContainEqual(
        expect.objectContaining({ code: 'EXT_UNTRUSTED' }),
      )
      expect(hasRun(project)).toBe(false)
      project.write(own, text)
      for (const name of ['more.mjs', 'b.mjs']) project.remove(at(name))
      project.write('.planning/config.json', settings)
      writeOthers()
    }
    await project.ask('next')
    expect(hasRun(project)).toBe(true)
  })

  it('is refused with a link in place of a file or folder', async () => {
    const project = makeClone()
    await trust(project)
    project.remove('.gsd/extensions/demo/index.mjs')
    project.write(
      'elsewhere.mjs',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(project.at('read'))}, '')\n`,
    )
    symlinkSync(project.at('elsewhere.mjs'), project.at('.gsd/extensions/demo/index.mjs'))
    await makeLoadingCalls(project)
    expect(hasRun(project)).toBe(false)
    const whole = makeClone()
    await trust(whole)
    const moved = (from: string, to: string) => {
      renameSync(whole.at(from), whole.at(to))
      symlinkSync(whole.at(to), whole.at(from))
    }
    const listed = async () =>
      (await whole.ask('ext', 'list'))
        .json()
        .extensions.filter(({ source }: { source: string }) => source === 'project')
    moved('.gsd/extensions/demo', 'elsewhere')
    expect(await listed()).toMatchObject([{ name: 'demo', state: 'broken' }])
    rmSync(whole.at('.gsd/extensions/demo'))
    renameSync(whole.at('elsewhere'), whole.at('.gsd/extensions/demo'))
    expect(await listed()).toMatchObject([{ name: 'demo', state: 'active' }])
    moved('.gsd', 'elsewhere')
    expect(await listed()).toEqual([])
  })

  it('does not run after the user withdraws the agreement', async () => {
    const project = makeClone()
    await trust(project)
    expect((await agreed(project, 'ext', 'trust', 'demo', '--revoke')).json().revoked).toBe(true)
    await makeLoadingCalls(project)
    expect(hasRun(project)).toBe(false)
  })
})
