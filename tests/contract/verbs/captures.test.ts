import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const waiting = {
  '.planning/todos/pending/2026-01-05-idea-aaaa.md':
    '---\nid: 2026-01-05-idea-aaaa\ncreated: "2026-01-05T10:00:00.000Z"\ntitle: An idea\nstatus: pending\n---\n\nAn idea\n',
}
const todo = {
  '.planning/todos/pending/2026-01-02-fix.md': 'created: 2026-01-02\ntitle: Fix part 01\narea: api\n\nIt is slow.\n',
}
const input = (items: unknown) => ({ ...waiting, 'triage.json': JSON.stringify(items) })

const seed = { '.planning/seeds/SEED-001-dark.md': '---\nid: SEED-001\nstatus: dormant\n---\n\n# Dark mode\n' }

verbContract(ROSTERS.captures, {
  stop: [
    { words: ['--reason', 'wait for me'] },
    { words: [] },
    { words: ['--clear'] },
    { words: ['--clear'], files: { '.planning/todos/pending/s.md': '---\nclass: stop\n---\n\nwait\n' }, once: true },
  ],
  'capture.add': [
    { words: ['--text', 'Look at the cache'], once: true },
    { words: ['--text-file', 'README.md', '--class', 'note', '--phase', '1'], once: true },
    { words: ['--text', 'Other order', '--class', 'replan'] },
    { words: [], exit: 2 },
    { words: ['--text', 'x', '--class', 'replan', '--phase', '2'], exit: 1 },
    { words: ['--text', 'x', '--phase', '99'], exit: 1 },
  ],
  'capture.list': [{ words: [] }, { words: ['--class', 'none', '--status', 'pending'], files: waiting }],
  'capture.triage': [
    { words: [], files: waiting },
    { words: ['--all'], files: { ...waiting, ...todo, ...seed } },
  ],
  'capture.apply': [
    { words: ['--input', 'triage.json'], files: input([{ id: '2026-01-05-idea-aaaa', class: 'quick-task' }]) },
    {
      words: ['--input', 'triage.json'],
      files: input({ id: '2026-01-05-idea-aaaa', class: 'defer', milestone: 'v2.0' }),
    },
    { words: ['--input', 'triage.json'], files: input([{ id: 'nothing', class: 'note' }]), exit: 1 },
    { words: ['--input', 'triage.json'], files: input('x'), exit: 2 },
    { words: ['--input', 'missing.json'], exit: 1 },
    { words: ['2026-01-05-idea-aaaa', '--class', 'note'], files: waiting },
    { words: ['2026-01-05-idea-aaaa'], files: waiting, exit: 2 },
  ],
  'todo.complete': [
    { words: ['2026-01-02-fix.md'], files: todo },
    { words: ['2026-01-02-fix.md', '--as', 'dropped'], files: todo },
    { words: ['no-such.md'], exit: 1 },
  ],
  'note.add': [
    { words: ['--text', 'The importer wants tabs'], once: true },
    { words: ['--text', ' '], exit: 2 },
    { words: ['--text', 'password: hunter2hunter2'], exit: 1 },
    { words: ['--text', 'Share a list', '--when', 'there are accounts'], once: true },
    { words: ['--text', 'password: hunter2hunter2', '--when', 'ever'], exit: 1 },
  ],
  'handoff.drop': [
    { words: [] },
    { words: [], files: { '.planning/.continue-here.md': '# Continue here\n' }, once: true },
  ],
  'learn.add': [
    { words: ['--text', 'Locks first', '--category', 'pattern', '--source', '01-01'] },
    { words: ['--text', 'the key is ghp_abcdefghijklmnopqrstuvwxyz0123456789', '--category', 'pitfall'], exit: 1 },
    { words: ['--nothing', '1'] },
    { words: ['--text', ' ', '--category', 'pitfall'], exit: 2 },
  ],
})
