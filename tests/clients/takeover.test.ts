// Takes over real installations of published rivals, for every common client: their files are removed, the user's stay.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RuntimeId } from '../../lib/runtimes/all.js'
import { pinnedFolder } from '../support/clients/run.js'
import { choiceFor, install, put, temporaryHome, text, uninstall } from '../support/home.js'

const PEERS = pinnedFolder('peers')
/** One rival does not run on our oldest supported node. */
const NEWER = join(pinnedFolder('clients/qwen'), 'node/bin/node')
const RIVALS = {
  'get-shit-done-cc': { script: join(PEERS, 'get-shit-done-cc/bin/install.js'), node: process.execPath },
  'gsd-core': { script: join(PEERS, '@opengsd/gsd-core/bin/install.js'), node: NEWER },
} as const
type Rival = keyof typeof RIVALS
const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const isThere =
  existsSync(RIVALS['get-shit-done-cc'].script) && existsSync(RIVALS['gsd-core'].script) && existsSync(NEWER)

/** Clients that both rivals know; an id is the rival's flag and our row. */
const BOTH: readonly RuntimeId[] = [
  'claude',
  'codex',
  'opencode',
  'kilo',
  'qwen',
  'augment',
  'antigravity',
  'cursor',
  'windsurf',
  'trae',
  'copilot',
  'cline',
  'codebuddy',
  'hermes',
]
const KNOWN: Readonly<Record<Rival, readonly RuntimeId[]>> = {
  'get-shit-done-cc': ['gemini', ...BOTH],
  'gsd-core': [...BOTH, 'kimi-code', 'pi', 'zcode'],
}

function filesBelow(root: string, below = ''): readonly string[] {
  return readdirSync(join(root, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`
    return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ? filesBelow(root, path) : [path]
  })
}

/** Files of the rivals that stay: settings that only they can undo, their user-wide defaults, their program on PATH, one unrecorded readme. */
const STAYS = [
  /^\.gsd\/defaults\.json$/,
  /^\.npm\//,
  /^\.local\/bin\/gsd-sdk$/,
  /\/scripts\/changeset\/README\.md$/,
  /\/gsd-local-patches\//,
  /\/(settings|hooks|config|opencode|kilo|trusted_hooks)\.jsonc?$/,
  /\/config\.(toml|yaml)$/,
  /\/hooks\/gsd-session\.json$/,
  /\/\.clinerules$/,
  /\/mcp_config\.json$/,
  // Unrecorded scripts, notes and commands: files with the rival's name are reported to the user.
  /\/package\.json$/,
  /hooks\/(lib\/)?[\w-]+\.(c?js|sh)$/,
  /\/(commands?|skills)\/gsd-[\w-]+(\.md|\/SKILL\.md)$/,
]

describe.runIf(required || isThere)('taking over a real installation', () => {
  const cases = (Object.keys(RIVALS) as Rival[]).flatMap((rival) => KNOWN[rival].map((id) => [rival, id] as const))

  it.each(cases)('of %s for %s removes its files, with exceptions, and keeps the user’s', async (rival, id) => {
    const { script, node } = RIVALS[rival]
    const home = temporaryHome()
    execFileSync(node, [script, `--${id}`, '--global'], {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, CI: '1' },
      stdio: 'pipe',
    })
    const theirs = filesBelow(home)
    const record = theirs.find((path) => path.endsWith('gsd-file-manifest.json')) as string
    const root = record.slice(0, record.lastIndexOf('/'))
    const own = [
      `${root}/skills/gsd-mine/SKILL.md`,
      `${root}/agents/gsd-custom.md`,
      `${root}/hooks/gsd-own.js`,
      `${root}/notes.md`,
    ]
    for (const path of own) put(home, path, 'mine\n')
    const choice = choiceFor(home, [id], { replace: true })
    const plan = await install(choice)
    expect(plan.notices.filter(({ level }) => level === 'decide')).toEqual([])
    expect(plan.notices[0]?.message).toContain(rival)
    const messages = plan.notices.map(({ message }) => message).join('\n')
    expect(messages).toMatch(/keeps \d+ files? that no record lists/)
    expect(messages).toContain('agents/gsd-custom.md')
    expect((await install(choice)).operations).toEqual([])
    await uninstall(choice)
    const left = filesBelow(home).filter((path) => !own.includes(path))
    expect(left.filter((path) => !STAYS.some((pattern) => pattern.test(path)))).toEqual([])
    expect(own.map((path) => text(home, path))).toEqual(own.map(() => 'mine\n'))
    // No remaining file runs a removed script.
    const runs = left
      .filter((path) => /\.(jsonc?|toml|ya?ml|md)$/.test(path) && !path.includes('/gsd-local-patches/'))
      .filter((path) => !/README\.md$|\/commands\//.test(path))
      .filter((path) => /hooks[/\\]gsd-/.test(readFileSync(join(home, path), 'utf8')))
    expect(runs).toEqual([])
  })
})
