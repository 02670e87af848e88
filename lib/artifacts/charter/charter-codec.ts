// CHARTER.md and MILESTONE.md: what a new project is, or its next milestone, each fact once. Drafts: the CLI renders the documents from them, and they go.
import { compactCodec } from '../parts/lines-codec.js'
import { CHARTER, type CharterValue, NO_CHARTER } from './charter.js'
import { readCharter, readMilestone } from './charter-read.js'
import { freshCharter, MILESTONE_TEMPLATE } from './charter-write.js'

export const charter = compactCodec<CharterValue>({
  id: 'charter',
  about: 'What a new project is, each fact once; its documents are rendered from it',
  shape: CHARTER,
  empty: NO_CHARTER,
  // A charter that is begun is held to its form when it is handed in, not when it is read.
  read: (source) => ({ value: readCharter(source).value, issues: [] }),
  lacks: (source) => readCharter(source).issues,
  fresh: freshCharter,
  quotes: true,
})

export const milestoneDraft = compactCodec<CharterValue>({
  id: 'milestone-draft',
  about: 'What the next milestone adds to a project, each fact once; requirements and roadmap are rendered from it',
  shape: CHARTER,
  empty: NO_CHARTER,
  read: (source) => ({ value: readMilestone(source).value, issues: [] }),
  lacks: (source) => readMilestone(source).issues,
  fresh: MILESTONE_TEMPLATE,
  quotes: true,
})
