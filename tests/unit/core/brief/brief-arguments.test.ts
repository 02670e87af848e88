import { describe, expect, it } from 'vitest'
import { readWorkflowInput, repeatedWords } from '../../../../lib/core/brief/brief-arguments.js'
import { parseWorkflow } from '../../../../lib/core/brief/workflow.js'
import { scan } from '../../../../lib/markdown/scan.js'

const workflow = (front: string) => {
  const text = `---\nname: work\nabout: a\n${front}---\n## a: A\n<!-- step kind=verb -->\nDo.\n`
  return parseWorkflow(text, scan(text))
}
const phase = workflow('args:\n  phase: P\nflags:\n  --auto: A\n  --wave <number>: W\n')
const task = workflow('args:\n  task...: T\nflags:\n  --full: F\n  --wave <number>: W\n')

const read = (flow: typeof phase, words: readonly string[]) => {
  const answer = readWorkflowInput(flow, words)
  if ('error' in answer) return `${answer.error.code}: ${answer.error.fix}`
  return { args: Object.fromEntries(answer.input.args), flags: Object.fromEntries(answer.input.flags) }
}

describe('arguments of a workflow about a phase', () => {
  it.each([
    [[], { args: {}, flags: {} }],
    [['2'], { args: { phase: '2' }, flags: {} }],
    [['2', '--auto'], { args: { phase: '2' }, flags: { '--auto': '' } }],
    [['--auto 2'], { args: { phase: '2' }, flags: { '--auto': '' } }],
    [['2 --wave 3'], { args: { phase: '2' }, flags: { '--wave': '3' } }],
    [['2', '--wave=3'], { args: { phase: '2' }, flags: { '--wave': '3' } }],
    [['2', 'please', 'be', 'quick'], { args: { phase: '2' }, flags: {} }],
    [['2', '--atuo'], 'UNKNOWN_FLAG: did you mean --auto?'],
    [['2', '--wave'], 'USAGE: write --wave <number>'],
  ] as const)('%j', (words, expected) => {
    expect(read(phase, words)).toEqual(expected)
  })
})

describe('arguments of a workflow about a text', () => {
  it.each([
    [['fix the parser'], { args: { task: 'fix the parser' }, flags: {} }],
    [['--full fix the parser'], { args: { task: 'fix the parser' }, flags: { '--full': '' } }],
    [['fix the parser --full'], { args: { task: 'fix the parser' }, flags: { '--full': '' } }],
    [['--wave 2 fix it'], { args: { task: 'fix it' }, flags: { '--wave': '2' } }],
    [['add a --verbose flag'], { args: { task: 'add a --verbose flag' }, flags: {} }],
    [['add', 'a', '--full', 'stop'], { args: { task: 'add a --full stop' }, flags: {} }],
    [['--full'], { args: {}, flags: { '--full': '' } }],
  ] as const)('%j', (words, expected) => {
    expect(read(task, words)).toEqual(expected)
  })
})

describe('arguments of the next call', () => {
  const repeated = (flow: typeof phase, words: readonly string[]) => {
    const answer = readWorkflowInput(flow, words)
    return 'input' in answer ? repeatedWords(flow, answer.input) : null
  }

  it('repeat ids and flags', () => {
    expect(repeated(phase, ['2.1', 'soon', '--wave', '3', '--auto'])).toEqual(['2.1', '--wave=3', '--auto'])
  })

  it('repeat the user’s request, so that it survives a compaction', () => {
    expect(repeated(task, ["don't lose a <b>; & keep", 'Übersicht', '--full'])).toEqual([
      `"don't lose a <b>; & keep Übersicht"`,
      '--full',
    ])
    expect(repeated(task, ['basket'])).toEqual(['basket'])
  })

  it('never contain shell syntax or a very long text', () => {
    expect(repeated(phase, ['$(rm)', '--auto'])).toEqual(['--auto'])
    expect(repeated(phase, ['2', '--wave', "'; rm"])).toEqual(['2'])
    const unsafe = ['a $(rm)', 'a `rm`', 'a "; rm', 'a “; rm', 'a \\', '50 %PATH%', 'a!', 'a\u001bb', 'a'.repeat(601)]
    for (const text of unsafe) expect(repeated(task, [text, '--full'])).toEqual(['--full'])
  })
})
