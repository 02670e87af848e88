// The user's own commands, as an installation renders them for each client: what is installed, changed by an update and removed by an uninstall.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { askGsd } from '../support/gsd.js'
import { put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'

afterEach(disposeProjects)

interface Answer {
  readonly notices: readonly { readonly message: string; readonly fix: string }[]
}
const gsd = (home: string, words: readonly string[], cwd = home) => askGsd<Answer>(home, words, { cwd })

const DEPLOY =
  '---\ndescription: Ships what is verified\nargument-hint: "<where>"\n---\nShip to {{args}} once `{{cli}} next` holds.\n'

describe('a command of the user', () => {
  it('is rendered in the format of each installed client', async () => {
    const home = temporaryHome()
    put(home, '.gsd/commands/deploy.md', DEPLOY)
    expect((await gsd(home, ['--claude', '--codex', '--gemini'])).exit).toBe(0)
    const cli = `node "${home}/.agents/get-shit-done/bin/gsd-tools.cjs"`
    const entry = text(home, '.claude/commands/gsd-deploy.md')
    expect(entry).toContain('description: "Ships what is verified"')
    expect(entry).toContain('argument-hint: "<where>"')
    expect(entry).toContain(`Ship to $ARGUMENTS once \`${cli} next\` holds.`)
    expect(text(home, '.agents/skills/gsd-deploy/SKILL.md')).toContain('Ships what is verified')
    expect(text(home, '.gemini/commands/gsd/deploy.toml')).toContain('Ship to {{args}} once')
  })

  it('follows its page at each update, and an uninstall removes every trace', async () => {
    const home = temporaryHome()
    put(home, '.gsd/commands/deploy.md', DEPLOY)
    const before = snapshotOf(home)
    await gsd(home, ['--claude', '--codex'])
    put(home, '.gsd/commands/deploy.md', DEPLOY.replace('Ship to', 'Sail to'))
    expect((await gsd(home, ['update'])).exit).toBe(0)
    expect(text(home, '.claude/commands/gsd-deploy.md')).toContain('Sail to')
    expect((await gsd(home, ['update', '--json'])).json()).toMatchObject({ operations: [] })
    put(home, '.gsd/commands/deploy.md', DEPLOY)
    await gsd(home, ['uninstall', '--all', '--global'])
    expect(snapshotOf(home)).toEqual(before)
    await gsd(home, ['--claude'])
    rmSync(join(home, '.gsd/commands/deploy.md'))
    await gsd(home, ['update'])
    expect(existsSync(join(home, '.claude/commands/gsd-deploy.md'))).toBe(false)
  })

  it.each([
    ['has the name of a command of the pack', 'next', DEPLOY, 'the pack already has a command with this name'],
    ['names an unknown command', 'sail', DEPLOY.replace('{{cli}}', '{{cmd:nxt}}'), 'a command that exists'],
    ['has no description', 'sail', 'Ship it.\n', 'description'],
  ])('that %s is skipped and named, and everything else is installed', async (_, name, page, problem) => {
    const home = temporaryHome()
    put(home, `.gsd/commands/${name}.md`, page)
    const { exit, json } = await gsd(home, ['--claude', '--json'])
    expect(exit).toBe(0)
    expect(JSON.stringify(json().notices)).toContain(problem)
    expect(existsSync(join(home, '.claude/commands/gsd-sail.md'))).toBe(false)
    expect(text(home, '.claude/commands/gsd-next.md')).not.toContain('Ship')
    expect((await gsd(home, ['pages'])).out).toContain(problem)
  })
})

describe('a command of the project', () => {
  it('is installed only in the project, if the user has agreed to exactly this text', async () => {
    const project = makeProject({ ...OURS, '.gsd/commands/deploy.md': DEPLOY }).initGit()
    const installed = () => gsd(project.home, ['--claude', '--local', '--json'], project.root)
    const { exit, json } = await installed()
    expect([exit, JSON.stringify(json().notices)]).toEqual([0, expect.stringContaining('gsd trust')])
    expect(project.has('.claude/commands/gsd-deploy.md')).toBe(false)
    await agreed(project, 'trust', '--agree')
    await installed()
    expect(project.read('.claude/commands/gsd-deploy.md')).toContain('Ship to $ARGUMENTS')
    // With the pack in the home, the project contains only its own commands.
    await gsd(project.home, ['--claude', '--local', '--profile', 'own'], project.root)
    expect(readdirSync(project.at('.claude/commands'))).toEqual(['gsd-deploy.md'])
    expect(existsSync(project.at('.claude/agents'))).toBe(false)
    await gsd(project.home, ['update', '--local'], project.root)
    expect(readdirSync(project.at('.claude/commands'))).toEqual(['gsd-deploy.md'])
    await gsd(project.home, ['--claude'])
    expect(existsSync(join(project.home, '.claude/commands/gsd-deploy.md'))).toBe(false)
  })
})
