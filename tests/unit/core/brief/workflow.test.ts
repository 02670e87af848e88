import { describe, expect, it } from 'vitest'
import { parseWorkflow } from '../../../../lib/core/brief/workflow.js'
import { scan } from '../../../../lib/markdown/scan.js'

const parse = (text: string) => parseWorkflow(text, scan(text))
const FRONT =
  '---\nname: work\nabout: What it does: all\nargs:\n  phase: The phase\n  note...: More\nflags:\n  --auto: Go on\n  --wave <number>: One\nfacts: [phase, goal]\n---\n'

describe('a workflow', () => {
  const flow = parse(
    `${FRONT}\n## one: First\n<!-- step kind=verb -->\nText.\n\n### Deeper\nMore.\n\n## two: Second: with colon\n<!-- step kind=ask when="has:SPEC, not flag:--auto" part=B -->\nB.\n## three: Third\n<!-- step kind=hand -->\nC.\n`,
  )

  it('has its front matter', () => {
    expect(flow).toMatchObject({
      name: 'work',
      about: 'What it does: all',
      args: [
        { name: 'phase', about: 'The phase', words: false },
        { name: 'note', about: 'More', words: true },
      ],
      flags: [
        { name: '--auto', value: null, about: 'Go on' },
        { name: '--wave', value: 'number', about: 'One' },
      ],
      facts: ['phase', 'goal'],
      problems: [],
    })
  })

  it('has steps; a part lasts until another label comes', () => {
    expect(flow.steps.map(({ id, title, kind, part, when }) => [id, title, kind, part, when.length])).toEqual([
      ['one', 'First', 'verb', 'A', 0],
      ['two', 'Second: with colon', 'ask', 'B', 2],
      ['three', 'Third', 'hand', 'B', 0],
    ])
  })

  it('keeps deeper headings in the body of a step, and leaves out the step’s marker', () => {
    expect(flow.steps[0]?.body.parts).toMatchObject([{ kind: 'text', text: '\nText.\n\n### Deeper\nMore.\n\n' }])
  })

  it('takes a heading in a code block for code', () => {
    const { steps } = parse(
      '---\nname: w\nabout: a\n---\n## one: First\n<!-- step kind=verb -->\n```\n## two: No\n```\n',
    )
    expect(steps.map(({ id }) => id)).toEqual(['one'])
  })

  it.each([
    ['text before the first step', 'Hello.\n## one: First\n<!-- step kind=verb -->\n'],
    ['a heading without an id', '## First\n<!-- step kind=verb -->\n'],
    ['a step without its comment', '## one: First\nText.\n'],
    ['an unknown attribute', '## one: First\n<!-- step kind=verb wen="x" -->\n'],
    ['a quote that stays open', '## one: First\n<!-- step kind=verb when="x -->\n'],
    [
      'a passage over two steps',
      '## one: First\n<!-- step kind=verb -->\n<!-- when has:SPEC -->\n## two: Second\n<!-- step kind=verb -->\n<!-- end -->\n',
    ],
  ])('reports %s', (_, body) => {
    expect(parse(`---\nname: w\nabout: a\n---\n${body}`).problems.length).toBeGreaterThan(0)
  })

  it('reports what the front matter cannot hold', () => {
    expect(parse('---\nname: w\nabout: a\nnonsense\n---\n').problems).toMatchObject([{ received: 'nonsense' }])
    expect(parse('---\nname: w\n  deep: x\n---\n').problems).toHaveLength(1)
    expect(parse('---\nname: w\nflags:\n  auto: x\n---\n').problems).toHaveLength(1)
  })
})
