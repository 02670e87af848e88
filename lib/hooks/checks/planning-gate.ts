// Protects planning files: refuses writes that damage, empty or shrink one, or that only the CLI may make, and reports
// damage that a shell line did.
import { KIND_LOADERS } from '../../artifacts/all.js'
import { isLog, isWrite } from '../../core/history/history.js'
import { journalNames, readLog } from '../../core/history/journal.js'
import { lintSource } from '../../core/judging/lint.js'
import { artifactOf, JOURNAL_FOLDER, objectPath } from '../../core/layout.js'
import { memorySource } from '../../core/writing/staging.js'
import type { Digest } from '../../ports.js'
import { pathText } from '../../std/safe-text.js'
import { wordTable } from '../../std/text.js'
import type { Advice, CheckAt, Deny, HookProject } from '../check.js'
import { changesOf, concernsPlans, type FileUse, PLANNING, textAfter } from './files.js'
import { ownedBy } from './owned-files.js'

/** A rewrite of a file with at least that many lines must keep this share of them. */
const LONG_FILE_LINES = 40
const MIN_KEPT_SHARE = 0.4
const SHRINK_GUARDED = /(?:^|\/)(?:ROADMAP|STATE|[^/]*-ROADMAP)\.md$/

/** Tells texts apart, without loading cryptography. */
const digestText: Digest = (text) => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${(hash >>> 0).toString(16)}-${text.length}`
}

/** Longer texts are left to the CLI: the client waits for this hook. */
const MAX_CHECKED = 256_000
const MAX_SHOWN = 5

export const planningGate: Pick<CheckAt<'pre-tool'>, 'run'> = {
  run: async (event, around) => {
    for (const change of changesOf(event, around)) {
      const found = concernsPlans(change) ? await refusalOf(change, around.project) : null
      if (found !== null) return [found]
    }
    return []
  },
}

const deny = (code: string, text: string): Deny => ({ kind: 'deny', code, text })

async function refusalOf({ tool, below }: FileUse, project: HookProject | null) {
  const path = below as string
  const owner = ownedBy(path)
  if (owner !== null) return deny('PLANNING_OWNED', `${path} ${owner}`)
  const before = project?.read(path) ?? null
  const after = textAfter(tool, before)
  if (after === null) return null
  if (before !== null && before.trim() !== '' && after.trim() === '')
    return deny(
      'PLANNING_SHRINK',
      `this would empty ${path}. Remove finished or unwanted content with the CLI, which can undo it: gsd-tools phase remove, phases archive, note triage, milestone complete.`,
    )
  // Edits leave the rest of the file alone.
  return (
    (tool.content !== null && before !== null ? shrinkRefusal(path, before, after) : null) ??
    damageRefusal(path, before, after)
  )
}

function shrinkRefusal(path: string, before: string, after: string): Deny | null {
  if (!SHRINK_GUARDED.test(path)) return null
  const old = before.split('\n').filter((line) => line.trim() !== '')
  const lines = new Set(after.split('\n'))
  const kept = old.filter((line) => lines.has(line)).length
  if (old.length < LONG_FILE_LINES || kept >= old.length * MIN_KEPT_SHARE) return null
  return deny(
    'PLANNING_SHRINK',
    `this write keeps ${kept} of ${old.length} lines of ${path}. Edit only the lines you mean to change; remove finished content with gsd-tools milestone complete.`,
  )
}

/** Errors only for strict YAML parsers count too, because other tools read these files. */
const STRICT: ReadonlySet<string> = new Set(wordTable('YAML_TAB YAML_VALUE YAML_REFUSED'))

async function errorsIn(path: string, texts: readonly string[]) {
  const id = artifactOf(path, PLANNING)
  const load = Object.hasOwn(KIND_LOADERS, id) ? KIND_LOADERS[id] : undefined
  if (load === undefined || texts.some(({ length }) => length > MAX_CHECKED)) return texts.map(() => [])
  const codec = await load()
  return texts.map((text) =>
    lintSource(codec, memorySource(path, text, digestText), 'text').filter(
      ({ severity, code }) => severity === 'error' || STRICT.has(code),
    ),
  )
}

/** Returns the errors after a change that adds some, else none: a broken file may still be edited. */
async function addedErrors(path: string, before: string | null, after: string) {
  const [errors = [], known = []] = await errorsIn(path, before === null ? [after] : [after, before])
  return errors.length > known.length ? errors : []
}

async function damageRefusal(path: string, before: string | null, after: string): Promise<Deny | null> {
  const errors = await addedErrors(path, before, after)
  if (errors.length === 0) return null
  const shown = errors
    .slice(0, MAX_SHOWN)
    .map(({ line, column, message, fix }) => `${path}:${line}:${column} ${message}\n  ${fix}`)
  const rest = errors.length - shown.length
  const more = rest > 0 ? `\nand ${rest} more` : ''
  return deny('PLANNING_UNREADABLE', `${path} would be unreadable after this write:\n${shown.join('\n')}${more}`)
}

/** Finds planning files damaged since their last write in the newest journal; `reported`: marks of earlier findings. */
export async function brokenPlans(project: HookProject, digest: Digest, reported: readonly string[]) {
  const journal = journalNames(project.list(JOURNAL_FOLDER)).at(-1)
  const log = readLog((journal && project.read(`${JOURNAL_FOLDER}/${journal}`)) ?? '', digest)
  const lastWrites = new Map<string, string | null>()
  for (const { payload } of log.lines)
    if (isWrite(payload)) for (const file of payload.files) if (!isLog(file)) lastWrites.set(file.path, file.after)
  const findings: Advice[] = []
  const marks: string[] = []
  for (const [path, expected] of lastWrites) {
    const now = expected === null || !path.startsWith(`${PLANNING}/`) ? null : project.read(path)
    if (expected === null || (now !== null && digest(now) === expected) || ownedBy(path) !== null) continue
    const what = await damage(path, now, () => project.read(objectPath(expected)))
    const mark = `${path} ${now === null ? '' : digestText(now)}`
    if (what !== null) marks.push(mark)
    if (what === null || reported.includes(mark) || findings.length >= MAX_SHOWN) continue
    const text = `${path} ${what} since its last write by the CLI. If that was a mistake, restore it: gsd-tools undo --file ${pathText(path)}`
    findings.push({ kind: 'advice', text })
  }
  return { findings, marks }
}

async function damage(path: string, now: string | null, before: () => string | null): Promise<string | null> {
  if (now === null) return 'is gone'
  if (now.trim() === '') return 'was emptied'
  const [first] = await addedErrors(path, before(), now)
  return first === undefined ? null : `cannot be read (line ${first.line}: ${first.message})`
}
