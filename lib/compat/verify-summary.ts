// Verbs that hold what a SUMMARY says against the project and its history. They only look; that something works is judged by checks that run.
import { insidePath, isThere, kindAt } from '../core/project/project-files.js'
import type { RunResult } from '../ports.js'
import { bool, int, orNull, record, text, texts } from '../std/shape.js'
import { unknownShape, verdict } from '../verbs/findings.js'
import { fileMissing } from '../verbs/frontmatter/frontmatter.js'
import { arg, query, type Step, task } from '../verbs/verb.js'

const COMMITS = 'commits'
const HASH = /^[0-9a-f]{4,64}$/i

/** One process for any number of hashes; nothing that is no hash reaches git. */
const commitsStep = (hashes: readonly string[]): readonly Step[] => {
  const asked = hashes.filter((hash) => HASH.test(hash))
  return asked.length === 0
    ? []
    : [
        {
          name: COMMITS,
          argv: ['git', 'cat-file', '--batch-check=%(objecttype)'],
          stdin: `${asked.map((hash) => `${hash}^{commit}`).join('\n')}\n`,
          looks: true,
        },
      ]
}

/** null: git did not answer. */
function knownCommits(hashes: readonly string[], results: ReadonlyMap<string, RunResult>): ReadonlySet<string> | null {
  const asked = hashes.filter((hash) => HASH.test(hash))
  if (asked.length === 0) return new Set()
  const result = results.get(COMMITS)
  if (result?.exitCode !== 0) return null
  const lines = result.stdout.split('\n')
  return new Set(asked.filter((_, index) => lines[index] === 'commit'))
}

const NO_GIT = { code: 'NO_GIT', reason: 'there is no git repository, or git did not answer' } as const

export const verifyCommits = task('verify.commits', {
  about: 'Whether commits with these hashes exist',
  args: { hashes: arg.list('Hashes, whole or the first four characters on', { positional: true }) },
  reads: [],
  writes: [],
  result: record({ all_valid: orNull(bool()), valid: texts(), invalid: texts(), total: int(), unknown: unknownShape }),
  plan: ({ hashes }, view) => (view.hasGit ? commitsStep(hashes) : []),
  finish({ hashes }, view, results) {
    const none = { all_valid: null, valid: [], invalid: [], total: hashes.length }
    if (hashes.length === 0)
      return {
        result: { ...none, unknown: [{ path: 'all_valid', code: 'NOTHING_TO_CHECK', reason: 'no hash was given' }] },
        exit: 1,
      }
    const known = view.hasGit ? knownCommits(hashes, results) : null
    if (known === null) return { result: { ...none, unknown: [{ path: 'all_valid', ...NO_GIT }] }, exit: 1 }
    const invalid = hashes.filter((hash) => !known.has(hash))
    const result = {
      all_valid: invalid.length === 0,
      valid: hashes.filter((hash) => known.has(hash)),
      invalid,
      total: hashes.length,
      unknown: [],
    }
    return { ...verdict('all_valid', result) }
  },
})

export const verifySummary = task('verify-summary', {
  about: 'Whether the files and commits a SUMMARY names are there',
  args: {
    file: arg.file('SUMMARY file'),
    'check-count': arg.int('Files to look at; default: 2'),
  },
  reads: ['summary'],
  writes: [],
  result: record({
    passed: bool(),
    checks: record({
      summary_exists: bool(),
      files_created: record({ checked: int(), found: int(), missing: texts() }),
      commits_exist: orNull(bool()),
      self_check: text('What the SUMMARY says of itself: a claim that decides nothing'),
    }),
    errors: texts(),
    unknown: unknownShape,
  }),
  plan({ file }, view) {
    const value = view.parse('summary', file)?.value
    return value === undefined || !view.hasGit ? [] : commitsStep(value.commits)
  },
  finish({ file, 'check-count': count = 2 }, view, results) {
    const value = view.parse('summary', file)?.value
    const checks = {
      summary_exists: value !== undefined,
      files_created: { checked: 0, found: 0, missing: [] as readonly string[] },
      commits_exist: null as boolean | null,
      self_check: 'not_found',
    }
    if (value === undefined)
      return {
        result: { passed: false, checks, errors: [`${file} is not there`], unknown: [] },
        error: fileMissing(file),
      }
    const files = filesOf(value.keyFiles, value.files).slice(0, Math.max(0, count))
    const missing = files.filter((path) => !isThere(view, path))
    const known = view.hasGit ? knownCommits(value.commits, results) : null
    const lost = known === null ? [] : value.commits.filter((hash) => !known.has(hash))
    const commitsExist = known === null || value.commits.length === 0 ? null : lost.length === 0
    const errors = [
      ...missing.map((path) => `${path} is named as changed, but is not there`),
      ...lost.map((hash) => `there is no commit ${hash}`),
      ...(files.length === 0 && commitsExist === null ? ['it names nothing that could be checked'] : []),
    ]
    return {
      ...verdict('passed', {
        passed: errors.length === 0,
        checks: {
          summary_exists: true,
          files_created: { checked: files.length, found: files.length - missing.length, missing },
          commits_exist: commitsExist,
          self_check: value.selfCheck ?? 'not_found',
        },
        errors,
        unknown:
          commitsExist !== null
            ? []
            : [
                known === null
                  ? { path: 'checks.commits_exist', ...NO_GIT }
                  : { path: 'checks.commits_exist', code: 'NOTHING_TO_CHECK', reason: 'the SUMMARY names no commit' },
              ],
      }),
    }
  },
})

const filesOf = (
  { created, modified }: { readonly created: readonly string[]; readonly modified: readonly string[] },
  listed: readonly string[],
): readonly string[] =>
  [...new Set([...created, ...modified, ...listed].map(bare))].filter((path) => insidePath(path) !== null)

/** `src/a.ts - what it is` names the file before the dash. */
const bare = (entry: string): string =>
  entry
    .replace(/^`|`$/g, '')
    .split(/\s+[-–—(]/)[0]
    ?.replace(/`/g, '')
    .trim() ?? entry

export const verifyPathExists = query('verify-path-exists', {
  about: 'Whether a path of the project is there, and what it is',
  args: { path: arg.file('File or folder') },
  result: record({ exists: bool(), type: orNull(text('file, directory or other')) }),
  reads: ['other'],
  needsProject: false,
  run({ path }, view) {
    const type = kindAt(view, path)
    return type === null
      ? { result: { exists: false, type: null }, error: fileMissing(path) }
      : { result: { exists: true, type } }
  },
})
