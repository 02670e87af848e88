// The tree reads files inside the root, and nothing outside.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { GsdError } from '../../../lib/errors.js'
import { chooseReader } from '../../../lib/markdown/native.js'
import { headingsOf } from '../../../lib/markdown/reader.js'
import { MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, openTree } from '../../../lib/node/tree.js'
import type { Source } from '../../../lib/ports.js'
import { lastingFolder } from '../../support/temporary.js'
import { itWhere } from '../../support/where.js'

let base = ''
let root = ''
const tree = () => openTree(root, chooseReader({ scannerName: 'ts' }))
const sourceAt = (path: string) => tree().read(path)
const shaOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

beforeAll(() => {
  base = lastingFolder('gsd-tree-')
  root = join(base, 'project')
  mkdirSync(join(root, '.planning/phases/02-b'), { recursive: true })
  mkdirSync(join(root, 'other'))
  writeFileSync(join(base, 'secret.md'), '# secret\n')
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside/x.md'), '# outside\n')
  for (const name of ['b.md', 'a.md', 'Z.md', 'é.md', '\ud83d\ude00.md'])
    writeFileSync(join(root, 'other', name), '# é\n')
})

describe('list', () => {
  it('sorts by name and names the kind', () => {
    expect(
      tree()
        .list('other')
        .map(({ name }) => name),
    ).toEqual(['Z.md', 'a.md', 'b.md', 'é.md', '😀.md'])
    expect(tree().list('.planning')).toEqual([{ name: 'phases', kind: 'directory' }])
  })

  it('returns nothing for a missing path or a file', () => {
    expect(tree().list('nowhere')).toEqual([])
    expect(tree().list('other/a.md')).toEqual([])
  })

  it('reports a link as its target, unless that is outside or missing', () => {
    const folder = join(root, 'links')
    mkdirSync(folder)
    symlinkSync('../other/a.md', join(folder, 'file'))
    symlinkSync('../other', join(folder, 'folder'))
    symlinkSync('../../secret.md', join(folder, 'leaves'))
    symlinkSync(join(base, 'outside'), join(folder, 'leaves-too'))
    symlinkSync('gone', join(folder, 'dangling'))
    symlinkSync('loop', join(folder, 'loop'))
    expect(
      Object.fromEntries(
        tree()
          .list('links')
          .map(({ name, kind }) => [name, kind]),
      ),
    ).toEqual({
      dangling: 'other',
      file: 'file',
      folder: 'directory',
      leaves: 'other',
      'leaves-too': 'other',
      loop: 'other',
    })
    expect(sourceAt('links/file')?.text).toBe('# é\n')
    expect(sourceAt('links/folder/a.md')?.text).toBe('# é\n')
    for (const path of ['links/leaves', 'links/leaves-too/x.md', 'links/dangling', 'links/loop'])
      expect(sourceAt(path)).toBeNull()
    expect(tree().list('links/leaves-too')).toEqual([])
  })
})

describe('read', () => {
  it.each(['../secret.md', '/etc/passwd', 'other/../../secret.md', 'a\0b'])('refuses %j', (path) => {
    expect(() => sourceAt(path)).toThrow(GsdError)
  })

  it('returns null for missing files and for folders', () => {
    const found = ['other/b.md', 'no.md', 'other', 'other/b.md/x', 'other/a.md'].map(sourceAt)
    expect(found.map((source) => source?.path ?? null)).toEqual(['other/b.md', null, null, null, 'other/a.md'])
  })

  it.each([
    ['ascii', Buffer.from('# a\n'), '# a\n'],
    ['a BOM', Buffer.from('\ufeff# é 😀\r\n'), '\ufeff# é 😀\r\n'],
    ['nothing', Buffer.alloc(0), ''],
    ['NUL', Buffer.from('a\0b'), 'a\0b'],
    ['not UTF-8', Buffer.from([0x23, 0x20, 0xff, 0x0a]), null],
    ['a lone surrogate half', Buffer.from([0xed, 0xa0, 0x80]), null],
    ['half a sequence at the end', Buffer.from([0x61, 0xc3]), null],
  ])('reads %s without loss', (_, bytes, text) => {
    writeFileSync(join(root, 'bytes.md'), bytes)
    const source = sourceAt('bytes.md') as Source
    expect(source.text).toBe(text)
    expect(source.sha256).toBe(shaOf(bytes))
    if (text === null) expect(source.spans).toHaveLength(0)
  })

  it('scans only Markdown', () => {
    writeFileSync(join(root, 'x.json'), '# a\n')
    expect(sourceAt('x.json')?.spans).toHaveLength(0)
    expect(headingsOf(sourceAt('other/a.md') as Source).map(({ text }) => text)).toEqual(['é'])
  })

  it('reads files larger than its first buffer', () => {
    const text = 'é line\n'.repeat(100_000)
    writeFileSync(join(root, 'large.md'), text)
    expect(sourceAt('large.md')?.text).toBe(text)
  })

  it.each([
    ['huge.md', MAX_DOCUMENT_BYTES],
    ['huge.jsonl', MAX_FILE_BYTES],
  ])('refuses %s above its limit, by name', (name, limit) => {
    writeFileSync(join(root, name), '')
    truncateSync(join(root, name), limit + 1)
    expect(() => sourceAt(name)).toThrow(
      expect.objectContaining({ code: 'BAD_DATA', message: expect.stringContaining(name) }),
    )
    rmSync(join(root, name))
  })

  itWhere(process.platform !== 'win32')('does not hang on a named pipe', () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe.md')])
    expect(['', null]).toContain(sourceAt('pipe.md')?.text ?? null)
  })
})
