// Reads pages that are appended to the pack's workflows and roles.
import { bytesOf, joined, ours, pathText, type SafeText, say } from '../std/safe-text.js'
import { visible } from '../std/visible.js'
import type { Line } from './brief/brief-blocks.js'
import { type Page, pagesIn } from './pages.js'
import type { PackView } from './view.js'

/** Returns the path of the workflow or role that the page extends. */
const subjectOf = ({ folder, name }: Page): string => `${folder.slice('overrides/'.length)}/${name}.md`

export const TITLE = say`From overrides`

/** Returns a line per trusted page for these workflows and roles, and a line that lists untrusted pages, if there are any. */
export function overrideLines(view: PackView, names: readonly string[]): readonly Line[] {
  const pages = pagesIn(view, 'overrides/workflows', 'overrides/agents').filter((page) =>
    names.includes(subjectOf(page)),
  )
  const unagreed = pages.filter(({ trusted }) => !trusted).map(({ path }) => pathText(path))
  const lines = pages
    .filter(({ trusted }) => trusted)
    .map((page) => ({
      text: say`- ${pathText(page.path)}:\n${ours(visible(page.text).trim())}`,
      file: { path: page.path, about: say`it adds to ${pathText(subjectOf(page))}` },
    }))
  if (unagreed.length === 0) return lines
  const text = say`- Not applied, because not trusted on this machine: ${joined(unagreed, ', ')}. Do not read these files; tell the user to run \`${ours(view.pack.cli)} trust\`.`
  return [...lines, { text, file: null }]
}

/** Maximum bytes of pages in a workflow's brief; if they are longer, the brief lists their files to read. */
const MAX_PAGE_BYTES = 1500

export function overridesText(view: PackView, name: string): SafeText | null {
  const lines = overrideLines(view, [name])
  const isLong = bytesOf(lines.map(({ text }) => text).join('\n')) > MAX_PAGE_BYTES
  const shown = lines.map(({ text, file }) =>
    isLong && file !== null ? say`- Read ${pathText(file.path)}: ${file.about}.` : text,
  )
  return lines.length === 0 ? null : joined([say`## ${TITLE}`, ...shown], '\n')
}
