// A new STATE.md without notes.
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'

export const UNWRITTEN = 'Not written yet'

const BODY = `
# Project State

## Project Reference

**Core value:** ${UNWRITTEN}
**Current focus:** Not started

## Current Position

Phase: Not started
Plan: Not started
Status: Ready to plan
Last activity: None
Progress: [░░░░░░░░░░] 0%

## Performance Metrics

Total plans completed: 0

## Accumulated Context

### Pending Todos

In \`todos/pending/\`.

## Session Continuity

Last session: None
Stopped at: None
Resume file: None
`

/** @param more further keys of the front matter */
export const freshState = (more: Readonly<Record<string, string>> = {}): string =>
  renderFrontMatter({ gsd_state_version: '1.0', status: 'planning', ...more }) + BODY
