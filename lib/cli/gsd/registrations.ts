// Where hooks are registered: the record says at which moments and in which files, the files say whether that stands there now.
import { knownChecks } from '../../hooks/checks/all.js'
import { digestOf, readText } from '../../install/disk.js'
import { type EditState, valueAt } from '../../install/edits/edit.js'
import { editorOf, stateOf } from '../../install/edits/editors.js'
import { type Installed, physical } from '../../install/installed.js'
import { keyOf } from '../../install/manifest.js'
import { HOOK_PROGRAM, hearsAnother, momentsOf } from '../../install/registered.js'
import { realDisk } from '../../node/files.js'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Moment, Point } from '../../runtimes/hooks.js'
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import type { Scope } from '../../runtimes/terms.js'
import type { Place } from './selection.js'

/** One moment that the record says is registered, and what stands in that file now. */
interface Registration {
  readonly point: Point
  readonly event: string
  readonly checks: readonly string[]
  /** Absolute. */
  readonly file: string
  readonly state: EditState
}

export interface Registered {
  readonly runtime: RuntimeId
  readonly scope: Scope
  readonly moments: readonly Registration[]
  readonly approval: string | null
  /** Why no moment of a session is registered; null: one is. */
  readonly none: string | null
}

export function registeredIn({ installed, scope }: Place, named: readonly RuntimeId[]): readonly Registered[] {
  const all = installed.flatMap(({ manifest }) => manifest.runtimes)
  return installed.flatMap((one) =>
    one.manifest.runtimes
      .filter((id) => named.length === 0 || named.includes(id))
      .map((id): Registered => {
        const moments = registrationsOf(id, one, scope)
        const isThere = moments.some(({ point }) => point !== LINE)
        const approval = isThere ? (runtimeOf(id).hooks?.approval ?? null) : null
        return { runtime: id, scope, moments, approval, none: isThere ? null : whyNone(id, all, scope) }
      }),
  )
}

/** No moment of a session, but a registration. */
export const LINE = 'status-line' satisfies Point

/** The record says where, the file says whether. */
function registrationsOf(id: RuntimeId, { manifest, roots }: Installed, scope: Scope): readonly Registration[] {
  const row = runtimeOf(id).hooks
  if (row === null) return []
  const call = { script: '', runtime: id }
  const lines = (row.events[LINE] ?? []).map((event): Moment => ({ point: LINE, event, tools: null }))
  return [...momentsOf(row), ...lines].flatMap((moment) => {
    const { point, event } = moment
    const keys = point === LINE ? [LINE] : (row.settings?.edits([moment], call).map(({ key }) => key) ?? [])
    const own = row.files?.({ moments: [moment], call, scope, source: () => '' }) ?? []
    const edited = manifest.edits
      .filter(({ owners }) => owners.includes(id))
      .flatMap(({ file, format, edits }) => {
        const edit = edits.find(({ key }) => keys.includes(key))
        const path = physical(realDisk, roots, file)
        return edit === undefined ? [] : [{ file: path, state: stateIn(format, path, edit, event) }]
      })
    const written = own.flatMap(({ path }) => {
      const key = keyOf(id, path)
      const recorded = manifest.files[key]
      const file = physical(realDisk, roots, key)
      return recorded === undefined ? [] : [{ file, state: fileState(file, recorded.sha256) }]
    })
    return [...edited, ...written].map((found) => ({ point, event, checks: checksAt(point), ...found }))
  })
}

/** A call of the program that stands there for the moment otherwise than we wrote it is one that was changed. */
function stateIn(format: EditFormat, path: string, edit: Edit, event: string): EditState {
  const text = readText(realDisk, path)
  const state = text === null ? 'gone' : stateOf(format, text, edit)
  if (text === null || state !== 'gone' || edit.what === 'block') return state
  const read = editorOf(format).read(text)
  const { path: place } = edit
  const items = 'data' in read ? valueAt(read.data, place) : null
  const isOfMoment = (item: unknown) =>
    JSON.stringify(item).includes(HOOK_PROGRAM) && JSON.stringify([place, item]).includes(JSON.stringify(event))
  return Array.isArray(items) && items.some(isOfMoment) ? 'changed' : 'gone'
}

function fileState(path: string, digest: string): EditState {
  const bytes = realDisk.read(path)
  return bytes === null ? 'gone' : digestOf(bytes) === digest ? 'present' : 'changed'
}

const checksAt = (point: Point) =>
  knownChecks()
    .filter(({ points }) => points.includes(point))
    .map(({ id }) => id)

function whyNone(id: RuntimeId, all: readonly RuntimeId[], scope: Scope): string {
  const row = runtimeOf(id)
  if (row.hooks === null) return 'this client starts no hooks'
  if (hearsAnother(row, all, scope)) return 'it runs those of another client here'
  return `they are left out; to register them: gsd install --${scope} --${id} --hooks`
}
