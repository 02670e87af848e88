// Planning trees in all known dialects, with the facts that a human reads in them: the CLI must read the same facts, without changing a byte.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Args, Verb } from '../../lib/core/verb.js'
import { ALL_GROUPS } from '../../lib/verbs/registry.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { itWhere } from '../support/where.js'

afterAll(disposeProjects)

const TREES = fileURLToPath(new URL('../corpus/trees/', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: answers of many verbs
type Json = any

interface ExpectedPhase {
  readonly id: string
  readonly name: string
  /** Null if unknown. */
  readonly plans: number | null
  readonly summaries: number | null
  readonly done: boolean
  /** Plans that are finished according to evidence. */
  readonly complete?: number
  /** By plan id; null if unknown, or if the plan must not run. */
  readonly waves?: Readonly<Record<string, number | null>>
  readonly external?: readonly string[]
  /** By plan: dependencies that do not exist. */
  readonly unresolved?: Readonly<Record<string, string>>
  /** Plans that wait for each other, in any order. */
  readonly cycle?: readonly string[]
  /** Name of the directory, if there are several candidates. */
  readonly directory?: string
}
interface ExpectedNext {
  readonly exit: number
  readonly rule?: string
  /** Code of a hold or an error. */
  readonly code?: string
  /** `<type>/<id>`. */
  readonly unit?: string
  readonly ready?: readonly string[]
}
interface View {
  readonly flags?: readonly string[]
  readonly scope?: string
  readonly milestone?: readonly [string, string] | null
  readonly phases?: readonly ExpectedPhase[]
  readonly current?: string | null
  readonly next_phase?: string | null
  readonly percent?: number | null
  readonly requirements?: {
    readonly total: number
    readonly v1: number
    readonly complete: number
    readonly ticked: readonly string[]
  }
  readonly decisions?: readonly string[]
  readonly settings?: Readonly<Record<string, unknown>>
  readonly summaries?: Readonly<Record<string, Json>>
  /** Calls without an answer, with their exit codes. */
  readonly misses?: Readonly<Record<string, number>>
  readonly next: ExpectedNext
}
interface Expected {
  readonly about: string
  readonly views: readonly View[]
}

const treeOf = (name: string): TempProject => {
  const project = makeProject({})
  cpSync(join(TREES, name, 'tree'), project.root, { recursive: true })
  return project
}

const names = readdirSync(TREES).sort()
const expectedOf = (name: string): Expected => JSON.parse(readFileSync(join(TREES, name, 'expected.json'), 'utf8'))

/** Expects that the answer gives a reason for an unknown value. */
const expectReason = (answer: Json, path: string) =>
  expect(answer.unknown, `unknown of ${path}`).toContainEqual(
    expect.objectContaining({ path, code: expect.any(String), reason: expect.stringMatching(/\S/) }),
  )

const stepOf = ({ exit, json }: Awaited<ReturnType<TempProject['ask']>>): ExpectedNext => {
  const answer = json()
  return {
    exit: exit as number,
    ...(answer.rule === undefined ? {} : { rule: answer.rule }),
    ...(answer.unit === undefined
      ? { code: answer.hold?.code ?? answer.error.code }
      : {
          unit: `${answer.unit.unitType}/${answer.unit.unitId}`,
          ready: answer.ready.map(({ unitId }: Json) => unitId),
        }),
  }
}

describe.each(names)('the tree %s', (name) => {
  const expected = expectedOf(name)
  const views = expected.views.map((view) => [(view.flags ?? []).join(' '), view] as const)

  describe.each(views)('read %s', (_flags, view) => {
    const flags = view.flags ?? []
    const ask = async (project: TempProject, ...words: readonly string[]) => project.ask(...words, ...flags)

    it('has the expected next step', async () => {
      expect(stepOf(await ask(treeOf(name), 'next'))).toMatchObject(view.next)
    })

    itWhere(view.phases !== undefined)('has the expected phases, plans and summaries', async () => {
      const { exit, json } = await ask(treeOf(name), 'progress')
      const answer = json()
      expect(exit).toBe(0)
      expect(
        answer.phases.map((phase: Json, at: number) => {
          const known = view.phases?.[at]?.plans !== null
          return {
            number: phase.number,
            name: phase.name,
            plans: known ? phase.plan_count : null,
            summaries: known ? phase.summary_count : null,
            done: phase.done,
            ...(view.phases?.[at]?.complete === undefined ? {} : { complete: phase.complete_count }),
          }
        }),
      ).toEqual(
        view.phases?.map(({ id, name: title, plans, summaries, done, complete }) => ({
          number: id.replace(/^0+(?=\d)/, ''),
          name: title,
          plans,
          summaries,
          done,
          ...(complete === undefined ? {} : { complete }),
        })),
      )
      expect(answer.scope).toBe(view.scope)
      for (const [key, value] of [
        ['current_phase', view.current],
        ['next_phase', view.next_phase],
        ['percent', view.percent],
      ] as const) {
        expect(answer[key], key).toBe(value)
        if (value === null) expectReason(answer, key)
        else expect(answer.unknown.map(({ path }: Json) => path)).not.toContain(key)
      }
    })

    itWhere(view.milestone !== undefined)('has the open milestone of the roadmap, or the reason for none', async () => {
      const answer = (await ask(treeOf(name), 'progress')).json()
      expect([answer.milestone_version, answer.milestone_name]).toEqual(view.milestone ?? [null, null])
      if (view.milestone === null) expectReason(answer, 'milestone_version')
      expect(answer.percent).toBe(view.percent)
    })

    itWhere(view.phases?.some(({ waves }) => waves !== undefined) === true)(
      'has waves according to the dependencies',
      async () => {
        const project = treeOf(name)
        for (const phase of view.phases ?? []) {
          if (phase.waves === undefined) continue
          const { exit, json } = await ask(project, 'phase', 'plan-index', phase.id)
          const answer = json()
          expect(exit, JSON.stringify(answer)).toBe(phase.cycle === undefined ? 0 : 1)
          expect(Object.fromEntries(answer.plans.map(({ id, wave }: Json) => [id, wave]))).toEqual(phase.waves)
          expect(answer.external.map(({ ref }: Json) => ref)).toEqual(phase.external ?? [])
          if (phase.cycle !== undefined) for (const id of phase.cycle) expect(answer.error.message).toContain(id)
          // A plan without a wave has a reason, and does not run.
          for (const [id, ref] of Object.entries(phase.unresolved ?? {}))
            expect(answer.unresolved).toContainEqual({ plan: id, ref })
          const blind = Object.entries(phase.waves).flatMap(([id, wave]) => (wave === null ? [id] : []))
          expect(answer.runnable.filter((id: string) => blind.includes(id))).toEqual([])
          if (blind.length > 0)
            expect([...answer.unresolved, ...(answer.error === undefined ? [] : [1])]).not.toEqual([])
          if (phase.directory !== undefined) expect(answer.directory).toMatch(new RegExp(`/${phase.directory}$`))
        }
      },
    )

    itWhere(view.requirements !== undefined)('has the written requirements', async () => {
      const project = treeOf(name)
      const list = (await ask(project, 'requirements', 'list')).json()
      const stats = (await ask(project, 'progress')).json()
      expect({
        total: list.total,
        v1: stats.requirements_total,
        complete: list.complete,
        ticked: list.requirements.filter(({ ticked }: Json) => ticked === true).map(({ id }: Json) => id),
      }).toEqual(view.requirements)
    })

    itWhere(view.settings !== undefined)('has the settings under their current names', async () => {
      const project = treeOf(name)
      for (const [key, value] of Object.entries(view.settings ?? {}))
        expect((await ask(project, 'config', 'get', key)).json(), key).toEqual(value)
    })

    itWhere(view.misses !== undefined)('reports questions without an answer', async () => {
      const project = treeOf(name)
      for (const [words, exit] of Object.entries(view.misses ?? {})) {
        const asked = await ask(project, ...words.split(' '))
        expect([words, asked.exit]).toEqual([words, exit])
        expect(asked.json().error).toMatchObject({ code: expect.any(String), fix: expect.any(String) })
      }
    })

    it('is not changed by read-only verbs', async () => {
      const project = treeOf(name)
      const before = project.snapshot()
      for (const verb of await readers()) await ask(project, ...verb.split(/[.](.*)/, 2))
      for (const { id } of view.phases ?? [])
        for (const words of ABOUT_A_PHASE) await ask(project, ...words.split(' '), id)
      expect(project.snapshot()).toEqual(before)
    })
  })
})

const ABOUT_A_PHASE = ['phase plan-index']

/** Returns the names of read-only verbs without required arguments. */
async function readers(): Promise<readonly string[]> {
  const found: string[] = []
  for (const { verbs } of ALL_GROUPS)
    for (const [name, load] of Object.entries(verbs)) {
      const verb: Verb = await load()
      const needs = Object.values(verb.args as Args).some((arg) => arg.required === true)
      const looks = verb.writes === undefined || verb.isReadOnly !== undefined
      if (looks && !needs) found.push(name)
    }
  return found
}
