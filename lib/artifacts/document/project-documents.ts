// Documents about the whole project: maps of its code, research of its field, the sheet of a workspace.
import type { ValueOf } from '../codec.js'
import { documentKind } from './document.js'
import { dayField, textField } from './document-fields.js'
import { prosePart } from './document-parts.js'
import { tablePart } from './table-part.js'

export const codebase = documentKind({
  id: 'codebase',
  about: 'A map of one side of the code',
  heading: '[Stack, architecture, conventions, concerns, structure, testing or integrations]',
  front: {
    lastMappedCommit: textField(['last_mapped_commit', 'last-mapped-commit']),
    analysisDate: dayField(['analysis_date'], { label: 'Analysis Date' }),
  },
  parts: {},
  body: '[What a stranger must know to change this code, with the files that show it]',
  needs: ['title', 'body'],
})
export type CodebaseValue = ValueOf<typeof codebase>

export const survey = documentKind({
  id: 'survey',
  about: 'Research of the field before the project is planned',
  heading: '[Research: stack, features, architecture, pitfalls or summary]',
  front: {
    researched: dayField(['researched'], { label: 'Researched' }),
    confidence: textField(['confidence'], { label: 'Confidence' }),
  },
  parts: { sources: prosePart(['Sources'], { hint: '[What was read, with its address]' }) },
  body: '[What was found, what it means for this project, and how sure that is]',
  needs: ['title'],
})

export const workspace = documentKind({
  id: 'workspace',
  about: 'Which repositories a workspace holds, and how',
  heading: '[Workspace: name]',
  front: {
    strategy: textField(['strategy'], {
      words: ['worktree', 'clone'],
      label: 'Strategy',
      asLabel: true,
      hint: '[worktree or clone]',
    }),
    created: dayField(['created'], { label: 'Created', asLabel: true }),
  },
  bare: true,
  parts: {
    repos: tablePart(['Member Repos', 'Repos', 'Repositories'], ['repo', 'source', 'branch', 'strategy']),
    notes: prosePart(['Notes'], {}),
  },
})
