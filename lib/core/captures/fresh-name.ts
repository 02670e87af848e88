// Collision-free names for new files: date, words and a mark that differs between branches.
import { slugOf } from '../../std/slug.js'
import type { View } from '../view.js'

export interface FreshName {
  /** `2026-01-05-fix-the-login-k3fa`: file name without `.md`, and id. */
  readonly id: string
  /** RFC 3339 time of creation. */
  readonly at: string
}

/** Four letters derived from time and text. */
function markOf(view: View, text: string): string {
  const number = Number.parseInt(view.digest(`${view.clock.now()}\0${text}`).slice(0, 10), 16)
  return number.toString(36).padStart(4, '0').slice(-4)
}

/** A name unused in these folders; the caller holds the lock, so it stays free until written. */
export function freshName(view: View, text: string, folders: readonly string[]): FreshName {
  const words = slugOf(text, 40) || 'untitled'
  const base = `${view.clock.today()}-${words}-${markOf(view, text)}`
  const taken = new Set(folders.flatMap((folder) => view.list(folder).map(({ name }) => name)))
  let id = base
  for (let next = 2; taken.has(`${id}.md`); next++) id = `${base}-${next}`
  return { id, at: new Date(view.clock.now()).toISOString() }
}
