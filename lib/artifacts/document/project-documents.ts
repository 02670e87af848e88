// Documents about the whole project: maps of its code, research of its field, the sheet of a workspace.
import { documentCodec, documentSpec, type ValueOf } from './document.js'
import { dayField, textField } from './document-fields.js'
import { prosePart } from './document-parts.js'
import { tablePart } from './table-part.js'

const codebaseSpec = documentSpec({
  id: 'codebase',
  about: 'A map of one side of the code',
  title: 'value',
  titleHint: '[Stack, architecture, conventions, concerns, structure, testing or integrations]',
  front: {
    lastMappedCommit: textField(['last_mapped_commit', 'last-mapped-commit']),
    analysisDate: dayField(['analysis_date'], { label: 'Analysis Date' }),
  },
  parts: {},
  body: { hint: '[What a stranger must know to change this code, with the files that show it]' },
  needs: ['title', 'body'],
})
export type CodebaseValue = ValueOf<typeof codebaseSpec>
export const codebase = documentCodec(codebaseSpec)

const surveySpec = documentSpec({
  id: 'survey',
  about: 'Research of the field before the project is planned',
  title: 'value',
  titleHint: '[Research: stack, features, architecture, pitfalls or summary]',
  front: {
    researched: dayField(['researched'], { label: 'Researched' }),
    confidence: textField(['confidence'], { label: 'Confidence' }),
  },
  parts: { sources: prosePart(['Sources'], { hint: '[What was read, with its address]' }) },
  body: { hint: '[What was found, what it means for this project, and how sure that is]' },
  needs: ['title'],
})
export type SurveyValue = ValueOf<typeof surveySpec>
export const survey = documentCodec(surveySpec)

const workspaceSpec = documentSpec({
  id: 'workspace',
  about: 'Which repositories a workspace holds, and how',
  title: 'value',
  titleHint: '[Workspace: name]',
  front: {
    strategy: textField(['strategy'], {
      words: ['worktree', 'clone'],
      label: 'Strategy',
      asLabel: true,
      hint: '[worktree or clone]',
    }),
    created: dayField(['created'], { label: 'Created', asLabel: true }),
  },
  parts: {
    repos: tablePart(['Member Repos', 'Repos', 'Repositories'], {
      repo: ['Repo'],
      source: ['Source'],
      branch: ['Branch'],
      strategy: ['Strategy'],
    }),
    notes: prosePart(['Notes'], {}),
  },
})
export type WorkspaceValue = ValueOf<typeof workspaceSpec>
export const workspace = documentCodec(workspaceSpec)
