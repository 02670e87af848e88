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
    ['gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: Read, Bash')],
    ['gsd-x/SKILL.md', markdown('name: gsd-x', 'description: "a: b"')],
    ['gsd-x.toml', toml()],
    ['gsd-x/agents/openai.yaml', 'policy:\n'],
    ['gsd-x.md', markdown('name: gsd-x', 'description: "d"', 'tools: ["Read", "Bash"]')],
    ['gsd-x.md', markdown('description: "d"', 'mode: subagent', 'permission:', '  Read: deny', '  Bash: deny')],
    ['gsd-x/AGENT.md', markdown('name: gsd-x', 'description: "d"', 'allowed-tools: []')],
    ['gsd-x.yml', markdown('name: gsd-x', 'description: "d"', 'tools: ["Read"]')],
    ['gsd/x.toml', 'description = "d"\nprompt = "Do it"\n'],
  ])('is fine: %s', (path, text) => {
    expect(() => checkListed(path, text, runtime)).not.toThrow()
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
    ['an unknown key', 'gsd-x.toml', toml('tools = "x"\n')],
    ['TOML that does not parse', 'gsd-x.toml', 'name = '],
    ['a key too many beside a prompt', 'gsd/x.toml', 'description = "d"\nprompt = "x"\nmodel = "y"\n'],
    ['a prompt that is no text', 'gsd/x.toml', 'description = "d"\nprompt = 1\n'],
    ['a tool the client does not have', 'gsd-x.md', markdown('description: "d"', 'tools: Read, Reed')],
    ['such a tool in a list', 'gsd-x.md', markdown('description: "d"', 'tools: ["Read", "read"]')],
    ['such a tool in a map', 'gsd-x.md', markdown('description: "d"', 'permission:', '  reed: deny')],
    ['a list that is no list', 'gsd-x.md', markdown('description: "d"', 'tools: [Read]')],
    ['a list of other things', 'gsd-x.md', markdown('description: "d"', 'tools: [1]')],
    ['a key given twice', 'gsd-x.md', markdown('description: "d"', 'description: "e"')],
    ['a line that belongs to no map', 'gsd-x.md', markdown('description: "d"', '  reed: deny')],
    ['front matter under another ending', 'gsd-x.yml', markdown('name: gsd-x')],
  ])('is refused for %s', (_, path, text) => {
    expect(() => checkListed(path, text, runtime)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
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
