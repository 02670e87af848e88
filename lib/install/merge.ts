// Merging a person's edit of a text into another version of that text, hunk by hunk, and settling the hunks that do not fit.
import { diff3MergeRegions, diffIndices } from 'node-diff3'
import { eolOf } from '../std/text.js'

type HunkState = 'applied' | 'already-upstream' | 'target-gone' | 'conflict'

/** One place that the edit changed. The texts are whole lines with their endings. */
export interface Hunk {
  readonly state: HunkState
  /** 1-based first line in each text; where a text is empty, the line it would stand before. */
  readonly line: { readonly base: number; readonly mine: number; readonly theirs: number }
  /** `null`: the text the edit started from was not kept. */
  readonly base: string | null
  readonly mine: string
  readonly theirs: string
}

export interface Merge {
  /** `theirs` with every hunk that could be applied. */
  readonly text: string
  readonly hunks: readonly Hunk[]
}

export const isOpen = ({ state }: Hunk): boolean => state === 'conflict' || state === 'target-gone'
export const isClean = ({ hunks }: Merge): boolean => !hunks.some(isOpen)

/** Lines with their endings. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The text with the line ending of `like`, so that an editor that changed all of them does not make every line differ. */
const spelledLike = (text: string, like: string): string =>
  eolOf(like) === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text

interface Change {
  /** First line (from 0) and number of lines. */
  readonly buffer1: readonly [number, number]
  readonly buffer1Content: readonly string[]
  readonly buffer2: readonly [number, number]
  readonly buffer2Content: readonly string[]
}
export const changesOf = (from: readonly string[], to: readonly string[]): readonly Change[] =>
  diffIndices([...from], [...to])

type Region =
  | { readonly stable: true; readonly bufferContent: readonly string[] }
  | {
      readonly stable: false
      readonly aStart: number
      readonly aContent: readonly string[]
      readonly oStart: number
      readonly oContent: readonly string[]
      readonly bStart: number
      readonly bContent: readonly string[]
    }

/** Merges base → mine into `theirs`. Without a base every difference is a conflict: nobody can tell who changed it. */
export function mergeByHunk(base: string | null, mine: string, theirs: string): Merge {
  const own = linesOf(mine)
  const next = linesOf(spelledLike(theirs, mine))
  if (base === null) return { text: next.join(''), hunks: changesOf(next, own).map(differenceOf) }
  const old = linesOf(spelledLike(base, mine))
  const regions = diff3MergeRegions(own, old, next) as unknown as readonly Region[]
  const shared = regions.flatMap((region) => (region.stable ? [] : [sharedHunk(region)]))
  const alone = changesOf(old, own).filter(({ buffer1: [start] }) =>
    regions.every((region) => region.stable || start < region.oStart || start > region.oStart + region.oContent.length),
  )
  const moved = changesOf(old, next)
  const merge = {
    text: regions.flatMap((region) => [...(region.stable ? region.bufferContent : region.bContent)]).join(''),
    hunks: [...shared, ...alone.map((change) => appliedHunk(change, moved))].sort((a, b) => a.line.mine - b.line.mine),
  }
  return missingFrom(base, mine, merge.text).length === 0 || !isClean(merge) ? merge : doubtful(merge)
}

const differenceOf = ({ buffer1, buffer1Content, buffer2, buffer2Content }: Change): Hunk => ({
  state: 'conflict',
  line: { base: 1, mine: buffer2[0] + 1, theirs: buffer1[0] + 1 },
  base: null,
  mine: buffer2Content.join(''),
  theirs: buffer1Content.join(''),
})

function appliedHunk({ buffer1, buffer1Content, buffer2, buffer2Content }: Change, moved: readonly Change[]): Hunk {
  const before = moved.filter(({ buffer1: [start] }) => start < buffer1[0])
  const shift = before.reduce((sum, { buffer1: [, gone], buffer2: [, come] }) => sum + come - gone, 0)
  return {
    state: 'applied',
    line: { base: buffer1[0] + 1, mine: buffer2[0] + 1, theirs: buffer1[0] + shift + 1 },
    base: buffer1Content.join(''),
    mine: buffer2Content.join(''),
    theirs: buffer1Content.join(''),
  }
}

const sharedHunk = (region: Exclude<Region, { readonly stable: true }>): Hunk => ({
  state: holds(region.oContent, region.aContent, region.bContent)
    ? 'already-upstream'
    : region.bContent.length === 0
      ? 'target-gone'
      : 'conflict',
  line: { base: region.oStart + 1, mine: region.aStart + 1, theirs: region.bStart + 1 },
  base: region.oContent.join(''),
  mine: region.aContent.join(''),
  theirs: region.bContent.join(''),
})

const counted = (lines: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** Every change from `old` to `own` is in `next` as well: what was added stands there, what was removed does not. */
function holds(old: readonly string[], own: readonly string[], next: readonly string[]): boolean {
  if (own.join('') === next.join('')) return true
  const [before, mine, theirs] = [counted(old), counted(own), counted(next)]
  const changes = [...new Set([...old, ...own])].map((line) => {
    const [was, is, will] = [before, mine, theirs].map((counts) => counts.get(line) ?? 0) as [number, number, number]
    return { moved: is - was, fits: is > was ? will >= is : is < was ? will <= is : true }
  })
  const runs = changesOf(old, own).map(({ buffer2Content }) => buffer2Content)
  return (
    changes.some(({ moved }) => moved !== 0) &&
    changes.every(({ fits }) => fits) &&
    runs.every((run) => contains(next, run))
  )
}

const contains = (lines: readonly string[], run: readonly string[]): boolean =>
  run.length === 0 || lines.some((_, at) => run.every((line, index) => lines[at + index] === line))

/**
 * Hunks of base → mine that are not in `result`, wherever they would stand there: an addition is there when its lines follow each other, a removal when
 * what it left behind does, or what it took away does not.
 */
export function missingFrom(base: string, mine: string, result: string): readonly string[] {
  const own = linesOf(mine)
  const old = linesOf(spelledLike(base, mine))
  const lines = linesOf(result)
  return changesOf(old, own).flatMap(
    ({ buffer1: [from, gone], buffer1Content, buffer2: [at, come], buffer2Content }) => {
      const around = (kept: readonly string[], text: readonly string[], start: number, length: number) => [
        ...text.slice(Math.max(0, start - 1), start),
        ...kept,
        ...text.slice(start + length, start + length + 1),
      ]
      const isThere =
        come > 0
          ? contains(lines, buffer2Content)
          : contains(lines, around([], own, at, come)) || !contains(lines, around(buffer1Content, old, from, gone))
      return isThere ? [] : [come > 0 ? buffer2Content.join('') : buffer1Content.join('')]
    },
  )
}

/** A merge that lost something is not used: all of it becomes a person's to decide. */
const doubtful = ({ text, hunks }: Merge): Merge => ({
  text,
  hunks: hunks.map((hunk) => ({ ...hunk, state: 'conflict' })),
})

/** Whether whole lines stand in a text one after the other. */
export const hasLines = (text: string, part: string): boolean => contains(linesOf(text), linesOf(part))

export const TAKES = ['mine', 'theirs', 'both', 'text'] as const
export type Take = (typeof TAKES)[number]

/** What stands at the hunk's place from now on, as whole lines in the line ending of `like`. */
export function settledText(hunk: Pick<Hunk, 'mine' | 'theirs'>, take: Take, text: string, like: string): string {
  const lines = (part: string) => (part === '' || part.endsWith('\n') ? part : `${part}${eolOf(like)}`)
  const whole = { mine: hunk.mine, theirs: hunk.theirs, both: lines(hunk.mine) + hunk.theirs, text: lines(text) }[take]
  return spelledLike(whole, like)
}

export interface Sides {
  /** `null`: the text the edit started from was not kept. */
  readonly base: string | null
  readonly mine: string
  readonly theirs: string
}

/**
 * All texts with `text` at the hunk's place: they agree there, so that nothing is left to merge. The base too, because with each answer it then comes
 * closer to both sides, which is why answering ends.
 */
export function settle({ line, ...hunk }: Hunk, { base, mine, theirs }: Sides, text: string): Sides {
  const placed = (whole: string, from: number, part: string) => {
    const lines = linesOf(whole)
    const before = lines.slice(0, from - 1).join('')
    const after = lines.slice(from - 1 + linesOf(part).length).join('')
    const joined = before === '' || before.endsWith('\n') || text === '' ? before : `${before}${eolOf(mine)}`
    return `${joined}${text === '' || text.endsWith('\n') || after === '' ? text : `${text}${eolOf(mine)}`}${after}`
  }
  return {
    base: base === null ? null : placed(spelledLike(base, mine), line.base, hunk.base ?? ''),
    mine: placed(mine, line.mine, hunk.mine),
    theirs: placed(spelledLike(theirs, mine), line.theirs, hunk.theirs),
  }
}
