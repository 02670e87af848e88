// Files that make a client refuse all of its configuration are refused before they are written. Each line is one that such a client was seen to refuse.
import { describe, expect, it } from 'vitest'
import { checkListed } from '../../../lib/install/check.js'
import { runtimeOf } from '../../../lib/runtimes/all.js'

const strict = runtimeOf('opencode')
const file = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nBody.\n`
const agent = (...lines: string[]) => file('description: "d"', 'mode: subagent', ...lines)

describe('a client that checks every key', () => {
  it.each([
    ['a command', file('description: "d"')],
    ['an agent', agent()],
    ['an agent without some of the tools', agent('permission:', '  edit: deny', '  task: ask')],
  ])('is given %s', (_, text) => {
    expect(() => checkListed('gsd-x.md', text, strict)).not.toThrow()
  })

  it.each([
    ['tools as words', agent('tools: read, bash')],
    ['tools as a list', agent('tools: ["read"]')],
    ['a colour by name', agent('color: green')],
    ['a list of permissions', agent('permission: ["edit"]')],
    ['a permission that is no answer', agent('permission:', '  edit: nonsense')],
    ['a number for a text', agent('model: 5')],
    ['a description that is a number', file('description: 5')],
    ['a key of another client', file('description: "d"', 'argument-hint: "[phase]"')],
  ])('is never given %s', (_, text) => {
    expect(() => checkListed('gsd-x.md', text, strict)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  })
})
