// fsck: checks the integrity of the journal, the stored bytes and the ledgers.
import { journalPaths } from '../../core/history/history.js'
import { readLog } from '../../core/history/journal.js'
import { JOURNAL_FOLDER, ledgerPath, objectPath } from '../../core/layout.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { bool, record } from '../../std/shape.js'
import { type Finding, findingsShape, verdict } from '../findings.js'

export const fsck = verb('fsck', {
  about: 'Check the journal, stored bytes and ledgers for damage',
  reads: ['journal'],
  result: record({ ok: bool('No damage'), findings: findingsShape }),
  pretty: ({ ok, findings }) =>
    [...findings.map(({ message, fix }) => `${message}\n  fix: ${fix}`), ...(ok ? ['No damage'] : [])].join('\n'),
  run({ view }) {
    const logs = [...journalPaths(view), ...ledgerPaths(view)]
    const findings = [...logs.flatMap((path) => logFindings(view, path)), ...damagedBytes(view)]
    return verdict('ok', { ok: findings.length === 0, findings })
  },
})

/** Lists the ledgers of the project, of workstreams and of archived workstreams: a ledger moves with its workstream. */
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

const damageFinding = (path: string, message: string, fix: string): Finding => ({
  code: 'JOURNAL_DAMAGED',
  path,
  message,
  fix,
})

function logFindings(view: View, path: string): readonly Finding[] {
  const text = view.source(path)?.text
  const unreadable = `${path} is not UTF-8 text or cannot be read, so its lines do not count`
  if (text === null) return [damageFinding(path, unreadable, `restore ${path} from git or from a copy`)]
  const { bad, unterminated } = readLog(text ?? '', view.digest)
  const findings = bad.map(({ line, reason }): Finding => {
    const message = `${path}:${line} is invalid: ${reason}; the line is skipped, and all other lines count`
    const fix = `restore line ${line} of ${path} from a copy, or leave the line; remove it if a merge left it behind`
    return { ...damageFinding(path, message, fix), line }
  })
  if (!unterminated) return findings
  const message = `${path} ends with an unfinished line, which is ignored`
  return [...findings, damageFinding(path, message, 'do nothing: the next write to this file removes the line')]
}

/** Reports stored bytes that do not match their digest. */
function damagedBytes(view: View): readonly Finding[] {
  const folder = `${JOURNAL_FOLDER}/objects`
  const names = view
    .list(folder)
    .flatMap((folderEntry) => view.list(`${folder}/${folderEntry.name}`).map(({ name }) => folderEntry.name + name))
  return names
    .filter((name) => !name.endsWith('.tmp') && view.withEmptyCaches().source(objectPath(name))?.sha256 !== name)
    .map(objectPath)
    .map((path) => {
      const fix = `remove ${path}; undo and show will then report that these bytes are no longer kept`
      return damageFinding(path, `the content of ${path} does not match its name`, fix)
    })
}
