// The last readable text of a damaged file, from the journal.
import type { View } from '../view.js'
import { entriesBackwards, fileIn, imageAt } from './history.js'

interface LastText {
  /** When it was written, or seen before a write. */
  readonly at: string
  readonly text: string
}

/** The newest one; null if none is stored. */
export function lastText(view: View, path: string): LastText | null {
  for (const entry of entriesBackwards(view)) {
    const file = fileIn(entry, path)
    for (const digest of [file?.after, file?.before]) {
      const text = digest == null ? null : imageAt(view, path, digest)?.text
      if (text != null) return { at: entry.at, text }
    }
  }
  return null
}
