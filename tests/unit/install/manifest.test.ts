// The manifest of a root: a canonical text, and no paths out of the root.
import { describe, expect, it } from 'vitest'
import { type Manifest, manifestText, readManifest } from '../../../lib/install/manifest.js'

const manifest: Omit<Manifest, 'schema' | 'pack'> = {
  version: '1.0.0',
  scope: 'global',
  runtimes: ['codex', 'agents'],
  profile: ['core', 'help'],
  roots: { codex: '/h/c', agents: '/h/a' },
  files: {
    'codex:agents/b.toml': { sha256: 'b', owners: ['codex'], kind: 'agent' },
    'agents:skills/a/SKILL.md': { sha256: 'a', owners: ['agents', 'codex'], kind: 'entry', base: 'c' },
  },
  suppressed: ['agents:skills/z/SKILL.md'],
  created_dirs: ['agents:', 'agents:..', 'agents:skills/a'],
  regenerable: ['agents:bin/x.cache'],
  offers: [],
  extras: ['playwright'],
  edits: [],
}

describe('the record', () => {
  it('reads back, and has the same text in any order of construction', () => {
    const text = manifestText(manifest)
    expect(manifestText(readManifest(text, 'p'))).toBe(text)
    const turned = { ...manifest, files: Object.fromEntries(Object.entries(manifest.files).reverse()) }
    expect(manifestText(turned)).toBe(text)
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  })

  it('of an earlier version without the newer lists is read with empty ones', () => {
    const { offers, edits, extras, ...earlier } = JSON.parse(manifestText(manifest))
    expect(readManifest(JSON.stringify(earlier), 'p')).toEqual({ ...earlier, offers, edits, extras: [] })
    expect([offers, edits, extras]).toEqual([[], [], ['playwright']])
  })

  it.each<[string, (value: Record<string, unknown>) => void]>([
    [
      'a file above its root',
      (value) => void (value['files'] = { 'agents:../x': { sha256: 'a', owners: [], kind: 'entry' } }),
    ],
    [
      'an absolute file',
      (value) => void (value['files'] = { 'agents:/etc/x': { sha256: 'a', owners: [], kind: 'entry' } }),
    ],
    [
      'a file by a detour',
      (value) => void (value['files'] = { 'agents:a/../../x': { sha256: 'a', owners: [], kind: 'entry' } }),
    ],
    ['a drive', (value) => void (value['files'] = { 'agents:C:/x': { sha256: 'a', owners: [], kind: 'entry' } })],
    ['a folder next to its root', (value) => void (value['created_dirs'] = ['agents:../other'])],
    ['a suppressed path that leads out', (value) => void (value['suppressed'] = ['agents:../x'])],
    [
      'a file in an unknown root',
      (value) => void (value['files'] = { 'nobody:x': { sha256: 'a', owners: [], kind: 'entry' } }),
    ],
    ['a folder in an unknown root', (value) => void (value['created_dirs'] = ['nobody:x'])],
    ['an unknown root', (value) => void (value['roots'] = { agents: '/h/a', nobody: '/h/n' })],
    ['an unknown target', (value) => void (value['target'] = 'nobody')],
    ['an unknown runtime', (value) => void (value['runtimes'] = ['nobody'])],
    ['an unknown key', (value) => void (value['more'] = 1)],
    ['no files', (value) => void delete value['files']],
  ])('with %s is refused', (_, spoil) => {
    const value = JSON.parse(manifestText(manifest)) as Record<string, unknown>
    spoil(value)
    expect(() => readManifest(JSON.stringify(value), 'p')).toThrow(expect.objectContaining({ code: 'INSTALL_REFUSED' }))
  })
})
