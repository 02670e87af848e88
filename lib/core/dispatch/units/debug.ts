// A debug session ends with a cause that evidence carries, and what is resolved moves out of the way.
import { partText } from '../../../artifacts/document/named-parts.js'
import { say } from '../../../std/told.js'
import { reading } from '../../brief/brief-blocks.js'
import { projectFile, top } from '../../brief/readings.js'
import type { Artifact } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { needs, type Unit } from './unit.js'

/** Statuses a session can end with, and the lines below `## Resolution` that each of them rests on. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  diagnosed: ['root_cause'],
  resolved: ['root_cause', 'fix', 'verification'],
  complete: ['root_cause', 'fix', 'verification'],
}

interface Session {
  readonly artifact: Artifact
  readonly status: string | null
}

function sessionIn({ view, gathered }: Work): Session | null {
  const [artifact] = gathered.artifacts
  const codec = view.codec('debug')
  return artifact === undefined || codec === null
    ? null
    : { artifact, status: (codec.parse(artifact.source).value as { readonly status: string | null }).status }
}

/** Behind the name of a line stands something that is no hint of the form. */
const says = (text: string | null, name: string): boolean =>
  (text ?? '').split(/\r?\n/).some((line) => {
    const [label = '', ...rest] = line.replace(/^[-*\s]+/, '').split(':')
    const said = rest.join(':').trim()
    return label.replaceAll('*', '').trim() === name && said !== '' && !/^\[[^\]]*\]$/.test(said)
  })

const isEmpty = (text: string | null): boolean => (text ?? '').replace(/\[[^\]]*\]/g, '').trim() === ''

function inspectSession(work: Work): readonly UnitFinding[] {
  const session = sessionIn(work)
  if (session === null) return []
  const { artifact, status } = session
  const needed = ENDS[status ?? '']
  const refuse = (message: string, fix: string) => finding('SESSION_OPEN', message, artifact.path, fix)
  if (needed === undefined)
    return [
      refuse(
        `the session is at "${status}", which is no end`,
        'status: resolved with its fix, or diagnosed where only the cause was asked for; else leave the unit begun',
      ),
    ]
  return [
    ...needed
      .filter((name) => !says(partText(artifact.source, 'Resolution'), name))
      .map((name) => refuse(`nothing stands behind ${name}:`, `write ${name}: below ## Resolution`)),
    ...(isEmpty(partText(artifact.source, 'Evidence'))
      ? [refuse('no evidence is written down', 'below ## Evidence: what was checked, what was found, what it means')]
      : []),
  ]
}

/** A session that is over moves out of the way. */
function shelfOf(work: Work, { path }: Artifact): string {
  const isOver = sessionIn(work)?.status !== 'diagnosed'
  return isOver ? work.view.at(`debug/resolved/${work.claim.unitId}.md`) : path
}

export const debug: Unit = {
  id: 'debug',
  about: 'Follows one fault to its cause',
  subject: 'free',
  workflow: 'debug',
  agent: 'debugger',
  command: 'debug',
  expects: [needs('debug', { path: 'debug/{id}.md', grows: true })],
  reads: ({ claim: { unitId: id } }, world) => [
    ...reading(top(world, `debug/${id}.md`), say`the session: what is known, tried and ruled out`),
    ...reading(top(world, 'debug/knowledge-base.md'), say`faults that were found before`),
    ...reading(projectFile(world), say`constraints of the project`),
  ],
  form: 'debug',
  inspect: inspectSession,
  shelf: shelfOf,
  record: (id) => `docs: record the debug session ${id}`,
}
