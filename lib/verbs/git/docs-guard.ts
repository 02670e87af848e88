// A block in git's pre-commit hook that stops commits of planning files while they are not to be committed. Only this block is ever changed.

import { writeHookStep } from '../../core/builtin-steps.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import type { Range } from '../../markdown/reader.js'
import { bool, orNull, record, text } from '../../std/shape.js'
import { task } from '../verb.js'
import { look, out, said, worked } from './steps.js'

const BEGIN = '# gsd: planning files are not committed (begin)'
const END = '# gsd: planning files are not committed (end)'
const SHEBANG = '#!/bin/sh\n'

/** Git is asked itself, so that the hook lasts longer than any installation. */
const BLOCK = `${BEGIN}
if git diff --cached --name-only --diff-filter=ACMR | grep -q '\\(^\\|/\\)\\.planning/'; then
  echo 'planning files are staged, and this project does not commit them: git restore --staged .planning' >&2
  exit 1
fi
${END}
`

/** From the first marker to the end of the line of the last. */
function blockIn(hook: string): Range | null {
  const start = hook.indexOf(BEGIN)
  const end = start < 0 ? -1 : hook.indexOf(END, start)
  if (end < 0) return null
  const close = hook.indexOf('\n', end)
  return { start, end: close < 0 ? hook.length : close + 1 }
}

/** The block stands right after the first line, so that nothing before it can end the hook. */
function withBlock(hook: string | null): string {
  if (hook === null || hook === '') return SHEBANG + BLOCK
  const first = hook.startsWith('#!') ? hook.indexOf('\n') + 1 : 0
  return hook.startsWith('#!') && first === 0
    ? `${hook}\n${BLOCK}`
    : `${hook.slice(0, first)}${BLOCK}${hook.slice(first)}`
}

function withoutBlock(hook: string): string {
  const place = blockIn(hook)
  const rest = place === null ? hook : hook.slice(0, place.start) + hook.slice(place.end)
  return rest === SHEBANG ? '' : rest
}

/** A hook in a language of its own must not get lines of a shell. */
const isShell = (hook: string): boolean =>
  !hook.startsWith('#!') || /^#!.*\b(ba|da|z|k)?sh\b/.test(hook.split('\n')[0] ?? '')

export const commitDocsGuard = task({
  name: 'commit-docs-guard',
  about: 'Stop commits of planning files in the pre-commit hook of git, or stop doing so',
  args: {
    action: { type: 'choice', values: ['enable', 'disable'], positional: true, required: true, about: 'What to do' },
  },
  result: record({ enabled: bool(), path: orNull(text('Hook, relative to the project root')) }),
  reads: [],
  writes: [],
  needsWorkstream: false,
  plan: (_, view) => (view.hasGit ? [look('path', ['rev-parse', '--git-path', 'hooks/pre-commit'])] : []),
  finish({ action }, view, results) {
    const path = out(results, 'path')
    const no = (error: ErrorBody, enabled = false) => ({
      result: { enabled, path: path || null },
      error,
      edits: [] as const,
    })
    if (!worked(results, 'path'))
      return no({ code: 'NOT_FOUND', message: 'there is no repository here', fix: 'git init' })
    if (path.startsWith('/') || path.startsWith('..'))
      return no({
        code: 'WRITE_REFUSED',
        message: `the hooks of this repository lie outside of it: ${path}`,
        fix: 'put the check into that hook by hand: gsd-tools check-commit',
      })
    const hook = textOf(path, view)
    const enabled = hook !== null && blockIn(hook) !== null
    if (results.has('write-hook'))
      return worked(results, 'write-hook')
        ? { result: { enabled, path }, edits: [] }
        : no({ code: 'IO', message: said(results, 'write-hook'), fix: `check that ${path} can be written` }, enabled)
    if (enabled === (action === 'enable')) return { result: { enabled, path }, edits: [] }
    if (hook !== null && !isShell(hook))
      return no({
        code: 'WRITE_REFUSED',
        message: `${path} is no shell script`,
        fix: 'let it call gsd-tools check-commit',
      })
    return { more: [writeHookStep(path, action === 'enable' ? withBlock(hook) : withoutBlock(hook ?? ''))] }
  },
})

const textOf = (path: string, view: View): string | null => view.source(path)?.text ?? null
