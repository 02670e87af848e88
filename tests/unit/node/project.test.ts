// The project of a call, in real folders and repositories.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findProject } from '../../../lib/node/project.js'
import { temporaryFolder } from '../../support/temporary.js'

let home: string
beforeEach(() => {
  home = temporaryFolder('gsd-home-')
})

const write = (path: string, text = '') => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
const repository = (path: string) => {
  mkdirSync(join(home, path), { recursive: true })
  execFileSync('git', ['init', '--quiet', join(home, path)], { env: { ...process.env, HOME: home } })
}
const find = (start: string, env: Readonly<Record<string, string>> = {}, workstream?: string) => {
  mkdirSync(join(home, start), { recursive: true })
  const found = findProject({ start: join(home, start), env: { HOME: home, ...env }, workstream })
  return found === null ? null : { ...found, root: found.root.slice(home.length + 1) }
}
const ROOT = { root: 'app', base: '.planning', choices: null }

describe('the root of a project', () => {
  it('is the nearest folder above with a planning tree', () => {
    write('app/.planning/config.json', '{}')
    expect(find('app/src/deep')).toEqual(ROOT)
    write('app/src/.planning/config.json', '{}')
    expect(find('app/src/deep')).toEqual({ ...ROOT, root: 'app/src' })
  })

  it('is not searched for above the repository, unless the outer project names the repository', () => {
    repository('app/api')
    write('app/.planning/config.json', '{}')
    expect(find('app/api/src')).toBeNull()
    write('app/.planning/config.json', '{"planning":{"sub_repos":["./api/"]}}')
    expect(find('app/api/src')).toEqual(ROOT)
    write('app/.planning/config.json', '\uFEFF{"sub_repos":["web","api"]}')
    expect(find('app/api/src')).toEqual(ROOT)
    write('app/.planning/config.json', '{"sub_repos":["ap"]}')
    expect(find('app/api/src')).toBeNull()
  })

  it('is never the home folder for calls below it', () => {
    write('.planning/config.json', '{}')
    expect(find('code/thing')).toBeNull()
    expect(find('.')).toEqual({ ...ROOT, root: '' })
  })
})

describe('the planning base', () => {
  it('is that of the workstream: by flag, then variable, then pointer', () => {
    for (const name of ['one', 'two', 'three']) write(`app/.planning/workstreams/${name}/STATE.md`)
    write('app/.planning/active-workstream', 'three\n')
    expect(find('app')?.base).toBe('.planning/workstreams/three')
    expect(find('app', { GSD_WORKSTREAM: 'two' })?.base).toBe('.planning/workstreams/two')
    expect(find('app', { GSD_WORKSTREAM: 'two' }, 'one')?.base).toBe('.planning/workstreams/one')
    write('app/.planning/x/workstreams/one/STATE.md')
    expect(find('app', { GSD_PROJECT: 'x' }, 'one')?.base).toBe('.planning/x/workstreams/one')
  })

  it('must be chosen if there are only workstreams', () => {
    write('app/.planning/workstreams/web/STATE.md')
    write('app/.planning/workstreams/api/STATE.md')
    expect(find('app')).toEqual({ ...ROOT, choices: ['api', 'web'] })
    write('app/.planning/ROADMAP.md', '# Roadmap\n')
    expect(find('app')).toEqual(ROOT)
  })

  it.each(['../x', 'a/b', 'a..b', '.hidden', ''])('refuses the name %j', (name) => {
    write('app/.planning/workstreams/api/STATE.md')
    expect(() => find('app', {}, name)).toThrow(/valid folder name/)
  })

  it('refuses an unknown workstream', () => {
    write('app/.planning/workstreams/api/STATE.md')
    expect(() => find('app', {}, 'web')).toThrow(/does not exist/)
  })
})
