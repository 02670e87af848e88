// Contradictions of a passing verdict: an incomplete score, a failed row, open items.
import type { Issue } from '../../errors.js'
import { type Row, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../parts/issues.js'

interface Verdict {
  readonly status: string | null
  readonly score: string | null
  readonly overrides: readonly { readonly mustHave: string }[]
  readonly deferred: readonly { readonly truth: string }[]
}

const STATUS_HEAD = /^(?:status|result|verdict|verified\??)$/i
/** A status cell without emphasis. */
const FAILED =
  /^(?:✗|✘|❌|✖|⚠️?|🛑)|^\W*(?:fail(?:ed|s|ure)?|missing|stub|orphaned|partial(?:ly)?|not[ _-](?:wired|verified|met|found|satisfied|done)|unverified|unsatisfied|blocked|broken|gaps?)\b/i

const plain = (text: string) => text.replace(/[*_`]/g, '').trim()
const folded = (text: string) => plain(text).toLowerCase()

/** Failed rows, unless the user accepted them or a later phase covers them. */
function failedRows(source: Source, { overrides, deferred }: Verdict): readonly Row['cells'][] {
  const excused = [...overrides.map(({ mustHave }) => mustHave), ...deferred.map(({ truth }) => truth)].map(folded)
  return tablesOf(source).flatMap(({ header, rows }) => {
    const column = header.cells.findIndex(({ text }) => STATUS_HEAD.test(plain(text)))
    if (column < 0) return []
    return rows
      .map(({ cells }) => cells)
      .filter((cells) => FAILED.test(plain(cells[column]?.text ?? '')))
      .filter((cells) => !cells.some(({ text }) => excused.includes(folded(text))))
  })
}

const PROMISE_HEAD = /\b(?:truths?|criteri(?:on|a)|must-haves?|promises?|claims?)\b/i
const NUMBER_HEAD = /^(?:#|no\.?|id|)$/i
const NOTHING_SEEN = /^(?:[-–—.…?]*|none|n\/a|tbd|todo|ok|yes|\[.*\])$/i

/** The first row that claims success without an observation; null if none. */
export function unseenRow(source: Source): Row['cells'] | null {
  for (const { header, rows } of tablesOf(source)) {
    const heads = header.cells.map(({ text }) => plain(text))
    const status = heads.findIndex((head) => STATUS_HEAD.test(head))
    const promise = heads.findIndex((head) => PROMISE_HEAD.test(head))
    if (status < 0 || promise < 0) continue
    const seen = heads.flatMap((head, at) => (at === status || at === promise || NUMBER_HEAD.test(head) ? [] : [at]))
    const found = rows.find(
      ({ cells }) =>
        !FAILED.test(plain(cells[status]?.text ?? '')) &&
        seen.every((at) => NOTHING_SEEN.test(plain(cells[at]?.text ?? ''))),
    )
    if (found !== undefined) return found.cells
  }
  return null
}

const SCORE = /^(\d+)\s*\/\s*(\d+)\b/

export function contradictions(source: Source, value: Verdict): readonly Issue[] {
  if (value.status !== 'passed' && value.status !== 'human_needed') return []
  const rows = failedRows(source, value).map((cells) =>
    issueAt(source, cells[0]?.start ?? 0, {
      code: 'VERDICT_ROW',
      severity: 'error',
      expected: 'no failed row',
      received: cells.map(({ text }) => text.trim()).join(' | '),
      message: `the status is ${value.status}, but a row says: ${cells.map(({ text }) => text.trim()).join(' | ')}`,
      fix: 'passed needs no failed row: write status: gaps_found and list the gap, or correct the row.',
    }),
  )
  return value.status === 'passed' ? [...scoreIssue(source, value), ...rows] : rows
}

function scoreIssue(source: Source, { score, overrides, deferred }: Verdict): readonly Issue[] {
  const found = SCORE.exec(score ?? '')
  if (found === null) return []
  const [met, all] = [Number(found[1]), Number(found[2])]
  const full = all > 0 && met <= all && met + overrides.length + deferred.length >= all
  const at = (source.text ?? '').indexOf('score:')
  return full
    ? []
    : [
        issueAt(source, Math.max(at, 0), {
          code: 'VERDICT_SCORE',
          severity: 'error',
          expected: 'N/N',
          received: score ?? '',
          message: `the status is passed, but the score is ${score}`,
          fix: 'passed needs N = M: write status: gaps_found and list the gaps, or correct the score.',
        }),
      ]
}
