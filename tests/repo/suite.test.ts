// Every test file runs somewhere, and whoever samples a matrix is run whole in CI.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.js'
import { keptModules } from '../support/kept-modules.js'
import { LONGEST } from '../support/longest-first.js'
import { isTaken, LONG_FILES, MATRIX_FILES, samplesCases } from '../support/matrix-files.js'

interface Project {
  readonly test: { readonly name: string; readonly include: readonly string[]; readonly exclude?: readonly string[] }
}
const PROJECTS = (config.test?.projects ?? []) as unknown as readonly Project[]
const SAMPLED = [...Object.keys(MATRIX_FILES), ...LONG_FILES]
const FILES = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .map((path) => `tests/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'))

/** The patterns of the suite are plain paths, or a folder and all below it. */
const matches = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('/**/*.test.ts') && path.startsWith(pattern.slice(0, -'**/*.test.ts'.length)))

const projectsOf = (path: string): readonly string[] =>
  PROJECTS.filter(
    ({ test: { include, exclude = [] } }) =>
      include.some((pattern) => matches(pattern, path)) && !exclude.some((pattern) => matches(pattern, path)),
  ).map(({ test: { name } }) => name)

it('has every test file in one project, and those that are sampled in two', () => {
  expect(FILES.length).toBeGreaterThan(150)
  for (const path of FILES) {
    const isSampled = SAMPLED.some((pattern) => matches(pattern, path))
    expect([path, projectsOf(path)]).toEqual([path, isSampled ? ['pack', 'matrix'] : [expect.any(String)]])
  }
})

it('names only files that are there', () => {
  const isThere = (pattern: string) => FILES.some((path) => matches(pattern, path))
  expect([...SAMPLED, ...LONGEST].filter((pattern) => !isThere(pattern))).toEqual([])
})

it('takes each test of a long file in the sample or in the rest, and never in neither; whole where nobody asks for a part', () => {
  for (const path of FILES)
    for (let place = 0; place < 40; place++) {
      const inSample = isTaken('sample', path, place)
      const inRest = isTaken('rest', path, place)
      expect([path, place, inRest]).toEqual([
        path,
        place,
        !LONG_FILES.includes(path) || samplesCases(path) || !inSample,
      ])
      expect(isTaken(undefined, path, place)).toBe(true)
    }
})

it('takes no compiled module from a run of another version, or with another compiler', () => {
  const folder = keptModules('1.0.0', '{"target":"ES2022"}')
  expect(keptModules('1.0.0', '{"target":"ES2022"}')).toBe(folder)
  expect(new Set([folder, keptModules('1.0.1', '{"target":"ES2022"}'), keptModules('1.0.0', '{}')]).size).toBe(3)
  expect(config.test?.experimental?.fsModuleCachePath).toMatch(/^node_modules\//)
})
