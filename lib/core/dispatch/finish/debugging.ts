// The end of a debug session: it has a cause that evidence carries, and what is resolved moves out of the way.
import { partText } from '../../../artifacts/document/named-parts.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

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

export function inspectSession(work: Work): readonly UnitFinding[] {
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

/** Where a session lies once it is over. */
export const shelfOf = ({ view, claim }: Pick<Work, 'view' | 'claim'>): string =>
  view.at(`debug/resolved/${claim.unitId}.md`)

export function shelveSession(work: Work): void {
  const session = sessionIn(work)
  if (session === null || session.status === 'diagnosed') return
  const { path, source } = session.artifact
  work.staging.remove(path)
  work.staging.put(shelfOf(work), source.text ?? '')
}
