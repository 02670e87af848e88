// Pages that are appended to a workflow or a role of the pack: those of the project in `.gsd/overrides/`, then those of the person in `~/.gsd/overrides/`. A page
// of the project counts once a person of this machine agreed to exactly this text.
import { bytesOf, joined, ours, pathText, say, type Told } from '../std/told.js'
import { visible } from '../std/visible.js'
import type { Line } from './brief/brief-blocks.js'
import type { PackView, View } from './view.js'

const TEAM_FOLDER = '.gsd/overrides'
const FOLDERS = ['workflows', 'agents']

interface Page {
  /** The text of the pack it is appended to. */
  readonly name: string
  /** Below the project, or absolute. */
  readonly path: string
  readonly text: string
  readonly digest: string
  readonly trusted: boolean
}

const isPageName = (name: string): boolean => /^(?:workflows|agents)\/[a-z0-9][a-z0-9-]*\.md$/.test(name)

/** Most projects have none, and pay for one look. */
export function teamPages(view: View): readonly Page[] {
  const folders = view.list(TEAM_FOLDER).filter(({ name }) => FOLDERS.includes(name))
  return folders.flatMap(({ name: folder }) =>
    view.list(`${TEAM_FOLDER}/${folder}`).flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      const path = `${TEAM_FOLDER}/${name}`
      const text = entry.kind === 'file' && isPageName(name) ? (view.source(path)?.text ?? null) : null
      if (text === null) return []
      const digest = view.digest(JSON.stringify(['override', name, text]))
      return [{ name, path, text, digest, trusted: view.caller.trustedBy(digest) !== null }]
    }),
  )
}

const pagesOf = (view: PackView, names: readonly string[]): readonly Page[] =>
  [
    ...teamPages(view),
    ...view.caller.overrides.flatMap(({ name, path, text }) =>
      text === null ? [] : [{ name, path, text, digest: '', trusted: true }],
    ),
  ].filter(({ name }) => names.includes(name))

export const TITLE = say`From overrides`

/** What the pages for these texts bring; none for most. */
export function overrideLines(view: PackView, names: readonly string[]): readonly Line[] {
  const pages = pagesOf(view, names)
  const unagreed = pages.filter(({ trusted }) => !trusted).map(({ path }) => pathText(path))
  return [
    ...pages
      .filter(({ trusted }) => trusted)
      .map(({ name, path, text }) => ({
        text: say`- ${pathText(path)}:\n${ours(visible(text).trim())}`,
        whole: { path, about: say`it adds to ${pathText(name)}` },
      })),
    ...(unagreed.length === 0
      ? []
      : [
          {
            text: say`- Not applied, because nobody on this machine agreed to it: ${joined(unagreed, ', ')}. Do not read it; tell the user: \`${ours(view.pack.cli)} trust\`.`,
            whole: null,
          },
        ]),
  ]
}

/** Bytes they may take in the brief of a workflow; what is longer is named as a file to read. */
const MOST = 1500

export function overridesText(view: PackView, name: string): Told | null {
  const lines = overrideLines(view, [name])
  const isLong =
    bytesOf(
      joined(
        lines.map(({ text }) => text),
        '\n',
      ),
    ) > MOST
  const shown = lines.map(({ text, whole }) =>
    isLong && whole !== null ? say`- Read ${pathText(whole.path)}: ${whole.about}.` : text,
  )
  return lines.length === 0 ? null : joined([say`## ${TITLE}`, ...shown], '\n')
}
