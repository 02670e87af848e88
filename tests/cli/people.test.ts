// `gsd-tools` on a real terminal prints text, and an error once; into a pipe or inside a client it prints JSON.
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { PACKAGE } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, TOOLS } from '../support/project.js'
import { hasTerminal, runAndType } from '../support/terminal.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const project = () => makeProject(OURS).initGit()
function onTerminal(
  words: string,
  env: Readonly<Record<string, string>> = {},
  program = TOOLS,
  width = 80,
  at = project(),
): string {
  const typed = `stty cols ${width}; "${process.execPath}" "${program}" ${words}`
  const { stdout } = spawnSync('script', ['-qec', typed, '/dev/null'], {
    cwd: at.root,
    env: { ...at.env(), ...env },
    encoding: 'utf8',
    input: '',
  })
  return stdout.replaceAll('\r\n', '\n')
}

describe('on a terminal', () => {
  itWhere(hasTerminal())('an answer is text', () => {
    expect(stripVTControlCharacters(onTerminal('state derive'))).toMatch(/^step: /m)
    expect(onTerminal('phase plan-index 1')).not.toContain('{')
  })

  itWhere(hasTerminal())('writes are listed with their time; long output fits a narrow terminal', async () => {
    const at = project()
    await at.ask('config', 'set', 'mode', 'interactive')
    const linesOf = (words: string) => onTerminal(words, {}, TOOLS, 40, at).split('\n').map(stripVTControlCharacters)
    expect(linesOf('log')[0]).toMatch(/^2026-01-05 12:00:0/)
    for (const words of ['log', 'progress', 'next']) {
      const wide = linesOf(words).filter((line) => line.length > 40)
      expect([words, wide]).toEqual([words, []])
    }
  })

  itWhere(hasTerminal())(
    'a declined or unanswered question is shown once, with the message that nothing was done',
    async () => {
      const at = project()
      await at.ask('config', 'set', 'mode', 'interactive')
      for (const text of ['n\n', '\u0004']) {
        const argv = [process.execPath, TOOLS, 'undo']
        const { shown, exit } = await runAndType({ cwd: at.root, env: at.env(), argv, text, until: '[y/N]' })
        expect(shown.match(/restore +\.planning\/config\.json/g), shown).toHaveLength(1)
        expect([exit, shown.trimEnd().split(/\r?\n/).at(-1)]).toEqual([1, 'nothing was done'])
        expect(shown).not.toContain('CONFIRM')
      }
    },
  )

  itWhere(hasTerminal())('a verb reports its result in a line or two', () => {
    const at = project()
    const textOf = (words: string) => stripVTControlCharacters(onTerminal(words, {}, TOOLS, 80, at)).trim()
    expect(textOf('note list')).toBe('no open notes')
    expect(textOf('stop --clear')).toBe('There was no stop')
    expect(textOf('stop --reason "the disk is full"')).toMatch(/^Stopped: .*stop --clear$/)
    expect(textOf('note list')).toMatch(/^\S+ {2}pending {2}the disk is full$/)
    expect(textOf('stop --clear')).toMatch(/^The stop is cleared/)
    expect(textOf('fsck')).toMatch(/^No damage$/)
  })

  itWhere(hasTerminal())('an error is printed once, with its fix', () => {
    const text = onTerminal('phase plan-index 99')
    expect(text.match(/PHASE_NOT_FOUND/g)).toHaveLength(1)
    expect(text).toContain('fix: ')
    expect(text).not.toContain('{')
  })

  itWhere(hasTerminal())('an error is not printed twice with --json', () => {
    for (const words of ['phase plan-index 99 --json', 'phase plan-index 99 --pretty']) {
      const text = onTerminal(words)
      expect(text.match(/_FOUND/g), text).toHaveLength(1)
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: { fix: expect.any(String) } })
    }
  })

  itWhere(hasTerminal())('help and doctor wrap between words on a narrow terminal', () => {
    for (const [words, program] of [
      ['', TOOLS],
      ['log --help', TOOLS],
      ['--help', PACKAGE],
      ['doctor', PACKAGE],
    ] as const) {
      const lines = onTerminal(words, {}, program, 60).split('\n')
      // A path is one word.
      const wide = lines.filter((line) => stripVTControlCharacters(line).length > 60 && / \S* /.test(line.trim()))
      expect([words, wide]).toEqual([words, []])
    }
  })

  itWhere(hasTerminal())('a client’s call, and --json, get JSON', () => {
    expect(JSON.parse(onTerminal('state derive', { CLAUDECODE: '1' }).trim())).toHaveProperty('step')
    expect(JSON.parse(onTerminal('state derive --json').trim())).toHaveProperty('step')
  })
})

describe('in a pipe', () => {
  it('an answer is JSON', async () => {
    expect((await project().ask('state', 'derive')).json()).toHaveProperty('step')
  })

  it.each([
    ['log', '--limit', '-1'],
    ['undo', '--last', '-2'],
  ])('%s %s %s is refused', async (...words) => {
    const called = await project().ask(...words)
    expect([called.exit, called.json().error.code]).toEqual([2, 'USAGE'])
  })
})
