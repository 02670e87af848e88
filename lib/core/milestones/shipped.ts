// What archives say about a roadmap: a milestone that has one is shipped, whatever the roadmap's own marks still say.
import { isSentinel, phaseKey } from '../../artifacts/parts/phase-token.js'
import type { PhaseSection, RoadmapValue, RoadmapWindow } from '../../artifacts/roadmap/roadmap.js'
import { sectionOf } from '../../artifacts/roadmap/roadmap-section.js'
import { slugOf } from '../../std/text.js'
import type { Inputs } from '../derivation/inputs.js'
import type { View } from '../view.js'

export const MILESTONES = '.planning/milestones'
const ARCHIVE = /^(v\d+(?:\.\d+)*)-ROADMAP\.md$/i

/** The roadmap with archived milestones closed. Archives belong to the root: those of a workstream are none of its milestones. */
export function withArchives(roadmap: RoadmapValue, view: View, inputs: Inputs): RoadmapValue {
  if (view.base !== '.planning') return roadmap
  const files = new Map(
    view.list(MILESTONES).flatMap(({ name }) => {
      const version = ARCHIVE.exec(name)?.[1]
      return version === undefined ? [] : [[version.toLowerCase(), `${MILESTONES}/${name}`] as const]
    }),
  )
  return files.size === 0 ? roadmap : withFlatSections(withMarks(roadmap, files), files, inputs)
}

type Files = ReadonlyMap<string, string>

function withMarks(roadmap: RoadmapValue, files: Files): RoadmapValue {
  const shipped = <T extends Pick<RoadmapWindow, 'version' | 'mark'>>(item: T): T =>
    item.version === null || item.mark === 'shipped' || !files.has(item.version) ? item : { ...item, mark: 'shipped' }
  return { ...roadmap, windows: roadmap.windows.map(shipped), milestones: roadmap.milestones.map(shipped) }
}

const nameOf = ({ id, title }: Pick<PhaseSection, 'id' | 'title'>) => `${phaseKey(id)} ${slugOf(title)}`

/** Phases that stand under no milestone and that an archive holds, too, are those of the archived one. */
function withFlatSections(roadmap: RoadmapValue, files: Files, inputs: Inputs): RoadmapValue {
  const isFlat = ({ id, window }: PhaseSection) => window === null && !isSentinel(id)
  if (!roadmap.phases.some(isFlat)) return roadmap
  const owners = new Map<string, string>()
  for (const [version, path] of files)
    for (const section of inputs.parse('roadmap', path)?.value.phases ?? []) owners.set(nameOf(section), version)
  const windows = [...roadmap.windows]
  const windowOf = (version: string): number => {
    const known = windows.findIndex((window) => window.version === version)
    if (known >= 0) return known
    const name = roadmap.milestones.find((line) => line.version === version)?.name ?? null
    return windows.push({ version, name, mark: 'shipped', folded: true, note: null }) - 1
  }
  const phases = roadmap.phases.map((section) => {
    const version = isFlat(section) ? owners.get(nameOf(section)) : undefined
    if (version === undefined) return section
    const { id, title, code, inserted, form } = section
    return sectionOf({ id, title, code, inserted, form, window: windowOf(version) }, () => section)
  })
  return { ...roadmap, windows, phases }
}
