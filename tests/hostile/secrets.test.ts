// Files of secrets against everything a shell can do with their names, and ordinary work beside it.
import { describe, expect, it } from 'vitest'
import { secretGuard } from '../../lib/hooks/checks/secrets.js'
import { diskProject } from '../support/disk-around.js'
import { ask, hookEvent, kinds, toolUse } from '../support/hooks.js'
import { ORDINARY, SECRET_READS } from '../support/shell-lines.js'

const KEY = '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n'
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n'
const FILES: Readonly<Record<string, string>> = {
  '.env': 'TOKEN=x\n',
  '.env.example': 'TOKEN=\n',
  '.npmrc': 'registry=https://example.com\n',
  'token/.npmrc': '//example.com/:_authToken=abc\n',
  'prod.env': 'TOKEN=x\n',
  'config/.env.local': 'TOKEN=x\n',
  'certs/server.key': KEY,
  'certs/server.pem': CERTIFICATE + KEY,
  'certs/ca.pem': CERTIFICATE,
  'tests/fixtures/cert.pem': CERTIFICATE,
  'src/a.ts': 'x\n',
  'src/env.ts': 'x\n',
  'src/credentials/index.ts': 'x\n',
  'a.txt': 'x\n',
}

const { root, around } = diskProject(FILES, { 'notes.txt': '.env', linked: 'config' })

const shell = async (command: string) =>
  kinds(
    await ask(
      secretGuard,
      hookEvent({ cwd: root, tools: [toolUse({ name: 'Bash', action: 'shell', command })] }),
      around,
    ),
  )
const reading = async (part: Partial<ReturnType<typeof toolUse>>) =>
  kinds(await ask(secretGuard, hookEvent({ cwd: root, tools: [toolUse({ action: 'read', ...part })] }), around))

describe('a file of secrets', () => {
  it.each(SECRET_READS)('is not read by: %s', async (command) => {
    expect(await shell(command)).toEqual(['deny SECRET_FILE'])
  })

  it.each([
    '.env',
    './src/../.env',
    'config/.env.local',
    'prod.env',
    '.envrc',
    '.git-credentials',
    'certs/server.key',
    'certs/server.pem',
    'token/.npmrc',
    'notes.txt',
    'linked/.env.local',
    '/home/b/.kube/config',
    '/home/b/.aws/credentials',
    '/home/b/.ssh/id_work',
    '/home/b/examples/app/.env',
  ])('is not read by a tool: %s', async (path) => {
    expect(await reading({ path })).toEqual(['deny SECRET_FILE'])
  })

  it.each(['.env', '.env*', '**/.env', '*.key', '**/*.{pem,key}'])('is not searched by a pattern: %s', async (glob) => {
    expect(await reading({ action: 'grep', path: '.', globs: [glob] })).toEqual(['deny SECRET_FILE'])
  })
})

describe('ordinary work', () => {
  it('is a long table', () => {
    expect(new Set(ORDINARY).size).toBeGreaterThanOrEqual(200)
    expect(new Set(ORDINARY).size).toBe(ORDINARY.length)
  })

  it.each(ORDINARY)('passes: %s', async (command) => {
    expect(await shell(command)).toEqual([])
  })

  it.each([
    '.env.example',
    '.npmrc',
    'tests/fixtures/cert.pem',
    'certs/ca.pem',
    'src/env.ts',
    'src/id_utils.ts',
    'docs/credentials.md',
    'a.pub',
  ])('is read by a tool: %s', async (path) => {
    expect(await reading({ path })).toEqual([])
  })

  it.each(['*.ts', '**/*', '*', 'src/**/*.{ts,tsx}', '*.{js,env.ts}'])('is searched by a pattern: %s', async (glob) => {
    expect(await reading({ action: 'grep', path: 'src/credentials', globs: [glob] })).toEqual([])
  })
})
