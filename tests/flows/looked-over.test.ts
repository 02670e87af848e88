// Of large projects a first call reads no file twice, and of PLANs that say nothing about how finished they are it takes the digests alone; the answer is that of reading all.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { CODECS } from '../../lib/artifacts/all.js'
import { derive } from '../../lib/core/derivation/derive.js'
import { AT_ONCE } from '../../lib/core/derivation/inputs.js'
import { View } from '../../lib/core/view.js'
import { loadVerb } from '../../lib/features/verbs.js'
import { chooseReader, type ReaderName } from '../../lib/markdown/native.js'
import { systemClock } from '../../lib/node/clock.js'
import { sha256 } from '../../lib/node/digest.js'
import { openTree } from '../../lib/node/tree.js'
import type { Tree } from '../../lib/ports.js'
import { healthOf } from '../../lib/verbs/validate/health.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const bench = (name: string) => import(new URL(`../../scripts/bench/${name}.mjs`, import.meta.url).href)
const { writeTree } = (await bench('tree')) as { writeTree(folder: string, about: object): void }
const { proveTree } = (await bench('proof')) as { proveTree(folder: string, env: object): Promise<void> }

const ADDON = new URL(`../../native/gsd-native.${process.platform}-${process.arch}.node`, import.meta.url).pathname
const isBuilt = existsSync(ADDON)

/** More phases than have their files in memory at the same time. */
async function large(finished: number): Promise<TempProject> {
  const project = makeProject({})
  writeTree(project.root, { phases: AT_ONCE + 12, plans: 2, finished })
  await proveTree(project.root, project.env())
  return project
}

/** What is derived, and how often each file was read on the way. */
async function derived(project: TempProject, want: ReaderName) {
  const reads = new Map<string, number>()
  const batches: number[] = []
  const tree = openTree(project.root, chooseReader({ want }))
  const counting: Tree = {
    list: (folder) => tree.list(folder),
    read(paths) {
      batches.push(paths.length)
      for (const path of paths) reads.set(path, (reads.get(path) ?? 0) + 1)
      return tree.read(paths)
    },
    digests: (paths, words) => tree.digests?.(paths, words) ?? [],
  }
  const ids = (await loadVerb('validate.health')).reads
  const codecs = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await CODECS[id]?.()])))
  const view = new View({
    tree: counting,
    clock: systemClock,
    digest: sha256,
    codecs,
    ...project.person(),
    projectRoot: project.root,
    host: null,
    hasGit: false,
    reader: want,
  })
  const derivation = derive(view)
  return { state: derivation.state, reads, batches, health: () => healthOf(view, derivation) }
}

const plansOf = (project: TempProject): readonly string[] =>
  (readdirSync(project.at('.planning/phases'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('-PLAN.md'))
    .sort()
    .map((name) => `.planning/phases/${name}`)

describe('a first call about many phases', () => {
  it('reads what proves them once, many files at a time', async () => {
    const project = await large(0.9)
    const { state, reads, batches } = await derived(project, 'ts')
    expect(state.progress.phases.done).toBeGreaterThan(AT_ONCE * 0.8)
    const again = [...reads].filter(([path, times]) => times > 1 && !path.endsWith('-PLAN.md'))
    expect(again).toEqual([])
    expect(batches.filter((length) => length < 8).length).toBeLessThan(AT_ONCE / 4)
  })

  it('reads every file once for its health, many at a time', async () => {
    const project = await large(0.5)
    const { health, reads, batches } = await derived(project, 'ts')
    reads.clear()
    batches.splice(0)
    expect(health().errors).toEqual([])
    const ofPhases = [...reads].filter(([path]) => path.startsWith('.planning/phases/'))
    expect(ofPhases.length).toBeGreaterThan(AT_ONCE * 3)
    expect(ofPhases.filter(([, times]) => times > 1)).toEqual([])
    expect(Math.max(...batches)).toBeGreaterThan(AT_ONCE * 3)
  })

  itWhere(isBuilt)('does not read PLANs that say nothing, and derives the same', async () => {
    const project = await large(0.1)
    const [native, ts] = [await derived(project, 'native'), await derived(project, 'ts')]
    expect(native.state).toEqual(ts.state)
    const plans = (reads: ReadonlyMap<string, number>) => [...reads.keys()].filter((path) => path.endsWith('-PLAN.md'))
    expect(plans(ts.reads).length).toBeGreaterThan(AT_ONCE)
    expect(plans(native.reads).length).toBeLessThan(8)
  })

  itWhere(isBuilt)(
    'says the same whatever stands in the PLANs',
    async () => {
      const WAYS: readonly ((text: string) => string | Buffer)[] = [
        (text) => text.replace('wave: 1', 'wave: 1\nstatus: superseded'),
        (text) => text.replace('wave: 1', 'wave: 1\nstatus: Superseded'),
        (text) => `${text}\nSUPERSEDED by another, ſuperseded\n`,
        (text) => text.replace('wave: 1', 'wave: 1\nextensions:\n  own: 1'),
        (text) => `${text}\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`,
        (text) => `${text}\na <<<<<<< b\n`,
        (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28])]),
        () => '',
        (text) => `\ufeff${text}é😀`,
      ]
      const VERBS = [['next'], ['progress'], ['roadmap', 'analyze'], ['state', 'derive']]
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ plan: fc.nat(), way: fc.nat(WAYS.length - 1) }), { minLength: 2, maxLength: 5 }),
          async (edits) => {
            const project = await large(0.2)
            const plans = plansOf(project)
            for (const { plan, way } of edits) {
              const path = project.at(plans[plan % plans.length] as string)
              writeFileSync(path, WAYS[way]?.(readFileSync(path, 'utf8')) ?? '')
            }
            for (const words of VERBS) {
              const [native, ts] = [
                await project.ask(...words, '--no-index', '--reader', 'native'),
                await project.ask(...words, '--no-index', '--reader', 'ts'),
              ]
              const said = native.stdout.replace('"reader":"native"', '"reader":"ts"')
              expect([words, native.exit, said, native.stderr]).toEqual([words, ts.exit, ts.stdout, ts.stderr])
            }
          },
        ),
        { numRuns: 8 },
      )
    },
    120_000,
  )
})
