// Roots that moved between versions: what an earlier version left goes, what a person edited follows, and the table of moves only grows.
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootsOf } from '../../lib/install/target.js'
import { isRuntimeId, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import { FORMER_HOMES } from '../../lib/runtimes/former.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { choiceFor, install, picture, put, reapply, temporaryHome, text, uninstall } from '../support/home.js'
import { LINES, supplyOf } from '../support/supply.js'

/** First characters of the digest of each move as it was published: a move is never changed, new ones come behind. */
const PUBLISHED: readonly string[] = ['1d06f792297d', '66c70af3d651', '6111112db7a6', '209319cfca8d', '25ec8d6e3b30']

describe('the table of moves', () => {
  it('only grows', () => {
    const sums = FORMER_HOMES.map((move) =>
      createHash('sha256').update(JSON.stringify(move)).digest('hex').slice(0, 12),
    )
    expect(sums).toEqual(PUBLISHED)
    expect(FORMER_HOMES.map(({ id }) => id)).toEqual(FORMER_HOMES.map((_, index) => index + 1))
  })

  it('names rows that are there, and places that are no root of theirs now', () => {
    for (const { runtime, scope, path } of FORMER_HOMES) {
      expect([runtime, isRuntimeId(runtime)]).toEqual([runtime, true])
      expect(runtimeOf(runtime).home[scope]).not.toBe(path)
    }
  })
})

const choices = (base: string, id: RuntimeId, scope: Scope, former: string) => {
  const roots = rootsOf(scope, { home: base, project: base, env: {}, platform: 'linux' })
  return {
    before: choiceFor(base, [id], { scope, roots: { ...roots, [id]: join(base, former) } }),
    after: choiceFor(base, [id], { scope, roots }),
  }
}

/** A version whose row had that root would have recorded it so in a project. */
function spellAsThen(home: string, id: RuntimeId, former: string): void {
  for (const path of Object.keys(picture(home)).filter((each) => each.endsWith('gsd-file-manifest.json'))) {
    const record = JSON.parse(text(home, path)) as { readonly scope: Scope; readonly roots: Record<string, string> }
    if (record.scope !== 'local' || record.roots[id] === undefined) continue
    record.roots[id] = former
    writeFileSync(join(home, path), `${JSON.stringify(record, null, 2)}\n`)
  }
}

describe('a root that moved', () => {
  it.each(FORMER_HOMES.map((move) => [move.runtime, move.scope, move.path] as const))(
    'of %s (%s) is emptied of ours and of nothing else, once',
    async (id, scope, path) => {
      const home = temporaryHome()
      put(home, `${path}/mine.md`, 'mine\n')
      const { before, after } = choices(home, id, scope, path)
      await install(before, supplyOf({ version: '1.0.0' }))
      spellAsThen(home, id, path)
      await install(after, supplyOf({ version: '2.0.0' }))
      const left = Object.keys(picture(home)).filter((each) => each.startsWith(`${path}/`))
      expect(left).toEqual([`${path}/mine.md`])
      expect((await install(after, supplyOf({ version: '2.0.0' }))).operations).toEqual([])
      await uninstall(after)
      const files = Object.keys(picture(home)).filter((each) => picture(home)[each]?.startsWith('file'))
      expect(files).toEqual([`${path}/mine.md`])
    },
  )

  it('takes the edits of a person along, and they come back', async () => {
    const [move] = FORMER_HOMES.filter(({ runtime, scope }) => runtimeOf(runtime).entries[scope] === 'own')
    if (move === undefined) throw new Error('no row that keeps its own entries has moved')
    const home = temporaryHome()
    const { before, after } = choices(home, move.runtime, move.scope, move.path)
    await install(before, supplyOf({ version: '1.0.0' }))
    const flow = 'get-shit-done/workflows/next.md'
    writeFileSync(join(home, move.path, flow), LINES.replace('two', 'TWO'))
    const plan = await install(after, supplyOf({ version: '2.0.0', files: { 'workflows/next.md': `zero\n${LINES}` } }))
    expect(plan.notices.map(({ message }) => message).join()).toContain('used to be the folder of this pack')
    expect(existsSync(join(home, move.path))).toBe(false)
    await reapply(after)
    expect(text(home, `${runtimeOf(move.runtime).home[move.scope]}/${flow}`)).toBe(
      `zero\n${LINES.replace('two', 'TWO')}`,
    )
  })
})
