// The trials of commands cannot be won by doing nothing: in the project as it was made, every check of every command fails. The trial itself takes a model, and is nobody's here.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { realAssets } from '../../support/payload.js'
import { disposeProjects, makeProject, type TempProject } from '../../support/project.js'
import { temporaryFolder } from '../../support/temporary.js'
// @ts-expect-error: trials run as they are and have no types
import { stateOf } from './judge.mjs'
// @ts-expect-error: the same
import { ROWS as rows } from './rows.mjs'
// @ts-expect-error: the same
import { grow, SEEDS as seeds } from './seeds.mjs'
// @ts-expect-error: the same
import { strict, verdicts } from './trial.mjs'

afterAll(disposeProjects)

const ROWS: Readonly<Record<string, { readonly seed: string }>> = rows
const SEEDS: Readonly<Record<string, { readonly from: string | null }>> = seeds

/** A mistake of the check itself. */
const OWN_MISTAKE = /is not a function|is not defined|Cannot (read|set|destructure)|is not iterable|JSON/

it('every command of core and standard has a trial, and ten of the others', () => {
  const commands = [...realAssets().commands.values()]
  const tried = ({ name }: { readonly name: string }) => Object.hasOwn(ROWS, name)
  const named = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  expect(named(commands.filter((command) => command.profile !== 'full' && !tried(command)))).toEqual([])
  expect(named(commands.filter(tried)).sort()).toEqual(Object.keys(ROWS).sort())
  expect(commands.filter((command) => command.profile === 'full' && tried(command)).length).toBeGreaterThanOrEqual(10)
})

it('in a project that nobody touched every check fails, and says what is missing', async () => {
  const project = makeProject({})
  const call = (...words: readonly string[]) => project.ask(...words)
  const lacking: string[] = []
  const grown = async (name: string): Promise<void> => {
    await grow(name, { folder: project.root, call: strict(call) })
    for (const [command, { seed }] of Object.entries(ROWS)) {
      if (seed !== name) continue
      const trial = { before: stateOf(project.root), answer: '', ask: call }
      const found: readonly [string, string | null][] = await verdicts(command, project.root, trial)
      for (const [check, amiss] of found)
        if (amiss === null || OWN_MISTAKE.test(amiss)) lacking.push(`${command}: ${check}: ${amiss ?? 'holds'}`)
    }
    const branches = Object.keys(SEEDS).filter((branch) => SEEDS[branch]?.from === name)
    for (const branch of branches) await aside(project, () => grown(branch))
  }
  await grown('nothing')
  expect(lacking).toEqual([])
})

/** Whatever is done with the project meanwhile is undone, at the place where it lies: what a person agreed to holds for that place. */
async function aside(project: TempProject, work: () => Promise<void>): Promise<void> {
  const copy = temporaryFolder('trial-')
  const places = [project.root, project.home].map((place, at) => [place, join(copy, `${at}`)] as const)
  for (const [place, kept] of places) cpSync(place, kept, { recursive: true })
  await work()
  for (const [place, kept] of places) {
    rmSync(place, { recursive: true, force: true })
    cpSync(kept, place, { recursive: true })
  }
}
