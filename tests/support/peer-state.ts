// STATE.md as the older programs' templates begin it, in the labels they look for.
export const PEER_STATE = `# Project State

## Project Reference

See: .planning/PROJECT.md

**Core value:** Count.
**Current focus:** Count

## Current Position

Phase: 1 of 2 (Count)
Plan: 0 of 2 in current phase
Status: Ready to plan
Last activity: 2026-01-02 — Roadmap created

Progress: [░░░░░░░░░░] 0%

## Accumulated Context

### Decisions

None yet.

### Blockers/Concerns

None yet.

## Session Continuity

Last session: 2026-01-02 10:00
Stopped at: Roadmap created
Resume file: None
`
