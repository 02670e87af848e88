// What a check comes down to: what cannot fail is found behind wrappers, shells and package scripts; what is honest is left alone.
import { describe, expect, it } from 'vitest'
import { type ScriptsIn, unwrap, vacuousReason } from '../../../lib/artifacts/plan/vacuous-checks.js'

const IN_FOLDERS = (folder: string): Readonly<Record<string, string>> | null =>
  folder === '.'
    ? {
        test: 'vitest run',
        lint: 'eslint . || true',
        echo: 'echo "5 passed"',
        nested: 'npm run echo',
        ring: 'npm run ring',
        background: 'vitest run &',
        strict: 'set -e; vitest run; echo done',
        loose: 'vitest run; echo done',
        build: 'tsc -p . && node build.mjs',
        posttest: 'node after.js',
        cond: 'if true; then true; fi',
        moved: 'cd sub && npm test',
      }
    : folder === 'sub'
      ? { test: 'true' }
      : folder === 'parts/honest'
        ? { test: 'vitest run', echo: 'node echo.js' }
        : null

const PARTS: Readonly<Record<string, string>> = { '@x/empty': 'sub', honest: 'parts/honest' }
const SCRIPTS: ScriptsIn = Object.assign(IN_FOLDERS, { part: (_: string, name: string) => PARTS[name] ?? null })

const reason = (argv: readonly string[], expect = 0) => vacuousReason(argv, { scripts: SCRIPTS, expect })

describe('a call that always ends alike', () => {
  it.each<readonly string[]>([
    ['true'],
    [':'],
    ['/usr/bin/true'],
    ['env', 'true'],
    ['env', '-u', 'A', 'B=1', 'true'],
    ['timeout', '-k', '5', '10', 'true'],
    ['npx', '--no-install', 'echo', 'x'],
    ['test', '1'],
    ['[', '1', '=', '1', ']'],
    ['sh', '-c', 'true'],
    ['bash', '-euo', 'pipefail', '-c', 'echo 5 passed'],
    ['sh', '-c', 'vitest run || :'],
    ['sh', '-c', 'vitest run | tee log.txt'],
    ['sh', '-c', '! false'],
    ['sh', '-c', 'sh -c "sh -c true"'],
    ['sh', '-c', '# vitest run'],
    ['make', '-n', 'check'],
    ['make', '-kt', 'check'],
    ['make', '--dry-run', 'check'],
    ['npm', 'test', '--script-shell=/bin/true'],
    ['env', 'NODE_TEST_CONTEXT=child-v8', 'node', '--test'],
    ['sh', '-c', 'MAKEFLAGS=n make check'],
    ['cat', 'passed.txt'],
    ['node', '-e', '0'],
    ['node', '-e', 'process.exit(0)'],
    ['node', '-pe', '1'],
    ['python3', '-c', 'import sys; sys.exit(0)'],
    ['node', '--version'],
    ['flake8', '--exit-zero'],
    ['npm', 'run', 'lint'],
    ['npm', 'run', 'nested'],
    ['npm', 'run', 'background'],
    ['npm', 'run', 'loose'],
    ['pnpm', 'echo'],
    ['yarn', 'run', 'echo'],
    ['npm', '--prefix', 'sub', 'test'],
    ['npm', 'test', '-w', '@x/empty'],
    ['npm', '--workspace=@x/empty', 'run', 'test'],
    ['pnpm', '--filter', '@x/empty', 'test'],
    ['pnpm', '-F', '@x/empty', 'run', 'test'],
    ['yarn', 'workspace', '@x/empty', 'test'],
    ['bun', '--filter', '@x/empty', 'test'],
    ['mvn', '-B', 'test', '-fn'],
    ['./mvnw', 'verify', '-Dmaven.test.failure.ignore=true'],
    ['go', 'test', './...', '-update'],
    ['bun', 'test', '-u'],
    ['npm', 'run', 'none', '--if-present'],
    ['bash', '-c', '! node --test nothing.test.js'],
    ['bash', '-c', 'npm test; ! npm run unknown'],
    ['node', '--eval=0'],
    ['node', '--eval', '0'],
    ['node', '--print=1'],
    ['node', '-e', 'if(0)process.exit(1)'],
    ['node', '-e', "require('node:assert').equal(1, 1)"],
    ['python3.12', '-c', 'assert 1 == 1'],
    ['python3', '-Bc', 'x = 1'],
    ['perl', '-e1'],
    ['perl', '-we', 'my $x = 1; die if $x > 2'],
    ['xargs', 'true'],
    ['xargs', '-n', '1'],
    ['git', '-c', 'alias.t=!true', 't'],
    ['git', '-C', '.', 'status'],
    ['git', 'diff', '--stat'],
    ['awk', 'BEGIN{}'],
    ['awk', 'BEGIN{exit 0}'],
    ['sed', '-n', 's/a/b/p', 'a.js'],
    ['find', '.'],
    ['find', '.', '-name', 'x', '-exec', 'false', ';'],
    ['expr', '1'],
    ['diff', '/dev/null', '/dev/null'],
    ['diff', '-u', 'a', './a'],
    ['cmp', 'a', 'a'],
    ['grep', 'x', 'x'],
    ['grep', '-q', '', 'a.js'],
    ['make', '-i', 'check'],
    ['make', 'SHELL=/bin/true', 'check'],
    ['cargo', 'test', '--no-run'],
    ['go', 'test', '-run=^$', './...'],
    ['mvn', '-DskipTests', 'test'],
    ['gradle', 'test', '--dry-run'],
    ['dotnet', 'test', '--list-tests'],
    ['tox', '--notest'],
    ['ctest', '-N'],
    ['phpunit', '--list-tests'],
    ['npx', 'playwright', 'test', '--list'],
    ['jest', '--listTests'],
    ['bundle', 'exec', 'rspec', '--dry-run'],
    ['uv', 'run', '--frozen', 'true'],
    ['poetry', 'run', 'echo', '5 passed'],
    ['npx', 'vitest', 'run', '-u'],
    ['npx', 'vitest', '--update'],
    ['npx', 'jest', '--ci', '-u'],
    ['uv', 'run', 'pytest', '--snapshot-update'],
    ['env', 'UPDATE_SNAPSHOTS=1', 'npm', 'test'],
    ['env', 'INSTA_UPDATE=always', 'cargo', 'test'],
  ])('%s', (...argv) => {
    expect(reason(argv)).toEqual(expect.any(String))
  })

  it('is one too where its failure is expected', () => {
    expect(reason(['false'], 1)).toContain('always ends with an error')
    expect(reason(['sh', '-c', 'exit 3'], 3)).toContain('always ends with an error')
    expect(reason(['false'])).toBeNull()
    expect(reason(['true'], 1)).toBeNull()
    expect(reason(['expr', '0'], 1)).toContain('always ends alike')
    expect(reason(['grep', '-q', 'TODO', 'a.js'], 1)).toBeNull()
  })
})

describe('an honest check', () => {
  it.each<readonly string[]>([
    ['make', '-C', 'notes', '-j4', '--no-print-directory', 'check'],
    ['make', '-Cnotes', 'test'],
    ['env', 'NODE_ENV=test', 'make', 'test'],
    ['npm', 'test'],
    ['npm', 'run', 'build'],
    ['npm', 'run', 'strict'],
    ['npm', 'run', 'ring'],
    ['npm', 'run', 'unknown'],
    ['npm', 'run', 'echo', '-w', 'honest'],
    ['pnpm', '--filter', 'honest', 'echo'],
    ['npm', 'run', 'echo', '-w', 'unknown'],
    ['npm', 'run', 'echo', '--workspaces'],
    ['pnpm', '-r', 'echo'],
    ['pnpm', '--filter', './parts/**', 'echo'],
    ['mvn', '-B', 'test'],
    ['npm', 'run', 'cond'],
    ['npm', 'run', 'moved'],
    ['npx', 'tsc', '--noEmit'],
    ['make', 'check'],
    ['cargo', 'check'],
    ['go', 'vet', './...'],
    ['node', 'cli.js', '--version'],
    ['./bin/tool', '--version'],
    ['node', '--test', 'a.test.js'],
    ['node', '-e', "require('node:assert').ok(require('./a.js'))"],
    ['python', '-m', 'pytest', '-q'],
    ['test', '-f', 'dist/app.js'],
    ['[', '-d', 'dist', ']'],
    ['sh', '-c', 'node cli.js | grep -q 3'],
    ['sh', '-c', 'test "$(node cli.js)" = 3'],
    ['sh', '-c', 'npm test && echo ok'],
    ['sh', '-ec', 'npm test; echo ok'],
    ['grep', '-q', 'export', 'a.js'],
    ['docker', 'compose', 'config', '-q'],
    ['node', '--check', 'a.js'],
    ['node', '--eval', "import('./a.js')"],
    ['node', '-r', './setup.js', '-e', '0'],
    ['node', 'tool.js', '-e', '0'],
    ['node', '-e', "require('fs').accessSync('README.md')"],
    ['python3', '-c', 'import app'],
    ['python3', '-c', 'import sys, app; sys.exit(app.main())'],
    ['python3', '-c', "open('out.txt')"],
    ['perl', '-ne', 'exit 1 if /TODO/', 'a.js'],
    ['ruby', '-e', "require_relative './a'"],
    ['xargs', '-n', '1', 'node', '--check'],
    ['git', 'diff', '--exit-code'],
    ['git', '-C', 'sub', 'grep', '-q', 'x'],
    ['awk', '/x/ { f = 1 } END { exit !f }', 'a.js'],
    ['find', 'src', '-name', '*.js', '-exec', 'node', '--check', '{}', '+'],
    ['sh', '-c', 'expr "$N" = 3'],
    ['diff', 'a', 'b'],
    ['cmp', 'a', 'b'],
    ['grep', '-rq', 'x', 'src'],
    ['sh', '-c', 'npm run unknown && ! grep -q TODO a.js'],
    ['uv', 'pip', 'check'],
    ['poetry', 'check'],
    ['uv', 'run', '--with', 'pytest', 'pytest'],
    ['npx', 'vitest', 'run', '--update=none'],
    ['env', 'UPDATE_SNAPSHOTS=0', 'CI=1', 'npm', 'test'],
    ['go', 'test', '-race', './...'],
    ['mvn', '-q', 'verify'],
    ['npx', 'eslint', '--cache', '-c', 'x'],
  ])('%s', (...argv) => {
    expect(reason(argv)).toBeNull()
  })

  it('is what its scripts run', () => {
    expect(unwrap(['npm', 'test', '-w', 'honest'], SCRIPTS).programs).toEqual([['vitest', 'run']])
    // A runner of its own, whatever the package has under that name.
    expect(unwrap(['bun', 'test'], SCRIPTS).programs).toEqual([['bun', 'test']])
    expect(unwrap(['npm', 'test'], SCRIPTS).programs).toEqual([
      ['vitest', 'run'],
      ['node', 'after.js'],
    ])
    expect(unwrap(['env', 'A=1', 'npx', 'jest', '--ci'], SCRIPTS).programs).toEqual([['jest', '--ci']])
    expect(unwrap(['uv', 'run', '--with', 'x', '--', 'pytest', '-q']).programs).toEqual([['pytest', '-q']])
    expect(unwrap(['bundle', 'exec', 'rspec']).programs).toEqual([['rspec']])
  })

  it('is read in linear time, however long its text', () => {
    const long = `${'a && '.repeat(1500)}b`
    expect(unwrap(['sh', '-c', long]).fixed).toBeNull()
    expect(unwrap(['sh', '-c', "'".repeat(9999)]).fixed).toBeNull()
    expect(unwrap(['node', '-e', '"'.repeat(1999)]).fixed).toBeDefined()
  })
})
