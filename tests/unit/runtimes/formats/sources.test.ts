// Hook files that clients load: self-contained after an installation has filled them in.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { hookSources } from '../../../../lib/assets/pack.js'
import { hookFiles } from '../../../../lib/install/registered.js'
import { sourcesIn } from '../../../../lib/node/pack.js'
import { RUNTIME_IDS, runtimeOf } from '../../../../lib/runtimes/all.js'
import { SCOPES } from '../../../../lib/runtimes/runtime.js'

const root = join(import.meta.dirname, '../../../..')
const read = hookSources(sourcesIn(root))
const requested = new Set<string>()
const source = (name: string): string => {
  requested.add(name)
  return read(name)
}
const FACTS = { cli: 'node "/a b/get-shit-done/bin/gsd-tools.cjs"', payload: '/a "b"$1/get-shit-done' }
const emitted = RUNTIME_IDS.flatMap((id) =>
  SCOPES.flatMap((scope) =>
    hookFiles(runtimeOf(id), FACTS, { scope, source })
      .filter(({ path }) => /\.m?js$/.test(path))
      .map(({ path, text }) => ({ id, scope, path, text })),
  ),
)

describe('a file of hooks', () => {
  it.each(emitted)('$id, $scope, $path: has no local imports and no unresolved placeholders', ({ text }) => {
    expect(text).not.toMatch(/from '\.|\bGSD_[A-Z]+\b/)
    expect(() => transformSync(text, { format: 'esm' })).not.toThrow()
  })

  it.each(emitted)('$id, $scope, $path: names the program’s path and its client', ({ id, scope, text }) => {
    const script = `${FACTS.payload}/bin/gsd-hook.cjs`
    expect(text).toContain(JSON.stringify(scope === 'global' ? script : `../../${script}`))
    expect(text).toContain(JSON.stringify(id))
  })

  it('uses every source file', () => {
    expect([...requested].sort()).toEqual(readdirSync(join(root, 'hooks')).sort())
  })

  it('names a missing source', () => {
    expect(() => read('nothing.js')).toThrow('hooks/nothing.js is missing')
  })
})
