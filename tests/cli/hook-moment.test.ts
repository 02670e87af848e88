// Hook files that are themselves programs of a moment must find the hook program wherever they are.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { hookSources } from '../../lib/assets/pack.js'
import { hookFiles } from '../../lib/install/registered.js'
import { sourcesIn } from '../../lib/node/pack.js'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import { temporaryFolder } from '../support/temporary.js'

const root = join(import.meta.dirname, '../..')
const source = hookSources(sourcesIn(root))
/** The bundles are in `dist` instead of an installation's `<payload>/bin`. */
const facts = { cli: '', payload: '<payload>' }
const moments = RUNTIME_IDS.flatMap((id) =>
  hookFiles(runtimeOf(id), facts, { scope: 'global', source })
    .filter(({ path }) => path.endsWith('/PreToolUse.mjs'))
    .map(({ path, text }) => ({ id, path, text: text.replace('<payload>/bin', join(root, 'dist')) })),
)

it('at least one client has such a file', () => expect(moments).not.toEqual([]))

it.each(moments)('$id: starts the program and passes on its answer', ({ path, text }) => {
  const project = temporaryFolder('gsd moment ü-')
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const input = JSON.stringify({ hookName: 'tool_call', taskId: 's', workspaceRoots: [project] })
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { input, cwd: project, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({ cancel: false })
})
