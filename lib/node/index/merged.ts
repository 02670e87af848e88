// Folders in which no file that says what comes next holds a mark of an unfinished merge, each under its stamp: git puts another file in the place of one that it
// merges, and that changes the folder. A cache and nothing else: whatever is wrong with it, the files are read.
import { hostname } from 'node:os'
import type { Merged } from '../../core/writing/unmerged.js'
import { isAbout, openKept, putKept } from './kept.js'
import type { Place } from './place.js'
import {
  isOlder,
  joined,
  kindAt,
  NO_STAMPS,
  STAMP_WORDS,
  Stamper,
  type Stamping,
  type Stamps,
  split,
} from './stamps.js'

interface Asked {
  readonly root: string
  readonly stamping: Stamping | undefined
  readonly place: Place
  readonly call: string
  /** The caller's clock, milliseconds. */
  readonly now: () => number
}

interface Opened {
  readonly stamps: Stamps
  readonly places: ReadonlyMap<string, number>
}

const NOTHING: Opened = { stamps: NO_STAMPS, places: new Map() }

/** Folders looked through anew from which on writing it is worth its time. */
const WORTH = 16

/** For one write, once it has the lock. */
export function mergedFolders({ root, stamping, place, call, now }: Asked): Merged {
  const begun = Date.now()
  const stamper = new Stamper(root, stamping)
  let opened: Opened | null = null
  const known = (): Opened => {
    if (opened === null) {
      opened = openedAt(place, call, now())
      stamper.takeAhead([...opened.places.keys()])
    }
    return opened
  }
  const stands = (folder: string): boolean => {
    const at = known().places.get(folder)
    // Its stamp is taken before anybody reads what is in it.
    const stamp = stamper.of(folder)
    return at !== undefined && stamper.has(folder, known().stamps, at) && kindAt(stamp, 0) === 'folder'
  }
  return {
    has(folder) {
      try {
        return stands(folder)
      } catch {
        return false
      }
    },
    keep(folders) {
      if (folders.length < WORTH) return
      try {
        const { places, stamps } = known()
        const old = [...places].flatMap(([folder, at]) => (stamper.has(folder, stamps, at) ? [folder] : []))
        const paths = [...new Set([...old, ...folders])].filter(
          (folder) =>
            kindAt(stamper.of(folder), 0) === 'folder' &&
            isOlder(stamper.of(folder), 0, begun) &&
            !folder.includes('\n'),
        )
        const grounds = {
          paths: joined(paths),
          stamps: stamper.all(paths),
          folders: '',
          folderStamps: NO_STAMPS,
          outside: '',
          outsideStamps: NO_STAMPS,
        }
        putKept(place, { call, host: hostname(), at: now(), day: null, grounds, answer: ['null'] })
      } catch {
        // The next write reads the files again.
      }
    },
  }
}

function openedAt(place: Place, call: string, at: number): Opened {
  try {
    const kept = openKept(place)
    if (kept === null || !isAbout(kept, call, { at, day: '' })) return NOTHING
    const { paths, stamps } = kept.grounds
    const names = split(paths)
    return names.length * STAMP_WORDS === stamps.length
      ? { stamps, places: new Map(names.map((folder, index) => [folder, index])) }
      : NOTHING
  } catch {
    return NOTHING
  }
}
