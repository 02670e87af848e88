// `gsd overrides`: what the verb shows, and the file of a new one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { OWN_PAGE } from '../../core/overrides/layers.js'
import { sentencesIn } from '../../core/overrides/own-page.js'
import { GsdError } from '../../errors.js'
import { replacePrivate } from '../../node/own-file.js'
import { plainText } from '../../node/plain-file.js'
import { parentOf } from '../../std/paths.js'
import { execute } from '../execute.js'
import type { OverridesGiven } from './flags.js'
import { freshPlace } from './fresh-place.js'
import { refuseClient } from './secret.js'
import type { Answer, World } from './world.js'

interface Shown {
  readonly sections: readonly { readonly name: string; readonly replaceable: boolean }[] | null
  readonly well: boolean
  readonly error?: GsdError['body']
}

export async function overrides(asked: OverridesGiven, world: World): Promise<Answer> {
  const { what = 'list', name, user, json } = asked
  if (what !== 'list' && name === undefined)
    throw new GsdError({
      code: 'USAGE',
      message: `gsd overrides ${what} needs the name of one text of the pack`,
      fix: `gsd overrides ${what} agents/planner.md`,
    })
  const isPage = name === PAGE || name === OWN_PAGE
  if (isPage && what === 'new') return beginPage(asked, world)
  const call = (...shape: readonly string[]) =>
    execute({
      argv: ['overrides', 'show', ...(name === undefined || isPage ? [] : [name]), ...shape],
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

const PAGE = OWN_PAGE.replace('.md', '')
const MOST_PAGE = 64 << 10

/** Theirs in every project, so they alone put it there: as they name the file with it, or as an empty page. */
async function beginPage({ user, from }: OverridesGiven, world: World): Promise<Answer> {
  const again = `gsd overrides new ${PAGE} --user${from === undefined ? '' : ` --from ${from}`}`
  if (!user)
    throw new GsdError({
      code: 'USAGE',
      message: 'how somebody wants to work is their own, and no file of a project says it',
      fix: again,
    })
  await refuseClient(
    world,
    (id) => `a session of ${id} runs this, and what briefs tell of you is for you to say`,
    again,
  )
  const text = from === undefined ? EMPTY_PAGE : plainText(resolve(world.cwd, from), { most: MOST_PAGE })
  if (text === null)
    throw new GsdError({
      code: 'FILE_NOT_FOUND',
      message: `${from} is no file, or a long one`,
      fix: 'name a Markdown file',
    })
  const { told, left } = sentencesIn(text)
  const path = freshPlace(`overrides/${OWN_PAGE}`, 'overrides', true, world)
  replacePrivate(path, text)
  return {
    exit: 0,
    result: { action: 'overrides', path, told, left },
    text: `${[
      path,
      ...told.map((sentence) => `    ${sentence}`),
      ...(left === 0 ? [] : [`    ${left} more are left out: too long, beyond what has room, or like a secret`]),
      told.length === 0
        ? 'Write a list into it, a sentence an item. Briefs of all your projects quote it from then on.'
        : 'Briefs of all your projects quote this from now on. Edit the file as you like, or remove it.',
    ].join('\n')}\n`,
  }
}

const EMPTY_PAGE = '# How I work\n\n<!-- A list, a sentence an item: "- Ask before adding a package." -->\n'

/** It changes nothing as it is. */
const skeletonOf = (name: string, sections: NonNullable<Shown['sections']>): string =>
  [
    `<!-- Changes ${name} of the pack. A passage begins with "## add: Section" or, where it says so, "## replace: Section". Sections:`,
    ...sections.map((section) => `- ${section.name}${section.replaceable ? ' (add, replace)' : ' (add)'}`),
    '-->',
    '',
  ].join('\n')
