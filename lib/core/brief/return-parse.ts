// Reads how an agent ended: the fenced block `yaml gsd-return`, or one of the headings that agents of the family end with.
import { dataOf, type FrontMap, type FrontValue, isFrontList, isFrontMap } from '../../markdown/frontmatter.js'
import { fencesOf, headingsOf, type Scanned } from '../../markdown/reader.js'
import { readYaml } from '../../markdown/yaml.js'
import { RETURN_FENCE, RETURN_KEYS, RETURN_STATUSES } from './returns.js'

type ReturnStatus = (typeof RETURN_STATUSES)[number]

export interface AgentReturn {
  readonly status: ReturnStatus
  readonly report: string | null
  readonly concerns: readonly string[]
  readonly needs: readonly string[]
  /** The heading that told, when there is no block. */
  readonly marker: string | null
  /** The agent's own keys. */
  readonly fields: Readonly<Record<string, FrontValue>>
}

/** Headings of older agents, in capitals, by what they mean. */
const MARKERS: Readonly<Record<string, ReturnStatus>> = {
  'PLANNING COMPLETE': 'COMPLETE',
  'GAP CLOSURE PLANS CREATED': 'COMPLETE',
  'REVISION COMPLETE': 'COMPLETE',
  'OUTLINE COMPLETE': 'COMPLETE',
  'PLAN COMPLETE': 'COMPLETE',
  'PLAN WRITTEN': 'COMPLETE',
  'PHASE COMPLETE': 'COMPLETE',
  'VERIFICATION PASSED': 'COMPLETE',
  'VERIFICATION COMPLETE': 'COMPLETE',
  'ISSUES FOUND': 'COMPLETE',
  'RESEARCH COMPLETE': 'COMPLETE',
  'SYNTHESIS COMPLETE': 'COMPLETE',
  'ROADMAP CREATED': 'COMPLETE',
  'ROADMAP REVISED': 'COMPLETE',
  'ROOT CAUSE FOUND': 'COMPLETE',
  'DEBUG COMPLETE': 'COMPLETE',
  'DEBUG SESSION COMPLETE': 'COMPLETE',
  'MAPPING COMPLETE': 'COMPLETE',
  'PATTERN MAPPING COMPLETE': 'COMPLETE',
  'INTEGRATION CHECK COMPLETE': 'COMPLETE',
  'UI REVIEW COMPLETE': 'COMPLETE',
  'GAPS FILLED': 'COMPLETE',
  SECURED: 'COMPLETE',
  'INTEL UPDATE': 'COMPLETE',
  'GAPS PARTIAL': 'INCONCLUSIVE',
  'PLANNING INCONCLUSIVE': 'INCONCLUSIVE',
  'INVESTIGATION INCONCLUSIVE': 'INCONCLUSIVE',
  'CHECKPOINT REACHED': 'CHECKPOINT',
  'TDD CHECKPOINT': 'CHECKPOINT',
  CONTINUE_REQUIRED: 'CHECKPOINT',
  'PHASE SPLIT RECOMMENDED': 'CHECKPOINT',
  'RESEARCH BLOCKED': 'BLOCKED',
  'SYNTHESIS BLOCKED': 'BLOCKED',
  'ROADMAP BLOCKED': 'BLOCKED',
  OPEN_THREATS: 'BLOCKED',
  ESCALATE: 'BLOCKED',
}

const isStatus = (word: string): word is ReturnStatus => (RETURN_STATUSES as readonly string[]).includes(word)

const texts = (value: FrontValue | undefined): readonly string[] =>
  value === undefined || value === ''
    ? []
    : isFrontList(value)
      ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
      : [typeof value === 'string' ? value : JSON.stringify(value)]

/** What the text says about how its agent ended, or null when it says nothing. The last block or heading counts. */
export function parseReturn(source: Scanned): AgentReturn | null {
  return fromBlock(source) ?? fromHeading(source)
}

function fromBlock(source: Scanned): AgentReturn | null {
  const text = source.text ?? ''
  const fence = fencesOf(source)
    .filter(({ info }) => info.trim() === RETURN_FENCE)
    .at(-1)
  if (fence === undefined) return null
  const { root } = readYaml(text, fence.contentStart, fence.contentEnd)
  const data = dataOf(root)
  if (!isFrontMap(data)) return null
  const status = String(data['status'] ?? '').toUpperCase()
  if (!isStatus(status)) return null
  const known: readonly string[] = RETURN_KEYS
  return {
    status,
    report: reportIn(data),
    concerns: texts(data['concerns']),
    needs: texts(data['needs']),
    marker: null,
    fields: Object.fromEntries(Object.entries(data).filter(([key]) => !known.includes(key))),
  }
}

const reportIn = (data: FrontMap): string | null => {
  const { report } = data
  return typeof report === 'string' && report !== '' && report !== 'null' ? report : null
}

function fromHeading(source: Scanned): AgentReturn | null {
  for (const { text: title } of headingsOf(source).reverse()) {
    const marker = title
      .toUpperCase()
      .replace(/[^A-Z_ ]/g, '')
      .trim()
    const status = markerStatus(marker)
    if (status !== null) return { status, report: null, concerns: [], needs: [], marker: title, fields: {} }
  }
  return null
}

/** Also `## PLANNER COMPLETE`: the name of an agent and a status. */
function markerStatus(marker: string): ReturnStatus | null {
  if (Object.hasOwn(MARKERS, marker)) return MARKERS[marker] as ReturnStatus
  const last = marker.split(' ').at(-1) ?? ''
  return marker.includes(' ') && isStatus(last) ? last : null
}
