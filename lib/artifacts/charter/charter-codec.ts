// CHARTER.md and MILESTONE.md: drafts of a project or milestone. The CLI moves their content into the documents.
import type { Source } from '../../ports.js'
import { conflictIssues, type Kind, notText, parsed } from '../codec.js'
import { fencedIssue, openingFence } from '../document/frame.js'
import { type Charter, readCharter, readMilestone } from './charter-read.js'

const draft = (
  id: 'charter' | 'milestone-draft',
  about: string,
  read: (source: Source) => Charter,
): Kind<Pick<Charter, 'title'>> => ({
  ...{ id, about },
  // The content is checked when the charter is submitted, not when it is read, because a draft can be unfinished.
  parse: (source) => parsed(source, { title: read(source).title }, () => []),
  checkDraft(source) {
    if (source.text === null) return [notText(source)]
    const fence = openingFence(source)
    if (fence !== null) return [fencedIssue(source, fence)]
    return [...conflictIssues(source), ...read(source).issues]
  },
})

export const charter = draft(
  'charter',
  'A new project, each fact once; source of PROJECT, REQUIREMENTS and ROADMAP',
  readCharter,
)

export const milestoneDraft = draft(
  'milestone-draft',
  'Additions of the next milestone, each fact once; merged into the documents',
  readMilestone,
)
