// Files that another program holds open for a moment, or for good, as happens on Windows: the system calls are the real ones, some of them refused first.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { planRemoval } from '../../lib/install/removal.js'
import { apply } from '../../lib/node/apply.js'
import { realDisk } from '../../lib/node/files.js'
import { baseIn, choiceFor, install, picture, put, temporaryHome, text } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

/** How often a rename onto or away from a path that ends so is still refused, and how. */
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

describe('a file that is held', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])('for a moment (%s) is written as soon as it is free', async (code) => {
    const home = temporaryHome()
    await install(choiceFor(home, ['claude']))
    held.set(WORKFLOW, { times: 3, code })
    await install(choiceFor(home, ['claude']), supplyOf({ version: '1.1.0', files: { [WORKFLOW]: 'new\n' } }))
    expect(held.get(WORKFLOW)?.times).toBeLessThan(0)
    expect(text(home, `.agents/get-shit-done/${WORKFLOW}`)).toBe('new\n')
  })

  it('for a moment is removed as soon as it is free', async () => {
    const home = temporaryHome()
    const before = picture(home)
    await install(choiceFor(home, ['claude']))
    held.set(WORKFLOW, { times: 2, code: 'EBUSY' })
    await apply(planRemoval(choiceFor(home, ['claude']), realDisk), baseIn(home))
    expect(picture(home)).toEqual(before)
  })

  it('for good undoes the whole run, and the message names the file', async () => {
    const home = temporaryHome()
    put(home, '.claude/own.txt', 'mine')
    await install(choiceFor(home, ['claude']))
    const before = picture(home)
    held.set(`get-shit-done/${WORKFLOW}`, { times: 1000, code: 'EPERM' })
    const plan = planInstall(
      choiceFor(home, ['claude']),
      supplyOf({ version: '1.1.0', files: { [WORKFLOW]: 'new\n' } }),
      realDisk,
    )
    await expect(apply(plan, baseIn(home))).rejects.toMatchObject({
      message: expect.stringMatching(/next\.md.*no changes were made/),
    })
    expect(picture(home)).toEqual(before)
  })
})
