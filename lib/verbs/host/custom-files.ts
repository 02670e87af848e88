// Verbs over the person's own files in an installation: which there are, and bringing edits of ours back after an update.

import type { PackView, PersonView, ViewWith } from '../../core/view.js'
import { isJsonObject, type JsonObject } from '../../std/json.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { query, type Step, task } from '../verb.js'

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
  try {
    const value: unknown = JSON.parse(content ?? 'null')
    const files = isJsonObject(value) ? value['files'] : null
    return isJsonObject(files) ? files : null
  } catch {
    return null
  }
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

export const detectCustomFiles = query({
  name: 'detect-custom-files',
  about: "Files of a person among the pack's, by its record",
  args: { 'config-dir': { type: 'text', required: true, about: 'Folder of the client' } },
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

const STATES: Readonly<Record<string, string>> = {
  applied: 'applied',
  'already-upstream': 'already_upstream',
  'target-gone': 'target_gone',
}

interface Result {
  readonly path: string
  readonly state: string
  readonly hunks: readonly { readonly state: string }[]
}

const stateOf = (state: string): string => STATES[state] ?? 'conflict'

function resultsIn(output: string | undefined): readonly Result[] | null {
  try {
    const value = JSON.parse(output ?? 'null') as { readonly results?: readonly Result[] } | null
    return value?.results ?? null
  } catch {
    return null
  }
}

/** The installer of this installation: beside the CLI in a payload, below `bin/` in a checkout. */
const installer = ({ pack }: PackView): string =>
  pack.root.endsWith(`/${PAYLOAD}`) ? `${pack.root}/bin/gsd.cjs` : `${pack.root}/bin/install.js`

export const restoreCustomFiles = task({
  name: 'restore-custom-files',
  about: "Bring a person's edits of our files back, as gsd reapply-patches does",
  args: {
    'config-dir': { type: 'text', required: true, about: 'Folder of the client' },
    runtime: { type: 'text', about: 'Client; told from the record if left out' },
    apply: { type: 'flag', about: 'Write; otherwise only tell what would be' },
  },
  result: record({
    files: listOf(record({ path: text(), state: text(), hunks: listOf(record({ state: text() })) })),
    applied: bool(),
  }),
  reads: [],
  writes: [],
  needsProject: false,
  needs: ['pack', 'person'],
  plan({ 'config-dir': folder, runtime, apply }, view): readonly Step[] {
    const root = absolute(view, folder)
    const client = clientOf(view, root, runtime)
    if (client === null) return []
    const words = ['reapply-patches', `--${client}`, '--config-dir', root, '--json', ...(apply ? [] : ['--dry-run'])]
    const { home } = view.person
    const env = { HOME: home, USERPROFILE: home }
    return [{ name: 'reapply', argv: ['node', installer(view), ...words], env, looks: !apply }]
  },
  finish({ 'config-dir': folder, apply }, _view, results) {
    const run = results.get('reapply')
    const found = resultsIn(run?.stdout)
    if (found === null)
      return {
        result: { files: [], applied: false },
        error: {
          code: run === undefined ? ('NOT_FOUND' as const) : ('INSTALL_REFUSED' as const),
          message: run === undefined ? `${folder} holds no record of an installation` : run.stderr.trim().slice(0, 500),
          fix: 'gsd status shows what is installed where',
        },
        edits: [],
      }
    const files = found.map(({ path, state, hunks }) => ({
      path,
      state: stateOf(state),
      hunks: hunks.map((hunk) => ({ state: stateOf(hunk.state) })),
    }))
    const result = { files, applied: apply }
    return files.some(({ state }) => state === 'conflict')
      ? { result, exit: 4 as const, edits: [] }
      : { result, edits: [] }
  },
})

/** The client a folder belongs to: as it was said, or as the record says. */
function clientOf(view: ViewWith<'pack' | 'person'>, root: string, runtime: string | undefined): string | null {
  if (runtime !== undefined) return view.pack.hostNamed(runtime)
  try {
    const value = JSON.parse(view.person.read(`${root}/${PAYLOAD}/${MANIFEST}`) ?? 'null') as {
      target?: unknown
    } | null
    return typeof value?.target === 'string' ? view.pack.hostNamed(value.target) : null
  } catch {
    return null
  }
}
