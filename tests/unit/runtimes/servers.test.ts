// A server's command line in each client's settings: complete, the program first and once.
import { expect, it } from 'vitest'
import { RUNTIME_IDS, runtimeOf } from '../../../lib/runtimes/all.js'

const ARGV = ['node', '/a/gsd.cjs', 'mcp'] as const

it.each(RUNTIME_IDS.filter((id) => runtimeOf(id).servers !== null))('%s starts exactly the given command', (id) => {
  const edit = runtimeOf(id).servers?.edit('mcp', 'gsd', ARGV)
  const { command, args = [] } = (edit as unknown as { value: { command: string | string[]; args?: string[] } }).value
  expect([command, args].flat()).toEqual(ARGV)
})
