// Claims in a folder of this machine and in refs on a remote; `tests/queue/` tests those in a database.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Claimant } from '../../lib/core/dispatch/claim-store.js'
import { GIT_VARIABLES, refusalIn, remoteClaims } from '../../lib/core/dispatch/remote-claims.js'
import { folderClaims } from '../../lib/node/folder-claims.js'
import { gitEnv } from '../../lib/node/repository.js'
import { runStep } from '../../lib/node/run.js'
import type { RunResult } from '../../lib/ports.js'
import { claimsContract, LEASE, tokenOf, UNIT, World } from '../support/claims-contract.js'

function remoteOn(world: World) {
  const git = (cwd: string, ...words: readonly string[]) => execFileSync('git', words, { cwd, stdio: 'pipe' })
  const bare = join(world.root, 'bare.git')
  git(world.root, 'init', '--quiet', '--bare', bare)
  let count = 0
  return {
    join: (taker: Claimant) => {
      const clone = join(world.root, `clone-${++count}`)
      git(world.root, 'clone', '--quiet', bare, clone)
      const run = (words: readonly string[], stdin?: string) =>
        runStep(clone, { argv: ['git', ...words], env: GIT_VARIABLES, ...(stdin === undefined ? {} : { stdin }) })
      return remoteClaims(run, 'origin', taker)
    },
    away: (isAway: boolean) => renameSync(isAway ? bare : `${bare}.away`, isAway ? `${bare}.away` : bare),
  }
}

claimsContract('a folder', {
  other: 'two',
  open: (world) => {
    mkdirSync(join(world.root, '.planning'))
    return { join: (taker) => folderClaims(world.root, '.planning/.runtime/claims', taker) }
  },
})
claimsContract('refs on a remote', { other: 'two', open: remoteOn })

describe('a remote', () => {
  it('that is unreachable reports so, and keeps its claims until it is back', async () => {
    const world = new World()
    const place = remoteOn(world)
    const [a, b] = [place.join(world.claimant('one', 11)), place.join(world.claimant('two', 22))]
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    place.away(true)
    for (const answer of [await a.renew(UNIT, token, LEASE), await b.acquire('quick/x', LEASE), await a.list()])
      expect(answer).toMatchObject({ is: 'away', reason: expect.stringMatching(/\S/) })
    place.away(false)
    expect(await a.renew(UNIT, token, LEASE)).toEqual({ is: 'kept' })
  })

  it('that is not configured in the repository is not treated as a path', async () => {
    const world = new World()
    const run = (words: readonly string[]) => runStep(world.root, { argv: ['git', ...words] })
    execFileSync('git', ['init', '--quiet', world.root])
    execFileSync('git', ['init', '--quiet', '--bare', join(world.root, 'evil')])
    const claims = remoteClaims(run, 'evil', world.claimant('one', 11))
    expect(await claims.acquire(UNIT, LEASE)).toEqual({
      is: 'away',
      reason: expect.stringMatching(/is not a remote of this repository$/),
    })
  })

  it('moves a branch and ends the claim atomically', async () => {
    const world = new World()
    const place = remoteOn(world)
    const clone = join(world.root, 'clone-1')
    const a = place.join(world.claimant('one', 11))
    const b = place.join(world.claimant('two', 22))
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        cwd: clone,
        encoding: 'utf8',
      }).trim()
    git('commit', '--quiet', '--allow-empty', '-m', 'first')
    const from = git('rev-parse', 'HEAD')
    git('push', '--quiet', 'origin', 'HEAD:refs/heads/main')
    git('commit', '--quiet', '--allow-empty', '-m', 'second')
    const moving = { branch: 'refs/heads/main', from, to: git('rev-parse', 'HEAD') }
    const token = tokenOf(await a.acquire(UNIT, LEASE))
    expect(await a.submit(UNIT, token, { ...moving, from: moving.to })).toEqual({ is: 'behind' })
    const hook = join(world.root, 'bare.git/hooks/update')
    writeFileSync(hook, '#!/bin/sh\ncase "$1" in refs/heads/*) exit 1;; esac\n', { mode: 0o755 })
    const refused = { is: 'refused', reason: expect.stringMatching(/remote rejected.*hook declined/) }
    expect(await a.submit(UNIT, token, moving)).toEqual(refused)
    unlinkSync(hook)
    world.now += LEASE + 1
    const other = tokenOf(await b.acquire(UNIT, LEASE))
    expect(await a.submit(UNIT, token, moving)).toEqual({ is: 'lost' })
    expect(git('ls-remote', 'origin', 'refs/heads/main')).toContain(from)
    await b.release(UNIT, other)
    const again = tokenOf(await a.acquire(UNIT, LEASE))
    expect(await a.submit(UNIT, again, moving)).toEqual({ is: 'kept' })
    expect([git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0], await b.list()]).toEqual([moving.to, []])
  })
})

const OTHER = ' ! [remote rejected] x -> x (atomic push failure)\n'
it.each([
  [
    `${OTHER} ! [remote rejected] y -> y (TF402455: not permitted)\n`,
    '! [remote rejected] y -> y (TF402455: not permitted)',
  ],
  ['git@host: Permission denied (publickey).\nfatal: no access\n', 'git@host: Permission denied (publickey).'],
  [`${OTHER} ! [rejected] y -> y (stale info)\n`, null],
  [`remote: error: cannot lock ref 'y'\n ! [remote rejected] y -> y (failed to update ref)\n`, null],
  ['fatal: could not resolve host\n', null],
])('the lasting refusal in a failed push with %j is %s', (stderr, refusal) => {
  expect(refusalIn({ exitCode: 1, stdout: '', stderr } as RunResult)).toBe(refusal)
})

it('git runs with LANGUAGE=en, whatever the language of the user', () => {
  const env = gitEnv({ ...process.env, LANGUAGE: 'de' })
  const argv = ['-c', 'alias.language=!printenv LANGUAGE', 'language']
  expect(execFileSync('git', argv, { cwd: new World().root, env, encoding: 'utf8' })).toBe('en\n')
})
