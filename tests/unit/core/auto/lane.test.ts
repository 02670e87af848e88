// The merge lane: its steps, and the conflicts that it resolves itself.
import { describe, expect, it } from 'vitest'
import { type LanePorts, mergeThroughLane } from '../../../../lib/core/auto/lane.js'
import { mergedWithBoth } from '../../../../lib/install/merge.js'

/** Ports of a lane with the given results, and the calls that the lane makes to them. */
function lanePorts(answers: Partial<LanePorts>) {
  const calls: string[] = []
  const recorded = <T>(name: string, act: () => Promise<T>) => {
    calls.push(name)
    return act()
  }
  const ports: LanePorts = {
    merge: () => recorded('merge', answers.merge ?? (async () => ({ is: 'clean' }))),
    takeBoth: (paths) => recorded('takeBoth', async () => (answers.takeBoth ?? (async () => []))(paths)),
    check: () => recorded('check', answers.check ?? (async () => null)),
    advance: () => recorded('advance', answers.advance ?? (async () => ({ is: 'moved' }))),
  }
  return { ports, calls }
}

const conflict = async () => ({ is: 'conflict', paths: ['a.md', 'b.ts'] }) as const

describe('finished work', () => {
  it.each<readonly [string, Partial<LanePorts>, object, string]>([
    ['that merges', {}, { is: 'delivered' }, 'merge check advance'],
    ['where both sides only add', { merge: conflict }, { is: 'delivered' }, 'merge takeBoth check advance'],
    [
      'that conflicts',
      { merge: conflict, takeBoth: async () => ['b.ts'] },
      { is: 'back', reason: 'it conflicts with earlier work: b.ts' },
      'merge takeBoth',
    ],
    [
      'that fails on the merged tree',
      { check: async () => ({ is: 'failed', reason: 'one test' }) },
      { is: 'back', reason: expect.stringContaining('one test') },
      'merge check',
    ],
    [
      'that the check refuses',
      { check: async () => ({ is: 'refused', reason: 'it is held' }) },
      { is: 'held', reason: 'it is held' },
      'merge check',
    ],
    [
      'that git refuses to merge',
      { advance: async () => ({ is: 'refused', reason: 'your changes' }) },
      { is: 'held', reason: 'your changes' },
      'merge check advance',
    ],
    [
      'whose remote does not answer',
      { merge: async () => ({ is: 'away', reason: 'no network' }) },
      { is: 'away', reason: 'no network' },
      'merge',
    ],
  ])('%s', async (_, answers, result, called) => {
    const { ports, calls } = lanePorts(answers)
    expect(await mergeThroughLane(ports)).toEqual(result)
    expect(calls.join(' ')).toBe(called)
  })

  it('is merged and checked again if main has moved, and held if main never stops', async () => {
    let moves = 0
    const once = lanePorts({ advance: async () => ({ is: moves++ === 0 ? 'behind' : 'moved' }) })
    expect(await mergeThroughLane(once.ports)).toEqual({ is: 'delivered' })
    expect(once.calls.join(' ')).toBe('merge check advance merge check advance')
    const always = lanePorts({ advance: async () => ({ is: 'behind' }) })
    expect(await mergeThroughLane(always.ports)).toMatchObject({ is: 'held' })
  })
})

describe('two changes to one text', () => {
  const base = 'import a\n\nuse(a)\n'

  it.each<readonly [string, string, string, string, string | null]>([
    [
      'add at one place',
      base,
      'import a\nimport b\n\nuse(a)\n',
      'import a\nimport c\n\nuse(a)\n',
      'import a\nimport b\nimport c\n\nuse(a)\n',
    ],
    ['add at two places', base, `first\n${base}`, `${base}last\n`, `first\n${base}last\n`],
    ['are both a new file', '', 'one\n', 'two\n', 'one\ntwo\n'],
    ['add after a last line without an end', 'a\nb\n', 'a\nb\nc', 'a\nb\nd', 'a\nb\nc\nd'],
    ['change one line', base, base.replace('use', 'call'), base.replace('use', 'try'), null],
    ['change and remove one line', base, base.replace('use', 'call'), 'import a\n\n', null],
  ])('%s', (_, from, mine, theirs, merged) => {
    expect(mergedWithBoth(from, mine, theirs)).toBe(merged)
  })
})
