// Command lines of hooks start only our program, even if the home's path has shell syntax.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hookFiles, offersOf } from '../../../../lib/install/registered.js'
import { RUNTIME_IDS, runtimeOf } from '../../../../lib/runtimes/all.js'
import { temporaryFolder } from '../../../support/temporary.js'
import { describeWhere } from '../../../support/where.js'

const source = () => ''
const NAME = `a b"c'd\`touch pwned\`$(touch pwned)$HOME;touch pwned;&`

function linesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('node ') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linesIn) : []
}
const linesOf = (id: (typeof RUNTIME_IDS)[number], payload: string) => {
  const facts = { cli: '', payload }
  const edits = offersOf(runtimeOf(id), 'global').flatMap((offer) =>
    offer.name === 'hooks' || offer.name === 'statusline' ? offer.edits(facts) : [],
  )
  const files = hookFiles(runtimeOf(id), facts, { scope: 'global', source }).filter(({ path }) =>
    path.endsWith('.json'),
  )
  return [...new Set(linesIn([edits, files.map(({ text }) => JSON.parse(text))]))]
}

describeWhere(process.platform !== 'win32')('a home with shell syntax in its name', () => {
  it('lets every client start only the program there', () => {
    const folder = temporaryFolder('gsd-line-')
    const payload = join(folder, NAME)
    mkdirSync(join(payload, 'bin'), { recursive: true })
    writeFileSync(
      join(payload, 'bin/gsd-hook.cjs'),
      `require('fs').appendFileSync('ran', process.argv[2] + require('os').EOL)`,
    )
    const lines = RUNTIME_IDS.flatMap((id) => linesOf(id, payload))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) spawnSync('sh', ['-c', line], { cwd: folder })
    expect(readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n')).toHaveLength(lines.length)
    expect([readdirSync(folder).sort(), existsSync(join(folder, 'pwned'))]).toEqual([[NAME, 'ran'].sort(), false])
  })
})

describe('a home of Windows', () => {
  it('with a blank is quoted', () => {
    expect(linesOf('codex', 'C:/Users/a b')).toEqual(['node "C:/Users/a b/bin/gsd-hook.cjs" codex'])
  })
})
