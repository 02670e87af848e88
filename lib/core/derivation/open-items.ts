// What is open beside the plan: debug sessions, quick tasks, threads, todos, seeds, tests and verifications that wait, questions, deferred items.
import type { ArtifactValues } from '../../artifacts/all.js'
import { sectionOf } from '../../artifacts/parts/prose.js'
import { type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import { headingsOf, itemsOf, labelNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { baseName } from '../../std/paths.js'
import { listPhaseDirectories, listPhaseFiles, type PhaseFiles } from '../layout.js'
import { sourceDigest } from '../text-digest.js'
import type { View } from '../view.js'
import { isFinishedUat, isTested } from './acceptance-debt.js'

export const OPEN_CATEGORIES = [
  'debug_sessions',
  'quick_tasks',
  'threads',
  'todos',
  'seeds',
  'uat_gaps',
  'verification_gaps',
  'context_questions',
  'deferred_items',
] as const
export type OpenCategory = (typeof OPEN_CATEGORIES)[number]

export interface OpenItem {
  readonly category: OpenCategory
  /** File it stands in. */
  readonly path: string
  /** Says which item it is and how its file was: an item of a changed file has another key. */
  readonly key: string
  /** What a report shows of it. */
  readonly shown: Readonly<Record<string, unknown>>
  /** How many it stands for. */
  readonly count: number
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
  'debug',
  'deferred-items',
  'summary',
  'state',
] as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const stemOf = (path: string): string => baseName(path).replace(/\.md$/, '')

const markdownIn = (view: View, folder: string): readonly Source[] =>
  view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => view.source(`${folder}/${name}`) ?? [])

/** Changes where the file does. */
export function shortDigest(view: View, path: string): string {
  const source = view.source(path)
  return source === null ? '-' : sourceDigest(view.digest, source).slice(0, 12)
}

const item = (view: View, category: OpenCategory, path: string, shown: OpenItem['shown'], count = 1): OpenItem => ({
  category,
  path,
  key: `${category}:${path}#${shortDigest(view, path)}`,
  shown,
  count,
})

const valueAt = <K extends keyof ArtifactValues>(view: View, artifact: K, path: string): ArtifactValues[K] | null =>
  view.parse(artifact, path)?.value ?? null

const front = (source: Source): FrontMap => readFrontMatter(source).data

const CLOSED_DEBUG: ReadonlySet<string> = new Set(['resolved', 'complete', 'completed', 'closed'])

const debugSessions = (view: View): readonly OpenItem[] =>
  markdownIn(view, '.planning/debug')
    .filter(({ path }) => baseName(path) !== 'knowledge-base.md')
    .flatMap((source) => {
      const { status, updated } = front(source)
      if (CLOSED_DEBUG.has(text(status).toLowerCase())) return []
      const hypothesis = labelNamed(source, 'hypothesis')?.value ?? ''
      return [
        item(view, 'debug_sessions', source.path, {
          slug: stemOf(source.path),
          status: text(status) || 'unknown',
          updated: text(updated),
          hypothesis,
        }),
      ]
    })

const QUICK = /^(\d{6})-[a-z0-9]{3}(?:-(.*))?$/
const OLD_QUICK = /^(?:(\d{4}-\d{2}-\d{2})|(\d+))-(.*)$/
const DONE: ReadonlySet<string> = new Set(['complete', 'completed', 'done'])

/** The day an id begins with. */
function dayOf(name: string): string {
  const short = QUICK.exec(name)?.[1]
  if (short !== undefined) return `20${short.slice(0, 2)}-${short.slice(2, 4)}-${short.slice(4)}`
  return OLD_QUICK.exec(name)?.[1] ?? ''
}

/** A task that a person was told is done: STATE.md lists its folder. */
function listedDone(view: View): (folder: string) => boolean {
  const source = view.source(view.at('STATE.md'))
  const section = source === null ? null : sectionOf(source, 'quick tasks completed')
  const said = source?.text == null || section === null ? '' : source.text.slice(section.start, section.end)
  return (folder) => said.includes(`quick/${folder}/`) || said.includes(`quick/${folder})`)
}

function quickTasks(view: View): readonly OpenItem[] {
  const isListed = listedDone(view)
  return view
    .list(view.at('quick'))
    .filter(({ kind }) => kind === 'directory')
    .flatMap(({ name }) => {
      const folder = view.at(`quick/${name}`)
      const names = view.list(folder).map((entry) => entry.name)
      const summary = names.find((file) => file === 'SUMMARY.md' || file.endsWith('-SUMMARY.md'))
      const found = summary === undefined ? null : view.source(`${folder}/${summary}`)
      const fields = found === null ? {} : front(found)
      const status = found === null ? 'missing' : text(fields['status']) || 'complete'
      if (DONE.has(status.toLowerCase()) || isListed(name)) return []
      const path = `${folder}/${summary ?? names[0] ?? ''}`
      const description = (QUICK.exec(name)?.[2] ?? OLD_QUICK.exec(name)?.[3] ?? name).replaceAll('-', ' ')
      return [item(view, 'quick_tasks', path, { slug: name, date: dayOf(name), status, description })]
    })
}

const OPEN_THREAD: ReadonlySet<string> = new Set(['open', 'in_progress', 'in progress', 'in-progress'])

function threads(view: View): readonly OpenItem[] {
  return markdownIn(view, '.planning/threads').flatMap((source) => {
    const { status, title, updated } = front(source)
    const headings = headingsOf(source)
    const said = headings
      .map((heading) => /^status:\s*(.+)$/i.exec(heading.text)?.[1])
      .find((word) => word !== undefined)
    const word = (text(status) || said || 'open').toLowerCase()
    if (!OPEN_THREAD.has(word)) return []
    const name = text(title) || (headings[0]?.text.replace(/^thread:\s*/i, '') ?? stemOf(source.path))
    return [
      item(view, 'threads', source.path, {
        slug: stemOf(source.path),
        status: word,
        updated: text(updated),
        title: name,
      }),
    ]
  })
}

/** Done is a file of the other folder; one that says it here is done too. */
function todos(view: View): readonly OpenItem[] {
  return markdownIn(view, view.at('todos/pending')).flatMap((source) => {
    const value = valueAt(view, 'capture', source.path)
    if (value === null || value.completed !== null || DONE.has((value.status ?? '').toLowerCase())) return []
    const summary = value.title ?? value.text ?? headingsOf(source)[0]?.text ?? stemOf(source.path)
    return [
      item(view, 'todos', source.path, {
        filename: baseName(source.path),
        priority: value.priority ?? '',
        area: value.area ?? 'general',
        summary: summary.split('\n')[0] ?? '',
      }),
    ]
  })
}

const OPEN_SEED: ReadonlySet<string> = new Set(['dormant', 'active', 'triggered', ''])

function seeds(view: View): readonly OpenItem[] {
  return markdownIn(view, '.planning/seeds').flatMap((source) => {
    const { id, status, title } = front(source)
    if (!OPEN_SEED.has(text(status).toLowerCase())) return []
    const stem = stemOf(source.path)
    const known = /^(SEED-\d+)(?:-(.*))?$/.exec(stem)
    return [
      item(view, 'seeds', source.path, {
        seed_id: text(id) || known?.[1] || stem,
        slug: known?.[2] ?? stem,
        status: text(status) || 'dormant',
        title: text(title) || (headingsOf(source)[0]?.text ?? stem),
      }),
    ]
  })
}

function ofPhase(view: View, files: PhaseFiles): readonly OpenItem[] {
  const phase = files.directory.id
  const found: OpenItem[] = []
  const uat = files.uat === null ? null : valueAt(view, 'uat', files.uat)
  if (uat !== null && files.uat !== null) {
    const open = uat.tests.filter(({ result }) => result !== 'pass').length
    if (!isFinishedUat(uat) || (open > 0 && uat.status !== 'resolved'))
      found.push(
        item(view, 'uat_gaps', files.uat, {
          phase,
          file: baseName(files.uat),
          status: uat.statusText ?? 'unknown',
          open_scenario_count: open,
        }),
      )
  }
  const verification = files.verification === null ? null : valueAt(view, 'verification', files.verification)
  const isOpen = verification?.status === 'gaps_found' || (verification?.status === 'human_needed' && !isTested(uat))
  if (files.verification !== null && isOpen)
    found.push(
      item(view, 'verification_gaps', files.verification, {
        phase,
        file: baseName(files.verification),
        status: verification.status,
      }),
    )
  const questions = files.context === null ? [] : (valueAt(view, 'context', files.context)?.openQuestions ?? [])
  if (files.context !== null && questions.length > 0)
    found.push(
      item(view, 'context_questions', files.context, {
        phase,
        file: baseName(files.context),
        question_count: questions.length,
        questions: [...questions],
      }),
    )
  const deferred = `${files.directory.path}/deferred-items.md`
  return [...found, ...deferredItems(view, deferred, phase)]
}

const NOTHING = /^(?:none|nothing|n\/a|-)?\.?$/i

/** Bullets that nobody has ticked. */
function deferredItems(view: View, path: string, phase: string): readonly OpenItem[] {
  const source = view.source(path)
  if (source === null) return []
  const open = itemsOf(source).filter(
    ({ checked, text: words, indent }) =>
      checked !== true && indent < 2 && !NOTHING.test(words.trim()) && !/^\[.*\]$/.test(words.trim()),
  )
  return open.length === 0
    ? []
    : [
        item(
          view,
          'deferred_items',
          path,
          { phase, file: baseName(path), items: open.map(({ text: words }) => words) },
          open.length,
        ),
      ]
}

/** Everything that is open, by category in the order of `OPEN_CATEGORIES`, then by path. Archives are history. */
export function openItems(view: View): readonly OpenItem[] {
  const phases = listPhaseDirectories(view).flatMap((directory) => ofPhase(view, listPhaseFiles(view, directory)))
  const found = [
    ...debugSessions(view),
    ...quickTasks(view),
    ...threads(view),
    ...todos(view),
    ...seeds(view),
    ...phases,
    ...deferredItems(view, view.at('deferred-items.md'), ''),
  ]
  const order = (category: OpenCategory) => OPEN_CATEGORIES.indexOf(category)
  return found.sort((a, b) => order(a.category) - order(b.category) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
