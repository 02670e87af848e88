// Verbs of the code index.
import { textAt } from '../../core/project/project-files.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { isJsonObject, setJson } from '../../std/json.js'
import { baseName } from '../../std/paths.js'
import { any, bool, int, listOf, mapOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { arg, mutation, query } from '../../verbs/verb.js'
import { entriesOf, exportsIn, INTEL_FILES, intelPath, LAST_REFRESH, readIntel, STALE_MS, updatedAt } from './store.js'

const COMMON = { needsWorkstream: false } as const
const LIMIT = 50

export const intelQuery = query('intel.query', {
  about: 'Records of the code index that name a term',
  args: { term: arg.word('What to look for') },
  result: record({
    term: text(),
    matches: listOf(record({ source: text(), entries: listOf(record({ name: text(), value: any() })) })),
    total: int(),
    truncated: bool(`More than ${LIMIT} records match`),
    read_errors: listOf(record({ file: text(), reason: text() })),
  }),
  reads: [],
  ...COMMON,
  run({ term }, view) {
    const wanted = term.toLowerCase()
    const read_errors: { file: string; reason: string }[] = []
    let total = 0
    const matches = INTEL_FILES.flatMap((file) => {
      const read = readIntel(view, intelPath(file))
      if (read.kind === 'broken') read_errors.push({ file, reason: read.reason })
      if (read.kind !== 'ok') return []
      const found = entriesOf(read.value).filter(
        ([name, value]) => name.toLowerCase().includes(wanted) || JSON.stringify(value).toLowerCase().includes(wanted),
      )
      const room = Math.max(0, LIMIT - total)
      total += found.length
      const entries = found.slice(0, room).map(([name, value]) => ({ name, value }))
      return entries.length === 0 ? [] : [{ source: file, entries }]
    })
    return { result: { term, matches, total, truncated: total > LIMIT, read_errors } }
  },
})

const fileStatus = record({
  exists: bool(),
  updated_at: orNull(text()),
  stale: bool('Older than a day, unreadable or without a stamp'),
  read_error: orNull(text()),
})

export const intelStatus = query('intel.status', {
  about: 'How old the code index is',
  result: record({
    disabled: bool(),
    message: maybe(text()),
    files: mapOf(fileStatus),
    overall_stale: bool(),
  }),
  reads: ['config'],
  ...COMMON,
  run(_, view) {
    const disabled = readSettings(view).get('intel.enabled') !== true
    const files = Object.fromEntries(INTEL_FILES.map((file) => [file, statusOf(view, file)]))
    return {
      result: {
        disabled,
        ...(disabled ? { message: 'the code index is off: gsd-tools config set intel.enabled true' } : {}),
        files,
        overall_stale: Object.values(files).some(({ stale }) => stale),
      },
    }
  },
})

function statusOf(view: View, file: string) {
  const read = readIntel(view, intelPath(file))
  const stamp = read.kind === 'ok' ? updatedAt(read.value) : null
  return {
    exists: read.kind !== 'absent',
    updated_at: stamp,
    stale: stamp === null || view.clock.now() - Date.parse(stamp) > STALE_MS,
    read_error: read.kind === 'broken' ? read.reason : null,
  }
}

export const intelUpdate = query('intel.update', {
  about: 'Say which agent refreshes the code index',
  result: record({ spawn: record({ agent: text(), reason: text() }) }),
  reads: [],
  ...COMMON,
  run(_, view) {
    const stale = INTEL_FILES.filter((file) => statusOf(view, file).stale)
    return {
      result: {
        spawn: {
          agent: 'any',
          reason: `it reads the code and writes ${stale.map(intelPath).join(', ') || 'nothing: all is fresh'}`,
        },
      },
    }
  },
})

/** Digests of the files by name, as the last refresh recorded them. */
function baseline(view: View): Readonly<Record<string, string>> | null {
  const read = readIntel(view, LAST_REFRESH)
  if (read.kind !== 'ok' || !isJsonObject(read.value['hashes'])) return null
  return Object.fromEntries(
    Object.entries(read.value['hashes']).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const digests = (view: View): Readonly<Record<string, string>> =>
  Object.fromEntries(
    INTEL_FILES.flatMap((file) => {
      const read = readIntel(view, intelPath(file))
      return read.kind === 'ok' ? [[file, read.sha256] as const] : []
    }),
  )

export const intelDiff = query('intel.diff', {
  about: 'Files of the code index that changed since the last snapshot',
  result: record({ no_baseline: maybe(bool()), added: texts(), removed: texts(), changed: texts() }),
  reads: [],
  ...COMMON,
  run(_, view) {
    const before = baseline(view)
    if (before === null) return { result: { no_baseline: true, added: [], removed: [], changed: [] } }
    const now = digests(view)
    return {
      result: {
        added: Object.keys(now).filter((file) => before[file] === undefined),
        removed: Object.keys(before).filter((file) => now[file] === undefined),
        changed: Object.keys(now).filter((file) => before[file] !== undefined && before[file] !== now[file]),
      },
    }
  },
})

export const intelSnapshot = mutation('intel.snapshot', {
  about: 'Keep the digests of the code index to compare with',
  result: record({ saved: bool(), timestamp: text(), files: int() }),
  reads: [],
  writes: ['intel', 'other'],
  ...COMMON,
  run(_, view) {
    const hashes = digests(view)
    const before = readIntel(view, LAST_REFRESH)
    const old = before.kind === 'ok' ? before.value['timestamp'] : null
    const unchanged = typeof old === 'string' && JSON.stringify(baseline(view)) === JSON.stringify(hashes)
    const timestamp = unchanged ? old : new Date(view.clock.now()).toISOString()
    const text = `${JSON.stringify({ hashes, timestamp, version: 1 }, null, 2)}\n`
    return {
      result: { saved: true, timestamp, files: Object.keys(hashes).length },
      edits: unchanged ? [] : [{ kind: 'text', path: LAST_REFRESH, text }],
    }
  },
})

const FILE = arg.word('A file of the index, such as stack.json')

const noFile = (file: string, reason: string): ErrorBody => ({
  code: 'NOT_FOUND',
  message: `${intelPath(file)}: ${reason}`,
  fix: `use one of ${INTEL_FILES.join(', ')}`,
})

export const intelPatchMeta = mutation('intel.patch-meta', {
  about: 'Stamp a file of the code index with the present time and the next version',
  args: { file: FILE },
  result: record({ patched: bool(), file: text(), timestamp: orNull(text()) }),
  reads: [],
  writes: ['intel', 'other'],
  ...COMMON,
  run({ file: given }, view) {
    const file = baseName(given)
    const no = (reason: string) => ({
      result: { patched: false, file, timestamp: null },
      error: noFile(file, reason),
      edits: [] as const,
    })
    if (!(INTEL_FILES as readonly string[]).includes(file)) return no('no file of the index has that name')
    const read = readIntel(view, intelPath(file))
    if (read.kind !== 'ok') return no(read.kind === 'broken' ? read.reason : 'it is not there')
    const timestamp = new Date(view.clock.now()).toISOString()
    const meta = read.value['_meta']
    const version = isJsonObject(meta) && typeof meta['version'] === 'number' ? meta['version'] + 1 : 1
    const stamped = setJson(read.text, ['_meta', 'updated_at'], timestamp)
    return {
      result: { patched: true, file, timestamp },
      edits: [{ kind: 'text', path: intelPath(file), text: setJson(stamped, ['_meta', 'version'], version) }],
    }
  },
})

export const intelValidate = query('intel.validate', {
  about: 'Whether the files of the code index can be read and are stamped',
  result: record({ valid: bool(), findings: listOf(record({ file: text(), code: text(), message: text() })) }),
  reads: [],
  ...COMMON,
  run(_, view) {
    const findings = INTEL_FILES.flatMap((file) => {
      const read = readIntel(view, intelPath(file))
      if (read.kind === 'absent') return [{ file, code: 'FILE_MISSING', message: 'it is not there' }]
      if (read.kind === 'broken') return [{ file, code: 'NOT_JSON', message: read.reason }]
      if (updatedAt(read.value) === null)
        return [{ file, code: 'NOT_STAMPED', message: '_meta.updated_at is no time: gsd-tools intel patch-meta' }]
      return entriesOf(read.value).length === 0 ? [{ file, code: 'EMPTY', message: 'it holds no record' }] : []
    })
    return {
      result: { valid: findings.length === 0, findings },
      ...(findings.length === 0 ? {} : { exit: 1 as const }),
    }
  },
})

export const intelExtractExports = query('intel.extract-exports', {
  about: 'What a JavaScript or TypeScript file exports',
  args: { file: arg.file('Source file') },
  result: record({ file: text(), exports: listOf(record({ name: text(), kind: text(), line: int() })) }),
  reads: [],
  ...COMMON,
  run({ file }, view) {
    const source = textAt(view, file)
    if (source === null)
      return {
        result: { file, exports: [] },
        error: { code: 'FILE_NOT_FOUND', message: `${file} is not a text file`, fix: 'name a source file' },
      }
    return { result: { file, exports: exportsIn(source) } }
  },
})
