// `gsd overrides`: what the verb shows, and the file of a new one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GsdError } from '../../errors.js'
import { parentOf } from '../../std/paths.js'
import { execute } from '../execute.js'
import type { OverridesGiven } from './flags.js'
import { freshPlace } from './fresh-place.js'
import type { Answer, World } from './world.js'

interface Shown {
  readonly sections: readonly { readonly name: string; readonly replaceable: boolean }[] | null
  readonly well: boolean
  readonly error?: GsdError['body']
}

export async function overrides({ what = 'list', name, user, json }: OverridesGiven, world: World): Promise<Answer> {
  if (what !== 'list' && name === undefined)
    throw new GsdError({
      code: 'USAGE',
      message: `gsd overrides ${what} needs the name of one text of the pack`,
      fix: `gsd overrides ${what} agents/planner.md`,
    })
  const call = (...shape: readonly string[]) =>
    execute({
      argv: ['overrides', 'show', ...(name === undefined ? [] : [name]), ...shape],
      env: world.env,
      cwd: world.cwd,
      bin: world.bin,
      script: join(world.bin, 'gsd-tools.cjs'),
    })
  const shown: Shown = JSON.parse((await call()).stdout)
  if (shown.error !== undefined) throw new GsdError(shown.error)
  if (what === 'new') return begin(name ?? '', shown, user, world)
  return {
    exit: shown.well ? 0 : 1,
    result: { ...shown, action: 'overrides' },
    text: json ? '' : (await call('--pretty')).stdout,
  }
}

function begin(name: string, { sections }: Shown, user: boolean, world: World): Answer {
  const path = freshPlace(`overrides/${name}`, parentOf(`overrides/${name}`), user, world)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, skeletonOf(name, sections ?? []))
  const next = user
    ? 'It counts in every project of yours.'
    : 'When it says what you want: gsd-tools trust agree, and commit it.'
  return {
    exit: 0,
    result: { action: 'overrides', path },
    text: `${path}\nWrite the text below a heading such as "## add: ${sections?.[0]?.name ?? 'section'}". ${next}\n`,
  }
}

/** It changes nothing as it is. */
const skeletonOf = (name: string, sections: NonNullable<Shown['sections']>): string =>
  [
    `<!-- Changes ${name} of the pack. A passage begins with "## add: Section" or, where it says so, "## replace: Section". Sections:`,
    ...sections.map((section) => `- ${section.name}${section.replaceable ? ' (add, replace)' : ' (add)'}`),
    '-->',
    '',
  ].join('\n')
