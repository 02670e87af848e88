// All problems, from every source.
import type { Trouble, WholeBoard } from '../core/board/shown.js'
import { unitText } from './words.js'

/** Deduplicated. */
export function troublesOf({ troubles, blockers, waiting, health, lane }: WholeBoard): readonly Trouble[] {
  const asked = new Set(waiting.map(({ text }) => text))
  const bare = (text: string, fix: string | null = null): Trouble => ({ text, fix, phase: null })
  const all = [
    ...blockers.filter((text) => !asked.has(text)).map((text) => bare(text)),
    ...lane.filter(({ is }) => is !== 'merged').map(({ unit, reason }) => bare(`${unitText(unit)}: ${reason ?? ''}`)),
    ...troubles,
    ...health.errors.filter(({ message }) => !asked.has(message)).map(({ message, fix }) => bare(message, fix)),
  ]
  return [...new Map(all.map((one) => [one.text, one])).values()]
}
