// blame: which write, or whose hand between two writes, last changed a field of a planning file.
import { withoutSecrets } from '../../artifacts/config/settings.js'
import { changeShape, blame as follow } from '../../core/history/blame.js'
import { fieldNames } from '../../core/history/field.js'
import { pathsMeant } from '../../core/history/history.js'
import type { Json } from '../../std/json.js'
import { int, listOf, oneOf, orNull, record, text, textOrNull } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { unknownShape } from '../findings.js'
import { arg, query } from '../verb.js'

export const blame = query('blame', {
  about: 'Which write last changed a field of a planning file',
  args: {
    file: arg.file('A planning file'),
    field: arg.word(
      'A key of JSON or front matter (workflow.research), a section or label (Decisions, Phase 2: Accounts/Goal), or a line (L12); label:Status and the like say which',
    ),
    limit: arg.int('So many changes back; 1 without it'),
  },
  reads: ['other'],
  result: record({
    file: text(),
    field: text(),
    kind: orNull(oneOf(['json', 'front-matter', 'section', 'label', 'line'])),
    value: textOrNull('What it says now; null when it is gone'),
    changes: listOf(changeShape, 'Newest first; empty when it is as it was before the first write'),
    writes: int('Writes of the file that were looked at'),
    unknown: unknownShape,
  }),
  pretty: ({ file, field, value, changes }) =>
    [
      `${file}  ${field} = ${value ?? '(not there)'}`,
      ...(changes.length === 0 ? ['  as it was before the first write'] : []),
      ...changes.map(({ by, id, at, verb, unit, after, before, from, to }) =>
        by === 'write'
          ? `  ${at}  ${id}  ${verb}${unit === null ? '' : ` (${unit})`}: ${from ?? '(nothing)'} → ${to ?? '(nothing)'}`
          : `  changed outside, after ${after}${before === null ? '' : ` and before ${before}`}: ${from ?? '(nothing)'} → ${to ?? '(nothing)'}`,
      ),
    ].join('\n'),
  run({ file: named, field, limit = 1 }, view) {
    const meant = pathsMeant(named)
    const file = meant.find((path) => view.source(path) !== null) ?? meant.at(-1) ?? named
    const found = follow(view, file, field, Math.max(1, limit))
    const safe = (value: string | null) => (found.field?.kind === 'json' ? masked(field, value) : value)
    const result = {
      file,
      field,
      kind: found.field?.kind ?? null,
      value: safe(found.value),
      changes: found.changes.map((change) => ({ ...change, from: safe(change.from), to: safe(change.to) })),
      writes: found.walked,
      unknown: found.gap === null ? [] : [{ path: 'changes', code: 'NOT_KEPT', reason: found.gap }],
    }
    if (found.field !== null) return { result }
    const source = view.source(file)
    if (source === null && found.walked === 0)
      return {
        result,
        exit: 1,
        error: {
          code: 'FILE_NOT_FOUND',
          message: `${file} is not there, and no write has ever changed it`,
          fix: 'give the path of a planning file, relative to this folder',
        },
      }
    const names = source === null ? [] : fieldNames(source)
    const near = nearest(field, names)
    return {
      result,
      exit: 1,
      error: {
        code: 'NOT_FOUND',
        message: `${file} has no field "${field}" and never had one`,
        fix: near === null ? `it has ${names.slice(0, 12).join(', ') || 'no fields'}` : `did you mean "${near}"?`,
      },
    }
  },
})

/** A value as it stands in a JSON file, as it may be shown. */
const masked = (name: string, value: string | null): string | null =>
  value === null ? null : withoutSecrets(value, { [name]: JSON.parse(value) as Json })
