// Reads the patch text that some models write instead of calling a tool per file.
import type { ToolUse } from './event.js'

type PatchedFile = Pick<ToolUse, 'path' | 'content' | 'edits'>

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/

/** The files a patch writes or changes, in its order; empty where the text is no patch. A new file has its whole `content`. */
export function patchedFiles(text: string): readonly PatchedFile[] {
  const begin = text.indexOf('*** Begin Patch')
  if (begin < 0) return []
  const files: { kind: string; path: string; lines: string[] }[] = []
  for (const line of text.slice(begin).split(/\r?\n/)) {
    if (line.startsWith('*** End Patch')) break
    const header = HEADER.exec(line)
    if (header !== null) files.push({ kind: header[1] as string, path: (header[2] as string).trim(), lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.map(({ kind, path, lines }) => {
    const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1))
    const [removed, added] = [marked('-'), marked('+')]
    if (kind === 'Add') return { path, content: `${added.join('\n')}\n`, edits: [] }
    return { path, content: null, edits: [{ before: removed.join('\n'), after: added.join('\n') }] }
  })
}
