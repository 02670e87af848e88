// What a brief says of the layers: which passages stand in its steps, and those for texts that its reader opens as files or carries as a role.
import { bytesOf, joined, ours, pathText, say, type Told } from '../../std/told.js'
import type { Line } from '../brief/brief-blocks.js'
import type { PackView } from '../view.js'
import type { Applied } from './apply.js'
import { type Judged, judgedLayers } from './layers.js'

interface Served {
  /** The text of the pack whose sections stand in the brief, and which. */
  readonly steps: { readonly name: string; readonly sections: readonly string[] } | null
  /** The role of whoever reads the brief; null: it has none. */
  readonly role: string | null
  /** Names of texts that are opened as files stand here. */
  readonly text: string
}

const where = (files: readonly Applied[]): Told =>
  joined([...new Set(files.map(({ path }) => path))].map(pathText), ', ')

/** A passage as it stands below its place. */
const passage = (name: string, { word, section, path, text }: Applied): Line => ({
  text: say`- ${pathText(name)}, “${ours(section)}”${word === 'add' ? say`, also` : say`, in place of what is there`} (${pathText(path)}):\n${ours(text)}`,
  whole: { path, about: say`it changes ${pathText(name)}` },
})

/** Lines in the order of the layers; none where nobody overrides anything that is served. */
export function overrideLines(view: PackView, { steps, role, text }: Served): readonly Line[] {
  const files = judgedLayers(view)
  const isOpened = (file: Judged) => file.name === role || text.includes(`${view.pack.root}/${file.name}`)
  const inSteps = files.flatMap((file) =>
    file.name === steps?.name ? file.applied.filter(({ section }) => isServed(section, steps.sections)) : [],
  )
  const unagreed = files.filter((file) => !file.trusted && (file.name === steps?.name || isOpened(file)))
  return [
    ...(inSteps.length === 0 ? [] : [{ text: say`- The steps hold what ${where(inSteps)} brings.`, whole: null }]),
    ...files
      .filter(isOpened)
      .flatMap((file) =>
        file.applied.flatMap((entry) => (isOutdone(entry, file, files) ? [] : [passage(file.name, entry)])),
      ),
    ...(unagreed.length === 0
      ? []
      : [
          {
            text: say`- Not applied, because nobody on this machine agreed to it: ${joined(
              unagreed.map(({ path }) => pathText(path)),
              ', ',
            )}. Do not read it; tell the user: \`${ours(view.pack.cli)} trust show\`.`,
            whole: null,
          },
        ]),
  ]
}

/** Another layer behind it puts its own words in the same place. */
const isOutdone = (entry: Applied, file: Judged, files: readonly Judged[]): boolean =>
  entry.word === 'replace' &&
  files
    .flatMap(({ name, applied }) => (name === file.name ? applied : []))
    .findLast(({ word, section }) => word === 'replace' && isServed(section, [entry.section])) !== entry

const isServed = (section: string, served: readonly string[]): boolean =>
  served.some((id) => id.toLowerCase() === section.toLowerCase())

/** Bytes the lines may take in the brief of a workflow, which has no room to spare for more. */
const MOST = 1500

export const TITLE = say`From overrides`

/** The same as one text; what finds no room is named as a file to read. Null where there is none. */
export function overridesText(view: PackView, served: Served): Told | null {
  const lines = overrideLines(view, served)
  if (lines.length === 0) return null
  const whole = joined([say`## ${TITLE}`, ...lines.map(({ text }) => text)], '\n')
  if (bytesOf(whole) <= MOST) return whole
  const reads = new Map(
    lines.flatMap(({ whole: file }) =>
      file === null ? [] : [[file.path, say`- Read ${pathText(file.path)}: ${file.about}.`]],
    ),
  )
  const others = lines.flatMap(({ text, whole: file }) => (file === null ? [text] : []))
  return joined([say`## ${TITLE}`, ...others, ...reads.values()], '\n')
}
