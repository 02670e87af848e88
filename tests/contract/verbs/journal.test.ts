import { frameLine } from '../../../lib/core/history/journal.js'
import { objectPath } from '../../../lib/core/layout.js'
import { sha256 } from '../../../lib/node/digest.js'
import { GROUPS } from '../../../lib/verbs/all.js'
import { OURS } from '../../support/project.js'
import { verbContract } from '../../support/verb-contract.js'

const STATE = '.planning/STATE.md'
const now = OURS[STATE] as string
const before = now.replace('percent: 0', 'percent: 7')
const line = (id: string, path: string, old: string | null, text: string) =>
  frameLine(
    {
      kind: 'write',
      id,
      at: '2026-01-04T00:00:00.000Z',
      verb: 'state.update-progress',
      unit: null,
      files: [{ path, before: old === null ? null : sha256(old), after: sha256(text) }],
    },
    sha256,
  )
const files = {
  '.planning/journal/2026-01.jsonl':
    line('20260104000000-aaaaaaaa', '.planning/notes/a.md', null, 'a\n') +
    line('20260104000001-bbbbbbbb', STATE, before, now),
  '.planning/notes/a.md': 'a\n',
  [objectPath(sha256(before))]: before,
  [objectPath(sha256(now))]: now,
}

verbContract(GROUPS.journal, {
  log: [
    { words: [], files },
    { words: ['--limit', '1', '--file', STATE], files },
  ],
  show: [
    { words: ['@0'], files },
    { words: ['20260104000000:.planning/STATE.md'], files },
    { words: ['@0:.planning/ROADMAP.md'], files, exit: 1 },
    { words: [`20260104000001:${STATE}`, '--before'], files },
    { words: ['@9'], files, exit: 1 },
  ],
  undo: [
    { words: ['20260104000001-bbbbbbbb', '--yes'], files },
    { words: ['20260104000001-bbbbbbbb'], files, exit: 4 },
    { words: ['--last', '2', '--yes'], files, once: true },
    { words: ['--last', '2'], files, exit: 4 },
    { words: ['nothing'], files, exit: 1 },
    { words: ['--yes'], files, once: true },
    { words: [], files, exit: 4 },
    { words: ['--last', '1', '--plan', '01-02'], files, exit: 2 },
    { words: ['20260104000001-bbbbbbbb'], files: { ...files, [STATE]: `${now}\nby hand\n` }, exit: 3 },
  ],
  fsck: [
    { words: [], files },
    { words: [], files: { ...files, '.planning/journal/2026-02.jsonl': '{"v":1' }, exit: 1 },
    { words: [], files: { ...files, '.planning/ledger.jsonl': 'x\n' }, exit: 1 },
  ],
})
