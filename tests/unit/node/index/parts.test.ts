// The part of a large file that is read without the rest of it: only while the file is the one whose parts are known.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PartedFiles } from '../../../../lib/node/index/parts.js'
import { openTree } from '../../../../lib/node/tree.js'
import type { Source } from '../../../../lib/ports.js'
import { settle } from '../../../support/entry.js'
import { lastingFolder } from '../../../support/temporary.js'

const folder = lastingFolder('gsd-parts-')
const root = join(folder, 'project')
mkdirSync(root)
const cache = join(folder, 'cache')
const script = join(folder, 'script')
writeFileSync(script, '')

/** One call, which begins when everything in the folder is settled. */
function call(): { readonly source: Source; readonly keep: () => void } {
  const [begun, place] = [Date.now() + 5000, { all: cache, project: join(cache, 'project') }]
  const files = new PartedFiles({
    root,
    entry: (path) => ({ place: { ...place, file: join(place.project, path) }, call: path }),
    begun,
    at: begun,
    script,
  })
  const [source] = files.over(openTree(root, null)).read(['large.jsonl'])
  return { source: source as Source, keep: () => files.keep() }
}

const TEXT = `first ü\n${'x'.repeat(1 << 15)}`

const known = async () => {
  writeFileSync(join(root, 'large.jsonl'), TEXT)
  const { source, keep } = call()
  source.parted?.table(() => 'a table')
  keep()
  await settle()
}
const never = () => {
  throw new Error('it is known')
}

describe('a part of a large file', () => {
  it('is read by itself once it is known where it lies', async () => {
    await known()
    const { source } = call()
    expect([source.parted?.table(never), source.parted?.text(0, 8), source.unread]).toEqual([
      'a table',
      'first ü',
      true,
    ])
  })

  it.each([
    ['cuts a character', 0, 7],
    ['goes on behind the end', 0, 1 << 20],
    ['ends before it begins', 8, 2],
  ])('is none where it %s', async (_, from, to) => {
    await known()
    expect(call().source.parted?.text(from, to)).toBeNull()
  })

  it.each<[string, () => void]>([
    ['was written', () => writeFileSync(join(root, 'large.jsonl'), TEXT.replace('first', 'other'))],
    [
      'is another one',
      () => {
        writeFileSync(join(root, 'other'), TEXT.replace('first', 'other'))
        renameSync(join(root, 'other'), join(root, 'large.jsonl'))
      },
    ],
  ])('is none once the file %s since the call began', async (_, change) => {
    await known()
    const { source } = call()
    expect(source.parted?.table(never)).toBe('a table')
    change()
    expect([source.parted?.text(0, 8), source.text?.slice(0, 7)]).toEqual([null, 'other ü'])
    expect(source.parted?.text(0, 8)).toBeNull()
  })
})
