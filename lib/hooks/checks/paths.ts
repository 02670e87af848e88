// Where a tool writes, seen from the project.
import { slashed } from '../../std/paths.js'
import type { Acting, ToolUse } from '../event.js'
import type { HookProject } from '../surroundings.js'

export interface Written {
  readonly tool: ToolUse
  /** Below the project's root, with `/`; null: outside of it. */
  readonly below: string | null
  readonly absolute: string
}

/** A pattern that is not tried need not be compiled. */
const isAbsolutePath = (path: string): boolean => path.startsWith('/') || (path[1] === ':' && /^[A-Za-z]:\//.test(path))

/** Without `.` and `..`; nothing is looked up on the disk. */
function normalPath(path: string): string {
  const parts: string[] = []
  for (const part of slashed(path).split('/')) {
    if (part === '..' && parts.length > 1) parts.pop()
    else if (part !== '.' && part !== '..' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.length === 1 && parts[0] === '' ? '/' : parts.join('/')
}

/** A path as it is given, from the root of the disk. */
export function absolutePath(path: string, cwd: string): string {
  const given = slashed(path)
  return normalPath(isAbsolutePath(given) ? given : `${slashed(cwd)}/${given}`)
}

/** Everything the event's tools write or read, in their order. */
export function writtenBy({ tools, cwd }: Acting, project: HookProject | null): readonly Written[] {
  return tools.flatMap((tool) => {
    if (tool.path === null) return []
    const absolute = absolutePath(tool.path, cwd)
    const root = project === null ? null : `${normalPath(project.root)}/`
    return [{ tool, absolute, below: root !== null && absolute.startsWith(root) ? absolute.slice(root.length) : null }]
  })
}

/** The text a file would have after the call; null where that cannot be told. */
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
