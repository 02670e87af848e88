// The counters below `## Summary` of a UAT.md: recounted by the CLI.
import type { Source } from '../../ports.js'
import { applySplices, type Splice } from '../../std/edit.js'
import { bodyOf, sectionOf } from '../parts/prose.js'
import type { UatTest } from './uat-tests.js'

const RESULTS = { passed: 'pass', issues: 'issue', pending: 'pending', skipped: 'skipped', blocked: 'blocked' } as const

/** Corrects the counts of existing labels. */
export function withTrueCounters(source: Source, tests: readonly UatTest[]): string {
  const text = source.text ?? ''
  const section = sectionOf(source, 'summary')
  if (section === null) return text
  const { start, end } = bodyOf(section)
  const counts = new Map<string, number>([['total', tests.length]])
  for (const [label, wanted] of Object.entries(RESULTS))
    counts.set(label, tests.filter(({ result }) => result === wanted).length)
  const splices = [...text.slice(start, end).matchAll(/^(\s*(?:- )?([a-z]+):[ \t]*)(\d+)/gm)].flatMap(
    ({ index, 1: head = '', 2: label = '', 3: said = '' }): readonly Splice[] => {
      const at = start + index + head.length
      const count = counts.get(label)
      return count === undefined ? [] : [{ start: at, end: at + said.length, insert: String(count) }]
    },
  )
  return applySplices(text, splices)
}
