// The listed commands: the union of profiles, groups and commands with their requirements, minus what is excluded.
import { describe, expect, it } from 'vitest'
import { knowsName, loadAssets } from '../../../lib/assets/pack.js'

const command = (name: string, profile: string, group: string, requires: readonly string[] = [], body = '') =>
  `---\nname: ${name}\ndescription: ${name}\nprofile: ${profile}\ngroup: ${group}\nrequires: [${requires.join(', ')}]\ntools: [shell]\n---\n${body}\n`

const SOURCES: Readonly<Record<string, string>> = {
  'agents/one.md': '---\nname: one\ndescription: d\ntools: [read]\n---\nText.\n',
  'agents/two.md': '---\nname: two\ndescription: d\ntools: [read]\n---\nText.\n',
  'commands/begin.md': command('begin', 'core', 'workflow', ['work']),
  'commands/work.md': command('work', 'core', 'workflow', [], '{{agent:one}}'),
  'commands/ship.md': command('ship', 'standard', 'manage', ['branch']),
  'commands/branch.md': command('branch', 'full', 'manage', [], '{{agent:two}}'),
  'commands/other.md': command('other', 'full', 'quality'),
}
const assets = loadAssets({
  list: (folder) => Object.keys(SOURCES).filter((path) => path.startsWith(`${folder}/`)),
  read: (path) => SOURCES[path] ?? null,
})
const commands = (...names: string[]) => assets.profile(names).commands.map(({ name }) => name)

describe('a profile', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['core'], ['begin', 'work']],
    [['standard'], ['begin', 'branch', 'ship', 'work']],
    [['full'], ['begin', 'branch', 'other', 'ship', 'work']],
    [
      ['core', 'other'],
      ['begin', 'other', 'work'],
    ],
    [
      ['core', 'ship'],
      ['begin', 'branch', 'ship', 'work'],
    ],
    [['manage'], ['branch', 'ship']],
    [
      ['standard', '-ship', '-branch'],
      ['begin', 'work'],
    ],
    [
      ['full', '-manage', 'core'],
      ['begin', 'other', 'work'],
    ],
    [
      ['begin', 'begin'],
      ['begin', 'work'],
    ],
  ])('%j lists %j', (names, expected) => {
    expect(commands(...names).sort()).toEqual(expected)
  })

  it('includes exactly the agents of its commands', () => {
    const agents = (...names: string[]) => assets.profile(names).agents.map(({ name }) => name)
    expect([agents('core'), agents('core', 'ship'), agents('other')]).toEqual([['one'], ['one', 'two'], []])
  })

  it.each<[readonly string[], string, string]>([
    [['other', '-other'], 'selects no commands', 'gsd uninstall'],
    [['-other'], 'selects no commands', 'gsd uninstall'],
    [[], 'selects no commands', 'gsd uninstall'],
    [['shp'], 'received "shp"', 'did you mean ship?'],
    [['core', '-shp'], 'received "shp"', 'did you mean ship?'],
    [['standart'], 'received "standart"', 'did you mean standard?'],
    [['qualty'], 'a group (project, workflow, quality,', 'did you mean quality?'],
  ])('%j is refused: %s', (names, message, fix) => {
    expect(() => commands(...names)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringContaining(message),
        fix: expect.stringContaining(fix),
      }),
    )
  })

  it.each<[string, boolean]>([
    ['core', true],
    ['ship', true],
    ['-ship', true],
    ['quality', true],
    ['gone', false],
    ['-gone', false],
  ])('knows %s: %s', (name, known) => {
    expect(knowsName(assets, name)).toBe(known)
  })
})
