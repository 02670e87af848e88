// What another pack of the family leaves outside its record, and what of it is provably its own.
import { describe, expect, it } from 'vitest'
import { unproven, unrecorded, withoutBlocks } from '../../../lib/install/traces.js'
import { realDisk } from '../../../lib/node/files.js'
import { put, temporaryHome } from '../../support/home.js'

const BEGIN = '<!-- GSD Configuration \u2014 managed by gsd-core installer -->'
const END = '<!-- /GSD Configuration -->'

describe('a block in a text', () => {
  it.each<[string, string, string | null]>([
    ['is taken out with its marks', `mine\n${BEGIN}\ntheirs\n${END}\nmine too\n`, 'mine\nmine too\n'],
    ['may stand alone', `${BEGIN}\ntheirs\n${END}\n`, ''],
    [
      'may stand in settings',
      'a = 1\n# GSD Hooks BEGIN \u2014 managed\n[[hooks]]\n# GSD Hooks END\nb = 2\n',
      'a = 1\nb = 2\n',
    ],
    ['may end in another way', `mine\r\n${BEGIN}\r\ntheirs\r\n<!-- End GSD Configuration -->\r\n`, 'mine\r\n'],
    ['is left alone where it never ends', `mine\n${BEGIN}\ntheirs\n`, null],
    ['is left alone where it only ends', `mine\n${END}\n`, null],
    ['may be absent', 'mine\n', null],
  ])('%s', (_, text, expected) => {
    expect(withoutBlocks(text)).toBe(expected)
  })
})

describe('files no record lists', () => {
  it('are theirs only where those it lists prove it', () => {
    const home = temporaryHome()
    put(home, 'hooks/gsd-a.js', "require('./lib/one')\n")
    put(home, 'hooks/lib/one.js', "require('./two.js')\n")
    put(home, 'hooks/lib/two.js', '')
    put(home, 'hooks/lib/mine.js', '')
    put(home, 'hooks/package.json', '{"type":"commonjs"}\n')
    put(home, 'package.json', '{"type":"commonjs","name":"mine"}\n')
    put(home, 'gsd-core/commands/gsd/next.md', '---\nname: gsd:next\ndescription: Go on\n---\n')
    put(home, 'gsd-core/commands/gsd/plan.md', '---\ndescription: "Plan"\n---\n')
    put(home, 'commands/gsd-next.md', '---\nname: x\ndescription: "Go on"\n---\nother words\n')
    put(home, 'skills/gsd-plan/SKILL.md', `---\ndescription: Mine\n---\n${home}/gsd-core/workflows/plan.md\n`)
    put(home, 'skills/gsd-next/SKILL.md', '---\ndescription: My own next\n---\n')
    put(home, 'skills/gsd-mine/SKILL.md', `${home}/gsd-core/workflows/plan.md\n`)
    put(home, '.clinerules', 'Load gsd-core/workflows/next.md\n')
    const recorded = new Set(['hooks/gsd-a.js', 'gsd-core/commands/gsd/next.md', 'gsd-core/commands/gsd/plan.md'])
    const found = unrecorded(realDisk, home, recorded)
    expect([...found].sort()).toEqual([
      'commands/gsd-next.md',
      'hooks/lib/one.js',
      'hooks/lib/two.js',
      'hooks/package.json',
      'skills/gsd-plan/SKILL.md',
    ])
    const known = [...recorded, ...found]
    const left = unproven(realDisk, home, (path) => known.some((each) => `${home}/${each}`.startsWith(path)))
    expect(left.map((path) => path.slice(home.length + 1)).sort()).toEqual([
      '.clinerules',
      'skills/gsd-mine',
      'skills/gsd-next',
    ])
  })
})
