// The output of emitters, read back by parsers of YAML and TOML.
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import {
  agentColoured,
  agentFolder,
  agentListed,
  agentMarkdown,
  agentPlain,
  agentToml,
  commandAllowing,
  commandMarkdown,
  commandToml,
  neutralSkill,
  skillPlain,
} from '../../../lib/runtimes/formats/entries.js'
import type { PromptDoc, Runtime } from '../../../lib/runtimes/runtime.js'
import { readToml } from '../../../lib/std/toml.js'

const runtime: Runtime = {
  ...runtimeOf('agents'),
  tools: { ...runtimeOf('agents').tools, read: 'Look', write: 'Put', edit: 'Put' },
}
const doc: PromptDoc = {
  name: 'gsd-x',
  about: 'Does x',
  argumentHint: '[phase] [--all]',
  tools: ['read', 'write', 'edit', 'spawn'],
  cli: 'node "/x/gsd-tools.cjs"',
  model: null,
  body: 'Do it.\n',
}

/** Texts that break careless YAML or TOML writers. */
const HOSTILE = [
  '[BETA] x',
  'a: b # c',
  '"quoted" \\ back',
  "it's",
  'tab\there',
  '\u2028 \u0085 \u007f',
  '日本 🎉',
  "'''",
  '"""',
  '{{x}}',
]

const frontMatter = (text: string) => {
  const end = text.indexOf('\n---\n', 4)
  return { fields: parseYaml(text.slice(4, end)) as Record<string, unknown>, body: text.slice(end + 5) }
}

it('an agent’s colour shows its abilities', () => {
  const colour = (tools: PromptDoc['tools']) =>
    frontMatter(agentColoured({ ...doc, tools }, runtime)[0]?.text ?? '').fields['color']
  expect([colour(['read', 'edit', 'write']), colour(['write']), colour(['read'])]).toEqual(['green', 'blue', 'cyan'])
})

describe('a command in Markdown', () => {
  it('is hidden from the model and has an argument hint', () => {
    expect(commandMarkdown(doc, runtime)).toEqual([
      {
        path: 'gsd-x.md',
        text: '---\ndescription: "Does x"\nargument-hint: "[phase] [--all]"\ndisable-model-invocation: true\n---\nDo it.\n',
      },
    ])
    expect(commandMarkdown({ ...doc, argumentHint: '' }, runtime)[0]?.text).not.toContain('argument-hint')
  })

  it('allows the client to run the CLI, if a rule can say so', () => {
    const allowed = (cli: string) => {
      const { fields } = frontMatter(commandAllowing({ ...doc, cli }, runtime)[0]?.text ?? '')
      return fields['allowed-tools']
    }
    expect(allowed(doc.cli)).toBe('Bash(node "/x/gsd-tools.cjs":*)')
    expect([allowed(''), allowed('node "/a (b)/gsd-tools.cjs"')]).toEqual([undefined, undefined])
  })

  it.each(HOSTILE)('keeps %j complete', (about) => {
    const { fields, body } = frontMatter(commandMarkdown({ ...doc, about }, runtime)[0]?.text ?? '')
    expect([fields['description'], body]).toEqual([about, 'Do it.\n'])
  })
})

describe('a neutral skill', () => {
  it('has the name of its folder and a sidecar for clients that ignore its key', () => {
    const [skill, sidecar] = neutralSkill(doc, runtime)
    expect(skill?.path).toBe('gsd-x/SKILL.md')
    expect(frontMatter(skill?.text ?? '').fields).toEqual({
      name: 'gsd-x',
      description: 'Does x',
      'disable-model-invocation': true,
    })
    expect([sidecar?.path, parseYaml(sidecar?.text ?? '')]).toEqual([
      'gsd-x/agents/openai.yaml',
      { policy: { allow_implicit_invocation: false } },
    ])
  })
})

describe('an agent in Markdown', () => {
  it('names each tool of the client once, and no unknown ones', () => {
    expect(frontMatter(agentMarkdown(doc, runtime)[0]?.text ?? '').fields).toEqual({
      name: 'gsd-x',
      description: 'Does x',
      tools: 'Look, Put',
    })
  })
})

describe('the other forms of an agent in Markdown', () => {
  const about = { name: 'gsd-x', description: 'Does x' }

  it.each([
    ['with a list of tools', agentListed, 'gsd-x.md', { ...about, tools: ['Look', 'Put'] }],
    ['without tools', agentPlain, 'gsd-x.md', about],
    ['in a folder of its name', agentFolder, 'gsd-x/AGENT.md', { ...about, 'allowed-tools': ['Look', 'Put'] }],
  ] as const)('%s', (_, emit, path, fields) => {
    const [file, ...more] = emit(doc, runtime)
    expect([file?.path, more]).toEqual([path, []])
    expect(frontMatter(file?.text ?? '')).toEqual({ fields, body: 'Do it.\n' })
  })

  it('gives an agent without tools an empty list', () => {
    const none = { ...doc, tools: ['spawn'] as const }
    expect(frontMatter(agentListed(none, runtime)[0]?.text ?? '').fields['tools']).toEqual([])
  })
})

describe('a plain skill', () => {
  it('has only a name and a description', () => {
    expect(skillPlain(doc, runtime)).toEqual([
      { path: 'gsd-x/SKILL.md', text: '---\nname: gsd-x\ndescription: "Does x"\n---\nDo it.\n' },
    ])
  })
})

describe('a command in TOML', () => {
  it('is in the folder of its namespace', () => {
    expect(commandToml({ ...doc, name: 'gsd-plan-phase' }, runtime)).toEqual([
      { path: 'gsd/plan-phase.toml', text: "description = \"Does x\"\nprompt = '''\nDo it.\n'''\n" },
    ])
  })

  it.each([...HOSTILE, 'ends with a quote"\n', "ends with '", '\\u0041 \\', '\u0000\u0008'])(
    'keeps %j complete, as description and as prompt',
    (text) => {
      const read = readToml(commandToml({ ...doc, about: text, body: text }, runtime)[0]?.text ?? '')
      expect(read).toEqual({ value: { description: text, prompt: text } })
    },
  )
})

describe('an agent in TOML', () => {
  it('has exactly three keys', () => {
    expect(agentToml(doc, runtime)).toEqual([
      {
        path: 'gsd-x.toml',
        text: "name = \"gsd-x\"\ndescription = \"Does x\"\ndeveloper_instructions = '''\nDo it.\n'''\n",
      },
    ])
  })

  it.each([...HOSTILE, 'line\nline\r\nline', 'ends with a quote"\n', "ends with '", '\\u0041 \\', '\u0000\u0008'])(
    'keeps %j complete, as description and as body',
    (text) => {
      const about = text.replaceAll(/[\r\n]/g, ' ')
      const read = readToml(agentToml({ ...doc, about, body: text }, runtime)[0]?.text ?? '')
      expect(read).toEqual({ value: { name: 'gsd-x', description: about, developer_instructions: text } })
    },
  )
})
