// The journal's file images: bytes by digest before and after each write, within a size limit.
import { readdirSync, unlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { journalNames } from '../core/history/journal.js'
import { JOURNAL_FOLDER, objectPath } from '../core/layout.js'
import { clear } from './confined.js'
import { sha256Kept } from './digest.js'
import { statOf } from './disk.js'
import type { FilePort } from './durable.js'

/** Above this the longest unused images are removed, down to three quarters. Journal lines stay. */
const MOST_BYTES = 128 * 1024 * 1024

/** Journal growth between counts of the images: about seven hundred writes. */
const COUNTING_BYTES = 256 * 1024

export function keepImages(root: string, images: Iterable<Buffer>, files: FilePort): void {
  const fresh = new Set<string>()
  files.together(() => {
    for (const bytes of images) {
      const path = join(root, objectPath(sha256Kept(bytes)))
      if (fresh.has(path)) continue
      if (files.size(path) !== null) touch(path)
      else {
        files.write(`${path}.tmp`, bytes)
        fresh.add(path)
      }
    }
  })
  files.together(() => {
    for (const path of fresh) files.rename(`${path}.tmp`, path)
  })
}

/** The file of another user cannot be touched, and is only dropped earlier. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {}
}

/** The journal file of the next line, relative to the root. A clock set back does not reopen an older one. */
export function journalFor(root: string, month: string, files: FilePort): string {
  const own = `${month}.jsonl`
  const newest = journalNames(files.list(join(root, JOURNAL_FOLDER))).at(-1) ?? own
  return `${JOURNAL_FOLDER}/${newest < own ? own : newest}`
}

/** Occasionally, after an append at `length`: makes room. A failure here is not the write's. */
export function boundImages(root: string, length: number, added: number): void {
  if (Math.floor(length / COUNTING_BYTES) === Math.floor((length + added) / COUNTING_BYTES)) return
  try {
    dropOldest(root, MOST_BYTES)
  } catch {
    // The next count tries again.
  }
}

interface Image {
  readonly path: string
  readonly bytes: number
  readonly at: number
}

/** Removes the longest unused images above this size; returns their number. */
export function dropOldest(root: string, most: number): number {
  clear(root, `${JOURNAL_FOLDER}/objects`, 'folder')
  const images = listImages(join(root, JOURNAL_FOLDER, 'objects')).sort((a, b) => a.at - b.at)
  let bytes = images.reduce((sum, image) => sum + image.bytes, 0)
  if (bytes <= most) return 0
  let gone = 0
  for (const image of images) {
    if (bytes <= most * 0.75) break
    unlinkSync(image.path)
    bytes -= image.bytes
    gone++
  }
  return gone
}

/** Only files named by digest: links are neither followed nor counted. */
function listImages(folder: string): Image[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((shelf) =>
    !shelf.isDirectory()
      ? []
      : readdirSync(join(folder, shelf.name)).flatMap((name): Image[] => {
          const path = join(folder, shelf.name, name)
          const found = statOf(path)
          return found?.isFile() === true ? [{ path, bytes: found.size, at: found.mtimeMs }] : []
        }),
  )
}
