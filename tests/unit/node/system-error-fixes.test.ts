import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemError } from '../../../lib/node/system-error-fixes.js'
import { temporaryFolder } from '../../support/temporary.js'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder('gsd-words-')
  writeFileSync(join(folder, 'file'), '')
})

function failureOf(act: () => unknown): NodeJS.ErrnoException {
  try {
    act()
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
  throw new Error('it did not fail')
}

describe('a refusal of the system', () => {
  it('keeps the system’s message if it is about a program', () => {
    const program = 'gsd-no-such-program'
    const { error } = spawnSync(program)
    expect(systemError(error as NodeJS.ErrnoException, '').body.message).toBe(`spawnSync ${program} ENOENT`)
  })

  it.each([
    ['a file that is missing', () => readFileSync(join(folder, 'a')), 'does not exist (ENOENT)'],
    ['a folder read as a file', () => readFileSync(folder), null],
    ['a folder created twice', () => mkdirSync(folder), 'already exists (EEXIST)'],
    ['a path through a file', () => mkdirSync(join(folder, 'file/c')), 'has a file in place of a folder (ENOTDIR)'],
  ])('names the obstacle, or keeps the system’s message if that has no path: %s', (_, act, words) => {
    const failure = failureOf(act)
    const { code, message, fix } = systemError(failure, '').body
    expect(code).toBe('IO')
    expect(message).toContain(words ?? failure.message)
    if (words !== null) expect([message.startsWith(folder), fix]).toEqual([true, expect.stringContaining('another')])
  })
})
