// What an event changes on the disk, by its tools and by what it starts in a shell, seen from the project.
import type { Acting } from '../event.js'
import { hasShell } from '../shell.js'
import type { Changed, LineAround, Surroundings } from '../surroundings.js'
import { isApart } from './owned-files.js'
import { textAfter, writtenBy } from './paths.js'

/** In the order in which they happen. */
export const changedBy = (event: Acting, around: Surroundings): readonly Changed[] => [
  ...writtenBy(event, around.project)
    .filter(({ tool }) => tool.action === 'write' || tool.action === 'edit')
    .map(
      ({ tool, absolute }): Changed => ({
        kind: 'write',
        by: 'tool',
        absolute,
        below: placeOf(absolute, around),
        after: (before) => textAfter(tool, before),
      }),
    ),
  ...(hasShell(event, around) ? around.shell().changed(event, around) : []),
]

/** Links are followed; a planning file has the spelling that is on the disk, where the disk may know several. */
export function placeOf(absolute: string, { project, real, names }: LineAround): string | null {
  if (project === null) return null
  const roots = [project.root.replaceAll('\\', '/'), real(project.root)]
  for (const path of [real(absolute), absolute]) {
    for (const root of roots) {
      if (root === path || root.startsWith(`${path}/`) || path === '/') return ''
      if (!path.toLowerCase().startsWith(`${root.toLowerCase()}/`)) continue
      const below = path.slice(root.length + 1)
      const segments = below.split('/')
      if (segments[0]?.toLowerCase() === PLANNING) return spelled(root, segments, names)
      if (path.startsWith(`${root}/`) && path === absolute) return below
    }
  }
  return null
}

export const PLANNING = '.planning'

function spelled(root: string, segments: readonly string[], names: LineAround['names']): string {
  let at = PLANNING
  for (const segment of segments.slice(1)) {
    const there = names(`${root}/${at}`)
    const same = there.includes(segment) ? segment : there.find((name) => name.toLowerCase() === segment.toLowerCase())
    at = `${at}/${same ?? segment}`
  }
  return at
}

/** Whether a change concerns what is planned: a file or folder below `.planning` that is no draft, that folder, or what holds it. */
export const concernsPlans = ({ below, kind }: Changed): boolean =>
  below !== null &&
  !isApart(below) &&
  (below === PLANNING || below.startsWith(`${PLANNING}/`) || (below === '' && kind === 'remove'))
