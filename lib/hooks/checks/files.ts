// Files that a tool reads or changes, relative to the project.
import { posix } from 'node:path'
import { slashed } from '../../std/paths.js'
import type { Surroundings, ToolEvent, ToolUse } from '../check.js'
import { isDraftOrWorktree } from './owned-files.js'

export const PLANNING = '.planning'

export interface FileUse {
  readonly tool: ToolUse
  readonly absolute: string
  /** Relative to the project's root; null if outside. Links are followed only to `.planning`. */
  readonly below: string | null
}

type Around = Pick<Surroundings, 'project' | 'real' | 'names'>

export const filesOf = ({ tools, cwd }: ToolEvent, around: Around): readonly FileUse[] =>
  tools.flatMap((tool) => {
    if (tool.path === null) return []
    const absolute = absolutePath(tool.path, cwd)
    return [{ tool, absolute, below: placeOf(absolute, around) }]
  })

export const changesOf = (event: ToolEvent, around: Around): readonly FileUse[] =>
  filesOf(event, around).filter(({ tool: { action } }) => action === 'write' || action === 'edit')

/** Whether the file is below `.planning`, and neither a draft nor in a worktree. */
export const concernsPlans = ({ below }: FileUse): boolean =>
  below !== null && !isDraftOrWorktree(below) && below.startsWith(`${PLANNING}/`)

const normalPath = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '')

export function absolutePath(path: string, cwd: string): string {
  const given = slashed(path)
  return normalPath(/^(?:[A-Za-z]:)?\//.test(given) ? given : `${slashed(cwd)}/${given}`)
}

/** Returns the path below the project; null if outside. In `.planning`, links are resolved and case is the disk's. */
function placeOf(absolute: string, { project, real, names }: Around): string | null {
  if (project === null) return null
  const roots = [normalPath(slashed(project.root)), real(project.root)]
  for (const path of [real(absolute), absolute])
    for (const root of roots) {
      if (!path.toLowerCase().startsWith(`${root.toLowerCase()}/`)) continue
      const below = path.slice(root.length + 1)
      const segments = below.split('/')
      if (segments[0]?.toLowerCase() === PLANNING) return spelledAsOnDisk(root, segments, names)
      if (path.startsWith(`${root}/`) && path === absolute) return below
    }
  return null
}

function spelledAsOnDisk(root: string, segments: readonly string[], names: Around['names']): string {
  let at = PLANNING
  for (const segment of segments.slice(1)) {
    const entries = names(`${root}/${at}`)
    const same = entries.includes(segment)
      ? segment
      : entries.find((name) => name.toLowerCase() === segment.toLowerCase())
    at = `${at}/${same ?? segment}`
  }
  return at
}

/** Returns the file's text after the call; null if unknown. */
export function textAfter({ content, edits }: ToolUse, before: string | null): string | null {
  if (content !== null) return content
  if (before === null || edits.length === 0) return null
  let text = before
  for (const { before: old, after } of edits) {
    const at = old === '' ? -1 : text.indexOf(old)
    if (at < 0) return null
    text = text.slice(0, at) + after + text.slice(at + old.length)
  }
  return text
}
