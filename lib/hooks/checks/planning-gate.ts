// Refuses a write that would leave a planning file unreadable, or throw most of a long one away, before it happens.
import { CODECS } from '../../artifacts/all.js'
import { artifactOf } from '../../core/artifact-paths.js'
import { lintSource } from '../../core/judging/lint.js'
import { memorySource } from '../../core/writing/staging.js'
import type { Check, Checked, Finding, Surroundings } from '../check.js'
import { digestText } from '../digest.js'
import { textAfter, type Written, writtenBy } from './paths.js'

/** A rewrite of a file of at least so many lines must keep this share of them. */
const LONG = 40
const KEPT = 0.4
/** A one-use permission to shorten, and how long it is valid. */
const PERMIT = '.planning/.gsd-allow-shrink'
const PERMIT_MS = 15 * 60_000

const SHRINK_GUARDED = /(?:^|\/)(?:ROADMAP|STATE|[^/]*-ROADMAP)\.md$/
const MOST_SHOWN = 5

export const planningGate: Pick<Check, 'run'> = {
  run: async (event, around): Promise<Checked> => {
    const spent: Finding[] = []
    for (const written of writtenBy(event, around.project)) {
      if (written.below === null || !written.below.startsWith('.planning/')) continue
      const finding = await judged(written, written.below, around)
      if (finding?.kind === 'deny') return { findings: [finding] }
      if (finding !== null) spent.push(finding)
    }
    return { findings: spent }
  },
}

async function judged({ tool }: Written, path: string, around: Surroundings): Promise<Finding | null> {
  const before = around.project?.read(path) ?? null
  const after = textAfter(tool, before)
  if (after === null) return null
  const shrinks = shrunk(path, before, after, around)
  if (shrinks?.kind === 'deny') return shrinks
  return (await unreadable(path, before, after)) ?? shrinks
}

function shrunk(path: string, before: string | null, after: string, around: Surroundings): Finding | null {
  if (before === null || !SHRINK_GUARDED.test(path)) return null
  const old = before.split('\n').filter((line) => line.trim() !== '')
  if (old.length < LONG) return null
  const lines = new Set(after.split('\n'))
  const kept = old.filter((line) => lines.has(line)).length
  if (kept >= old.length * KEPT || around.env('GSD_ALLOW_PLANNING_SHRINK') === '1') return null
  if (isPermitted(around)) return { kind: 'spend', path: PERMIT }
  return {
    kind: 'deny',
    code: 'PLANNING_SHRINK',
    text: `this write keeps ${kept} of ${old.length} lines of ${path}. Change the lines that are meant, or let the person allow it once: touch ${PERMIT}`,
  }
}

const isPermitted = ({ project, now }: Surroundings): boolean => {
  const given = project?.writtenAt(PERMIT) ?? null
  return given !== null && now() - given <= PERMIT_MS
}

/** Only what the write itself would break: a file that is broken already may be worked on. */
async function unreadable(path: string, before: string | null, after: string): Promise<Finding | null> {
  const base = '.planning'
  const id = artifactOf(path, base)
  const load = Object.hasOwn(CODECS, id) ? CODECS[id] : undefined
  if (load === undefined) return null
  const codec = await load()
  // What a strict reader refuses counts too where the right line is certain: it costs nothing to write it right.
  const faults = (text: string) =>
    lintSource(codec, memorySource(path, text, digestText), false, digestText).filter(
      ({ severity, corrected }) => severity === 'error' || corrected !== undefined,
    )
  const wrong = faults(after)
  if (wrong.length === 0 || (before !== null && faults(before).length >= wrong.length)) return null
  const shown = wrong.slice(0, MOST_SHOWN).map(({ line, column, message, corrected }) => {
    const better = corrected === undefined ? '' : `\n  write instead: ${corrected}`
    return `${path}:${line}:${column} ${message}${better}`
  })
  const rest = wrong.length - shown.length
  return {
    kind: 'deny',
    code: 'PLANNING_UNREADABLE',
    text: `${path} could not be read after this write:\n${shown.join('\n')}${rest > 0 ? `\nand ${rest} more` : ''}`,
  }
}
