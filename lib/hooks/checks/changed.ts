// What an event's tools for files change, seen from the project.
import { slashed } from '../../std/paths.js'
import type { Acting } from '../event.js'
import type { Surroundings } from '../surroundings.js'
import { isApart } from './owned-files.js'
import { textAfter, writtenBy } from './paths.js'

export interface Changed {
  readonly absolute: string
  /** Below the project's root, links followed; null: elsewhere. */
  readonly below: string | null
  /** The whole text was given: an edit keeps what it does not name. */
  readonly isWhole: boolean
  /** The text it would have, from the text it has (null: there is none); null: not known. */
  readonly after: (before: string | null) => string | null
}

export const changedBy = (event: Acting, around: Surroundings): readonly Changed[] =>
  writtenBy(event, around.project)
    .filter(({ tool }) => tool.action === 'write' || tool.action === 'edit')
    .map(({ tool, absolute }) => ({
      absolute,
      below: placeOf(absolute, around),
      isWhole: tool.content !== null,
      after: (before) => textAfter(tool, before),
    }))

type Around = Pick<Surroundings, 'project' | 'real' | 'names'>

/** A planning file is named as it is on the disk, which may ignore case. */
function placeOf(absolute: string, { project, real, names }: Around): string | null {
  if (project === null) return null
  const roots = [slashed(project.root), real(project.root)]
  for (const path of [real(absolute), absolute])
    for (const root of roots) {
      if (!path.toLowerCase().startsWith(`${root.toLowerCase()}/`)) continue
      const below = path.slice(root.length + 1)
      const segments = below.split('/')
      if (segments[0]?.toLowerCase() === PLANNING) return spelled(root, segments, names)
      if (path.startsWith(`${root}/`) && path === absolute) return below
    }
  return null
}

export const PLANNING = '.planning'

function spelled(root: string, segments: readonly string[], names: Around['names']): string {
  let at = PLANNING
  for (const segment of segments.slice(1)) {
    const there = names(`${root}/${at}`)
    const same = there.includes(segment) ? segment : there.find((name) => name.toLowerCase() === segment.toLowerCase())
    at = `${at}/${same ?? segment}`
  }
  return at
}

/** Whether it is a file below `.planning` that is no draft. */
export const concernsPlans = ({ below }: Changed): boolean =>
  below !== null && !isApart(below) && below.startsWith(`${PLANNING}/`)
