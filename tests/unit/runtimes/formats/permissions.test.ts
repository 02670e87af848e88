// Agents are denied tools that their role does not need, by the client's names.
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runtimeOf } from '../../../../lib/runtimes/all.js'
import { agentPermissions, commandPlain } from '../../../../lib/runtimes/formats/entries.js'
import type { PromptDoc, Runtime } from '../../../../lib/runtimes/runtime.js'
import { ACTIONS, type Action } from '../../../../lib/runtimes/terms.js'

const doc: PromptDoc = {
  name: 'gsd-x',
  about: 'Does "x": all',
  argumentHint: '[phase]',
  tools: [],
  cli: '',
  model: null,
  body: 'Do it.\n',
}
const none = Object.fromEntries(ACTIONS.map((action) => [action, null])) as Record<Action, null>
const client: Runtime = {
  ...runtimeOf('agents'),
  tools: { ...none, read: 'look', write: 'change', edit: 'change', shell: 'run' },
}

const fieldsOf = (tools: readonly Action[], runtime = client): unknown => {
  const text = agentPermissions({ ...doc, tools }, runtime)[0]?.text ?? ''
  return parse(text.slice(4, text.indexOf('\n---\n', 4)))
}
const HEAD = { description: 'Does "x": all', mode: 'subagent' }

describe('an agent with a map of permissions', () => {
  it.each([
    ['every tool if it needs none', [], { look: 'deny', change: 'deny', run: 'deny' }],
    ['the tools that it does not need', ['read', 'shell'], { change: 'deny' }],
    ['no name that an action it needs shares', ['edit'], { look: 'deny', run: 'deny' }],
    ['nothing if it needs every tool that the client names', ['read', 'write', 'edit', 'shell'], undefined],
  ] as const)('is denied %s', (_, tools, permission) => {
    expect(fieldsOf(tools)).toEqual(permission === undefined ? HEAD : { ...HEAD, permission })
  })

  it.each(['vendor/small', 'vendor/small:'])('has the model %s', (model) => {
    const text = agentPermissions({ ...doc, tools: ACTIONS, model }, client)[0]?.text ?? ''
    expect(parse(text.slice(4, text.indexOf('\n---\n', 4)))).toEqual({ ...HEAD, model })
  })

  it('is in a file of its name with its text', () => {
    const [file, ...more] = agentPermissions(doc, client)
    expect([file?.path, more]).toEqual(['gsd-x.md', []])
    expect(file?.text.endsWith('---\nDo it.\n')).toBe(true)
  })
})

describe('a plain command', () => {
  it('has only a description', () => {
    expect(commandPlain(doc, client)).toEqual([
      { path: 'gsd-x.md', text: '---\ndescription: "Does \\"x\\": all"\n---\nDo it.\n' },
    ])
  })
})
