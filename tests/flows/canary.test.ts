// `gsd doctor <client>` asks the client what it loads. Here a fake program plays the client; tests/clients uses the real ones.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { snapshotOf, temporaryHome } from '../support/home.js'

const GSD = join(import.meta.dirname, '../../bin/install.js')

/** Creates a home and a fake program `codex`; `gsd` runs with both. `body`: the program's code, which can use `words` and `send`. */
function machine(body: string) {
  const home = temporaryHome()
  const programs = join(temporaryHome(), 'bin')
  mkdirSync(programs)
  const script = `#!${process.execPath}
const words = process.argv.slice(2).join(' ')
const send = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
${body}
`
  writeFileSync(join(programs, 'codex'), script)
  chmodSync(join(programs, 'codex'), 0o755)
  mkdirSync(join(home, 'project'))
  const gsd = (...args: string[]) => {
    const ran = spawnSync(process.execPath, [GSD, ...args, '--json'], {
      cwd: join(home, 'project'),
      encoding: 'utf8',
      env: {
        HOME: home,
        PATH: [programs, dirname(process.execPath)].join(delimiter),
        KEPT: 'yes',
        CODEX_HOME: join(home, '.codex'),
      },
    })
    return {
      exit: ran.status,
      ...JSON.parse(ran.stdout === '' ? ran.stderr.slice(ran.stderr.indexOf('{')) : ran.stdout),
    }
  }
  return { home, gsd }
}

const LISTING = `
const { readdirSync, existsSync } = require('node:fs')
const { join } = require('node:path')
const skills = join(process.env.HOME, '.agents/skills')
const names = existsSync(skills) ? readdirSync(skills) : []
`
const ANSWER = `${LISTING}
if (words === 'app-server') {
  send({ id: 2, result: { data: [{ skills: names.map((name) => ({ name })), errors }] } })
  setInterval(() => {}, 1000)
}
`

describe('a client on the machine', () => {
  it('is asked in a temporary home without the variables of the client, and passes if it lists everything', () => {
    const { home, gsd } = machine(
      `const errors = []; if (process.env.CODEX_HOME || process.env.KEPT !== 'yes') process.exit(9); require('node:fs').writeFileSync(require('node:path').join(process.env.HOME, 'state'), '');${ANSWER}`,
    )
    expect(gsd('install', '--codex', '--global')).toMatchObject({ exit: 0 })
    expect(gsd('doctor', 'codex')).toMatchObject({
      exit: 0,
      asked: [{ runtime: 'codex', verdict: { refused: [], missing: [], isShown: true } }],
    })
    expect(Object.keys(snapshotOf(home)).filter((path) => path.endsWith('state'))).toEqual([])
  })

  it('that refuses our file is quoted', () => {
    const { home, gsd } = machine(
      `const errors = [{ path: process.env.HOME + '/.agents/skills/gsd-next/SKILL.md', message: 'no good' }];${ANSWER}`,
    )
    gsd('install', '--codex', '--global')
    const report = gsd('doctor', '--codex')
    expect(report).toMatchObject({ exit: 1, ok: false })
    expect(report.asked[0].verdict.refused).toEqual([`${home}/.agents/skills/gsd-next/SKILL.md: no good`])
  })

  it('that only complains about a user’s file, or prints nothing useful, is not a problem', () => {
    for (const body of [
      `const errors = [{ path: '/x/skills/mine/SKILL.md', message: 'no good' }];${ANSWER}`,
      'process.exit(1)',
    ]) {
      const { gsd } = machine(body)
      gsd('install', '--codex', '--global')
      expect(gsd('doctor', 'codex')).toMatchObject({ exit: 0 })
    }
  })

  it('that lists only some of our commands is reported', () => {
    const { gsd } = machine(
      `const errors = [];${ANSWER.replace('names.map', "names.filter((name) => name !== 'gsd-next').map")}`,
    )
    gsd('install', '--codex', '--global')
    expect(gsd('doctor', 'codex')).toMatchObject({ exit: 1, asked: [{ verdict: { missing: ['gsd-next'] } }] })
  })
})
