// fsck: checks the integrity of journal, kept bytes and ledgers.
import { journalPaths } from '../../core/history/history.js'
import { type Log, readLog } from '../../core/history/journal.js'
import { JOURNAL_FOLDER, ledgerPath, objectPath } from '../../core/layout.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, record } from '../../std/shape.js'
import { type Finding, findingsShape, verdict } from '../findings.js'

export const fsck = verb('fsck', {
  about: 'Check journal, stored bytes and ledgers for damage',
  args: {},
  reads: ['journal'],
  result: record({
    ok: bool('No damage'),
    findings: findingsShape,
  }),
  pretty: ({ ok, findings }) =>
    [...findings.map(({ message, fix }) => `${message}\n  fix: ${fix}`), ...(ok ? ['No damage'] : [])].join('\n'),
  run({ view }) {
    const logs = [...journalPaths(view), ...ledgerPaths(view)].map((path) => logAt(view, path))
    const findings = [...logs.flatMap(inLog), ...damagedBytes(view)]
    return verdict('ok', { ok: findings.length === 0, findings })
  },
})

/** Ledgers of the project, all workstreams, and archived ones: a ledger moves with its plan. */
function ledgerPaths(view: View): readonly string[] {
  const below = (folder: string, isOne: (name: string) => boolean) =>
    view
      .list(folder)
      .filter(({ kind, name }) => kind === 'directory' && isOne(name))
      .map(({ name }) => ({ base: `${folder}/${name}` }))
  return [
    { base: '.planning' },
    ...below('.planning/workstreams', () => true),
    ...below('.planning/milestones', (name) => name.startsWith('ws-')),
  ].map(ledgerPath)
}

interface LogAt extends Log {
  readonly path: string
}

const NO_LOG: Log = { lines: [], bad: [], unterminated: false }

function logAt(view: View, path: string): LogAt {
  const source = view.source(path)
  if (source === null) return { path, ...NO_LOG }
  if (source.text !== null) return { path, ...readLog(source.text, view.digest) }
  return { path, ...NO_LOG, bad: [{ line: 1, reason: 'the file is not UTF-8 text or cannot be read' }] }
}

const inLog = ({ path, bad, unterminated }: LogAt): readonly Finding[] => [
  ...bad.map(({ line, reason }) => ({
    code: 'JOURNAL_DAMAGED',
    path,
    line,
    message: `${path}:${line} is invalid: ${reason}; it is skipped, and all others count`,
    fix: `restore line ${line} of ${path} from a copy, or leave it; remove it if a merge left it`,
  })),
  ...(unterminated
    ? [
        {
          code: 'JOURNAL_DAMAGED',
          path,
          message: `${path} ends in an unfinished line; it is ignored`,
          fix: 'nothing to do: the next write to this file cuts it off',
        },
      ]
    : []),
]

/** Stored bytes that do not match their digest. */
function damagedBytes(view: View): readonly Finding[] {
  const folder = `${JOURNAL_FOLDER}/objects`
  const kept = view
    .list(folder)
    .flatMap((shelf) => view.list(`${folder}/${shelf.name}`).map(({ name }) => shelf.name + name))
  return kept
    .filter((name) => !name.endsWith('.tmp') && view.apart().source(objectPath(name))?.sha256 !== name)
    .map(objectPath)
    .map((path) => ({
      code: 'JOURNAL_DAMAGED',
      path,
      message: `the content of ${path} does not match its name`,
      fix: `remove ${path}; undo and show will report it as no longer kept`,
    }))
}
