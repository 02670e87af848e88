// quick-tasks-append, quick-tasks-migrate: the table of finished quick tasks in STATE.md.
import { type QuickTask, withOwnColumns, withQuickTask } from '../../artifacts/state/quick-tasks.js'
import { quickNumber } from '../../core/dispatch/units.js'
import type { View } from '../../core/view.js'
import type { ErrorBody, Issue } from '../../errors.js'
import { bool, int, mapOf, record, text } from '../../std/shape.js'
import { slugOf } from '../../std/text.js'
import { mutation } from '../verb.js'

const FOLDER = '.planning/quick'
const ID = /^(\d{2})(\d{2})(\d{2})-[0-9a-z]{3}/

const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `expected ${view.at('STATE.md')}, it is not there`,
  fix: 'restore it from git',
})

const unsafe = ({ message, expected, received, fix }: Issue): ErrorBody => ({
  code: 'EDIT_UNSAFE',
  message: `${message}: expected ${expected}, found ${received}`,
  fix,
})

interface Wanted {
  readonly id: string | undefined
  readonly directory: string | undefined
  readonly slug: string
}

/** Folder of the task that is meant: by its name, by its id, else by the words of its name; null where none or several fit. */
function folderOf(view: View, { id, directory, slug }: Wanted): string | null {
  const names = view.list(FOLDER).flatMap(({ kind, name }) => (kind === 'directory' ? [name] : []))
  const given = directory?.replace(/\/+$/, '')
  const last = given?.slice(given.lastIndexOf('/') + 1)
  const found =
    last !== undefined
      ? names.filter((name) => name === last)
      : id !== undefined
        ? names.filter((name) => name === id || name.startsWith(`${id}-`))
        : names.filter((name) => slug !== '' && name.slice(quickNumber(name).length + 1) === slug)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The row a task has earned by its SUMMARY; null while it has none. */
function rowFor(view: View, name: string, words: string): QuickTask | null {
  const number = quickNumber(name)
  const at = (file: string) => `${FOLDER}/${name}/${file}`
  const path = [at(`${number}-SUMMARY.md`), at('SUMMARY.md')].find((candidate) => view.source(candidate) !== null)
  const summary = path === undefined ? null : (view.parse('summary', path)?.value ?? null)
  const done =
    summary !== null && summary.status !== 'halted' && (summary.completedAt !== null || summary.status !== null)
  if (!done) return null
  const day = ID.exec(name)
  return {
    number,
    description: words === '' ? (summary.oneLiner ?? name.slice(number.length + 1).replaceAll('-', ' ')) : words,
    date: day === null ? (summary.completed ?? '') : `20${day[1]}-${day[2]}-${day[3]}`,
    commit: '',
    status: 'Done',
    directory: `[${name}](./quick/${name}/)`,
  }
}

export const append = mutation({
  name: 'quick-tasks-append',
  about: 'Show a finished quick task in STATE.md; its SUMMARY is what counts',
  args: {
    task: { type: 'text', required: true, about: 'What was done, in a line' },
    'quick-id': { type: 'text', about: 'Id of the task' },
    slug: { type: 'text', about: 'Words of its folder' },
    directory: { type: 'text', about: 'Its folder' },
  },
  result: record({
    appended: bool('False where it stands there already, or may not'),
    row: mapOf(text(), 'Cells by column'),
  }),
  reads: ['state', 'summary'],
  writes: ['state'],
  run({ task, 'quick-id': id, slug, directory }, view) {
    const nothing = { appended: false, row: {} }
    const source = view.source(view.at('STATE.md'))
    if (source === null || source.text === null) return { result: nothing, error: stateMissing(view), edits: [] }
    const name = folderOf(view, { id, directory, slug: slug ?? slugOf(task, 40) })
    const row = name === null ? null : rowFor(view, name, task.trim())
    if (row === null)
      return {
        result: nothing,
        error: {
          code: 'NOT_FOUND',
          message:
            name === null
              ? `no quick task fits "${id ?? directory ?? slug ?? task}"`
              : `${FOLDER}/${name} has no finished SUMMARY`,
          fix:
            name === null
              ? `name its folder: --directory ${FOLDER}/<folder>`
              : `finish it: gsd-tools unit claim quick ${name}`,
        },
        edits: [],
      }
    const rendered = withQuickTask(source, row)
    if ('refused' in rendered) return { result: nothing, error: unsafe(rendered.refused), edits: [] }
    const { number, description, date, commit, status, directory: link } = row
    const cells = { '#': number, Description: description, Date: date, Commit: commit, Status: status, Directory: link }
    const appended = rendered.text !== source.text
    return {
      result: { appended, row: cells },
      edits: appended ? [{ kind: 'text', path: source.path, text: rendered.text }] : [],
    }
  },
})

export const migrate = mutation({
  name: 'quick-tasks-migrate',
  about: 'Bring the table of quick tasks in STATE.md into the columns of today',
  args: {},
  result: record({ migrated: bool('False where nothing had to change'), rows: int() }),
  reads: ['state'],
  writes: ['state'],
  run(_args, view) {
    const source = view.source(view.at('STATE.md'))
    if (source === null || source.text === null)
      return { result: { migrated: false, rows: 0 }, error: stateMissing(view), edits: [] }
    const { rendered, rows } = withOwnColumns(source)
    if ('refused' in rendered) return { result: { migrated: false, rows }, error: unsafe(rendered.refused), edits: [] }
    const migrated = rendered.text !== source.text
    return {
      result: { migrated, rows },
      edits: migrated ? [{ kind: 'text', path: source.path, text: rendered.text }] : [],
    }
  },
})
