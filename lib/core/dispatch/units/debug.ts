// Checks that a debug session ends with evidence and a result; sessions that are over move to `resolved/`.
import { partText } from '../../../artifacts/parts/prose.js'
import { say } from '../../../std/safe-text.js'
import { reading } from '../../brief/brief-blocks.js'
import { pathIfExists, projectFile } from '../../brief/readings.js'
import type { Artifact } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** Final statuses, with the lines below `## Resolution` that each requires. */
const FINAL_STATUSES: Readonly<Record<string, readonly string[]>> = {
  diagnosed: ['root_cause'],
  resolved: ['root_cause', 'fix', 'verification'],
  complete: ['root_cause', 'fix', 'verification'],
  no_fault: [],
}

const SET_STATUS =
  'set status: resolved with the fix, diagnosed if only the cause was requested, no_fault if the code is right; otherwise leave the unit open'

type Session = { readonly [Field in 'status' | 'trigger']: string | null }

function sessionIn({ view, gathered }: Work) {
  const [artifact] = gathered.artifacts
  const codec = view.codec('debug')
  if (artifact === undefined || codec === null) return null
  return { artifact, ...(codec.parse(artifact.source).value as Session) }
}

/** Returns the value of a line below `## Resolution`; null if it is empty or a placeholder. */
function resolutionLine({ source }: Artifact, name: string): string | null {
  for (const line of (partText(source, 'Resolution') ?? '').split(/\r?\n/)) {
    const [label = '', ...rest] = line.replace(/^[-*\s]+/, '').split(':')
    const value = rest.join(':').trim()
    if (label.replaceAll('*', '').trim() === name && value !== '' && !/^\[[^\]]*\]$/.test(value)) return value
  }
  return null
}

function inspectSession(work: Work): readonly UnitFinding[] {
  const session = sessionIn(work)
  if (session === null) return []
  const { artifact, status } = session
  const needed = FINAL_STATUSES[status ?? '']
  const open = (message: string, fix: string) => finding('SESSION_OPEN', message, artifact.path, fix)
  if (needed === undefined) return [open(`the status "${status}" is not final`, SET_STATUS)]
  const empty = needed.filter((name) => resolutionLine(artifact, name) === null)
  const evidence = (partText(artifact.source, 'Evidence') ?? '').replace(/\[[^\]]*\]/g, '').trim()
  const fix = 'below ## Evidence write what was checked, found and concluded'
  return [
    ...empty.map((name) => open(`the line "${name}:" is empty`, `write ${name}: below ## Resolution`)),
    ...(evidence === '' ? [open('no evidence is recorded', fix)] : []),
  ]
}

/** Returns the final path of the session file. Only a diagnosed session, which still needs a fix, stays in place. */
function finalPathOf(work: Work, { path }: Artifact): string {
  const isOver = sessionIn(work)?.status !== 'diagnosed'
  return isOver ? work.view.at(`debug/resolved/${work.claim.unitId}.md`) : path
}

/** Records the cause, if there was a fault, in the knowledge base for later debug sessions. */
function recordCause(work: Work): void {
  const session = sessionIn(work)
  if (session === null || session.status === 'no_fault') return
  const { staging, claim } = work
  const { artifact, trigger } = session
  const path = staging.view.at(KNOWLEDGE_BASE)
  const lines = [
    ['seen', trigger],
    ['cause', resolutionLine(artifact, 'root_cause')],
    ['fix', resolutionLine(artifact, 'fix')],
    ['session', finalPathOf(work, artifact)],
  ].flatMap(([name, text]) => (text == null ? [] : `- ${name}: ${text}`))
  const before = staging.view.source(path)?.text ?? '# Faults that were found\n'
  staging.put(path, `${before.trimEnd()}\n\n## ${claim.unitId}\n\n${lines.join('\n')}\n`)
}

const KNOWLEDGE_BASE = 'debug/knowledge-base.md'

export const debug: UnitCode = {
  reads: ({ claim: { unitId: id } }, world) => [
    ...reading(pathIfExists(world, `debug/${id}.md`), say`the session: known facts, attempts, ruled-out causes`),
    ...reading(pathIfExists(world, KNOWLEDGE_BASE), say`bugs that were found earlier`),
    ...reading(projectFile(world), say`constraints of the project`),
  ],
  inspect: inspectSession,
  finalPath: finalPathOf,
  complete: recordCause,
}
