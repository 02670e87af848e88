// `gsd overrides`: which pages are appended to texts of the pack, and where they lie.

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Args } from '../../core/verb.js'
import { personalFolderOf } from '../../node/home.js'
import { namesIn } from '../../node/names-in.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import type { Answer, World } from './world.js'

const ARGS = { json: JSON_FLAG } as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function overrides(_: Given, { cwd, env, bin }: World): Promise<Answer> {
  const folders = [join(cwd, '.gsd'), personalFolderOf(env, homedir)].map((folder) => join(folder, 'overrides'))
  const pages = folders.flatMap((folder) =>
    ['workflows', 'agents'].flatMap((kind) =>
      namesIn(join(folder, kind)).map((name) => ({
        path: join(folder, kind, name),
        of: `${kind}/${name}`,
        known: existsSync(join(bin, '..', kind, name)),
      })),
    ),
  )
  const text = [
    `Pages for workflows and roles, such as agents/planner.md, lie in:\n  ${folders.join(' (once you agreed: gsd-tools trust --agree)\n  ')}`,
    ...pages.map(({ path, of, known }) => `${path}${known ? '' : ` (the pack has no ${of})`}`),
  ]
  return {
    exit: pages.every(({ known }) => known) ? 0 : 1,
    result: { action: 'overrides', folders, pages },
    text: `${text.join('\n')}\n`,
  }
}

export const action = plainAction({
  about: 'Pages that the project and you append to workflows and roles of the pack, and where they lie',
  args: ARGS,
  run: overrides,
})
