// `gsd pages`: lists what the project and the user added to the pack, with the files and whether they take effect.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownCommand } from '../../assets/own-commands.js'
import { ruleOf } from '../../core/own-rules.js'
import { PAGE_FOLDERS, PAGES, type Page, pagesIn, TEAM_FOLDER } from '../../core/pages.js'
import type { Args } from '../../core/verb.js'
import { pageGround } from '../../node/caller.js'
import { personalFolderOf } from '../../node/home.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { openAssets } from './supply.js'
import type { Answer, World } from './world.js'

const ARGS = { json: JSON_FLAG } as const satisfies Args

/** Returns why a page has no effect even if it is approved; null if nothing prevents it. */
function problemOf(page: Page, bin: string): string | null {
  const { folder, name } = page
  const file = `${folder.replace('overrides/', '')}/${name}.md`
  if (folder.startsWith('overrides/')) return existsSync(join(bin, '..', file)) ? null : `the pack has no ${file}`
  if (folder === 'commands') {
    const command = ownCommand({ ...page, trusted: true }, openAssets(bin))
    return 'problem' in command ? command.problem : null
  }
  if (folder === 'rules') return ruleOf(page) === null ? 'it needs a text and one of tools, path, command' : null
  return null
}

export async function pages(_: GivenOf<typeof ARGS>, { cwd, env, bin }: World): Promise<Answer> {
  const folders = [join(cwd, TEAM_FOLDER), personalFolderOf(env, homedir)]
  const found = pagesIn(pageGround(cwd, env), ...PAGE_FOLDERS).map((page) => {
    const { folder, name, path, key, trusted } = page
    return { kind: folder, name, path: key === '' ? path : `${path} ${key}`, trusted, problem: problemOf(page, bin) }
  })
  const text = [
    ...['Your own pages go in:', ...folders.map((folder) => `  ${folder}`), ''],
    ...PAGE_FOLDERS.map((folder) => `${folder}/<name>.md ${PAGES[folder]}`),
    ...(found.length === 0 ? [] : ['']),
    ...found.map(({ path, trusted, problem }) => {
      const why = problem ?? (trusted ? null : 'it has no effect until you run gsd trust')
      return `${path}${why === null ? '' : ` (${why})`}`
    }),
  ]
  return {
    exit: found.every(({ problem }) => problem === null) ? 0 : 1,
    result: { action: 'pages', folders, pages: found },
    text: `${text.join('\n')}\n`,
  }
}

export const action = plainAction(
  'List your own pages: texts, rules, commands and units added to the pack',
  ARGS,
  pages,
)
