// Which test files are too long for every run: `npm test` takes a sample of them, `npm run test:matrix` all, and `.ci/run` first the one, then the rest. Every
// other test runs whole in `npm test`; a new file is there without being named.

/** By file, or all below a folder: what is large in it. */
export const MATRIX_FILES: Readonly<Record<string, string>> = {
  'tests/cli/completion.test.ts': 'every shell that the machine has',
  'tests/cli/gsd.test.ts': 'the size of what is installed, for every row',
  'tests/contract/brief.test.ts':
    'every step of every workflow, in ten projects, in the words of twenty clients that take turns',
  'tests/contract/codec.test.ts': 'every file of the corpus, broken twenty times',
  'tests/contract/runtime.test.ts': 'every row in both scopes, installed seven times each',
  'tests/contract/verbs/**/*.test.ts': 'every sample call of every verb in three kinds of projects',
  'tests/flows/crash.test.ts': 'a process is killed before each operation of a write',
  'tests/flows/install-crash.test.ts': 'an installer is killed at one call in sixty, and fails at each of its steps',
  'tests/flows/settings-edits.test.ts': 'every offer of every row over every kind of file',
  'tests/flows/trees.test.ts': 'every verb that reads, in every tree',
  'tests/hostile/briefs.test.ts':
    'every part of every workflow and every role, in seven trees and in the words of two clients that take turns',
  'tests/hostile/hook.test.ts': 'every place a session looks at, and every kind of text without end',
  'tests/hostile/installer.test.ts': 'every place that the installer reads, around four actions',
  'tests/hostile/links.test.ts': 'every folder and file of a project, in five shapes, with twenty calls on each',
  'tests/hostile/proof.test.ts': 'every command that cannot fail, by way of a whole phase',
  'tests/hostile/recovery.test.ts': 'every path an unfinished write may name, with fourteen calls on each',
  'tests/repo/pack.test.ts': 'the published package, installed for every row in scopes that take turns',
  'tests/unit/install/edits/edits.test.ts': 'hundreds of random files of five formats',
}

/** Of these `npm test` takes one test in `ONE_IN`: each of them takes seconds on its own, mostly in processes that it starts. */
export const LONG_FILES: readonly string[] = [
  'tests/cli/auto-killed.test.ts',
  'tests/cli/auto-remote.test.ts',
  'tests/cli/auto-live.test.ts',
  'tests/cli/auto.test.ts',
  'tests/cli/board.test.ts',
  'tests/cli/calls.test.ts',
  'tests/cli/code-cache.test.ts',
  'tests/cli/commit.test.ts',
  'tests/cli/completion-place.test.ts',
  'tests/cli/completion.test.ts',
  'tests/cli/extras.test.ts',
  'tests/cli/gsd.test.ts',
  'tests/cli/homes.test.ts',
  'tests/cli/hook-extensions.test.ts',
  'tests/cli/hook.test.ts',
  'tests/cli/key.test.ts',
  'tests/cli/lost-record.test.ts',
  'tests/cli/mcp.test.ts',
  'tests/cli/people.test.ts',
  'tests/cli/report.test.ts',
  'tests/cli/secret.test.ts',
  'tests/cli/share.test.ts',
  'tests/cli/shims.test.ts',
  'tests/cli/surface.test.ts',
  'tests/cli/update.test.ts',
  'tests/cli/wizard.test.ts',
  'tests/contract/brief.test.ts',
  'tests/contract/codec.test.ts',
  'tests/contract/runtime-schema.test.ts',
  'tests/contract/runtime.test.ts',
  'tests/contract/scanner.test.ts',
  'tests/flows/already.test.ts',
  'tests/flows/asides.test.ts',
  'tests/flows/begin.test.ts',
  'tests/flows/branches.test.ts',
  'tests/flows/canary.test.ts',
  'tests/flows/captures.test.ts',
  'tests/flows/charter.test.ts',
  'tests/flows/compact.test.ts',
  'tests/flows/crash.test.ts',
  'tests/flows/cut.test.ts',
  'tests/flows/done.test.ts',
  'tests/flows/extensions.test.ts',
  'tests/flows/fewer-tests.test.ts',
  'tests/flows/gates.test.ts',
  'tests/flows/housekeeping.test.ts',
  'tests/flows/identity.test.ts',
  'tests/flows/index-proof.test.ts',
  'tests/flows/index.test.ts',
  'tests/flows/install-crash.test.ts',
  'tests/flows/learned.test.ts',
  'tests/flows/leftovers.test.ts',
  'tests/flows/milestones.test.ts',
  'tests/flows/next-milestone.test.ts',
  'tests/flows/no-second-run.test.ts',
  'tests/flows/one-call-a-step.test.ts',
  'tests/flows/parallel.test.ts',
  'tests/flows/phase-tokens.test.ts',
  'tests/flows/reapply.test.ts',
  'tests/flows/review-loop.test.ts',
  'tests/flows/settings-edits.test.ts',
  'tests/flows/settings.test.ts',
  'tests/flows/shared-root.test.ts',
  'tests/flows/sketching.test.ts',
  'tests/flows/specs.test.ts',
  'tests/flows/spiking.test.ts',
  'tests/flows/trees.test.ts',
  'tests/flows/trust.test.ts',
  'tests/flows/views.test.ts',
  'tests/flows/worktrees.test.ts',
  'tests/hostile/briefs.test.ts',
  'tests/hostile/consent.test.ts',
  'tests/hostile/extensions.test.ts',
  'tests/hostile/hook.test.ts',
  'tests/hostile/installer-journal.test.ts',
  'tests/hostile/installer.test.ts',
  'tests/hostile/links.test.ts',
  'tests/hostile/places-named.test.ts',
  'tests/hostile/places.test.ts',
  'tests/hostile/proof-below.test.ts',
  'tests/hostile/proof-claimed.test.ts',
  'tests/hostile/proof-configured.test.ts',
  'tests/hostile/proof-emptied.test.ts',
  'tests/hostile/proof-forged.test.ts',
  'tests/hostile/proof-moved.test.ts',
  'tests/hostile/proof-settings.test.ts',
  'tests/hostile/proof-told.test.ts',
  'tests/hostile/proof-weakened.test.ts',
  'tests/hostile/proof.test.ts',
  'tests/hostile/recovery.test.ts',
  'tests/hostile/terminals.test.ts',
  'tests/repo/assets.test.ts',
  'tests/repo/native-packages.test.ts',
  'tests/repo/pack.test.ts',
  'tests/repo/workflows.test.ts',
  'tests/trials/commands/commands.test.ts',
  'tests/unit/artifacts/phase-files.test.ts',
  'tests/unit/cli/gsd-command-line.test.ts',
  'tests/unit/install/edits/edits.test.ts',
  'tests/unit/markdown/yaml.test.ts',
  'tests/unit/node/transaction.test.ts',
  'tests/unit/runtimes/records.test.ts',
  'tests/unit/verbs/checks.test.ts',
  'tests/unit/verbs/gates.test.ts',
  'tests/unit/verbs/state.test.ts',
  'tests/unit/verbs/verify.test.ts',
]

const ONE_IN = 15

/** By the part of its long files that a run takes, whether it takes the test at a place. */
const PARTS: Readonly<Record<string, (place: number) => boolean>> = {
  sample: (place) => place % ONE_IN === 0,
  rest: (place) => place % ONE_IN !== 0,
}

/** Whether a file takes a sample of its cases; `path` with `/`. */
export const samplesCases = (path: string): boolean =>
  Object.keys(MATRIX_FILES).some((name) =>
    name.endsWith('/**/*.test.ts')
      ? `/${path}`.includes(`/${name.slice(0, -'**/*.test.ts'.length)}`)
      : `/${path}`.endsWith(`/${name}`),
  )

/**
 * Whether a run takes the test at a place of a file. `part`: `sample`, or `rest` after it on the same machine, where each file has the same tests; all in any other
 * run. What a test in a file of sampled cases did in a sample is less than it does, so the rest of that file is all of it.
 */
export function isTaken(part: string | undefined, path: string, place: number): boolean {
  if (!LONG_FILES.includes(path) || (part === 'rest' && samplesCases(path))) return true
  return PARTS[part ?? '']?.(place) ?? true
}
