// Calls that scripts written for get-shit-done 1.42.3 make: this program answers every one of them. Nothing of the engine asks this table; help, the
// reference and the test of the vocabulary do.
import { wordTable } from '../std/text.js'
import { compatRoster } from './roster.js'

/** A noun in front, what may stand behind it. */
const NOUNS = `
agent classify-failure
check decision-coverage-plan decision-coverage-verify
frontmatter get merge set validate
graphify build diff query status
init execute-phase ingest-docs list-workspaces manager map-codebase milestone-op new-milestone new-project
init new-workspace phase-op plan-phase progress quick remove-workspace resume todos verify-work
intel diff extract-exports patch-meta query snapshot status update validate
learnings copy delete list prune query
milestone complete
phase add complete insert list-artifacts list-plans mvp-mode remove scaffold
phases archive list
requirements mark-complete
roadmap analyze annotate-dependencies get-phase update-plan-progress
scaffold context phase-dir uat verification
state add-blocker add-decision add-roadmap-evolution advance-plan begin-phase complete-phase get json load
state milestone-switch patch planned-phase prune record-metric record-session resolve-blocker signal-resume
state signal-waiting sync update update-progress validate
template fill select
todo complete match-phase
uat render-checkpoint
validate agents consistency context health
verify artifacts commits key-links phase-completeness plan-structure references
workstream complete create get list progress set status
worktree cleanup-wave
`

/** Calls of one word. */
const ALONE = `
agent-skills audit-open audit-uat check-commit commit commit-to-subrepo config-ensure-section config-get
config-new-project config-path config-set config-set-model-profile current-timestamp detect-custom-files docs-init
find-phase gap-analysis generate-slug history-digest list-todos phase-plan-index progress resolve-model
skill-manifest state-snapshot stats summary-extract verify-path-exists verify-summary websearch
`

/** As they are typed. */
export const olderCalls = (): readonly string[] => [
  ...wordTable(ALONE),
  ...NOUNS.trim()
    .split('\n')
    .flatMap((line) => {
      const [noun, ...verbs] = line.split(' ')
      return verbs.map((verb) => `${noun} ${verb}`)
    }),
]

/** Verbs that are there for those scripts alone: no prompt, hook, program or page of ours calls them. Features have some of their own. */
export const KEPT: readonly string[] = [
  ...Object.keys(compatRoster.verbs),
  'intel.diff',
  'intel.extract-exports',
  'intel.snapshot',
  'intel.update',
  'intel.validate',
  'learnings.prune',
]
