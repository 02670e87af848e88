// `gsd hooks explain` says what is registered where, which checks run and what switches them.
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'

interface Explained {
  readonly registered: readonly { readonly points: readonly string[]; readonly files: readonly string[] }[]
  readonly checks: readonly { readonly id: string; readonly on: boolean; readonly registered: boolean }[]
}

const explained = async (home: string) => {
  const { out } = await askGsd(home, ['hooks', 'explain'])
  const { registered, checks } = (await askGsd<Explained>(home, ['hooks', 'explain', '--json'])).json()
  return {
    out,
    checks,
    points: registered.flatMap(({ points }) => points),
    files: registered.flatMap(({ files }) => files),
  }
}
const installed = async (...flags: readonly string[]) => {
  const home = temporaryHome()
  await askGsd(home, ['install', '--global', ...flags])
  return home
}

describe('what is registered', () => {
  it('is no moment of a session where hooks were left out, and no check counts as registered', async () => {
    const { out, points, checks } = await explained(await installed('--claude', '--no-hooks'))
    expect(points).toEqual(['status-line'])
    expect(out).toContain('gsd install --global --claude --hooks')
    expect(checks.filter(({ registered }) => registered).map(({ id }) => id)).toEqual(['status-line'])
    expect(out).toMatch(/^- {2} secret-guard:/m)
  })

  it('is told with the file', async () => {
    const { out } = await explained(await installed('--claude'))
    expect(out).toMatch(/^ {2}in .+\.claude\/settings\.json$/m)
  })

  it('is told also where the registration is a file of its own, or one a moment', async () => {
    const home = await installed('--copilot', '--cline')
    const { files } = await explained(home)
    for (const name of ['hooks/gsd.json', 'hooks/PreToolUse.mjs', 'hooks/TaskStart.mjs'])
      expect(files).toContainEqual(expect.stringContaining(name))
  })
})

it('names what switches each check, and of a guard only where its setting lies', async () => {
  const { out } = await explained(await installed('--claude'))
  expect(out).toMatch(/secret-guard: .*\(hooks\.secret_guard, off only in your own ~\/\.gsd\/config\.json\)/)
  expect(out).not.toMatch(/config set hooks\.secret_guard/)
  const lines = out.split('\n').filter((line) => /^(?:on |off|- ) /.test(line))
  expect(lines.filter((line) => !/\((?:[^()]*)\)$/.test(line))).toEqual([])
})
