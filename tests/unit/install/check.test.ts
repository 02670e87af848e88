// The last look at a text: what a client would drop or cut without a word is refused.
import { describe, expect, it } from 'vitest'
import { checkListed } from '../../../lib/install/check.js'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import type { Runtime } from '../../../lib/runtimes/runtime.js'

const runtime = runtimeOf('claude')
const markdown = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nBody.\n`
const toml = (more = '') => `name = "gsd-x"\ndescription = "d"\ndeveloper_instructions = '''\nx\n'''\n${more}`

describe('a text that is about to be written', () => {
  it.each([
    ['claude', 'gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: Read, Bash')],
    ['claude', 'gsd-x.md', markdown('description: "a: b"', 'argument-hint: "[x]"', 'disable-model-invocation: true')],
    ['agents', 'gsd-x/SKILL.md', markdown('name: gsd-x', 'description: "a: b"')],
    ['agents', 'gsd-x/agents/openai.yaml', 'policy:\n'],
    ['codex', 'gsd-x.toml', toml()],
    ['gemini', 'gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: ["read_file", "replace"]')],
    ['gemini', 'gsd/x.toml', 'description = "d"\nprompt = "Do {{args}}"\n'],
    ['opencode', 'gsd-x.md', markdown('description: "d"', 'mode: subagent', 'permission:', '  edit: deny')],
    ['windsurf', 'gsd-x/AGENT.md', markdown('name: gsd-x', 'description: "d"', 'allowed-tools: []')],
    ['cline', 'gsd-x.yml', markdown('name: gsd-x', 'description: "d"', 'tools: ["read_files"]')],
  ] as const)('is fine for %s: %s', (id, path, text) => {
    expect(() => checkListed(path, text, runtimeOf(id))).not.toThrow()
  })

  it.each([
    ['front matter that is missing', 'gsd-x.md', 'Body.\n'],
    ['front matter behind a BOM', 'gsd-x.md', `\ufeff${markdown('description: "d"')}`],
    ['a description that is not quoted', 'gsd-x.md', markdown('description: [BETA] x')],
    ['no description', 'gsd-x.md', markdown('name: gsd-x')],
    ['an empty description', 'gsd-x.md', markdown('description: ""')],
    ['a description that is too long', 'gsd-x.md', markdown(`description: "${'ä'.repeat(1025)}"`)],
    ['a name that is not the file', 'gsd-x.md', markdown('name: gsd-y', 'description: "d"')],
    ['a name that is too long', `${'x'.repeat(65)}.md`, markdown(`name: ${'x'.repeat(65)}`, 'description: "d"')],
    ['a token', 'gsd-x.md', markdown('description: "d"').replace('Body', '{{cmd:next}}')],
    ['a carriage return', 'gsd-x.md', markdown('description: "d"').replace('Body.', 'Body.\r')],
    ['a tool the client does not have', 'gsd-x.md', markdown('description: "d"', 'tools: Read, Reed')],
    ['such a tool in a list', 'gsd-x.md', markdown('description: "d"', 'tools: ["Read", "read"]')],
    ['a list that is no list', 'gsd-x.md', markdown('description: "d"', 'tools: [Read]')],
    ['a list of other things', 'gsd-x.md', markdown('description: "d"', 'tools: [1]')],
    ['a key given twice', 'gsd-x.md', markdown('description: "d"', 'description: "e"')],
    ['a line that belongs to no map', 'gsd-x.md', markdown('description: "d"', '  reed: deny')],
    ['front matter under another ending', 'gsd-x.yml', markdown('name: gsd-x')],
  ])('is refused for %s', (_, path, text) => {
    expect(() => checkListed(path, text, runtime)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  })

  it.each([
    ['codex', 'an unknown key', 'gsd-x.toml', toml('tools = "x"\n')],
    ['codex', 'TOML that does not parse', 'gsd-x.toml', 'name = '],
    ['codex', 'no description', 'gsd-x.toml', 'name = "gsd-x"\ndeveloper_instructions = "x"\n'],
    ['gemini', 'a key too many beside a prompt', 'gsd/x.toml', 'description = "d"\nprompt = "x"\nmodel = "y"\n'],
    ['gemini', 'a prompt that is no text', 'gsd/x.toml', 'description = "d"\nprompt = 1\n'],
    ['gemini', 'a colour', 'gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: []', 'color: "red"')],
    ['gemini', "another client's tool", 'gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: ["Read"]')],
    ['opencode', 'tools as words', 'gsd-x.md', markdown('description: "d"', 'mode: subagent', 'tools: read, bash')],
    ['opencode', 'a tool that is not there', 'gsd-x.md', markdown('description: "d"', 'permission:', '  reed: deny')],
    [
      'trae',
      'a key nobody documents',
      'gsd-x/SKILL.md',
      markdown('name: gsd-x', 'description: "d"', 'stage: workflow'),
    ],
  ] as const)('is refused for %s: %s', (id, _, path, text) => {
    expect(() => checkListed(path, text, runtimeOf(id))).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  })

  it('is refused for its length by a client that cuts long agents, and by no other', () => {
    const text = (length: number) => {
      const head = markdown('name: gsd-x', 'description: "d"', 'tools: []')
      return head + 'ä'.repeat(length - head.length)
    }
    const copilot = runtimeOf('copilot')
    expect(() => checkListed('gsd-x.agent.md', text(30_000), copilot)).not.toThrow()
    expect(() => checkListed('gsd-x.agent.md', text(30_001), copilot)).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    )
    expect(() => checkListed('gsd-x.md', text(60_000), runtime)).not.toThrow()
  })

  it("keeps a placeholder the client fills itself, and no other client's", () => {
    const filled: Runtime = { ...runtime, words: '{{args}}' }
    const text = markdown('description: "d"').replace('Body', 'Body {{args}}')
    expect(() => checkListed('gsd-x.md', text, filled)).not.toThrow()
    expect(() => checkListed('gsd-x.md', text, runtime)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  })
})
