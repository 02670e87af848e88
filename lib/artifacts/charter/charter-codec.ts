// CHARTER.md and MILESTONE.md: what a new project is, or its next milestone, each fact once. Drafts: the CLI puts them into the documents, and they go.
import type { Source } from '../../ports.js'
import { record, textOrNull } from '../../std/shape.js'
import { draftKind } from '../parts/lines-codec.js'
import { type Charter, readCharter, readMilestone } from './charter-read.js'

const draft = (id: 'charter' | 'milestone-draft', about: string, read: (source: Source) => Charter) =>
  draftKind({
    ...{ id, about },
    shape: record({ title: textOrNull() }),
    empty: { title: null },
    // One that is begun is held to its form when it is handed in, not when it is read.
    read: (source) => ({ value: { title: read(source).title }, issues: [] }),
    lacks: (source) => read(source).issues,
    quotes: true,
  })

export const charter = draft(
  'charter',
  'What a new project is, each fact once; PROJECT, REQUIREMENTS and ROADMAP are made of it',
  readCharter,
)

export const milestoneDraft = draft(
  'milestone-draft',
  'What the next milestone adds to a project, each fact once; it is put into the documents',
  readMilestone,
)
