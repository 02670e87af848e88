// Tests do not depend on the environment of the user who runs them.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.js'
import { hermetic } from '../support/hermetic.js'

/** Variables of users and clients, each of which can change results. */
const HOSTILE = {
  GIT_AUTHOR_NAME: '',
  GIT_DIR: '/nowhere',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'commit.gpgSign',
  GIT_CONFIG_VALUE_0: 'true',
  XDG_CONFIG_HOME: '/nowhere',
  CLAUDECODE: '1',
  CODEX_HOME: '/nowhere',
  GSD_HOME: '/nowhere',
  GSD_WORKSTREAM: 'other',
  NODE_OPTIONS: '--require /nowhere.js',
  NO_COLOR: '1',
  CI: 'true',
  LC_ALL: 'de_DE.UTF-8',
}

describe('the environment of a test', () => {
  it('is given to every project of the suite before each test file', () => {
    const projects = (config.test?.projects ?? []) as readonly { test: { name: string; setupFiles: string[] } }[]
    expect(projects.length).toBeGreaterThan(1)
    for (const { test } of projects)
      expect([test.name, test.setupFiles[0]]).toEqual([test.name, 'tests/support/hermetic.ts'])
  })

  it('contains nothing of the user’s but PATH and the switches of the suite', () => {
    const nothing = hermetic({}, '/home', '/cache')
    expect(hermetic({ ...HOSTILE, HOME: '/root', LANG: 'tr_TR', TZ: 'Asia/Kolkata' }, '/home', '/cache')).toEqual(
      nothing,
    )
    expect(hermetic({ PATH: '/own:/bin', GSD_READER: 'ts' }, '/home', '/cache')).toEqual({
      ...nothing,
      PATH: '/own:/bin:/usr/bin',
      GSD_READER: 'ts',
    })
  })

  it('is set in this process, with a home that contains only settings of git', () => {
    const home = process.env['HOME'] as string
    expect(process.env).toEqual(hermetic(process.env, home, ''))
    expect([dirname(home), readdirSync(home)]).toEqual([tmpdir(), ['.gitconfig']])
    const origin = execFileSync('git', ['config', '--show-origin', '--list'], { cwd: home, encoding: 'utf8' })
    expect(origin.trim().split('\n')).toEqual([
      `file:${home}/.gitconfig\tuser.name=A Person`,
      `file:${home}/.gitconfig\tuser.email=person@example.invalid`,
      `file:${home}/.gitconfig\tinit.defaultbranch=main`,
    ])
  })
})
