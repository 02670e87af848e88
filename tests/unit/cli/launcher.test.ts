import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runGsd } from '../../../lib/cli/gsd/run.js'
import { holdOf } from '../../../lib/core/dispatch/holds.js'
import { installedSpelling, personalSpelling } from '../../../lib/node/own-call.js'
import { withCalls } from '../../../lib/std/calls.js'
import { Payload, realAssets } from '../../support/payload.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

const payloads: Payload[] = []
afterEach(() => {
  disposeProjects()
  for (const payload of payloads.splice(0)) payload.dispose()
})

const CLI = (program: string) => `node "/opt/$& pack/bin/${program}.cjs"`
const TOOLS = CLI('gsd-tools')

describe('a call in a text', () => {
  it.each([
    ['gsd-tools next', `${TOOLS} next`],
    ['ask again: gsd-tools next; or wait', `ask again: ${TOOLS} next; or wait`],
    ['gsd-tools trust (accepts it), or gsd-tools next', `${TOOLS} trust (accepts it), or ${TOOLS} next`],
    ['the person: gsd ext trust x', `the person: ${CLI('gsd')} ext trust x`],
    [`${TOOLS} next`, `${TOOLS} next`],
    ['look into bin/gsd-tools for it', 'look into bin/gsd-tools for it'],
    ['gsd-tools: NOT_FOUND', 'gsd-tools: NOT_FOUND'],
  ])('%j becomes %j', (text, expected) => expect(withCalls(text, CLI)).toBe(expected))
})

describe('the programs are called', () => {
  const PAYLOAD = 'a/get-shit-done'
  const installedWith = (path: string, text: string) => {
    const made = makeProject({ [`${PAYLOAD}/payload.json`]: '{}', [path]: text })
    chmodSync(made.at(path), 0o755)
    const bin = made.at(`${PAYLOAD}/bin`)
    const env = { PATH: dirname(made.at(path)) }
    return { person: personalSpelling(bin, env), client: installedSpelling(bin), byPath: `node "${bin}/gsd-tools.cjs"` }
  }

  it('by name for a user with the program on PATH, by path for a client', () => {
    const { person, client, byPath } = installedWith('bin/gsd-tools', '#!/bin/sh\n# Put here by gsd install --shim\n')
    expect([person('gsd-tools'), client('gsd-tools')]).toEqual(['gsd-tools', byPath])
    expect(person('gsd')).toBe(byPath.replace('gsd-tools.cjs', 'gsd.cjs'))
  })

  it('by path if the program on PATH is not ours', () => {
    const { person, byPath } = installedWith('bin/gsd-tools', '#!/bin/sh\necho other\n')
    expect(person('gsd-tools')).toBe(byPath)
  })

  it('by name in a checkout', () => {
    const bin = makeProject({}).at('dist')
    expect([personalSpelling(bin, {})('gsd-tools'), installedSpelling(bin)('gsd')]).toEqual(['gsd-tools', 'gsd'])
  })
})

describe('what an installation advises', () => {
  const asked = async (runtime: 'claude' | 'codex', profile: readonly string[], env: Record<string, string> = {}) => {
    const payload = new Payload(realAssets(), runtime, profile)
    payloads.push(payload)
    const project = makeProject(OURS)
    const ask = async (...words: string[]) => (await payload.ask(project, words, env)).json()
    return { ask, cli: `node "${payload.script}"` }
  }

  it('names a listed command in the client’s spelling', async () => {
    const [claude, codex] = [await asked('claude', ['full']), await asked('codex', ['full'])]
    expect((await claude.ask('next')).command).toBe('/gsd-execute-phase 1')
    expect((await codex.ask('next')).command).toBe('$gsd-execute-phase 1')
  })

  it('names the call for an unlisted command', async () => {
    const { ask, cli } = await asked('claude', ['next'])
    expect((await ask('next')).command).toBe(`${cli} brief execute-phase -- 1`)
  })

  it('uses a path for a client, and a name for a user with the program on PATH', async () => {
    const shim = makeProject({ 'bin/gsd-tools': '#!/bin/sh\n# Put here by gsd install --shim\n' })
    chmodSync(shim.at('bin/gsd-tools'), 0o755)
    const path = { PATH: shim.at('bin') }
    const [person, client] = [
      await asked('claude', ['next'], path),
      await asked('claude', ['next'], { ...path, CLAUDECODE: '1' }),
    ]
    expect((await person.ask('undo', 'nothing')).error.fix).toMatch(/^run gsd-tools log\b/)
    expect((await client.ask('undo', 'nothing')).error.fix).toContain(`${client.cli} log,`)
    expect((await person.ask('next')).command).toBe('gsd-tools brief execute-phase -- 1')
  })

  it('names gsd by its path in an error of gsd', async () => {
    const { cli } = await asked('claude', ['next'])
    let stderr = ''
    const project = makeProject(OURS)
    await runGsd({
      ...{ argv: ['usage', '--by', 'moon'], env: project.env(), cwd: project.root, home: project.home },
      ...{ platform: 'linux', bin: dirname(payloads[0]?.script ?? ''), isInteractive: false },
      ...{ isTTY: { out: false, err: false }, out: () => {}, err: (text) => (stderr += text) },
    })
    expect(stderr).toContain(`fix: run ${cli.replace('gsd-tools.cjs', 'gsd.cjs')} usage --help`)
  })
})

describe('the advice of a hold', () => {
  it.each(['UI_CONTRACT', 'OPEN_THREATS', 'DEPS', 'REPLAN_LOOP'])('is a valid call: %s', async (code) => {
    const { resume } = holdOf({ code, text: 'why', source: '.planning/ROADMAP.md' })
    const calls = [...resume.matchAll(/gsd-tools ([a-z-]+(?: [a-z-]+)?)/g)].map(([, words = '']) => words)
    expect(calls).not.toEqual([])
    for (const call of calls) {
      const { exit, stdout } = await makeProject(OURS).ask(
        ...call.split(' '),
        ...(call === 'pending accept' ? ['01-01', '--reason', 'x'] : []),
      )
      expect([call, exit === 2 || exit === 70], stdout).toEqual([call, false])
    }
  })
})
