// Reads the patch text that some models write instead of one tool call per file.
import type { ToolUse } from './check.js'

type PatchedFile = Pick<ToolUse, 'path' | 'content' | 'edits'>

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

interface Section {
  readonly kind: string
  readonly path: string
  readonly lines: string[]
}

/** The files of a patch, in order; none if it is not a patch. A new file has `content`, empty for a deleted one. */
export function patchedFiles(text: string): readonly PatchedFile[] {
  const begin = text.indexOf('*** Begin Patch')
  if (begin < 0) return []
  const files: Section[] = []
  for (const line of text.slice(begin).split(/\r?\n/)) {
    if (line.startsWith('*** End Patch')) break
    const header = HEADER.exec(line)
    if (header !== null) files.push({ kind: header[1] as string, path: (header[2] as string).trim(), lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.flatMap(changed)
}

function changed({ kind, path, lines }: Section): readonly PatchedFile[] {
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
  if (kind === 'Add') return [{ path, content: `${added.join('\n')}\n`, edits: [] }]
  if (kind === 'Delete') return [{ path, content: '', edits: [] }]
  const edits = hunksOf(lines)
  const to = lines.map((line) => MOVED.exec(line)?.[1]).find((one) => one !== undefined)
  if (to === undefined) return [{ path, content: null, edits }]
  return [
    { path, content: '', edits: [] },
    { path: to.trim(), content: null, edits },
  ]
}

/** Each hunk as the lines it replaces, including context lines. */
function hunksOf(lines: readonly string[]): PatchedFile['edits'] {
  const hunks: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push([])
    else if (/^[-+ ]/.test(line)) hunks.at(-1)?.push(line)
    else if (line === '') hunks.at(-1)?.push(' ')
  }
  const side = (hunk: readonly string[], mark: string) =>
    hunk
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  return hunks
    .filter((hunk) => hunk.some((line) => !line.startsWith(' ')))
    .map((hunk) => ({ before: side(hunk, '-'), after: side(hunk, '+') }))
}
