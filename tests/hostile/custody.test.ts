// The person's own folder against the tools of a model: the key is not read, what they agreed to is not written.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { custodyGuard } from '../../lib/hooks/checks/custody.js'
import { diskProject } from '../support/disk-around.js'
import { ask, hookEvent, kinds, toolUse } from '../support/hooks.js'

const { home, root, around } = diskProject(
  {
    '../.gsd/trust/mine.json': '{}',
    '../.gsd/secrets/BRAVE_API_KEY': 's',
    '../.gsd/key': 'k\n',
    '../.gsd/config.json': '{}',
  },
  { own: '../.gsd', 'notes.txt': '../.gsd/key' },
)

const judged = async (part: Partial<ReturnType<typeof toolUse>>) =>
  kinds(await ask(custodyGuard, hookEvent({ cwd: root, tools: [toolUse(part)] }), around))

describe("the person's own folder", () => {
  it.each([
    '.gsd/key',
    '.gsd/secrets/X',
    '.gsd/extras/tavily/package.json',
    '.gsd/notify/channels.json',
    '.gsd/trust/x.json',
    '.gsd/overrides/agents/planner.md',
    '.gsd/extensions/counter/index.mjs',
    '.gsd/config.json',
    '.gsd/defaults.json',
  ])('is not written by a tool: %s', async (path) => {
    expect(await judged({ path: join(home, path), content: '{}' })).toEqual(['deny PERSONAL_RECORD'])
    expect(await judged({ action: 'edit', path: `../${path}`, edits: [{ before: 'a', after: 'b' }] })).toEqual([
      'deny PERSONAL_RECORD',
    ])
  })

  it('keeps its key from tools that read', async () => {
    for (const path of ['../.gsd/key', 'own/key', 'notes.txt', '/home/somebody.else/.gsd/key'])
      expect(await judged({ action: 'read', path })).toEqual(['deny PERSONAL_KEY'])
    for (const path of ['../.gsd/secrets/BRAVE_API_KEY', 'own/secrets/BRAVE_API_KEY', '/home/b/.gsd/secrets/X'])
      expect(await judged({ action: 'read', path })).toEqual(['deny PERSONAL_SECRET'])
    expect(await judged({ action: 'grep', path: '../.gsd/secrets' })).toEqual(['deny PERSONAL_SECRET'])
    expect(await judged({ action: 'read', path: '../.gsd/config.json' })).toEqual([])
    expect(await judged({ action: 'grep', path: '../.gsd' })).toEqual(['deny PERSONAL_KEY'])
  })
})
