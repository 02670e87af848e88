// fsck: whether journal, kept bytes, ledger and files agree.
import type { Edit } from '../../artifacts/codec.js'
import type { BadLine } from '../../core/history/history.js'
import { checkJournal, IMAGES, type JournalCheck, MISMATCH } from '../../core/history/journal-check.js'
import { bool, int, listOf, record, text, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { type Finding, findingsShape, suspectFinding } from '../findings.js'
import { arg, mutation } from '../verb.js'

const badLine = record({ path: text(), line: int('1-based'), reason: text() })

export const fsck = mutation('fsck', {
  about: 'Checks journal, kept bytes, ledger and files against each other',
  args: {
    repair: arg.flag('Cuts off unfinished last lines, and nothing else'),
  },
  reads: ['journal'],
  needs: ['suspects'],
  writes: ['journal', 'ledger'],
  result: record({
    ok: bool('Nothing is damaged; files changed by hand are no damage'),
    batches: int('Entries of the journal'),
    bad_lines: listOf(badLine),
    unterminated_tail: bool('A log ends in a line that was never finished'),
    mismatched: listOf(MISMATCH, 'Files that are not as the last write left them: no fault'),
    images: IMAGES,
    ledger: record({
      lines: int(),
      bad_lines: listOf(badLine),
      conflicts: listOf(record({ path: text(), line: int() }), 'Where markers of a merge conflict stand'),
      absent: int('Lines written here that are not there: another branch, or lost in a merge'),
    }),
    findings: findingsShape,
    repaired: texts('Logs whose unfinished last line was cut off'),
  }),
  pretty: ({ ok, batches, findings, repaired }) =>
    [
      ...repaired.map((path) => `cut off the unfinished last line of ${path}`),
      ...findings.map(({ message, fix }) => `${message}\n  fix: ${fix}`),
      ...(ok ? [`Nothing is damaged; the journal has ${counted(batches, 'write')}`] : []),
    ].join('\n'),
  run({ repair }, view) {
    const found = checkJournal(view)
    const findings = [...findingsOf(found, repair), ...view.suspects().map(suspectFinding)]
    const ok = findings.length === 0
    return {
      result: {
        ok,
        batches: found.batches,
        bad_lines: found.bad,
        unterminated_tail: found.tails.length > 0 && !repair,
        mismatched: found.mismatched,
        images: found.images,
        ledger: {
          lines: found.ledger.lines,
          bad_lines: found.ledger.bad,
          conflicts: found.ledger.conflicts,
          absent: found.ledger.absent,
        },
        findings,
        repaired: repair ? found.tails : [],
      },
      ...(ok ? {} : { exit: 1 as const }),
      edits: repair ? found.tails.map((path): Edit => ({ kind: 'cut', path })) : [],
    }
  },
})

function findingsOf({ bad, tails, images, ledger }: JournalCheck, repair: boolean): readonly Finding[] {
  return [
    ...[...bad, ...ledger.bad].map(badFinding),
    ...(repair ? [] : tails).map((path) => ({
      code: 'JOURNAL_DAMAGED',
      path,
      message: `${path} ends in a line that was never finished; it counts for nothing`,
      fix: 'gsd-tools fsck --repair cuts it off; so does the next write to this file',
      repairable: true,
    })),
    ...images.damaged.map((path) => ({
      code: 'JOURNAL_DAMAGED',
      path,
      message: `${path} does not hold the bytes its name stands for`,
      fix: `remove ${path}; an undo or show that needs it will say that it is no longer kept`,
    })),
    ...ledger.conflicts.map(({ path, line }) => ({
      code: 'GIT_CONFLICT',
      path,
      line,
      message: `${path}:${line} holds a merge conflict marker; the lines of both sides count`,
      fix: `remove the marker lines from ${path} and keep all others`,
    })),
  ]
}

const badFinding = ({ path, line, reason }: BadLine): Finding => ({
  code: 'JOURNAL_DAMAGED',
  path,
  line,
  message: `${path}:${line} cannot be trusted: ${reason}; it is skipped and never rewritten`,
  fix: `look at line ${line} of ${path}; restore it from a copy, or leave it`,
})
