// The registry of verbs that belong to no feature, put together from the rosters. It holds names and loaders only.
import { artifactRoster } from './artifact/roster.js'
import { briefRoster } from './brief/roster.js'
import { capturesRoster } from './captures/roster.js'
import { checkRoster } from './check/roster.js'
import { configRoster } from './config/roster.js'
import { decisionsRoster } from './decisions/roster.js'
import { dispatchRoster } from './dispatch/roster.js'
import { extRoster } from './ext/roster.js'
import { frontmatterRoster } from './frontmatter/roster.js'
import { gitRoster } from './git/roster.js'
import { hostRoster } from './host/roster.js'
import { importRoster } from './import/roster.js'
import { initRoster } from './init/roster.js'
import { journalRoster } from './journal/roster.js'
import { milestoneRoster } from './milestone/roster.js'
import { modelsRoster } from './models/roster.js'
import { overridesRoster } from './overrides/roster.js'
import { phaseRoster } from './phase/roster.js'
import { reportsRoster } from './reports/roster.js'
import { requirementsRoster } from './requirements/roster.js'
import { roadmapRoster } from './roadmap/roster.js'
import type { Roster } from './roster.js'
import { specsRoster } from './specs/roster.js'
import { stateRoster } from './state/roster.js'
import { templateRoster } from './template/roster.js'
import { textRoster } from './text/roster.js'
import { trustRoster } from './trust/roster.js'
import { uatRoster } from './uat/roster.js'
import { validateRoster } from './validate/roster.js'
import { verifyRoster } from './verify/roster.js'
import { workstreamsRoster } from './workstreams/roster.js'
import { worktreesRoster } from './worktrees/roster.js'

/** By the folder they lie in, in the order of help and documentation. */
export const ROSTERS = {
  brief: briefRoster,
  dispatch: dispatchRoster,
  check: checkRoster,
  captures: capturesRoster,
  decisions: decisionsRoster,
  journal: journalRoster,
  artifact: artifactRoster,
  state: stateRoster,
  phase: phaseRoster,
  roadmap: roadmapRoster,
  requirements: requirementsRoster,
  specs: specsRoster,
  milestone: milestoneRoster,
  config: configRoster,
  trust: trustRoster,
  overrides: overridesRoster,
  ext: extRoster,
  models: modelsRoster,
  host: hostRoster,
  init: initRoster,
  import: importRoster,
  frontmatter: frontmatterRoster,
  template: templateRoster,
  verify: verifyRoster,
  validate: validateRoster,
  git: gitRoster,
  workstreams: workstreamsRoster,
  worktrees: worktreesRoster,
  uat: uatRoster,
  reports: reportsRoster,
  text: textRoster,
} as const satisfies Readonly<Record<string, Roster>>
