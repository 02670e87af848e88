// Files that another program holds open, briefly or permanently, as happens on Windows: real system calls, some of which are refused first.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { planRemoval } from '../../lib/install/removal.js'
import { apply } from '../../lib/node/apply.js'
import { realDisk } from '../../lib/node/files.js'
import { choiceFor, install, journalPlace, put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

/** By the ending of a path: how many renames and removals are still refused, and their error code. */
const held = vi.hoisted(() => new Map<string, { times: number; code: string }>())

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const refuse = (path: string) => {
    for (const [end, hold] of held)
      if (path.endsWith(end) && hold.times-- > 0)
        throw Object.assign(new Error(`${hold.code}: operation not permitted, rename '${path}'`), { code: hold.code })
  }
  const renameSync: typeof fs.renameSync = (from, to) => {
    refuse(String(from))
    refuse(String(to))
    fs.renameSync(from, to)
  }
  const unlinkSync: typeof fs.unlinkSync = (path) => {
    refuse(String(path))
    fs.unlinkSync(path)
  }
  return { ...fs, renameSync, unlinkSync, default: { ...fs, renameSync, unlinkSync } }
})

beforeEach(() => held.clear())

const WORKFLOW = 'workflows/next.md'

describe('a file that is held open', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])('briefly (%s) is written as soon as it is released', async (code) => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    held.set(WORKFLOW, { times: 3, code })
    await install(choiceFor(home, ['claude']), supplyOf({ version: '1.1.0', files: { [WORKFLOW]: 'new\n' } }))
    expect(held.get(WORKFLOW)?.times).toBeLessThan(0)
    expect(text(home, `.agents/get-shit-done/${WORKFLOW}`)).toBe('new\n')
  })

  it('briefly is removed as soon as it is released', async () => {
    const home = temporaryHome()
    const before = snapshotOf(home)
    await install(choiceFor(home, ['claude']))
    held.set(WORKFLOW, { times: 2, code: 'EBUSY' })
    await apply(planRemoval(choiceFor(home, ['claude']), realDisk), journalPlace(home))
    expect(snapshotOf(home)).toEqual(before)
  })

  it('permanently makes the run undo everything and name the file', async () => {
    const home = temporaryHome()
    put(home, '.claude/own.txt', 'mine')
    await install(choiceFor(home, ['claude']))
    const before = snapshotOf(home)
    held.set(`get-shit-done/${WORKFLOW}`, { times: 1000, code: 'EPERM' })
    const plan = planInstall(
      choiceFor(home, ['claude']),
      supplyOf({ version: '1.1.0', files: { [WORKFLOW]: 'new\n' } }),
      realDisk,
    )
    await expect(apply(plan, journalPlace(home))).rejects.toMatchObject({
      message: expect.stringMatching(/next\.md.*no changes were made/),
    })
    expect(snapshotOf(home)).toEqual(before)
  })
})
