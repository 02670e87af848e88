// Edits of the user's own files: for every client, in both scopes, in irregular files; each is undone byte for byte.
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesAt } from '../../lib/install/copies.js'
import { bytesOf, digestOf } from '../../lib/install/disk.js'
import { hasEdit } from '../../lib/install/edits/edit.js'
import { editorOf } from '../../lib/install/edits/editors.js'
import { EXTRA_IDS } from '../../lib/install/extras.js'
import { inspect } from '../../lib/install/inspect.js'
import { type Installed, installedAt } from '../../lib/install/installed.js'
import { planInstall } from '../../lib/install/plan.js'
import { type Choice, launcherOf } from '../../lib/install/target.js'
import { apply } from '../../lib/node/apply.js'
import { realDisk } from '../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import type { EditFormat, Offer, SettingsFile } from '../../lib/runtimes/offers.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import {
  choiceFor,
  install,
  journalPlace,
  localChoice,
  NO_OFFERS,
  put,
  snapshotOf,
  temporaryHome,
  uninstall,
} from '../support/home.js'
import { supplyOf } from '../support/supply.js'

const offersOf = (...names: readonly Offer['name'][]): Choice['offers'] => ({
  permissions: names.includes('permissions'),
  instructions: names.includes('instructions'),
  hooks: names.includes('hooks'),
  statusline: names.includes('statusline'),
  mcp: names.includes('mcp'),
})

/** Part of the text that the user is asked to insert by hand. */
const BY_HAND: Readonly<Partial<Record<Offer['name'], string>>> = { permissions: 'gsd-tools', mcp: 'gsd.cjs' }

/** Existing settings; `null` for no file. `TEXTS` says which can be edited safely. */
const JSON_TEXTS = {
  absent: null,
  blank: '',
  'an empty object': '{}',
  'one line': '{"a":1,"b":[1,2]}',
  'tabs, CRLF, BOM, no last line end': '\ufeff{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [ ]\r\n\t}\r\n}',
  'odd indents': '{\n   "a" : 1\n ,  "b" :\n      [ 1,2 ]\n}\n\n\n',
  'lists of the user':
    '{\n  "permissions": {\n    "allow": ["Bash(ls)"],\n    "deny": []\n  },\n  "permission": {"edit": "ask"}\n}\n',
  'escapes and large numbers': '{ "\\u0061": 12345678901234567890, "b": 1.50, "ä": "\\/" }\n',
  'a null': '{"other": null}\n',
}
const COMMENTED = { comments: '// mine\n{\n  "a": 1, // why\n  /* b */\n}\n', 'a trailing comma': '{\n  "a": 1,\n}\n' }
const BROKEN = {
  'half a file': '{ "a": ',
  'a list': '[]',
  'the key twice':
    '{"permissions": {}, "permissions": {}, "permission": {}, "permission": {}, "mcpServers": {}, "mcpServers": {}, "mcp": {}, "mcp": {}, "tools": {}, "tools": {}}',
  'text for a map':
    '{"permissions": "all", "permission": "allow", "mcpServers": "none", "mcp": "none", "tools": "all"}',
}
const TEXTS: Readonly<
  Partial<Record<EditFormat, { edited: Record<string, string | null>; refused: Record<string, string> }>>
> = {
  json: { edited: JSON_TEXTS, refused: { ...COMMENTED, ...BROKEN } },
  jsonc: { edited: { ...JSON_TEXTS, ...COMMENTED }, refused: BROKEN },
  toml: {
    edited: {
      absent: null,
      blank: '\n\n',
      'other servers': '# mine\n[mcp_servers.other]\ncommand = "x"\n',
      'CRLF and BOM': '\ufeffa = 1\r\n\r\n[b]\r\nc = 2\r\n',
      'no last line end': 'a = 1',
    },
    refused: {
      'half a file': 'a = [1,\n',
      'servers within a line': 'mcp_servers = { other = { command = "x" } }\n',
      'a server of our name': '[mcp_servers.gsd]\ncommand = "x"\n',
      'text for a table': 'mcp_servers = "none"\n',
    },
  },
  markdown: {
    edited: {
      absent: null,
      blank: '\n\n',
      prose: '# Mine\n\ntext\n',
      'no last line end': '# Mine',
      'CRLF and BOM': '\ufeff# Mine\r\n\r\ntext\r\n',
      'many last line ends': 'a\n\n\n\n',
      'front matter': '---\na: b\n---\ntext\n',
      'a closed fence': '```\nx\n```\n',
      'a list': '- a\n  - b',
      'a heading to underline': 'text\n---\n',
    },
    refused: {
      'an open fence': '````md\n```\nx\n',
      'an open comment': 'a\n\n<!-- b\n',
      'half a block of ours': '<!-- gsd-pack:begin instructions v1 -->\n',
    },
  },
}

/** A small file of the user's, by format; JSON otherwise. */
const OWN_TEXT: Readonly<Partial<Record<EditFormat, string>>> = { markdown: '# Mine', toml: 'a = 1' }

interface Case {
  readonly id: RuntimeId
  readonly offer: Offer
  readonly scope: Scope
  readonly file: SettingsFile
}
const CASES: readonly Case[] = RUNTIME_IDS.flatMap((id) =>
  runtimeOf(id).offers.flatMap((offer) =>
    SCOPES.flatMap((scope) => offer.files[scope].slice(0, 1).map((file) => ({ id, offer, scope, file }))),
  ),
)

/** Makes a home or project with the text in the client's file, and the choice of the edit. */
function prepare(
  { id, offer, scope, file }: Case,
  text: string | null,
): { readonly home: string; readonly choice: Choice; readonly path: string } {
  const home = temporaryHome()
  const base = (scope === 'global' ? choiceFor : localChoice)(home, [id], { offers: offersOf(offer.name) })
  const path = join(base.roots[id], file.path)
  const below = path.slice(home.length + 1)
  if (text === null) put(home, join(below, '..', 'other'), '')
  else put(home, below, text, 0o600)
  return { home, choice: base, path }
}

const withoutOffers = (choice: Choice): Choice => ({ ...choice, offers: NO_OFFERS })
const decisions = ({ notices }: { readonly notices: readonly { readonly level: string; readonly fix: string }[] }) =>
  notices.filter(({ level }) => level === 'decide')

/** Returns all texts for the first case with this file format and offer, and one of each kind for the others. */
function textsFor({ id, offer, scope, file }: Case) {
  const texts = TEXTS[file.format] ?? { edited: {}, refused: {} }
  const first = CASES.find((one) => one.file.format === file.format && one.offer.name === offer.name)
  const isFirst = first?.id === id && first.scope === scope
  const take = <T>(all: Readonly<Record<string, T>>) => Object.entries(all).slice(0, isFirst ? undefined : 1)
  return { edited: take(texts.edited), refused: take(texts.refused) }
}

describe.each(CASES)('$offer.name of $id, $scope, in $file.path', (one) => {
  const texts = textsFor(one)
  const cliEditsIn = (choice: Choice, text: string) =>
    one.offer
      .edits({ cli: launcherOf(choice), payload: '' })
      .filter((edit) => edit.key === 'permissions-cli')
      .map((edit) => {
        const data = editorOf(one.file.format).read(text)
        return 'data' in data && hasEdit(data.data, edit)
      })

  it.each(texts.edited)('is added, kept and removed: %s', async (_, text) => {
    const { home, choice, path } = prepare(one, text)
    const before = snapshotOf(home)
    const plan = await install(choice)
    expect(decisions(plan)).toEqual([])
    const edited = readFileSync(path, 'utf8')
    expect(edited).not.toBe(text)
    if (one.offer.name === 'permissions' && runtimeOf(one.id).entries[one.scope] === 'own')
      expect(cliEditsIn(choice, edited)).toEqual([true])
    if (text !== null) expect(lstatSync(path).mode & 0o777).toBe(0o600)
    // The choice is remembered.
    expect((await install(withoutOffers(choice))).operations).toEqual([])
    await install(withoutOffers(choice), supplyOf({ version: '1.1.0', commands: { other: 'x\n' } }))
    expect(readFileSync(path, 'utf8')).toBe(edited)
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })

  it.each(texts.refused)('is explained, not written, if it would not be safe: %s', async (_, text) => {
    const { home, choice, path } = prepare(one, text)
    const before = snapshotOf(home)
    const plan = await install(choice)
    expect(decisions(plan).length).toBeGreaterThan(0)
    // An invalid file must be fixed first; for a valid one that cannot hold the edit, the text is shown.
    const { format } = one.file
    const isRead = 'data' in editorOf(format).read(text)
    expect(decisions(plan)[0]?.fix).toContain(isRead ? (BY_HAND[one.offer.name] ?? 'gsd-next') : 'then install again')
    expect(readFileSync(path, 'utf8')).toBe(text)
    const again = await install(withoutOffers(choice))
    expect([again.operations, decisions(again).length]).toEqual([[], decisions(plan).length])
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('is removed on request, and not written without one', async () => {
    const text = OWN_TEXT[one.file.format] ?? '{"a":1}'
    const { choice, path } = prepare(one, text)
    await install(withoutOffers(choice))
    expect(readFileSync(path, 'utf8')).toBe(text)
    await install(choice)
    await install({ ...choice, offers: offersOf() })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

const CLAUDE = CASES.find(({ file }) => file.format === 'json') as Case
const setUp = async (text: string, one: Case = CLAUDE) => {
  const at = prepare(one, text)
  await install(at.choice)
  return at
}
const drift = ({ choice }: { readonly choice: Choice }) =>
  inspect(realDisk, installedAt(realDisk, choice.scope, choice.roots) as Installed).drift

/** All edits, including third-party servers. */
const everything = { offers: offersOf('permissions', 'instructions', 'hooks', 'statusline', 'mcp'), extras: EXTRA_IDS }

describe('several edits of one file', () => {
  const withServers = RUNTIME_IDS.filter((id) => id !== SHARED && runtimeOf(id).servers !== null)

  it.each(withServers)('of %s are the same after a move of the payload', async (id) => {
    const home = temporaryHome()
    const choose = (ids: readonly RuntimeId[]) => ({ ...choiceFor(home, ids), ...everything })
    await install(choose([id]))
    const alone = snapshotOf(home)
    await uninstall(choose([id]))
    await install(choose([SHARED]))
    await install(choose([id]))
    await uninstall(choose([SHARED]))
    await install(choose([id]))
    expect(snapshotOf(home)).toEqual(alone)
  })

  it('stay without one that the user removed, even if another server is added', async () => {
    const { choice, path } = await setUp('{\n  "a": 1\n}\n')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/,\n\s*"Edit[^\n]*/, ''))
    const withExtras = (extras: Choice['extras']) => ({ ...choice, extras })
    for (const extras of [[], EXTRA_IDS.slice(0, 1), EXTRA_IDS] as const) {
      await install(withExtras(extras))
      expect(readFileSync(path, 'utf8')).not.toContain('"Edit')
    }
    await uninstall(choice)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1\n}\n')
  })
})

describe('a user who edits the file', () => {
  it('keeps every byte of their own, and an uninstall removes ours', async () => {
    const { choice, path } = await setUp('{\n  "a": 1\n}\n')
    const theirs = readFileSync(path, 'utf8')
      .replace('{\n', '{\n  "theirs": [1,2],\n')
      .replace(/\n}\n$/, ',\n  "z": {}\n}\n')
    writeFileSync(path, theirs)
    expect((await install(withoutOffers(choice))).operations).toEqual([])
    const plan = await uninstall(choice)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "theirs": [1,2],\n  "a": 1,\n  "z": {}\n}\n')
    expect(decisions(plan)).toEqual([])
  })

  it('who removed our entry gets it back only on request, with a notice', async () => {
    const at = await setUp('{\n  "a": 1\n}\n')
    const { choice, path } = at
    const less = readFileSync(path, 'utf8').replace(/,\n\s*"Edit[^\n]*/, '')
    writeFileSync(path, less)
    expect(drift(at)).toEqual([{ path, state: 'entry gone', edit: 'permissions-planning' }])
    const plan = await install(withoutOffers(choice))
    expect([plan.operations, plan.notices]).toMatchObject([[], [{ level: 'note', path }]])
    await install({ ...withoutOffers(choice), restore: true })
    expect(drift(at)).toEqual([])
    await uninstall(choice)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1\n}\n')
  })

  it('who broke the file is told what of ours is still in it', async () => {
    const { choice, path } = await setUp('{\n  "a": 1\n}\n')
    const broken = `${readFileSync(path, 'utf8')}]`
    writeFileSync(path, broken)
    const plan = await uninstall(choice)
    expect(decisions(plan)).toMatchObject([{ path, fix: expect.stringContaining('permissions') }])
    expect(readFileSync(path, 'utf8')).toBe(broken)
  })

  it.each([
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['more than it', (text: string) => `${text}]`],
  ])('who left %s is told that it cannot be read, not that they changed an entry', async (_, damage) => {
    const { choice, path } = await setUp('{\n  "a": 1\n}\n')
    const [whole, broken] = [readFileSync(path, 'utf8'), damage(readFileSync(path, 'utf8'))]
    writeFileSync(path, broken)
    const plan = await install(withoutOffers(choice))
    expect(plan.notices).toEqual([
      {
        level: 'decide',
        path,
        message: expect.stringMatching(/^cannot be read .*JSON/),
        fix: expect.stringMatching(/^fix it/),
      },
    ])
    expect(readFileSync(path, 'utf8')).toBe(broken)
    writeFileSync(path, whole)
    await uninstall(choice)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1\n}\n')
  })

  it('who deleted the file does not get it back', async () => {
    const { choice, path } = await setUp('{}')
    unlinkSync(path)
    expect((await install(withoutOffers(choice))).operations).toEqual([])
    await uninstall(choice)
    expect(existsSync(path)).toBe(false)
  })

  it('during the installation stops it', async () => {
    const { choice, path } = prepare(CLAUDE, '{}')
    const plan = planInstall(choice, supplyOf(), realDisk)
    writeFileSync(path, '{ }')
    await expect(apply(plan, journalPlace(choice.home, choice.scope === 'local'))).rejects.toMatchObject({
      body: { code: 'CONFLICT' },
    })
    expect(readFileSync(path, 'utf8')).toBe('{ }')
  })
})

describe('a settings file', () => {
  it('that is a link stays a link, and its target is edited with the same mode', async () => {
    const { home, choice, path } = prepare(CLAUDE, null)
    put(home, 'dotfiles/settings.json', '{"a": 1}\n')
    chmodSync(join(home, 'dotfiles/settings.json'), 0o640)
    symlinkSync(join(home, 'dotfiles/settings.json'), path)
    const before = snapshotOf(home)
    await install(choice)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(home, 'dotfiles/settings.json'), 'utf8')).toContain('permissions')
    expect(lstatSync(join(home, 'dotfiles/settings.json')).mode & 0o777).toBe(0o640)
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('that is binary is left alone', async () => {
    const { home, choice, path } = prepare(CLAUDE, null)
    writeFileSync(path, new Uint8Array([0x7b, 0xff, 0x7d]))
    const before = snapshotOf(home)
    expect(decisions(await install(choice))).toMatchObject([{ path }])
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('shared by two clients gets one text, which an uninstall of both removes', async () => {
    const pair = CASES.filter(
      ({ offer, scope, file }) => offer.name === 'instructions' && scope === 'local' && file.path === '../AGENTS.md',
    )
      .map(({ id }) => id)
      .slice(0, 2)
    const home = temporaryHome()
    put(home, 'AGENTS.md', '# Mine\n')
    const before = snapshotOf(home)
    const choice = localChoice(home, pair, { offers: offersOf('instructions') })
    await install(choice)
    const text = readFileSync(join(home, 'AGENTS.md'), 'utf8')
    expect(text.match(/gsd-pack:begin/g)).toHaveLength(1)
    expect((await install(withoutOffers(choice))).operations).toEqual([])
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('that loses another pack’s registrations and gets ours is written once', async () => {
    const { home, choice, path } = prepare(CLAUDE, null)
    const below = path.slice(home.length + 1, -'/settings.json'.length)
    const hook = '// gsd-hook-version: 1.42.3\n'
    put(home, `${below}/hooks/gsd-a.js`, hook)
    const sha256 = digestOf(bytesOf(hook))
    put(
      home,
      `${below}/gsd-file-manifest.json`,
      JSON.stringify({ version: '1.42.3', files: { 'hooks/gsd-a.js': sha256 } }),
    )
    const command = `node ${home}/${below}/hooks/gsd-a.js`
    writeFileSync(path, `{\n  "a": 1,\n  "statusLine": { "type": "command", "command": "${command}" }\n}\n`)
    const plan = await install({ ...choice, replace: true })
    expect(plan.operations.filter((one) => one.path === path)).toHaveLength(1)
    const after = readFileSync(path, 'utf8')
    expect([after.includes('gsd-a.js'), after.includes('permissions')]).toEqual([false, true])
    await uninstall(choice)
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1\n}\n')
  })
})

describe('an empty home', () => {
  it.each(RUNTIME_IDS.flatMap((id) => SCOPES.map((scope) => [id, scope] as const)))(
    'is empty again after an uninstall, without created folders: %s, %s',
    async (id, scope) => {
      const home = temporaryHome()
      const offers = offersOf('permissions', 'instructions')
      const choice = scope === 'global' ? choiceFor(home, [id], { offers }) : localChoice(home, [id], { offers })
      await install(choice)
      await install(choice, supplyOf({ version: '1.1.0' }))
      await uninstall(choice)
      expect(Object.keys(snapshotOf(home))).toEqual([])
    },
  )
})

it('the saved copy of settings is private, because they may contain secrets', async () => {
  const home = temporaryHome()
  const choice = { ...choiceFor(home, ['claude']), offers: offersOf('permissions') }
  const settings = '{"env": {"TOKEN": "secret"}}\n'
  put(home, '.claude/settings.json', settings)
  await install(choice)
  const store = join(home, '.agents/get-shit-done/pristine.json.br')
  const copyAndMode = () => {
    const copy = copiesAt(realDisk, join(home, '.agents/get-shit-done/gsd-file-manifest.json')).get(
      digestOf(bytesOf(settings)),
    )
    return [Buffer.from(copy ?? []).toString(), lstatSync(store).mode & 0o777]
  }
  expect(copyAndMode()).toEqual([settings, 0o600])
  const after = snapshotOf(home)
  await install(choice)
  expect(snapshotOf(home)).toEqual(after)
  await uninstall(choice)
  expect([readFileSync(join(home, '.claude/settings.json'), 'utf8'), existsSync(store)]).toEqual([settings, false])
})
