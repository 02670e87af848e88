import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const waiting = {
  '.planning/todos/pending/2026-01-05-idea-aaaa.md':
    '---\nid: 2026-01-05-idea-aaaa\ncreated: "2026-01-05T10:00:00.000Z"\ntitle: An idea\nstatus: pending\n---\n\nAn idea\n',
}
const todo = {
  '.planning/todos/pending/2026-01-02-fix.md': 'created: 2026-01-02\ntitle: Fix part 01\narea: api\n\nIt is slow.\n',
}
const seed = { '.planning/seeds/SEED-001-dark.md': '---\nid: SEED-001\nstatus: dormant\n---\n\n# Dark mode\n' }
const triageOfIdea = (...words: readonly string[]) => ({
  words: ['2026-01-05-idea-aaaa', '--class', ...words],
  files: waiting,
  once: true,
})

verbContract(GROUPS.captures, {
  stop: [
    { words: ['--reason', 'wait for me'] },
    { words: [] },
    { words: ['--clear'] },
    { words: ['--clear'], files: { '.planning/todos/pending/s.md': '---\nclass: stop\n---\n\nwait\n' }, once: true },
  ],
  'note.add': [
    { words: ['--text', 'Look at the cache'], once: true },
    { words: ['--text', 'The importer wants tabs', '--class', 'note'], once: true },
    { words: ['--text', 'Share a list', '--when', 'there are accounts'], once: true },
    { words: ['--text', 'Other order', '--class', 'replan'] },
    { words: ['--text', 'Colours', '--class', 'defer'] },
    { words: [], exit: 2 },
    { words: ['--text', ' '], exit: 2 },
    { words: ['--text', 'password: hunter2hunter2'], exit: 1 },
    { words: ['--text', 'x', '--class', 'replan', '--phase', '2'], exit: 1 },
    { words: ['--text', 'x', '--phase', '99'], exit: 1 },
  ],
  'note.list': [{ words: [] }, { words: ['--all'], files: { ...waiting, ...todo, ...seed } }],
  'note.triage': [
    triageOfIdea('quick-task'),
    triageOfIdea('defer'),
    triageOfIdea('note'),
    { words: ['SEED-001', '2026-01-02-fix.md', '--class', 'dropped'], files: { ...todo, ...seed } },
    { words: ['SEED-001', '--class', 'inject'], files: seed, exit: 1 },
    { words: ['no-such', '--class', 'done'], exit: 1 },
    { words: ['no-such'], exit: 2 },
  ],
  'learn.add': [
    { words: ['--text', 'Locks first', '--category', 'pattern', '--source', '01-01'] },
    { words: ['--text', 'the key is ghp_abcdefghijklmnopqrstuvwxyz0123456789', '--category', 'pitfall'], exit: 1 },
    { words: ['--text', ' ', '--category', 'pitfall'], exit: 2 },
  ],
})
