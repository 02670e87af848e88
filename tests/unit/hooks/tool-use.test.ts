// The effect of tool calls in the clients' formats.
import { describe, expect, it } from 'vitest'
import { toolResults, toolUses } from '../../../lib/hooks/tool-use.js'
import type { Action } from '../../../lib/runtimes/terms.js'

const NAMES: Readonly<Record<string, Action>> = { look: 'read', run: 'shell', put: 'edit' }
const uses = (name: string, input: unknown) => toolUses(name, input, NAMES)

describe('the files of one call', () => {
  it.each([
    [{ path: '/p/a' }, ['/p/a']],
    [{ files: [{ path: '/p/a', start_line: 1 }, { path: '/p/b' }] }, ['/p/a', '/p/b']],
    [{ files: { file_path: '/p/a' } }, ['/p/a']],
    [{ files: ['/p/a', '/p/b'] }, ['/p/a', '/p/b']],
    [{ file_paths: ['/p/a'] }, ['/p/a']],
    [{ paths: '/p/a' }, ['/p/a']],
    [{ files: [7, null, {}] }, [null]],
    [{}, [null]],
  ])('%j', (input, paths) => {
    expect(uses('look', input).map(({ path }) => path)).toEqual(paths)
  })

  it('share one response, which only the first file has', () => {
    const input = { files: ['/p/a', '/p/b'] }
    const done = toolResults(uses('look', input), 'text')
    expect(done.map(({ response }) => response)).toEqual(['text', null])
  })
})

describe('the command of a call', () => {
  it.each([
    [{ command: 'cat .env' }, 'cat .env'],
    [{ command: ['cat', '.env'] }, 'cat\n.env'],
    [{ commands: ['cd x', 'cat .env'] }, 'cd x\ncat .env'],
    [{ commands: [{ command: 'cat', args: ['.env'] }] }, 'cat .env'],
    [{ commands: 'cat .env' }, 'cat .env'],
    [{}, null],
  ])('%j', (input, command) => {
    expect(uses('run', input)[0]?.command).toBe(command)
  })
})

describe('the text of a call', () => {
  it('is the whole file only without a range', () => {
    expect(uses('put', { path: '/p/a', new_text: 'x' })[0]).toMatchObject({ content: 'x', edits: [] })
    expect(uses('put', { path: '/p/a', new_text: 'x', insert_line: 3 })[0]).toMatchObject({ content: null, edits: [] })
    expect(uses('put', { path: '/p/a', old_text: 'y', new_text: 'x' })[0]).toMatchObject({
      content: null,
      edits: [{ before: 'y', after: 'x' }],
    })
  })
})
