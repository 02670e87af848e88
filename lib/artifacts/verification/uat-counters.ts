// The counters below `## Summary` of a UAT.md: the CLI counts the answers, whatever numbers stand there.
import type { Source } from '../../ports.js'
import { applySplices, type Splice } from '../../std/edit.js'
import { bodyOf, sectionOf } from '../parts/prose.js'
import { renderCounters, type UatTest } from './uat-tests.js'

/** The text with true numbers behind the labels that are there. */
export function withTrueCounters(source: Source, tests: readonly UatTest[]): string {
  const text = source.text ?? ''
  const section = sectionOf(source, 'summary')
  if (section === null) return text
  const { start, end } = bodyOf(section)
  const counts = new Map(
    renderCounters(tests)
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  const splices: Splice[] = []
  let at = start
  for (const line of text.slice(start, end).split('\n')) {
    const found = /^(\s*(?:- )?)([a-z]+):[ \t]*(\d+)/.exec(line)
    const count = counts.get(found?.[2] ?? '')
    if (found !== null && count !== undefined && found[3] !== count) {
      const to = at + found[0].length
      splices.push({ start: to - (found[3] as string).length, end: to, insert: count })
    }
    at += line.length + 1
  }
  return applySplices(text, splices)
}
