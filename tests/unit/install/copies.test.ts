import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { copiesAt, copiesRemoval, copiesUpdate } from '../../../lib/install/copies.js'
import { bytesOf, digestOf } from '../../../lib/install/disk.js'
import { realDisk } from '../../../lib/node/files.js'
import { temporaryHome } from '../../support/home.js'

let record = ''
beforeEach(() => {
  record = join(temporaryHome(), 'gsd-file-manifest.json')
})

const entry = (text: string) => [digestOf(bytesOf(text)), bytesOf(text)] as const

/** Stores copies; returns the number of operations that this took. */
function store(...entries: readonly (readonly [string, Uint8Array | null])[]): number {
  const operations = copiesUpdate(realDisk, record, entries)
  for (const one of operations)
    if (one.kind === 'put') {
      writeFileSync(one.path, one.bytes)
      chmodSync(one.path, one.mode ?? 0o644)
    }
  return operations.length
}

const texts = () => [...copiesAt(realDisk, record).values()].map((copy) => Buffer.from(copy).toString())

describe('pristine copies', () => {
  it('are read as stored, and written only if they differ', () => {
    expect(store(entry('one'), entry('two\r\n\u0000'))).toBe(1)
    expect(texts().sort()).toEqual(['one', 'two\r\n\u0000'])
    expect(store(entry('two\r\n\u0000'), entry('one'))).toBe(0)
    expect(store([entry('one')[0], null], entry('three'))).toBe(1)
    expect(texts().sort()).toEqual(['one', 'three'])
  })

  it('are named by their content, and ignored if damaged', () => {
    store(entry('one'), [digestOf(bytesOf('two')), bytesOf('another')])
    expect([...copiesAt(realDisk, record).keys()].sort()).toEqual(
      ['one', 'another'].map((text) => entry(text)[0]).sort(),
    )
    const [remove] = copiesRemoval(realDisk, record)
    for (const bytes of ['', '{}', 'no brotli', '\u0000'.repeat(100)]) {
      writeFileSync(remove?.path ?? '', bytes)
      expect(texts()).toEqual([])
    }
    expect(store(entry('one'))).toBe(1)
    expect(texts()).toEqual(['one'])
  })
})
