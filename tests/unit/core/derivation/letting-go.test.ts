// Files of large projects are let go of while they are looked through, and the answer is the one over all of them.
import { describe, expect, it } from 'vitest'
import { AT_ONCE, Inputs } from '../../../../lib/core/derivation/inputs.js'
import { listPhaseDirectories, listPhaseFiles } from '../../../../lib/core/layout.js'
import { View } from '../../../../lib/core/view.js'
import { sha256 } from '../../../../lib/node/digest.js'
import { sourceFrom } from '../../../support/sources.js'

const FOLDER = '.planning/phases'
const folderOf = (n: number) => `${String(n).padStart(2, '0')}-part`
const planOf = (n: number) => `${FOLDER}/${folderOf(n)}/${String(n).padStart(2, '0')}-01-PLAN.md`

/** A project of so many phases of one plan; `reads` counts how often each file was read. */
function projectOf(phases: number) {
  const reads = new Map<string, number>()
  const changed = new Set<string>()
  const read = (path: string) => {
    reads.set(path, (reads.get(path) ?? 0) + 1)
    return sourceFrom(`---\nplan: "01"\n---\n\n${path}${changed.has(path) ? ' changed' : ''}\n`, path)
  }
  const numbers = Array.from({ length: phases }, (_, index) => index + 1)
  const view = new View({
    tree: {
      list: (folder) =>
        folder === FOLDER
          ? numbers.map((n) => ({ name: folderOf(n), kind: 'directory' as const }))
          : numbers
              .filter((n) => folder === `${FOLDER}/${folderOf(n)}`)
              .map((n) => ({ name: planOf(n).slice(folder.length + 1), kind: 'file' as const })),
      read: (paths) => paths.map(read),
    },
    clock: { now: () => 0, today: () => '2026-01-01' },
    digest: sha256,
    codecs: {},
    projectRoot: '/project',
    host: null,
    hasGit: false,
    reader: 'ts',
  })
  const inputs = new Inputs(view)
  const works = listPhaseDirectories(view).map((directory) => ({ directory, files: listPhaseFiles(view, directory) }))
  return { view, inputs, works, reads, change: (path: string) => changed.add(path) }
}

describe('files that were let go of', () => {
  it('are not read again for the digest of the work, which is the same', () => {
    const [kept, gone] = [projectOf(2), projectOf(2)]
    for (const { view } of [kept, gone]) view.prefetch([planOf(1), planOf(2)])
    gone.inputs.letGo([planOf(1), planOf(2)])
    expect(gone.works.map((work) => gone.inputs.workDigest(work))).toEqual(
      kept.works.map((work) => kept.inputs.workDigest(work)),
    )
    expect([...gone.reads.values()]).toEqual([1, 1])
  })

  it('are read again by whoever asks for their text', () => {
    const { view, inputs, reads } = projectOf(1)
    const before = view.source(planOf(1))?.text
    inputs.letGo([planOf(1)])
    expect(view.source(planOf(1))?.text).toBe(before)
    expect(reads.get(planOf(1))).toBe(2)
  })

  it('are not read to let go of them', () => {
    const { inputs, reads } = projectOf(1)
    inputs.letGo([planOf(1)])
    expect(reads.get(planOf(1))).toBeUndefined()
  })

  it('are refused where they changed since: no answer is about two states of a tree', () => {
    const { view, inputs, change } = projectOf(1)
    view.source(planOf(1))
    inputs.letGo([planOf(1)])
    change(planOf(1))
    expect(() => view.source(planOf(1))).toThrow(`${planOf(1)} changed while it was read`)
  })

  it('are those that only their digest was taken of, where the phases are many', () => {
    const readTwice = (phases: number) => {
      const { view, inputs, works, reads } = projectOf(phases)
      inputs.digestAhead(works)
      for (const work of works) inputs.workDigest(work)
      view.source(planOf(1))
      return reads.get(planOf(1)) === 2
    }
    expect([readTwice(AT_ONCE), readTwice(AT_ONCE + 1)]).toEqual([false, true])
  })
})
