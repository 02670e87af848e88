import { describe, expect, it } from 'vitest'
import { isInternalFile, pathKindOf } from '../../../lib/core/writing/places.js'

describe('the place of a path', () => {
  it.each([
    ['.planning/STATE.md', 'planning'],
    ['.planning/phases/01-a/01-01-PLAN.md', 'planning'],
    ['.planning/workstreams/api/phases/01-a/.gitkeep', 'planning'],
    ['.planning/notes/Wörter 👩‍💻.md', 'planning'],
    ['.planning/notes/a:b.md', 'planning'],
    ['.planning/.runtime/claims/x.json', 'planning'],
    ['.planning/locks/yarn.lock', 'planning'],
    ['.planning/ledger.jsonl', 'log'],
    ['.planning/journal/2026-01.jsonl', 'log'],
    ['.planning/.runtime/metrics.jsonl', 'log'],
    ['CLAUDE.md', 'instructions'],
    ['docs/AGENTS.md', 'instructions'],
    ['.github/copilot-instructions.md', 'instructions'],
  ])('%s is %s', (path, place) => {
    expect(pathKindOf(path)).toBe(place)
  })

  it.each([
    '',
    '.planning',
    '.planning/',
    '.planning//a.md',
    './.planning/a.md',
    '/etc/a.md',
    '../a.md',
    '.planning/../a.md',
    '.planning/.. /a.md',
    '.planning/.../a.md',
    '.planning/a\0.md',
    '.planning/a\n.md',
    '.planning\\a.md',
    'C:/a.md',
    'C:a.md',
    '.Planning/a.md',
    '.planning./a.md',
    '.planning/.git/config',
    '.planning/.GIT/config',
    '.planning/.git./config',
    '.planning/.g\u200cit/config',
    '.planning/GIT~1/config',
    '.git/x.md',
    'sub/.git/x.md',
    '.planning/.lock',
    '.planning/.lock.0123456789abcdef',
    '.planning/STATE.md.lock',
    '.planning/state.MD.lock',
    '.planning/.runtime/tx/20260101000000-0123abcd/intent.json',
    '.planning/.RUNTIME/TX/x',
    '.planning/.runtime/hooks/s.json',
    'src/index.ts',
    'package.json',
    '.bashrc',
  ])('%j has none', (path) => {
    expect(pathKindOf(path)).toBeNull()
  })
})

it('only folders, logs and locks of the program are internal', () => {
  for (const path of [
    '.planning/.runtime',
    '.planning/.runtime/x',
    '.planning/journal/objects/ab',
    '.planning/ledger.jsonl',
    '.planning/workstreams/a/ledger.jsonl',
    '.planning/.lock',
    '.planning/STATE.md.lock',
  ])
    expect([path, isInternalFile(path)]).toEqual([path, true])
  for (const path of ['.planning', '.planning/STATE.md', '.planning/phases/journal/x.md', '.planning/journals/x.md'])
    expect([path, isInternalFile(path)]).toEqual([path, false])
})
