// The hostile homes: each a way in which people's machines differ from an empty one.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { realDisk } from '../../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { EditFormat } from '../../../lib/runtimes/offers.js'
import type { Listed } from '../../../lib/runtimes/runtime.js'
import { configsOn, type Ground, groundAt, outerRoots, placesOn } from './ground.js'
import { type Environment, type HostileHome, hostileHome, WELCOME } from './hostile-home.js'

function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode })
}

/** Where links of a place may lead: those of a project not out of it. */
const linkable = ({ scope, home, project }: Ground): string => (scope === 'local' ? project : home)

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

type Texts = Readonly<Record<EditFormat, string>>

const putConfigs = (ground: Ground, texts: Texts, mode?: number): void => {
  for (const { path, format } of configsOn(ground)) put(path, texts[format], mode)
}
const isConfig = (ground: Ground) => (path: string) =>
  configsOn(ground).some((config) => path === config.path || path === realDisk.real(config.path))

/** Everything an editor may do to a file and a client still reads. */
const ODD_JSON =
  '\ufeff{\r\n   // mine: keep\r\n\t"model" :  "x",\r\n   "hooks": { "Stop": [ { "hooks": [ {"type":"command","command":"echo mine"} , ] }, ], },\r\n/* and this */ "list": [1,\t2,],\r\n\t"é": "\\u00e9",}'
const ODD: Texts = {
  json: ODD_JSON,
  jsonc: ODD_JSON,
  toml: '# mine: keep\r\nmodel = "x"\t# why\r\n\r\n[features]\r\nhooks = false\r\n\r\n[ "odd table" ]\r\nlist = [ 1,\r\n  2, ]',
  yaml: '# mine: keep\r\nmodel:   x   # why\r\nlist:\r\n    - 1\r\n    - "é"\r\nhooks: {}',
  markdown: '\ufeff# Mine\r\n\r\n<!-- keep -->\r\n- no final newline',
}

const FOREIGN_HOOKS_JSON = `${JSON.stringify(
  {
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'node ~/mine/gsd-like.js', timeout: 5 }] }],
      SessionStart: [{ hooks: [{ type: 'command', command: 'echo mine' }] }],
      Stop: [],
    },
    statusLine: { type: 'command', command: '~/bin/my-status' },
    permissions: { allow: ['Bash(ls:*)'] },
  },
  null,
  3,
)}\n`
const FOREIGN_HOOKS: Texts = {
  json: FOREIGN_HOOKS_JSON,
  jsonc: FOREIGN_HOOKS_JSON,
  toml: '[features]\nhooks = true\n\n[[hooks]]\nevent = "Stop"\ncommand = "echo mine"\n',
  yaml: 'hooks:\n  pre_tool_call:\n    - command: echo mine\n      timeout: 5\n',
  markdown: '# Mine\n',
}

const BROKEN: Texts = {
  json: '{ "hooks": [ { "a": 1, ',
  jsonc: '{ "hooks": [ // never closed\n',
  toml: 'model = "x\n[features\nhooks = = true\n',
  yaml: 'hooks: [a, b\n  - c: {\n',
  markdown: '<!-- gsd-pack:begin planning v1 -->\nthe end of this block is gone\n',
}

/** Folders from which any client lists a kind of thing, in the scope. */
const listedFolders = (ground: Ground, kind: Listed): readonly string[] => [
  ...new Set(
    RUNTIME_IDS.flatMap((id) =>
      runtimeOf(id)
        .listings[kind].filter(({ scopes }) => scopes.includes(ground.scope))
        .map(({ root, folder }) => join(ground.roots[root as RuntimeId], folder)),
    ),
  ),
]

function ownThings(ground: Ground): void {
  for (const folder of listedFolders(ground, 'command')) {
    put(join(folder, 'gsd-mine', 'SKILL.md'), '---\nname: gsd-mine\ndescription: mine\n---\nmine\r\n', 0o640)
    put(join(folder, 'gsd-mine-too.md'), 'mine\r\n')
  }
  for (const folder of listedFolders(ground, 'agent')) put(join(folder, 'gsd-mine.md'), 'mine, no front matter')
  for (const root of new Set(Object.values(ground.roots))) {
    put(join(root, 'agents/gsd-custom.md'), '---\nname: gsd-custom\ndescription: mine\n---\nmine')
    put(join(root, 'hooks/gsd-mine.js'), '// mine\n', 0o755)
    put(join(root, 'get-shit-done/notes-of-mine.md'), 'mine')
    put(join(root, 'gsd-local-patches/mine.txt'), 'mine')
  }
}

/** The first listed file of each folder, and a text of the payload, for every row. */
const coveted = (ground: Ground): ReadonlyMap<RuntimeId, readonly string[]> =>
  new Map(
    [...placesOn(ground)].map(([id, places]) => {
      const listed = new Map<string, string>()
      for (const { path, isListed } of places) {
        const folder = topFolder(ground, path)
        if (isListed && !listed.has(folder)) listed.set(folder, path)
      }
      const text = places.find(({ path }) => path.includes('/workflows/'))
      return [id, [...listed.values(), text?.path].filter(isPath)]
    }),
  )
/** The folder directly below a root in which a path lies. */
const topFolder = (ground: Ground, path: string): string => {
  const [root = ''] = Object.values(ground.roots)
    .filter((each) => path.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)
  return join(root, path.slice(root.length + 1).split('/')[0] as string)
}
const isPath = (path: string | undefined): path is string => path !== undefined

const covetedOn = new Map<string, ReturnType<typeof coveted>>()
function coveting(ground: Ground): ReturnType<typeof coveted> {
  const key = JSON.stringify([ground.roots, ground.scope])
  const found = covetedOn.get(key) ?? coveted(ground)
  covetedOn.set(key, found)
  return found
}

const canMakeImmutable = (() => {
  let known: boolean | null = null
  return (): boolean => {
    if (known !== null) return known
    const folder = mkdtempSync(join(tmpdir(), 'gsd-immutable-'))
    known = spawnSync('chattr', ['+i', folder]).status === 0
    if (known) spawnSync('chattr', ['-i', folder])
    rmdirSync(folder)
    return known
  }
})()
const isRoot = (): boolean => process.getuid?.() === 0

/** What nobody can write to: by permission, or for root by an attribute of the file system. */
const readOnlyFolders = (ground: Ground): readonly string[] => [...new Set(Object.values(ground.roots))]

/** A value of its own for every variable that any row reads, and for those that only other packs obey. */
const allVariables = ({ home }: Pick<Ground, 'home'>): Environment =>
  Object.fromEntries(
    RUNTIME_IDS.flatMap((id) => {
      const { variables, unread } = runtimeOf(id).home
      return [
        ...variables.map(({ variable }) => [variable, join(home, 'moved', variable.toLowerCase())] as const),
        ...unread.map((variable) => [variable, join(home, 'invented', variable.toLowerCase())] as const),
      ]
    }),
  )

const SKILL = '---\nname: gsd-next\ndescription: a copy by somebody else\n---\nanother text\n'

/** What `npx skills add` leaves: one copy in the shared folder, links to it from every other `skills` folder. */
function foreignCopies(ground: Ground): void {
  const copy = join(ground.roots.agents, 'skills/gsd-next')
  put(join(copy, 'SKILL.md'), SKILL)
  for (const folder of listedFolders(ground, 'command')) {
    const place = join(folder, 'gsd-next')
    if (basename(folder) !== 'skills' || isThere(place)) continue
    mkdirSync(folder, { recursive: true })
    symlinkSync(relative(folder, copy), place)
  }
}

/** Folders of it hold nothing but a great many files. */
export const CROWD = 'sessions of mine'

function crowd(ground: Ground): void {
  const roots = outerRoots(ground)
  const each = Math.ceil(ground.crowd / (roots.length + 1))
  for (const folder of [ground.home, ...roots])
    for (let n = 0; n < each; n++) {
      if (n % 500 === 0) mkdirSync(join(folder, CROWD, String(n / 500)), { recursive: true })
      writeFileSync(join(folder, CROWD, String(Math.floor(n / 500)), `${n}.jsonl`), `${n}\n`)
    }
  const deep = join(roots[0] as string, ...Array.from({ length: 80 }, (_, n) => `deep${n}`))
  put(join(deep, 'mine.md'), 'mine')
}

export const HOMES: readonly HostileHome[] = [
  hostileHome({ id: 'empty', about: 'nothing but a project', build: () => {} }),
  hostileHome({
    id: 'settings',
    about: 'settings with BOM, CRLF, tabs, comments, trailing commas and no final newline',
    build: (ground) => putConfigs(ground, ODD, 0o600),
    expects: (ground) => ({ ...WELCOME, mayAsk: isConfig(ground) }),
  }),
  hostileHome({ id: 'own', about: "the user's own things under names like ours", build: ownThings }),
  hostileHome({
    id: 'taken',
    about: "the user's own files at exactly our places",
    build: (ground) => {
      for (const paths of coveting(ground).values()) for (const path of paths) put(path, 'mine\n', 0o600)
    },
    expects: (ground, id) => ({
      refused: null,
      asks: coveting(ground).get(id) ?? [],
      // The file itself, or the folder a client that reads it there would list beside ours.
      mayAsk: (path) =>
        [...coveting(ground).values()].flat().some((taken) => taken === path || taken.startsWith(`${path}/`)),
    }),
  }),
  hostileHome({
    id: 'linked',
    about: 'every root is a link into a folder of dotfiles',
    build: (ground) => {
      outerRoots(ground).forEach((root, index) => {
        const target = join(linkable(ground), 'dotfiles', `root${index}`)
        put(join(target, 'mine.txt'), 'mine')
        mkdirSync(dirname(root), { recursive: true })
        symlinkSync(relative(dirname(root), target), root)
      })
    },
  }),
  hostileHome({
    id: 'links',
    about: 'folders below the roots, and settings, are links into the home',
    build: (ground) => {
      const below = new Set(
        [...placesOn(ground).values()].flatMap((places) =>
          places.filter(({ isListed }) => isListed).map(({ path }) => topFolder(ground, path)),
        ),
      )
      for (const [index, folder] of [...below].entries()) {
        const target = join(linkable(ground), 'dotfiles', `folder${index}`)
        put(join(target, 'mine.txt'), 'mine')
        mkdirSync(dirname(folder), { recursive: true })
        if (!isThere(folder)) symlinkSync(target, folder)
      }
      for (const [index, { path, format }] of configsOn(ground).entries()) {
        const target = join(linkable(ground), 'dotfiles', `config${index}`)
        put(target, ODD[format])
        mkdirSync(dirname(path), { recursive: true })
        if (!isThere(path)) symlinkSync(target, path)
      }
    },
    expects: (ground) => ({ ...WELCOME, mayAsk: isConfig(ground) }),
  }),
  hostileHome({
    id: 'names',
    about: 'blanks, quotes, a dollar sign and letters beyond ASCII in every path',
    names: { home: `Žoë "the" d'Or $HOME 家`, project: `it's "mine" ü $1` },
    build: () => {},
  }),
  hostileHome({
    id: 'first',
    about: 'a real get-shit-done-cc 1.42.3, lived with',
    peer: 'get-shit-done-cc',
    build: (ground) => putConfigs(ground, PLAIN),
    live: (ground) => live(ground, 'get-shit-done/workflows/help.md'),
  }),
  hostileHome({
    id: 'core',
    about: 'a real gsd-core 1.14.0, lived with',
    peer: 'gsd-core',
    build: (ground) => putConfigs(ground, PLAIN),
    live: (ground) => live(ground, 'gsd-core/workflows/help.md'),
  }),
  hostileHome({
    id: 'blocked',
    about: 'a file where every root must be',
    build: (ground) => {
      for (const root of outerRoots(ground)) put(root, 'a file')
    },
    expects: () => ({ ...WELCOME, refused: ['INSTALL_REFUSED'] }),
  }),
  hostileHome({
    id: 'readonly',
    about: 'roots that cannot be written',
    impossible: () =>
      isRoot() && !canMakeImmutable() ? 'root may write everywhere, and this file system knows no chattr +i' : null,
    build: (ground) => {
      for (const folder of readOnlyFolders(ground)) put(join(folder, 'mine.txt'), 'mine', 0o444)
      for (const folder of readOnlyFolders(ground))
        if (isRoot()) execFileSync('chattr', ['+i', folder])
        else execFileSync('chmod', ['0555', folder])
    },
    release: (ground) => {
      const [program, flag] = isRoot() ? (['chattr', '-i'] as const) : (['chmod', '0755'] as const)
      for (const folder of readOnlyFolders(ground).filter((each) => existsSync(each)))
        spawnSync(program, [flag, folder])
    },
    expects: () => ({ ...WELCOME, refused: ['INSTALL_REFUSED'] }),
  }),
  hostileHome({
    id: 'hooks',
    about: 'hooks, a status line and permissions of others in every settings file',
    build: (ground) => putConfigs(ground, FOREIGN_HOOKS),
    expects: (ground) => ({ ...WELCOME, mayAsk: isConfig(ground) }),
  }),
  hostileHome({
    id: 'broken',
    about: 'settings that do not parse',
    build: (ground) => putConfigs(ground, BROKEN),
    expects: (ground) => ({ ...WELCOME, mayAsk: isConfig(ground) }),
  }),
  hostileHome({
    id: 'variables',
    about: 'every variable of every client set, and the invented ones too',
    env: allVariables,
    build: () => {},
  }),
  hostileHome({ id: 'crowded', about: 'tens of thousands of files, and folders 80 deep', build: crowd }),
  hostileHome({
    id: 'copies',
    about: 'a copy of a skill of ours that `npx skills` put everywhere',
    build: foreignCopies,
    expects: () => ({ ...WELCOME, mayAsk: (path) => path.includes('gsd-next') }),
  }),
]

/** Settings as a client itself would write them. */
const PLAIN_JSON = '{\n  "model": "x",\n  "env": {\n    "A": "1"\n  }\n}\n'
const PLAIN: Texts = {
  json: PLAIN_JSON,
  jsonc: PLAIN_JSON,
  toml: 'model = "x"\n',
  yaml: 'model: x\n',
  markdown: '# Mine\n',
}

/** Own things beside another pack's, and an edit in each of its copies of a file. */
function live(ground: Ground, file: string): readonly string[] {
  ownThings(ground)
  const edited = [...new Set(Object.values(ground.roots))]
    .map((root) => join(root, file))
    .filter((path) => existsSync(path))
  for (const path of edited) appendFileSync(path, 'An edit of mine.\n')
  return edited
}

/** A project that is in the middle of something. */
export function buildProject(project: string): void {
  put(join(project, '.planning/STATE.md'), '# State\r\n\r\nmine\r\n')
  put(join(project, '.planning/config.json'), '{}\n')
  put(join(project, 'src/main.c'), 'int main(void) { return 0; }\n')
  put(join(project, 'AGENTS.md'), '# Mine\n')
  appendFileSync(join(project, 'AGENTS.md'), 'No final newline')
}

/** A home with a project that a person lived in: settings and hooks of their own. */
export function livedIn(base: string): Ground {
  const home = join(base, 'home')
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const ground = groundAt({ base, home, project, scope: 'global', crowd: 0 }, {})
  buildProject(project)
  for (const id of ['hooks', 'own']) HOMES.find((home) => home.id === id)?.build(ground)
  return ground
}
