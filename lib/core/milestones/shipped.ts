// Applies archives and MILESTONES.md to a roadmap: an archived milestone counts as shipped unless its own roadmap is open.
import { isBacklog, phaseKey } from '../../artifacts/parts/phase-token.js'
import { listedPhases, listsPhase, markIn, milestoneTextIn } from '../../artifacts/roadmap/milestone-text.js'
import { phaseCellIn } from '../../artifacts/roadmap/phase-line.js'
import {
  isComplete,
  type PhaseSection,
  type RoadmapValue,
  type RoadmapWindow,
} from '../../artifacts/roadmap/roadmap.js'
import { tablesOf } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import { once } from '../../std/once.js'
import { isSlugOf, slugOf } from '../../std/slug.js'
import type { Inputs } from '../derivation/inputs.js'
import { listArchivedDirectories } from '../layout.js'
import type { View } from '../view.js'
import { archivedVersions, archivePath } from './last-shipped.js'

const VERSION = /^v\d+(?:\.\d+)*(?:-[a-z]{2,}[\d.]*)?$/
const LOG = '.planning/MILESTONES.md'

/** Returns the roadmap with shipped milestones closed. Archives belong to the root, never to a workstream. */
export function withArchives(roadmap: RoadmapValue, view: View, inputs: Inputs): RoadmapValue {
  if (view.base !== '.planning') return roadmap
  const files = new Map(
    archivedVersions(view)
      .filter((version) => VERSION.test(version))
      .map((version) => [version, archivePath(version)]),
  )
  const marked = withMarks(roadmap, files, inputs)
  return roadmap.phases.some(isOutsideMilestones) ? withFlatSections(marked, files, inputs) : marked
}

type ArchiveFiles = ReadonlyMap<string, string>

function withMarks(roadmap: RoadmapValue, files: ArchiveFiles, inputs: Inputs): RoadmapValue {
  if (files.size === 0) return roadmap
  const openVersions = openArchives(roadmap, files, inputs)
  const shipped = <T extends Pick<RoadmapWindow, 'version' | 'mark'>>(item: T): T =>
    item.version === null || item.mark === 'shipped' || !files.has(item.version) || openVersions.has(item.version)
      ? item
      : { ...item, mark: 'shipped' }
  const known = new Set(roadmap.windows.map(({ version }) => version))
  const listed = roadmap.milestones.filter(({ version }) => openVersions.has(version ?? '') && !known.has(version))
  const windows = listed.map(({ version, name, mark, rest }) => ({
    version,
    name,
    mark: mark ?? 'active',
    folded: false,
    note: rest,
  }))
  return {
    ...roadmap,
    windows: [...roadmap.windows.map(shipped), ...windows],
    milestones: roadmap.milestones.map(shipped),
  }
}

/** Returns unshipped versions that ROADMAP.md lists and whose file among the archives is a roadmap still in use. */
function openArchives(roadmap: RoadmapValue, files: ArchiveFiles, inputs: Inputs): ReadonlySet<string> {
  const listed = [...roadmap.windows, ...roadmap.milestones]
  const logged = once(() => new Set(loggedIn(inputs).map(({ version }) => version)))
  const isOpen = ([version, path]: readonly [string, string]): boolean => {
    const entries = listed.filter((one) => one.version === version)
    if (entries.length === 0 || entries.some(({ mark }) => mark === 'shipped') || logged().has(version)) return false
    const own = inputs.parse('roadmap', path)?.value
    if (own === undefined || markIn(own.title ?? '') === 'shipped') return false
    const states = [...own.checklist.map(({ done }) => done), ...(own.progress ?? []).map(isComplete)]
    const isHere = roadmap.windows.some((window) => window.version === version)
    return states.length > 0 ? states.includes(false) : !isHere && entries.some(({ mark }) => mark !== null)
  }
  return new Set([...files].filter(isOpen).map(([version]) => version))
}

const isOutsideMilestones = ({ id, window }: PhaseSection) => window === null && !isBacklog(id)

/** Assigns phases outside any milestone to the shipped milestone whose archive, folder or log entry has the phase too. */
function withFlatSections(roadmap: RoadmapValue, files: ArchiveFiles, inputs: Inputs): RoadmapValue {
  const ownerOf = owners(roadmap, files, inputs)
  const windows = [...roadmap.windows]
  const windowOf = ({ version, name }: Owner): number => {
    const known = windows.findIndex((window) => window.version === version)
    if (known >= 0) return known
    const listed = roadmap.milestones.find((line) => line.version === version)?.name ?? name
    return windows.push({ version, name: listed, mark: 'shipped', folded: true, note: null }) - 1
  }
  const phases = roadmap.phases.map((section) => {
    const owner = isOutsideMilestones(section) ? ownerOf(section) : null
    return owner === null ? section : { ...section, window: windowOf(owner) }
  })
  return windows.length === roadmap.windows.length && phases.every((one, at) => one === roadmap.phases[at])
    ? roadmap
    : { ...roadmap, windows, phases }
}

interface Owner {
  readonly version: string
  readonly name: string | null
}

const nameOf = ({ id, title }: Pick<PhaseSection, 'id' | 'title'>) => `${phaseKey(id)} ${slugOf(title)}`

/** Returns a function that finds the shipped milestone of a phase. Numbers may restart: the title must match, or the log list the ticked phase. */
function owners(roadmap: RoadmapValue, files: ArchiveFiles, inputs: Inputs): (section: PhaseSection) => Owner | null {
  const isOpen = (version: string) =>
    [...roadmap.windows, ...roadmap.milestones].some((one) => one.version === version && one.mark !== 'shipped')
  const found = new Map<string, Owner>()
  for (const [version, path] of files)
    for (const section of inputs.parse('roadmap', path)?.value.phases ?? [])
      found.set(nameOf(section), { version, name: null })
  const logged = once(() => loggedIn(inputs).filter(({ version }) => !isOpen(version)))
  const folders = once(() => listArchivedDirectories(inputs.view))
  if (found.size + logged().length + folders().length === 0) return () => null
  const ticked = new Set(roadmap.checklist.filter(({ done }) => done).map(({ id }) => phaseKey(id)))
  return (section) => {
    const key = phaseKey(section.id)
    const folder = folders().find(({ id, slug }) => phaseKey(id) === key && isSlugOf(slug, section.title))
    const version = folder?.archive ?? null
    const namesSection = ({ titles, phaseList }: Logged) =>
      titles.has(nameOf(section)) || (ticked.has(key) && phaseList !== null && listsPhase(phaseList, section.id))
    return (
      found.get(nameOf(section)) ??
      logged().find((one) => one.version === version || namesSection(one)) ??
      (version === null || isOpen(version) ? null : { version, name: null })
    )
  }
}

interface Logged extends Owner {
  readonly phaseList: string | null
  /** Titles in the milestone's table of phases. */
  readonly titles: ReadonlySet<string>
}

function loggedIn(inputs: Inputs): readonly Logged[] {
  return (inputs.parse('milestone', LOG)?.value.entries ?? []).flatMap((entry) => {
    const { version, name } = milestoneTextIn(entry.title)
    const mark = markIn(entry.title)
    if (version === null || (mark !== null && mark !== 'shipped')) return []
    const phaseList = listedPhases(`${entry.title}\n${entry.text}`)
    const rows = tablesOf({ text: entry.text, spans: scan(entry.text) }).flatMap(({ rows }) => rows)
    const titles = rows.flatMap(({ cells }) => {
      const phase = phaseCellIn(cells[0]?.text ?? '')
      const title = phase?.title === '' ? (cells[1]?.text ?? '').split(/\s[-–—]\s/)[0] : phase?.title
      return phase === null ? [] : [nameOf({ id: phase.id, title: title ?? '' })]
    })
    return [{ version, name, phaseList, titles: new Set(titles) }]
  })
}
