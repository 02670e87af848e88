import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { load } from '../../../../lib/markdown/addon.js'
import { nativeStamps } from '../../../../lib/node/index/native-stamps.js'
import { isOlder, joined, kindAt, NO_STAMPS, STAMP_WORDS, Stamper, split } from '../../../../lib/node/index/stamps.js'
import { lastingFolder } from '../../../support/temporary.js'
import { itWhere } from '../../../support/where.js'

const folder = lastingFolder('gsd-stamps-')
mkdirSync(join(folder, 'sub'))
writeFileSync(join(folder, 'file ä'), 'text')
symlinkSync('file ä', join(folder, 'link'))
mkdirSync(join(folder, 'sub/deep'))
writeFileSync(join(folder, 'sub/deep/a'), 'more text')
symlinkSync('a', join(folder, 'sub/deep/link'))
symlinkSync('sub/deep', join(folder, 'led'))
const PATHS = ['file ä', 'sub', 'link', 'none', 'sub/none']

describe('stamps', () => {
  it('tell files, folders, links and what is not there', () => {
    const stamps = new Stamper(folder).all(PATHS)
    expect(PATHS.map((_, index) => kindAt(stamps, index))).toEqual(['file', 'folder', 'other', 'absent', 'absent'])
  })

  it('are none of no paths', () => {
    expect(new Stamper(folder).all([])).toHaveLength(0)
    expect(new Stamper(folder).have('', NO_STAMPS)).toBe(true)
  })

  it('are the same until one path has another, and each is taken once', () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    for (const name of ['a', 'b', 'c']) writeFileSync(join(own, name), 'text')
    const paths = joined(['a', 'none', 'b', 'c'])
    const before = new Stamper(own).all(['a', 'none', 'b', 'c'])
    expect(new Stamper(own).have(paths, before)).toBe(true)
    for (const name of ['none', 'b']) {
      writeFileSync(join(own, name), 'longer text')
      const stamper = new Stamper(own)
      expect(stamper.have(paths, before)).toBe(false)
      expect([stamper.has('a', before, 0), stamper.has(name, before, name === 'b' ? 2 : 1)]).toEqual([true, false])
      // What was seen of it counts for the whole call.
      const seen = stamper.of(name)
      writeFileSync(join(own, name), 'another text')
      expect(stamper.of(name)).toEqual(seen)
      before.set(new Stamper(own).of(name), (name === 'b' ? 2 : 1) * STAMP_WORDS)
    }
    expect(new Stamper(own).have(paths, before)).toBe(true)
  })

  it('that were not as they were are at hand for whoever wants the first of them', () => {
    let asked = 0
    const together = new Stamper(folder, (root, paths) => {
      asked++
      return new Stamper(root).all(split(paths))
    })
    const before = new Stamper(folder).all(PATHS)
    before.fill(0, 0, STAMP_WORDS)
    expect(together.have(joined(PATHS), before)).toBe(false)
    expect(together.block(joined(PATHS.slice(0, 2)), 2)).toEqual(new Stamper(folder).all(PATHS.slice(0, 2)))
    expect(asked).toBe(1)
    // `li` is the beginning of a name, and `sub` is not the first.
    for (const paths of [[...PATHS.slice(0, 2), 'li'], ['sub']])
      expect(together.block(joined(paths), paths.length)).toEqual(new Stamper(folder).all(paths))
    expect(asked).toBe(3)
    expect(new Stamper(folder).block(joined(PATHS), PATHS.length)).toBeNull()
  })

  it('count as settled only where the clock of the file system can tell', () => {
    const at = (ns: bigint) => new Uint32Array(BigUint64Array.of(1n, 1n, 0o100644n, 1n, ns, ns).buffer)
    const now = 1_700_000_000_000
    const ns = BigInt(now) * 1_000_000n
    expect(isOlder(at(ns - 60_000_001n), 0, now)).toBe(true)
    expect(isOlder(at(ns - 40_000_001n), 0, now)).toBe(false)
    // A whole second may be the clock of a file system that counts in seconds.
    expect(isOlder(at(ns - 1_000_000_000n), 0, now)).toBe(false)
    expect(isOlder(at(ns - 3_000_000_000n), 0, now)).toBe(true)
    expect(isOlder(at(ns + 9_000_000_001n), 0, now)).toBe(false)
  })

  itWhere(load().addon?.stampFiles !== undefined && process.platform !== 'win32')('are the same from the addon', () => {
    const many = Array.from({ length: 1200 }, (_, n) => PATHS[n % PATHS.length] as string)
    const native = nativeStamps(folder, joined(many))
    expect(native).not.toBeNull()
    expect(native).toEqual(new Stamper(folder).all(many))
    expect(nativeStamps(folder, joined(PATHS))).toBeNull()
  })

  const BELOW = [
    ['sub/deep/', 'sub/deep/a', 'sub/deep/none', 'sub/dep', 'sub/deep'],
    ['sub/deep/a', 'sub/deep/link', 'sub/deep/none/a'],
    ['gone/a', 'gone/b'],
    ['led/a', 'led/none'],
    ['sub/deep/a'],
    ['sub/deep/'],
    // `/` is there, and so is what lies in it.
    ['sub//tmp', 'sub/none'],
    ['/tmp', 'sub'],
    [''],
  ]
  itWhere(load().addon?.stampFiles !== undefined && process.platform !== 'win32').each(BELOW)(
    'are the same from the addon where all paths lie in one folder: %s',
    (...below) => {
      const many = Array.from({ length: 1200 }, (_, n) => below[n % below.length] as string)
      expect(nativeStamps(folder, joined(many))).toEqual(new Stamper(folder).all(many))
    },
  )
})
