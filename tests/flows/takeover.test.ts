// Taking over from another GSD pack: its unedited files and its registrations are removed, edits and the user's files are kept.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planInstall } from '../../lib/install/plan.js'
import { realDisk } from '../../lib/node/files.js'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import { choiceFor, install, localChoice, put, snapshotOf, temporaryHome, text, uninstall } from '../support/home.js'
import { supplyOf } from '../support/supply.js'

const sha = (content: string) => createHash('sha256').update(content).digest('hex')
const HOOK = '#!/usr/bin/env node\n// gsd-hook-version: 1.42.3\n'

function putTheirs(home: string, root: string, version: string, files: Readonly<Record<string, string>>, more = {}) {
  for (const [path, content] of Object.entries(files)) put(home, `${root}/${path}`, content)
  const hashes = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, sha(content)]))
  put(
    home,
    `${root}/gsd-file-manifest.json`,
    JSON.stringify({ version, timestamp: '2026-01-01T00:00:00.000Z', mode: 'full', files: hashes, ...more }, null, 2),
  )
}

const settingsOf = (home: string) => `{
    // my own
    "model": "opus",
    "hooks": {
        "SessionStart": [
            { "hooks": [ { "type": "command", "command": "\\"/usr/bin/node\\" \\"${home}/.claude/hooks/gsd-check-update.js\\"" } ] },
            { "hooks": [ { "type": "command", "command": "echo mine" } ] }
        ],
        "PostToolUse": [
            { "matcher": "Bash", "hooks": [
                { "type": "command", "command": "node \\"${home}/.claude/hooks/gsd-context-monitor.js\\"", "timeout": 10 }
            ] }
        ],
    },
    "statusLine": { "type": "command", "command": "node \\"${home}/.claude/hooks/gsd-statusline.js\\"" },
    "env": { "A": "1" }
}
`

/** A home with the files of get-shit-done-cc for one client. */
function firstPack(): string {
  const home = temporaryHome()
  putTheirs(home, '.claude', '1.42.3', {
    'get-shit-done/VERSION': '1.42.3',
    'get-shit-done/bin/gsd-tools.cjs': '// theirs',
    'get-shit-done/workflows/next.md': 'their workflow\n',
    'get-shit-done/workflows/other.md': 'other\n',
    'skills/gsd-next/SKILL.md': 'their skill',
    'agents/gsd-planner.md': 'their planner',
    'hooks/gsd-check-update.js': HOOK,
    'hooks/gsd-context-monitor.js': HOOK,
    'hooks/gsd-statusline.js': HOOK,
  })
  for (const name of ['.gsd-profile', 'gsd-install-state.json']) put(home, `.claude/${name}`, '{}')
  put(home, '.claude/settings.json', settingsOf(home))
  put(home, '.claude/skills/gsd-mine/SKILL.md', 'mine')
  put(home, '.claude/agents/gsd-custom.md', 'mine')
  return home
}

describe('taking over', () => {
  it('needs a request; without it nothing is installed', async () => {
    const home = firstPack()
    const before = snapshotOf(home, { times: true })
    expect(() => planInstall(choiceFor(home, ['claude']), supplyOf(), realDisk)).toThrow(
      expect.objectContaining({
        code: 'CONFIRM_REQUIRED',
        exit: 4,
        message: expect.stringContaining('get-shit-done-cc 1.42.3'),
      }),
    )
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('replaces unedited files, and removes only the other pack’s registrations from the settings', async () => {
    const home = firstPack()
    const plan = await install(choiceFor(home, ['claude'], { replace: true }))
    expect(plan.notices.map(({ level }) => level)).toEqual(['note', 'note', 'note'])
    expect(plan.notices.at(-1)?.message).toContain('keeps 2 files')
    expect(plan.notices.at(-1)?.message).toContain('agents/gsd-custom.md, skills/gsd-mine')
    expect(readdirSync(join(home, '.claude')).sort()).toEqual([
      'agents',
      'commands',
      'hooks',
      'settings.json',
      'skills',
    ])
    expect(readdirSync(join(home, '.claude/skills'))).toEqual(['gsd-mine'])
    expect(readdirSync(join(home, '.claude/agents'))).toEqual(['gsd-custom.md', 'gsd-planner.md'])
    expect(existsSync(join(home, '.claude/get-shit-done/workflows/other.md'))).toBe(false)
    expect(text(home, '.claude/settings.json')).toBe(`{
    // my own
    "model": "opus",
    "hooks": {
        "SessionStart": [
            { "hooks": [ { "type": "command", "command": "echo mine" } ] }
        ],
    },
    "env": { "A": "1" }
}
`)
    expect((await install(choiceFor(home, ['claude']))).operations).toEqual([])
  })

  it('saves edited files of the other pack in the patches folder of its version', async () => {
    const home = firstPack()
    writeFileSync(join(home, '.claude/get-shit-done/workflows/next.md'), 'my edit\n')
    writeFileSync(join(home, '.claude/agents/gsd-planner.md'), 'my planner')
    await install(choiceFor(home, ['claude'], { replace: true }))
    const aside = '.claude/gsd-local-patches/1.42.3'
    expect(text(home, `${aside}/get-shit-done/workflows/next.md`)).toBe('my edit\n')
    expect(text(home, `${aside}/agents/gsd-planner.md`)).toBe('my planner')
    expect(existsSync(join(home, '.claude/get-shit-done'))).toBe(false)
  })

  it('leaves no file of either pack after an uninstall', async () => {
    const home = firstPack()
    await install(choiceFor(home, ['claude'], { replace: true }))
    await uninstall(choiceFor(home, ['claude']))
    const files = Object.keys(snapshotOf(home)).filter((path) => snapshotOf(home)[path]?.startsWith('file'))
    expect(files).toEqual(['.claude/agents/gsd-custom.md', '.claude/settings.json', '.claude/skills/gsd-mine/SKILL.md'])
    expect(existsSync(join(home, '.claude/get-shit-done'))).toBe(false)
  })

  it('leaves invalid settings alone, and asks the user to fix them', async () => {
    const home = firstPack()
    writeFileSync(join(home, '.claude/settings.json'), '{ "hooks": [')
    const plan = await install(choiceFor(home, ['claude'], { replace: true }))
    expect(plan.notices.filter(({ level }) => level === 'decide')).toMatchObject([
      { path: join(home, '.claude/settings.json'), message: expect.stringContaining('was not changed') },
    ])
    expect(text(home, '.claude/settings.json')).toBe('{ "hooks": [')
  })

  it('includes role files and role tables that the other pack’s record does not list', async () => {
    const home = temporaryHome()
    putTheirs(home, '.codex', '1.42.3', {
      'get-shit-done/VERSION': '1.42.3',
      'skills/gsd-next/SKILL.md': 'theirs',
      'agents/gsd-planner.md': 'theirs',
    })
    put(home, '.codex/agents/gsd-planner.toml', 'name = "gsd-planner"\n')
    put(home, '.codex/agents/gsd-own.toml', 'name = "own"\n')
    put(home, '.codex/hooks/gsd-check-update.js', HOOK)
    put(home, '.codex/hooks/gsd-mine.js', '// mine\n')
    put(
      home,
      '.codex/hooks.json',
      `{"SessionStart": [{"hooks": [{"type": "command", "command": "node \\"${home}/.codex/hooks/gsd-check-update.js\\""}]}]}\n`,
    )
    const config = `# mine\r\nmodel = "x"\r\n\r\n[agents.gsd-planner]\r\ndescription = "d"\r\nconfig_file = "${home}/.codex/agents/gsd-planner.toml"\r\n\r\n[features]\r\nhooks = true # keep\r\n`
    put(home, '.codex/config.toml', config)
    const plan = await install(choiceFor(home, ['codex'], { replace: true }))
    expect(plan.notices.map(({ level }) => level)).not.toContain('decide')
    expect(text(home, '.codex/config.toml')).toBe('# mine\r\nmodel = "x"\r\n\r\n[features]\r\nhooks = true # keep\r\n')
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false)
    expect(readdirSync(join(home, '.codex/hooks'))).toEqual(['gsd-mine.js'])
    expect(readdirSync(join(home, '.codex/agents')).sort()).toEqual(['gsd-own.toml', 'gsd-planner.toml'])
    expect(text(home, '.codex/agents/gsd-planner.toml')).toContain('developer_instructions')
    expect(text(home, '.codex/gsd-local-patches/1.42.3/agents/gsd-planner.toml')).toBe('name = "gsd-planner"\n')
    expect(existsSync(join(home, '.codex/skills'))).toBe(true)
    expect(readdirSync(join(home, '.codex/skills'))).toEqual([])
  })

  it('includes unrecorded entries with our names, and saves a copy of each', async () => {
    const home = temporaryHome()
    putTheirs(home, '.augment', '1.14.0', { 'gsd-core/VERSION': '1.14.0' })
    put(home, '.augment/commands/gsd-next.md', 'their command')
    put(home, '.augment/commands/gsd-mine.md', 'mine')
    const plan = await install(choiceFor(home, ['augment'], { replace: true }))
    expect(plan.notices.filter(({ level }) => level === 'decide')).toEqual([])
    expect(text(home, '.augment/commands/gsd-next.md')).not.toBe('their command')
    expect(text(home, '.augment/gsd-local-patches/1.14.0/commands/gsd-next.md')).toBe('their command')
    expect(text(home, '.augment/commands/gsd-mine.md')).toBe('mine')
  })

  it('includes entries in the shared root that a record elsewhere lists, if their digests match', async () => {
    const home = temporaryHome()
    put(home, '.agents/skills/gsd-next/SKILL.md', 'theirs')
    put(home, '.agents/skills/gsd-plan-phase/SKILL.md', 'edited by hand')
    putTheirs(
      home,
      '.codex',
      '1.14.0',
      { 'gsd-core/VERSION': '1.14.0' },
      { manifestVersion: 2, runtime: 'codex', scope: 'global' },
    )
    const record = JSON.parse(text(home, '.codex/gsd-file-manifest.json')) as { files: Record<string, string> }
    record.files['skills/gsd-next/SKILL.md'] = sha('theirs')
    record.files['skills/gsd-plan-phase/SKILL.md'] = sha('theirs too')
    put(home, '.codex/gsd-file-manifest.json', JSON.stringify(record))
    const plan = await install(choiceFor(home, ['codex'], { replace: true }))
    expect(plan.notices[0]?.message).toContain('gsd-core 1.14.0')
    expect(text(home, '.agents/skills/gsd-next/SKILL.md')).toContain('gsd-tools.cjs')
    expect(text(home, '.agents/skills/gsd-plan-phase/SKILL.md')).toBe('edited by hand')
    expect(plan.notices.filter(({ level }) => level === 'decide').map(({ path }) => path)).toEqual([
      join(home, '.agents/skills/gsd-plan-phase/SKILL.md'),
    ])
  })

  it('removes only entries from the shared root, even if a record elsewhere lists other files', async () => {
    const home = temporaryHome()
    put(home, '.agents/AGENTS.md', 'theirs')
    put(home, '.agents/skills/gsd-old/SKILL.md', 'theirs')
    putTheirs(home, '.codex', '1.14.0', { 'gsd-core/VERSION': '1.14.0' })
    const record = JSON.parse(text(home, '.codex/gsd-file-manifest.json')) as { files: Record<string, string> }
    for (const path of ['AGENTS.md', 'skills/gsd-old/SKILL.md']) record.files[path] = sha('theirs')
    put(home, '.codex/gsd-file-manifest.json', JSON.stringify(record))
    await install(choiceFor(home, ['codex'], { replace: true }))
    expect(text(home, '.agents/AGENTS.md')).toBe('theirs')
    expect(existsSync(join(home, '.agents/skills/gsd-old'))).toBe(false)
  })

  it('removes files listed in several records once, and leaves the block in the shared root while other clients may need it', async () => {
    const home = temporaryHome()
    const block = '# Mine\n<!-- GSD Configuration — managed by gsd-core installer -->\nx\n<!-- /GSD Configuration -->\n'
    const skill = 'skills/gsd-old/SKILL.md'
    put(home, '.agents/AGENTS.md', block)
    put(home, `.agents/${skill}`, 'theirs')
    for (const root of ['.codex', '.agents', '.claude']) {
      putTheirs(home, root, '1.14.0', { 'gsd-core/VERSION': '1.14.0' })
      const record = JSON.parse(text(home, `${root}/gsd-file-manifest.json`)) as { files: Record<string, string> }
      record.files[skill] = sha('theirs')
      put(home, `${root}/gsd-file-manifest.json`, JSON.stringify(record))
    }
    await install(choiceFor(home, ['claude'], { replace: true }))
    expect(text(home, '.agents/AGENTS.md')).toBe(block)
    await install(choiceFor(home, ['codex', 'agents'], { replace: true }))
    expect(text(home, '.agents/AGENTS.md')).toBe('# Mine\n')
    expect(existsSync(join(home, '.agents/skills/gsd-old'))).toBe(false)
  })

  it('handles a root shared by several clients once', async () => {
    const project = temporaryHome()
    putTheirs(project, '.agents', '1.14.0', { 'gsd-core/VERSION': '1.14.0', 'gsd-core/workflows/help.md': 'theirs\n' })
    writeFileSync(join(project, '.agents/gsd-core/workflows/help.md'), 'my edit\n')
    const sharing = RUNTIME_IDS.filter((id) => runtimeOf(id).home.local === '.agents')
    expect(sharing.length).toBeGreaterThan(1)
    await install(localChoice(project, sharing, { replace: true }))
    expect(text(project, '.agents/gsd-local-patches/1.14.0/gsd-core/workflows/help.md')).toBe('my edit\n')
    expect(existsSync(join(project, '.agents/gsd-core'))).toBe(false)
  })

  it('ignores paths in a record that point out of its root', async () => {
    const home = temporaryHome()
    put(home, 'precious.md', 'precious')
    const files = {
      '../precious.md': sha('precious'),
      [join(home, 'precious.md')]: sha('precious'),
      'agents/x.md': sha('x'),
    }
    put(home, '.claude/gsd-file-manifest.json', JSON.stringify({ version: '1.42.3', files }))
    await install(choiceFor(home, ['claude'], { replace: true }))
    expect(readFileSync(join(home, 'precious.md'), 'utf8')).toBe('precious')
  })
})
