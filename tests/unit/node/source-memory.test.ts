// What one process remembers of files between two looks: nothing that has changed, nothing that may change unseen.
import { renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceMemory } from '../../../lib/node/source-memory.js'
import { openTree } from '../../../lib/node/tree.js'
import { disposeProjects, makeProject, type TempProject } from '../../support/project.js'

afterEach(disposeProjects)

const PATH = '.planning/PROJECT.md'
let project: TempProject
let memory: SourceMemory
/** Long enough ago that the clock of the file system has gone on. */
const aged = (): Promise<void> => new Promise((done) => setTimeout(done, 80))
const look = (path = PATH) => memory.over(project.root, openTree(project.root, null)).read([path])[0] ?? null

beforeEach(async () => {
  project = makeProject({ [PATH]: 'one' })
  memory = new SourceMemory()
  await aged()
})

it('a file that is as it was is the same source, with what was noted about it', () => {
  const first = look()
  expect(first?.known?.('length', () => 3)).toBe(3)
  expect(look()).toBe(first)
  expect(look()?.known?.('length', () => 4)).toBe(3)
})

it('a file that was written again, also to the same length and time, or that went away, is not', async () => {
  const first = look()
  project.write(PATH, 'two')
  utimesSync(project.at(PATH), 0, 0)
  expect(look()?.text).toBe('two')
  expect(look()).not.toBe(first)
  renameSync(project.at(PATH), project.at('.planning/OTHER.md'))
  expect(look()).toBeNull()
})

it('a file whose stamp is of now or later is read again: it may not tell the next write from this one', () => {
  const later = Date.now() / 1000 + 60
  utimesSync(project.at(PATH), later, later)
  const first = look()
  expect(first?.text).toBe('one')
  expect(look()).not.toBe(first)
})

describe('what was found out about the files of a folder', () => {
  const FOLDER = '.planning/phases/01-a'
  const count = (name = 'count') => {
    const tree = memory.over(project.root, openTree(project.root, null))
    return tree.known?.(FOLDER, name, () => tree.list(FOLDER).length)
  }
  beforeEach(async () => {
    project.write(`${FOLDER}/01-PLAN.md`, 'one')
    project.write(`${FOLDER}/02-PLAN.md`, 'two')
    await aged()
  })

  it('holds while it has these files as they are', () => {
    expect(count()).toBe(2)
    const tree = memory.over(project.root, openTree(project.root, null))
    expect(tree.knows?.(FOLDER, 'count')).toBe(true)
    expect(tree.knows?.(FOLDER, 'other')).toBe(false)
    expect(tree.known?.(FOLDER, 'count', () => 9)).toBe(2)
  })

  it.each([
    ['was written again', () => project.write(`${FOLDER}/01-PLAN.md`, 'ONE')],
    ['came', () => project.write(`${FOLDER}/03-PLAN.md`, 'three')],
    ['went away', () => rmSync(project.at(`${FOLDER}/01-PLAN.md`))],
  ])('is found out again where a file %s', (_, change) => {
    count()
    change()
    const tree = memory.over(project.root, openTree(project.root, null))
    expect(tree.knows?.(FOLDER, 'count')).toBe(false)
    expect(tree.known?.(FOLDER, 'count', () => 9)).toBe(9)
  })

  it('is found out each time where a link or a folder lies in it: what is there changes without a trace', async () => {
    symlinkSync(project.at(PATH), project.at(`${FOLDER}/03-PLAN.md`))
    await aged()
    count()
    expect(count()).toBe(3)
    const tree = memory.over(project.root, openTree(project.root, null))
    expect(tree.knows?.(FOLDER, 'count')).toBe(false)
    expect(tree.known?.(FOLDER, 'count', () => 9)).toBe(9)
  })
})
