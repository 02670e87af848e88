// The verb of the list of broken windows.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { mutation } from '../../verbs/verb.js'
import { type Window, windowsIn, withClosed, withWindow } from './ledger.js'

const PATH = '.planning/WINDOWS.md'

const ledgerOf = (windows: readonly Window[]) => ({
  schema_version: 1,
  open_count: windows.filter(({ status }) => status === 'open').length,
  waived_count: windows.filter(({ status }) => status === 'waived').length,
  fixed_count: windows.filter(({ status }) => status === 'fixed').length,
  total_count: windows.length,
  last_updated:
    windows
      .flatMap(({ day, closed }) => [day, closed?.day ?? null])
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null,
  entries: windows.map(({ closed, ...window }) => ({ ...window, note: closed?.note ?? null })),
})

export const windows = mutation({
  name: 'windows',
  about: 'What was left broken: list it, note it, mark it fixed or let it be',
  args: {
    action: {
      type: 'choice',
      values: ['status', 'append', 'waive', 'fixed'],
      positional: true,
      required: true,
      about: 'What to do',
    },
    id: { type: 'text', positional: true, about: 'Id of the window, to waive or to mark fixed' },
    text: { type: 'text', about: 'What is broken, and where' },
    phase: { type: 'text', about: 'Phase it was seen in' },
    reason: { type: 'text', about: 'Why it may stay; needed to waive' },
  },
  result: record({
    ok: bool(),
    id: maybe(text()),
    ledger: record({
      schema_version: int(),
      open_count: int(),
      waived_count: int(),
      fixed_count: int(),
      total_count: int(),
      last_updated: orNull(text()),
      entries: listOf(
        record({
          id: text(),
          status: oneOf(['open', 'fixed', 'waived']),
          day: orNull(text()),
          phase: orNull(text()),
          text: text(),
          note: orNull(text()),
        }),
      ),
    }),
  }),
  reads: [],
  writes: ['other'],
  needsWorkstream: false,
  run({ action, id, text: said, phase, reason }, view) {
    const source = view.source(PATH)
    const now = windowsIn(source)
    const no = (error: ErrorBody) => ({
      result: { ok: false, ledger: ledgerOf(now) },
      error,
      edits: [] as const,
    })
    if (action === 'status') return { result: { ok: true, ledger: ledgerOf(now) }, edits: [] }
    if (action === 'append') {
      const line = oneLine(said ?? '')
      if (line === '')
        return no({ code: 'USAGE', message: '--text must say what is broken', fix: 'add --text "<what>"' })
      const window: Window = {
        // Two branches that note the same thing note one window.
        id: `W-${view.digest(line.toLowerCase()).slice(0, 6)}`,
        status: 'open',
        day: view.clock.today(),
        phase: phase === undefined ? null : oneLine(phase),
        text: line,
        closed: null,
      }
      if (now.some((one) => one.id === window.id))
        return { result: { ok: true, id: window.id, ledger: ledgerOf(now) }, edits: [] }
      return {
        result: { ok: true, id: window.id, ledger: ledgerOf([...now, window]) },
        edits: [{ kind: 'text', path: PATH, text: withWindow(source, window) }],
      }
    }
    const found = now.find((window) => window.id === id)
    if (found === undefined || source === null)
      return no({
        code: id === undefined ? 'USAGE' : 'NOT_FOUND',
        message: id === undefined ? 'name a window' : `there is no window "${id}"`,
        fix: 'gsd-tools windows status',
      })
    const status = action === 'waive' ? 'waived' : 'fixed'
    if (status === 'waived' && (reason ?? '').trim() === '')
      return no({ code: 'USAGE', message: 'letting it be needs a reason', fix: 'add --reason "<why>"' })
    if (found.status === status) return { result: { ok: true, id: found.id, ledger: ledgerOf(now) }, edits: [] }
    if (found.status !== 'open')
      return no({
        code: 'CONFLICT',
        message: `${found.id} is ${found.status} already`,
        fix: 'note it again if it broke again',
      })
    const closed = { day: view.clock.today(), note: oneLine(reason ?? '') }
    const changed = withClosed(source, found.id, status, closed.day, closed.note)
    if (changed === null)
      return no({
        code: 'EDIT_UNSAFE',
        message: `the line of ${found.id} in ${PATH} runs over several lines`,
        fix: `put it on one line, or end it by hand with " — ${status} ${closed.day}"`,
      })
    const after = now.map((window) => (window.id === found.id ? ({ ...window, status, closed } as const) : window))
    return {
      result: { ok: true, id: found.id, ledger: ledgerOf(after) },
      edits: [{ kind: 'text', path: PATH, text: changed }],
    }
  },
})
