// A tree with misleading locations: a false worktree, locks that name paths, locks without an owner.
import { readdirSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeProject, OURS } from '../support/project.js'
import { besiege, liftSieges, makeFirstCalls } from '../support/siege.js'

afterEach(liftSieges)

describe('a tree that claims to be a worktree of another repository', () => {
  it.each(['worktrees/x', '../victim/.git/worktrees/real', 'fake'])(
    'by %s: leaves the other project alone',
    async (place) => {
      const victim = makeProject(OURS).initGit()
      victim.git('worktree', 'add', '--quiet', join(victim.home, 'real'), '-b', 'side')
      const before = victim.snapshot()
      const siege = besiege()
      const directory = place.startsWith('..') ? join(victim.root, '.git/worktrees/real') : siege.project.at(place)
      siege.project.write('.git', `gitdir: ${directory}\n`)
      siege.project.write(`${place.replace(/^\.\.\//, '')}/commondir`, `${join(victim.root, '.git')}\n`)
      siege.project.write(`${place.replace(/^\.\.\//, '')}/gitdir`, `${siege.project.at('.git')}\n`)
      await makeFirstCalls(siege)
      expect(victim.snapshot()).toEqual(before)
      expect(siege.project.read('.planning/config.json')).toContain('interactive')
      expect(victim.runIn('../home/real', {}, 'config', 'get', 'mode').json()).toBe('yolo')
    },
  )
})

const TOKENS = ['../../../outside/x/y', '../../x', join(tmpdir(), 'gsd-hostile-token/y'), 'a/b/c', '..']

describe('a lock in the tree', () => {
  it.each(TOKENS)('with the token %j: creates no folder or file', async (token) => {
    const siege = besiege()
    siege.project.write('.planning/.lock', JSON.stringify({ pid: 999_999_999, host: hostname(), token }))
    const { exit } = await siege.ask('config', 'set', 'mode', 'interactive')
    expect(exit).toBe(0)
    expect(siege.around.now).toEqual(siege.around.before)
    expect(readdirSync(tmpdir())).not.toContain('gsd-hostile-token')
    expect(readdirSync(siege.project.root).sort()).toEqual(['.planning', 'README.md', 'src'])
    expect(siege.project.has('.planning/.lock')).toBe(false)
  })

  it('of process 1 without a token blocks a call only for its wait limit, and the error says how long the lock can last', async () => {
    const siege = besiege()
    siege.project.write('.planning/.lock', JSON.stringify({ pid: 1 }))
    const { exit, out, timedOut } = await siege.run('config', 'set', 'mode', 'interactive')
    expect([exit, timedOut]).toEqual([3, false])
    expect(JSON.parse(out).error).toMatchObject({ code: 'LOCKED', fix: expect.stringContaining('five minutes') })
  })
})
