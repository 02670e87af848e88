// Verbs over the person's own files in an installation: which there are, and bringing edits of ours back after an update.
import type { PersonView } from '../core/view.js'
import { isJsonObject, type JsonObject, objectIn } from '../std/json.js'
import { bool, int, listOf, record, text } from '../std/shape.js'
import { arg, query } from '../verbs/verb.js'

const PAYLOAD = 'get-shit-done'
const MANIFEST = 'gsd-file-manifest.json'
/** Folders in which the pack and those before it keep files that a person may add to. */
const SHARED = ['commands/gsd', 'commands', 'agents', 'skills', 'hooks'] as const

const absolute = (view: PersonView, folder: string): string =>
  (/^(?:\/|[A-Za-z]:)/.test(folder) ? folder : `${view.person.cwd}/${folder}`).replace(/\/+$/, '')

/** Paths of the record, relative to the folder of the client; null where there is none. */
function recorded(view: PersonView, root: string): ReadonlySet<string> | null {
  for (const path of [`${root}/${PAYLOAD}/${MANIFEST}`, `${root}/${MANIFEST}`]) {
    const files = filesIn(view.person.read(path))
    if (files !== null) return new Set(Object.keys(files).map((key) => key.slice(key.indexOf(':') + 1)))
  }
  return null
}

function filesIn(content: string | null): JsonObject | null {
  const files = objectIn(content ?? 'null')?.['files']
  return isJsonObject(files) ? files : null
}

const DEEPEST = 8

const below = (view: PersonView, root: string, folder: string, depth = 0): readonly string[] =>
  view.person.list(`${root}/${folder}`).flatMap(({ kind, name }): readonly string[] => {
    const path = `${folder}/${name}`
    return kind === 'directory' ? (depth < DEEPEST ? below(view, root, path, depth + 1) : []) : [path]
  })

/** Made by the installer on this machine and never recorded. */
const isMade = (path: string): boolean =>
  path.endsWith('.cache') || path.includes('/pristine/') || path.endsWith(MANIFEST)

export const detectCustomFiles = query('detect-custom-files', {
  about: "Files of a person among the pack's, by its record",
  args: { 'config-dir': arg.text('Folder of the client', { required: true }) },
  result: record({
    custom_files: listOf(text('Relative to the folder')),
    custom_count: int(),
    manifest_found: bool(),
  }),
  reads: [],
  needsProject: false,
  needs: ['person'],
  run({ 'config-dir': folder }, view) {
    const root = absolute(view, folder)
    const owned = recorded(view, root)
    if (owned === null) return { result: { custom_files: [], custom_count: 0, manifest_found: false } }
    // In folders that others use too, only what carries our name can be taken for an addition to ours.
    const near = SHARED.flatMap((name) =>
      below(view, root, name).filter(
        (path) => path.slice(name.length + 1).startsWith('gsd-') || name === 'commands/gsd',
      ),
    )
    const custom = [...new Set([...below(view, root, PAYLOAD), ...near])].filter(
      (path) => !owned.has(path) && !isMade(path),
    )
    return { result: { custom_files: custom.sort(), custom_count: custom.length, manifest_found: true } }
  },
})
