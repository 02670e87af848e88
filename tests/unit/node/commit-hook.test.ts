// Where git's hook before a commit lies, with real repositories: and whether it sets aside what others have not committed.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { setsAside } from '../../../lib/node/commit-hook.js'
import { temporaryFolder } from '../../support/temporary.js'

const USES_PRE_COMMIT = { '.pre-commit-config.yaml': 'repos: []\n' }
const USES_LINT_STAGED = { 'package.json': '{"devDependencies":{"husky":"9.1.7","lint-staged":"17.0.0"}}' }
const FORWARDS = '#!/usr/bin/env sh\n. "$(dirname "$0")/h"'

const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], { cwd, stdio: 'pipe' })

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    chmodSync(join(root, path), 0o755)
  }
}

/** A repository with a commit, files that anybody may run, and settings of git's own. */
function repository(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): { readonly root: string; readonly folder: string } {
  const folder = temporaryFolder('gsd-hooks-')
  const root = join(folder, 'main')
  mkdirSync(root)
  git(root, 'init', '--quiet', '--template=')
  git(root, 'commit', '--quiet', '--allow-empty', '--message=first')
  write(root, files)
  for (const [key, value] of Object.entries(settings)) git(root, 'config', key, value)
  return { root, folder }
}

const HOOK = { '.git/hooks/pre-commit': '#!/bin/sh\n' }

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, boolean]>([
  ['pre-commit', { ...USES_PRE_COMMIT, ...HOOK }, {}, true],
  ['pre-commit that nobody installed', USES_PRE_COMMIT, {}, false],
  ['a hook of one’s own', HOOK, {}, false],
  ['lefthook', { 'lefthook.yml': 'pre-commit: {}\n', ...HOOK }, {}, false],
  [
    'a hook where a setting says',
    { ...USES_PRE_COMMIT, 'tools/pre-commit': '#!/bin/sh\n' },
    { 'core.hooksPath': 'tools' },
    true,
  ],
  ['a hook that such a setting passes over', { ...USES_PRE_COMMIT, ...HOOK }, { 'core.hooksPath': 'tools' }, false],
  [
    'husky with lint-staged',
    { ...USES_LINT_STAGED, '.husky/_/pre-commit': FORWARDS, '.husky/pre-commit': 'npx lint-staged\n' },
    { 'core.hooksPath': '.husky/_' },
    true,
  ],
  [
    'husky without a file for this moment',
    { ...USES_LINT_STAGED, '.husky/_/pre-commit': FORWARDS, '.husky/commit-msg': 'npx commitlint\n' },
    { 'core.hooksPath': '.husky/_' },
    false,
  ],
  [
    'husky that runs the tests',
    { 'package.json': '{}', '.husky/_/pre-commit': FORWARDS, '.husky/pre-commit': 'npm test\n' },
    { 'core.hooksPath': '.husky/_' },
    false,
  ],
])('%s', (_, files, settings, expected) => {
  expect(setsAside(repository(files, settings).root)).toBe(expected)
})

it('is seen from a linked work tree and from a folder below the top', () => {
  const { root, folder } = repository({ ...USES_PRE_COMMIT, ...HOOK })
  const linked = join(folder, 'linked')
  git(root, 'worktree', 'add', '--quiet', linked)
  write(linked, USES_PRE_COMMIT)
  mkdirSync(join(root, 'services/api'), { recursive: true })
  expect([setsAside(linked), setsAside(join(root, 'services/api'))]).toEqual([true, true])
  rmSync(join(root, '.git/hooks/pre-commit'))
  expect([setsAside(linked), setsAside(join(root, 'services/api'))]).toEqual([false, false])
})

it('is nobody’s where git is not, and where the hook may not be run', () => {
  expect(setsAside(temporaryFolder('gsd-hooks-'))).toBe(false)
  const { root } = repository({ ...USES_PRE_COMMIT, ...HOOK })
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o644)
  expect(setsAside(root)).toBe(false)
})
