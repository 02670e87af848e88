// Pages of a project (`.gsd/`) and a user (`~/.gsd/`) that extend the pack. A project's page takes effect only after a
// user of this machine has approved its exact text.
import { valueAt } from '../artifacts/config/nested.js'
import { scanFront } from '../markdown/scan.js'
import type { Caller, Digest, Entry, Source } from '../ports.js'
import { isJsonObject, objectIn } from '../std/json.js'
import { type PromptFront, readPromptFront } from './brief/prompt-front.js'

/** For each folder of pages below `.gsd/` and `~/.gsd/`, what its pages are. */
export const PAGES = {
  'overrides/workflows': 'is appended to a workflow',
  'overrides/agents': 'is appended to a role',
  rules: 'is shown when a tool call matches',
  commands: 'is a command',
  units: 'is a unit about a phase: gsd-tools begin own <name>.<phase>',
} as const satisfies Readonly<Record<string, string>>

export type PageFolder = keyof typeof PAGES
export const PAGE_FOLDERS = Object.keys(PAGES) as readonly PageFolder[]

/** Folder of the project's pages. */
export const TEAM_FOLDER = '.gsd'
/** The key in the settings below which each key is a rule. */
const RULES_KEY = 'rules'

export interface Page {
  readonly folder: PageFolder
  /** File name without extension. */
  readonly name: string
  /** Relative to the project, or absolute; `settings` for a rule in the user's settings. */
  readonly path: string
  /** The page's key in the settings; empty if the page is a whole file. */
  readonly key: string
  readonly text: string
  readonly digest: string
  readonly trusted: boolean
}

/** The part of a view that is needed to read pages. */
export interface PageGround {
  readonly caller: Pick<Caller, 'pages' | 'personal' | 'trustedBy'>
  readonly digest: Digest
  readonly base: string
  list(folder: string): readonly Pick<Entry, 'name'>[]
  source(path: string): Pick<Source, 'text'> | null
}

const NAME = /^([a-z0-9][a-z0-9-]{0,59})\.md$/
const pageName = (file: string): string | null => NAME.exec(file)?.[1] ?? null

type FoundPage = Pick<Page, 'folder' | 'name' | 'path' | 'key' | 'text'>

/** Turns each rule in the settings into a page whose text is the rule as JSON. */
const settingPages = (settings: unknown, path: string): readonly FoundPage[] =>
  Object.entries(isJsonObject(settings as never) ? (settings as object) : {}).map(([name, value]) => ({
    folder: RULES_KEY,
    name,
    path,
    key: `${RULES_KEY}.${name}`,
    text: JSON.stringify(value),
  }))

function foundInProject(ground: PageGround): readonly FoundPage[] {
  // One listing is enough for most projects, because they have no pages.
  const below = new Set(ground.list(TEAM_FOLDER).map(({ name }) => name))
  const folders = PAGE_FOLDERS.filter((folder) => below.has(folder.split('/')[0] as string))
  const config = `${ground.base}/config.json`
  return [
    ...folders.flatMap((folder) =>
      ground.list(`${TEAM_FOLDER}/${folder}`).flatMap((entry): readonly FoundPage[] => {
        const name = pageName(entry.name)
        const path = `${TEAM_FOLDER}/${folder}/${entry.name}`
        const text = name === null ? null : (ground.source(path)?.text ?? null)
        return name === null || text === null ? [] : [{ folder, name, path, key: '', text }]
      }),
    ),
    ...settingPages(valueAt(objectIn(ground.source(config)?.text ?? '{}') ?? {}, RULES_KEY), config),
  ]
}

/** Splits a page into its front matter and the text after it. */
export function partsOf({ text }: Pick<Page, 'text'>): { readonly front: PromptFront; readonly body: string } {
  const front = readPromptFront(text, scanFront(text))
  return { front, body: text.slice(front.end).trim() }
}

/** Returns the project's pages, approved or not. */
export const teamPages = (ground: PageGround): readonly Page[] =>
  foundInProject(ground).map((page) => {
    const digest = ground.digest(JSON.stringify(['page', page.folder, page.name, page.text]))
    return { ...page, digest, trusted: ground.caller.trustedBy(digest) !== null }
  })

export const personalPages = ({ caller }: PageGround): readonly Page[] =>
  [
    ...caller.pages.flatMap(({ folder, file, path, text }): readonly FoundPage[] => {
      const name = pageName(file)
      const known = PAGE_FOLDERS.find((one) => one === folder)
      return known === undefined || name === null || text === null ? [] : [{ folder: known, name, path, key: '', text }]
    }),
    ...settingPages(caller.personal.settings[RULES_KEY], 'settings'),
  ].map((page) => ({ ...page, digest: '', trusted: true }))

/** Returns the pages in these folders: the project's, then the user's. */
export const pagesIn = (ground: PageGround, ...folders: readonly PageFolder[]): readonly Page[] =>
  [...teamPages(ground), ...personalPages(ground)].filter(({ folder }) => folders.includes(folder))
