// Blocks and files of other GSD distributions that no manifest records.
import { describe, expect, it } from 'vitest'
import { unprovenFiles, withoutBlocks } from '../../../lib/install/settings.js'
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

it('files that look like GSD’s and have an unknown origin are named', () => {
  const home = temporaryHome()
  for (const path of ['hooks/gsd-a.js', 'skills/gsd-mine/SKILL.md', 'agents/own.md']) put(home, path, 'x\n')
  put(home, '.clinerules', 'Load gsd-core/workflows/next.md\n')
  const left = unprovenFiles(realDisk, home, (path) => path.endsWith('hooks/gsd-a.js'))
  expect(left.map((path) => path.slice(home.length + 1))).toEqual(['skills/gsd-mine', '.clinerules'])
})
