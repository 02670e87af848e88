import { describe, expect, it } from 'vitest'
import { readGitCall } from '../../../lib/core/git-words.js'

describe('a git call', () => {
  it.each([
    ['with allowed options', ['log', '--format=@%H', 'HEAD'], null],
    ['with a file name after --', ['diff', '--', '--output=x'], null],
    ['with another option', ['diff', '--output=x'], '--output=x'],
    ['with a setting that we never use', ['-c', 'core.pager=x', 'log'], '-c'],
    ['with another option before the command', ['--exec-path=x', 'log'], '--exec-path=x'],
  ])('%s names the first option that is not allowed, or null', (_, argv, disallowed) =>
    expect(readGitCall(argv).disallowed).toBe(disallowed),
  )

  it('names the folder in which git runs', () => expect(readGitCall(['-C', 'a', 'status']).folder).toBe('a'))
})
