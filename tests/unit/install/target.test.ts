// The roots of an installation.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { payloadOfLauncher } from '../../../lib/assets/render.js'
import { launcherOf, rootsOf } from '../../../lib/install/target.js'

const around = (env: Record<string, string> = {}) => ({
  home: '/home/a',
  project: '/work/p',
  env,
  platform: 'linux' as const,
})

describe('the roots', () => {
  it('are below the home, or in the folder of the client’s variable', () => {
    expect(rootsOf('global', around())).toMatchObject({
      claude: '/home/a/.claude',
      codex: '/home/a/.codex',
      agents: '/home/a/.agents',
    })
    expect(rootsOf('global', around({ CLAUDE_CONFIG_DIR: ' ~/c ', CODEX_HOME: '/x' }))).toMatchObject({
      claude: '/home/a/c',
      codex: '/x',
    })
  })

  it('are below the project in local scope, whatever the variables', () => {
    expect(rootsOf('local', around({ CLAUDE_CONFIG_DIR: '/x' }))).toMatchObject({ claude: '/work/p/.claude' })
  })

  it('can be given on the command line; a relative variable is refused, a blank one ignored', () => {
    const env = { CLAUDE_CONFIG_DIR: '/x' }
    expect(rootsOf('global', around(env), { claude: '/y' })).toMatchObject({ claude: '/y' })
    expect(() => rootsOf('global', around({ CODEX_HOME: 'x' }))).toThrow(expect.objectContaining({ exit: 2 }))
    expect(rootsOf('global', around({ CODEX_HOME: '  ' }))).toMatchObject({ codex: '/home/a/.codex' })
  })
})

describe('payloads', () => {
  it('are called by one quoted path: absolute, or from the root of the project', () => {
    const choice = { scope: 'global', roots: rootsOf('global', around()), node: 'node' } as const
    expect(launcherOf(choice)).toBe('node "/home/a/.agents/get-shit-done/bin/gsd-tools.cjs"')
    expect(launcherOf({ ...choice, scope: 'local', node: '"/opt/node"' })).toBe(
      '"/opt/node" ".agents/get-shit-done/bin/gsd-tools.cjs"',
    )
  })

  it('are quoted so that a shell runs exactly that path', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gsd ü \'it\' "s" $HOME `id` -'))
    try {
      const payload = join(folder, 'get-shit-done')
      mkdirSync(join(payload, 'bin'), { recursive: true })
      writeFileSync(join(payload, 'bin/gsd-tools.cjs'), 'process.stdout.write(__dirname)')
      const roots = { ...rootsOf('global', around()), agents: folder }
      const launcher = launcherOf({ scope: 'global', roots, node: 'node' })
      expect(spawnSync('sh', ['-c', launcher], { encoding: 'utf8' })).toMatchObject({
        stderr: '',
        stdout: realpathSync(join(payload, 'bin')),
      })
      expect(payloadOfLauncher(launcher)).toBe(payload)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
