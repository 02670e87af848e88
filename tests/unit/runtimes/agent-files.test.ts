// Files whose extension, name or keys one client demands.
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import { agentDotted, agentYaml, commandHinted, skillVersioned } from '../../../lib/runtimes/formats/entries.js'
import type { Emit, PromptDoc } from '../../../lib/runtimes/runtime.js'

const doc: PromptDoc = {
  name: 'gsd-x',
  about: 'Does x: [all] of it',
  argumentHint: '[phase]',
  tools: ['read', 'write', 'edit', 'shell', 'grep', 'glob'],
  cli: '',
  model: null,
  body: 'Do it.\n',
}

const fieldsOf = (text: string): unknown => parseYaml(text.slice(4, text.indexOf('\n---\n', 4)))

const CASES: readonly (readonly [string, Emit, Parameters<typeof runtimeOf>[0], string, object])[] = [
  [
    'an agent',
    agentDotted,
    'copilot',
    'gsd-x.agent.md',
    { name: 'gsd-x', tools: ['read', 'edit', 'execute', 'search'] },
  ],
  [
    'an agent',
    agentYaml,
    'cline',
    'gsd-x.yml',
    { name: 'gsd-x', tools: ['read_files', 'editor', 'run_commands', 'search_codebase'] },
  ],
  ['a prompt', commandHinted, 'pi', 'gsd-x.md', { 'argument-hint': '[phase]' }],
  ['a skill', skillVersioned, 'hermes', 'gsd-x/SKILL.md', { name: 'gsd-x', version: '1.0.0' }],
]

describe.each(CASES)('%s', (_what, emit, id, path, fields) => {
  it(`of ${id} has the path and exactly the keys that the client demands`, () => {
    const [file, ...others] = emit(doc, runtimeOf(id))
    expect([file?.path, others]).toEqual([path, []])
    expect(fieldsOf(file?.text ?? '')).toEqual({ description: doc.about, ...fields })
    expect(file?.text.endsWith('\n---\nDo it.\n')).toBe(true)
  })
})
