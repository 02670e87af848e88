// fsck: checks the integrity of journal, kept bytes and ledgers.
import { journalPaths } from '../../core/history/history.js'
import { readLog } from '../../core/history/journal.js'
import { JOURNAL_FOLDER, ledgerPath, objectPath } from '../../core/layout.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, record } from '../../std/shape.js'
import { type Finding, findingsShape, verdict } from '../findings.js'

export const fsck = verb('fsck', {
  about: 'Check journal, stored bytes and ledgers for damage',
  reads: ['journal'],
  result: record({ ok: bool('No damage'), findings: findingsShape }),
  pretty: ({ ok, findings }) =>
    [...findings.map(({ message, fix }) => `${message}\n  fix: ${fix}`), ...(ok ? ['No damage'] : [])].join('\n'),
  run({ view }) {
    const logs = [...journalPaths(view), ...ledgerPaths(view)]
    const findings = [...logs.flatMap((path) => inLog(view, path)), ...damagedBytes(view)]
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

const damaged = (path: string, message: string, fix: string): Finding => ({
  code: 'JOURNAL_DAMAGED',
  path,
  message,
  fix,
})

function inLog(view: View, path: string): readonly Finding[] {
  const text = view.source(path)?.text
  const { bad, unterminated } = readLog(text ?? '', view.digest)
  const broken = text === null ? [{ line: 1, reason: 'the file is not UTF-8 text or cannot be read' }] : bad
  const findings = broken.map(({ line, reason }): Finding => {
    const message = `${path}:${line} is invalid: ${reason}; it is skipped, and all others count`
    const fix = `restore line ${line} of ${path} from a copy, or leave it; remove it if a merge left it`
    return { ...damaged(path, message, fix), line }
  })
  if (!unterminated) return findings
  const message = `${path} ends in an unfinished line; it is ignored`
  return [...findings, damaged(path, message, 'nothing to do: the next write to this file cuts it off')]
}

/** Stored bytes that do not match their digest. */
function damagedBytes(view: View): readonly Finding[] {
  const folder = `${JOURNAL_FOLDER}/objects`
  const kept = view
    .list(folder)
    .flatMap((shelf) => view.list(`${folder}/${shelf.name}`).map(({ name }) => shelf.name + name))
  return kept
    .filter((name) => !name.endsWith('.tmp') && view.apart().source(objectPath(name))?.sha256 !== name)
    .map(objectPath)
    .map((path) => {
      const fix = `remove ${path}; undo and show will report it as no longer kept`
      return damaged(path, `the content of ${path} does not match its name`, fix)
    })
}
