// Lists open items other than plans: notes, debug sessions, quick tasks, tests, verifications, questions, deferred items.
import type { ArtifactValues } from '../../artifacts/all.js'
import { sectionOf } from '../../artifacts/parts/prose.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { itemsOf, labelNamed } from '../../markdown/reader.js'
import { baseName } from '../../std/paths.js'
import { readNotes } from '../captures/notes.js'
import { listArchivedDirectories, listPhaseDirectories, listPhaseFiles, type PhaseFiles } from '../layout.js'
import type { View } from '../view.js'
import { type DebtItem, debtInUat, debtInVerification, isOpenVerification } from './acceptance-debt.js'

export const OPEN_KINDS = [
  'debug',
  'quick-task',
  'thread',
  'todo',
  'seed',
  'uat',
  'verification',
  'question',
  'deferred',
] as const
type OpenKind = (typeof OPEN_KINDS)[number]

export interface OpenItem {
  readonly kind: OpenKind
  readonly path: string
  readonly phase: string | null
  /** The closed milestone that the item's phase belongs to. */
  readonly milestone: string | null
  readonly status: string
  readonly text: string
  /** The items of a UAT or verification; empty if the file is open but names none. Absent for other kinds. */
  readonly items?: readonly DebtItem[]
}

/** Artifacts a verb must declare to list open items. */
export const OPEN_READS = [
  'roadmap',
  'uat',
  'verification',
  'context',
  'capture',
  'thread',
  'seed',
  'note',
  'debug',
  'deferred-items',
  'summary',
  'state',
] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const item = (kind: OpenKind, path: string, more: Pick<OpenItem, 'status' | 'text'> & Partial<OpenItem>): OpenItem => ({
  kind,
  path,
  phase: null,
  milestone: null,
  ...more,
})

const valueAt = <K extends keyof ArtifactValues>(
  view: View,
  artifact: K,
  path: string | null,
): ArtifactValues[K] | null => (path === null ? null : (view.parse(artifact, path)?.value ?? null))

const CLOSED_DEBUG: ReadonlySet<string> = new Set(['resolved', 'complete', 'completed', 'closed'])

const debugSessions = (view: View): readonly OpenItem[] =>
  view
    .list('.planning/debug')
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md') && name !== 'knowledge-base.md')
    .flatMap(({ name }) => view.source(`.planning/debug/${name}`) ?? [])
    .flatMap((source) => {
      const status = text(readFrontMatter(source).data['status']) || 'unknown'
      const slug = baseName(source.path).slice(0, -3)
      const hypothesis = labelNamed(source, 'hypothesis')?.value
      return CLOSED_DEBUG.has(status.toLowerCase())
        ? []
        : [item('debug', source.path, { status, text: hypothesis ? `${slug}: ${hypothesis}` : slug })]
    })

const TASK = /^(?:\d{6}-[a-z0-9]{3}|\d{4}-\d{2}-\d{2}|\d+)-(.+)$/
const DONE: ReadonlySet<string> = new Set(['complete', 'completed', 'done'])

function quickTasks(view: View): readonly OpenItem[] {
  // A quick task is also done if STATE.md lists its folder.
  const state = view.source(view.at('STATE.md'))
  const section = state === null ? null : sectionOf(state, 'quick tasks completed')
  const listed = state?.text == null || section === null ? '' : state.text.slice(section.start, section.end)
  return view
    .list(view.at('quick'))
    .filter(({ kind }) => kind === 'directory')
    .flatMap(({ name }) => {
      const folder = view.at(`quick/${name}`)
      const names = view.list(folder).map((entry) => entry.name)
      const summary = names.find((file) => file === 'SUMMARY.md' || file.endsWith('-SUMMARY.md'))
      const found = summary === undefined ? null : view.source(`${folder}/${summary}`)
      const status = found === null ? 'missing' : text(readFrontMatter(found).data['status']) || 'complete'
      const isListed = listed.includes(`quick/${name}/`) || listed.includes(`quick/${name})`)
      if (DONE.has(status.toLowerCase()) || isListed) return []
      const words = (TASK.exec(name)?.[1] ?? name).replaceAll('-', ' ')
      return [item('quick-task', `${folder}/${summary ?? names[0] ?? ''}`, { status, text: words })]
    })
}

const notes = (view: View): readonly OpenItem[] =>
  readNotes(view).flatMap(({ kind, path, status, title, phase, open }) =>
    open && kind !== 'note' ? [item(kind, path, { status, text: title, phase })] : [],
  )

function phaseItems(view: View, files: PhaseFiles): readonly OpenItem[] {
  const { id: phase, archive: milestone, path } = files.directory
  const about = { phase, milestone }
  const found: OpenItem[] = []
  const uat = valueAt(view, 'uat', files.uat)
  if (uat !== null && files.uat !== null) {
    const items = debtInUat(uat)
    const isBegun = uat.tests.length === 0 && (uat.status === 'testing' || uat.status === 'partial')
    if (items.length > 0 || isBegun)
      found.push(item('uat', files.uat, { ...about, ...statusAndItems(uat.statusText, items) }))
  }
  const verification = valueAt(view, 'verification', files.verification)
  if (verification !== null && files.verification !== null && isOpenVerification(verification.status, uat)) {
    const items = debtInVerification(verification)
    found.push(
      item('verification', files.verification, { ...about, ...statusAndItems(verification.statusText, items) }),
    )
  }
  if (milestone !== null) return found
  const questions = valueAt(view, 'context', files.context)?.openQuestions ?? []
  if (files.context !== null && questions.length > 0)
    found.push(item('question', files.context, { ...about, status: 'open', text: questions.join(' · ') }))
  return [...found, ...deferredItems(view, `${path}/deferred-items.md`, phase)]
}

const statusAndItems = (status: string | null, items: readonly DebtItem[]) => ({
  status: status ?? 'unknown',
  text: items.length === 0 ? 'the file is marked open, but names no item' : items.map(({ name }) => name).join(' · '),
  items,
})

const NOTHING = /^(?:none|nothing|n\/a|-)?\.?$/i

/** Returns the unticked top-level bullets of a file of deferred items, without placeholders. */
function deferredItems(view: View, path: string, phase: string | null): readonly OpenItem[] {
  const source = view.source(path)
  if (source === null) return []
  return itemsOf(source)
    .map((bullet) => ({ ...bullet, words: bullet.text.trim() }))
    .filter(
      ({ checked, words, indent }) => checked !== true && indent < 2 && !NOTHING.test(words) && !/^\[.*\]$/.test(words),
    )
    .map(({ words }) => item('deferred', path, { status: 'open', text: words, phase }))
}

/** Returns open items by kind in the order of `OPEN_KINDS`, then by path. `includesClosed`: also those of archived phases. */
export function openItems(view: View, includesClosed: boolean): readonly OpenItem[] {
  const phases = [...listPhaseDirectories(view), ...(includesClosed ? listArchivedDirectories(view) : [])]
  const found = [
    ...debugSessions(view),
    ...quickTasks(view),
    ...notes(view),
    ...phases.flatMap((directory) => phaseItems(view, listPhaseFiles(view, directory))),
    ...deferredItems(view, view.at('deferred-items.md'), null),
  ]
  const order = ({ kind }: OpenItem) => OPEN_KINDS.indexOf(kind)
  return found.sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
