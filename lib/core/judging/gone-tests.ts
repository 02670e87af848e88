// Tests that went since the work began: files that are gone, and files that still run but hold nothing any more that can fail.
import type { RunResult } from '../../ports.js'
import { type LookStep, lookStep } from '../builtin-steps.js'
import type { View } from '../view.js'
import { assertsNothing, holdsTests, mayFail } from './asserting.js'
import type { Results } from './gate.js'
import { hiddenIn, hiddenStep, hiddenUnseen, unseenIn } from './hidden-files.js'
import type { Gone } from './seen.js'
import { isTestFile } from './test-files.js'

const REMOVED = 'gate:removed'
const CHANGED = 'gate:changed-tests'
/** What was taken out of a file: in commits since then, and in all from then to the tree as it is. */
const TAKEN_OUT = ['gate:taken-out', 'gate:taken-out-since'] as const
/** As the files are, whatever settings and attributes say of how they are to be shown. */
export const PLAIN = ['--text', '--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--relative']
export const PATCH = ['--patch', '--unified=0', '--src-prefix=a/', '--dst-prefix=b/', ...PLAIN]

/**
 * A suite without counts hides that files are gone; no count tells that nothing in them can fail. `starts`: the commits where the work was begun, the first
 * attempt first; one that is in the repository no more, as after a squash, gives way to the next.
 */
export function goneSteps(view: View, starts: readonly string[], results: Results): readonly LookStep[] {
  const there = starts.findIndex((start, at) => !isAbsent(start, results.get(since(REMOVED, at))))
  const at = there < 0 ? starts.length - 1 : there
  const start = starts[at]
  if (start === undefined || !view.hasGit) return []
  const looks = [
    lookStep(since(REMOVED, at), ['git', 'diff', '--name-only', '--diff-filter=D', '-M', '-z', start, '--']),
    lookStep(since(CHANGED, at), ['git', 'diff', '--name-only', '--diff-filter=AM', '--relative', '-z', start, '--']),
    hiddenStep,
  ].filter(({ name }) => !results.has(name))
  const silent = testsIn(results, since(CHANGED, at)).filter(isSilent(view))
  if (looks.length > 0 || silent.length === 0 || results.has(TAKEN_OUT[1])) return looks
  const words = ['--literal-pathspecs', '-c', 'core.quotePath=false'] as const
  return [
    lookStep(TAKEN_OUT[0], ['git', ...words, 'log', '--format=', ...PATCH, `${start}..HEAD`, '--', ...silent]),
    lookStep(TAKEN_OUT[1], ['git', ...words, 'diff', ...PATCH, start, '--', ...silent]),
  ]
}

/** The name of a look from the start at a place. */
const since = (look: string, at: number): string => (at === 0 ? look : `${look}-${at}`)

/** Git names what it cannot find, in whatever language it says so. */
const isAbsent = (start: string, found: RunResult | undefined): boolean =>
  found?.exitCode === 128 && found.stderr.includes(start)

const isSilent =
  (view: View) =>
  (path: string): boolean => {
    const text = view.source(path)?.text
    return text != null && assertsNothing(path, text)
  }

export function goneIn(view: View, results: Results): Gone {
  let at = 0
  while (results.has(since(REMOVED, at + 1))) at++
  const [removed, changed] = [since(REMOVED, at), since(CHANGED, at)]
  const looks = [removed, changed, ...TAKEN_OUT].map((name) => unseenIn(results, name))
  const unseen = [...looks, hiddenUnseen(results)].flatMap((why) => why ?? [])
  const emptied = [
    ...unseen.slice(0, 1).map((why) => `tests of which git shows nothing (${why})`),
    ...hiddenTests(view, results).filter(isSilent(view)),
    ...TAKEN_OUT.flatMap((name) => emptiedIn(results.get(name)?.stdout ?? '')),
  ]
  return { removed: testsIn(results, removed), emptied: [...new Set(emptied)] }
}

/** Tests that lie there, of which git shows no change. */
export const hiddenTests = (view: View, results: Results): readonly string[] =>
  hiddenIn(results).filter((path) => isTestOfProject(path) && view.source(path) !== null)

const testsIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter(isTestOfProject)

export const isTestOfProject = (path: string): boolean => isTestFile(path) && !path.startsWith('.planning/')

/** Files of a patch whose lines that were taken out belong to tests which could fail. */
const emptiedIn = (patch: string): readonly string[] =>
  patchedFiles(patch).flatMap(({ path, hunks }) => {
    const text = hunks.join('\n')
    return mayFail(linesOf(text, /^-/)) && holdsTests(path, linesOf(text, /^[-+]/)) ? [path] : []
  })

/** The files of a patch that were there before it, each with what changed in it place by place. */
export const patchedFiles = (patch: string): readonly { readonly path: string; readonly hunks: readonly string[] }[] =>
  patch.split(/^diff --git /m).flatMap((part) => {
    const [head = '', ...hunks] = part.split(/^@@ .*$/m)
    const path = /^--- "?a\/([^\t\n]+?)"?\t?$/m.exec(head)?.[1]
    return path === undefined ? [] : [{ path, hunks }]
  })

export const linesOf = (hunk: string, mark: RegExp): string =>
  hunk
    .split('\n')
    .filter((line) => mark.test(line))
    .map((line) => line.slice(1))
    .join('\n')
