// The disk for plans of installations: paths that partly exist, and files that are too large.
import { mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { realDisk } from '../../../lib/node/files.js'
import { randomOf } from '../../support/random.js'
import { temporaryFolder } from '../../support/temporary.js'

/** Resolves the part of a path that exists, as far as the system can. */
function resolved(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return join(resolved(dirname(path)), basename(path))
  }
}

it('follows links as far as a path exists', () => {
  const root = temporaryFolder('gsd-disk-')
  mkdirSync(join(root, 'a/b'), { recursive: true })
  writeFileSync(join(root, 'a/f'), 'text')
  symlinkSync('a', join(root, 'l'))
  symlinkSync('../a/f', join(root, 'a/m'))
  symlinkSync('nowhere/else', join(root, 'd'))
  symlinkSync('o', join(root, 'o'))
  const random = randomOf(7)
  const names = ['a', 'b', 'f', 'l', 'm', 'd', 'o', 'x']
  for (let round = 0; round < 600; round++) {
    const path = join(root, ...Array.from({ length: 1 + random.below(4) }, () => names[random.below(8)] as string))
    const expected = resolved(path)
    expect([path, realDisk.real(path)]).toEqual([path, expected])
    const isText = expected === realpathSync.native(join(root, 'a/f'))
    expect([path, realDisk.read(path)?.toString() ?? null]).toEqual([path, isText ? 'text' : null])
    expect(realDisk.list(join(path, 'x'))).toEqual([])
  }
})

it('refuses a file above the size limit without reading it', () => {
  const path = join(temporaryFolder('gsd-disk-'), 'large')
  writeFileSync(path, '')
  truncateSync(path, 512 * 1024 * 1024 + 1)
  expect(() => realDisk.read(path)).toThrow(/large is larger than 512 MB/)
})
