import fs, { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { durableFiles as files } from '../../../lib/node/durable.js'
import { replaceCalls } from '../../support/faults.js'
import { temporaryFolder } from '../../support/temporary.js'

let folder: string
let restore = () => {}
beforeEach(() => {
  folder = temporaryFolder('gsd-durable-')
})
afterEach(() => restore())

/** Replaces system calls for the test. */
const given = (calls: Partial<typeof fs>) => {
  restore = replaceCalls(calls)
}

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

function recordSyncs(): readonly string[] {
  const opened = new Map<number, string>()
  const synced: string[] = []
  const note = (fd: number) => synced.push(opened.get(fd)?.slice(folder.length + 1) ?? '?')
  const { openSync, fsyncSync, fdatasyncSync } = fs
  given({
    openSync: (path, ...rest) => {
      const fd = openSync(path, ...rest)
      opened.set(fd, String(path))
      return fd
    },
    fsyncSync: (fd) => {
      note(fd)
      fsyncSync(fd)
    },
    fdatasyncSync: (fd) => {
      note(fd)
      fdatasyncSync(fd)
    },
  })
  return synced
}

describe('a write that must survive a power cut', () => {
  it('is synced with every folder that got a new name', () => {
    const synced = recordSyncs()
    files.write(join(folder, 'a/b/file'), Buffer.from('x'))
    expect(synced).toEqual(['', 'a', 'a/b/file'])
    files.rename(join(folder, 'a/b/file'), join(folder, 'c/file'))
    expect(synced.slice(3)).toEqual(['', 'c'])
    files.append(join(folder, 'c/log'), 'line\n')
    expect(synced.slice(5)).toEqual(['c/log', 'c'])
    files.append(join(folder, 'c/log'), 'line\n')
    expect(synced.slice(7)).toEqual(['c/log'])
    files.remove(join(folder, 'c/file'))
    expect(synced.slice(8)).toEqual(['c'])
  })

  it('is synced once per batch, files before folders', () => {
    const synced = recordSyncs()
    files.together(() => {
      for (const name of ['one', 'two', 'three']) files.write(join(folder, 'a', name), Buffer.from(name))
      files.remove(join(folder, 'a/three'))
    })
    expect(synced).toEqual(['a/one', 'a/two', '', 'a'])
    files.together(() => {
      files.rename(join(folder, 'a/one'), join(folder, 'b/one'))
      files.rename(join(folder, 'a/two'), join(folder, 'b/two'))
    })
    expect(synced.slice(4)).toEqual(['', 'b'])
    files.together(() => {
      files.together(() => files.write(join(folder, 'three'), Buffer.from('x')))
      files.write(join(folder, 'four'), Buffer.from('x'))
      expect(synced.slice(6)).toEqual([])
    })
    expect(synced.slice(6)).toEqual(['three', 'four'])
  })

  it('has all its bytes before it is renamed', () => {
    const synced = recordSyncs()
    files.together(() => {
      files.write(join(folder, 'one'), Buffer.from('x'))
      files.rename(join(folder, 'one'), join(folder, 'two'))
    })
    expect(synced).toEqual(['one', ''])
  })
})

describe('a system that does less than requested', () => {
  it('gets the rest of a partial write again', () => {
    const { writeSync } = fs
    given({
      writeSync: ((fd: number, bytes: Buffer, from?: number, length?: number, position?: number) => {
        const offset = from ?? 0
        return writeSync(fd, bytes, offset, Math.min(3, length ?? bytes.length - offset), position)
      }) as typeof fs.writeSync,
    })
    const path = join(folder, 'log')
    files.write(path, Buffer.from('begin\ntorn'))
    files.append(path, 'a line of some length\n')
    expect(readFileSync(path, 'utf8')).toBe('begin\na line of some length\n')
  })

  it('that cannot close a file has still written it', () => {
    const { closeSync } = fs
    given({
      closeSync: (fd) => {
        closeSync(fd)
        failing('EIO')()
      },
    })
    const path = join(folder, 'log')
    files.append(path, 'line\n')
    expect(readFileSync(path, 'utf8')).toBe('line\n')
  })

  it('and fails during an append leaves the log unchanged', () => {
    const path = join(folder, 'log')
    writeFileSync(path, 'line\n')
    given({ fdatasyncSync: failing('ENOSPC') })
    expect(() => files.append(path, 'more\n')).toThrow('ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe('line\n')
  })

  it('with the target on another file system still replaces the target atomically', () => {
    const path = join(folder, 'target')
    const from = join(folder, 'staged')
    writeFileSync(path, 'old')
    writeFileSync(from, 'new')
    let first = true
    const { renameSync } = fs
    given({
      renameSync: (source, target) => {
        if (first) {
          first = false
          failing('EXDEV')()
        }
        expect(dirname(String(source))).toBe(dirname(String(target)))
        renameSync(source, target)
      },
    })
    files.rename(from, path, 0o600)
    expect([readFileSync(path, 'utf8'), fs.readdirSync(folder)]).toEqual(['new', ['target']])
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
  })

  it('without support for syncing folders is accepted', () => {
    const { fsyncSync } = fs
    given({ fsyncSync: (fd) => (fs.fstatSync(fd).isDirectory() ? failing('EINVAL')() : fsyncSync(fd)) })
    files.write(join(folder, 'a/file'), Buffer.from('x'))
    expect(files.size(join(folder, 'a/file'))).toBe(1)
  })
})
