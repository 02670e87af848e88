// What the journal keeps of the files themselves: their bytes by digest before and after each write, as long as there is room for them.
import { readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { journalNames } from '../core/history/journal.js'
import { JOURNAL_FOLDER, objectPath } from '../core/layout.js'
import { clear } from './confined.js'
import { sha256Kept } from './digest.js'
import type { FilePort } from './durable.js'
import { statOf } from './obstacle.js'

/** Above it the images that were used longest ago go, until three quarters are left. Lines of the journal never go. */
const MOST_BYTES = 128 * 1024 * 1024

/** The images are counted each time the journal has grown by this much: some seven hundred writes. */
const COUNTING_BYTES = 256 * 1024

/** Keeps bytes under their digests. */
export function keepImages(root: string, images: Iterable<Buffer>, files: FilePort): void {
  const fresh = new Set<string>()
  files.together(() => {
    for (const bytes of images) {
      const path = join(root, objectPath(sha256Kept(bytes)))
      if (fresh.has(path)) continue
      if (files.size(path) !== null) files.touch(path)
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

/** The journal file that the next line goes to, relative to the root. A clock that was set back does not open an older one. */
export function journalFor(root: string, month: string, files: FilePort): string {
  const own = `${month}.jsonl`
  const newest = journalNames(files.list(join(root, JOURNAL_FOLDER))).at(-1) ?? own
  return `${JOURNAL_FOLDER}/${newest < own ? own : newest}`
}

/** Now and then, after an append that began at `length`: makes room. Whatever goes wrong with it is no fault of the write. */
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
  readonly used: number
}

/** Removes the images used longest ago if there are more bytes than that; answers how many went. */
export function dropOldest(root: string, most: number): number {
  clear(root, `${JOURNAL_FOLDER}/objects`, 'folder')
  const images = listImages(join(root, JOURNAL_FOLDER, 'objects')).sort((a, b) => a.used - b.used)
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

/** What is kept by its digest and nothing else: a link among them is neither followed nor counted. */
function listImages(folder: string): Image[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((shelf) =>
    !shelf.isDirectory()
      ? []
      : readdirSync(join(folder, shelf.name)).flatMap((name): Image[] => {
          const path = join(folder, shelf.name, name)
          const found = statOf(path)
          return found?.isFile() === true ? [{ path, bytes: found.size, used: found.mtimeMs }] : []
        }),
  )
}
