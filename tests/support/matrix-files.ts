// Which test files hold a matrix too large for every run: `npm test` runs them with a sample of it, `.ci/run` whole (`npm run test:matrix`). Every other test
// runs whole in `npm test`; a new file is there without being named.

/** By file, or all below a folder: what is large in it. */
export const MATRIX_FILES: Readonly<Record<string, string>> = {
  'tests/cli/gsd.test.ts': 'the size of what is installed, for every row',
  'tests/contract/brief.test.ts':
    'every step of every workflow, in ten projects, in the words of twenty clients that take turns',
  'tests/contract/codec.test.ts': 'every file of the corpus, broken forty times',
  'tests/contract/runtime.test.ts': 'every row in both scopes, installed seven times each',
  'tests/contract/verbs/**/*.test.ts': 'every sample call of every verb in three kinds of projects',
  'tests/flows/crash.test.ts': 'a process is killed before each operation of a write',
  'tests/flows/install-crash.test.ts': 'an installer is killed at one call in sixty, and fails at each of its steps',
  'tests/flows/settings-edits.test.ts': 'every offer of every row over every kind of file',
  'tests/flows/trees.test.ts': 'every verb that reads, in every tree',
  'tests/hostile/briefs.test.ts':
    'every part of every workflow and every role, in seven trees and in the words of two clients',
  'tests/hostile/hook.test.ts': 'every place a session looks at, and every kind of text without end',
  'tests/hostile/installer.test.ts': 'every place that the installer reads, around four actions',
  'tests/hostile/links.test.ts': 'every folder and file of a project, in five shapes, with twenty calls on each',
  'tests/hostile/proof.test.ts': 'every command that cannot fail, by way of a whole phase',
  'tests/hostile/recovery.test.ts': 'every path an unfinished write may name, with fourteen calls on each',
  'tests/repo/pack.test.ts': 'the published package, installed for every row and scope',
  'tests/unit/install/edits/edits.test.ts': 'thousands of random files of five formats',
}
